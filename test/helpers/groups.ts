import type { GroupId, MemberId } from '#contract/ids.ts'
import type { TestServer } from './testServer.ts'

/** Rows of one statement: SQLite takes 32,766 parameters. */
const CHUNK = 3000

/** Groups of one owner, past all limits: `Group 00000` and on. @returns their ids, in order */
export async function addGroups(
  { deps: { db } }: TestServer,
  owner_id: MemberId,
  count: number,
): Promise<GroupId[]> {
  return db.transaction().execute(async (tx) => {
    const ids: GroupId[] = []
    for (let first = 0; first < count; first += CHUNK) {
      const rows = Array.from({ length: Math.min(CHUNK, count - first) }, (_, at) => ({
        name: `Group ${String(first + at).padStart(5, '0')}`,
        owner_id,
        created_at: 1,
      }))
      const added = await tx.insertInto('groups').values(rows).returning('id').execute()
      await tx
        .insertInto('memberships')
        .values(added.map(({ id }) => ({ group_id: id, user_id: owner_id, joined_at: 1 })))
        .execute()
      ids.push(...added.map(({ id }) => id))
    }
    return ids
  })
}

/** Active accounts that nobody logs in with. */
export const addPeople = ({ deps: { db } }: TestServer, count: number) =>
  db
    .insertInto('users')
    .values(
      Array.from({ length: count }, (_, at) => ({
        email: `person${at}@example.org`,
        email_key: `person${at}@example.org`,
        username: `Person ${at}`,
        username_key: `person ${at}`,
        password_hash: 'none',
        role: 'player' as const,
        created_at: 1,
        activated_at: 1,
      })),
    )
    .returning(['id', 'username'])
    .execute()
