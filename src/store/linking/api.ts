import { fallback, number, string } from 'valibot'
import { linkingRoutes as routes } from '#contract/linking.ts'
import type { Mention, Term } from '#contract/schemas/linking.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { list, object, textOrNull } from '../http/schema.ts'

export type TermRef = Pick<Term, 'kind' | 'id'>

const term = object<Term>({
  kind: string(),
  id: number(),
  title: string(),
  label: textOrNull,
  text: textOrNull,
  image: textOrNull,
  mentioned_in: fallback(
    list(object<Mention>({ kind: string(), id: number(), title: string() })),
    [],
  ),
})

/** Called only for links that a text has announced. */
const linkingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTerm: build.query<Term, TermRef>({
      query: ({ kind, id }) =>
        request(kind === 'rule' ? routes.getRuleTerm : routes.getGlossaryTerm, { params: { id } }),
      responseSchema: term,
      keepUnusedDataFor: 600,
    }),
  }),
})

export const { useGetTermQuery } = linkingApi
