import { fallback, number, string } from 'valibot'
import { calendarRoutes as routes } from '#contract/calendar.ts'
import type { FeedId } from '#contract/ids.ts'
import type {
  Feed,
  NewFeed,
  Upcoming,
  UpcomingDate,
  UpcomingEntry,
  UpcomingInvite,
  UpcomingPoll,
} from '#contract/schemas/calendar.ts'
import { baseApi } from '../http/baseApi.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { idOrNull, list, object, textOrEmpty, textOrNull } from '../http/schema.ts'

const feedChecks = {
  id: number(),
  name: string(),
  created_at: textOrEmpty,
  last_used_at: textOrNull,
}
const feed = object<Feed>(feedChecks)
const newFeed = object<NewFeed>({ ...feedChecks, url: string() })

const beginning = <Row>(row: Parameters<typeof list<Row>>[0]) =>
  object<{ items: Row[]; total: number }>({ items: list(row), total: fallback(number(), 0) })
const upcoming = object<Upcoming>({
  dates: beginning(
    object<UpcomingDate>({
      group_id: idOrNull,
      group_name: textOrNull,
      content_id: idOrNull,
      title: string(),
      starts_at: string(),
      ends_at: textOrEmpty,
      location: textOrNull,
      state: string(),
      offered_until: textOrNull,
    }),
  ),
  polls: beginning(
    object<UpcomingPoll>({ group_id: number(), group_name: textOrEmpty, title: string() }),
  ),
  invites: beginning(object<UpcomingInvite>({ id: number(), group_name: string() })),
  entries: beginning(object<UpcomingEntry>({ id: number(), title: string() })),
})

/** Tags of the plans of all groups in the response: an answer to a date or poll changes these rows too. */
const plansIn = ({ dates, polls }: Upcoming) =>
  [...dates.items, ...polls.items].flatMap(({ group_id }) =>
    group_id === null ? [] : [{ type: 'GroupPlan', id: group_id } as const],
  )

const api = baseApi.enhanceEndpoints({ addTagTypes: ['Feed'] })

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFeeds: build.query<Feed[], void>({
      query: () => request(routes.listFeeds),
      responseSchema: list(feed),
      providesTags: ['Feed'],
    }),
    createFeed: build.mutation<NewFeed, { name: string }>({
      query: (body) => request(routes.createFeed, { body }),
      responseSchema: newFeed,
      invalidatesTags: (_, error) => (error ? ['Feed'] : ['Feed', 'SecurityEvent']),
    }),
    revokeFeed: build.mutation<unknown, FeedId>({
      query: (id) => request(routes.revokeFeed, { params: { id } }),
      invalidatesTags: ['Feed', 'SecurityEvent'],
    }),
    getUpcoming: build.query<Upcoming, void>({
      query: () => request(routes.getUpcoming),
      responseSchema: upcoming,
      providesTags: (result) => [
        ...(['Upcoming', 'Group', 'Invite', 'GlossaryEntry'] as const),
        ...(result ? plansIn(result) : []),
      ],
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
