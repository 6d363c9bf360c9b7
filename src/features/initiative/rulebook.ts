const FOLDER = '/rulebook'

export const PDF = { url: `${FOLDER}/RPG-Initiative-Online.pdf`, name: 'RPG-Initiative-Online.pdf' }

const pages = Array.from({ length: 12 }, (_, index) => ({
  number: index + 1,
  image: `${FOLDER}/page-${String(index + 1).padStart(2, '0')}.webp`,
}))

/** As specified: the viewer shows the first half of the twelve pages (behaviour 9.5; ruling 32). */
export const viewerPages = pages.slice(0, pages.length / 2)

export type BookSize = {
  /** Width of one page, in CSS pixels. */
  width: number
  height: number
  isSpread: boolean
}

const MARGIN_PX = 32

/** As specified: 400 x 600, or 200 x 300 in a window narrower than 600 pixels (behaviour 9.5). */
export function bookSize(windowWidth: number): BookSize {
  const width = windowWidth < 600 ? 200 : 400
  return { width, height: width * 1.5, isSpread: windowWidth - MARGIN_PX >= 2 * width }
}

/** The first visible page when `index` is shown: in spreads the cover and the last page are alone. */
export const firstVisible = (index: number, isSpread: boolean): number =>
  isSpread && index > 0 && index % 2 === 0 ? index - 1 : index

export const visibleCount = (first: number, isSpread: boolean): number =>
  isSpread && first > 0 && first < viewerPages.length - 1 ? 2 : 1
