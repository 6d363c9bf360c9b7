import type { RouteTable } from './route.ts'

/** Additions (behaviour 12.12), announced by a `term` or `mentioned` of a text. */
export const linkingRoutes = {
  getGlossaryTerm: { method: 'GET', path: '/terms/glossary/:id', access: 'open' },
  getRuleTerm: { method: 'GET', path: '/terms/rule/:id', access: 'open' },
} as const satisfies RouteTable

/** Texts that "Mentioned in" lists. */
export const MENTIONS_SHOWN = 20
