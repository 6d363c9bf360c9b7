import { type Clock, MINUTE_MS } from '../config/time.ts'

/** Share of a minute's mails that may be sent at once after a pause. */
const BURST = 0.1

export type Pace = ReturnType<typeof makePace>

/** A token bucket: receiving servers block bursts. */
export function makePace(perMinute: number, clock: Clock) {
  const most = Math.max(1, perMinute * BURST)
  let left = most
  let since = clock()
  return {
    /** @returns how many of `wanted` may be sent now; they are counted as sent */
    take(wanted: number): number {
      const now = clock()
      // A clock that is set back must not stop the mail.
      const passed = Math.max(0, now - since)
      left = Math.min(most, left + (passed * perMinute) / MINUTE_MS)
      since = now
      const taken = Math.max(0, Math.min(wanted, Math.floor(left)))
      left -= taken
      return taken
    },
    /** Counts `unused` of them as not sent. */
    giveBack(unused: number): void {
      left = Math.min(most, left + unused)
    },
  }
}
