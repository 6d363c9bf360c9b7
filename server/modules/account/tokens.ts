import { createHash, randomBytes, randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { MemberId } from '#contract/ids.ts'
import type { TokenPair } from '#contract/schemas/account.ts'
import type { App, Db, Deps } from '../../deps.ts'
import type { WhoIs } from '../../plugins/identity.ts'
import { accountRepository, sessionRepository } from './repository.ts'

/** A session ends when it was not used for this long. Milliseconds. */
const REFRESH_LIFETIME = 30 * 24 * 3600 * 1000
/** A used refresh token is answered once more within this time: two tabs, a lost answer (SETTLED 48). */
const REPLAY_GRACE = 10_000
/** A used token is remembered this long, so that its reuse ends the family. Milliseconds. */
const USED_KEPT = 2 * 24 * 3600 * 1000

type Claims = { sub: string; ver: number; exp: number; use: 'site' }

export type Tokens = {
  readonly whoIs: WhoIs
  /** A first pair after a login: a new family. */
  readonly issue: (db: Db, user: { id: MemberId; token_version: number }) => Promise<TokenPair>
  /** Rotates; null when the token is unknown, ended, expired or stolen (then its family has ended). */
  readonly rotate: (refresh: string) => Promise<TokenPair | null>
  /** Ends every session of the user; access tokens end with the next `token_version`. */
  readonly endAll: (db: Db, user: MemberId) => Promise<unknown>
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly siteTokens: Tokens
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** 256 random bits, safe in an address. */
export const secretText = (): string => randomBytes(32).toString('base64url')

/** Access tokens are signed and short; refresh tokens are opaque, stored as hashes and used once. */
export async function makeTokens(api: App, deps: Deps): Promise<Tokens> {
  // Expiry is compared with the server's own clock below, so that tests can move it.
  await api.register(jwt, { secret: deps.jwtSecret, verify: { ignoreExpiration: true } })
  const accounts = accountRepository(deps)
  const sessions = sessionRepository(deps)

  function accessToken(user: { id: MemberId; token_version: number }): string {
    const exp = Math.floor(deps.clock() / 1000) + deps.settings.accessTokenSeconds
    const claims: Claims = { sub: String(user.id), ver: user.token_version, exp, use: 'site' }
    return api.jwt.sign(claims)
  }

  async function pair(
    db: Db,
    user: { id: MemberId; token_version: number },
    family: string,
  ): Promise<TokenPair> {
    const refresh = secretText()
    const now = deps.clock()
    await sessions.add(db, {
      hash: sha256(refresh),
      family,
      user_id: user.id,
      created_at: now,
      expires_at: now + REFRESH_LIFETIME,
    })
    return { access: accessToken(user), refresh }
  }

  return {
    async whoIs(token) {
      const claims = readClaims(api, token)
      if (claims === null || claims.exp * 1000 <= deps.clock()) return null
      const user = await accounts.activeUser(deps.db, Number(claims.sub) as MemberId)
      return user !== undefined && user.token_version === claims.ver ? user.id : null
    },

    issue: (db, user) => pair(db, user, randomUUID()),

    endAll: (db, user) => sessions.endAll(db, user, deps.clock()),

    rotate: (refresh) =>
      deps.db.transaction().execute(async (tx) => {
        const now = deps.clock()
        const hash = sha256(refresh)
        const owner = await sessions.lockedOwner(tx, hash)
        if (owner === undefined) return null
        const won = await sessions.spend(tx, hash, now, now + USED_KEPT)
        if (won !== undefined) return pair(tx, owner, won.family)
        const old = await sessions.used(tx, hash)
        if (old === undefined) return null
        if (old.revoked_at === null && (old.used_at ?? 0) > now - REPLAY_GRACE)
          return pair(tx, owner, old.family)
        // Reuse: the family ends, and this must commit, so nothing is thrown here.
        await sessions.endFamily(tx, old.family, now)
        return null
      }),
  }
}

function readClaims(api: App, token: string): Claims | null {
  try {
    const { sub, ver, exp, use } = api.jwt.verify<Partial<Claims>>(token)
    const isWhole = typeof exp === 'number' && typeof ver === 'number' && use === 'site'
    return isWhole && /^\d{1,9}$/.test(sub ?? '') ? { sub: sub ?? '', ver, exp, use } : null
  } catch {
    return null
  }
}
