import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueueAll, type MailJob } from '../../mail/outbox.ts'
import {
  listDueCancellations,
  listNotifiedAfter,
  lockCancellation,
  saveCancellationProgress,
} from './cancellationRepository.ts'
import { eventCancelledMail, newContentMail } from './jobs.ts'
import {
  type DueArticle,
  listDueArticles,
  listSubscribersAfter,
  lockAnnouncement,
  type Subscriber,
  saveProgress,
} from './repository.ts'

/** Members of one transaction: it blocks SQLite's only writer for a few milliseconds. */
const BATCH = 100
const POLL_MS = 5000

type Parts = Pick<Deps, 'db' | 'clock'>

/** How one kind of mail about an article is enqueued for all of its recipients. */
type Notification = {
  readonly listDue: (db: Db, now: number) => Promise<DueArticle[]>
  /** @returns the last member who was notified; null if another worker holds the row or it is finished */
  readonly lock: (tx: Db, id: ContentId, now: number) => Promise<number | null>
  readonly listAfter: (
    tx: Db,
    article: DueArticle,
    last: number,
    limit: number,
  ) => Promise<Subscriber[]>
  readonly mail: (member: Subscriber, id: ContentId) => MailJob
  readonly saveProgress: (
    tx: Db,
    id: ContentId,
    last: number,
    finished: number | null,
  ) => Promise<unknown>
}

const announcement: Notification = {
  listDue: listDueArticles,
  lock: lockAnnouncement,
  listAfter: listSubscribersAfter,
  mail: newContentMail,
  saveProgress,
}

const cancellation: Notification = {
  listDue: listDueCancellations,
  lock: lockCancellation,
  listAfter: listNotifiedAfter,
  mail: eventCancelledMail,
  saveProgress: saveCancellationProgress,
}

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
  for (const article of await notification.listDue(parts.db, parts.clock()))
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
  notification: Notification,
  article: DueArticle,
): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const last = await notification.lock(tx, article.id, now)
    if (last === null) return null
    const members = await notification.listAfter(tx, article, last, BATCH)
    const jobs = members.map((member) => notification.mail(member, article.id))
    await enqueueAll(tx, jobs, now)
    const finished = members.length < BATCH ? now : null
    await notification.saveProgress(tx, article.id, members.at(-1)?.id ?? last, finished)
    return members.length
  })

export type Announcer = {
  readonly start: () => void
  /** Waits for the running batch. */
  readonly stop: () => Promise<void>
}

/** Polls for new articles and cancelled events; several processes may do so at once. */
export function makeAnnouncer(
  parts: Parts,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Announcer {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function poll(): Promise<void> {
    try {
      const told = await announceDue(parts, () => isStopped)
      if (told > 0) log.info({ told }, 'mails about new items are owed')
      const cancelled = await announceCancellations(parts, () => isStopped)
      if (cancelled > 0) log.info({ told: cancelled }, 'mails about cancelled events are owed')
    } catch (error) {
      log.error({ err: error }, 'new items could not be announced')
    }
    if (!isStopped) schedule()
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = poll()
    }, POLL_MS)
    timer.unref()
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
