import type { GameDateId, MemberId } from '#contract/ids.ts'
import { idsOf } from '../../../db/search.ts'
import { listWaiting, withdrawAll } from '../../../mail/outbox.ts'
import type { GroupWork } from '../groupCalls.ts'
import { type About as Data, saidBy, sessionMails, sessionOf, wasIn, wasOf } from './mails.ts'
import type { DateRow, SessionRow } from './sessionRepository.ts'

type Move = {
  /** The dates that have changed. */
  readonly ids: readonly GameDateId[]
  /** The one of them that was named, before the change. */
  readonly date: DateRow
  readonly after: DateRow
  /** The rhythm of before, if it is another one now. */
  readonly rule?: SessionRow['rule']
  readonly reason: string | undefined
}
/** A mail in the outbox. */
type Told = Data & { readonly user: MemberId }

/**
 * Mails the change of dates to the other members. A mail about some of them that still waits is replaced: its dates stay,
 * what was before is what its reader was last told, and its reason stays if this change has none. Who is still to be
 * told of the session gets no mail, because that one shows it as it is by then.
 */
export async function mailMoved(w: GroupWork, session: SessionRow, move: Move): Promise<void> {
  const kinds = ['session-made', 'session-moved']
  const waiting = (await listWaiting(w, kinds, `"session":${session.id},`)).map((row) => {
    const told = JSON.parse(row.data) as Told
    const isOver = row.kind === 'session-moved' && datesIn(told).some((id) => move.ids.includes(id))
    return { ...row, told, isOver }
  })
  await withdrawAll(w, idsOf(waiting.filter(({ isOver }) => isOver)))
  for (const member of w.group.members) {
    const own = waiting.filter(({ told }) => told.user === member)
    const isNew = own.some(({ kind }) => kind === 'session-made')
    const over = own.flatMap(({ isOver, told }) => (isOver ? [told] : []))
    if (member !== w.me && !isNew)
      w.mail([member], sessionMails.of('session-moved', dataOf(w, session, { move, over })))
  }
}

const datesIn = ({ date, dates = '' }: Data): GameDateId[] =>
  date === undefined ? dates.split(',').map((id) => Number(id) as GameDateId) : [date]

/** @param over data of the mails that are replaced, oldest first */
function dataOf(
  w: GroupWork,
  session: SessionRow,
  { move: { ids, date, after, rule, reason = '' }, over }: { move: Move; over: readonly Data[] },
): Data {
  const all = [...new Set([...over.flatMap(datesIn), ...ids])]
  const before = over.map(wasIn)
  const same = before.find((was) => was.of === date.id)
  const was = same ? wasOf({ ...date, ...same }, after) : { ...wasOf(date, after), ...before[0] }
  // Null: it was no series.
  const first = (before.find((one) => one.rule !== undefined) ?? { rule }).rule
  const explained = reason.trim() === '' ? over.findLast((one) => one.reason) : undefined
  return {
    ...sessionOf(session, all),
    ...(all.length === 1 && { starts: after.starts_at }),
    ...saidBy(w, explained?.reason ?? reason, {
      of: date.id,
      ...was,
      ...(first !== undefined && { rule: first }),
    }),
    ...(explained && { by: explained.by }),
  }
}
