import type { ContentId } from '#contract/ids.ts'
import type { MailJob } from '../../mail/outbox.ts'
import type { Subscriber } from './repository.ts'

export const NEW_CONTENT = 'new-content'
export const EVENT_CANCELLED = 'event-cancelled'

/** The start of the outbox keys of all mails that tell of a new item; the member's id follows. */
export const announcementKey = (item: ContentId): string => `content:${item}:`

type Recipient = Pick<Subscriber, 'id' | 'email'>
const job = (kind: string, { id, email }: Recipient, content: ContentId, onceKey: string) => ({
  kind,
  recipient: email,
  data: { user: id, content },
  onceKey,
  isBulk: true,
})

/** A newly public item, to one member who wants to know; never twice. */
export const newContentMail = (member: Recipient, item: ContentId): MailJob =>
  job(NEW_CONTENT, member, item, `${announcementKey(item)}${member.id}`)

/** An event that does not take place, to one member who was told of it; never twice. */
export const eventCancelledMail = (member: Recipient, item: ContentId): MailJob =>
  job(EVENT_CANCELLED, member, item, `cancelled:${item}:${member.id}`)
