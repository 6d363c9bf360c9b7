import { SEARCH_MARK } from '#contract/siteSearch.ts'

/** Whether the server has announced a search of the whole site. */
export const announcesSearch = (): boolean =>
  document.head.querySelector(`link[${SEARCH_MARK}]`) !== null
