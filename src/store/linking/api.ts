import { linkingRoutes as routes } from '#contract/linking.ts'
import { linkingSchemas as schemas, type Term } from '#contract/schemas/linking.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

export type TermRef = Pick<Term, 'kind' | 'id'>

/** Only for what a text has announced. */
const linkingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTerm: build.query<Term, TermRef>({
      query: ({ kind, id }) =>
        request(kind === 'rule' ? routes.getRuleTerm : routes.getGlossaryTerm, { params: { id } }),
      responseSchema: responseOf(schemas.getGlossaryTerm),
      keepUnusedDataFor: 600,
    }),
  }),
})

export const { useGetTermQuery } = linkingApi
