import { createHmac } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../../config/time.ts'
import { type Placeholders, prepared } from '../../../db/prepared.ts'
import { type DB, deletePast, exists, type HasDb, type Read } from '../../../db/rows.ts'
import { networkKey } from '../../../http/client.ts'
import { activeUsers } from '../repository.ts'

/** Sessions that are listed; a person has fewer. */
const LISTED_MAX = 100

/** The newest usable token of each session, last used first. */
export async function listFamilies(w: Read, user: MemberId) {
  const tokens = await w.db
    .selectFrom('refresh_tokens')
    .select(['family', 'family_started_at', 'created_at', 'browser', 'network'])
    .where((is) => is.and({ user_id: user, used_at: null, revoked_at: null }))
    .where('expires_at', '>', w.now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * LISTED_MAX)
    .execute()
  // Two tabs that refreshed at once have a token each.
  const newest = new Map<string, (typeof tokens)[number]>()
  for (const token of tokens) if (!newest.has(token.family)) newest.set(token.family, token)
  return [...newest.values()].slice(0, LISTED_MAX)
}

/** Start of a session, as long as one of its tokens is stored. */
export async function startOfFamily(w: HasDb, user: MemberId, family: string) {
  const first = await w.db
    .selectFrom('refresh_tokens')
    .select(['family_started_at', 'created_at'])
    .where((is) => is.and({ family, user_id: user }))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.family_started_at ?? first?.created_at
}

/** A browser that an account has not been used with for this long is new again. */
export const BROWSER_KEPT_MS = 90 * DAY_MS
/** Two rows per browser: its cookie, and its name with its network. */
const ROWS_MAX = 40

/** none: the account was never logged in to. */
export async function knowledgeOf(w: Read, user: MemberId, digests: readonly string[]) {
  const rows = await w.db
    .selectFrom('known_browsers')
    .select(['digest', 'last_used_at'])
    .where('user_id', '=', user)
    .execute()
  if (rows.length === 0) return 'none' as const
  const isKnown = rows.some(
    ({ digest, last_used_at }) =>
      digests.includes(digest) && last_used_at > w.now - BROWSER_KEPT_MS,
  )
  return isKnown ? ('known' as const) : ('new' as const)
}

/** Adds to what an account is known by, or renews it; what was used longest ago goes. */
async function saveKnown(
  w: Read,
  table: 'known_browsers' | 'known_networks',
  { user, digests, max }: { user: MemberId; digests: readonly string[]; max: number },
) {
  await w.db
    .insertInto(table)
    .values(digests.map((digest) => ({ digest, user_id: user, last_used_at: w.now })))
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ last_used_at: w.now }))
    .execute()
  await w.db
    .deleteFrom(table)
    .where('user_id', '=', user)
    .where('digest', 'not in', (is) =>
      is
        .selectFrom(table)
        .select('digest')
        .where('user_id', '=', user)
        .orderBy('last_used_at', 'desc')
        .limit(max),
    )
    .execute()
}

export const saveBrowser = (w: Read, user: MemberId, digests: readonly string[]) =>
  saveKnown(w, 'known_browsers', { user, digests, max: ROWS_MAX })

export const deleteExpiredBrowsers = deletePast('known_browsers', 'digest', 'last_used_at')

/** A network that an account has not been used from for this long is unknown again. */
export const NETWORK_KEPT_MS = 90 * DAY_MS
/** Networks of one account: home, work, a moving phone. */
const NETWORKS_MAX = 20

/**
 * A keyed digest, so that no IP address is stored. It covers the e-mail address instead of the account: the same
 * look-up works for accounts that do not exist.
 */
export const networkDigest = (jwtSecret: string, email_key: string, ip: string): string =>
  createHmac('sha256', jwtSecret)
    .update(`known network ${email_key} ${networkKey(ip)}`)
    .digest('base64url')

export const isKnownNetwork = (w: Read, digest: string) =>
  exists(
    w.db
      .selectFrom('known_networks')
      .select('digest')
      .where('digest', '=', digest)
      .where('last_used_at', '>', w.now - NETWORK_KEPT_MS),
  )

/** The caller has proven to own the account. */
export const saveNetwork = (w: Read, user: MemberId, digest: string) =>
  saveKnown(w, 'known_networks', { user, digests: [digest], max: NETWORKS_MAX })

/** What a thief has used becomes strange again. */
export async function forgetKnown(w: HasDb, user: MemberId) {
  for (const table of ['known_browsers', 'known_networks'] as const)
    await w.db.deleteFrom(table).where('user_id', '=', user).execute()
}

export const deleteExpiredNetworks = deletePast('known_networks', 'digest', 'last_used_at')

