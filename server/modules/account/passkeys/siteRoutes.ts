import { PASSKEYS_MAX, type Passkey, securityCalls } from '#contract/security.ts'
import type { Read } from '../../../db/rows.ts'
import { clientOf } from '../../../http/client.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { iso } from '../../../text/time.ts'
import { type Call, changing, type Reply, routesOn } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { findUser } from '../repository.ts'
import { changeOwn, ofCaller } from '../sessions/caller.ts'
import { type Joining, noteLogin } from '../sessions/loggedIn.ts'
import type { Tokens } from '../tokens.ts'
import {
  type Ceremonies,
  creationOptions,
  makeCeremonies,
  ownerOf,
  requestOptions,
  storePasskey,
  verifyCreation,
  verifyUse,
} from './ceremonies.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkeyRepository.ts'

type Sent<Name extends keyof typeof securityCalls> = Call<(typeof securityCalls)[Name]>
type PasskeyDeps = Deps & { readonly ceremonies: Ceremonies }
type Row = Awaited<ReturnType<typeof listPasskeys>>[number]

export function passkeysMemberRoutes(member: App, deps: Deps): void {
  const passkeyDeps = { ...deps, ceremonies: makeCeremonies(deps) }
  const route = routesOn(member, passkeyDeps, securityCalls)
  route('listPasskeys', async (w, { memberId }) => (await listPasskeys(w, memberId)).map(present))
  route('startPasskey', start, limited(30, 10))
  route('addPasskey', add, limited(30, 10))
  route('renamePasskey', rename)
  route('removePasskey', remove)
  route(
    'startStepUp',
    ({ ceremonies }, { memberId }) => requestOptions(ceremonies, 'step-up', memberId),
    limited(30, 10),
  )
}

/** Logging in with a passkey instead of e-mail address and password. */
export function passkeyLoginRoutes(open: App, deps: Deps & Joining, tokens: Tokens): void {
  const loginDeps = { ...deps, ceremonies: makeCeremonies(deps), tokens }
  const route = routesOn(open, loginDeps, securityCalls)
  route(
    'startPasskeyLogin',
    ({ ceremonies }) => requestOptions(ceremonies, 'login'),
    limited(120, 1),
  )
  route('passkeyLogin', logIn, limited(60, 1))
}

const present = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  created_at: iso(row.created_at),
  last_used_at: iso(row.last_used_at),
  is_synced: row.synced_since !== null,
})

async function start(w: PasskeyDeps & Read, { memberId }: Sent<'startPasskey'>) {
  const user = await findUser(w, memberId)
  if (user === undefined) throw errors.tokenNotValid()
  await assertRoom(await listPasskeys(w, memberId))
  return creationOptions(w.ceremonies, user)
}

async function assertRoom({ length }: readonly Row[]): Promise<void> {
  if (length >= PASSKEYS_MAX) throw refusal(400, 'too_many_passkeys', { limit: PASSKEYS_MAX })
}

async function add(w: PasskeyDeps & Read, request: Sent<'addPasskey'>) {
  const { memberId, body } = request
  const creation = await verifyCreation(w.ceremonies, memberId, body.response)
  if (creation === null) throw errors.passkeyRefused(400)
  const name = body.name.trim()
  return changeOwn(w, request, async (w) => {
    await assertRoom(await listPasskeys(w, memberId))
    const stored = await storePasskey(w, { user_id: memberId, name }, creation)
    if (stored === undefined) throw errors.passkeyRefused(400)
    const undo = JSON.stringify({ passkey: stored.id })
    notify(w, w.user, { notice: 'passkey_added', name, undo })
    await w.note('passkey_added')
    w.report('passkey_added')
    return present(stored)
  })
}

async function rename(
  w: PasskeyDeps & Read,
  { memberId, params: { id }, body }: Sent<'renamePasskey'>,
) {
  const renamed = await renamePasskey(w, { id, user_id: memberId, name: body.name.trim() })
  if (renamed === undefined) throw errors.notFound()
  return present(renamed)
}

const remove = ofCaller(async (w, { memberId, params }: Sent<'removePasskey'>) => {
  const removed = await deletePasskey(w, memberId, params.id)
  if (removed === undefined) throw errors.notFound()
  notify(w, w.user, { notice: 'passkey_removed', name: removed.name })
  await w.note('passkey_removed')
  w.report('passkey_removed')
  return {}
})

async function logIn(
  w: PasskeyDeps & Joining & { readonly tokens: Tokens } & Read,
  request: Sent<'passkeyLogin'>,
  reply: Reply<(typeof securityCalls)['passkeyLogin']>,
) {
  const { ceremonies, tokens, security } = w
  const { body, log, ip } = request
  const proof = await verifyUse(ceremonies, { purpose: 'login' }, body.response)
  const pair =
    proof &&
    (await changing(w, async (w) => {
      const user = await ownerOf(w, proof)
      if (user === null) return null
      await noteLogin(w, { request, reply }, user)
      return tokens.issue(w, user, clientOf(request))
    }))
  if (pair !== null) return pair
  const account = proof?.passkey.user_id ?? null
  security.report(log, 'login_failed', { account, ip, route: 'passkey login' })
  throw errors.passkeyRefused(401)
}
