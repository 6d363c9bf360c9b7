import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Condition } from '../../desk/listQuery.ts'
import type { Db } from '../../http/deps.ts'

export const memberStates = (): Record<string, Condition> => ({
  registered: sql`(activated_at is null and deactivated_at is null)`,
  active: sql`(activated_at is not null and deactivated_at is null)`,
  deactivated: sql`(deactivated_at is not null)`,
})

export const membersRepository = {
  orderDetails: (db: Db, id: MemberId) =>
    db
      .selectFrom('order_details')
      .select([
        'user_id as id',
        'first_name',
        'last_name',
        'email',
        'phone_number',
        'country_key',
        'city',
        'zipcode',
        'address',
      ])
      .where('user_id', '=', id)
      .executeTakeFirst(),
}
