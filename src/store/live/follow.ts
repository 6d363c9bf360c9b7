import type { EventSourceMessage } from 'eventsource-parser'
import { isAttended, onAttention, whenAttended } from '#src/platform/attention.ts'
import { type AppThunk, addAppListener } from '../reducer.ts'
import type { Services } from '../session/services.ts'
import { sessionEnded } from '../session/slice.ts'
import { changePublished, changesMissed, isKnown } from './changes.ts'
import { refetchChanged } from './refetch.ts'
import { openStream, readStream } from './stream.ts'

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
