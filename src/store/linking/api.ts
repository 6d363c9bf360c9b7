import { linkingCalls as calls, type Term } from '#contract/linking.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

export type TermRef = Pick<Term, 'kind' | 'id'>

/** Only for what a text has announced. */
const linkingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTerm: build.query<Term, TermRef>({
      query: ({ kind, id }) =>
        request(kind === 'rule' ? calls.getRuleTerm : calls.getGlossaryTerm, { params: { id } }),
      responseSchema: responseOf(calls.getGlossaryTerm),
      keepUnusedDataFor: 600,
    }),
  }),
})

export const { useGetTermQuery } = linkingApi
