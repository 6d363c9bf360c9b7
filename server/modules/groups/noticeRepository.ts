import { sql } from 'kysely'
import type { NoticeKind } from '#contract/groups.ts'
import type { GroupId, MemberId, NoticeId } from '#contract/ids.ts'
import { DAY_MS } from '../../config/time.ts'
import { deleteFrom } from '../../db/expiry.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import { insertRow } from '../../db/rows.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import { idList, isInList } from '../../db/search.ts'
import { NOTICE_DAYS, NOTICES_MAX } from './limits.ts'

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]
type NewNotice = { group: GroupId; owner: MemberId; user: MemberId; kind: NoticeKind }

/** The caller has locked the group. The oldest notices beyond `NOTICES_MAX` are deleted. */
export async function insertNotice(
  w: Read,
  { group, owner, user, kind }: NewNotice,
): Promise<void> {
  const notice = { group_id: group, owner_id: owner, user_id: user, kind, created_at: w.now }
  await insertRow(w.db, 'group_notices', notice)
  await w.db
    .deleteFrom('group_notices')
    .where('group_id', '=', group)
    .where('id', '<=', (is) =>
      is
        .selectFrom('group_notices')
        .select('id')
        .where('group_id', '=', group)
        .orderBy('id', 'desc')
        .offset(NOTICES_MAX)
        .limit(1),
    )
    .execute()
}

type OfOwner = { readonly owner: MemberId; readonly groups: unknown; readonly after: number }

const noticesOf = prepared((db, { owner, groups, after }: Placeholders<OfOwner>) =>
  db
    .selectFrom('group_notices as notice')
    .innerJoin('users', 'users.id', 'notice.user_id')
    .select(['notice.group_id', 'notice.id', 'notice.kind', 'notice.created_at'])
    .select('users.username as name')
    .where(isInList(db, 'notice.group_id', groups))
    .where('notice.owner_id', '=', owner)
    .where('notice.created_at', '>', after)
    .orderBy('notice.id', 'desc'),
)

/** Newest first; without the notices for a former owner. */
export const listNotices = async (w: Read, owner: MemberId, groups: readonly GroupId[]) =>
  groups.length === 0
    ? []
    : noticesOf(w.db, { owner, groups: idList(w.db, groups), after: w.now - NOTICE_DAYS * DAY_MS })

/** Later notices stay: the owner has not seen them. */
export const deleteNotices = (w: HasDb, group: GroupId, upTo: NoticeId) =>
  w.db.deleteFrom('group_notices').where('group_id', '=', group).where('id', '<=', upTo).execute()

export const deleteOldNotices = deleteFrom('group_notices', (before) => sql`created_at < ${before}`)
