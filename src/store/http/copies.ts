import type { BaseQueryApi, FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import { type Late, readCopyMark } from '#src/offline/lateResponse.ts'
import { putEarlyResponse } from '#src/platform/earlyResponses.ts'
import {
  become,
  isOffline,
  lookForServer,
  noteResponse,
  oldestCopy,
} from '#src/platform/offline.ts'
import { serverResponds } from '#src/platform/serverResponds.ts'
import { prefetchEnded, prefetchStarted } from './loading.ts'

type Sent = { readonly meta?: FetchBaseQueryMeta | undefined }

export type Endpoint = {
  readonly initiate: (args: unknown, options: object) => Parameters<BaseQueryApi['dispatch']>[0]
}
type State = { readonly api: { readonly queries: Record<string, { originalArgs?: unknown }> } }

/** Makes the call of a page again, without the loading overlay; what the page shows stays until then. */
function repeatUnseen(
  { dispatch, getState, queryCacheKey = '' }: BaseQueryApi,
  endpoint: Endpoint | undefined,
): void {
  const call = (getState() as State).api.queries[queryCacheKey]
  if (call === undefined || endpoint === undefined) return
  dispatch(prefetchStarted(queryCacheKey))
  const repeated: unknown = dispatch(
    endpoint.initiate(call.originalArgs, { forceRefetch: true, subscribe: false }),
  )
  void Promise.resolve(repeated).finally(() => dispatch(prefetchEnded(queryCacheKey)))
}

/** Calls that got copies, by URL. */
const awaited = new Map<string, { repeat: () => void; request: Request; until: number }>()
/** Far more calls than a page has; the one that waits longest is given up. */
const AWAITED_MAX = 100
/** Longest wait for a late response once the server responds again: some connections never end. */
const LATE_MS_MAX = 15_000

/**
 * Notes that a call has failed, or got a copy of the worker. It is repeated for a copy: when the late response has come,
 * which the call then gets without the network, or when the server is back.
 */
export function followCall(
  { meta }: Sent,
  api: BaseQueryApi,
  endpoints: Readonly<Record<string, Endpoint>>,
): void {
  if (api.signal.aborted) return
  const repeat = () => repeatUnseen(api, endpoints[api.endpoint])
  lookForServer(stopLooking)
  const copy = readCopyMark(meta?.response?.headers)
  if (copy && meta) {
    const until = copy.isLate ? Date.now() + LATE_MS_MAX : 0
    awaitResponse({ repeat, request: meta.request, until })
    become({ copyAt: Math.min(copy.at, oldestCopy() ?? copy.at) })
    if (looking === undefined) look(LOOK_AGAIN_MS)
    // A failure alone proves nothing, because extensions block single calls: the server is asked until it responds.
  } else if (looking === undefined && !isOffline()) look(0)
}

/** Browsers do not know when a server is back. */
const LOOK_AGAIN_MS = 5000
/** The timer of the next look; undefined unless there is one. */
let looking: ReturnType<typeof setTimeout> | undefined

function stopLooking(): void {
  clearTimeout(looking)
  looking = undefined
}

function look(after: number): void {
  const timer = setTimeout(async () => {
    const responds = await serverResponds()
    // A call has been quicker.
    if (looking !== timer) return
    if (responds && repeatAll()) return noteResponse()
    become({ isLost: !responds })
    look(LOOK_AGAIN_MS)
  }, after)
  looking = timer
}

function awaitResponse(call: { repeat: () => void; request: Request; until: number }): void {
  navigator.serviceWorker.addEventListener('message', takeLate)
  const [first] = awaited.keys()
  if (first !== undefined && awaited.size >= AWAITED_MAX) awaited.delete(first)
  awaited.set(call.request.url, call)
}

/** Repeats what got copies; false while responses are still to come. */
function repeatAll(): boolean {
  for (const [url, { repeat, until }] of awaited) {
    if (until > Date.now()) continue
    awaited.delete(url)
    repeat()
  }
  return awaited.size === 0
}

function takeLate({ data }: MessageEvent): void {
  const { late } = (data ?? {}) as { late?: Late }
  if (late === undefined) return
  const call = awaited.get(late.url)
  if (call === undefined) return
  awaited.delete(late.url)
  const headers = late.headers.map(([...pair]) => pair)
  putEarlyResponse(call.request, new Response(late.text, { headers }))
  call.repeat()
}
