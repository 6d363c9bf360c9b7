import type { AppDispatch } from './reducer.ts'

type PageUrl = {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
}

/** Data that a public page shows before the first interaction; exported by the chunk of its screen. */
export type PageData = {
  /** The shortest query that renders the same page; by default none. */
  readonly queryOf?: (query: URLSearchParams) => URLSearchParams
  /** Fetches what the page shows, with the arguments of its hooks. Safe GETs only. */
  readonly fetch: (dispatch: AppDispatch, url: PageUrl) => Promise<unknown>
  /** Prefetches for a link to the page, if that needs less than `fetch` because lists are cached. */
  readonly prefetch?: PageData['fetch']
  /** Sets the slices that the page sets in an effect, for a render without effects. */
  readonly enter?: (dispatch: AppDispatch, url: PageUrl) => void
}
