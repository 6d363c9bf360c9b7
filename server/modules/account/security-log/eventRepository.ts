import type { MemberId } from '#contract/ids.ts'
import { type MemberSecurityEvent, SECURITY_EVENTS } from '#contract/sets.ts'
import { HOUR_MS } from '../../../config/time.ts'
import { deletePast, type HasDb, type Read } from '../../../db/rows.ts'
import type { Client } from '../../../http/client.ts'

/** Rows of each kind in a member's security log. */
export const SECURITY_EVENTS_PER_KIND = 30

/** Equal events, of one browser and network, within this time are one row. */
const MERGED_MS = HOUR_MS

/** Adds a line to the security log of a member. Events in two browsers in turn are two lines, however many they are. */
export async function recordEvent(
  w: Read,
  user_id: MemberId,
  event: MemberSecurityEvent,
  { browser, network }: Client,
): Promise<void> {
  const same = await w.db
    .selectFrom('security_events')
    .select('id')
    .where((is) => is.and({ user_id, event }))
    .where('browser', browser === null ? 'is' : '=', browser)
    .where('network', network === null ? 'is' : '=', network)
    .where('at', '>', w.now - MERGED_MS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (same !== undefined) {
    await w.db
      .updateTable('security_events')
      .set((is) => ({ at: w.now, times: is('times', '+', 1) }))
      .where('id', '=', same.id)
      .execute()
    return
  }
  await w.db
    .insertInto('security_events')
    .values({ user_id, event, at: w.now, browser, network })
    .execute()
  await deleteOldest(w, user_id, event)
}

/** Each kind has rows of its own: a flood of one, such as failed logins, does not delete others. */
const deleteOldest = (w: HasDb, user: MemberId, event: MemberSecurityEvent) =>
  w.db
    .deleteFrom('security_events')
    .where((is) => is.and({ user_id: user, event }))
    .where('id', 'not in', (is) =>
      is
        .selectFrom('security_events')
        .select('id')
        .where((is) => is.and({ user_id: user, event }))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(SECURITY_EVENTS_PER_KIND),
    )
    .execute()

/** Newest first. */
export const listEvents = (w: HasDb, user: MemberId) =>
  w.db
    .selectFrom('security_events')
    .select(['event', 'at', 'times', 'browser', 'network'])
    .where('user_id', '=', user)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SECURITY_EVENTS_PER_KIND * SECURITY_EVENTS.length)
    .execute()

export const firstNewBrowser = async (w: HasDb, user: MemberId, since: number) =>
  (
    await w.db
      .selectFrom('security_events')
      .select('at')
      .where((is) => is.and({ user_id: user, event: 'logged_in_new_browser' }))
      .where('at', '>=', since)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst()
  )?.at

export const deleteOldEvents = deletePast('security_events', 'id', 'at')
