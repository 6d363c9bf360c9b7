import { planningCalls } from '#contract/planning.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { limited } from '../../../http/serve.ts'
import { type Call, routesOn } from '../../../work/calls.ts'
import type { CallRead } from '../../../work/work.ts'
import { assertMember } from '../policy.ts'
import { readGroup } from '../repository.ts'
import { changeDate } from './changeDate.ts'
import { changeOptions } from './changeOptions.ts'
import { hostDate } from './hosts.ts'
import { answerPoll, cancelPoll, fixPoll, makePoll } from './polls.ts'
import { readPlan } from './readPlan.ts'
import { restoreDate } from './restore.ts'
import { answerDate, cancelDate, cancelSession, choosePlanners, planSession } from './sessions.ts'
import { type ListSeatsAhead, suggestDates } from './suggestDates.ts'

/** Limit of calls that send mails to a whole group. */
const MAILING = limited(30, 60)

/** It reads the plans of all members, and an answer says something about them. */
const SUGGESTING = limited(30, 60)

export type PlanningNeeds = { readonly listSeatsAhead: ListSeatsAhead }

export function planningModule(member: App, deps: Deps, { listSeatsAhead }: PlanningNeeds): void {
  const route = routesOn(member, deps, planningCalls)
  route('getPlan', getPlan)
  route('choosePlanners', choosePlanners)
  route('makePoll', makePoll, MAILING)
  route('answerPoll', answerPoll)
  route('cancelPoll', cancelPoll)
  route('changeOptions', changeOptions, MAILING)
  route('fixPoll', fixPoll, MAILING)
  route('suggestDates', (all, call) => suggestDates(all, listSeatsAhead, call), SUGGESTING)
  route('planSession', planSession, MAILING)
  route('changeDate', changeDate, MAILING)
  route('cancelDate', cancelDate, MAILING)
  route('restoreDate', restoreDate, MAILING)
  route('hostDate', hostDate, MAILING)
  route('cancelSession', cancelSession, MAILING)
  route('answerDate', answerDate)
}

async function getPlan(w: CallRead, { params, memberId }: Call<(typeof planningCalls)['getPlan']>) {
  const group = await readGroup(w, params.id)
  assertMember(group, memberId)
  return readPlan(w, params.id, group, memberId)
}
