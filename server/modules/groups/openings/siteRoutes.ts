import { openingCalls } from '#contract/openings.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { type Call, routesOn } from '../../../work/calls.ts'
import { type CallRead, changing } from '../../../work/work.ts'
import { countInvites } from '../inviteRepository.ts'
import { insertLog } from '../logRepository.ts'
import { assertMember, assertOwnerOrCoOwner } from '../policy.ts'
import { lockGroup, readGroup } from '../repository.ts'
import { endOpening } from './endings.ts'
import {
  acceptJoinRequest,
  askToJoin,
  declineJoinRequest,
  listJoinRequests,
  withdrawJoinRequest,
} from './joining.ts'
import { findOpening, listAskable, saveOpening as store } from './openingRepository.ts'
import { openingToStore } from './policy.ts'
import { presentOpenGroups } from './present.ts'
import { readOpening } from './readOpening.ts'
import { areOpeningsOn } from './switchRepository.ts'

type Sent<Name extends keyof typeof openingCalls> = Call<(typeof openingCalls)[Name]>

/** A scope of its own: while the staff have switched openings off, its calls look like unknown ones. */
export function openingsModule(scoped: App, deps: Deps): void {
  scoped.addHook('preValidation', async () => {
    if (!(await areOpeningsOn(deps))) throw errors.notFound()
  })
  const route = routesOn(scoped, deps, openingCalls)
  route('listOpenings', listOpenings, limited(120, 1))
  route('getOpening', getOpening)
  route('saveOpening', saveOpening)
  route('closeOpening', closeOpening)
  route('askToJoin', askToJoin, limited(30, 10))
  route('listJoinRequests', listJoinRequests)
  route('withdrawJoinRequest', withdrawJoinRequest)
  route('acceptJoinRequest', acceptJoinRequest)
  route('declineJoinRequest', declineJoinRequest)
}

async function listOpenings(w: CallRead, { query, memberId }: Sent<'listOpenings'>) {
  return presentOpenGroups(await listAskable(w, query, memberId))
}

async function getOpening(w: CallRead, { params, memberId }: Sent<'getOpening'>) {
  const group = await readGroup(w, params.id)
  assertMember(group, memberId)
  return readOpening(w, params.id, group, memberId)
}

const saveOpening = (w: CallRead, { params: { id }, body, memberId }: Sent<'saveOpening'>) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, id)
    assertOwnerOrCoOwner(group, memberId)
    const before = await findOpening(w, id)
    const version = before?.version ?? 0
    if (body.version !== version) throw refusal(409, 'page_changed')
    const invited = (await countInvites(w, [id])).get(id) ?? 0
    await store(w, id, group.name, openingToStore(group, invited, body), version)
    if (before === undefined) await insertLog(w, { group: id, actor: memberId, kind: 'opened' })
    w.publish(group.members, { kind: 'group', subject: id })
    return readOpening(w, id, group, memberId)
  })

const closeOpening = (w: CallRead, { params: { id }, memberId }: Sent<'closeOpening'>) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, id)
    assertOwnerOrCoOwner(group, memberId)
    if ((await findOpening(w, id)) !== undefined) {
      await endOpening(w, id)
      await insertLog(w, { group: id, actor: memberId, kind: 'opening_closed' })
      w.publish(group.members, { kind: 'group', subject: id })
    }
    return readOpening(w, id, group, memberId)
  })
