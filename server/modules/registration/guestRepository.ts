import { sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { count, deleteRow, findRow, type HasDb, type Read, updateRow } from '../../db/rows.ts'
import { refusalIn } from '../../http/errors.ts'
import { emailKey } from '../../text/keys.ts'
import type { Work } from '../../work/work.ts'
import { mailRegistrations } from './mails.ts'
import { stateOfSignUp } from './policy.ts'
import {
  companionsOf,
  countRegistrations,
  type EventRow,
  findRegistration,
  lockAnyEvent,
  lockOrder,
  memberOnly,
  publishRegistrations,
  type RegistrationRow,
} from './repository.ts'
import { offerSeats } from './seatRepository.ts'
import { digestOf } from './seatTokens.ts'
import { assertFreeSlot, lockWithParent } from './tableRepository.ts'

/* People who sign up without an account: rows of registrations with an address and without a user. */

export type Guest = RegistrationRow & { readonly email: string; readonly email_key: string }

/** The registration of a mailed link; undefined once it is erased, forgotten or joined to an account. */
export async function findLinked(w: HasDb, { id, digest }: Named): Promise<Guest | undefined> {
  const row = await findRow(w.db, 'registrations', id)
  if (row?.email_key == null || row.user_id !== null) return undefined
  return digestOf(row.email_key) === digest ? (row as Guest) : undefined
}
type Named = { readonly id: RegistrationRow['id']; readonly digest: string }

/** Beginning of the mark of a registration that was asked for without a proof of work; its id follows. */
export const UNPROVEN = 'unproven '

/** Unconfirmed seats and places: people of an event, its rows without a proof, and rows of an address at all events. */
export async function countHeld(w: Read, event: ContentId, email: string) {
  const held = w.db.selectFrom('registrations').where('guest_until', '>', w.now)
  const { people } = await held
    .select(sql<number>`coalesce(sum(1 + companions), 0)`.as('people'))
    .where('content_id', '=', event)
    .executeTakeFirstOrThrow()
  return {
    people: Number(people),
    unproven: await count(
      w.db.selectFrom('guest_marks').where('mark', 'in', (is) =>
        is
          .selectFrom('registrations')
          .select(sql<string>`'${sql.raw(UNPROVEN)}' || id`.as('mark'))
          .where('content_id', '=', event)
          .where('guest_until', '>', w.now),
      ),
    ),
    ofAddress: await count(held.where('email_key', '=', emailKey(email))),
  }
}

/** @returns false for a mark that is there already @param expires null: never */
export async function mark(w: HasDb, text: string, expires: number | null): Promise<boolean> {
  const added = await w.db
    .insertInto('guest_marks')
    .values({ mark: text, expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Locks a mark, which is made if it is not there. */
export const renewMark = (w: HasDb, text: string, expires_at: number) =>
  w.db
    .insertInto('guest_marks')
    .values({ mark: text, expires_at })
    .onConflict((conflict) => conflict.column('mark').doUpdateSet({ expires_at }))
    .execute()

export const isMarked = async (w: HasDb, text: string): Promise<boolean> =>
  (await count(w.db.selectFrom('guest_marks').where('mark', '=', text))) > 0

type Account = { readonly id: MemberId; readonly email_key: string; readonly username: string }

/**
 * Gives a member the seats and places that were asked for with the same address, without an account. A seat that is not
 * confirmed yet is an offer. A seat that the member cannot have, beside another one, stays with its mailed link.
 * @param account locked, as after a login
 */
export async function joinGuestSeats(w: Work, { id, email_key }: Account): Promise<void> {
  const rows = await w.db
    .selectFrom('registrations')
    .innerJoin('contents', 'contents.id', 'registrations.content_id')
    .selectAll('registrations')
    .where((is) => is.and({ email_key, user_id: null }))
    .orderBy(lockOrder)
    .execute()
  for (const row of rows) {
    const event = await lockWithParent(w, row.content_id)
    if (event === undefined) continue
    const former = await findRegistration(w, event.id, memberOnly(id))
    if (!(await mayJoin(w, event, { row, former, member: id }))) continue
    if (former) await deleteRow(w.db, 'registrations', former.id)
    const own = { user_id: id, name: null, email: null, email_key: null, guest_until: null }
    // An unconfirmed place begins at the end of the waiting list.
    const place = isPlace(row) && { state: 'waiting' as const, queued_at: w.now }
    const change = { ...own, ...place, updated_at: w.now }
    const joined = await updateRow(w.db, 'registrations', row.id, change)
    if (place) mailRegistrations(w, 'waiting', [joined])
    await publishRegistrations(w, [joined])
  }
}

/** A place on the waiting list that is not confirmed yet. */
const isPlace = ({ guest_until, state }: RegistrationRow): boolean =>
  guest_until !== null && state === 'cancelled'

/** @throws Refusal where nothing is free any more */
export const stateOnceConfirmed = async (w: Read, event: EventRow, row: RegistrationRow) =>
  stateOfSignUp({ now: w.now, event, mine: undefined }, await countRegistrations(w, event.id), {
    companions: companionsOf(row),
    may_wait: true,
  })

type Joining = {
  readonly row: RegistrationRow
  /** What the member has at the event. */
  readonly former: RegistrationRow | undefined
  readonly member: MemberId
}

async function mayJoin(w: Work, event: EventRow, { row, former, member }: Joining) {
  const isOver = row.guest_until !== null && row.guest_until <= w.now
  if (isOver || (former !== undefined && former.state !== 'cancelled')) return false
  const refused = await refusalIn(async () => {
    if (isPlace(row)) await stateOnceConfirmed(w, event, row)
    await assertFreeSlot(w, event, { ...row, ...memberOnly(member) })
  })
  return refused === null
}

/** Deletes a registration without an account, and those at the tables of its event; waiting people are offered the seats. */
export async function eraseGuest(w: Work, event: EventRow, row: Guest): Promise<void> {
  const tables = w.db.selectFrom('contents').select('id').where('parent_id', '=', event.id)
  const erased = await w.db
    .deleteFrom('registrations')
    .where((is) => is.and({ email_key: row.email_key, user_id: null }))
    .where(({ or, eb }) => or([eb('id', '=', row.id), eb('content_id', 'in', tables)]))
    .returning('content_id')
    .execute()
  for (const { content_id } of erased) {
    const freed = await lockAnyEvent(w, content_id)
    if (freed) await offerSeats(w, freed)
  }
}
