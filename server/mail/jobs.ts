import type { ContentId, GlossaryEntryId, GroupId, MemberId, NameChangeId } from '#contract/ids.ts'
import { DAY_MS } from '../config/time.ts'
import type { MailData, MailJob } from './outbox.ts'

/*
 * Mails of several modules: the module that decides enqueues them in its transaction, the writers are in the modules
 * of the subject.
 */

export type Member = { readonly id: MemberId; readonly email: string }
export type Decision = {
  readonly isApproved: boolean
  /** May be blank. */
  readonly reason: string
  /** edited: approved with edits; changes: sent back to the author. */
  readonly how?: 'edited' | 'changes'
}

/** The writer reads the account again: see `memberIn`. */
export const memberMail = (
  kind: string,
  { id, email }: Member,
  data: MailData = {},
  onceKey?: string,
): MailJob => ({ kind, recipient: email, data: { user: id, ...data }, onceKey })

export const memberIn = ({ user }: MailData): MemberId => Number(user) as MemberId

export const nameChangeDecidedMail = (
  member: Member,
  request: { readonly id: NameChangeId; readonly new_name: string },
  { isApproved, reason }: Decision,
): MailJob => {
  const kind = isApproved ? 'name-change-approved' : 'name-change-refused'
  return memberMail(kind, member, { name: request.new_name, reason }, `name-change:${request.id}`)
}

/** The name was changed by staff; they get the replies. */
export const nameChangedMail = (
  member: Member,
  names: { readonly old_name: string; readonly name: string },
  reason: string,
): MailJob => memberMail('name-changed', member, { ...names, reason })

export const answerKey = (answer: number): string => `contact-answer:${answer}`

/** @param language of the message */
export const contactAnswerMail = (
  recipient: string,
  answer: number,
  language: string | null,
): MailJob => ({
  kind: 'contact-answer',
  recipient,
  data: { answer, ...(language !== null && { language }) },
  onceKey: answerKey(answer),
})

export const groupClosedMail = (
  member: Member,
  { id, name }: { readonly id: GroupId; readonly name: string },
  reason: string,
): MailJob =>
  memberMail('group-closed', member, { name, reason }, `group-closed:${id}:${member.id}`)

const ENTRY_MAILS = { edited: 'entry-approved-edited', changes: 'entry-changes-asked' } as const

/** The mail has no key: a later review of the same entry sends another one. */
export function entryReviewedMail(
  member: Member,
  { id, title }: { readonly id: GlossaryEntryId; readonly title: string },
  { isApproved, reason, how }: Decision,
): MailJob {
  const plain = isApproved ? 'entry-approved' : 'entry-rejected'
  const kind = how === undefined ? plain : ENTRY_MAILS[how]
  return memberMail(kind, member, { entry: id, title, reason })
}

export const NEW_CONTENT = 'new-content'
export const EVENT_CANCELLED = 'event-cancelled'
export const GROUP_INVITE = 'group-invite'
export const INVITE_BY_MAIL = 'invite-by-mail'
export const MEMBER_INVITE = 'member-invite'
export const BACKUP_FAILED = 'backup-failed'

/** The keys of an article's announcements begin with it; the member's id follows. */
export const announcementKey = (article: ContentId): string => `content:${article}:`

/** The same for its cancellation. */
export const cancellationKey = (event: ContentId): string => `cancelled:${event}:`

export const newContentMail = (member: Member, content: ContentId): MailJob => ({
  ...memberMail(NEW_CONTENT, member, { content }, `${announcementKey(content)}${member.id}`),
  isBulk: true,
})

export const eventCancelledMail = (member: Member, content: ContentId): MailJob => ({
  ...memberMail(EVENT_CANCELLED, member, { content }, `${cancellationKey(content)}${member.id}`),
  isBulk: true,
})

/** Once a day: a backup that is tried again and again sends no further mail. */
export function backupFailedMail(superuser: Member, reason: string, now: number): MailJob {
  const day = Math.floor(now / DAY_MS)
  return memberMail(BACKUP_FAILED, superuser, { reason }, `backup-failed:${superuser.id}:${day}`)
}
