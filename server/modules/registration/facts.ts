import { createHash } from 'node:crypto'
import type { EventRow } from './repository.ts'

/** What members who come must be told of when it changes: when, where, whether. */
export function factsOf(event: EventRow): string {
  const { starts_at, ends_at, location, event_type, cancelled_at } = event
  const facts = [starts_at, ends_at, location, event_type, cancelled_at !== null]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}
