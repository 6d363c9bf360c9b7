import type { MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../../db/rows.ts'
import { isOneOf } from '../../../db/search.ts'
import { emailKey } from '../../../text/keys.ts'
import type { Subject } from '../../../work/personalData.ts'
import { findUser } from '../repository.ts'

/** Imitates `lower` of SQLite, which only handles ASCII. */
const lowered = (email: string): string =>
  email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Null: there is no such account. */
export async function subjectOf(
  w: HasDb,
  id: MemberId,
): Promise<(Subject & { readonly language: string | null }) | null> {
  const user = await findUser(w, id)
  if (user === undefined) return null
  const changes = await w.db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email', 'confirmed_at'])
    .where('user_id', '=', id)
    .execute()
  // A new e-mail address that was never confirmed may be a stranger's.
  const former = changes.flatMap(({ old_email, new_email, confirmed_at }) =>
    confirmed_at === null ? [old_email] : [old_email, new_email],
  )
  const foreign = await w.db
    .selectFrom('users')
    .select('email_key')
    .where('id', '<>', id)
    .where('activated_at', 'is not', null)
    .where(isOneOf(w.db, 'email_key', former.map(emailKey)))
    .execute()
  const keys = new Set(foreign.map(({ email_key }) => email_key))
  const emails = [user.email, ...former.filter((email) => !keys.has(emailKey(email)))]
  return {
    id,
    language: user.language,
    emails: [...new Set(emails.flatMap((email) => [email, emailKey(email), lowered(email)]))],
  }
}
