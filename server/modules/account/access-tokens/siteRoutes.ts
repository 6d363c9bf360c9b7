import { TOKEN_PREFIX, TOKENS_MAX, tokenCalls } from '#contract/tokens.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { RowOf } from '../../../db/rows.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { iso } from '../../../text/time.ts'
import { type Call, routesOn } from '../../../work/work.ts'
import { ofCaller } from '../sessions/caller.ts'
import { deleteToken, insertToken, listTokens } from './repository.ts'

type Sent<Name extends keyof typeof tokenCalls> = Call<(typeof tokenCalls)[Name]>

/** Read-only tokens of the caller. */
export function accessTokenRoutes(member: App, deps: Deps): void {
  const route = routesOn(member, deps, tokenCalls)
  route('listTokens', async (w, { memberId }) => (await listTokens(w, memberId)).map(present))
  route('createToken', createToken, limited(30, 60))
  route('revokeToken', revokeToken)
}

const createToken = ofCaller(async (w, { body: { name, days } }: Sent<'createToken'>) => {
  const { id: user_id, token_version } = w.user
  if ((await listTokens(w, user_id)).length >= TOKENS_MAX)
    throw refusal(400, 'too_many_tokens', { limit: TOKENS_MAX })
  const token = `${TOKEN_PREFIX}${secretText()}`
  const made = await insertToken(w, {
    ...{ user_id, token_version, name: name.trim(), secret_hash: sha256(token) },
    expires_at: w.now + days * DAY_MS,
  })
  await w.note('token_added')
  return { ...present(made), token }
})

const revokeToken = ofCaller(async (w, { params }: Sent<'revokeToken'>) => {
  if (!(await deleteToken(w, w.user.id, params.id))) throw errors.notFound()
  await w.note('token_revoked')
  return {}
})

type Shown = Pick<
  RowOf<'access_tokens'>,
  'id' | 'name' | 'created_at' | 'expires_at' | 'last_used_at'
>

const present = ({ id, name, created_at, expires_at, last_used_at }: Shown) => ({
  ...{ id, name },
  created_at: iso(created_at),
  expires_at: iso(expires_at),
  last_used_at: iso(last_used_at),
})
