import type { GroupId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../config/time.ts'
import type { Work } from '../../work/work.ts'
import { changing, type Opener, reading } from '../../work/work.ts'
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
  const { now } = reading(deps)
  for (const user of await listDueSoon(deps, now, now + BEFORE_DELETION_MS, BATCH))
    await changing(deps, (w) => mailGoneSessions(w, { user, isBeforeDeletion: true }))
}

/**
 * A member leaves or is removed.
 * @param group locked
 */
export async function departMember(
  w: Work,
  id: GroupId,
  group: Membership,
  member: MemberId,
): Promise<void> {
  const isCoOwner = member !== group.ownerId && group.coOwners.includes(member)
  if (isCoOwner) await endCoOwnership(w, id, member)
  await mailGoneSessions(w, { group: id, user: member })
  await keepAttendance(w, id, member)
  await removeHost(w, member, id)
  await deleteMember(w, id, member)
}
