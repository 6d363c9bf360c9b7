import type { ContentId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { type MailWork, mail, mailTable, type Reader } from '../../mail/table.ts'
import { mailedEvent, pageAddress } from '../../text/calendar.ts'
import { siteOf } from '../../text/kit.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { type ContentRow, findArticle, findCancelledEvent, isSubscriber } from './repository.ts'

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
export const newContentMail = (content: ContentId) =>
  articleMails.of('new-content', { content }, { onceKey: `content:${content}`, isBulk: true })

export const eventCancelledMail = (content: ContentId) =>
  articleMails.of('event-cancelled', { content }, { onceKey: `cancelled:${content}`, isBulk: true })