/*
 * A session of the site is the family of its refresh tokens. Tokens and the secrets of the desk are stored as hashes.
 */

export const insertRefreshToken = (w: HasDb, token: Insertable<DB['refresh_tokens']>) =>
  w.db.insertInto('refresh_tokens').values(token).execute()

type OfToken = { readonly id: MemberId; readonly family: string }

const sessionUsers = prepared((db, { id, family }: Placeholders<OfToken>) =>
  activeUsers({ db })
    .select(['id', 'token_version'])
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('refresh_tokens.id')
          .where((is) =>
            is.and({ 'refresh_tokens.family': family, 'refresh_tokens.revoked_at': null }),
          ),
      ),
    ),
)

/** The active account of an access token, unless the token's session has ended. */
export const findSessionUser = async (w: HasDb, id: MemberId, family: string) =>
  (await sessionUsers(w.db, { id, family }))[0]

/** Locks the active owner of a token, so that no rotation adds a token while `endSessions` runs. */
export const lockTokenOwner = (w: HasDb, hash: string) =>
  activeUsers(w)
    .innerJoin('refresh_tokens', 'refresh_tokens.user_id', 'users.id')
    .select(['users.id', 'users.token_version'])
    .where('refresh_tokens.hash', '=', hash)
    .forNoKeyUpdate('users')
    .executeTakeFirst()

/** Marks a valid token as used. It is kept until `keptUntil`, so that its reuse is detected. */
export const spendRefreshToken = (w: Read, hash: string, keptUntil: number) =>
  w.db
    .updateTable('refresh_tokens')
    .set({ used_at: w.now, expires_at: keptUntil })
    .where((is) => is.and({ hash, used_at: null, revoked_at: null }))
    .where('expires_at', '>', w.now)
    .returning(['family', 'family_started_at', 'created_at'])
    .executeTakeFirst()

export const findUsedToken = (w: HasDb, hash: string) =>
  w.db
    .selectFrom('refresh_tokens')
    .select(['family', 'family_started_at', 'created_at', 'used_at', 'revoked_at'])
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst()

export const findFamily = async (w: HasDb, hash: string): Promise<string | undefined> =>
  (
    await w.db
      .selectFrom('refresh_tokens')
      .select('family')
      .where('hash', '=', hash)
      .executeTakeFirst()
  )?.family

const revoked = (w: Read) =>
  w.db.updateTable('refresh_tokens').set({ revoked_at: w.now }).where('revoked_at', 'is', null)

/** @returns false when the session had ended before, or is not one of `user` */
export async function endSession(w: Read, family: string, user?: MemberId): Promise<boolean> {
  const ended = await revoked(w)
    .where('family', '=', family)
    .$if(user !== undefined, (tokens) => tokens.where('user_id', '=', user as MemberId))
    .returning('id')
    .execute()
  return ended.length > 0
}

/** @param family the session that goes on */
export const endSessions = (w: Read, user: MemberId, family?: string) =>
  revoked(w)
    .where('user_id', '=', user)
    .$if(family !== undefined, (tokens) => tokens.where('family', '<>', family as string))
    .execute()

export const deleteExpiredTokens = deletePast('refresh_tokens', 'id', 'expires_at')

/** Finds a session only while its account is active and staff, and has the password of the login. */
export async function findDeskSession(w: Read, hash: string) {
  const row = await activeUsers(w)
    .innerJoin('desk_sessions as s', 's.user_id', 'users.id')
    .select(['s.id', 's.user_id', 's.csrf', 's.expires_at', 's.needs_second_factor_since'])
    .select(['s.mail_code_expires_at', 's.mail_confirmed_at'])
    .select(['users.username', 'users.role'])
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', w.now)
    .whereRef('s.token_version', '=', 'users.token_version')
    .executeTakeFirst()
  return row === undefined || row.role === 'player' ? null : { ...row, role: row.role }
}

export const insertDeskSession = (w: HasDb, session: Insertable<DB['desk_sessions']>) =>
  w.db.insertInto('desk_sessions').values(session).execute()

/** The second step has been set up. */
export const completeDeskSession = (w: HasDb, id: number) =>
  w.db
    .updateTable('desk_sessions')
    .set({ needs_second_factor_since: null })
    .where('id', '=', id)
    .execute()

export const deleteDeskSession = (w: HasDb, id: number) =>
  w.db.deleteFrom('desk_sessions').where('id', '=', id).execute()

export const deleteDeskSessionsOf = (w: HasDb, user: MemberId) =>
  w.db.deleteFrom('desk_sessions').where('user_id', '=', user).execute()

export const deleteExpiredDeskSessions = deletePast('desk_sessions', 'id', 'expires_at')
