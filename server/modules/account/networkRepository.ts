import { createHmac } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../config/time.ts'
import { deletePast } from '../../db/expiry.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import { networkKey } from '../../http/networkKey.ts'

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
