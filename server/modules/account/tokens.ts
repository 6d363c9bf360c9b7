import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import { LRUCache } from 'lru-cache'
import type { MemberId } from '#contract/ids.ts'
import { STEP_UP_MINUTES, type StepUp } from '#contract/security.ts'
import type { TokenPair } from '#contract/shapes.ts'
import { TOKEN_PREFIX } from '#contract/tokens.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS, MINUTE_MS } from '../../config/time.ts'
import type { Read } from '../../db/rows.ts'
import { type Client, UNKNOWN_CLIENT } from '../../http/client.ts'
import type { App, Deps } from '../../http/deps.ts'
import type { Caller, WhoIs } from '../../http/plugins/identity.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import { changing } from '../../work/work.ts'
import { findReader } from './access-tokens/repository.ts'
import { endPendingChanges } from './credentials/emailChangeRepository.ts'
import {
  endSession,
  findFamily,
  findSessionUser,
  findUsedToken,
  insertRefreshToken,
  lockTokenOwner,
  spendRefreshToken,
} from './sessions/repository.ts'

/** An unused session expires after this time. */
const REFRESH_LIFETIME_MS = 30 * DAY_MS
/** Time after the login at which a session expires, however often it is used. */
const SESSION_LIFETIME_MS = 90 * DAY_MS
/** A used refresh token is accepted again within this time: two tabs, a lost response (ruling 48). */
const REPLAY_GRACE_MS = 10_000
/** A used token is kept this long, so that its reuse ends the session. */
const USED_KEPT_MS = 2 * DAY_MS
/** Access tokens whose signature is known to be good; each has some 300 characters. */
const VERIFIED_MAX = 10_000

/** `fam`: `refresh_tokens.family`, the session. `logout`: the server has a logout call. */
type Claims = { sub: string; ver: number; fam: string; exp: number; use: 'site' }
type Account = { id: MemberId; token_version: number }
/** A session; `startedAt` in epoch milliseconds. */
type Family = { family: string; startedAt: number; client: Client }
type Session = Family & { user: Account }
type Rotation = {
  /** Null when the token is unknown, ended, expired or reused. */
  readonly pair: TokenPair | null
  /** The account whose session has ended now because an old token was used again. */
  readonly reuseOf: MemberId | null
}
type Signer = Pick<Deps, 'db' | 'clock' | 'settings'> &
  Pick<App, 'jwt'> & {
    /** Claims of a token never change; whether its session is still open is checked each time. */
    readonly verified: LRUCache<string, Claims>
  }
export type Tokens = Awaited<ReturnType<typeof makeTokens>>

declare module 'fastify' {
  interface FastifyInstance {
    readonly siteTokens: Tokens
  }
}

/** Access tokens are signed and short-lived; refresh tokens are opaque, stored as hashes and used once. */
export async function makeTokens(app: App, deps: Deps) {
  // `whoIs` checks the expiry by the clock of the dependencies, which tests can move.
  await app.register(jwt, { secret: deps.jwtSecret, verify: { ignoreExpiration: true } })
  const verified = new LRUCache<string, Claims>({ max: VERIFIED_MAX })
  const signer: Signer = { ...deps, jwt: app.jwt, verified }
  const whoIs: WhoIs = (token) => memberOf(signer, token)
  return {
    whoIs,
    stepUp: makeStepUp(app, deps),
    /** Starts a session. @param client as members will see it in the list of their sessions */
    issue: (w: Read, user: Account, client = UNKNOWN_CLIENT): Promise<TokenPair> =>
      issuePair(signer, w, { user, family: randomUUID(), startedAt: deps.clock(), client }),
    rotate: (refresh: string, client = UNKNOWN_CLIENT): Promise<Rotation> =>
      changing(deps, (w) => rotate(signer, w, { hash: sha256(refresh), client })),
    /** Ends the session of a refresh token, access tokens included. An unknown or ended token is no error. */
    end: (refresh: string): Promise<void> => changing(deps, (w) => end(w, sha256(refresh))),
  }
}

/** The caller of a read-only token: it has no session. */
async function readerOf(w: Read, token: string): ReturnType<WhoIs> {
  const found = await findReader(w, sha256(token))
  return found === undefined
    ? null
    : { id: found.user_id, family: '', expiresAt: found.expires_at, isReadOnly: true }
}

async function memberOf({ db, clock, jwt, verified }: Signer, token: string): ReturnType<WhoIs> {
  if (token.startsWith(TOKEN_PREFIX)) return readerOf({ db, now: clock() }, token)
  const claims = verified.get(token) ?? readClaims(jwt, token)
  if (claims === null || claims.exp * 1000 <= clock()) return null
  verified.set(token, claims)
  const user = await findSessionUser({ db }, Number(claims.sub) as MemberId, claims.fam)
  return user !== undefined && user.token_version === claims.ver
    ? { id: user.id, family: claims.fam, expiresAt: claims.exp * 1000 }
    : null
}

