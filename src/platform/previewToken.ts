/** The permission in the page's address to see an article before it is published; null in every normal visit. */
export const previewToken = (): string | null =>
  new URLSearchParams(window.location.search).get('preview')
