import type { FirstSteps } from '#contract/calendar.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Read } from '../../db/schema.ts'
import { iso } from '../../text/time.ts'
import type { Sources } from './sources.ts'

/** Events that are shown to a newcomer. */
export const FIRST_EVENTS_MAX = 3

/**
 * What a member without a group can begin with, until the member hides it. Events are left out for a member who is
 * signed up for one, which is in the list of dates then.
 * @returns an empty object for everyone else
 */
export async function readFirstSteps(
  w: Read,
  sources: Sources,
  member: MemberId,
): Promise<{ readonly first_steps?: FirstSteps }> {
  if (await sources.isInGroup(w, member)) return {}
  if (await sources.hasHiddenFirstSteps(w, member)) return {}
  const signedUp = await sources.listEventsOf(w, member)
  const events = signedUp.length > 0 ? [] : await sources.listFreeSeats(w, FIRST_EVENTS_MAX)
  return {
    first_steps: {
      events: events.map(({ starts_at, ends_at, ...event }) => ({
        ...event,
        starts_at: iso(starts_at),
        ends_at: iso(ends_at),
      })),
      has_entry: await sources.hasEntries(w, member),
      preferences: await sources.findPreferences(w, member),
    },
  }
}
