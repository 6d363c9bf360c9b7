import { groupPageCalls } from '#contract/groupPage.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../../db/schema.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { refusal } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { usernameKey } from '../../../text/keys.ts'
import { type Call, routesOn } from '../../../work/calls.ts'
import { type CallRead, changing } from '../../../work/work.ts'
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

type Sent<Name extends keyof typeof groupPageCalls> = Call<(typeof groupPageCalls)[Name]>

export function groupPageModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, groupPageCalls)
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
  const route = routesOn(open, deps, groupPageCalls)
  route('lookAtInviteLink', lookAtInviteLink, limited(60, 10))
}

async function getGroupPage(w: CallRead, { params, memberId }: Sent<'getGroupPage'>) {
  const group = await readGroup(w, params.id)
  assertMember(group, memberId)
  return readPage(w, params.id, group, memberId)
}

const readPage = async (w: HasDb, id: GroupId, group: Membership, caller: MemberId) =>
  presentPage(group, await findTexts(w, id), await listLog(w, id, undefined, LOG_PAGE + 1), caller)

const saveGroupPage = (w: CallRead, { params: { id }, body, memberId }: Sent<'saveGroupPage'>) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, id)
    assertOwnerOrCoOwner(group, memberId)
    const before = await findTexts(w, id)
    if (body.version !== before.version) throw refusal(409, 'page_changed')
    const texts = textsToStore(body)
    const parts = changedParts(before, texts)
    if (parts.length > 0) {
      await saveTexts(w, id, texts)
      const change = { group: id, actor: memberId, detail: parts.join(',') }
      await insertLog(w, { ...change, kind: 'page_changed' })
      w.publish(group.members, { kind: 'group', subject: id })
    }
    return readPage(w, id, group, memberId)
  })

async function listGroupLog(w: CallRead, { params, query, memberId }: Sent<'listGroupLog'>) {
  assertMember(await readGroup(w, params.id), memberId)
  return presentLog(await listLog(w, params.id, query.before, LOG_PAGE + 1))
}

const setCoOwner = (
  w: CallRead,
  { params: { id }, body: { member_id, is_co_owner }, memberId }: Sent<'setCoOwner'>,
) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, id)
    assertOwner(group, memberId)
    assertMayBeCoOwner(group, member_id)
    if (group.coOwners.includes(member_id) !== is_co_owner) {
      await setRole(w, id, member_id, is_co_owner ? 'co_owner' : 'member')
      if (!is_co_owner) await endCoOwnership(w, id, member_id)
      const kind = is_co_owner ? 'co_owner_made' : 'co_owner_unmade'
      await insertLog(w, { group: id, actor: memberId, kind, subject: member_id })
      w.publish(group.members, { kind: 'group', subject: id })
      w.publish([member_id], { kind: 'groups' })
    }
    const changed = await lockGroup(w, id)
    assertMember(changed, memberId)
    return readPage(w, id, changed, memberId)
  })

async function listSuggestions(w: CallRead, { params, query, memberId }: Sent<'listSuggestions'>) {
  assertOwnerOrCoOwner(await readGroup(w, params.id), memberId)
  const prefix = usernameKey(query.prefix)
  return prefix === '' ? [] : [...(await listPlayedWith(w, memberId, params.id, prefix))]
}
