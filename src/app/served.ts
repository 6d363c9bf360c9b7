import { QueryStatus } from '@reduxjs/toolkit/query'
import type { PageFacts } from '#contract/pages.ts'
import type { RootState } from '#src/store/reducer.ts'

type Served = {
  readonly facts: PageFacts
  readonly state: Pick<RootState, 'glossary'> & { api: ApiResponses }
}

type Api = RootState['api']
/** Cached responses and their tags; subscriptions and settings belong to each store. */
type ApiResponses = Pick<Api, 'queries' | 'mutations' | 'provided'>

const ID = 'served'

/**
 * The page's data as an element that no text can break out of. Times and request ids are left out: equal data must give
 * equal text, so that the page keeps its ETag.
 */
export function servedElement({ facts, state }: Served): string {
  const queries = Object.entries(state.api.queries).map(([key, query]) => [
    key,
    { ...query, requestId: undefined, startedTimeStamp: undefined, fulfilledTimeStamp: undefined },
  ])
  const api = { ...state.api, queries: Object.fromEntries(queries) as Api['queries'] }
  const json = JSON.stringify({ facts, state: { ...state, api } } satisfies Served)
  const safe = json.replace(/[<\u2028\u2029]/g, escaped)
  return `<script type="application/json" id="${ID}">${safe}</script>`
}

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Null on a page that the browser renders. @param now time that stands for that of the responses, in ms */
export function readServed(now: number): Served | null {
  const text = document.getElementById(ID)?.textContent
  if (!text) return null
  const served = JSON.parse(text) as Served
  for (const query of Object.values(served.state.api.queries)) {
    if (query) Object.assign(query, { requestId: ID, startedTimeStamp: now })
    if (query?.status === QueryStatus.fulfilled) query.fulfilledTimeStamp = now
  }
  return served
}

/** @param state state of the store that has rendered the page */
export const servedState = ({ api, glossary }: RootState): Served['state'] => ({
  glossary,
  api: { queries: api.queries, mutations: {}, provided: api.provided },
})
