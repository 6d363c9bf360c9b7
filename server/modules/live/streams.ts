import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { MemberId } from '#contract/ids.ts'
import { LIVE_BEAT_SECONDS, LIVE_STREAMS_MAX } from '#contract/liveLimits.ts'
import type { ToldChange } from '../../db/liveEvents.ts'
import type { Deps } from '../../http/deps.ts'
import { listOpenSessions } from '../account/repository.ts'
import { frame, OVERLAP_MS, type Position, positionIn } from './frames.ts'
import { type EventRow, listEventsSince } from './repository.ts'

/** What a stream needs of a response of Node. */
export type Outlet = {
  write(text: string): unknown
  end(): unknown
  destroy(): unknown
  /** Bytes that the client has not taken yet. */
  readonly writableLength: number
}
type Stream = {
  readonly member: MemberId
  readonly session: string
  /** Epoch milliseconds. */
  readonly endsAt: number
  readonly outlet: Outlet
  /** In which turn it gets its beat. */
  readonly turn: number
}

/** Bounds of one process. */
export const STREAM_LIMITS = {
  /** Further ones are refused: each takes a connection, of which there are twice as many. */
  streams: 4096,
  /** Bytes; a client that is behind by more is disconnected, and continues where it was. */
  behind: 64 * 1024,
  /** Rows of one stream that comes back; for more, it gets a `reset`. */
  missed: 500,
  /** Rows of all streams after a lost connection to the database. */
  missedByAll: 5000,
}
export type StreamLimits = Readonly<typeof STREAM_LIMITS>

/** Streams get their beats in as many turns. */
const TURNS = 5
const TURN_MS = (LIVE_BEAT_SECONDS * 1000) / TURNS

type Parts = Pick<Deps, 'db' | 'clock'>
type Log = Pick<FastifyBaseLogger, 'warn'>
export type Streams = ReturnType<typeof makeStreams>

declare module 'fastify' {
  interface FastifyInstance {
    readonly liveStreams: Streams
  }
}

/** The open streams of this process. Messages bring the changes, so that no stream reads the database (decision 022). */
export function makeStreams({ db, clock }: Parts, log: Log, limits: StreamLimits = STREAM_LIMITS) {
  const byMember = new Map<MemberId, Set<Stream>>()
  let count = 0
  let opened = 0
  let turn = 0
  let isClosed = false
  let isHearing = () => true
  /** Until then, messages were heard. */
  let heardUntil = clock()
  let timer: NodeJS.Timeout | undefined

  const all = () => [...byMember.values()].flatMap((streams) => [...streams])

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
    if (stream.outlet.writableLength <= limits.behind) return
    forget(stream)
    stream.outlet.destroy()
  }

  function tell({ kind, subject, at, rows }: ToldChange): void {
    for (const [row, member] of rows)
      for (const stream of byMember.get(member as MemberId) ?? [])
        send(stream, frame({ event: kind, subject, position: { at, row } }))
  }

  const told = (rows: readonly EventRow[]) => {
    for (const { id, user_id, kind, subject_id, created_at } of rows)
      tell({ kind, subject: subject_id, at: created_at, rows: [[id, user_id]] })
  }

  /** All changes up to now; nothing while messages may have been missed. */
  const positionNow = (): Position | undefined =>
    isHearing() ? { at: clock(), row: 0 } : undefined

  const reset = () => frame({ event: 'reset', position: positionNow() })

  /** What a stream has missed since it was at a position; what it had in the last moments, too. */
  async function missedSince(lastEventId: string, member: MemberId): Promise<string> {
    const position = positionIn(lastEventId, clock())
    if (position === null) return reset()
    const since = position.at - OVERLAP_MS
    const rows = await listEventsSince(db, since, limits.missed + 1, member)
    if (rows.length > limits.missed) return reset()
    return rows
      .filter(({ id }) => id !== position.row)
      .map(({ id, kind, subject_id, created_at }) =>
        frame({ event: kind, subject: subject_id, position: { at: created_at, row: id } }),
      )
      .join('')
  }

  /** Messages may have been missed since `heardUntil`. */
  async function lookAgain(): Promise<void> {
    const since = heardUntil - OVERLAP_MS
    heardUntil = clock()
    if (count === 0) return
    const rows = await listEventsSince(db, since, limits.missedByAll + 1)
    if (rows.length <= limits.missedByAll) told(rows)
    else for (const stream of all()) send(stream, reset())
  }

  /** A member whose session or account has ended hears no more; a token that expires is named as the reason. */
  async function tick(): Promise<void> {
    const now = clock()
    if (isHearing()) heardUntil = now
    turn = (turn + 1) % TURNS
    for (const stream of all()) {
      if (stream.endsAt > now) continue
      send(stream, frame({ event: 'expired' }))
      end(stream)
    }
    const due = all().filter((stream) => stream.turn === turn)
    if (due.length === 0) return
    const beat = frame({ event: 'beat', position: positionNow() })
    for (const stream of due) send(stream, beat)
    const open = await listOpenSessions(
      db,
      due.map(({ session }) => session),
    )
    for (const stream of due) if (!open.has(stream.session)) end(stream)
  }

  const warned = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'streams could not look'))

  return {
    isFull: () => isClosed || count >= limits.streams,
    size: () => count,

    /** A stream that all changes of the member go to from now on. */
    open(caller: Omit<Stream, 'turn'>) {
      opened += 1
      const stream = { ...caller, turn: opened % TURNS }
      const streams = byMember.get(stream.member) ?? new Set()
      byMember.set(stream.member, streams.add(stream))
      count += 1
      for (const oldest of [...streams].slice(0, -LIVE_STREAMS_MAX)) end(oldest)
      return {
        /** Sends what was missed, and where the stream is. */
        async begin(lastEventId: string | undefined): Promise<void> {
          const start = frame({ event: 'beat', position: positionNow() })
          const missed =
            lastEventId === undefined ? '' : await missedSince(lastEventId, stream.member)
          send(stream, missed + start)
        },
        end: () => end(stream),
        forget: () => forget(stream),
      }
    },

    /** Data of a message with the topic of `liveEvents.ts`. */
    heard(data: unknown): void {
      const change = data as ToldChange | null
      // A process of another version may tell it otherwise.
      if (Array.isArray(change?.rows)) tell(change)
    },
    missed: () => warned(lookAgain()),
    tick,

    /** Begins to beat. @param hearing whether messages of other processes arrive */
    start(hearing: () => boolean): void {
      isHearing = hearing
      heardUntil = clock()
      timer = setInterval(() => warned(tick()), TURN_MS).unref()
    },
    /** Ends all streams; their clients continue elsewhere. */
    close(): void {
      isClosed = true
      clearInterval(timer)
      for (const stream of all()) end(stream)
    },
  }
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
