import type { Change } from '../../desk/audit.ts'
import type { ChangeContext, Sent } from '../../desk/changeRoute.ts'
import { presentOne } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { unusableHash } from '../../http/passwords.ts'
import { enqueue } from '../../mail/outbox.ts'
import { assertFree } from './credentials/freeEmail.ts'
import { members } from './deskMember.ts'
import { activationMail } from './mails.ts'
import { nameToStore } from './names.ts'
import { assertMailable, assertStillSuperuser, emailToStore } from './policy.ts'
import { findUser, insertUser, lockSuperusers } from './repository.ts'

/** Makes an account without a password: its member sets one by the mailed link, which activates it. */
export async function inviteMember(
  { deps, tx, now, actor }: ChangeContext,
  { body }: Sent<'members', 'create'>,
): Promise<Change> {
  assertStillSuperuser(await lockSuperusers(tx), actor.id)
  const user = { ...nameToStore(body.username), ...emailToStore(body.email) }
  await assertFree(tx, user, now)
  await assertMailable(tx, deps.jwtSecret, user.email_key)
  const added = await insertUser(tx, {
    ...user,
    password_hash: unusableHash(),
    role: 'player',
    created_at: now,
    invited_at: now,
  })
  const row = added && (await findUser(tx, added.id))
  // Somebody has taken the name or the address at the same moment.
  if (row === undefined) throw deskErrors.alreadyThere()
  await enqueue(tx, activationMail(row), now)
  const record = await presentOne(members, tx, row, now)
  return { record: row.id, before: null, after: record, response: record }
}
