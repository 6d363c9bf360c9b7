import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../http/deps.ts'
import { type KeysOfName, keysAlike } from '../../text/lookAlikes.ts'

export type NameHolder = { readonly id: MemberId; readonly username: string }

/** Accounts whose name a reader cannot tell from this one; before look-alikes were refused there can be several. */
export function nameHolders(db: Db, name: KeysOfName): Promise<NameHolder[]> {
  const keys = keysAlike(name)
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where((is) => is.or([is('username_key', 'in', keys), is('latin_key', 'in', keys)]))
    .orderBy('id')
    .execute()
}
