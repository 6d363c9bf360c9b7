import type { MemberId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import type { Client } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { changing } from '../../../work/work.ts'
import { lockUser } from '../repository.ts'
import { recordEvent } from './eventRepository.ts'

/** Pending lines; a flood loses further ones, as equal lines are merged anyway. */
const PENDING_MAX = 100

/**
 * Writes to the security log after the response: the duration of a refused login must not reveal whether the account
 * exists. Pending lines are written before the application closes.
 */
export function makeLateEvents(app: App, { db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const pending = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(pending)
  })
  // Lines are written one by one, with the account locked: equal lines that are written at the same time would not be
  // merged.
  let last: Promise<unknown> = Promise.resolve()
  return (user: MemberId, event: MemberSecurityEvent, client: Client): void => {
    if (pending.size >= PENDING_MAX) return
    const responded = new Promise<void>((resolve) => setImmediate(resolve))
    const written = Promise.all([last, responded])
      .then(() =>
        changing({ db, clock }, async (w) => {
          await lockUser(w, user)
          await recordEvent(w, user, event, client)
        }),
      )
      // The line is lost while the database is away; the operators' log has it.
      .catch(() => undefined)
      .finally(() => pending.delete(written))
    last = written
    pending.add(written)
  }
}
