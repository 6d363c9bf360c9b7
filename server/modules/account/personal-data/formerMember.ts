import { hash } from '@node-rs/argon2'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { secretText } from '../../../text/secrets.ts'

/** No e-mail address has this form: it cannot be registered, logged in with or mailed to. */
const KEY = 'former-member'
/** `usernameKey` trims: no name has this key, whatever earlier versions have allowed. */
const NAME_KEY = `${FORMER_MEMBER} `

const find = (w: HasDb) =>
  w.db.selectFrom('users').select('id').where('email_key', '=', KEY).executeTakeFirst()

export const isFormerMember = ({ email_key }: { readonly email_key: string }): boolean =>
  email_key === KEY

/** The account that inherits rows of deleted accounts; created at the first deletion. */
export async function formerMemberId(w: Read): Promise<MemberId> {
  const found = await find(w)
  if (found !== undefined) return found.id
  await w.db
    .insertInto('users')
    .values({
      email: '',
      email_key: KEY,
      username: FORMER_MEMBER,
      username_key: NAME_KEY,
      // Hash of a random secret: nobody can log in.
      password_hash: await hash(secretText()),
      role: 'player',
      created_at: w.now,
      activated_at: null,
      deactivated_at: w.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = (await find(w)) ?? {}
  if (id === undefined) throw new Error('There is no account for former members')
  return id
}
