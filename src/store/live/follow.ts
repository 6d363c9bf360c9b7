import { createAction, isAnyOf, type ListenerEffect, type UnknownAction } from '@reduxjs/toolkit'
import type { BaseQueryApi, FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { liveCalls } from '#contract/live.ts'
import { LIVE_KINDS, type LiveKind } from '#contract/sets.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { listen } from '#src/platform/listen.ts'
import { asMember, baseApi, headersOf, send, type Tag } from '../http/baseApi.ts'
import { statusOf } from '../http/errors.ts'
import { isPending, prefetchEnded, prefetchStarted } from '../http/loading.ts'
import { type ApiCall, request } from '../http/request.ts'
import { type AppDispatch, type AppThunk, addAppListener, type RootState } from '../reducer.ts'
import type { Services } from '../session/services.ts'
import { sessionEnded } from '../session/slice.ts'

type Change = { readonly kind: LiveKind; readonly subject: number | null }
type TagOfChange = Tag | { readonly type: Tag; readonly id: number }

/** The server published a change, made here or elsewhere. */
export const changePublished = createAction<Change>('live/changePublished')
/** Changes may have been missed: the stream has a gap. */
const changesMissed = createAction('live/changesMissed')

const TAGS: Readonly<Record<LiveKind, readonly Tag[]>> = {
  groups: ['Group', 'GroupPlan', 'GroupPage', 'Upcoming'],
  group: ['Group', 'GroupPlan', 'GroupPage', 'InviteLink', 'Upcoming'],
  invites: ['Invite', 'Upcoming'],
  registration: ['Registration', 'Programme', 'Upcoming'],
  entry: ['GlossaryEntry'],
  name_change: ['NameChange', 'Profile'],
}
/** Tags that are invalidated by the id of the changed subject. */
const BY_SUBJECT: readonly Tag[] = ['GroupPlan', 'GroupPage', 'InviteLink', 'Registration']

export const tagsOf = ({ kind, subject }: Change): TagOfChange[] =>
  TAGS[kind].map((type) =>
    subject !== null && BY_SUBJECT.includes(type) ? { type, id: subject } : type,
  )

export const ALL_TAGS: readonly Tag[] = [...new Set(Object.values(TAGS).flat())]

const isKnown = (kind: string): kind is LiveKind => (LIVE_KINDS as readonly string[]).includes(kind)

/** Longest silence before the stream counts as broken; the server sends heartbeats more often. */
const SILENT_MAX_MS = 60_000

type StreamResponse = { readonly body: ReadableStream<Uint8Array> }
type Opening = ApiCall & { readonly signal: AbortSignal }

/** Uses fetch: RTK Query would read the response to its end. */
const openOnce = async ({ url, signal, ...call }: Opening, api: BaseQueryApi) => {
  try {
    const response = await globalThis.fetch(
      new Request(apiBaseUrl() + url, { signal, headers: headersOf(call, api) }),
    )
    if (response.ok && response.body !== null) return { data: { body: response.body } }
    const data: unknown = await response.json().catch(() => null)
    return { error: { status: response.status, data, ...retryAfter(response) } }
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', error: String(error) } as const }
  }
}

const retryAfter = ({ headers }: Response) => {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}
}

const openAsMember = asMember((call, api, options) =>
  call.access === 'open' ? send(call, api, options) : openOnce(call as Opening, api),
)

type Opened =
  | { readonly data: StreamResponse; readonly error?: undefined }
  | {
      readonly data?: undefined
      readonly error: FetchBaseQueryError & { readonly retryAfterMs?: number }
    }

