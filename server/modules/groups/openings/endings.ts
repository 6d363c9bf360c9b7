import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Work } from '../../../work/work.ts'
import { listAccounts } from '../repository.ts'
import { openingMails } from './mails.ts'
import { deleteOpening } from './openingRepository.ts'
import { closeRequests, withdrawRequestsOf } from './requestRepository.ts'

/**
 * The group looks for players no longer: requests that wait end, and their members get mail. Call it before the group is
 * deleted.
 */
export async function endOpening(w: Work, group: GroupId): Promise<void> {
  await deleteOpening(w, group)
  const { name, asked } = await closeRequests(w, group)
  const answer = { answer: 'closed', group: name, groupId: group, sentence: '' } as const
  w.mail(asked, openingMails.of('join-answer', answer))
  w.publish(asked, { kind: 'invites' })
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
