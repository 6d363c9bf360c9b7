import type { STREAM_EVENTS } from '#contract/live.ts'
import type { LiveKind } from '#contract/sets.ts'
import { CLOCK_DIFFERENCE_MS, MINUTE_MS } from '../../config/time.ts'

/** Minutes for which a change is stored for streams that are continued. */
const LIVE_KEPT_MINUTES = 15

/** Position of a stream: the time of a change and its row; 0 instead of a row: all changes up to that time. */
export type Position = { readonly at: number; readonly row: number }

/** Longest duration of a transaction. */
const COMMITTED_WITHIN_MS = MINUTE_MS / 2
/**
 * Time by which a continued stream reads back, so that it may repeat events (decision 022). Rows get their ids, and
 * their times, before they are committed, by the clocks of several processes: an earlier one can appear later.
 */
export const OVERLAP_MS = CLOCK_DIFFERENCE_MS + COMMITTED_WITHIN_MS
/** Age after which no stream needs a row. */
export const KEPT_MS = LIVE_KEPT_MINUTES * MINUTE_MS

type Frame = {
  readonly event: LiveKind | (typeof STREAM_EVENTS)[number]
  readonly subject?: number | null
  /** Left out while the process may have missed changes. */
  readonly position?: Position | undefined
}

/** An event as it is sent; see the HTML standard, 9.2. */
export function frame({ event, subject = null, position }: Frame): string {
  const id = position === undefined ? '' : `id: ${position.at}-${position.row}\n`
  return `${id}event: ${event}\ndata: ${JSON.stringify({ subject })}\n\n`
}

/** @returns null for an id that no stream can be continued from: rows may have been deleted since */
export function positionIn(lastEventId: string, now: number): Position | null {
  const [, at, row] = /^(\d{1,15})-(\d{1,15})$/.exec(lastEventId) ?? []
  const position = { at: Number(at), row: Number(row) }
  const isKept =
    position.at - OVERLAP_MS > now - KEPT_MS && position.at <= now + CLOCK_DIFFERENCE_MS
  return isKept ? position : null
}
