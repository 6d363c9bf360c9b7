import type { MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/rows.ts'
import type { Client } from '../../../http/client.ts'
import { recordEvent } from '../security-log/eventRepository.ts'

/** Calendar links open without a session, and are rows of another module. Injected by `server/modules.ts`. */
export type CalendarLinks = {
  readonly countFeeds: (w: HasDb, member: MemberId) => Promise<number>
  readonly deleteFeedsSince: (w: HasDb, member: MemberId, since: number) => Promise<number>
}
type Holder = { readonly calendarLinks: CalendarLinks }

/** Ends the calendar links of an account that someone else may have used. @returns what the mail about it says */
export async function endCalendarLinks(
  w: Read & Holder,
  member: MemberId,
  client: Client,
): Promise<{ readonly feeds?: string }> {
  const ended = await w.calendarLinks.deleteFeedsSince(w, member, 0)
  if (ended === 0) return {}
  await recordEvent(w, member, 'feed_revoked', client)
  return { feeds: String(ended) }
}

/** A number announces that the change of a password can end as many; absent without calendar links. */
export async function announceCalendarLinks(
  w: HasDb & Holder,
  member: MemberId,
): Promise<{ readonly calendar_links?: number }> {
  const count = await w.calendarLinks.countFeeds(w, member)
  return count === 0 ? {} : { calendar_links: count }
}
