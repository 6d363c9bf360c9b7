import type { Work } from '../../work/work.ts'
import type { RegistrationRow } from './repository.ts'

/** Publishes changes of registrations for one event to their members. */
export async function publishRegistrations(
  w: Work,
  rows: readonly Pick<RegistrationRow, 'content_id' | 'user_id'>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const members = rows.map(({ user_id }) => user_id)
  w.publish(members, { kind: 'registration', subject: first.content_id })
}
