import { type Insertable, sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import {
  REGISTRATION_STATES,
  type RegistrationAudience,
  type RegistrationState,
} from '#contract/sets.ts'
import type { Expire } from '../../db/expiry.ts'
import type { DB, Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import type { Condition } from '../../desk/listQuery.ts'
import type { RegistrationRow } from './repository.ts'

/* Reads and writes of the desk about registrations. */

export const registrationStates = () =>
  Object.fromEntries(
    REGISTRATION_STATES.map((state) => [state, sql<boolean>`(state = ${state})`]),
  ) as Record<RegistrationState, Condition>

/** Titles of events, by id. */
export async function listTitles(
  db: Db,
  ids: readonly ContentId[],
): Promise<ReadonlyMap<ContentId, string>> {
  const rows = await db
    .selectFrom('contents')
    .select(['id', 'title'])
    .where(isOneOf(db, 'id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const STATES = {
  coming: ['coming'],
  everybody: ['coming', 'offered', 'waiting'],
} as const satisfies Record<RegistrationAudience, readonly RegistrationState[]>

/** Earliest registration first. */
export const listRegistered = (
  db: Db,
  event: ContentId,
  audience: RegistrationAudience,
): Promise<RegistrationRow[]> =>
  registered(db, event).where('state', 'in', STATES[audience]).execute()

/** Includes cancelled registrations. */
export const listAllRegistered = (db: Db, event: ContentId): Promise<RegistrationRow[]> =>
  registered(db, event).execute()

/** Limit far above seats and waiting list together. */
const ROWS_MAX = 5000

const registered = (db: Db, event: ContentId) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event)
    .orderBy('queued_at')
    .orderBy('id')
    .limit(ROWS_MAX)

export async function insertMessage(
  tx: Db,
  message: Insertable<DB['registration_messages']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('registration_messages')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findMessage = (db: Db, id: number) =>
  db.selectFrom('registration_messages').selectAll().where('id', '=', id).executeTakeFirst()

/** Blanks the answers of members after the event: they may be about their health. The attendance stays. */
export const blankAnswers: Expire = async (db, before, limit) => {
  const { numUpdatedRows } = await db
    .updateTable('registrations')
    .set({ answers: '[]' })
    .where('id', 'in', (is) =>
      is
        .selectFrom('registrations')
        .innerJoin('contents', 'contents.id', 'registrations.content_id')
        .select('registrations.id')
        .where('contents.ends_at', '<', before)
        .where('answers', '<>', '[]')
        .orderBy('registrations.id')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
