import { sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import { type EventRow, offerEnds, type RegistrationRow } from './repository.ts'

/* Due registrations at a time. Nothing is locked. */

const EVENTS_MAX = 1000

/** Events that are not over, soonest first. A cancelled one that was withdrawn still owes its mails. */
export const listEventsAhead = (w: Read): Promise<EventRow[]> =>
  w.db
    .selectFrom('contents')
    .selectAll()
    .where('kind', '=', 'event')
    .where('seats', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('cancelled_at', 'is not', null),
        and([eb('publish_at', '<=', w.now), eb('unpublished_at', 'is', null)]),
      ]),
    )
    .where('ends_at', '>', w.now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(EVENTS_MAX)
    .execute() as Promise<EventRow[]>

/** @param facts the ones facts that participants should have been notified of */
export async function countDue(w: Read, event: EventRow, facts: string) {
  const counted = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(case when ${condition} then 1 end)`
  return w.db
    .selectFrom('registrations')
    .select([
      counted(sql`state = 'offered' and offered_until is null`).as('suspended'),
      counted(sql`state = 'offered' and ${offerEnds(event)} <= ${w.now}`).as('over'),
      counted(sql`state in ('coming', 'offered')`).as('taken'),
      counted(sql`state = 'waiting'`).as('waiting'),
      counted(sql`state <> 'cancelled' and told <> ${facts}`).as('unnotified'),
      counted(sql`state = 'coming' and reminded_at is null`).as('unreminded'),
    ])
    .where('content_id', '=', event.id)
    .executeTakeFirstOrThrow()
}

const signedUp = (w: HasDb, event: ContentId, limit: number) =>
  w.db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .limit(limit)

export const listNotifiedOtherwise = (
  w: HasDb,
  event: ContentId,
  facts: string,
  limit: number,
): Promise<RegistrationRow[]> => signedUp(w, event, limit).where('told', '<>', facts).execute()

export const listUnreminded = (
  w: HasDb,
  event: ContentId,
  limit: number,
): Promise<RegistrationRow[]> =>
  signedUp(w, event, limit).where('state', '=', 'coming').where('reminded_at', 'is', null).execute()
