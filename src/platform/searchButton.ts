/** Of the button in the header. Alone in its file: the first load has it. */
export const SEARCH_BUTTON_ID = 'site-search'
