import { openingRoutes } from '#contract/openings.ts'
import { openingSchemas } from '#contract/schemas/openings.ts'
import { publish } from '../../../db/liveEvents.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { type Call, limited, routesOn } from '../../../http/serve.ts'
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

type Sent<Name extends keyof typeof openingSchemas> = Call<(typeof openingSchemas)[Name]>

/** A scope of its own: while the staff have switched openings off, its calls look like unknown ones. */
export function openingsModule(scoped: App, deps: Deps): void {
  scoped.addHook('preValidation', async () => {
    if (!(await areOpeningsOn(deps.db))) throw errors.notFound()
  })
  const route = routesOn(scoped, deps, openingRoutes, openingSchemas)
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

async function listOpenings({ db, clock }: Deps, { query, memberId }: Sent<'listOpenings'>) {
  return presentOpenGroups(await listAskable(db, query, memberId, clock()))
}

async function getOpening({ db, clock }: Deps, { params, memberId }: Sent<'getOpening'>) {
  const group = await readGroup(db, params.id)
  assertMember(group, memberId)
  return readOpening(db, params.id, group, memberId, clock())
}

const saveOpening = (
  { db, clock }: Deps,
  { params: { id }, body, memberId }: Sent<'saveOpening'>,
) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id)
    assertOwnerOrCoOwner(group, memberId)
    const now = clock()
    const before = await findOpening(tx, id)
    const version = before?.version ?? 0
    if (body.version !== version) throw refusal(409, 'page_changed')
    const invited = (await countInvites(tx, [id])).get(id) ?? 0
    await store(tx, id, group.name, openingToStore(group, invited, body), version, now)
    if (before === undefined)
      await insertLog(tx, { group: id, actor: memberId, kind: 'opened' }, now)
    await publish(tx, group.members, { kind: 'group', subject: id }, now)
    return readOpening(tx, id, group, memberId, now)
  })

const closeOpening = ({ db, clock }: Deps, { params: { id }, memberId }: Sent<'closeOpening'>) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id)
    assertOwnerOrCoOwner(group, memberId)
    const now = clock()
    if ((await findOpening(tx, id)) !== undefined) {
      await endOpening(tx, id, now)
      await insertLog(tx, { group: id, actor: memberId, kind: 'opening_closed' }, now)
      await publish(tx, group.members, { kind: 'group', subject: id }, now)
    }
    return readOpening(tx, id, group, memberId, now)
  })
