import type { GroupId } from '#contract/ids.ts'
import type { groupPageSchemas } from '#contract/schemas/groupPage.ts'
import { DAY_MS } from '../../../config/time.ts'
import { publish } from '../../../db/liveEvents.ts'
import { insertRow } from '../../../db/rows.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { emailKey } from '../../../text/keys.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { shortened } from '../../../text/shortNames.ts'
import { iso } from '../../../text/time.ts'
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

type Sent<Name extends keyof typeof groupPageSchemas> = Call<(typeof groupPageSchemas)[Name]>

export async function listInviteLinks(
  { db, clock }: Deps,
  { params: { id }, memberId }: Sent<'listInviteLinks'>,
) {
  const group = await readGroup(db, id)
  assertOwnerOrCoOwner(group, memberId)
  return (await listLinks(db, id, makersOf(group), clock())).map(presentLink)
}

export const createInviteLink = (
  { db, clock }: Deps,
  { params: { id }, body: { days, uses }, memberId }: Sent<'createInviteLink'>,
) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id)
    assertOwnerOrCoOwner(group, memberId)
    const now = clock()
    assertMayAddLink(await listLinks(tx, id, makersOf(group), now))
    const secret = secretText()
    const added = await insertRow(tx, 'invite_links', {
      group_id: id,
      created_by: memberId,
      secret_hash: sha256(secret),
      uses,
      uses_left: uses,
      expires_at: now + days * DAY_MS,
      created_at: now,
    })
    await insertLog(tx, { group: id, actor: memberId, kind: 'link_made' }, now)
    await publish(tx, group.members, { kind: 'group', subject: id }, now)
    const link = (await listLinks(tx, id, [memberId], now)).find((row) => row.id === added.id)
    if (link === undefined) throw errors.inviteLinkOver()
    return { link: presentLink(link), secret }
  })

export const revokeInviteLink = (
  { db, clock }: Deps,
  { params: { id }, memberId }: Sent<'revokeInviteLink'>,
) =>
  db.transaction().execute(async (tx) => {
    const found = await findGroupOfLink(tx, id)
    if (found === undefined) throw errors.inviteLinkOver()
    const group = await lockGroup(tx, found.group_id)
    // A 404, because only the owner and co-owners may know that the link exists.
    if (group === undefined || !mayInvite(group, memberId)) throw errors.inviteLinkOver()
    if (!(await deleteLink(tx, id))) throw errors.inviteLinkOver()
    const now = clock()
    await insertLog(tx, { group: found.group_id, actor: memberId, kind: 'link_revoked' }, now)
    await publish(tx, group.members, { kind: 'group', subject: found.group_id }, now)
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
  { db, clock }: Deps,
  { body: { secret } }: Sent<'lookAtInviteLink'>,
) {
  const now = clock()
  const found = await findOpenLink(db, sha256(secret), now)
  // The group is looked for without a link, too, so that the time of a refusal does not tell its reason.
  const { link, group } = opened(found, await readGroup(db, found?.group_id ?? NO_GROUP))
  const front = await findFront(db, link.group_id, now)
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
  { db, clock }: Deps,
  { body: { secret }, memberId }: Sent<'redeemInviteLink'>,
) =>
  db.transaction().execute(async (tx) => {
    const found = await findOpenLink(tx, sha256(secret), clock())
    const accounts = found === undefined ? [memberId] : [memberId, found.created_by]
    assertActive(await lockActiveUsers(tx, accounts), memberId)
    if (found === undefined) throw errors.inviteLinkOver()
    const { group_id, created_by: maker } = found
    const locked = await lockGroup(tx, group_id)
    // Another request may have held the locks for a while.
    const now = clock()
    const { link, group } = opened(await findOpenLink(tx, sha256(secret), now), locked)
    const target = await findInviteTarget(tx, group_id, maker, memberId, now)
    assertMayInvite(group, (await countInvites(tx, [group_id])).get(group_id) ?? 0, target, {
      by: 'link',
      made_by: maker,
      made_at: link.created_at,
      isOwn: link.email !== null && emailKey(link.email) === emailKey(target?.email ?? ''),
    })
    if (!(await takeUse(tx, link.id, memberId, now))) throw errors.inviteLinkOver()
    const invite = { group_id, target_user_id: memberId, invited_by: maker, created_at: now }
    await insertInvite(tx, invite)
    await insertLog(tx, { group: group_id, actor: maker, kind: 'invited', subject: memberId }, now)
    await publish(tx, group.members, { kind: 'group', subject: group_id }, now)
    await publish(
      tx,
      group.members.filter((member) => mayInvite(group, member)),
      { kind: 'groups' },
      now,
    )
    await publish(tx, [memberId], { kind: 'invites' }, now)
    return { group_name: group.name }
  })
