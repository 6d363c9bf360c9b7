import type { RouteTable } from './route.ts'

/** Additions: announced by `formatting` in the head of the page (behaviour 12.12). */
export const formattingRoutes = {
  previewTexts: { method: 'POST', path: '/texts/preview/', access: 'member' },
} as const satisfies RouteTable

/** Lists and quotes within each other; what is nested deeper is shown at this depth. */
export const NESTING_MAX = 3
/** Texts of one record at the desk that are previewed at once: its description and its sections. */
export const DESK_PREVIEW_MAX = 501
/** Other names of an entry, for links from texts, and characters of one of them. */
export const ALIASES_MAX = 10
export const ALIAS_MAX = 100
