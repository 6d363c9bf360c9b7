import type { RouteTable } from './route.ts'

/** Additions: announced by `formatting` in the head of the page (behaviour 12.12). */
export const formattingRoutes = {
  previewTexts: { method: 'POST', path: '/texts/preview/', access: 'member' },
  /** Announced by `text_pictures` in the head of the page. */
  addTextPicture: { method: 'POST', path: '/texts/pictures/', access: 'member' },
} as const satisfies RouteTable

/** Lists, definitions, quotes and callouts within each other; what is nested deeper is shown at this depth. */
export const NESTING_MAX = 3
/** Levels of headings in a text; a deeper one has the last. */
export const HEADINGS_MAX = 3
/** Widths of a picture in percent of its text; another one is the nearest of these. */
export const TEXT_SHARES = [25, 50, 75, 100] as const
/** Texts of one record at the desk that are previewed at once: its description and its sections. */
export const DESK_PREVIEW_MAX = 501
/** Other names of an entry, for links from texts, and characters of one of them. */
export const ALIASES_MAX = 10
export const ALIAS_MAX = 100
