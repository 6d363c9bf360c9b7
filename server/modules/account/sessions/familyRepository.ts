import type { MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'

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
