import type { RouteTable } from '../routes.ts'

/** Additions: announced by `plan` of a group (behaviour 12.2). */
export const planningRoutes = {
  getPlan: { method: 'GET', path: '/rpggroups/plan/:id', access: 'member' },
  choosePlanners: { method: 'PUT', path: '/rpggroups/plan/:id', access: 'member' },
  makePoll: { method: 'POST', path: '/rpggroups/plan/:id/polls/', access: 'member' },
  answerPoll: { method: 'PUT', path: '/rpggroups/polls/:id', access: 'member' },
  cancelPoll: { method: 'DELETE', path: '/rpggroups/polls/:id', access: 'member' },
  fixPoll: { method: 'POST', path: '/rpggroups/polls/:id/fix/', access: 'member' },
  planSession: { method: 'POST', path: '/rpggroups/plan/:id/sessions/', access: 'member' },
  cancelSession: { method: 'DELETE', path: '/rpggroups/sessions/:id', access: 'member' },
  changeDate: { method: 'PUT', path: '/rpggroups/dates/:id', access: 'member' },
  cancelDate: { method: 'DELETE', path: '/rpggroups/dates/:id', access: 'member' },
  answerDate: { method: 'POST', path: '/rpggroups/dates/:id/answer/', access: 'member' },
} as const satisfies RouteTable
