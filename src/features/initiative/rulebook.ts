export const PDF_NAME = 'RPG-Initiative-Online.pdf'

type Page = { readonly number: number; readonly image: string }

export type Book = {
  /** Those that the site shows. */
  readonly pages: readonly Page[]
  /** Pixels of a page image; others of the book may have another shape. */
  readonly width: number
  readonly height: number
  readonly pdf: string
  /** URL of the texts of the pages; null for the book of the product, whose texts are part of a script. */
  readonly texts: string | null
}

export type BookSize = {
  /** Width of one page, in CSS pixels. */
  readonly width: number
  readonly height: number
  readonly isSpread: boolean
}

const MARGIN_PX = 32
const NARROW_PX = 600

/**
 * As specified: 400 x 600, or 200 x 300 in a window narrower than 600 pixels (behaviour 9.5). A page of another shape
 * is as large as it can be within these; one that is wider than high gets 560 x 600, which fits beside the margin.
 */
export function bookSize(
  windowWidth: number,
  page: { readonly width: number; readonly height: number },
): BookSize {
  const half = windowWidth < NARROW_PX ? 2 : 1
  const across = page.width > page.height ? 560 : 400
  const scale = Math.min(across / page.width, 600 / page.height) / half
  const width = Math.max(1, Math.round(page.width * scale))
  const height = Math.max(1, Math.round(page.height * scale))
  return { width, height, isSpread: windowWidth - MARGIN_PX >= 2 * width }
}
