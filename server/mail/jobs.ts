import type { GlossaryEntryId, GroupId, MemberId, NameChangeId } from '#contract/ids.ts'
import { DAY_MS } from '../config/time.ts'
import type { MailJob } from './outbox.ts'

/*
 * Mails that more than one module may owe: whoever decides enqueues them in the transaction of the decision.
 * The modules that own the matter word them.
 */

type Member = { readonly id: MemberId; readonly email: string }
export type Decision = {
  readonly isApproved: boolean
  /** For the member to read; may be blank. */
  readonly reason: string
  /** edited: approved with edits; changes: the author is asked to change something and send it again. */
  readonly how?: 'edited' | 'changes'
}

/** A request for another name was decided; told once, however often the decision is saved. */
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

/** Names the mail of one answer to a message of the contact form. */
export const answerKey = (answer: number): string => `contact-answer:${answer}`

/** The staff have answered a message of the contact form; sent once, or not at all. */
export const contactAnswerMail = (recipient: string, answer: number): MailJob => ({
  kind: 'contact-answer',
  recipient,
  data: { answer },
  onceKey: answerKey(answer),
})

/** The staff have closed a group; told once to each of its members. */
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

/** A member's glossary entry was reviewed. A later review of the same entry is told again. */
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

/** Somebody was invited to a group. Once a day at most: inviting and cancelling by turns sends no further mail. */
export const groupInviteMail = (member: Member, group: GroupId, now: number): MailJob => ({
  kind: GROUP_INVITE,
  recipient: member.email,
  data: { user: member.id, group },
  onceKey: `invite:${group}:${member.id}:${Math.floor(now / DAY_MS)}`,
})
