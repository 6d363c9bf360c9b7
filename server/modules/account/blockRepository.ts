import { type RawBuilder, sql } from 'kysely'
import type { BlockId } from '#contract/blocks.ts'
import type { MemberId } from '#contract/ids.ts'
import { exists, type HasDb, hasRow, type Read } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'

/* Blocks between members: one holds both ways, and only the member who has made it may learn of it. */

/** A member, or the column of one. */
type Side = number | string | RawBuilder<unknown>

const sideOf = (side: Side) => (typeof side === 'string' ? sql.ref(side) : sql`${side}`)

/** Condition: one member has not blocked another. */
export const hasNotBlocked = (one: Side, other: Side) =>
  sql<boolean>`not exists (select 1 from blocks as block
    where block.user_id = ${sideOf(one)} and block.blocked_id = ${sideOf(other)})`

/** Condition: a member and each of the others are not apart, that is, neither has blocked the other. */
export const isUnblocked = (member: Side, ...others: readonly Side[]) =>
  sql<boolean>`(${sql.join(
    others.flatMap((other) => [hasNotBlocked(member, other), hasNotBlocked(other, member)]),
    sql` and `,
  )})`

/** The others that are apart from a member. */
export async function listApart(
  w: HasDb,
  member: MemberId,
  others: readonly MemberId[],
): Promise<ReadonlySet<MemberId>> {
  const rows = await w.db
    .selectFrom('users')
    .select('id')
    .where(isOneOf(w.db, 'id', others))
    .where(({ not }) => not(isUnblocked('users.id', member)))
    .execute()
  return new Set(idsOf(rows))
}

export const hasBlocked = (w: HasDb, user_id: MemberId, blocked_id: MemberId): Promise<boolean> =>
  hasRow(w.db, 'blocks', { user_id, blocked_id })

export const listBlocks = (w: HasDb, user: MemberId) =>
  w.db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select(['blocks.id', 'users.username', 'blocks.created_at'])
    .where('blocks.user_id', '=', user)
    .orderBy('users.username_key')
    .execute()

export const saveBlock = (w: Read, user_id: MemberId, blocked_id: MemberId) =>
  w.db
    .insertInto('blocks')
    .values({ user_id, blocked_id, created_at: w.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** @returns false when the member has no such block */
export const deleteBlock = (w: HasDb, user_id: MemberId, id: BlockId): Promise<boolean> =>
  exists(
    w.db
      .deleteFrom('blocks')
      .where((is) => is.and({ id, user_id }))
      .returning('id'),
  )
