import { calendarRoutes as routes } from '#contract/calendar.ts'
import type { FeedId } from '#contract/ids.ts'
import {
  type Feed,
  type NewFeed,
  calendarSchemas as schemas,
  type Upcoming,
} from '#contract/schemas/calendar.ts'
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
      query: () => request(routes.listFeeds),
      responseSchema: responseOf(schemas.listFeeds),
      providesTags: ['Feed'],
    }),
    createFeed: build.mutation<NewFeed, { name: string }>({
      query: (body) => request(routes.createFeed, { body }),
      responseSchema: responseOf(schemas.createFeed),
      invalidatesTags: (_, error) => (error ? ['Feed'] : CHANGED),
    }),
    revokeFeed: build.mutation<unknown, FeedId>({
      query: (id) => request(routes.revokeFeed, { params: { id } }),
      invalidatesTags: CHANGED,
    }),
    getUpcoming: build.query<Upcoming, void>({
      query: () => request(routes.getUpcoming),
      responseSchema: responseOf(schemas.getUpcoming),
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
