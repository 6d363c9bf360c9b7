import type { GroupId } from '#contract/ids.ts'
import type { GroupTexts } from '#contract/schemas/groupPage.ts'
import type { Db } from '../../../db/schema.ts'

const NO_TEXTS: GroupTexts = { purpose: '', note: '', talk_url: null, crest: null, version: 0 }

export const findTexts = async (db: Db, group: GroupId): Promise<GroupTexts> =>
  ((await db
    .selectFrom('group_pages')
    .select(['purpose', 'note', 'talk_url', 'crest', 'version'])
    .where('group_id', '=', group)
    .executeTakeFirst()) as GroupTexts | undefined) ?? NO_TEXTS

/** The caller has locked the group. */
export const saveTexts = (tx: Db, group_id: GroupId, texts: GroupTexts, now: number) =>
  tx
    .insertInto('group_pages')
    .values({ group_id, ...texts, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('group_id').doUpdateSet({ ...texts, updated_at: now }),
    )
    .execute()
