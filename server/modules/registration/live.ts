import { publish } from '../../db/liveEvents.ts'
import type { Db } from '../../db/schema.ts'
import type { RegistrationRow } from './repository.ts'

/** Publishes changes of registrations for one event to their members. */
export async function publishRegistrations(
  tx: Db,
  rows: readonly Pick<RegistrationRow, 'content_id' | 'user_id'>[],
  now: number,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const members = rows.map(({ user_id }) => user_id)
  await publish(tx, members, { kind: 'registration', subject: first.content_id }, now)
}
