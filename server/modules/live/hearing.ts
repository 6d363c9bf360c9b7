import type { Deps } from '../../http/deps.ts'
import type { Position } from './frames.ts'

export type Hearing = ReturnType<typeof makeHearing>

/** Whether the messages of other processes arrive, and until when they did. */
export function makeHearing(clock: Deps['clock']) {
  let isHearing = () => true
  /** Until then, messages were heard. */
  let heardUntil = clock()

  return {
    start(hearing: () => boolean): void {
      isHearing = hearing
      heardUntil = clock()
    },
    note(now: number): void {
      if (isHearing()) heardUntil = now
    },
    /** @returns since when messages may have been missed: whoever asks looks for them */
    takeMissedSince(): number {
      const since = heardUntil
      heardUntil = clock()
      return since
    },
    /** All changes up to now; nothing while messages may have been missed. */
    positionNow: (): Position | undefined => (isHearing() ? { at: clock(), row: 0 } : undefined),
  }
}
