import type { ListedIn } from '#contract/languages.ts'
import { linkingCalls as calls, type Term } from '#contract/linking.ts'
import { baseApi } from '../http/baseApi.ts'
import { sends } from '../http/endpoints.ts'
import { request } from '../http/request.ts'

export type TermRef = Pick<Term, 'kind' | 'id'>

/** Only for what a text has announced. */
export const linkingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTerm: build.query<Term, TermRef & ListedIn>({
      ...sends(calls.getGlossaryTerm),
      query: ({ kind, ...term }) =>
        request(kind === 'rule' ? calls.getRuleTerm : calls.getGlossaryTerm, term),
      keepUnusedDataFor: 600,
    }),
  }),
})

const PATHS = {
  glossary: '/discordia/world?entry=',
  rule: '/discordia/ruleItem/',
  content: '/discordia/news/',
} as const

/** Page of a link target, or of a text that mentions it. */
export const linkedPath = (kind: keyof typeof PATHS, id: number): string => `${PATHS[kind]}${id}`
