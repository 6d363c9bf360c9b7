import { groupPageCalls } from '#contract/groupPage.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { refusal } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { usernameKey } from '../../../text/keys.ts'
import { routesOn } from '../../../work/calls.ts'
import { endCoOwnership } from '../departures.ts'
import { type GroupRead, type GroupWork, inGroup, ofGroup } from '../groupCalls.ts'
import { listLog, setRole } from '../logRepository.ts'
import { readGroup } from '../repository.ts'
import { linkRoutes, lookAtInviteLink } from './inviteLinks.ts'
import { findTexts, listPlayedWith, saveTexts } from './pageRepository.ts'
import { assertMayBeCoOwner, changedParts, textsToStore } from './policy.ts'
import { presentLog, presentPage } from './present.ts'

export function groupPageModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, groupPageCalls)

  route('getGroupPage', inGroup('member', readPage))
  route(
    'saveGroupPage',
    ofGroup('manager', async (w, { body }) => {
      const before = await findTexts(w, w.id)
      if (body.version !== before.version) throw refusal(409, 'page_changed')
      const texts = textsToStore(body)
      const parts = changedParts(before, texts)
      if (parts.length > 0) {
        await saveTexts(w, w.id, texts)
        await w.log('page_changed', { detail: parts.join(',') })
        w.publishGroup()
      }
      return readPage(w)
    }),
  )
  route(
    'listGroupLog',
    inGroup('member', async (w, { query }) => presentLog(await listLog(w, w.id, query.before))),
  )
  route(
    'setCoOwner',
    ofGroup('owner', async (w, { body: { member_id: user_id, is_co_owner } }) => {
      assertMayBeCoOwner(w.group, user_id)
      if (w.group.coOwners.includes(user_id) === is_co_owner) return readPage(w)
      const role = is_co_owner ? 'co_owner' : 'member'
      await setRole(w, { group_id: w.id, user_id, role })
      if (!is_co_owner) await endCoOwnership(w, w.id, user_id)
      await w.log(is_co_owner ? 'co_owner_made' : 'co_owner_unmade', { subject: user_id })
      w.publishGroup()
      w.publish([user_id], { kind: 'groups' })
      const group = (await readGroup(w, w.id)) ?? w.group
      return readPage({ db: w.db, id: w.id, me: w.me, group })
    }),
  )
  route(
    'listSuggestions',
    inGroup('manager', async (w, { query }) => {
      const prefix = usernameKey(query.prefix)
      return prefix === '' ? [] : [...(await listPlayedWith(w, prefix))]
    }),
    limited(120, 1),
  )
  linkRoutes(route)
}

/** A link may have been opened without a session. A whole table may open it in one room, from one network. */
export function inviteLookModule(open: App, deps: Deps): void {
  const route = routesOn(open, deps, groupPageCalls)
  route('lookAtInviteLink', lookAtInviteLink, limited(60, 10))
}

const readPage = async (w: Pick<GroupRead | GroupWork, 'db' | 'id' | 'group' | 'me'>) =>
  presentPage(w, await findTexts(w, w.id), await listLog(w, w.id))
