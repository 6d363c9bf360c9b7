import { planningCalls } from '#contract/planning.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { limited } from '../../../http/serve.ts'
import { routesOn } from '../../../work/calls.ts'
import { inGroup } from '../groupCalls.ts'
import { changeDate } from './changeDate.ts'
import { readPlan } from './plan.ts'
import * as polls from './polls.ts'
import * as sessions from './sessions.ts'
import { type ListSeatsAhead, suggestDates } from './suggestDates.ts'

/** Limit of calls that send mails to a whole group. */
const MAILING = limited(30, 60)

/** It reads the plans of all members, and an answer says something about them. */
const SUGGESTING = limited(30, 60)

export type PlanningNeeds = { readonly listSeatsAhead: ListSeatsAhead }

export function planningModule(member: App, deps: Deps, { listSeatsAhead }: PlanningNeeds): void {
  const route = routesOn(member, deps, planningCalls)
  route('getPlan', inGroup('member', readPlan))
  route('choosePlanners', sessions.choosePlanners)
  route('makePoll', polls.makePoll, MAILING)
  route('answerPoll', polls.answerPoll)
  route('cancelPoll', polls.cancelPoll)
  route('changeOptions', polls.changeOptions, MAILING)
  route('fixPoll', polls.fixPoll, MAILING)
  route('suggestDates', suggestDates(listSeatsAhead), SUGGESTING)
  route('planSession', sessions.planSession, MAILING)
  route('changeDate', changeDate, MAILING)
  route('cancelDate', sessions.cancelDate, MAILING)
  route('restoreDate', sessions.restoreDate, MAILING)
  route('hostDate', sessions.hostDate, MAILING)
  route('cancelSession', sessions.cancelSession, MAILING)
  route('answerDate', sessions.answerDate)
}
