import { createHash } from 'node:crypto'

type Facts = {
  readonly starts_at: number | null
  readonly ends_at: number | null
  readonly location: string | null
  readonly event_type: string | null
  readonly cancelled_at: number | null
}

/** A digest of the facts that participants of an event must be notified of: time, place, cancellation. */
export function factsOf({ starts_at, ends_at, location, event_type, cancelled_at }: Facts): string {
  const facts = [starts_at, ends_at, location, event_type, cancelled_at !== null]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}
