import { sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import {
  REGISTRATION_STATES,
  type RegistrationAudience,
  type RegistrationState,
} from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { count, deletePast, type Expire, firstIds, type HasDb, type Read } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'
import type { Condition } from '../../desk/listQuery.ts'
import type { MailData } from '../../mail/outbox.ts'
import type { Module } from '../face.ts'
import type { RegistrationRow } from './repository.ts'

/* Reads and writes of the desk about registrations. */

/** The state that the list is filtered by: an unconfirmed place on the waiting list counts as one of the list. */
const listedState = sql`case when state = 'cancelled' and guest_until is not null then 'waiting' else state end`

export const registrationStates = () =>
  Object.fromEntries(
    REGISTRATION_STATES.map((state) => [state, sql<boolean>`(${listedState} = ${state})`]),
  ) as Record<RegistrationState, Condition>

const STATES = {
  coming: ['coming'],
  everybody: ['coming', 'offered', 'waiting'],
} as const satisfies Record<RegistrationAudience, readonly RegistrationState[]>

/** People with an address, earliest registration first. */
export const listRegistered = (
  w: HasDb,
  event: ContentId,
  audience: RegistrationAudience,
): Promise<RegistrationRow[]> =>
  registered(w, event)
    .where('state', 'in', STATES[audience])
    .where(({ or, and, eb }) =>
      or([
        eb('user_id', 'is not', null),
        and([eb('email', 'is not', null), eb('guest_until', 'is', null)]),
      ]),
    )
    .execute()

/** Includes cancelled registrations. */
export const listAllRegistered = (w: HasDb, event: ContentId): Promise<RegistrationRow[]> =>
  registered(w, event).execute()

/** Limit far above seats and waiting list together. */
const ROWS_MAX = 5000

const registered = (w: HasDb, event: ContentId) =>
  w.db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event)
    .orderBy('queued_at')
    .orderBy('id')
    .limit(ROWS_MAX)

/** Rows about events. Members are signed up, with a seat or waiting, for those that are still to take place. */
export async function countOfEvents(w: Read, events: readonly ContentId[]) {
  const { registrations, signed_up } = await w.db
    .selectFrom('registrations')
    .innerJoin('contents', 'contents.id', 'registrations.content_id')
    .select((is) => [
      is.fn.countAll<number>().as('registrations'),
      sql<number>`count(case when state <> 'cancelled' and coalesce(cast(user_id as text), email) is not null and cancelled_at is null
        and ends_at > ${w.now} then 1 end)`.as('signed_up'),
    ])
    .where(isOneOf(w.db, 'content_id', events))
    .executeTakeFirstOrThrow()
  const messages = w.db.selectFrom('registration_messages')
  const sent = await count(messages.where(isOneOf(w.db, 'content_id', events)))
  return { registrations, signed_up, messages: sent }
}

/** Mails to members about their registrations for events that were not sent. */
export async function listUnsentOfEvents(
  w: HasDb,
  events: readonly ContentId[],
): Promise<number[]> {
  const registered = await w.db
    .selectFrom('registrations')
    .select('id')
    .where(isOneOf(w.db, 'content_id', events))
    .execute()
  if (registered.length === 0) return []
  const ids = new Set<number>(idsOf(registered))
  const mails = await w.db
    .selectFrom('outbox')
    .select(['id', 'data'])
    .where('kind', 'like', 'registration-%')
    .where('done_at', 'is', null)
    .execute()
  return mails.flatMap(({ id, data }) => (ids.has(registrationIn(data)) ? [id] : []))
}

const registrationIn = (data: string): number =>
  Number((JSON.parse(data) as MailData)['registration'])

/** Blanks columns some time after the event; who came, and how many, stays. @param of the rows */
const blank =
  (to: Readonly<Record<string, string | null>>, of = sql<boolean>`true`): Expire =>
  async (db, before, limit) => {
    const columns = Object.entries(to).map(([name, value]) => [sql.ref(name), value] as const)
    const each = columns.map(([column, value]) => sql`${column} is distinct from ${value}`)
    const where = sql<boolean>`(${sql.join(each, sql` or `)}) and ${of}
      and content_id in (select id from contents where ends_at < ${before})`
    const set = sql.join(columns.map(([column, value]) => sql`${column} = ${value}`))
    const { numAffectedRows = 0n } = await sql`update registrations set ${set}
      where id in ${firstIds('registrations', where, { limit })}`.execute(db)
    return Number(numAffectedRows)
  }

const NO_ACCOUNT = { name: '', email: null, email_key: null, answers: '[]' }

/** Answers of members may be about their health; names may be of people who have no account. */
export const registrationExpiries = {
  answers: { expire: blank({ answers: '[]' }), keptMs: 90 * DAY_MS },
  withoutAccount: { expire: blank(NO_ACCOUNT, sql`user_id is null`), keptMs: 30 * DAY_MS },
  unconfirmedGuests: { expire: deletePast('registrations', 'id', 'guest_until'), keptMs: 0 },
  proofs: { expire: deletePast('guest_marks', 'mark', 'expires_at'), keptMs: 0 },
  companionNames: { expire: blank({ companion_names: '[]' }), keptMs: 30 * DAY_MS },
} satisfies Module['expiries']
