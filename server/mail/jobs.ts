import type { GlossaryEntryId, GroupId, MemberId, NameChangeId } from '#contract/ids.ts'
import { DAY_MS } from '../config/time.ts'
import type { MailJob } from './outbox.ts'

/*
 * Mails of several modules: the module that decides enqueues them in its transaction, the writers are in the modules
 * of the subject.
 */

type Member = { readonly id: MemberId; readonly email: string }
export type Decision = {
  readonly isApproved: boolean
  /** May be blank. */
  readonly reason: string
  /** edited: approved with edits; changes: sent back to the author. */
  readonly how?: 'edited' | 'changes'
}

/** Once per request. */
export const nameChangeDecidedMail = (
  member: Member,
  request: { readonly id: NameChangeId; readonly new_name: string },
  { isApproved, reason }: Decision,
): MailJob => ({
  kind: isApproved ? 'name-change-approved' : 'name-change-refused',
  recipient: member.email,
  data: { user: member.id, name: request.new_name, reason },
  onceKey: `name-change:${request.id}`,
})

export const answerKey = (answer: number): string => `contact-answer:${answer}`

/** Once per answer. */
export const contactAnswerMail = (recipient: string, answer: number): MailJob => ({
  kind: 'contact-answer',
  recipient,
  data: { answer },
  onceKey: answerKey(answer),
})

/** Once per group and member. */
export const groupClosedMail = (
  member: Member,
  group: { readonly id: GroupId; readonly name: string },
  reason: string,
): MailJob => ({
  kind: 'group-closed',
  recipient: member.email,
  data: { user: member.id, name: group.name, reason },
  onceKey: `group-closed:${group.id}:${member.id}`,
})

const ENTRY_MAILS = { edited: 'entry-approved-edited', changes: 'entry-changes-asked' } as const

/** Without a key: a later review of the same entry sends another mail. */
export const entryReviewedMail = (
  member: Member,
  entry: { readonly id: GlossaryEntryId; readonly title: string },
  { isApproved, reason, how }: Decision,
): MailJob => ({
  kind: how === undefined ? (isApproved ? 'entry-approved' : 'entry-rejected') : ENTRY_MAILS[how],
  recipient: member.email,
  data: { user: member.id, entry: entry.id, title: entry.title, reason },
})

export const NEW_CONTENT = 'new-content'
export const EVENT_CANCELLED = 'event-cancelled'
export const GROUP_INVITE = 'group-invite'

/** Once a day: alternate invites and cancellations send no further mail. */
export const groupInviteMail = (member: Member, group: GroupId, now: number): MailJob => ({
  kind: GROUP_INVITE,
  recipient: member.email,
  data: { user: member.id, group },
  onceKey: `invite:${group}:${member.id}:${Math.floor(now / DAY_MS)}`,
})
