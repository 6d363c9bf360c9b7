import { ID_MAX } from '#contract/fields.ts'

/** The id that a part of a URL holds; null for anything that cannot be one. */
export function idIn<Id extends number>(text: string | null | undefined): Id | null {
  const id = Number(text)
  return Number.isInteger(id) && id > 0 && id <= ID_MAX ? (id as Id) : null
}

export const PREVIEW_PARAM = 'preview'

/** The token in the URL that shows an unpublished article; null in normal visits. */
export const previewToken = (): string | null =>
  new URLSearchParams(globalThis.location?.search).get(PREVIEW_PARAM)
