import type { planningSchemas } from '#contract/schemas/planning.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
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
  deps: Deps,
  { params, body, memberId }: Call<(typeof planningSchemas)['hostDate']>,
) =>
  changingPlan(
    deps,
    (tx) => findDateGroup(tx, params.id),
    memberId,
    async (context) => {
      const { tx, id, group, caller, now } = context
      const { date, session } = await readDate(context, params.id)
      const wanted = body.member_id
      if (!mayPlan({ ...group, planners: await readPlanners(tx, id) }, caller))
        assertMayHost(date, caller, wanted)
      assertAhead(date, now)
      if (wanted !== null && !group.active.includes(wanted)) throw errors.invalidChoice('member_id')
      if (wanted === date.host_id) return
      await saveHost(tx, date, wanted, now)
      if (wanted === null) return
      const named = { dates: [date.id], starts: date.starts_at }
      const mails = await sessionMails(
        tx,
        'session-host',
        session,
        { members: [wanted] },
        caller,
        named,
      )
      await enqueueAll(tx, mails, now)
    },
  )
