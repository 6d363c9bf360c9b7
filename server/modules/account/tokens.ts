import { createHash, randomBytes, randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { MemberId } from '#contract/ids.ts'
import type { TokenPair } from '#contract/schemas/account.ts'
import type { App, Db, Deps } from '../../http/deps.ts'
import type { WhoIs } from '../../http/plugins/identity.ts'
import { sessionRepository } from './repository.ts'

/** A session ends when it was not used for this long. Milliseconds. */
const REFRESH_LIFETIME = 30 * 24 * 3600 * 1000
/** A session ends this long after its login, however often it is used: nobody stays in for ever. Milliseconds. */
const SESSION_LIFETIME = 90 * 24 * 3600 * 1000
/** A used refresh token is answered once more within this time: two tabs, a lost answer (ruling 48). */
const REPLAY_GRACE = 10_000
/** A used token is remembered this long, so that its reuse ends the family. Milliseconds. */
const USED_KEPT = 2 * 24 * 3600 * 1000

/** `fam`: the session, see `refresh_tokens.family`. `logout`: tells clients that they can end it on the server. */
type Claims = { sub: string; ver: number; fam: string; exp: number; use: 'site' }
type Account = { id: MemberId; token_version: number }
/** The session that a new pair belongs to. Milliseconds. */
type Family = { family: string; startedAt: number }
export type Rotation = {
  /** Null when the token is unknown, ended, expired or stolen (then its session has ended). */
  readonly pair: TokenPair | null
  /** Whose session this call has ended because an old token was used again. */
  readonly reuseOf: MemberId | null
}

export type Tokens = {
  readonly whoIs: WhoIs
  /** A first pair after a login: a new family. */
  readonly issue: (db: Db, user: Account) => Promise<TokenPair>
  readonly rotate: (refresh: string) => Promise<Rotation>
  /** Ends the session of a refresh token, its access tokens included. Unknown and ended ones are no error. */
  readonly end: (refresh: string) => Promise<void>
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
  const sessions = sessionRepository(deps)

  function accessToken(user: Account, { family, startedAt }: Family): string {
    const endsAt = Math.min(
      deps.clock() + deps.settings.accessTokenSeconds * 1000,
      startedAt + SESSION_LIFETIME,
    )
    const claims: Claims = {
      sub: String(user.id),
      ver: user.token_version,
      fam: family,
      exp: Math.floor(endsAt / 1000),
      use: 'site',
    }
    return api.jwt.sign({ ...claims, logout: true })
  }

  async function pair(db: Db, user: Account, family: Family): Promise<TokenPair> {
    const refresh = secretText()
    const now = deps.clock()
    await sessions.add(db, {
      hash: sha256(refresh),
      family: family.family,
      family_started_at: family.startedAt,
      user_id: user.id,
      created_at: now,
      expires_at: Math.min(now + REFRESH_LIFETIME, family.startedAt + SESSION_LIFETIME),
    })
    return { access: accessToken(user, family), refresh }
  }

  return {
    async whoIs(token) {
      const claims = readClaims(api, token)
      if (claims === null || claims.exp * 1000 <= deps.clock()) return null
      const user = await sessions.memberOf(deps.db, Number(claims.sub) as MemberId, claims.fam)
      return user !== undefined && user.token_version === claims.ver ? user.id : null
    },

    issue: (db, user) => pair(db, user, { family: randomUUID(), startedAt: deps.clock() }),

    endAll: (db, user) => sessions.endAll(db, user, deps.clock()),

    end: (refresh) =>
      deps.db.transaction().execute(async (tx) => {
        const hash = sha256(refresh)
        // Held as by a rotation, so that none slips a new token in between.
        await sessions.lockedOwner(tx, hash)
        const found = await sessions.familyOf(tx, hash)
        if (found !== undefined) await sessions.endFamily(tx, found.family, deps.clock())
      }),

    rotate: (refresh) =>
      deps.db.transaction().execute(async (tx): Promise<Rotation> => {
        const now = deps.clock()
        const hash = sha256(refresh)
        const owner = await sessions.lockedOwner(tx, hash)
        if (owner === undefined) return REFUSED
        const won = await sessions.spend(tx, hash, now, now + USED_KEPT)
        if (won !== undefined) return { pair: await pair(tx, owner, familyOf(won)), reuseOf: null }
        const old = await sessions.used(tx, hash)
        if (old === undefined) return REFUSED
        if (old.revoked_at === null && (old.used_at ?? 0) > now - REPLAY_GRACE)
          return { pair: await pair(tx, owner, familyOf(old)), reuseOf: null }
        // Reuse: the session ends, and this must commit, so nothing is thrown here.
        const isNews = await sessions.endFamily(tx, old.family, now)
        return { pair: null, reuseOf: isNews ? owner.id : null }
      }),
  }
}

const REFUSED: Rotation = { pair: null, reuseOf: null }

type TokenRow = { family: string; family_started_at: number | null; created_at: number }
const familyOf = ({ family, family_started_at, created_at }: TokenRow): Family => ({
  family,
  startedAt: family_started_at ?? created_at,
})

function readClaims(api: App, token: string): Claims | null {
  try {
    const { sub, ver, fam, exp, use } = api.jwt.verify<Partial<Claims>>(token)
    if (typeof exp !== 'number' || typeof ver !== 'number' || typeof fam !== 'string') return null
    return use === 'site' && /^\d{1,9}$/.test(sub ?? '')
      ? { sub: sub ?? '', ver, fam, exp, use }
      : null
  } catch {
    return null
  }
}
