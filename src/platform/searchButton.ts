/** Id of the button in the header. It has a file of its own because it is part of the first load. */
export const SEARCH_BUTTON_ID = 'site-search'
