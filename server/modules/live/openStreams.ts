import type { MemberId } from '#contract/ids.ts'

import type { PublishedChange } from '../../db/liveEvents.ts'
import { frame } from './frames.ts'

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
export type Stream = {
  readonly member: MemberId
  readonly session: string
  /** Epoch milliseconds. */
  readonly endsAt: number
  readonly outlet: Outlet
  /** Number of the turn in which it gets its beat. */
  readonly turn: number
}

export type OpenStreams = ReturnType<typeof makeOpenStreams>

/**
 * Open streams by member.
 * @param behind bytes; a client that is further behind is disconnected
 */
export function makeOpenStreams(behind: number) {
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
