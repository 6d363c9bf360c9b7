import type { Clock } from '../config/time.ts'

const MINUTE = 60_000
/** Share of a minute's mails that may go at once after a quiet time; the rest flows evenly. */
const BURST = 0.1

export type Pace = {
  /** @returns how many of `wanted` may go now, and counts them as gone */
  readonly take: (wanted: number) => number
  /** Counts `unused` of what was taken as not gone. */
  readonly giveBack: (unused: number) => void
}

/** Keeps a process to so many mails a minute, never many at once: receiving servers block floods. */
export function makePace(perMinute: number, clock: Clock): Pace {
  const most = Math.max(1, perMinute * BURST)
  let left = most
  let since = clock()
  return {
    take(wanted) {
      const now = clock()
      // A clock that was set back must not hold all mail until it has caught up.
      const passed = Math.max(0, now - since)
      left = Math.min(most, left + (passed * perMinute) / MINUTE)
      since = now
      const taken = Math.max(0, Math.min(wanted, Math.floor(left)))
      left -= taken
      return taken
    },
    giveBack(unused) {
      left = Math.min(most, left + unused)
    },
  }
}
