import type { MemberId } from '#contract/ids.ts'
import { SECURITY_EVENTS_MAX } from '#contract/securityLimits.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import { HOUR_MS } from '../../../config/time.ts'
import { deletePast } from '../../../db/expiry.ts'
import type { Db } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'

/** Equal events within this time are one row. */
const MERGED_MS = HOUR_MS

/** Adds a line to the security log of a member. */
export async function recordEvent(
  db: Db,
  user_id: MemberId,
  event: MemberSecurityEvent,
  { browser, network }: Client,
  now: number,
): Promise<void> {
  const last = await db
    .selectFrom('security_events')
    .select(['id', 'event', 'at', 'browser', 'network'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isSame =
    last?.event === event &&
    last.browser === browser &&
    last.network === network &&
    now - last.at < MERGED_MS
  if (isSame) {
    await db
      .updateTable('security_events')
      .set((is) => ({ at: now, times: is('times', '+', 1) }))
      .where('id', '=', last.id)
      .execute()
    return
  }
  await db
    .insertInto('security_events')
    .values({ user_id, event, at: now, browser, network })
    .execute()
  await deleteOldest(db, user_id)
}

const deleteOldest = (db: Db, user: MemberId) =>
  db
    .deleteFrom('security_events')
    .where('user_id', '=', user)
    .where('id', 'not in', (is) =>
      is
        .selectFrom('security_events')
        .select('id')
        .where('user_id', '=', user)
        .orderBy('id', 'desc')
        .limit(SECURITY_EVENTS_MAX),
    )
    .execute()

/** Newest first. */
export const listEvents = (db: Db, user: MemberId) =>
  db
    .selectFrom('security_events')
    .select(['event', 'at', 'times', 'browser', 'network'])
    .where('user_id', '=', user)
    .orderBy('id', 'desc')
    .limit(SECURITY_EVENTS_MAX)
    .execute()

export const deleteOldEvents = deletePast('security_events', 'id', 'at')
