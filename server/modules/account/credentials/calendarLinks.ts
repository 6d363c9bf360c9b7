import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'
import { recordEvent } from '../security-log/eventRepository.ts'

/** Calendar links open without a session, and are rows of another module. Injected by `server/modules.ts`. */
export type CalendarLinks = {
  readonly countFeeds: (db: Db, member: MemberId) => Promise<number>
  readonly deleteFeedsSince: (tx: Db, member: MemberId, since: number) => Promise<number>
}
type Holder = { readonly calendarLinks: CalendarLinks }

/** Ends the calendar links of an account that someone else may have used. @returns what the mail about it says */
export async function endCalendarLinks(
  tx: Db,
  { calendarLinks }: Holder,
  member: MemberId,
  client: Client,
  now: number,
): Promise<{ readonly feeds?: string }> {
  const ended = await calendarLinks.deleteFeedsSince(tx, member, 0)
  if (ended === 0) return {}
  await recordEvent(tx, member, 'feed_revoked', client, now)
  return { feeds: String(ended) }
}

/** Ends the calendar links if the member says that someone else may know the former password. */
export const endIfKnown = async (
  isKnown: boolean | undefined,
  ...ended: Parameters<typeof endCalendarLinks>
) => (isKnown === true ? endCalendarLinks(...ended) : {})

/** A number announces that the change of a password can end as many; absent without calendar links. */
export async function announceCalendarLinks(
  db: Db,
  { calendarLinks }: Holder,
  member: MemberId,
): Promise<{ readonly calendar_links?: number }> {
  const count = await calendarLinks.countFeeds(db, member)
  return count === 0 ? {} : { calendar_links: count }
}
