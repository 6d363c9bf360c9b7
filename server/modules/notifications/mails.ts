import type { ContentId, MemberId } from '#contract/ids.ts'
import { timeRange } from '#contract/timeRange.ts'
import type { Deps } from '../../http/deps.ts'
import { EVENT_CANCELLED, NEW_CONTENT } from '../../mail/jobs.ts'
import type { MailData } from '../../mail/outbox.ts'
import { type MailText, renderMail } from '../../mail/renderMail.ts'
import { unsubscribeTokens } from '../../mail/unsubscribeToken.ts'
import type { MailWriter, MailWriters } from '../../mail/worker.ts'
import { mailedEvent, pageAddress } from '../../text/calendar.ts'
import { findActiveUser } from '../account/repository.ts'
import { findCancelledEvent, findNotifiedMember } from './cancellationRepository.ts'
import { type ContentRow, findArticle, findSubscriber, type Subscriber } from './repository.ts'

/** Mails to members about articles and decisions, to the account's current e-mail address. */
export function notificationMailWriters({
  db,
  clock,
  settings,
  jwtSecret,
}: Pick<Deps, 'db' | 'clock' | 'settings' | 'jwtSecret'>): MailWriters {
  const { tokenOf } = unsubscribeTokens(jwtSecret)

  const unsubscribeUrl = ({ id }: Subscriber) =>
    `${settings.publicUrl}/api/notifications/unsubscribe/${tokenOf(id)}`

  const valuesOf = (article: ContentRow, { username }: Subscriber) => ({
    username,
    title: article.title,
    summary: article.short_description,
    date: eventTime(article, settings.timeZone),
    location: article.location ?? '',
  })

  /** @param pathOf the site's path for the button */
  const decided =
    (text: MailText, pathOf: (data: MailData) => string): MailWriter =>
    async ({ data }) => {
      const member = await findActiveUser(db, memberIn(data))
      if (member === undefined) return null
      const values = { name: '', title: '', ...data, username: member.username }
      return renderMail(text, {
        to: member.email,
        values,
        link: `${settings.publicUrl}${pathOf(data)}`,
      })
    }

  return {
    'name-change-approved': decided('name_change_approved', () => '/discordia/dashboard'),
    'name-change-refused': decided('name_change_refused', () => '/discordia/dashboard'),
    'entry-approved': decided('entry_approved', (data) => entryPath(data)),
    'entry-rejected': decided('entry_rejected', (data) => entryPath(data, 'show=mine')),
    'entry-approved-edited': decided('entry_approved_edited', (data) => entryPath(data)),
    'entry-changes-asked': decided('entry_changes_asked', (data) => entryPath(data, 'show=mine')),
    'group-closed': decided('group_closed', () => '/discordia/dashboard'),

    // Since it was enqueued, the member may have unsubscribed and the article may have been withdrawn.
    async [NEW_CONTENT]({ data }) {
      const article = await findArticle(db, Number(data.content) as ContentId, clock())
      if (article === undefined) return null
      const member = await findSubscriber(db, memberIn(data), article.publish_at ?? 0)
      if (member === undefined) return null
      const mail = renderMail(article.kind === 'news' ? 'content_news' : 'content_event', {
        to: member.email,
        values: valuesOf(article, member),
        link: pageAddress(settings, article),
        unsubscribe: unsubscribeUrl(member),
      })
      return article.kind === 'news'
        ? mail
        : { ...mail, attachments: [mailedEvent(settings, article)] }
    },

    async [EVENT_CANCELLED]({ data }) {
      const event = await findCancelledEvent(db, Number(data.content) as ContentId, clock())
      if (event === undefined) return null
      const member = await findNotifiedMember(db, memberIn(data))
      if (member === undefined) return null
      const mail = renderMail('event_cancelled', {
        to: member.email,
        values: valuesOf(event, member),
        // A withdrawn article has no page.
        ...(event.unpublished_at === null && { link: pageAddress(settings, event) }),
        unsubscribe: unsubscribeUrl(member),
      })
      return { ...mail, attachments: [mailedEvent(settings, event)] }
    },
  }
}

function eventTime({ starts_at, ends_at }: ContentRow, timeZone: string): string {
  if (starts_at === null) return ''
  const end = ends_at === null ? null : new Date(ends_at).toISOString()
  return timeRange(new Date(starts_at).toISOString(), end, timeZone) ?? ''
}

/** The list for a mail that was enqueued before entries had URLs. */
function entryPath({ entry }: MailData, ...query: readonly string[]): string {
  const asked = [...query, ...(entry === undefined ? [] : [`entry=${Number(entry)}`])].join('&')
  return `/discordia/world${asked && '?'}${asked}`
}

const memberIn = (data: MailData): MemberId => Number(data.user) as MemberId
