import { groupPageRoutes } from '#contract/groupPage.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { groupPageSchemas } from '#contract/schemas/groupPage.ts'
import { publish } from '../../../db/liveEvents.ts'
import type { Db } from '../../../db/schema.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { refusal } from '../../../http/errors.ts'
import { type Call, limited, routesOn } from '../../../http/serve.ts'
import { usernameKey } from '../../../text/keys.ts'
import { endCoOwnership } from '../departures.ts'
import { insertLog, listLog, setRole } from '../logRepository.ts'
import { assertMember, assertOwner, assertOwnerOrCoOwner, type Membership } from '../policy.ts'
import { lockGroup, readGroup } from '../repository.ts'
import { inviteByMail } from './inviteByMail.ts'
import {
  createInviteLink,
  listInviteLinks,
  lookAtInviteLink,
  redeemInviteLink,
  revokeInviteLink,
} from './inviteLinks.ts'
import { findTexts, saveTexts } from './pageRepository.ts'
import { assertMayBeCoOwner, changedParts, textsToStore } from './policy.ts'
import { LOG_PAGE, presentLog, presentPage } from './present.ts'
import { listPlayedWith } from './suggestionRepository.ts'

type Sent<Name extends keyof typeof groupPageSchemas> = Call<(typeof groupPageSchemas)[Name]>

export function groupPageModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, groupPageRoutes, groupPageSchemas)
  route('getGroupPage', getGroupPage)
  route('saveGroupPage', saveGroupPage)
  route('listGroupLog', listGroupLog)
  route('setCoOwner', setCoOwner)
  route('listInviteLinks', listInviteLinks)
  route('createInviteLink', createInviteLink, limited(30, 10))
  route('inviteByMail', inviteByMail, limited(30, 60))
  route('revokeInviteLink', revokeInviteLink)
  // Limited, because a secret could be guessed.
  route('redeemInviteLink', redeemInviteLink, limited(20, 10))
  route('listSuggestions', listSuggestions, limited(120, 1))
}

/** A link may have been opened without a session. A whole table may open it in one room, from one network. */
export function inviteLookModule(open: App, deps: Deps): void {
  const route = routesOn(open, deps, groupPageRoutes, groupPageSchemas)
  route('lookAtInviteLink', lookAtInviteLink, limited(60, 10))
}

async function getGroupPage({ db }: Deps, { params, memberId }: Sent<'getGroupPage'>) {
  const group = await readGroup(db, params.id)
  assertMember(group, memberId)
  return readPage(db, params.id, group, memberId)
}

const readPage = async (db: Db, id: GroupId, group: Membership, caller: MemberId) =>
  presentPage(
    group,
    await findTexts(db, id),
    await listLog(db, id, undefined, LOG_PAGE + 1),
    caller,
  )

const saveGroupPage = (
  { db, clock }: Deps,
  { params: { id }, body, memberId }: Sent<'saveGroupPage'>,
) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id)
    assertOwnerOrCoOwner(group, memberId)
    const before = await findTexts(tx, id)
    if (body.version !== before.version) throw refusal(409, 'page_changed')
    const texts = textsToStore(body)
    const parts = changedParts(before, texts)
    const now = clock()
    if (parts.length > 0) {
      await saveTexts(tx, id, texts, now)
      const change = { group: id, actor: memberId, detail: parts.join(',') }
      await insertLog(tx, { ...change, kind: 'page_changed' }, now)
      await publish(tx, group.members, { kind: 'group', subject: id }, now)
    }
    return readPage(tx, id, group, memberId)
  })

async function listGroupLog({ db }: Deps, { params, query, memberId }: Sent<'listGroupLog'>) {
  assertMember(await readGroup(db, params.id), memberId)
  return presentLog(await listLog(db, params.id, query.before, LOG_PAGE + 1))
}

const setCoOwner = (
  { db, clock }: Deps,
  { params: { id }, body: { member_id, is_co_owner }, memberId }: Sent<'setCoOwner'>,
) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id)
    assertOwner(group, memberId)
    assertMayBeCoOwner(group, member_id)
    const now = clock()
    if (group.coOwners.includes(member_id) !== is_co_owner) {
      await setRole(tx, id, member_id, is_co_owner ? 'co_owner' : 'member')
      if (!is_co_owner) await endCoOwnership(tx, id, member_id, now)
      const kind = is_co_owner ? 'co_owner_made' : 'co_owner_unmade'
      await insertLog(tx, { group: id, actor: memberId, kind, subject: member_id }, now)
      await publish(tx, group.members, { kind: 'group', subject: id }, now)
      await publish(tx, [member_id], { kind: 'groups' }, now)
    }
    const changed = await lockGroup(tx, id)
    assertMember(changed, memberId)
    return readPage(tx, id, changed, memberId)
  })

async function listSuggestions({ db }: Deps, { params, query, memberId }: Sent<'listSuggestions'>) {
  assertOwnerOrCoOwner(await readGroup(db, params.id), memberId)
  const prefix = usernameKey(query.prefix)
  return prefix === '' ? [] : [...(await listPlayedWith(db, memberId, params.id, prefix))]
}
