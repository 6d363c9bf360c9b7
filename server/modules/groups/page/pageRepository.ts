import { sql } from 'kysely'
import { type GroupPage, type GroupTexts, SUGGESTIONS_MAX } from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { beginsWith } from '../../../db/search.ts'
import type { InGroup } from '../policy.ts'

export type StoredPage = GroupTexts & Pick<GroupPage, 'crest'>

const NO_TEXTS: StoredPage = { purpose: '', note: '', talk_url: null, crest: null, version: 0 }

export const findTexts = async (w: HasDb, group: GroupId): Promise<StoredPage> =>
  (await w.db
    .selectFrom('group_pages')
    .select(['purpose', 'note', 'talk_url', 'crest', 'version'])
    .where('group_id', '=', group)
    .executeTakeFirst()) ?? NO_TEXTS

/** The caller has locked the group. */
export const saveTexts = (w: Read, group_id: GroupId, texts: GroupTexts) =>
  w.db
    .insertInto('group_pages')
    .values({ group_id, ...texts, updated_at: w.now })
    .onConflict((conflict) =>
      conflict.column('group_id').doUpdateSet({ ...texts, updated_at: w.now }),
    )
    .execute()

/**
 * Active accounts that share a group with the member, or have done so, as far as the member can read or could read in
 * the logs of these groups; without members of the group and invited ones.
 * @param prefix a `usernameKey`
 */
export async function listPlayedWith(
  w: HasDb & Pick<InGroup, 'id' | 'me'>,
  prefix: string,
): Promise<readonly { username: string }[]> {
  const mine = sql`select group_id from memberships where user_id = ${w.me}`
  // Rows that were written after the member had left were never shown to the member.
  const wasThere = sql`exists (select 1 from group_log gone where gone.group_id = log.group_id and gone.id > log.id
    and ((gone.kind = 'left' and gone.actor_id = ${w.me})
      or (gone.kind = 'removed' and gone.subject_id = ${w.me})))`
  const { rows } = await sql<{ username: string }>`select username from users
    where ${beginsWith('users.username_key', prefix)}
      and users.id <> ${w.me} and activated_at is not null and deactivated_at is null
      and not exists (select 1 from memberships m where m.group_id = ${w.id} and m.user_id = users.id)
      and not exists (select 1 from invites i where i.group_id = ${w.id} and i.target_user_id = users.id)
      and (exists (select 1 from memberships m where m.user_id = users.id and m.group_id in (${mine}))
        or exists (select 1 from group_log log where log.actor_id = users.id and log.kind in ('founded', 'joined')
          and (log.group_id in (${mine}) or ${wasThere})))
    order by username_key limit ${SUGGESTIONS_MAX}`.execute(w.db)
  return rows
}
