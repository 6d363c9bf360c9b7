import type { ContentId, MemberId } from '#contract/ids.ts'
import { timeRange } from '#contract/timeRange.ts'
import type { Deps } from '../../http/deps.ts'
import type { MailData } from '../../mail/outbox.ts'
import { type MailText, worded } from '../../mail/texts.ts'
import type { MailWriter, MailWriters } from '../../mail/worker.ts'
import { mailedEvent, pageAddress } from '../../text/calendar.ts'
import { cancellationRepository } from './cancellationRepository.ts'
import { type ContentRow, notificationsRepository, type Subscriber } from './repository.ts'
import { EVENT_CANCELLED, NEW_CONTENT } from './tellings.ts'
import { unsubscribeTokens } from './token.ts'

/** Words the mails to members that are not about logging in. Each goes to the address of today. */
export function notificationMailWriters(deps: Deps): MailWriters {
  const { db, clock, settings } = deps
  const notifications = notificationsRepository(deps)
  const cancellations = cancellationRepository(deps)
  const { tokenOf } = unsubscribeTokens(deps.jwtSecret)

  const unsubscribeAddress = ({ id }: Subscriber) =>
    `${settings.publicUrl}/api/notifications/unsubscribe/${tokenOf(id)}`

  const valuesOf = (item: ContentRow, { username }: Subscriber) => ({
    username,
    title: item.title,
    summary: item.short_description,
    date: whenOf(item, settings.timeZone),
    location: item.location ?? '',
  })

  /** A decision about something of a member's own. @param pathOf below the site, for the mail's button */
  const decided =
    (text: MailText, pathOf: (data: MailData) => string): MailWriter =>
    async ({ data }) => {
      const member = await notifications.activeMember(db, memberIn(data))
      if (member === undefined) return null
      const values = { name: '', title: '', ...data, username: member.username }
      return worded(text, {
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

    // Asked again at sending: the member may have turned it off, and the item may have been withdrawn.
    async [NEW_CONTENT]({ data }) {
      const item = await notifications.item(db, Number(data.content) as ContentId, clock())
      if (item === undefined) return null
      const member = await notifications.subscriber(db, memberIn(data), item.publish_at ?? 0)
      if (member === undefined) return null
      const mail = worded(item.kind === 'news' ? 'content_news' : 'content_event', {
        to: member.email,
        values: valuesOf(item, member),
        link: pageAddress(settings, item),
        unsubscribe: unsubscribeAddress(member),
      })
      return item.kind === 'news' ? mail : { ...mail, attachments: [mailedEvent(settings, item)] }
    },

    async [EVENT_CANCELLED]({ data }) {
      const event = await cancellations.event(db, Number(data.content) as ContentId, clock())
      if (event === undefined) return null
      const member = await cancellations.subscriber(db, memberIn(data))
      if (member === undefined) return null
      const mail = worded('event_cancelled', {
        to: member.email,
        values: valuesOf(event, member),
        // One that was also withdrawn has no page any more.
        ...(event.unpublished_at === null && { link: pageAddress(settings, event) }),
        unsubscribe: unsubscribeAddress(member),
      })
      return { ...mail, attachments: [mailedEvent(settings, event)] }
    },
  }
}

function whenOf({ starts_at, ends_at }: ContentRow, timeZone: string): string {
  if (starts_at === null) return ''
  const end = ends_at === null ? null : new Date(ends_at).toISOString()
  return timeRange(new Date(starts_at).toISOString(), end, timeZone) ?? ''
}

/** Mails that were enqueued before entries had an address lead to the list. */
function entryPath({ entry }: MailData, ...query: readonly string[]): string {
  const asked = [...query, ...(entry === undefined ? [] : [`entry=${Number(entry)}`])].join('&')
  return `/discordia/world${asked && '?'}${asked}`
}

const memberIn = (data: MailData): MemberId => Number(data.user) as MemberId
