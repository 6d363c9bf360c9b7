import type { FastifyBaseLogger } from 'fastify'
import { codeOf, messageOf } from '../config/thrown.ts'
import { DAY_MS, MINUTE_MS } from '../config/time.ts'
import { expireAll } from '../db/expiry.ts'
import { deleteLoose, sweepLooseFiles } from '../db/looseFiles.ts'
import { deleteUnusedUploads } from '../desk/uploads.ts'
import { deleteIncoming, INCOMING_KEPT_MS } from '../files/incoming.ts'
import type { Deps } from '../http/deps.ts'
import { deleteExpiredCounters } from '../http/plugins/rateStore.ts'
import { LINK_SOURCES } from '../linkSources.ts'
import { makePoller } from '../mail/poller.ts'
import { makeTransport, type Transport } from '../mail/transport.ts'
import { type MailWriters, makeMailWorker } from '../mail/worker.ts'
import { deleteExpiredChanges } from '../modules/account/credentials/emailChangeRepository.ts'
import { emailChangeWriters } from '../modules/account/credentials/mails.ts'
import { accountMailWriters } from '../modules/account/mails.ts'
import { deleteExpiredNetworks, NETWORK_KEPT_MS } from '../modules/account/networkRepository.ts'
import { deleteExpiredChallenges } from '../modules/account/passkeys/passkeyRepository.ts'
import { eraseDueAccounts } from '../modules/account/personal-data/eraser.ts'
import { makeExporter } from '../modules/account/personal-data/exporter.ts'
import { deleteExpiredExports } from '../modules/account/personal-data/exportRepository.ts'
import { deleteExpiredLinks } from '../modules/account/repository.ts'
import { secondFactorMailWriters } from '../modules/account/second-factor/mails.ts'
import {
  deleteExpiredDeskSessions,
  deleteExpiredTokens,
} from '../modules/account/sessionRepository.ts'
import {
  BROWSER_KEPT_MS,
  deleteExpiredBrowsers,
} from '../modules/account/sessions/browserRepository.ts'
import { mailBeforeDeletions } from '../modules/groups/departures.ts'
import { groupMailWriters } from '../modules/groups/mails.ts'
import { mailInviteWriters } from '../modules/groups/page/mails.ts'
import { goneSessionWriters } from '../modules/groups/planning/gone.ts'
import { planningMailWriters } from '../modules/groups/planning/mails.ts'
import { makeReminder } from '../modules/groups/planning/reminders.ts'
import { makeLinker } from '../modules/linking/linker.ts'
import { keptSince } from '../modules/live/frames.ts'
import { deleteOldLiveEvents } from '../modules/live/repository.ts'
import { contactMailWriters } from '../modules/messages/mails.ts'
import { makeAnnouncer } from '../modules/notifications/announcer.ts'
import { notificationMailWriters } from '../modules/notifications/mails.ts'
import { registrationMailWriters } from '../modules/registration/mails.ts'
import { makeRegistrar } from '../modules/registration/registrar.ts'
import { PERSONAL_DATA } from '../personalData.ts'
import { expirePersonalData } from './retention.ts'

/** An expired reset link is invalid with or without its row; kept for questions. */
const LINKS_KEPT_MS = DAY_MS
const CLEAN_UP_EVERY_MS = 10 * MINUTE_MS

const MAIL_WRITERS: MailWriters = {
  ...registrationMailWriters,
  ...accountMailWriters,
  ...emailChangeWriters,
  ...secondFactorMailWriters,
  ...contactMailWriters,
  ...notificationMailWriters,
  ...groupMailWriters,
  ...mailInviteWriters,
  ...planningMailWriters,
  ...goneSessionWriters,
}

type Kept = Pick<Deps, 'db' | 'clock' | 'files' | 'settings'>

export async function cleanUp({ db, clock, files, settings }: Kept): Promise<void> {
  const now = clock()
  await expireAll(db, deleteExpiredTokens, now)
  await expireAll(db, deleteExpiredLinks, now - LINKS_KEPT_MS)
  await expireAll(db, deleteExpiredNetworks, now - NETWORK_KEPT_MS)
  await expireAll(db, deleteExpiredChanges, now - LINKS_KEPT_MS)
  await expireAll(db, deleteExpiredBrowsers, now - BROWSER_KEPT_MS)
  await expireAll(db, deleteExpiredCounters, now)
  await expireAll(db, deleteOldLiveEvents, keptSince(now))
  await expireAll(db, deleteExpiredDeskSessions, now)
  await expireAll(db, deleteExpiredChallenges, now)
  await deleteUnusedUploads(db, files, now)
  await deleteLoose(db, files, await deleteExpiredExports(db, now))
  await sweepLooseFiles(db, files, now - INCOMING_KEPT_MS)
  await deleteIncoming(settings.dataDir, Date.now() - INCOMING_KEPT_MS)
  await expirePersonalData(db, now)
}

/** The start does not depend on the mail server, since mail waits in the outbox; a wrong setting is logged. */
async function checkMailServer({ verify }: Transport, { smtpUrl }: Deps['settings'], log: Log) {
  if (verify === undefined || smtpUrl === undefined) return
  const { host } = new URL(smtpUrl)
  try {
    await verify()
    log.info({ host }, 'the mail server answers')
  } catch (error) {
    log.error(
      { reason: messageOf(error) },
      `SMTP_URL: ${mailProblem(error, host)}; mails wait in the outbox`,
    )
  }
}

function mailProblem(error: unknown, host: string): string {
  if (codeOf(error) === 'EAUTH')
    return `the mail server at ${host} refuses the user or the password`
  if (codeOf(error) === 'ETLS' || /certificate|SSL|TLS/.test(messageOf(error)))
    return `no secure connection to the mail server at ${host}`
  return `no mail server answers at ${host}`
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export function makeBackground(deps: Deps, log: Log) {
  const transport = makeTransport(deps.settings, log)
  const mail = makeMailWorker({ deps, log, writers: MAIL_WRITERS, transport })
  const announcer = makeAnnouncer(deps, log)
  const registrar = makeRegistrar(deps, log)
  const reminder = makeReminder(deps, log)
  const linker = makeLinker(deps, LINK_SOURCES, log)
  const exporter = makeExporter(deps, PERSONAL_DATA, log)
  const cleaner = makePoller(
    CLEAN_UP_EVERY_MS,
    async () => {
      await cleanUp(deps)
      await mailBeforeDeletions(deps)
      await eraseDueAccounts(deps, PERSONAL_DATA, log)
    },
    (error) => log.error({ err: error }, 'clean-up failed'),
  )
  return {
    mail,
    start(): void {
      void checkMailServer(transport, deps.settings, log)
      for (const poller of [mail, announcer, registrar, reminder, linker, exporter, cleaner])
        poller.start()
    },
    async stop(): Promise<void> {
      for (const poller of [announcer, registrar, reminder, linker, exporter, cleaner, mail])
        await poller.stop()
    },
  }
}
