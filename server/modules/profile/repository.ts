import { sql } from 'kysely'
import type { MemberId, NameChangeId } from '#contract/ids.ts'
import type { NameChange, OrderDetails } from '#contract/profile.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import { type Expire, exists, type HasDb, type Read } from '../../db/rows.ts'
import { blankAudit } from '../../desk/audit.ts'
import { deletePersonalRows, type PersonalData, reassign, rowsOf } from '../../work/personalData.ts'

export const listNameChanges = (w: HasDb, user: MemberId): Promise<NameChange[]> =>
  w.db
    .selectFrom('name_changes')
    .select(['id', 'new_name', 'reason'])
    .where((is) => is.and({ user_id: user, approved_at: null, refused_at: null }))
    .execute()

/** @returns undefined when the member has a pending one already */
export const insertNameChange = (
  w: Read,
  user_id: MemberId,
  request: Pick<NameChange, 'new_name' | 'reason'>,
): Promise<NameChange | undefined> =>
  w.db
    .insertInto('name_changes')
    .values({ user_id, ...request, created_at: w.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'new_name', 'reason'])
    .executeTakeFirst()

/** A decided request stays. @returns false when the member has no such pending one */
export const deleteNameChange = (w: HasDb, user: MemberId, id: NameChangeId): Promise<boolean> =>
  exists(
    w.db
      .deleteFrom('name_changes')
      .where((is) => is.and({ id, user_id: user, approved_at: null, refused_at: null }))
      .returning('id'),
  )

/** Pending ones. @returns their names */
export const deleteNameChangesSince = async (w: HasDb, user: MemberId, since: number) =>
  (
    await w.db
      .deleteFrom('name_changes')
      .where('user_id', '=', user)
      .where('created_at', '>=', since)
      .where((is) => is.and({ approved_at: null, refused_at: null }))
      .returning('new_name')
      .execute()
  ).map(({ new_name }) => new_name)

/** Blanks what members and staff wrote about a decided request; name and date stay. */
export const blankReasons: Expire = async (db, before, limit) => {
  const { numUpdatedRows } = await db
    .updateTable('name_changes')
    .set({ reason: '', answer: null })
    .where('id', 'in', (is) =>
      is
        .selectFrom('name_changes')
        .select('id')
        .where((or) => or.or([or('reason', '<>', ''), or('answer', 'is not', null)]))
        .where((or) => or.or([or('approved_at', '<', before), or('refused_at', '<', before)]))
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export const nameChangeStates = () => ({
  pending: sql<boolean>`(approved_at is null and refused_at is null)`,
  approved: sql<boolean>`(approved_at is not null)`,
  refused: sql<boolean>`(refused_at is not null)`,
})

const orderDetailsOf = prepared((db, { user }: Placeholders<{ readonly user: MemberId }>) =>
  db
    .selectFrom('order_details')
    .select(['first_name', 'last_name', 'email', 'phone_number'])
    .select(['country_key', 'city', 'zipcode', 'address'])
    .where('user_id', '=', user),
)

export const listOrderDetails = (w: HasDb, user: MemberId): Promise<OrderDetails[]> =>
  orderDetailsOf(w.db, { user })

export async function saveOrderDetails(w: Read, user: MemberId, details: OrderDetails) {
  const saved = { ...details, updated_at: w.now }
  await w.db
    .insertInto('order_details')
    .values({ user_id: user, ...saved })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(saved))
    .execute()
}

const NAME_CHANGES = { rows: rowsOf('user_id') }
const ORDER_DETAILS = { rows: rowsOf('user_id'), order: ['user_id'] }

export const profileData: PersonalData = {
  tables: { name_changes: NAME_CHANGES, order_details: ORDER_DETAILS },
  async erase(w, subject, formerMember) {
    const requests = sql`select cast(id as text) from name_changes where user_id = ${subject.id}`
    await blankAudit(w, sql`resource = 'name-changes' and record in (${requests})`)
    await deletePersonalRows(w, 'name_changes', NAME_CHANGES, subject)
    await deletePersonalRows(w, 'order_details', ORDER_DETAILS, subject)
    await reassign(w, 'name_changes', 'decided_by', subject.id, formerMember)
    return []
  },
}
