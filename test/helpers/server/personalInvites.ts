import type { GroupId, MemberId } from '#contract/ids.ts'
import { type Db, insertRow } from '#server/db/rows.ts'
import type { TestServer, TestUser } from './startServer.ts'

/** An invite to register that the member has come by, and one to the address as the member typed it. */
export async function beInvited(
  { deps: { db, clock } }: TestServer,
  { id }: TestUser,
  email: string,
) {
  const now = clock()
  const open = { created_at: now, expires_at: now + 1e9 }
  await db
    .insertInto('member_invites')
    .values([
      { ...open, answer: 'came', answered_at: now, user_id: id },
      { ...open, email: ` ${email}`, email_key: email, digest: 'secret-digest' },
    ])
    .execute()
}

/** The request by which the member has come into a group. */
export const addRequest = (tx: Db, group_id: GroupId, user_id: MemberId, name: string) =>
  insertRow(tx, 'join_requests', {
    group_id,
    user_id,
    message: `May ${name} join?`,
    answer: 'accepted',
    sentence: '',
    created_at: 1,
  })
