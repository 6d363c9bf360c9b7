/** ISO 8601 in UTC. @param timestamp epoch milliseconds */
export function iso(timestamp: number): string
export function iso(timestamp: number | null | undefined): string | null
export function iso(timestamp: number | null | undefined): string | null {
  return timestamp == null ? null : new Date(timestamp).toISOString()
}

/** Epoch milliseconds. NaN for a day such as 31 February: schemas validate the form alone. */
export const millis = (time: string | null | undefined): number | null =>
  time == null ? null : Date.parse(time)
