export const PREVIEW_PARAM = 'preview'

/** The token in the URL that shows an unpublished article; null in normal visits. */
export const previewToken = (): string | null =>
  new URLSearchParams(globalThis.location?.search).get(PREVIEW_PARAM)
