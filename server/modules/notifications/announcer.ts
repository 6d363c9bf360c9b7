import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../http/deps.ts'
import { makePoller } from '../../mail/poller.ts'
import { changing, reading } from '../../work/work.ts'
import { eventCancelledMail, newContentMail } from './mails.ts'
import {
  type DueArticle,
  listDueArticles,
  listDueCancellations,
  listNotifiedAfter,
  listSubscribersAfter,
  lockProgress,
  saveProgress,
} from './repository.ts'

/** Members of one transaction: it blocks SQLite's only writer for a few milliseconds. */
const BATCH = 100
const POLL_MS = 5000

type Parts = Pick<Deps, 'db' | 'clock'>

const announcement = {
  progress: { last: 'last_user_id', finished: 'finished_at' },
  listDue: listDueArticles,
  listAfter: listSubscribersAfter,
  mail: newContentMail,
} as const

const cancellation = {
  progress: { last: 'cancellation_last_user_id', finished: 'cancellation_finished_at' },
  listDue: listDueCancellations,
  listAfter: listNotifiedAfter,
  mail: eventCancelledMail,
} as const

/** Changed words are no reason for a mail (ruling 87). */
type Notification = typeof announcement | typeof cancellation

/**
 * Enqueues a mail about every newly published article for each subscriber. After an interruption, the next call
 * continues behind the last committed batch.
 * @returns the number of new mails
 */
export const announceDue = (parts: Parts, isStopped?: () => boolean): Promise<number> =>
  notifyDue(parts, announcement, isStopped)

/** Enqueues a mail about every cancelled event for each member who was notified of it; as `announceDue`. */
export const announceCancellations = (parts: Parts, isStopped?: () => boolean): Promise<number> =>
  notifyDue(parts, cancellation, isStopped)

async function notifyDue(
  parts: Parts,
  notification: Notification,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0
  for (const article of await notification.listDue(reading(parts)))
    for (let count: number | null = 0; count !== null && !isStopped(); ) {
      count = await notifyBatch(parts, notification, article)
      total += count ?? 0
      // SQLite is synchronous: without a pause, no request would be served until the last member.
      await setImmediate()
    }
  return total
}

const notifyBatch = (
  { db, clock }: Parts,
  { progress, listAfter, mail }: Notification,
  article: DueArticle,
): Promise<number | null> =>
  changing({ db, clock }, async (w) => {
    const last = await lockProgress(w, progress, article.id)
    if (last === null) return null
    const members = await listAfter(w, article, last, BATCH)
    w.mail(
      members.map(({ id }) => id),
      mail(article.id),
    )
    const isFinished = members.length < BATCH
    const reached = { article: article.id, last: members.at(-1)?.id ?? last, isFinished }
    await saveProgress(w, progress, reached)
    return members.length
  })

/** Polls for new articles and cancelled events; several processes may do so at once. */
export function makeAnnouncer(parts: Parts, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const poller = makePoller(
    POLL_MS,
    async () => {
      const announced = await announceDue(parts, poller.isStopped)
      if (announced > 0) log.info({ mails: announced }, 'mails about new items were enqueued')
      const cancelled = await announceCancellations(parts, poller.isStopped)
      if (cancelled > 0)
        log.info({ mails: cancelled }, 'mails about cancelled events were enqueued')
    },
    (error) => log.error({ err: error }, 'new items could not be announced'),
  )
  return poller
}
