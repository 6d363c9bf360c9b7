import type { MemberId } from '#contract/ids.ts'
import type { Subject } from '../../../db/personalData.ts'
import type { Db } from '../../../db/schema.ts'
import { emailKey } from '../../../text/keys.ts'
import { findUser } from '../repository.ts'

/** Like `lower` of SQLite, which knows ASCII alone. */
const lowered = (email: string): string =>
  email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Null: there is no such account. */
export async function subjectOf(db: Db, id: MemberId): Promise<Subject | null> {
  const user = await findUser(db, id)
  if (user === undefined) return null
  const names = await db
    .selectFrom('old_usernames')
    .select('username')
    .where('user_id', '=', id)
    .execute()
  const wanted = await db
    .selectFrom('name_changes')
    .select('new_name as username')
    .where('user_id', '=', id)
    .execute()
  const changes = await db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email', 'confirmed_at'])
    .where('user_id', '=', id)
    .execute()
  const emails = [
    user.email,
    // A new e-mail address that was never confirmed may be a stranger's.
    ...changes.flatMap(({ old_email, new_email, confirmed_at }) =>
      confirmed_at === null ? [old_email] : [old_email, new_email],
    ),
  ]
  return {
    id,
    usernames: [
      ...new Set([user.username, ...[...names, ...wanted].map(({ username }) => username)]),
    ],
    emails: [...new Set(emails.flatMap((email) => [email, emailKey(email), lowered(email)]))],
  }
}
