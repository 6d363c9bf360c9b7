import type { FastifyReply, FastifyRequest } from 'fastify'
import { profileCalls } from '#contract/profile.ts'
import { DAY_MS } from '../../config/time.ts'
import { asJson, sendCached } from '../../http/cache/sendCached.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { type Call, type CallRead, routesOn } from '../../work/work.ts'
import { nameObstacle, nameToStore } from '../account/names.ts'
import { findUser } from '../account/repository.ts'
import type { Module } from '../face.ts'
import { nameChangesRoutes, nameMails } from './deskRoutes.ts'
import { COUNTRIES, detailsToStore } from './policy.ts'
import {
  blankReasons,
  deleteNameChange,
  deleteNameChangesSince,
  insertNameChange,
  listNameChanges,
  listOrderDetails,
  nameChangeStates,
  profileData,
  saveOrderDetails,
} from './repository.ts'

export const profile = {
  gives: { listOrderDetails, deleteNameChangesSince },
  make: (): Module => ({
    site: (deps) => ({
      open: (open) => profileRoutes(open, deps),
      member: (member) => profileMemberRoutes(member, deps),
    }),
    desk: nameChangesRoutes,
    mails: nameMails.writers,
    expiries: { reasons: { expire: blankReasons, keptMs: 365 * DAY_MS } },
    personalData: profileData,
    queues: () => ({
      'name-changes': {
        table: 'name_changes',
        since: 'created_at',
        waits: nameChangeStates().pending,
      },
    }),
  }),
}

type Sent<Name extends keyof typeof profileCalls> = Call<(typeof profileCalls)[Name]>

function profileRoutes(open: App, deps: Deps): void {
  routesOn(open, deps, profileCalls)('listCountries', sendCountries)
  // `-` is no id: without this route, it would be refused as a malformed one (ruling 45).
  open.delete(profileCalls.listNameChanges.path, { schema: { hide: true } }, async () => {
    throw errors.notFound()
  })
}

/** Name changes and order details of the caller (behaviour 7.3). */
function profileMemberRoutes(member: App, deps: Deps): void {
  const route = routesOn(member, deps, profileCalls)
  route('listNameChanges', ({ db }, { memberId }) => listNameChanges({ db }, memberId))
  // The response reveals that a name is taken.
  route('createNameChange', createNameChange, limited(30, 10))
  route('deleteNameChange', withdrawNameChange)
  route('listOrderDetails', ({ db }, { memberId }) => listOrderDetails({ db }, memberId))
  route('saveOrderDetails', storeOrderDetails)
}

async function sendCountries(
  { responseCache }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const countries = await responseCache.get('countries', 'all', async () => asJson(COUNTRIES))
  return sendCached(request, reply, countries)
}

async function createNameChange(w: CallRead, { body, memberId }: Sent<'createNameChange'>) {
  const { username, ...keys } = nameToStore(body.new_name, 'new_name')
  if ((await listNameChanges(w, memberId)).length > 0) throw errors.nameChangePending()
  const isUnchanged = (await findUser(w, memberId))?.username === username
  if (isUnchanged || (await nameObstacle(w, keys, memberId)) !== null)
    throw refusal(400, 'username_exists', { attr: 'new_name' })
  const request = { new_name: username, reason: body.reason.trim() }
  const added = await insertNameChange(w, memberId, request)
  if (added === undefined) throw errors.nameChangePending()
  return added
}

async function withdrawNameChange(w: CallRead, { params, memberId }: Sent<'deleteNameChange'>) {
  if (!(await deleteNameChange(w, memberId, params.id))) throw errors.notFound()
  return listNameChanges(w, memberId)
}

async function storeOrderDetails(w: CallRead, { body, memberId }: Sent<'saveOrderDetails'>) {
  const details = detailsToStore(body)
  await saveOrderDetails(w, memberId, details)
  return details
}
