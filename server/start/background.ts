import type { FastifyBaseLogger } from 'fastify'
import { sweepDesk } from '../desk/uploads/sweep.ts'
import { INCOMING_KEPT, sweepIncoming } from '../files/incoming.ts'
import type { Deps } from '../http/deps.ts'
import { sweepRates } from '../http/plugins/rateStore.ts'
import { makeTransport, type Transport } from '../mail/transport.ts'
import { type MailWorker, type MailWriters, makeMailWorker } from '../mail/worker.ts'
import { accountMailWriters } from '../modules/account/mails.ts'
import { networkRepository } from '../modules/account/networkRepository.ts'
import { accountRepository, sessionRepository } from '../modules/account/repository.ts'
import { contactMailWriters } from '../modules/messages/mails.ts'
import { makeAnnouncer } from '../modules/notifications/announcer.ts'
import { inviteMailWriters } from '../modules/notifications/inviteMails.ts'
import { notificationMailWriters } from '../modules/notifications/mails.ts'
import { retain } from './retention.ts'

const DAY = 24 * 3_600_000
/** Ended reset links answer "invalid" either way; kept a day for questions. Milliseconds. */
const LINKS_KEPT = DAY
/** Milliseconds between two sweeps. */
const SWEEP_EVERY = 10 * 60_000

/** Every kind of mail and who writes it. */
const mailWriters = (deps: Deps): MailWriters => ({
  ...accountMailWriters(deps),
  ...contactMailWriters(deps),
  ...notificationMailWriters(deps),
  ...inviteMailWriters(deps),
})

/** Deletes what has ended: tokens, links, counters, sent mails. */
export async function sweep(deps: Deps): Promise<void> {
  const now = deps.clock()
  await sessionRepository(deps).sweep(deps.db, now)
  await accountRepository(deps).sweepLinks(deps.db, now - LINKS_KEPT)
  await networkRepository(deps).sweep(deps.db, now)
  await sweepRates(deps, now)
  await sweepDesk(deps, now)
  await sweepIncoming(deps.settings.dataDir, Date.now() - INCOMING_KEPT)
  await retain(deps, now)
}

export type Background = {
  readonly mail: MailWorker
  readonly start: () => void
  /** Finishes what is in hand. */
  readonly stop: () => Promise<void>
}

/** Mail waits in the outbox while its server is away, so the start goes on; but a wrong setting must not go unseen. */
async function checkMailServer(
  { verify }: Transport,
  { smtpUrl }: Deps['settings'],
  log: Log,
): Promise<void> {
  if (verify === undefined || smtpUrl === undefined) return
  const { host } = new URL(smtpUrl)
  try {
    await verify()
    log.info({ host }, 'the mail server answers')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ reason }, `SMTP_URL: no mail server answers at ${host}; mails wait in the outbox`)
  }
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** What the server does without being asked: it sends mail, announces and sweeps. */
export function makeBackground(deps: Deps, log: Log): Background {
  const transport = makeTransport(deps.settings, log)
  const mail = makeMailWorker({ deps, log, writers: mailWriters(deps), transport })
  const announcer = makeAnnouncer(deps, log)
  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  return {
    mail,
    start() {
      void checkMailServer(transport, deps.settings, log)
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
