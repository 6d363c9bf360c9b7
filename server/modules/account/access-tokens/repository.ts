import type { MemberId, TokenId } from '#contract/ids.ts'
import { TOKENS_MAX } from '#contract/tokens.ts'
import { HOUR_MS } from '../../../config/time.ts'
import { deletePast, exists, insertRow, type NewRow, type Read } from '../../../db/rows.ts'
import { activeUsers } from '../repository.ts'

/** How far `last_used_at` may be behind: scripts ask often. */
const LAST_USED_MS = HOUR_MS

/** Tokens of accounts that may log in, until they expire or the password changes. */
const validTokens = (w: Read) =>
  activeUsers(w)
    .innerJoin('access_tokens as t', (join) =>
      join.onRef('t.user_id', '=', 'users.id').onRef('t.token_version', '=', 'users.token_version'),
    )
    .where('t.expires_at', '>', w.now)

export const listTokens = (w: Read, user: MemberId) =>
  validTokens(w)
    .select(['t.id', 't.name', 't.created_at', 't.expires_at', 't.last_used_at'])
    .where('t.user_id', '=', user)
    .orderBy('t.id')
    .limit(TOKENS_MAX)
    .execute()

export const insertToken = (w: Read, token: Omit<NewRow<'access_tokens'>, 'created_at'>) =>
  insertRow(w.db, 'access_tokens', { ...token, created_at: w.now })

/** @returns false when the member has no such token */
export const deleteToken = (w: Read, user: MemberId, id: TokenId): Promise<boolean> =>
  exists(
    w.db
      .deleteFrom('access_tokens')
      .where((is) => is.and({ id, user_id: user }))
      .returning('id'),
  )

/** Finds the member of a token and notes its use. */
export async function findReader(w: Read, secret_hash: string) {
  const token = await validTokens(w)
    .select(['t.id', 't.user_id', 't.expires_at', 't.last_used_at'])
    .where('t.secret_hash', '=', secret_hash)
    .executeTakeFirst()
  if (token !== undefined && w.now - (token.last_used_at ?? 0) >= LAST_USED_MS)
    await w.db
      .updateTable('access_tokens')
      .set({ last_used_at: w.now })
      .where('id', '=', token.id)
      .execute()
  return token
}

/** Ended ones are no longer listed. */
export const deleteExpiredAccessTokens = deletePast('access_tokens', 'id', 'expires_at')
