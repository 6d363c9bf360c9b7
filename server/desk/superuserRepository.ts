import type { MemberId } from '#contract/ids.ts'
import { forUpdate } from '../db/dialect.ts'
import type { Db, Deps } from '../http/deps.ts'

export const superuserRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  /**
   * Active superusers, held until the transaction ends. Take them before any other account: whoever changes
   * roles or deactivates accounts then does so after the other, and sees what the other has done.
   */
  async held(tx: Db): Promise<readonly MemberId[]> {
    const query = tx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'superuser')
      .where('activated_at', 'is not', null)
      .where('deactivated_at', 'is', null)
      .orderBy('id')
    return (await forUpdate(engine, query).execute()).map(({ id }) => id)
  },
})
