/** The token in the URL that shows an unpublished article; null in normal visits. */
export const previewToken = (): string | null =>
  new URLSearchParams(window.location.search).get('preview')
