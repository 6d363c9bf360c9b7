/** Epoch milliseconds, UTC. Tests pass their own. */
export type Clock = () => number

export const MINUTE_MS = 60_000
/**
 * Largest difference between the clocks of processes. An event further ahead happened before the clock was set back.
 */
export const CLOCK_DIFFERENCE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** True for the IANA name of a time zone. An offset is none, although formats take it. */
export function isTimeZone(timeZone: string): boolean {
  if (/^[+-]/.test(timeZone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
