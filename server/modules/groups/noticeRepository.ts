import type { GroupId, MemberId, NoticeId } from '#contract/ids.ts'
import { NOTICE_DAYS, NOTICES_MAX, type NoticeKind } from '#contract/limits.ts'
import { isOneOf } from '../../db/search.ts'
import type { Db, Deps } from '../../http/deps.ts'

export type NoticeRow = {
  group_id: GroupId
  id: NoticeId
  kind: NoticeKind
  name: string
  created_at: number
}
type NewNotice = { group: GroupId; owner: MemberId; user: MemberId; kind: NoticeKind }

const DAY = 24 * 3600 * 1000

/** What owners of groups are told until they dismiss it. Whoever writes holds the group. */
export const noticeRepository = (_deps: Pick<Deps, 'engine'>) => ({
  async add(tx: Db, { group, owner, user, kind }: NewNotice, now: number): Promise<void> {
    await tx
      .insertInto('group_notices')
      .values({ group_id: group, owner_id: owner, user_id: user, kind, created_at: now })
      .execute()
    await tx
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
  },

  /** Newest first. Those of a former owner are not for the next one. */
  of: (db: Db, owner: MemberId, groups: readonly GroupId[], now: number): Promise<NoticeRow[]> =>
    db
      .selectFrom('group_notices as notice')
      .innerJoin('users', 'users.id', 'notice.user_id')
      .select([
        'notice.group_id',
        'notice.id',
        'notice.kind',
        'users.username as name',
        'notice.created_at',
      ])
      .where(isOneOf(db, 'notice.group_id', groups))
      .where('notice.owner_id', '=', owner)
      .where('notice.created_at', '>', now - NOTICE_DAYS * DAY)
      .orderBy('notice.id', 'desc')
      .execute(),

  /** Later ones stay: the caller has not seen them. */
  dismiss: (tx: Db, group: GroupId, upTo: NoticeId) =>
    tx.deleteFrom('group_notices').where('group_id', '=', group).where('id', '<=', upTo).execute(),
})
