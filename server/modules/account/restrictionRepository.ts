import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { RestrictionKind } from '#contract/sets.ts'
import { deletePast, exists, type HasDb, type NewRow, type Read } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'

/* What members may not do for a time. */

const inForce = (w: Read) => w.db.selectFrom('restrictions').where('until', '>', w.now)

/** Those in force, the longest first. */
export const listRestrictions = (w: Read, members: readonly number[]) =>
  inForce(w)
    .select(['user_id', 'kind', 'until', 'reason'])
    .where(isOneOf(w.db, 'user_id', members))
    .orderBy('until', 'desc')
    .execute()

/** The end of what keeps a member; undefined: nothing does. */
export const keptUntil = async (w: Read, member: MemberId, kind: RestrictionKind) =>
  (await listRestrictions(w, [member])).find((one) => one.kind === kind)?.until

/** Rows whose member (`user_id`), if they have one, is not kept from events. */
export const isUnbarred = (w: Read) =>
  sql<boolean>`(user_id is null or user_id not in ${inForce(w).select('user_id').where('kind', '=', 'events')})`

/** Whether the account of an address is kept from events. */
export const isAddressBarred = (w: Read, email_key: string): Promise<boolean> =>
  exists(
    inForce(w)
      .innerJoin('users', 'users.id', 'restrictions.user_id')
      .select('restrictions.id')
      .where((is) => is.and({ 'restrictions.kind': 'events', 'users.email_key': email_key })),
  )

export const insertRestriction = (
  w: Read,
  row: Omit<NewRow<'restrictions'>, 'created_at'>,
): Promise<unknown> =>
  w.db
    .insertInto('restrictions')
    .values({ ...row, created_at: w.now })
    .execute()

/** @returns false when the member had none */
export const deleteRestrictions = (w: Read, user_id: MemberId, kind: RestrictionKind) =>
  exists(
    w.db
      .deleteFrom('restrictions')
      .where((is) => is.and({ user_id, kind }))
      .returning('id'),
  )

export const deleteRestrictionsOf = (w: HasDb, case_id: number): Promise<unknown> =>
  w.db.deleteFrom('restrictions').where('case_id', '=', case_id).execute()

export const deleteOldRestrictions = deletePast('restrictions', 'id', 'until')
