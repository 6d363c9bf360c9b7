import { setImmediate } from 'node:timers/promises'
import Type from 'typebox'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import { findRow, type Read } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import type { Deps } from '../../http/deps.ts'
import { changeValues, isSame, isSettled, listMoves, type Move } from '../../mail/moves.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { type MailWork, type MemberMail, mail, mailTable, type Reader } from '../../mail/table.ts'
import { type CalendarSeries, mailedEvent, pageAddress } from '../../text/calendar.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { datesIn, titleInMail } from '../../text/datesInMail.ts'
import { siteOf } from '../../text/kit.ts'
import { readingIn } from '../../text/time.ts'
import { inCalendars } from '../../work/eventSeries.ts'
import { rhythmIn } from '../../work/series.ts'
import { changing, reading, type Work } from '../../work/work.ts'
import type { Log } from '../face.ts'
import {
  type Batch,
  type ContentRow,
  type DueArticle,
  inLanguageOf,
  isSubscriber,
  listArticles,
  listCancelledEvents,
  listDueArticles,
  listDueCancellations,
  listDueMoves,
  listNotifiedAfter,
  listSubscribersAfter,
  lockProgress,
  moveKey,
  saveProgress,
} from './repository.ts'
import { listChangedWith, standsFor } from './seriesRepository.ts'

const readingOf = (w: MailWork, { time_zone }: Reader) =>
  readingIn(time_zone ?? w.settings.timeZone, w)

/** What a mail is about. */
type About = {
  readonly article: ContentRow
  /** The same, or the parts of the series that it is a date of. */
  readonly items: readonly (ContentRow | CalendarSeries)[]
  /** Dates of a series that one change has changed. */
  readonly dates: readonly ContentRow[]
}

async function aboutOf(
  w: MailWork,
  article: ContentRow | undefined,
  dates: readonly ContentRow[] = [],
): Promise<About | undefined> {
  if (article === undefined) return undefined
  return { article, items: await inCalendars(w, [article]), dates }
}

const ABOUT_ARTICLE = {
  values({ article, items, dates }: About, w: MailWork, reader: Reader) {
    const reading = readingOf(w, reader)
    const kit = w.kit.current()
    const part = items.findLast((item) => 'rule' in item && item.id === article.part_id)
    const isAnnounced = part !== undefined && dates.length === 0
    const goesOn = items.some(({ cancelled_at }) => cancelled_at === null)
    return {
      title: isAnnounced
        ? article.title
        : titleInMail(kit, dates.length > 0 ? dates : [article], reading),
      rest: part !== undefined && goesOn ? kit.texts.mail.layout.rest : '',
      summary: article.short_description,
      date: datesIn(kit, dates.length === 0 ? [article] : dates, reading),
      rhythm: part && 'rule' in part ? rhythmIn(kit, part.rule, { zone: part.time_zone }) : '',
      location: article.location ?? '',
    }
  },
  // A withdrawn article has no page.
  link: ({ article }: About, { settings }: MailWork) =>
    article.unpublished_at === null ? pageAddress(settings, article) : undefined,
  files: ({ article, items }: About, w: MailWork) =>
    article.kind === 'news' ? [] : [mailedEvent(siteOf(w), ...items)],
}

/** The one of an article and its translations that a reader gets. */
const readersOne = (rows: readonly ContentRow[], { kit }: MailWork): ContentRow | undefined => {
  const { language, languages } = kit.current()
  return inLanguageOf(rows, { language, main: mainLanguage({ languages }) })
}

