import {
  calendarCalls as calls,
  type Feed,
  type NewFeed,
  type Upcoming,
} from '#contract/calendar.ts'
import type { FeedId } from '#contract/ids.ts'
import { baseApi } from '../http/baseApi.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

const api = baseApi.enhanceEndpoints({ addTagTypes: ['Feed'] })

/** The profile has the number of feeds. */
const CHANGED = ['Feed', 'SecurityEvent', 'Profile'] as const

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFeeds: build.query<Feed[], void>({
      query: () => request(calls.listFeeds),
      responseSchema: responseOf(calls.listFeeds),
      providesTags: ['Feed'],
    }),
    createFeed: build.mutation<NewFeed, { name: string }>({
      query: (body) => request(calls.createFeed, { body }),
      responseSchema: responseOf(calls.createFeed),
      invalidatesTags: (_, error) => (error ? ['Feed'] : CHANGED),
    }),
    revokeFeed: build.mutation<unknown, FeedId>({
      query: (id) => request(calls.revokeFeed, { params: { id } }),
      invalidatesTags: CHANGED,
    }),
    getUpcoming: build.query<Upcoming, void>({
      query: () => request(calls.getUpcoming),
      responseSchema: responseOf(calls.getUpcoming),
      providesTags: ['Upcoming', 'Group', 'Invite', 'GlossaryEntry'],
    }),
  }),
})

raiseToasts<typeof calendarApi>({
  createFeed: { failed: 'toast.feed_failed' },
  revokeFeed: { done: 'toast.feed_revoked', failed: 'toast.feed_revoke_failed' },
})

export const {
  useListFeedsQuery,
  useCreateFeedMutation,
  useRevokeFeedMutation,
  useGetUpcomingQuery,
} = calendarApi
