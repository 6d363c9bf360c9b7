import type { ContentId } from '#contract/ids.ts'
import { EVENT_CANCELLED, NEW_CONTENT } from '../../mail/jobs.ts'
import type { MailJob } from '../../mail/outbox.ts'
import type { Subscriber } from './repository.ts'

/** The outbox keys of an article's announcements begin with it; the member's id follows. */
export const announcementKey = (article: ContentId): string => `content:${article}:`

type Recipient = Pick<Subscriber, 'id' | 'email'>
const job = (kind: string, { id, email }: Recipient, content: ContentId, onceKey: string) => ({
  kind,
  recipient: email,
  data: { user: id, content },
  onceKey,
  isBulk: true,
})

/** Once per article and member. */
export const newContentMail = (member: Recipient, article: ContentId): MailJob =>
  job(NEW_CONTENT, member, article, `${announcementKey(article)}${member.id}`)

/** Once per event and member. */
export const eventCancelledMail = (member: Recipient, event: ContentId): MailJob =>
  job(EVENT_CANCELLED, member, event, `cancelled:${event}:${member.id}`)
