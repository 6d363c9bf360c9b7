import type { Store } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { onReturn } from '#src/platform/windowFocus.ts'
import { baseApi } from '../http/baseApi.ts'
import type { RootState } from '../reducer.ts'

/** Lists that other people change too, with their tags. */
const SHARED = { listGroups: 'Group', listInvites: 'Invite', listMutes: 'Mute' } as const
type SharedList = keyof typeof SHARED

/** An answer younger than this is not asked for again. Milliseconds. */
const FRESH_MS = 5000

const isShared = (name: string | undefined): name is SharedList =>
  name !== undefined && Object.hasOwn(SHARED, name)

/** Reads shared lists that are in use again when the visitor comes back to the page. Returns the way to stop. */
export const rereadOnReturn = (store: Store<RootState>): (() => void) =>
  onReturn(() => {
    const { session, api } = store.getState()
    if (session.status !== 'member') return
    const stale = Object.values(api.queries).flatMap((query) => {
      // What is on its way is as fresh as it can be.
      if (!isShared(query?.endpointName) || query.status === QueryStatus.pending) return []
      const isFresh = Date.now() - (query.fulfilledTimeStamp ?? 0) < FRESH_MS
      return isFresh ? [] : [SHARED[query.endpointName]]
    })
    if (stale.length > 0) store.dispatch(baseApi.util.invalidateTags(stale))
  })
