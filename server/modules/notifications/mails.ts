import type { ContentId, MemberId } from '#contract/ids.ts'
import type { Deps } from '../../deps.ts'
import type { MailData, MailJob } from '../../mail/outbox.ts'
import { type MailText, worded } from '../../mail/texts.ts'
import type { MailWriter, MailWriters } from '../../mail/worker.ts'
import { notificationsRepository, type Subscriber } from './repository.ts'
import { unsubscribeTokens } from './token.ts'

export const NEW_CONTENT = 'new-content'

/** A newly public item, to one member who wants to know; never twice. */
export const newContentMail = (
  member: Pick<Subscriber, 'id' | 'email'>,
  item: ContentId,
): MailJob => ({
  kind: NEW_CONTENT,
  recipient: member.email,
  data: { user: member.id, content: item },
  onceKey: `content:${item}:${member.id}`,
  isBulk: true,
})

/** A mail can be read anywhere, so its times are said with their zone. */
const WHEN = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Words the mails to members that are not about logging in. Each goes to the address of today. */
export function notificationMailWriters(deps: Deps): MailWriters {
  const { db, clock, settings } = deps
  const notifications = notificationsRepository(deps)
  const { tokenOf } = unsubscribeTokens(deps.jwtSecret)

  /** A decision about something of a member's own. @param path below the site, for the mail's button */
  const decided =
    (text: MailText, path: string): MailWriter =>
    async ({ data }) => {
      const member = await notifications.activeMember(db, memberIn(data))
      if (member === undefined) return null
      const values = { name: '', title: '', ...data, username: member.username }
      return worded(text, { to: member.email, values, link: `${settings.publicUrl}${path}` })
    }

  return {
    'name-change-approved': decided('name_change_approved', '/discordia/dashboard'),
    'name-change-refused': decided('name_change_refused', '/discordia/dashboard'),
    'entry-approved': decided('entry_approved', '/discordia/world'),
    'entry-rejected': decided('entry_rejected', '/discordia/world'),
    'entry-approved-edited': decided('entry_approved_edited', '/discordia/world'),
    'entry-changes-asked': decided('entry_changes_asked', '/discordia/world'),
    'group-closed': decided('group_closed', '/discordia/dashboard'),

    // Asked again at sending: the member may have turned it off, and the item may have been withdrawn.
    async [NEW_CONTENT]({ data }) {
      const item = await notifications.item(db, Number(data.content) as ContentId, clock())
      if (item === undefined) return null
      const member = await notifications.subscriber(db, memberIn(data), item.publish_at ?? 0)
      if (member === undefined) return null
      return worded(item.kind === 'news' ? 'content_news' : 'content_event', {
        to: member.email,
        values: {
          username: member.username,
          title: item.title,
          summary: item.short_description,
          date: item.starts_at === null ? '' : WHEN.format(item.starts_at),
          location: item.location ?? '',
        },
        link: `${settings.publicUrl}/discordia/news/${item.id}`,
        unsubscribe: `${settings.publicUrl}/api/notifications/unsubscribe/${tokenOf(member.id)}`,
      })
    },
  }
}

const memberIn = (data: MailData): MemberId => Number(data.user) as MemberId
