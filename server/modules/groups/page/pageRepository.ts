import type { GroupPage, GroupTexts } from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'

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
