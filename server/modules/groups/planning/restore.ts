import type { planningSchemas } from '#contract/schemas/planning.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
import { insertLog } from '../logRepository.ts'
import { sessionMails } from './mails.ts'
import { assertPlanner, changingPlan } from './planChange.ts'
import { assertAhead, assertMayAddSession } from './policy.ts'
import { isAhead } from './scope.ts'
import { remindedAt } from './series.ts'
import { changeSession, countAhead, findDateGroup, listDates } from './sessionRepository.ts'
import { readDate } from './sessions.ts'
import { restoreDateRow } from './skippedRepository.ts'

/** Puts a skipped date of a series back, with the answers that it had. */
export const restoreDate = (
  deps: Deps,
  { params, memberId }: Call<(typeof planningSchemas)['restoreDate']>,
) =>
  changingPlan(
    deps,
    (tx) => findDateGroup(tx, params.id),
    memberId,
    async (context) => {
      const { tx, id, group, caller, now } = context
      await assertPlanner(context)
      const { date, session } = await readDate(context, params.id)
      const isSkipped = date.cancelled_at !== null && session.cancelled_at === null
      const dates = await listDates(tx, session.id)
      const goesOn = session.extend_at !== null || dates.some((one) => isAhead(one, now))
      if (!isSkipped || session.rule === null || !goesOn) throw errors.dateGone()
      assertAhead({ ...date, cancelled_at: null }, now)
      const reminded_at = remindedAt(date.starts_at, now)
      await restoreDateRow(tx, date.id, { cancelled_at: null, reminded_at })
      assertMayAddSession((await countAhead(tx, id, now)).sessions - 1)
      const changed = await changeSession(tx, session.id, {}, now)
      const named = { dates: [date.id] }
      const mails = await sessionMails(tx, 'session-restored', changed, group, caller, named)
      await enqueueAll(tx, mails, now)
      const detail = date.title
      await insertLog(tx, { group: id, actor: caller, kind: 'session_restored', detail }, now)
    },
  )
