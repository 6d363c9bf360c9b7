import type { Db } from '../db/schema.ts'
import type { Actor } from './actor.ts'

export type Entry = {
  readonly at: number
  readonly who: Actor
  readonly resource: string
  readonly action: string
  readonly record: number | string | null
  readonly before: unknown
  readonly after: unknown
}

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** The one writer of the log. */
export async function addToLog(tx: Db, entry: Entry): Promise<void> {
  const { at, who, resource, action, record } = entry
  await tx
    .insertInto('audit_log')
    .values({
      at,
      actor_id: who.id,
      actor_name: who.username,
      resource,
      action,
      record: record === null ? null : String(record),
      before: json(entry.before),
      after: json(entry.after),
    })
    .execute()
}
