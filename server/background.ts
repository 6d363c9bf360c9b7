import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from './deps.ts'
import { sweepDesk } from './desk/sweep.ts'
import { INCOMING_KEPT, sweepIncoming } from './files/incoming.ts'
import { outboxRepository } from './mail/outbox.ts'
import { makeTransport } from './mail/transport.ts'
import { type MailWorker, type MailWriters, makeMailWorker } from './mail/worker.ts'
import { accountMailWriters } from './modules/account/mails.ts'
import { accountRepository, sessionRepository } from './modules/account/repository.ts'
import { contactMailWriters } from './modules/contact/mails.ts'
import { makeAnnouncer } from './modules/notifications/announcer.ts'
import { NEW_CONTENT, notificationMailWriters } from './modules/notifications/mails.ts'
import { sweepRates } from './plugins/rateStore.ts'

const DAY = 24 * 3_600_000
/** Mails that are done are kept for questions, then forgotten. Milliseconds. */
const MAILS_KEPT = 30 * DAY
/** Ended reset links answer "invalid" either way; kept a day for questions. Milliseconds. */
const LINKS_KEPT = DAY
/** Milliseconds between two sweeps. */
const SWEEP_EVERY = 10 * 60_000

/** Every kind of mail and who writes it. */
const mailWriters = (deps: Deps): MailWriters => ({
  ...accountMailWriters(deps),
  ...contactMailWriters(deps),
  ...notificationMailWriters(deps),
})

/** Deletes what has ended: tokens, links, counters, sent mails. */
export async function sweep(deps: Deps): Promise<void> {
  const now = deps.clock()
  await sessionRepository(deps).sweep(deps.db, now)
  await accountRepository(deps).sweepLinks(deps.db, now - LINKS_KEPT)
  await sweepRates(deps, now)
  await outboxRepository(deps).sweep(now - MAILS_KEPT)
  await outboxRepository(deps).sweepKind(NEW_CONTENT, now - MAILS_KEPT)
  await sweepDesk(deps, now)
  await sweepIncoming(deps.settings.dataDir, Date.now() - INCOMING_KEPT)
}

export type Background = {
  readonly mail: MailWorker
  readonly start: () => void
  /** Finishes what is in hand. */
  readonly stop: () => Promise<void>
}

/** What the server does without being asked: it sends mail, announces and sweeps. */
export function makeBackground(
  deps: Deps,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): Background {
  const transport = makeTransport(deps.settings, log)
  const mail = makeMailWorker({ deps, log, writers: mailWriters(deps), transport })
  const announcer = makeAnnouncer(deps, log)
  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  return {
    mail,
    start() {
      mail.start()
      announcer.start()
      timer = setInterval(() => {
        sweeping = sweep(deps).catch((error: unknown) => log.error({ err: error }, 'sweep failed'))
      }, SWEEP_EVERY)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await announcer.stop()
      await sweeping
      await mail.stop()
    },
  }
}
