import type { GroupId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../config/time.ts'
import { changing, type Opener, reading, type Work } from '../../work/work.ts'
import type { GroupChange } from './groupCalls.ts'
import { handOverGroups, listDueBefore } from './handoverRepository.ts'
import { deleteInvitesBy } from './inviteRepository.ts'
import { openingMails } from './openings/mails.ts'
import { deleteOpening } from './openings/openingRepository.ts'
import { closeRequests, withdrawRequestsOf } from './openings/requestRepository.ts'
import { deleteLinksOf } from './page/repository.ts'
import { keepAttendance } from './past/pastRepository.ts'
import { mailGoneSessions } from './planning/mails.ts'
import { removeHost } from './planning/sessionRepository.ts'
import { deleteMember, listAccounts } from './repository.ts'

/** Deletes the links and invites of a former co-owner. An owner's open invites stay with the group (behaviour 12.9). */
export async function endCoOwnership(w: Work, group: GroupId, member: MemberId): Promise<void> {
  await deleteLinksOf(w, group, member)
  w.publish(await deleteInvitesBy(w, group, member), { kind: 'invites' })
}

/**
 * Runs when an account is deactivated; see `handOverGroups`. The member stays in the groups but can do nothing there.
 */
export async function departGroups(w: Work, member: MemberId): Promise<void> {
  await handOverGroups(w, member)
  await deleteLinksOf(w, null, member)
  await mailGoneSessions(w, { user: member })
  await removeHost(w, member)
  await withdrawRequests(w, member)
}

/** A deleted account leaves nothing behind, mails included: these are sent in the hour before. */
const BEFORE_DELETION_MS = HOUR_MS
const BATCH = 50

/** Call it every few minutes: each session is mailed once. */
export async function mailBeforeDeletions(deps: Opener) {
  const w = reading(deps)
  for (const user of await listDueBefore(w, w.now + BEFORE_DELETION_MS, BATCH))
    await changing(deps, (w) => mailGoneSessions(w, { user, isBeforeDeletion: true }))
}

/** A member leaves or is removed. The group is locked. */
export async function departMember(w: GroupChange, member: MemberId): Promise<void> {
  const { id, group } = w
  const isCoOwner = member !== group.ownerId && group.coOwners.includes(member)
  if (isCoOwner) await endCoOwnership(w, id, member)
  await mailGoneSessions(w, { group: id, user: member })
  await keepAttendance(w, id, member)
  await removeHost(w, member, id)
  await deleteMember(w, id, member)
}

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
