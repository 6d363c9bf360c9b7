import type { GroupId, MemberId } from '#contract/ids.ts'
import { publish } from '../../../db/liveEvents.ts'
import type { Db } from '../../../db/schema.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
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
export async function endOpening(tx: Db, group: GroupId, now: number): Promise<void> {
  await deleteOpening(tx, group)
  const asked = await closeRequests(tx, group, now)
  const mails = asked.map((member) =>
    answerMail(member, { answer: 'closed', group: member.group, groupId: group }),
  )
  await enqueueAll(tx, mails, now)
  await publish(
    tx,
    asked.map(({ id }) => id),
    { kind: 'invites' },
    now,
  )
}

/** Runs when an account is deactivated or deleted. The caller has locked the account. */
export async function withdrawRequests(tx: Db, member: MemberId, now: number): Promise<void> {
  const groups = await withdrawRequestsOf(tx, member, now)
  const accounts = Map.groupBy(await listAccounts(tx, groups), ({ group_id }) => group_id)
  for (const [subject, members] of accounts)
    await publish(
      tx,
      members.map(({ id }) => id),
      { kind: 'group', subject },
      now,
    )
}
