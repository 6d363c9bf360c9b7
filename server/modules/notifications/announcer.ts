import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import type { Deps } from '../../http/deps.ts'
import { makePoller } from '../../mail/poller.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { type MailWork, mail, mailTable, type Reader } from '../../mail/table.ts'
import { mailedEvent, pageAddress } from '../../text/calendar.ts'
import { siteOf } from '../../text/kit.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { changing, reading } from '../../work/work.ts'
import {
  type ContentRow,
  type DueArticle,
  findArticle,
  findCancelledEvent,
  isSubscriber,
  listDueArticles,
  listDueCancellations,
  listNotifiedAfter,
  listSubscribersAfter,
  lockProgress,
  saveProgress,
} from './repository.ts'

const ABOUT_ARTICLE = {
  values: (article: ContentRow, w: MailWork, { time_zone }: Reader) => ({
    title: article.title,
    summary: article.short_description,
    date: timeInMail(
      article.starts_at,
      article.ends_at,
      readingIn(time_zone ?? w.settings.timeZone, w),
    ),
    location: article.location ?? '',
  }),
  // A withdrawn article has no page.
  link: (article: ContentRow, { settings }: MailWork) =>
    article.unpublished_at === null ? pageAddress(settings, article) : undefined,
  files: (article: ContentRow, w: MailWork) =>
    article.kind === 'news' ? [] : [mailedEvent(siteOf(w), article)],
}

export const articleMails = mailTable('content', {
  'new-content': mail({
    data: { content: id<ContentId>() },
    // The member may have unsubscribed and the article may have been withdrawn.
    async find(w, { content }, reader) {
      const article = await findArticle(w, content)
      return article && (await isSubscriber(w, reader.id, article.publish_at)) ? article : null
    },
    text: ({ kind }): MailText => (kind === 'news' ? 'content_news' : 'content_event'),
    ...ABOUT_ARTICLE,
  }),
  'event-cancelled': mail({
    data: { content: id<ContentId>() },
    find: (w, { content }) => findCancelledEvent(w, content),
    text: 'event_cancelled',
    ...ABOUT_ARTICLE,
  }),
})

/** An article is announced once to a member, and cancelled once. */
const newContentMail = (content: ContentId) =>
  articleMails.of('new-content', { content }, { onceKey: `content:${content}`, isBulk: true })

const eventCancelledMail = (content: ContentId) =>
  articleMails.of('event-cancelled', { content }, { onceKey: `cancelled:${content}`, isBulk: true })

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
    const members = await listAfter(w, article, { last, limit: BATCH })
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
