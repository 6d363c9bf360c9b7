import { sql } from 'kysely'
import { SUGGESTIONS_MAX } from '#contract/groupPage.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../../db/schema.ts'
import { beginsWith } from '../../../db/search.ts'

/**
 * Active accounts that share a group with the member, or have done so, as far as the member can read or could read in
 * the logs of these groups; without members of the group and invited ones.
 * @param prefix a `usernameKey`
 */
export async function listPlayedWith(
  w: HasDb,
  caller: MemberId,
  group: GroupId,
  prefix: string,
): Promise<readonly { username: string }[]> {
  const mine = sql`select group_id from memberships where user_id = ${caller}`
  // Rows that were written after the member had left were never shown to the member.
  const wasThere = sql`exists (select 1 from group_log gone where gone.group_id = log.group_id and gone.id > log.id
    and ((gone.kind = 'left' and gone.actor_id = ${caller})
      or (gone.kind = 'removed' and gone.subject_id = ${caller})))`
  const { rows } = await sql<{ username: string }>`select username from users
    where ${beginsWith('users.username_key', prefix)}
      and users.id <> ${caller} and activated_at is not null and deactivated_at is null
      and not exists (select 1 from memberships m where m.group_id = ${group} and m.user_id = users.id)
      and not exists (select 1 from invites i where i.group_id = ${group} and i.target_user_id = users.id)
      and (exists (select 1 from memberships m where m.user_id = users.id and m.group_id in (${mine}))
        or exists (select 1 from group_log log where log.actor_id = users.id and log.kind in ('founded', 'joined')
          and (log.group_id in (${mine}) or ${wasThere})))
    order by username_key limit ${SUGGESTIONS_MAX}`.execute(w.db)
  return rows
}