export const articleMails = mailTable('content', {
  'new-content': mail({
    data: { content: id<ContentId>() },
    // The member may have unsubscribed and the article may have been withdrawn.
    async find(w, { content }, reader) {
      const articles = await listArticles(w, await standsFor(w, content))
      const article = readersOne(articles, w)
      if (article === undefined) return null
      const { publish_at } = article
      const isDue = await isSubscriber(w, reader.id, { publish_at, ids: idsOf(articles) })
      return isDue ? aboutOf(w, article) : null
    },
    text: ({ article }): MailText => (article.kind === 'news' ? 'content_news' : 'content_event'),
    ...ABOUT_ARTICLE,
  }),
  'event-cancelled': mail({
    isUrgent: true,
    data: { content: id<ContentId>() },
    async find(w, { content }) {
      const event = readersOne(await listCancelledEvents(w, content), w)
      return event && aboutOf(w, event, await listChangedWith(w, event))
    },
    text: 'event_cancelled',
    ...ABOUT_ARTICLE,
  }),
  'event-moved': mail({
    isUrgent: true,
    // `before`: the move that has ended what the member was told; `last`: the one that is mailed.
    data: { content: id<ContentId>(), before: Type.Integer(), last: Type.Integer() },
    async find(w, { content, ...data }) {
      const event = (await listArticles(w, content)).find((one) => one.id === content)
      const moves = await listMoves(w, content)
      const before = moves.find((one) => one.id === data.before)
      // A later move has mails of its own.
      const isDue = event && before && moves.at(-1)?.id === data.last
      if (!isDue) return null
      const dates = await listChangedWith(w, event, moves.at(-1)?.moved_at)
      const about = await aboutOf(w, event, dates)
      return about && { ...about, event, before }
    },
    text: 'event_moved',
    values: (found, w, reader) => ({
      ...ABOUT_ARTICLE.values(found, w, reader),
      ...changeValues(w.kit.current(), found, readingOf(w, reader)),
    }),
    link: ABOUT_ARTICLE.link,
    files: ABOUT_ARTICLE.files,
  }),
})

/** An article is announced once to a member, and cancelled once; a move is mailed once. */
const newContentMail = (content: ContentId) =>
  articleMails.of('new-content', { content }, { onceKey: `content:${content}`, isBulk: true })

const eventCancelledMail = (content: ContentId) =>
  articleMails.of('event-cancelled', { content }, { onceKey: `cancelled:${content}`, isBulk: true })

const eventMovedMail = (content: ContentId, before: Move, last: Move) =>
  articleMails.of(
    'event-moved',
    { content, before: before.id, last: last.id },
    { onceKey: moveKey(content, last.id), isBulk: true },
  )

/** Members of one transaction: it blocks SQLite's only writer for a few milliseconds. */
const BATCH = 100
const POLL_MS = 5000

type Parts = Pick<Deps, 'db' | 'clock' | 'settings'>
type Members = readonly { readonly id: MemberId }[]

/** Changed words are no reason for a mail (ruling 87). */
type Notification = {
  readonly progress: Parameters<typeof lockProgress>[1]
  readonly listDue: (w: Read) => Promise<DueArticle[]>
  /** Mails the members of a batch. @returns all whom it has looked at; null: it has to wait */
  readonly notify: (w: Work & Parts, due: Due, batch: Batch) => Promise<Members | null>
}
type Due = {
  readonly article: DueArticle
  readonly ids: readonly ContentId[]
  readonly told: readonly ContentId[]
}

const mailAll = (w: Work, members: Members, mail: MemberMail): Members => {
  w.mail(idsOf(members), mail)
  return members
}

const announcement: Notification = {
  progress: { last: 'last_user_id', finished: 'finished_at' },
  listDue: listDueArticles,
  notify: async (w, { article: { id, publish_at }, ids }, batch) =>
    mailAll(w, await listSubscribersAfter(w, { publish_at, ids }, batch), newContentMail(id)),
}

const cancellation: Notification = {
  progress: { last: 'cancellation_last_user_id', finished: 'cancellation_finished_at' },
  listDue: listDueCancellations,
  async notify(w, { article, ...reach }, batch) {
    const dates = await changedWith(w, article)
    if (dates[0]?.id !== article.id) return []
    const members = await listNotifiedAfter(w, ofAll(reach, dates), batch)
    return mailAll(w, members, eventCancelledMail(article.id))
  },
}

