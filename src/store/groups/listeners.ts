import type { Store } from '@reduxjs/toolkit'
import type { Group } from '#contract/groups.ts'

import { listen } from '#src/platform/listen.ts'
import { baseApi } from '../http/baseApi.ts'
import type { AppStartListening, RootState } from '../reducer.ts'
import { groupsApi } from './api.ts'
import { groupsActions } from './slice.ts'

const LIST_WITHIN_MS = 30_000

const { acceptInvite, createGroup, listGroups, listInvites, listMutes } = groupsApi.endpoints

const knownIds = (state: RootState): ReadonlySet<number> =>
  new Set(
    listGroups
      .select()(state)
      .data?.map(({ id }) => id),
  )

/**
 * Opens the group of an accepted invite that came by a link. Finds a new group by its name and its absence from the
 * list before: the response has no id.
 */
export function listenForGroups(startListening: AppStartListening): void {
  startListening({
    matcher: acceptInvite.matchFulfilled,
    effect: ({ payload: { group_id } }, { extra }) => {
      const isThere = extra.currentPath().startsWith('/discordia/dashboard')
      if (group_id !== undefined && isThere) extra.goTo(`/discordia/dashboard?group=${group_id}`)
    },
  })

  startListening({
    matcher: createGroup.matchFulfilled,
    effect: async ({ payload: { name } }, { dispatch, getOriginalState, take }) => {
      const known = knownIds(getOriginalState())
      const foundedIn = (groups: readonly Group[]) =>
        groups.findLast(
          ({ id, is_owner, ...group }) => is_owner && group.name === name && !known.has(id),
        )
      const taken = await take(
        (action) => listGroups.matchFulfilled(action) && foundedIn(action.payload) !== undefined,
        LIST_WITHIN_MS,
      )
      const list = taken?.[0]
      const founded = listGroups.matchFulfilled(list) && foundedIn(list.payload)
      if (founded) dispatch(groupsActions.groupFounded(founded.id))
    },
  })
}

/** Lists that other members change too, with their tags. */
const SHARED_LISTS = [
  [listGroups, 'Group'],
  [listInvites, 'Invite'],
  [listMutes, 'Mute'],
] as const

const FRESH_MS = 5000

/** Refetches stale shared lists in use when the visitor returns to the page. Returns a function that stops it. */
export const refetchOnReturn = (store: Store<RootState>): (() => void) =>
  onReturn(() => {
    const state = store.getState()
    if (state.session.status !== 'member') return
    const stale = SHARED_LISTS.flatMap(([{ select }, tag]) => {
      const { isUninitialized, isLoading, fulfilledTimeStamp = 0 } = select()(state)
      const isFresh = Date.now() - fulfilledTimeStamp < FRESH_MS
      return isUninitialized || isLoading || isFresh ? [] : [tag]
    })
    if (stale.length > 0) store.dispatch(baseApi.util.invalidateTags(stale))
  })

/**
 * Calls back when the visitor returns to the page from another window, tab or app; returns a function that stops it.
 * Phones report only the visibility, windows side by side only the focus, most browsers both.
 */
function onReturn(callback: () => void): () => void {
  const handleVisibility = () => document.visibilityState === 'visible' && callback()
  const stops = [
    listen(window, { focus: callback }),
    listen(document, { visibilitychange: handleVisibility }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