/** Opens a stream, after a refresh of the session if that is needed (behaviour 4.1). */
async function openStream(
  api: Pick<BaseQueryApi, 'dispatch' | 'getState' | 'extra'>,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<Opened> {
  const headers = lastEventId === null ? undefined : { 'Last-Event-ID': lastEventId }
  const call = { ...request(liveCalls.followChanges, {}), headers, signal }
  const own = { ...api, signal, abort: () => undefined, endpoint: 'followChanges' }
  return (await openAsMember(call, { ...own, type: 'query' }, {})) as Opened
}

/** Calls back with each event until the stream ends, breaks, or is silent for too long. Never throws. */
async function readStream(
  { body }: StreamResponse,
  onEvent: (event: EventSourceMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      timer = setTimeout(cancel, SILENT_MAX_MS)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    // The stream broke, or the response is no event stream.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Collects changes for this long: they come in groups, and together with the responses to the visitor's own calls. */
const TOGETHER_MS = 250
/** Longest wait for the refetched responses. */
const SETTLED_WITHIN_MS = 15_000

type Effect = ListenerEffect<UnknownAction, RootState, AppDispatch, Services>
type Invalidation = { readonly tags: readonly TagOfChange[]; readonly at: number }

const isChange = isAnyOf(changePublished, changesMissed)

const callsIn = (state: RootState, tags: readonly TagOfChange[]) =>
  baseApi.util
    .selectInvalidatedBy(state, [...tags])
    .map(({ queryCacheKey }) => ({ key: queryCacheKey, call: state.api.queries[queryCacheKey] }))

/** False if already refetched since the event, for example by the visitor's own mutation. */
const isStale = (state: RootState, { tags, at }: Invalidation): boolean =>
  callsIn(state, tags).some(({ call }) => (call?.startedTimeStamp ?? 0) < at)

/** Refetches changed responses that a page shows, without the loading overlay. */
function refetchChanged(): { matcher: typeof isChange; effect: Effect } {
  let pending: Invalidation[] = []
  return {
    matcher: isChange,
    effect: async (action, { getState, dispatch, delay, condition }) => {
      const tags = changePublished.match(action) ? tagsOf(action.payload) : ALL_TAGS
      pending.push({ tags, at: Date.now() })
      if (pending.length > 1) return
      await delay(TOGETHER_MS)
      const stale = pending.filter((each) => isStale(getState(), each)).flatMap((each) => each.tags)
      pending = []
      if (stale.length === 0) return
      const keys = callsIn(getState(), stale).map(({ key }) => key)
      const since = Date.now()
      for (const key of keys) dispatch(prefetchStarted(key))
      dispatch(baseApi.util.invalidateTags(stale))
      const areSettled = () => keys.every((key) => isSettled(getState(), key, since))
      await condition(areSettled, SETTLED_WITHIN_MS)
      for (const key of keys) dispatch(prefetchEnded(key))
      retryWithRefresh(keys, stale, getState(), dispatch)
    },
  }
}

/** Prefetches do not refresh the token; retry those with 401 as ordinary calls. */
function retryWithRefresh(
  keys: readonly string[],
  tags: readonly TagOfChange[],
  state: RootState,
  dispatch: AppDispatch,
): void {
  const isRefused = keys.some((key) => statusOf(state.api.queries[key]?.error) === 401)
  if (isRefused) dispatch(baseApi.util.invalidateTags([...tags]))
}

function isSettled({ api }: RootState, key: string, since: number): boolean {
  const call = api.queries[key]
  return call === undefined || ((call.startedTimeStamp ?? 0) >= since && !isPending(call))
}

/** Pause between two attempts; each failure doubles it, up to the maximum. */
const PAUSE_MS = 1000
const PAUSE_MAX_MS = 60_000
/** Statuses of a server without the call, or that refuses this member: no retry. */
const FINAL = [403, 404, 405, 501]

/** Stores that are subscribed. */
const following = new WeakSet<Services>()

/**
 * Subscribes to changes until the session ends. Only the tab in view has a stream: browsers open six connections to a
 * server without HTTP/2, and each stream takes one.
 */
export const followChanges = (): AppThunk => (dispatch, getState, extra) => {
  if (following.has(extra) || getState().session.status !== 'member') return
  following.add(extra)
  const ended = new AbortController()
  const stops = [
    dispatch(addAppListener(refetchChanged())),
    dispatch(addAppListener({ actionCreator: sessionEnded, effect: () => ended.abort() })),
  ]
  void dispatch(keepFollowing(ended.signal)).finally(() => {
    for (const stop of stops) stop()
    following.delete(extra)
  })
}

const keepFollowing =
  (signal: AbortSignal): AppThunk<Promise<void>> =>
  async (dispatch, getState, extra) => {
    let lastEventId: string | null = null
    let hasMissed = false
    let failures = 0

    function handleEvent({ event = '', id, data }: EventSourceMessage): void {
      failures = 0
      lastEventId = id ?? lastEventId
      if (event === 'reset') dispatch(changesMissed())
      else if (isKnown(event)) dispatch(changePublished({ kind: event, subject: subjectIn(data) }))
    }

    while (!signal.aborted) {
      await whenAttended(signal)
      const turn = new AbortController()
      const end = () => turn.abort()
      const stop = onAttention(() => !isAttended() && end())
      signal.addEventListener('abort', end)
      const opened = await openStream({ dispatch, getState, extra }, lastEventId, turn.signal)
      if (opened.data) {
        // A stream without a `Last-Event-ID` to resume from does not cover the time before it.
        if (hasMissed && lastEventId === null) dispatch(changesMissed())
        hasMissed = true
        await readStream(opened.data, handleEvent, turn.signal)
      }
      stop()
      signal.removeEventListener('abort', end)
      if (FINAL.includes(Number(opened.error?.status)) || isSignedOut(getState())) return
      if (!turn.signal.aborted)
        await pause(opened.error?.retryAfterMs ?? pauseAfter(failures++), signal)
    }
  }

const isSignedOut = ({ session }: { session: { status: string } }) => session.status !== 'member'

/** Jitter: pages that lost one server must not reach the next one all at once. */
const pauseAfter = (failures: number): number =>
  Math.min(PAUSE_MS * 2 ** failures, PAUSE_MAX_MS) * (0.5 + Math.random() / 2)

/** Ends early when the visitor returns or the network does. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    const stop = onAttention(finish)
    signal.addEventListener('abort', finish)
  })
}

function subjectIn(data: string): number | null {
  try {
    const { subject } = JSON.parse(data) as { readonly subject?: unknown }
    return typeof subject === 'number' ? subject : null
  } catch {
    return null
  }
}

/** Whether the visitor can see the page, and the browser has a network. */
const isAttended = (): boolean =>
  document.visibilityState === 'visible' && navigator.onLine !== false

/** Calls back when `isAttended` may have changed. Returns a function that stops it. */
function onAttention(callback: () => void): () => void {
  const stops = [
    listen(document, { visibilitychange: callback }),
    listen(window, { online: callback, offline: callback }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Resolves when the visitor can see the page and there is a network, or when it is aborted. */
function whenAttended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isAttended() && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = onAttention(look)
    signal.addEventListener('abort', look)
    look()
  })
}
