import type { Id } from './ids.ts'
import type { RouteTable } from './route.ts'

/** Groups that look for players, and requests to join them. Additions, announced by `openings` in `features` of the profile. */
export const openingRoutes = {
  listOpenings: { method: 'GET', path: '/rpggroups/openings/', access: 'member' },
  getOpening: { method: 'GET', path: '/rpggroups/openings/:id', access: 'member' },
  saveOpening: { method: 'PUT', path: '/rpggroups/openings/:id', access: 'member' },
  closeOpening: { method: 'DELETE', path: '/rpggroups/openings/:id', access: 'member' },
  askToJoin: { method: 'POST', path: '/rpggroups/openings/:id/ask/', access: 'member' },
  listJoinRequests: { method: 'GET', path: '/rpggroups/join-requests/', access: 'member' },
  withdrawJoinRequest: { method: 'DELETE', path: '/rpggroups/join-requests/:id', access: 'member' },
  acceptJoinRequest: { method: 'POST', path: '/rpggroups/join-requests/:id/accept/', access: 'member' },
  declineJoinRequest: { method: 'POST', path: '/rpggroups/join-requests/:id/decline/', access: 'member' },
} as const satisfies RouteTable

export type OpeningId = Id<'opening'>
export type JoinRequestId = Id<'join-request'>

/** Characters of what a group plays, of its place and of how often it meets. */
export const OPENING_LINE_MAX = 200
/** Characters of the content notes. */
export const CONTENT_NOTES_MAX = 500
export const OPENING_LANGUAGES_MAX = 2
/** Free places of an opening: a group has fifty members, its owner among them. */
export const OPENING_PLACES_MAX = 49
/** Characters of a request to join, and of the answer to one. */
export const JOIN_LINE_MAX = 200
/** Openings of one page of the list. */
export const OPENINGS_PAGE = 20

/** Places where a group that looks for players plays. */
export const OPENING_MODES = ['online', 'in_person', 'both'] as const
export type OpeningMode = (typeof OPENING_MODES)[number]
/** ISO 639-1: languages that a group can look for players in. */
export const OPENING_LANGUAGES = [
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fi',
  'fr',
  'ga',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'mt',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'tr',
  'uk',
  'vi',
  'zh',
] as const
export type OpeningLanguage = (typeof OPENING_LANGUAGES)[number]
/** What has become of a request to join. open: it waits; closed: the group looks for players no longer */
export const JOIN_ANSWERS = ['open', 'accepted', 'declined', 'closed'] as const
export type JoinAnswer = (typeof JOIN_ANSWERS)[number]
