import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { MemberId } from '#contract/ids.ts'
import type { STREAM_EVENTS } from '#contract/live.ts'
import type { LiveKind } from '#contract/sets.ts'
import { CLOCK_DIFFERENCE_MS, MINUTE_MS } from '../../config/time.ts'
import type { PublishedChange } from '../../db/liveEvents.ts'
import type { Deps } from '../../http/deps.ts'
import { listOpenSessions } from '../account/repository.ts'
import { type EventRow, listEventsSince } from './repository.ts'

/** Minutes for which a change is stored for streams that are continued. */
const LIVE_KEPT_MINUTES = 15

/** Position of a stream: the time of a change and its row; 0 instead of a row: all changes up to that time. */
type Position = { readonly at: number; readonly row: number }

/** Longest duration of a transaction. */
const COMMITTED_WITHIN_MS = MINUTE_MS / 2
/**
 * Time by which a continued stream reads back, so that it may repeat events (decision 022). Rows get their ids, and
 * their times, before they are committed, by the clocks of several processes: an earlier one can appear later.
 */
const OVERLAP_MS = CLOCK_DIFFERENCE_MS + COMMITTED_WITHIN_MS
/** Age after which no stream needs a row. */
export const KEPT_MS = LIVE_KEPT_MINUTES * MINUTE_MS

type Frame = {
  readonly event: LiveKind | (typeof STREAM_EVENTS)[number]
  readonly subject?: number | null
  /** Left out while the process may have missed changes. */
  readonly position?: Position | undefined
}

/** An event as it is sent; see the HTML standard, 9.2. */
function frame({ event, subject = null, position }: Frame): string {
  const id = position === undefined ? '' : `id: ${position.at}-${position.row}\n`
  return `${id}event: ${event}\ndata: ${JSON.stringify({ subject })}\n\n`
}

/** @returns null for an id that no stream can be continued from: rows may have been deleted since */
function positionIn(lastEventId: string, now: number): Position | null {
  const [, at, row] = /^(\d{1,15})-(\d{1,15})$/.exec(lastEventId) ?? []
  const position = { at: Number(at), row: Number(row) }
  const isKept =
    position.at - OVERLAP_MS > now - KEPT_MS && position.at <= now + CLOCK_DIFFERENCE_MS
  return isKept ? position : null
}

type GapTracker = ReturnType<typeof makeGapTracker>

/** Tracks whether the messages of other processes arrive, and until when they did. */
function makeGapTracker(clock: Deps['clock']) {
  let isConnected = () => true
  /** Time until which messages arrived. */
  let receivedUntil = clock()

  return {
    start(connected: () => boolean): void {
      isConnected = connected
      receivedUntil = clock()
    },
    note(): void {
      if (isConnected()) receivedUntil = clock()
    },
    /** @returns start of the gap, which the caller replays from the table */
    takeGapStart(): number {
      const since = receivedUntil
      receivedUntil = clock()
      return since
    },
    /** Position after all changes up to now; undefined while messages may be lost. */
    positionNow: (): Position | undefined => (isConnected() ? { at: clock(), row: 0 } : undefined),
  }
}

/** Seconds within which an open stream sends something. */
export const LIVE_BEAT_SECONDS = 25

/** Bounds of one process. */
export const STREAM_LIMITS = {
  /** Further streams are refused: each takes a connection, of which there are twice as many. */
  streams: 4096,
  /** Bytes; a client that is further behind is disconnected, and continues where it was. */
  behind: 64 * 1024,
  /** Rows for one continued stream; for more, it gets a `reset`. */
  replayed: 500,
  /** Rows for all streams after a lost connection to the database. */
  replayedToAll: 5000,
}
type StreamLimits = Readonly<typeof STREAM_LIMITS>

/** Streams get their beats in as many turns. */
const TURNS = 5
const TURN_MS = (LIVE_BEAT_SECONDS * 1000) / TURNS

type Parts = Pick<Deps, 'db' | 'clock'>
type Live = Parts & {
  readonly limits: StreamLimits
  readonly streams: OpenStreams
  readonly gaps: GapTracker
}
type Log = Pick<FastifyBaseLogger, 'warn'>
type Streams = ReturnType<typeof makeStreams>

declare module 'fastify' {
  interface FastifyInstance {
    readonly liveStreams: Streams
  }
}

const warnerOf = (log: Log) => (work: Promise<void>) =>
  void work.catch((error: unknown) => log.warn({ err: error }, 'the streams could not be updated'))

/**
 * The open streams of this process. Messages bring the changes, so that no stream reads the database (decision 022).
 */
export function makeStreams({ db, clock }: Parts, log: Log, limits: StreamLimits = STREAM_LIMITS) {
  const streams = makeOpenStreams(limits.behind)
  const gaps = makeGapTracker(clock)
  const live: Live = { db, clock, limits, streams, gaps }
  let opened = 0
  let turn = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const warned = warnerOf(log)

  async function tick(): Promise<void> {
    gaps.note()
    turn = (turn + 1) % TURNS
    endExpired(live)
    await beat(live, turn)
  }

  return {
    isFull: () => isClosed || streams.size() >= limits.streams,
    size: streams.size,

    /** A stream that gets all further changes of the member. */
    open(caller: Omit<Stream, 'turn'>) {
      const stream = { ...caller, turn: ++opened % TURNS }
      streams.add(stream)
      return {
        /** Sends the missed changes and the position of the stream. */
        begin: (lastEventId: string | undefined) => begin(live, stream, lastEventId),
        end: () => streams.end(stream),
        forget: () => streams.forget(stream),
      }
    },

    /** Data of a message with the topic of `liveEvents.ts`. */
    receive(data: unknown): void {
      const change = data as PublishedChange | null
      // A process of another version may send another format.
      if (Array.isArray(change?.rows)) streams.publish(change)
    },
    replayGap: () => warned(replayGap(live)),
    tick,

    /**
     * Starts the beats.
     * @param isConnected whether messages of other processes arrive
     */
    start(isConnected: () => boolean): void {
      gaps.start(isConnected)
      timer = setInterval(() => warned(tick()), TURN_MS).unref()
    },
    /** Ends all streams; their clients continue elsewhere. */
    close(): void {
      isClosed = true
      clearInterval(timer)
      for (const stream of streams.all()) streams.end(stream)
    },
  }
}

