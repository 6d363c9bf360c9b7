import { createHmac } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'
import type { Db, Deps } from '../../http/deps.ts'
import { addressKey } from '../../http/ipKey.ts'

/** A network that nobody used for this long is a stranger's again. Milliseconds. */
const KEPT_MS = 90 * 24 * 3_600_000
/** Networks of one account: home, work, a telephone that moves. */
const NETWORKS_MAX = 20

/** Networks from which somebody logged in to an account; kept as keyed digests, so that no IP address is stored. */
export const networkRepository = ({ jwtSecret }: Pick<Deps, 'jwtSecret'>) => {
  // By the address, not by the account: accounts that do not exist are asked about in the same way.
  const digestOf = (email_key: string, ip: string): string =>
    createHmac('sha256', jwtSecret)
      .update(`known network ${email_key} ${addressKey(ip)}`)
      .digest('base64url')

  return {
    async isKnown(db: Db, email_key: string, ip: string, now: number): Promise<boolean> {
      const found = await db
        .selectFrom('known_networks')
        .select('digest')
        .where('digest', '=', digestOf(email_key, ip))
        .where('last_used_at', '>', now - KEPT_MS)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Whoever calls this has proven to own the account. */
    async remember(
      tx: Db,
      { id, email_key }: { id: MemberId; email_key: string },
      ip: string,
      now: number,
    ): Promise<void> {
      await tx
        .insertInto('known_networks')
        .values({ digest: digestOf(email_key, ip), user_id: id, last_used_at: now })
        .onConflict((conflict) => conflict.column('digest').doUpdateSet({ last_used_at: now }))
        .execute()
      await tx
        .deleteFrom('known_networks')
        .where('user_id', '=', id)
        .where('digest', 'not in', (is) =>
          is
            .selectFrom('known_networks')
            .select('digest')
            .where('user_id', '=', id)
            .orderBy('last_used_at', 'desc')
            .limit(NETWORKS_MAX),
        )
        .execute()
    },

    sweep: (db: Db, now: number) =>
      db
        .deleteFrom('known_networks')
        .where('last_used_at', '<=', now - KEPT_MS)
        .execute(),
  }
}
