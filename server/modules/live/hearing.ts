import type { Deps } from '../../http/deps.ts'
import type { Position } from './frames.ts'

export type Hearing = ReturnType<typeof makeHearing>

/** Tracks whether the messages of other processes arrive, and until when they did. */
export function makeHearing(clock: Deps['clock']) {
  let isHearing = () => true
  /** Time until which messages arrived. */
  let heardUntil = clock()

  return {
    start(hearing: () => boolean): void {
      isHearing = hearing
      heardUntil = clock()
    },
    note(now: number): void {
      if (isHearing()) heardUntil = now
    },
    /** @returns start of the gap, which the caller replays from the table */
    takeMissedSince(): number {
      const since = heardUntil
      heardUntil = clock()
      return since
    },
    /** Position after all changes up to now; undefined while messages may be lost. */
    positionNow: (): Position | undefined => (isHearing() ? { at: clock(), row: 0 } : undefined),
  }
}
