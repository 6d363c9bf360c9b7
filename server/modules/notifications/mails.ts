import type { ContentId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import { EVENT_CANCELLED, memberIn, NEW_CONTENT } from '../../mail/jobs.ts'
import { stopLink } from '../../mail/mailSwitches.ts'
import type { MailData } from '../../mail/outbox.ts'
import { type MailText, renderMail } from '../../mail/renderMail.ts'
import type { Mail } from '../../mail/transport.ts'
import { MAIL_KINDS, unsubscribeTokens } from '../../mail/unsubscribeToken.ts'
import type { MailDeps, MailWriter, MailWriters } from '../../mail/worker.ts'
import { mailedEvent, pageAddress } from '../../text/calendar.ts'
import { contactOf, siteOf } from '../../text/kit.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { findActiveUser } from '../account/repository.ts'
import { findCancelledEvent, findNotifiedMember } from './cancellationRepository.ts'
import { type ContentRow, findArticle, findSubscriber, type Subscriber } from './repository.ts'

/**
 * A mail about a decision of the staff, who get the replies.
 * @param pathOf the site's path for the button
 * @param stoppedBy the switch of a mail that members can stop
 */
const decided =
  (text: MailText, pathOf: (data: MailData) => string, stoppedBy?: MailSwitch): MailWriter =>
  async ({ data }, deps) => {
    const { db, settings, kit } = deps
    const member = await findActiveUser({ db }, memberIn(data))
    const unsubscribe = stoppedBy && (await stopLink(deps, stoppedBy, memberIn(data)))
    if (member === undefined || unsubscribe === null) return null
    return renderMail(kit.current(), text, {
      to: member.email,
      values: { name: '', title: '', ...data, username: member.username },
      link: `${settings.publicUrl}${pathOf(data)}`,
      replyTo: contactOf(deps),
      unsubscribe,
    })
  }

/** Mails to members about articles and decisions, to the account's current e-mail address. */
export const notificationMailWriters: MailWriters = {
  'name-change-approved': decided('name_change_approved', () => '/discordia/dashboard'),
  'name-change-refused': decided('name_change_refused', () => '/discordia/dashboard#name-change'),
  'name-changed': decided('name_changed', () => '/discordia/dashboard'),
  'entry-approved': decided('entry_approved', (data) => entryPath(data)),
  'entry-rejected': decided('entry_rejected', (data) => entryPath(data, 'show=mine')),
  'entry-approved-edited': decided('entry_approved_edited', (data) => entryPath(data)),
  'entry-changes-asked': decided('entry_changes_asked', (data) => entryPath(data, 'show=mine')),
  'group-closed': decided(
    'group_closed',
    () => '/discordia/dashboard?tab=groups',
    'group_log_mails',
  ),

  // Checked again when it is sent: the member may have unsubscribed and the article may have been withdrawn.
  async [NEW_CONTENT]({ data }, deps) {
    const { db, clock } = deps
    const article = await findArticle({ db, now: clock() }, articleIn(data))
    if (article === undefined) return null
    const member = await findSubscriber({ db }, memberIn(data), article.publish_at)
    if (member === undefined) return null
    const text = article.kind === 'news' ? 'content_news' : 'content_event'
    return articleMail(text, article, member, deps)
  },

  async [EVENT_CANCELLED]({ data }, deps) {
    const { db, clock } = deps
    const event = await findCancelledEvent({ db, now: clock() }, articleIn(data))
    const member = await findNotifiedMember({ db }, memberIn(data))
    if (event === undefined || member === undefined) return null
    return articleMail('event_cancelled', event, member, deps)
  },
}

function articleMail(
  text: MailText,
  article: ContentRow,
  member: Subscriber,
  deps: MailDeps,
): Mail {
  const { settings, jwtSecret, kit } = deps
  const { tokenOf } = unsubscribeTokens(jwtSecret)
  const zone = member.time_zone ?? settings.timeZone
  const mail = renderMail(kit.current(), text, {
    to: member.email,
    values: {
      username: member.username,
      title: article.title,
      summary: article.short_description,
      date: timeInMail(article.starts_at, article.ends_at, readingIn(zone, deps)),
      location: article.location ?? '',
    },
    // A withdrawn article has no page.
    link: article.unpublished_at === null ? pageAddress(settings, article) : undefined,
    unsubscribe: `${settings.publicUrl}/api${MAIL_KINDS.content.path}/${tokenOf(member.id)}`,
  })
  return article.kind === 'news'
    ? mail
    : { ...mail, attachments: [mailedEvent(siteOf(deps), article)] }
}

/** The list for a mail that was enqueued before entries had URLs. */
function entryPath({ entry }: MailData, ...query: readonly string[]): string {
  const asked = [...query, ...(entry === undefined ? [] : [`entry=${Number(entry)}`])].join('&')
  return `/discordia/world${asked && '?'}${asked}`
}

const articleIn = ({ content }: MailData): ContentId => Number(content) as ContentId
