import type { Change } from '../../desk/audit.ts'
import type { DeskWork, Sent } from '../../desk/changeRoute.ts'
import { presentOne } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { unusableHash } from '../../http/passwords.ts'
import type { WorkOf } from '../../work/work.ts'
import { assertFree } from './credentials/freeEmail.ts'
import { members } from './deskMember.ts'
import { accountMails } from './mails.ts'
import { nameToStore } from './names.ts'
import { assertMailable, assertStillSuperuser, emailToStore } from './policy.ts'
import { findUser, insertUser, lockSuperusers } from './repository.ts'

/** Makes an account without a password: its member sets one by the mailed link, which activates it. */
export async function inviteMember(
  w: WorkOf<DeskWork>,
  { body }: Sent<'members', 'create'>,
): Promise<Change> {
  assertStillSuperuser(await lockSuperusers(w), w.actor.id)
  const user = { ...nameToStore(body.username), ...emailToStore(body.email) }
  await assertFree(w, user)
  await assertMailable(w, w.jwtSecret, user.email_key)
  const added = await insertUser(w, {
    ...user,
    password_hash: unusableHash(),
    role: 'player',
    created_at: w.now,
    invited_at: w.now,
  })
  const row = added && (await findUser(w, added.id))
  // Somebody has taken the name or the address at the same moment.
  if (row === undefined) throw deskErrors.alreadyThere()
  w.mail(row.email, accountMails.of('activation', { user: row.id }))
  const record = await presentOne(members, w, row)
  return { record: row.id, before: null, after: record, response: record }
}