const reset = (gaps: GapTracker) => frame({ event: 'reset', position: gaps.positionNow() })

async function begin(live: Live, stream: Stream, lastEventId: string | undefined): Promise<void> {
  const start = frame({ event: 'beat', position: live.gaps.positionNow() })
  const replayed = lastEventId === undefined ? '' : await replay(live, lastEventId, stream.member)
  live.streams.send(stream, replayed + start)
}

/** Changes since the position of a stream; repeats those of the last moments. */
async function replay(live: Live, lastEventId: string, member: MemberId): Promise<string> {
  const { db, clock, limits, gaps } = live
  const position = positionIn(lastEventId, clock())
  if (position === null) return reset(gaps)
  const since = position.at - OVERLAP_MS
  const rows = await listEventsSince({ db }, { since, limit: limits.replayed + 1, member })
  if (rows.length > limits.replayed) return reset(gaps)
  return rows
    .filter(({ id }) => id !== position.row)
    .map(({ id, kind, subject_id, created_at }) =>
      frame({ event: kind, subject: subject_id, position: { at: created_at, row: id } }),
    )
    .join('')
}

/** Replays a gap, in which messages may have been lost. */
async function replayGap({ db, limits, streams, gaps }: Live): Promise<void> {
  const since = gaps.takeGapStart() - OVERLAP_MS
  if (streams.size() === 0) return
  const rows = await listEventsSince({ db }, { since, limit: limits.replayedToAll + 1 })
  if (rows.length <= limits.replayedToAll) publishRows(streams, rows)
  else for (const stream of streams.all()) streams.send(stream, reset(gaps))
}

function publishRows(streams: OpenStreams, rows: readonly EventRow[]): void {
  for (const { id, user_id, kind, subject_id, created_at } of rows)
    streams.publish({ kind, subject: subject_id, at: created_at, rows: [[id, user_id]] })
}

function endExpired({ streams, clock }: Live): void {
  for (const stream of streams.all()) {
    if (stream.endsAt > clock()) continue
    streams.send(stream, frame({ event: 'expired' }))
    streams.end(stream)
  }
}

/** Close streams of ended sessions. */
async function beat({ db, streams, gaps }: Live, turn: number): Promise<void> {
  const due = streams.all().filter((stream) => stream.turn === turn)
  if (due.length === 0) return
  const text = frame({ event: 'beat', position: gaps.positionNow() })
  for (const stream of due) streams.send(stream, text)
  const open = await listOpenSessions(
    { db },
    due.map(({ session }) => session),
  )
  for (const stream of due) if (!open.has(stream.session)) streams.end(stream)
}

export function measureStreams(registry: Registry, streams: Streams): void {
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of changes',
    registers: [registry],
    collect() {
      this.set(streams.size())
    },
  })
}

/** Open streams of one member on one process; the oldest ends when another one begins. */
export const LIVE_STREAMS_MAX = 10

/** The part of a response of Node that a stream needs. */
export type Outlet = {
  write(text: string): unknown
  end(): unknown
  destroy(): unknown
  /** Bytes that the client has not read yet. */
  readonly writableLength: number
}
type Stream = {
  readonly member: MemberId
  readonly session: string
  /** Epoch milliseconds. */
  readonly endsAt: number
  readonly outlet: Outlet
  readonly turn: number
}

type OpenStreams = ReturnType<typeof makeOpenStreams>

/**
 * Open streams by member.
 * @param behind bytes; a client that is further behind is disconnected
 */
function makeOpenStreams(behind: number) {
  const byMember = new Map<MemberId, Set<Stream>>()
  let count = 0

  function forget(stream: Stream): void {
    const streams = byMember.get(stream.member)
    if (!streams?.delete(stream)) return
    count -= 1
    if (streams.size === 0) byMember.delete(stream.member)
  }

  function end(stream: Stream): void {
    forget(stream)
    stream.outlet.end()
  }

  function send(stream: Stream, text: string): void {
    stream.outlet.write(text)
    if (stream.outlet.writableLength <= behind) return
    forget(stream)
    stream.outlet.destroy()
  }

  function publish({ kind, subject, at, rows }: PublishedChange): void {
    for (const [row, member] of rows)
      for (const stream of byMember.get(member as MemberId) ?? [])
        send(stream, frame({ event: kind, subject, position: { at, row } }))
  }

  /** Ends the oldest streams of a member who has too many. */
  function add(stream: Stream): void {
    const streams = byMember.get(stream.member) ?? new Set()
    byMember.set(stream.member, streams.add(stream))
    count += 1
    for (const oldest of [...streams].slice(0, -LIVE_STREAMS_MAX)) end(oldest)
  }

  return {
    size: () => count,
    all: () => [...byMember.values()].flatMap((streams) => [...streams]),
    add,
    forget,
    end,
    send,
    publish,
  }
}