function accessToken(
  { clock, settings, jwt }: Signer,
  { user, family, startedAt }: Session,
): string {
  const endsAt = clock() + settings.accessTokenSeconds * 1000
  const claims: Claims = {
    sub: String(user.id),
    ver: user.token_version,
    fam: family,
    exp: Math.floor(Math.min(endsAt, startedAt + SESSION_LIFETIME_MS) / 1000),
    use: 'site',
  }
  return jwt.sign(claims)
}

async function issuePair(signer: Signer, w: Read, session: Session) {
  const refresh = secretText()
  const { user, family, startedAt, client } = session
  await insertRefreshToken(w, {
    hash: sha256(refresh),
    family,
    family_started_at: startedAt,
    user_id: user.id,
    created_at: w.now,
    expires_at: Math.min(w.now + REFRESH_LIFETIME_MS, startedAt + SESSION_LIFETIME_MS),
    browser: client.browser,
    network: client.network,
  })
  return { access: accessToken(signer, session), refresh }
}

async function rotate(
  signer: Signer,
  w: Read,
  { hash, client }: { readonly hash: string; readonly client: Client },
): Promise<Rotation> {
  const owner = await lockTokenOwner(w, hash)
  if (owner === undefined) return REFUSED
  const spent = await spendRefreshToken(w, hash, w.now + USED_KEPT_MS)
  if (spent !== undefined)
    return renewed(await issuePair(signer, w, { user: owner, ...familyOf(spent, client) }))
  const used = await findUsedToken(w, hash)
  if (used === undefined) return REFUSED
  if (used.revoked_at === null && isJustNow(w, used.used_at ?? 0))
    return renewed(await issuePair(signer, w, { user: owner, ...familyOf(used, client) }))
  // Reuse: the end of the session must be committed, so nothing is thrown here.
  const hasEnded = await endSession(w, used.family)
  if (hasEnded) await endPendingChanges(w, owner.id, used.family)
  return { pair: null, reuseOf: hasEnded ? owner.id : null }
}

/** False for the future: after the clock was set back, every used token would otherwise be valid for a while. */
const isJustNow = ({ now }: Read, usedAt: number): boolean =>
  usedAt > now - REPLAY_GRACE_MS && usedAt <= now + CLOCK_DIFFERENCE_MS

async function end(w: Read, hash: string): Promise<void> {
  // The lock keeps a rotation from adding a token, as in `rotate`.
  await lockTokenOwner(w, hash)
  const family = await findFamily(w, hash)
  if (family !== undefined) await endSession(w, family)
}

const REFUSED: Rotation = { pair: null, reuseOf: null }
const renewed = (pair: TokenPair): Rotation => ({ pair, reuseOf: null })

type TokenRow = { family: string; family_started_at: number | null; created_at: number }
const familyOf = ({ family, family_started_at, created_at }: TokenRow, client: Client): Family => ({
  family,
  client,
  startedAt: family_started_at ?? created_at,
})

function readClaims(jwt: App['jwt'], token: string): Claims | null {
  try {
    const { sub, ver, fam, exp, use } = jwt.verify<Partial<Claims>>(token)
    if (typeof exp !== 'number' || typeof ver !== 'number' || typeof fam !== 'string') return null
    return use === 'site' && /^\d{1,9}$/.test(sub ?? '')
      ? { sub: sub ?? '', ver, fam, exp, use }
      : null
  } catch {
    return null
  }
}

/** Bound to a session (`fam`): a token stolen together with an access token of another session is rejected. */
type StepUpClaims = { sub: string; fam: string; exp: number; use: 'step-up' }

/**
 * Step-up tokens prove that the owner of an account has just confirmed their presence. They are signed, short-lived and
 * only kept in the memory of a page, so that a stolen access token is not enough for sensitive calls.
 */
export function makeStepUp({ jwt }: Pick<App, 'jwt'>, { clock }: Pick<Deps, 'clock'>) {
  return {
    issue({ id, family }: Caller): StepUp {
      const exp = Math.floor(clock() / 1000) + (STEP_UP_MINUTES * MINUTE_MS) / 1000
      const claims: StepUpClaims = { sub: String(id), fam: family, exp, use: 'step-up' }
      return { token: jwt.sign(claims), expires_at: iso(exp * 1000) }
    },
    isValid(token: string, { id, family }: Caller): boolean {
      try {
        const { sub, fam, exp = 0, use } = jwt.verify<Partial<StepUpClaims>>(token)
        const isOwn = sub === String(id) && fam === family
        return use === 'step-up' && isOwn && exp * 1000 > clock()
      } catch {
        return false
      }
    },
  }
}
