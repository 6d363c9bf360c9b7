import { createHmac } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../../config/time.ts'
import { deletePast } from '../../../db/expiry.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { networkKey } from '../../../http/networkKey.ts'

/** Sessions that are listed; a person has fewer. */
const LISTED_MAX = 100

/** The newest usable token of each session, last used first. */
export async function listFamilies(w: Read, user: MemberId) {
  const tokens = await w.db
    .selectFrom('refresh_tokens')
    .select(['family', 'family_started_at', 'created_at', 'browser', 'network'])
    .where('user_id', '=', user)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
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
    .where('family', '=', family)
    .where('user_id', '=', user)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.family_started_at ?? first?.created_at
}

/** @returns false when the member has no such session */
export const endFamily = async (w: Read, user: MemberId, family: string) =>
  (
    await w.db
      .updateTable('refresh_tokens')
      .set({ revoked_at: w.now })
      .where('family', '=', family)
      .where('user_id', '=', user)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
  ).length > 0

export const endOtherFamilies = (w: Read, user: MemberId, family: string) =>
  w.db
    .updateTable('refresh_tokens')
    .set({ revoked_at: w.now })
    .where('user_id', '=', user)
    .where('family', '<>', family)
    .where('revoked_at', 'is', null)
    .execute()

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

export async function saveBrowser(w: Read, user_id: MemberId, digests: readonly string[]) {
  await w.db
    .insertInto('known_browsers')
    .values(digests.map((digest) => ({ digest, user_id, last_used_at: w.now })))
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ last_used_at: w.now }))
    .execute()
  await w.db
    .deleteFrom('known_browsers')
    .where('user_id', '=', user_id)
    .where('digest', 'not in', (is) =>
      is
        .selectFrom('known_browsers')
        .select('digest')
        .where('user_id', '=', user_id)
        .orderBy('last_used_at', 'desc')
        .limit(ROWS_MAX),
    )
    .execute()
}

export const forgetBrowsers = (w: HasDb, user: MemberId) =>
  w.db.deleteFrom('known_browsers').where('user_id', '=', user).execute()

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

export const isKnownNetwork = async (w: Read, digest: string) =>
  (await w.db
    .selectFrom('known_networks')
    .select('digest')
    .where('digest', '=', digest)
    .where('last_used_at', '>', w.now - NETWORK_KEPT_MS)
    .executeTakeFirst()) !== undefined

/** The caller has proven to own the account. */
export async function saveNetwork(w: Read, user: MemberId, digest: string) {
  await w.db
    .insertInto('known_networks')
    .values({ digest, user_id: user, last_used_at: w.now })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ last_used_at: w.now }))
    .execute()
  await w.db
    .deleteFrom('known_networks')
    .where('user_id', '=', user)
    .where('digest', 'not in', (is) =>
      is
        .selectFrom('known_networks')
        .select('digest')
        .where('user_id', '=', user)
        .orderBy('last_used_at', 'desc')
        .limit(NETWORKS_MAX),
    )
    .execute()
}

export const forgetNetworks = (w: HasDb, user: MemberId) =>
  w.db.deleteFrom('known_networks').where('user_id', '=', user).execute()

export const deleteExpiredNetworks = deletePast('known_networks', 'digest', 'last_used_at')