const move: Notification = {
  progress: { last: 'moves_last_user_id', finished: 'moves_finished_at', isOfEach: true },
  listDue: listDueMoves,
  async notify(w, { article: { id }, ...reach }, batch) {
    const shown = await listArticles(w, id)
    const event = shown.find((one) => one.id === id)
    const moves = await listMoves(w, id)
    const last = moves.at(-1)
    if (event === undefined || last === undefined || !(await isSettled(w, id))) return null
    const dates = await changedWith(w, event, last.moved_at)
    if (dates[0]?.id !== id) return []
    const main = mainLanguage(w.settings)
    const members = await listNotifiedAfter(w, { ...ofAll(reach, dates), moves }, batch)
    for (const member of members) {
      const language = w.settings.languages.find((one) => one === member.language) ?? main
      const before = toldBefore(moves, event, member)
      const isReader = inLanguageOf(shown, { language, main }) === event
      if (isReader && before) w.mail([member.id], eventMovedMail(id, before, last))
    }
    return members
  },
}

/** The dates that one change has changed, the first of which is mailed for all. @param moved_at undefined: cancelled */
async function changedWith(w: Work, { id }: Pick<ContentRow, 'id'>, moved_at?: number) {
  const date = await findRow(w.db, 'contents', id)
  return date === undefined ? [] : listChangedWith(w, date, moved_at)
}

/** Members with a seat at one of several dates get the mail about all of them, too. */
const ofAll = <Reach extends Pick<Due, 'ids' | 'told'>>(reach: Reach, dates: readonly unknown[]) =>
  dates.length > 1 ? { ...reach, ids: [] } : reach

/** The move that has ended what a member was told of an event, if it is something else now. */
function toldBefore(
  moves: readonly Move[],
  event: ContentRow,
  { written_from, written_until }: Awaited<ReturnType<typeof listNotifiedAfter>>[number],
): Move | undefined {
  const later = moves.filter(({ moved_at }) => moved_at >= (written_from ?? 0))
  const end = later.findIndex(({ moved_at }) => moved_at > (written_until ?? 0))
  const possible = end === -1 ? later : later.slice(0, end + 1)
  return possible.find((before) => !isSame(before, event))
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

/** Enqueues a mail about every moved event for each member who was told otherwise; as `announceDue`. */
export const announceMoves = (parts: Parts, isStopped?: () => boolean): Promise<number> =>
  notifyDue(parts, move, isStopped)

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
  parts: Parts,
  { progress, notify }: Notification,
  article: DueArticle,
): Promise<number | null> =>
  changing(parts, async (w) => {
    const reach = await lockProgress(w, progress, article.id)
    if (reach === null) return null
    const { isOver, ids, told } = reach
    const batch = { last: reach.last, limit: BATCH }
    // The members have the mail about a translation.
    const members = isOver ? [] : await notify(w, { article, ids, told }, batch)
    if (members === null) return null
    const isFinished = members.length < BATCH
    const last = members.at(-1)?.id ?? reach.last
    await saveProgress(w, progress, { article: article.id, last, isFinished })
    return members.length
  })

/** Polls for new articles, cancelled and moved events; several processes may do so at once. */
export const makeAnnouncer = (parts: Parts, log: Log): Poller =>
  makePoller(log, 'new items could not be announced', POLL_MS, async (isStopped) => {
    const announced = await announceDue(parts, isStopped)
    if (announced > 0) log.info({ mails: announced }, 'mails about new items were enqueued')
    const cancelled = await announceCancellations(parts, isStopped)
    if (cancelled > 0) log.info({ mails: cancelled }, 'mails about cancelled events were enqueued')
    const moved = await announceMoves(parts, isStopped)
    if (moved > 0) log.info({ members: moved }, 'moved events were mailed')
  })
