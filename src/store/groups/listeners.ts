import type { Store } from '@reduxjs/toolkit'
import type { Group } from '#contract/schemas/groups.ts'
import { onReturn } from '#src/platform/windowFocus.ts'
import { baseApi } from '../http/baseApi.ts'
import { isPending } from '../http/loading.ts'
import { succeeded } from '../http/outcomes.ts'
import type { AppStartListening, RootState } from '../reducer.ts'
import { groupsActions } from './slice.ts'

const LIST_WITHIN_MS = 30_000

// Variables: inline, their types would be lost.
const created = succeeded<{ name: string }>('createGroup')
const listed = succeeded<Group[]>('listGroups')

function knownIds({ api }: RootState): ReadonlySet<number> {
  const list = Object.values(api.queries).find((query) => query?.endpointName === 'listGroups')
  return new Set(((list?.data ?? []) as Group[]).map(({ id }) => id))
}

/** Finds a new group by its name and its absence from the list before: the response has no id. */
export function listenForGroups(startListening: AppStartListening): void {
  startListening({
    matcher: created,
    effect: async ({ payload: { name } }, { dispatch, getOriginalState, take }) => {
      const known = knownIds(getOriginalState())
      const foundedIn = (groups: readonly Group[]) =>
        groups.findLast(
          ({ id, is_owner, ...group }) => is_owner && group.name === name && !known.has(id),
        )
      const taken = await take(
        (action): action is Parameters<typeof listed>[0] =>
          listed(action) && foundedIn(action.payload) !== undefined,
        LIST_WITHIN_MS,
      )
      const founded = taken && listed(taken[0]) ? foundedIn(taken[0].payload) : undefined
      if (founded) dispatch(groupsActions.groupFounded(founded.id))
    },
  })
}

/** Lists that other members change too, with their tags. */
const SHARED_LISTS = { listGroups: 'Group', listInvites: 'Invite', listMutes: 'Mute' } as const

const FRESH_MS = 5000

const isShared = (name: string | undefined): name is keyof typeof SHARED_LISTS =>
  name !== undefined && Object.hasOwn(SHARED_LISTS, name)

/** Refetches stale shared lists in use when the visitor returns to the page. Returns a function that stops it. */
export const refetchOnReturn = (store: Store<RootState>): (() => void) =>
  onReturn(() => {
    const { session, api } = store.getState()
    if (session.status !== 'member') return
    const stale = Object.values(api.queries).flatMap((query) => {
      if (!isShared(query?.endpointName) || isPending(query)) return []
      const isFresh = Date.now() - (query.fulfilledTimeStamp ?? 0) < FRESH_MS
      return isFresh ? [] : [SHARED_LISTS[query.endpointName]]
    })
    if (stale.length > 0) store.dispatch(baseApi.util.invalidateTags(stale))
  })
