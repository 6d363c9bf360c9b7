import type { groupPageCalls } from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import { DAY_MS } from '../../../config/time.ts'
import { insertRow } from '../../../db/rows.ts'
import { errors } from '../../../http/errors.ts'
import { emailKey } from '../../../text/keys.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { shortened } from '../../../text/shortNames.ts'
import { iso } from '../../../text/time.ts'
import type { Call } from '../../../work/calls.ts'
import { type CallRead, changing } from '../../../work/work.ts'
import { lockActiveUsers } from '../../account/repository.ts'
import { countInvites, findInviteTarget, insertInvite } from '../inviteRepository.ts'
import { insertLog } from '../logRepository.ts'
import {
  assertActive,
  assertMayInvite,
  assertOwnerOrCoOwner,
  type Membership,
  mayInvite,
} from '../policy.ts'
import { lockGroup, readGroup } from '../repository.ts'
import {
  deleteLink,
  findFront,
  findGroupOfLink,
  findOpenLink,
  listLinks,
  type OpenLink,
  takeUse,
} from './linkRepository.ts'
import { assertMayAddLink, makersOf } from './policy.ts'
import { presentLink } from './present.ts'

type Sent<Name extends keyof typeof groupPageCalls> = Call<(typeof groupPageCalls)[Name]>

export async function listInviteLinks(
  w: CallRead,
  { params: { id }, memberId }: Sent<'listInviteLinks'>,
) {
  const group = await readGroup(w, id)
  assertOwnerOrCoOwner(group, memberId)
  return (await listLinks(w, id, makersOf(group))).map(presentLink)
}

export const createInviteLink = (
  w: CallRead,
  { params: { id }, body: { days, uses }, memberId }: Sent<'createInviteLink'>,
) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, id)
    assertOwnerOrCoOwner(group, memberId)
    assertMayAddLink(await listLinks(w, id, makersOf(group)))
    const secret = secretText()
    const added = await insertRow(w.db, 'invite_links', {
      group_id: id,
      created_by: memberId,
      secret_hash: sha256(secret),
      uses,
      uses_left: uses,
      expires_at: w.now + days * DAY_MS,
      created_at: w.now,
    })
    await insertLog(w, { group: id, actor: memberId, kind: 'link_made' })
    w.publish(group.members, { kind: 'group', subject: id })
    const link = (await listLinks(w, id, [memberId])).find((row) => row.id === added.id)
    if (link === undefined) throw errors.inviteLinkOver()
    return { link: presentLink(link), secret }
  })

export const revokeInviteLink = (
  w: CallRead,
  { params: { id }, memberId }: Sent<'revokeInviteLink'>,
) =>
  changing(w, async (w) => {
    const found = await findGroupOfLink(w, id)
    if (found === undefined) throw errors.inviteLinkOver()
    const group = await lockGroup(w, found.group_id)
    // A 404, because only the owner and co-owners may know that the link exists.
    if (group === undefined || !mayInvite(group, memberId)) throw errors.inviteLinkOver()
    if (!(await deleteLink(w, id))) throw errors.inviteLinkOver()
    await insertLog(w, { group: found.group_id, actor: memberId, kind: 'link_revoked' })
    w.publish(group.members, { kind: 'group', subject: found.group_id })
    return {}
  })

/**
 * An open link whose maker may invite.
 * @throws Refusal 404, the same for every other link
 */
function opened(link: OpenLink | undefined, group: Membership | undefined) {
  if (link === undefined || group === undefined) throw errors.inviteLinkOver()
  if (!makersOf(group).includes(link.created_by)) throw errors.inviteLinkOver()
  return { link, group }
}

/** An id that no group has: ids begin with 1. */
const NO_GROUP = 0 as GroupId

/**
 * Serves every holder of the secret, also without an account: no names but those of group and inviter, and no place.
 * Changes nothing and publishes nothing.
 */
export async function lookAtInviteLink(
  w: CallRead,
  { body: { secret } }: Sent<'lookAtInviteLink'>,
) {
  const found = await findOpenLink(w, sha256(secret))
  // The group is looked for without a link, too, so that the time of a refusal does not tell its reason.
  const { link, group } = opened(found, await readGroup(w, found?.group_id ?? NO_GROUP))
  const front = await findFront(w, link.group_id)
  return {
    group_name: shortened(group.name),
    invited_by: shortened(link.username),
    crest: front?.crest ?? null,
    members: group.members.length,
    next_start: iso(front?.starts_at ?? null),
  }
}

/** Makes an ordinary invite by the maker of the link. A refusal does not count as a use. */
export const redeemInviteLink = (
  w: CallRead,
  { body: { secret }, memberId }: Sent<'redeemInviteLink'>,
) =>
  changing(w, async (w) => {
    const found = await findOpenLink(w, sha256(secret))
    const accounts = found === undefined ? [memberId] : [memberId, found.created_by]
    assertActive(await lockActiveUsers(w, accounts), memberId)
    if (found === undefined) throw errors.inviteLinkOver()
    const { group_id, created_by: maker } = found
    const locked = await lockGroup(w, group_id)
    const { link, group } = opened(await findOpenLink(w, sha256(secret)), locked)
    const target = await findInviteTarget(w, group_id, maker, memberId)
    assertMayInvite(group, await countInvites(w, group_id), target, {
      by: 'link',
      made_by: maker,
      made_at: link.created_at,
      isOwn: link.email !== null && emailKey(link.email) === emailKey(target?.email ?? ''),
    })
    if (!(await takeUse(w, link.id, memberId))) throw errors.inviteLinkOver()
    const invite = { group_id, target_user_id: memberId, invited_by: maker }
    await insertInvite(w, invite)
    await insertLog(w, { group: group_id, actor: maker, kind: 'invited', subject: memberId })
    w.publish(group.members, { kind: 'group', subject: group_id })
    w.publish(
      group.members.filter((member) => mayInvite(group, member)),
      { kind: 'groups' },
    )
    w.publish([memberId], { kind: 'invites' })
    return { group_name: group.name }
  })
