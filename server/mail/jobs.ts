import type { GroupId, MemberId } from '#contract/ids.ts'
import type { MailData, MailJob } from './outbox.ts'

/* Mails of groups that are not rows of a mail table yet. */

type Member = { readonly id: MemberId; readonly email: string }

/** The writer reads the account again: see `memberIn`. */
export const memberMail = (
  kind: string,
  { id, email }: Member,
  data: MailData = {},
  onceKey?: string,
): MailJob => ({ kind, recipient: email, data: { user: id, ...data }, onceKey })

export const memberIn = ({ user }: MailData): MemberId => Number(user) as MemberId

export const groupClosedMail = (
  member: Member,
  { id, name }: { readonly id: GroupId; readonly name: string },
  reason: string,
): MailJob =>
  memberMail('group-closed', member, { name, reason }, `group-closed:${id}:${member.id}`)

export const GROUP_INVITE = 'group-invite'
export const INVITE_BY_MAIL = 'invite-by-mail'
