import type { AppDispatch } from './reducer.ts'

export type PageUrl = {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
}

/** What a public page shows before the first interaction; beside its screen, in the chunk of the screen. */
export type PageData = {
  /** The shortest query that draws the same page; by default none. */
  readonly queryOf?: (query: URLSearchParams) => URLSearchParams
  /** Fetches what the page shows, with the arguments of its hooks. Safe GETs only. */
  readonly fetch: (dispatch: AppDispatch, url: PageUrl) => Promise<unknown>
  /** What a link to the page fetches before the click, if that is less than a page without anything in the cache needs. */
  readonly fetchAhead?: PageData['fetch']
  /** Sets the slices that the page sets in an effect, for a render without effects. */
  readonly enter?: (dispatch: AppDispatch, url: PageUrl) => void
}
