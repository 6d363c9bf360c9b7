import type { GameDateId, MemberId } from '#contract/ids.ts'
import { idsOf } from '../../../db/search.ts'
import { listWaiting, withdrawAll } from '../../../mail/outbox.ts'
import type { MemberMail } from '../../../mail/table.ts'
import type { GroupWork } from '../groupCalls.ts'
import { wasIn, wasOf } from './mailFacts.ts'
import { type About as Data, saidBy, sessionMails, sessionOf } from './mails.ts'
import type { DateRow, SessionRow } from './sessionRepository.ts'

/** A mail in the outbox. */
type Told = Data & { readonly user: MemberId }
/** The first mail that a member gets about a session. It shows the session as it is when it is sent. */
const FIRST = ['session-made', 'group-joined'] as const
type About = {
  readonly ids: readonly GameDateId[]
  readonly kind?: 'session-moved' | 'session-cancelled'
}

/**
 * The members with what still waits to tell them of a session: the first mail about it, and those of a kind about some
 * of the dates, oldest first.
 */
async function listReaders(w: GroupWork, { id }: Pick<SessionRow, 'id'>, { ids, kind }: About) {
  const kinds = kind === undefined ? FIRST : [...FIRST, kind]
  const rows = await listWaiting(w, kinds, [`"session":${id},`, `"group":${w.id}}`])
  const waiting = rows.map((row) => ({ ...row, told: JSON.parse(row.data) as Told }))
  return w.group.members.map((member) => {
    const own = waiting.filter(({ told }) => told.user === member)
    const over = own.filter(
      (one) => one.kind === kind && datesIn(one.told).some((date) => ids.includes(date)),
    )
    return { member, first: FIRST.find((name) => own.some((one) => one.kind === name)), over }
  })
}
type Reader = Awaited<ReturnType<typeof listReaders>>[number]

const datesIn = ({ date, dates = '' }: Data): GameDateId[] =>
  date === undefined ? dates.split(',').map((id) => Number(id) as GameDateId) : [date]

/** Mails the others, each what is news to them. */
function mailEach(
  w: GroupWork,
  readers: readonly Reader[],
  mailTo: (reader: Reader) => MemberMail | null,
): void {
  for (const reader of readers) {
    const mail = reader.member === w.me ? null : mailTo(reader)
    if (mail !== null) w.mail([reader.member], mail)
  }
}

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

/**
 * Mails a change of dates. A mail about some of them that still waits is replaced: its dates stay, what was before is
 * what its reader was last told, and its reason stays if this change has none.
 */
export async function mailMoved(w: GroupWork, session: SessionRow, move: Move): Promise<void> {
  const readers = await listReaders(w, session, { ids: move.ids, kind: 'session-moved' })
  await withdrawAll(w, idsOf(readers.flatMap(({ over }) => over)))
  mailEach(w, readers, ({ first, over }) => {
    const told = over.map((one) => one.told)
    return first ? null : sessionMails.of('session-moved', dataOf(w, session, { move, over: told }))
  })
}

/** Mails that dates are cancelled. A single one has the time that its reader was last told. */
export async function mailCancelled(
  w: GroupWork,
  session: SessionRow,
  { ids, reason }: Pick<Move, 'ids' | 'reason'>,
): Promise<void> {
  const readers = await listReaders(w, session, { ids, kind: 'session-moved' })
  mailEach(w, readers, ({ first, over }) => {
    const was = over
      .map(({ told }) => wasIn(told))
      .find(({ of }) => ids.length === 1 && of === ids[0])
    const about = { ...sessionOf(session, ids), ...saidBy(w, reason, was) }
    return first ? null : sessionMails.of('session-cancelled', about)
  })
}

/** Mails that a date takes place after all, unless its reader has not been told yet that it does not. */
export async function mailRestored(
  w: GroupWork,
  session: SessionRow,
  id: GameDateId,
): Promise<void> {
  const readers = await listReaders(w, session, { ids: [id], kind: 'session-cancelled' })
  const over = readers.flatMap((reader) => reader.over)
  await withdrawAll(w, idsOf(over.filter(({ told }) => told.date === id)))
  const about = { ...sessionOf(session, [id]), ...saidBy(w) }
  mailEach(w, readers, ({ first, over: { length } }) =>
    first || length > 0 ? null : sessionMails.of('session-restored', about),
  )
}

/** Mails that the rest of a series is a session of its own, with what was before. */
export async function mailRest(
  w: GroupWork,
  { id: session, sequence }: SessionRow,
  { old, ...said }: ReturnType<typeof saidBy> & { readonly old: SessionRow },
): Promise<void> {
  const rest = sessionMails.of('session-rest', { session, old: old.id, ...said })
  const made = sessionMails.of('session-made', { session, sequence, ...saidBy(w) })
  mailEach(w, await listReaders(w, old, { ids: [] }), ({ first }) =>
    first === 'group-joined' ? null : first ? made : rest,
  )
}

/** @param over data of the mails that are replaced, oldest first */
function dataOf(
  w: GroupWork,
  session: SessionRow,
  { move: { ids, date, after, rule, reason = '' }, over }: { move: Move; over: readonly Data[] },
): Data {
  const all = [...new Set([...over.flatMap(datesIn), ...ids])]
  const before = over.map(wasIn)
  const same = before.find((was) => was.of === date.id)
  const was = same
    ? // The mail says so when the start is the earlier one again: the answers to it are gone.
      { ...wasOf({ ...date, ...same }, after), ...startOf(same) }
    : { ...wasOf(date, after), ...before[0] }
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

const startOf = ({ starts_at }: Partial<DateRow>) => starts_at !== undefined && { starts_at }
