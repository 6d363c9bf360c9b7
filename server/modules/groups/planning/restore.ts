import type { planningCalls } from '#contract/planning.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import type { CallRead } from '../../../work/work.ts'
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
  w: CallRead,
  { params, memberId }: Call<(typeof planningCalls)['restoreDate']>,
) =>
  changingPlan(
    w,
    (w) => findDateGroup(w, params.id),
    memberId,
    async (w) => {
      await assertPlanner(w)
      const { date, session } = await readDate(w, params.id)
      const isSkipped = date.cancelled_at !== null && session.cancelled_at === null
      const dates = await listDates(w, session.id)
      const goesOn = session.extend_at !== null || dates.some((one) => isAhead(one, w.now))
      if (!isSkipped || session.rule === null || !goesOn) throw errors.dateGone()
      assertAhead({ ...date, cancelled_at: null }, w.now)
      const reminded_at = remindedAt(date.starts_at, w.now)
      await restoreDateRow(w, date.id, { cancelled_at: null, reminded_at })
      assertMayAddSession((await countAhead(w, w.id)).sessions - 1)
      const changed = await changeSession(w, session.id, {})
      const named = { dates: [date.id] }
      const mails = await sessionMails(w, 'session-restored', changed, w.group, w.caller, named)
      w.mail(mails)
      const detail = date.title
      await insertLog(w, { group: w.id, actor: w.caller, kind: 'session_restored', detail })
    },
  )
