import { calendarCalls } from '#contract/calendar.ts'
import { endpointsOf } from '../http/endpoints.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'

export const calendarApi = endpointsOf(calendarCalls, {
  queries: {
    listFeeds: { tags: ['Feed'] },
    getUpcoming: { tags: ['Upcoming', 'Group', 'Invite', 'GlossaryEntry'] },
  },
  // The profile has the number of feeds.
  changes: {
    createFeed: { ends: ['Feed'], endsIfDone: ['SecurityEvent', 'Profile'] },
    revokeFeed: { ends: ['Feed', 'SecurityEvent', 'Profile'] },
  },
})

raiseToasts<typeof calendarApi>({
  createFeed: { failed: 'toast.feed_failed' },
  revokeFeed: { done: 'toast.feed_revoked', failed: 'toast.feed_revoke_failed' },
})
