import type { Store } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { onReturn } from '#src/platform/windowFocus.ts'
import { baseApi } from '../http/baseApi.ts'
import type { RootState } from '../reducer.ts'

/** Lists that other members change too, with their tags. */
const SHARED_LISTS = { listGroups: 'Group', listInvites: 'Invite', listMutes: 'Mute' } as const

const FRESH_MS = 5000

const isShared = (name: string | undefined): name is keyof typeof SHARED_LISTS =>
  name !== undefined && Object.hasOwn(SHARED_LISTS, name)

/** Refetches stale shared lists in use when the visitor returns to the page. Returns the call that stops. */
export const rereadOnReturn = (store: Store<RootState>): (() => void) =>
  onReturn(() => {
    const { session, api } = store.getState()
    if (session.status !== 'member') return
    const stale = Object.values(api.queries).flatMap((query) => {
      if (!isShared(query?.endpointName) || query.status === QueryStatus.pending) return []
      const isFresh = Date.now() - (query.fulfilledTimeStamp ?? 0) < FRESH_MS
      return isFresh ? [] : [SHARED_LISTS[query.endpointName]]
    })
    if (stale.length > 0) store.dispatch(baseApi.util.invalidateTags(stale))
  })
