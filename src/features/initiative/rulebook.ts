import type { BookFacts, KitFacts } from '#contract/siteKit.ts'
import { kitUrl } from '#src/platform/page.ts'

const FOLDER = '/rulebook'

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

/** The book of the product. */
const OWN: BookFacts = { pages: 12, width: 800, height: 1200 }

/**
 * As specified: the site shows the first half of the pages (behaviour 9.5; rulings 32, 85).
 * @returns null on a site without a book
 */
export function bookOf(kit: KitFacts | null): Book | null {
  if (kit?.book === null) return null
  const { pages, width, height } = kit?.book ?? OWN
  // The book of the product is the same under every kit.
  const urlOf = (name: string) => kitUrl(`${FOLDER}/${name}`, kit?.book ? kit : null)
  return {
    pages: Array.from({ length: Math.ceil(pages / 2) }, (_, index) => ({
      number: index + 1,
      image: urlOf(`page-${String(index + 1).padStart(2, '0')}.webp`),
    })),
    width,
    height,
    pdf: urlOf(PDF_NAME),
    texts: kit?.book ? urlOf('pages.json') : null,
  }
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

/** The first visible page when `index` is shown: in spreads the cover and the last page are alone. */
export const firstVisible = (index: number, isSpread: boolean): number =>
  isSpread && index > 0 && index % 2 === 0 ? index - 1 : index

/** @param count pages of the viewer */
export const visibleCount = (first: number, isSpread: boolean, count: number): number =>
  isSpread && first > 0 && first < count - 1 ? 2 : 1
