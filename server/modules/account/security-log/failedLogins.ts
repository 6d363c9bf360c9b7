import type { MemberId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import type { Client } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { lockUser } from '../repository.ts'
import { recordEvent } from './eventRepository.ts'

/** Lines that are being written; a flood loses what is beyond, as equal lines are merged anyway. */
const PENDING_MAX = 100

/**
 * Writes to the security log after the response: how long a refused login takes must not tell whether the account
 * exists. What is pending is written before the application ends.
 */
export function makeLateEvents(app: App, { db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const pending = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(pending)
  })
  // One after the other, with the account locked: equal lines that are written at the same time would not be merged.
  let last: Promise<unknown> = Promise.resolve()
  return (user: MemberId, event: MemberSecurityEvent, client: Client): void => {
    if (pending.size >= PENDING_MAX) return
    const responded = new Promise<void>((resolve) => setImmediate(resolve))
    const written = Promise.all([last, responded])
      .then(() =>
        db.transaction().execute(async (tx) => {
          await lockUser(tx, user)
          await recordEvent(tx, user, event, client, clock())
        }),
      )
      // The line is lost while the database is away; the operators' log has it.
      .catch(() => undefined)
      .finally(() => pending.delete(written))
    last = written
    pending.add(written)
  }
}
