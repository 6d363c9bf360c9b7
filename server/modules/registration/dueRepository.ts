import { sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { type EventRow, offerEnds, type RegistrationRow } from './repository.ts'

/* Due registrations at a time. Nothing is locked. */

const EVENTS_MAX = 1000

/** Events that are not over, soonest first. A cancelled one that was withdrawn still owes its mails. */
export const listEventsAhead = (db: Db, now: number): Promise<EventRow[]> =>
  db
    .selectFrom('contents')
    .selectAll()
    .where('kind', '=', 'event')
    .where('seats', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('cancelled_at', 'is not', null),
        and([eb('publish_at', '<=', now), eb('unpublished_at', 'is', null)]),
      ]),
    )
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(EVENTS_MAX)
    .execute() as Promise<EventRow[]>

/** @param facts the ones facts that participants should have been notified of */
export async function countDue(db: Db, event: EventRow, facts: string, now: number) {
  const counted = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(case when ${condition} then 1 end)`
  return db
    .selectFrom('registrations')
    .select([
      counted(sql`state = 'offered' and offered_until is null`).as('suspended'),
      counted(sql`state = 'offered' and ${offerEnds(event)} <= ${now}`).as('over'),
      counted(sql`state in ('coming', 'offered')`).as('taken'),
      counted(sql`state = 'waiting'`).as('waiting'),
      counted(sql`state <> 'cancelled' and told <> ${facts}`).as('unnotified'),
      counted(sql`state = 'coming' and reminded_at is null`).as('unreminded'),
    ])
    .where('content_id', '=', event.id)
    .executeTakeFirstOrThrow()
}

const signedUp = (db: Db, event: ContentId, limit: number) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .limit(limit)

export const listNotifiedOtherwise = (
  db: Db,
  event: ContentId,
  facts: string,
  limit: number,
): Promise<RegistrationRow[]> => signedUp(db, event, limit).where('told', '<>', facts).execute()

export const listUnreminded = (
  db: Db,
  event: ContentId,
  limit: number,
): Promise<RegistrationRow[]> =>
  signedUp(db, event, limit)
    .where('state', '=', 'coming')
    .where('reminded_at', 'is', null)
    .execute()
