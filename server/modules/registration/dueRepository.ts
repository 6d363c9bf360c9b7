import { sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { type EventRow, offerEnds, type RegistrationRow, registrable } from './repository.ts'

/* Due registrations at a time. Nothing is locked. */

const EVENTS_MAX = 1000

/** Events that are not over, soonest first. */
export const listEventsAhead = (db: Db, now: number): Promise<EventRow[]> =>
  registrable(db, now)
    .selectAll()
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(EVENTS_MAX)
    .execute() as Promise<EventRow[]>

/** @param told the facts that participants should have been notified of */
export async function countDue(db: Db, event: EventRow, told: string, now: number) {
  const counted = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(case when ${condition} then 1 end)`
  return db
    .selectFrom('registrations')
    .select([
      counted(sql`state = 'offered' and offered_until is null`).as('rested'),
      counted(sql`state = 'offered' and ${offerEnds(event)} <= ${now}`).as('over'),
      counted(sql`state in ('coming', 'offered')`).as('taken'),
      counted(sql`state = 'waiting'`).as('waiting'),
      counted(sql`state = 'coming' and told <> ${told}`).as('untold'),
      counted(sql`state = 'coming' and reminded_at is null`).as('unreminded'),
    ])
    .where('content_id', '=', event.id)
    .executeTakeFirstOrThrow()
}

const coming = (db: Db, event: ContentId, limit: number) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event)
    .where('state', '=', 'coming')
    .orderBy('id')
    .limit(limit)

export const listToldOtherwise = (
  db: Db,
  event: ContentId,
  told: string,
  limit: number,
): Promise<RegistrationRow[]> => coming(db, event, limit).where('told', '<>', told).execute()

export const listUnreminded = (
  db: Db,
  event: ContentId,
  limit: number,
): Promise<RegistrationRow[]> => coming(db, event, limit).where('reminded_at', 'is', null).execute()
