import { hash } from '@node-rs/argon2'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../../db/schema.ts'
import { secretText } from '../../../text/secrets.ts'

/** No e-mail address has this form: it cannot be registered, logged in with or mailed to. */
const KEY = 'former-member'
/** `usernameKey` trims: no name has this key, whatever earlier versions have allowed. */
const NAME_KEY = `${FORMER_MEMBER} `

const find = (db: Db) =>
  db.selectFrom('users').select('id').where('email_key', '=', KEY).executeTakeFirst()

export const isFormerMember = ({ email_key }: { readonly email_key: string }): boolean =>
  email_key === KEY

/** The account that inherits rows of deleted accounts; created at the first deletion. */
export async function formerMemberId(tx: Db, now: number): Promise<MemberId> {
  const found = await find(tx)
  if (found !== undefined) return found.id
  await tx
    .insertInto('users')
    .values({
      email: '',
      email_key: KEY,
      username: FORMER_MEMBER,
      username_key: NAME_KEY,
      // Hash of a random secret: nobody can log in.
      password_hash: await hash(secretText()),
      role: 'player',
      created_at: now,
      activated_at: null,
      deactivated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = (await find(tx)) ?? {}
  if (id === undefined) throw new Error('There is no account for former members')
  return id
}
