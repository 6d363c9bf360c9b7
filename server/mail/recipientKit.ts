import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../db/schema.ts'
import { emailKey } from '../text/keys.ts'
import type { Kit, KitSource } from '../text/kit.ts'
import type { MailData } from './outbox.ts'

/**
 * The kit in the language of the reader of a mail: that of the account which the mail is about (`user` of its data) or
 * which has the address, else the `language` of its data. For an address without an account, it is then that of the
 * account which caused the mail (`by`), and else the main one.
 */
export async function recipientKit(
  { db, kit }: { readonly db: Db; readonly kit: Pick<KitSource, 'current'> },
  { recipient, data = {} }: { readonly recipient: string; readonly data?: MailData },
): Promise<Kit> {
  const main = kit.current()
  if (main.languages.length < 2) return main
  const idOf = (name: 'user' | 'by') => Number(data[name] ?? 0) as MemberId
  const [user, by, key] = [idOf('user'), idOf('by'), emailKey(recipient)]
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email_key', 'language'])
    .where((is) => is.or([is('id', 'in', [user, by]), is('email_key', '=', key)]))
    .execute()
  const own =
    accounts.find(({ id }) => id === user) ?? accounts.find(({ email_key }) => email_key === key)
  const cause = own ?? accounts.find(({ id }) => id === by)
  const language = own?.language ?? data['language'] ?? cause?.language
  return main.in(String(language ?? ''))
}
