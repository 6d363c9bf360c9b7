import type { RouteTable } from '../routes.ts'

/**
 * Additions (behaviour 12.12): cards are announced by a `term` or `mentioned` of a text, own terms by `own_terms` in
 * `features` of the profile.
 */
export const linkingRoutes = {
  getGlossaryTerm: { method: 'GET', path: '/terms/glossary/:id', access: 'open' },
  getRuleTerm: { method: 'GET', path: '/terms/rule/:id', access: 'open' },
  listOwnTerms: { method: 'GET', path: '/terms/own/', access: 'member' },
} as const satisfies RouteTable
