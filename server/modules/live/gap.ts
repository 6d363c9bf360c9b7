import type { Deps } from '../../http/deps.ts'
import type { Position } from './frames.ts'

export type GapTracker = ReturnType<typeof makeGapTracker>

/** Tracks whether the messages of other processes arrive, and until when they did. */
export function makeGapTracker(clock: Deps['clock']) {
  let isConnected = () => true
  /** Time until which messages arrived. */
  let receivedUntil = clock()

  return {
    start(connected: () => boolean): void {
      isConnected = connected
      receivedUntil = clock()
    },
    note(now: number): void {
      if (isConnected()) receivedUntil = now
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
