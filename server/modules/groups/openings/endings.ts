import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Work } from '../../../work/work.ts'
import { type Membership, mayInvite } from '../policy.ts'
import { listAccounts } from '../repository.ts'
import { answerMail } from './mails.ts'
import { deleteOpening } from './openingRepository.ts'
import { closeRequests, withdrawRequestsOf } from './requestRepository.ts'

/** Members who answer requests. */
export const managersOf = (group: Membership): MemberId[] =>
  group.active.filter((member) => mayInvite(group, member))

/**
 * The group looks for players no longer: requests that wait end, and their members get mail. Call it before the group is
 * deleted.
 */
export async function endOpening(w: Work, group: GroupId): Promise<void> {
  await deleteOpening(w, group)
  const asked = await closeRequests(w, group)
  const mails = asked.map((member) =>
    answerMail(member, { answer: 'closed', group: member.group, groupId: group }),
  )
  w.mail(mails)
  w.publish(
    asked.map(({ id }) => id),
    { kind: 'invites' },
  )
}

/** Runs when an account is deactivated or deleted. The caller has locked the account. */
export async function withdrawRequests(w: Work, member: MemberId): Promise<void> {
  const groups = await withdrawRequestsOf(w, member)
  const accounts = Map.groupBy(await listAccounts(w, groups), ({ group_id }) => group_id)
  for (const [subject, members] of accounts)
    w.publish(
      members.map(({ id }) => id),
      { kind: 'group', subject },
    )
}
