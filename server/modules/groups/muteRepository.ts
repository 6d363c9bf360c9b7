import { sql } from 'kysely'
import type { MemberId, MuteId } from '#contract/ids.ts'
import { deleteFrom } from '../../db/expiry.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import type { Read } from '../../db/schema.ts'
import { MUTES_MAX } from './limits.ts'

export type MuteRow = Awaited<ReturnType<typeof listActiveMutes>>[number]

type OfMember = { readonly user: MemberId; readonly now: number }

const activeMutes = prepared((db, { user, now }: Placeholders<OfMember>) =>
  db
    .selectFrom('mutes')
    .innerJoin('users', 'users.id', 'mutes.muted_user_id')
    .select(['mutes.id', 'users.username as name', 'mutes.until'])
    .where('mutes.user_id', '=', user)
    .where('mutes.until', '>', now)
    .orderBy('mutes.until')
    .orderBy('mutes.id')
    .limit(MUTES_MAX),
)

export const listActiveMutes = (w: Read, user: MemberId) => activeMutes(w.db, { user, now: w.now })

export async function countOtherMutes(w: Read, user: MemberId, muted: MemberId): Promise<number> {
  const { count } = await w.db
    .selectFrom('mutes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('muted_user_id', '<>', muted)
    .where('until', '>', w.now)
    .executeTakeFirstOrThrow()
  return count
}

/** A later end replaces an earlier one, never the other way round (ruling 7). */
export const saveMute = (w: Read, user: MemberId, muted: MemberId, until: number) =>
  w.db
    .insertInto('mutes')
    .values({ user_id: user, muted_user_id: muted, created_at: w.now, until })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'muted_user_id']).doUpdateSet({
        until: sql`case when excluded.until > mutes.until then excluded.until else mutes.until end`,
      }),
    )
    .execute()

/** @returns false when the member has no such active mute */
export async function deleteMute(w: Read, user: MemberId, id: MuteId) {
  const { numDeletedRows } = await w.db
    .deleteFrom('mutes')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .where('until', '>', w.now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteExpiredMutes = deleteFrom('mutes', (before) => sql`until < ${before}`)
