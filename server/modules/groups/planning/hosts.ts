import type { planningCalls } from '#contract/planning.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import type { CallRead } from '../../../work/work.ts'
import { saveHost } from './hostRepository.ts'
import { sessionMails } from './mails.ts'
import { changingPlan } from './planChange.ts'
import { assertAhead, assertMayHost, mayPlan } from './policy.ts'
import { findDateGroup } from './sessionRepository.ts'
import { readDate } from './sessions.ts'
import { readPlanners } from './settingsRepository.ts'

/**
 * Says at whose place the group meets. Calendars learn of it with the next change or fetch: a mail to everybody would be
 * one for each date that the group meets in turn. Only a member who is asked by a planner gets one.
 */
export const hostDate = (
  w: CallRead,
  { params, body, memberId }: Call<(typeof planningCalls)['hostDate']>,
) =>
  changingPlan(
    w,
    (w) => findDateGroup(w, params.id),
    memberId,
    async (w) => {
      const { date, session } = await readDate(w, params.id)
      const wanted = body.member_id
      if (!mayPlan({ ...w.group, planners: await readPlanners(w, w.id) }, w.caller))
        assertMayHost(date, w.caller, wanted)
      assertAhead(date, w.now)
      if (wanted !== null && !w.group.active.includes(wanted))
        throw errors.invalidChoice('member_id')
      if (wanted === date.host_id) return
      await saveHost(w, date, wanted)
      if (wanted === null) return
      const named = { dates: [date.id], starts: date.starts_at }
      const mails = await sessionMails(
        w,
        'session-host',
        session,
        { members: [wanted] },
        w.caller,
        named,
      )
      w.mail(mails)
    },
  )
