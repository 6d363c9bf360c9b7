import type { GroupId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../config/time.ts'
import { publish } from '../../db/liveEvents.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { handOverGroups, listDueSoon } from './handoverRepository.ts'
import { deleteInvitesBy } from './inviteRepository.ts'
import { withdrawRequests } from './openings/endings.ts'
import { deleteLinksOf } from './page/linkRepository.ts'
import { keepAttendance } from './past/attendanceRepository.ts'
import { mailGoneSessions } from './planning/gone.ts'
import { removeHost } from './planning/hostRepository.ts'
import type { Membership } from './policy.ts'
import { deleteMember } from './repository.ts'

/** Deletes the links and invites of a former co-owner. An owner's open invites stay with the group (behaviour 12.9). */
export async function endCoOwnership(
  tx: Db,
  group: GroupId,
  member: MemberId,
  now: number,
): Promise<void> {
  await deleteLinksOf(tx, group, member)
  await publish(tx, await deleteInvitesBy(tx, group, member), { kind: 'invites' }, now)
}

/**
 * Runs when an account is deactivated; see `handOverGroups`. The member stays in the groups but can do nothing there.
 */
export async function departGroups(tx: Db, member: MemberId, now: number): Promise<void> {
  await handOverGroups(tx, member, now)
  await deleteLinksOf(tx, null, member)
  await mailGoneSessions(tx, { user: member }, now)
  await removeHost(tx, member, now)
  await withdrawRequests(tx, member, now)
}

/** A deleted account leaves nothing behind, mails included: these are sent in the hour before. */
const BEFORE_DELETION_MS = HOUR_MS
const BATCH = 50

/** Call it every few minutes: each session is mailed once. */
export async function mailBeforeDeletions({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock()
  for (const user of await listDueSoon(db, now, now + BEFORE_DELETION_MS, BATCH))
    await mailGoneSessions(db, { user, isBeforeDeletion: true }, now)
}

/**
 * A member leaves or is removed.
 * @param group locked
 */
export async function departMember(
  tx: Db,
  id: GroupId,
  group: Membership,
  member: MemberId,
  now: number,
): Promise<void> {
  const isCoOwner = member !== group.ownerId && group.coOwners.includes(member)
  if (isCoOwner) await endCoOwnership(tx, id, member, now)
  await mailGoneSessions(tx, { group: id, user: member }, now)
  await keepAttendance(tx, id, member, now)
  await removeHost(tx, member, now, id)
  await deleteMember(tx, id, member)
}
