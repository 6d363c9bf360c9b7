/* Of formatted and linked texts; apart from limits.ts, which every page of the site loads. */

/** Lists and quotes within each other; what is nested deeper is shown at this depth. */
export const NESTING_MAX = 3
/** Blocks of one text: a longer one is shown without formatting. */
export const BLOCKS_MAX = 2000
/** Characters of the URL of a link. */
export const HREF_MAX = 2000
/** Texts of one record at the desk that are previewed at once: its description and its sections. */
export const DESK_PREVIEW_MAX = 501
/** Links to terms in one text. */
export const TERM_LINKS_MAX = 100
/** Other names of an entry, for links from texts, and characters of one of them. */
export const ALIASES_MAX = 10
export const ALIAS_MAX = 100
/** UTF-16 units of a name that texts are searched for: shorter names would be linked everywhere. */
export const TERM_MIN = 3
/** Texts that "Mentioned in" lists. */
export const MENTIONS_SHOWN = 20
/** UTF-16 units of the first line on a card. */
export const CARD_LINE_MAX = 200
