import type { RouteTable } from './route.ts'

/** Additions: announced by `planning` in `features` of the profile (behaviour 12.2). */
export const planningRoutes = {
  getPlan: { method: 'GET', path: '/rpggroups/plan/:id', access: 'member' },
  choosePlanners: { method: 'PUT', path: '/rpggroups/plan/:id', access: 'member' },
  makePoll: { method: 'POST', path: '/rpggroups/plan/:id/polls/', access: 'member' },
  answerPoll: { method: 'PUT', path: '/rpggroups/polls/:id', access: 'member' },
  cancelPoll: { method: 'DELETE', path: '/rpggroups/polls/:id', access: 'member' },
  changeOptions: { method: 'PUT', path: '/rpggroups/polls/:id/options/', access: 'member' },
  fixPoll: { method: 'POST', path: '/rpggroups/polls/:id/fix/', access: 'member' },
  suggestDates: { method: 'GET', path: '/rpggroups/plan/:id/suggestions/', access: 'member' },
  planSession: { method: 'POST', path: '/rpggroups/plan/:id/sessions/', access: 'member' },
  cancelSession: { method: 'DELETE', path: '/rpggroups/sessions/:id', access: 'member' },
  changeDate: { method: 'PUT', path: '/rpggroups/dates/:id', access: 'member' },
  cancelDate: { method: 'DELETE', path: '/rpggroups/dates/:id', access: 'member' },
  answerDate: { method: 'POST', path: '/rpggroups/dates/:id/answer/', access: 'member' },
} as const satisfies RouteTable

export const OPTIONS_MAX = 10
/** Hours that a new date poll takes answers at least. */
export const CLOSES_AFTER_HOURS = 2
/** Characters. */
export const COMMENT_MAX = 200
/** Dates of one suggestion. */
export const SUGGESTIONS_MAX = 5
/** Dates of a session that repeats, and days from its first to its last. */
export const REPEATS_MAX = 104
/** Weeks or months from one date of a session to the next. */
export const REPEAT_EVERY_MAX = 8
/** Characters. */
export const SESSION_TITLE_MAX = 120
export const PLACE_MAX = 200
export const LINK_MAX = 500
export const PLAN_NOTES_MAX = 1000
export const TIME_ZONE_MAX = 100
export const INSTANT_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$'
