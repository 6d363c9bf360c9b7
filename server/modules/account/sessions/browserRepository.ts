import type { MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../../config/time.ts'
import { deletePast } from '../../../db/expiry.ts'
import type { HasDb, Read } from '../../../db/schema.ts'

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
