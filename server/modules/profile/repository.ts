import type { MemberId, NameChangeId } from '#contract/ids.ts'
import type { NameChange, OrderDetails } from '#contract/schemas/profile.ts'
import type { Db } from '../../http/deps.ts'

const pending = (db: Db, user: MemberId) =>
  db
    .selectFrom('name_changes')
    .select(['id', 'new_name', 'reason'])
    .where('user_id', '=', user)
    .where('approved_at', 'is', null)
    .where('refused_at', 'is', null)

/** A member's requests for another name, and order details. Times: epoch milliseconds. */
export const profileRepository = {
  nameChanges: (db: Db, user: MemberId): Promise<NameChange[]> => pending(db, user).execute(),

  /** Undefined when one is pending already. */
  addNameChange: (
    db: Db,
    user_id: MemberId,
    request: Pick<NameChange, 'new_name' | 'reason'>,
    now: number,
  ): Promise<NameChange | undefined> =>
    db
      .insertInto('name_changes')
      .values({ user_id, ...request, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'new_name', 'reason'])
      .executeTakeFirst(),

  /** A decided request stays: it is history. False: no pending one of this member. */
  async deleteNameChange(db: Db, user: MemberId, id: NameChangeId): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('name_changes')
      .where('id', '=', id)
      .where('user_id', '=', user)
      .where('approved_at', 'is', null)
      .where('refused_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },

  orderDetails: (db: Db, user: MemberId): Promise<OrderDetails[]> =>
    db
      .selectFrom('order_details')
      .select(['first_name', 'last_name', 'email', 'phone_number'])
      .select(['country_key', 'city', 'zipcode', 'address'])
      .where('user_id', '=', user)
      .execute(),

  async saveOrderDetails(db: Db, user: MemberId, details: OrderDetails, now: number) {
    const saved = { ...details, updated_at: now }
    await db
      .insertInto('order_details')
      .values({ user_id: user, ...saved })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(saved))
      .execute()
  },
}
