import { sql } from 'kysely'
import type { NoticeKind } from '#contract/groups.ts'
import type { GroupId, GroupLogId, MemberId, NoticeId } from '#contract/ids.ts'
import type { GroupLogKind, MemberRole } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import { deleteFrom, type HasDb, insertRow, type Read } from '../../db/rows.ts'
import { idList, isInList } from '../../db/search.ts'
import { LOG_PAGE, NOTICE_DAYS, NOTICES_MAX } from './limits.ts'

/** Rows that the log of a group keeps; the oldest are deleted. */
export const LOG_MAX = 500

type Logged = {
  readonly group: GroupId
  /** Null for the team. */
  readonly actor: MemberId | null
  readonly kind: GroupLogKind
  /** Member concerned. */
  readonly subject?: MemberId
  readonly detail?: string
}

/** The caller has locked the group. The oldest rows beyond `LOG_MAX` are deleted. */
export async function insertLog(
  w: Read,
  { group, actor, kind, subject, detail }: Logged,
): Promise<void> {
  await insertRow(w.db, 'group_log', {
    group_id: group,
    actor_id: actor,
    subject_id: subject ?? null,
    kind,
    detail: detail ?? null,
    created_at: w.now,
  })
  await keepNewest(w, 'group_log', { group, max: LOG_MAX })
}

const keepNewest = (
  w: HasDb,
  table: 'group_log' | 'group_notices',
  { group, max }: { readonly group: GroupId; readonly max: number },
) =>
  sql`delete from ${sql.table(table)} where group_id = ${group} and (created_at, id) <= (
    select created_at, id from ${sql.table(table)} where group_id = ${group}
    order by created_at desc, id desc limit 1 offset ${max})`.execute(w.db)

/** Call it when a group has a new owner, whose former role ends. */
export async function recordOwner(
  w: Read,
  group: GroupId,
  { actor, owner }: { readonly actor: MemberId; readonly owner: MemberId },
): Promise<void> {
  await setRole(w, { group_id: group, user_id: owner, role: 'member' })
  await insertLog(w, { group, actor, kind: 'owner_changed', subject: owner })
}

type Membership = {
  readonly group_id: GroupId
  readonly user_id: MemberId
  readonly role: MemberRole
}

export const setRole = (w: HasDb, { group_id, user_id, role }: Membership) =>
  w.db
    .updateTable('memberships')
    .set({ role })
    .where((is) => is.and({ group_id, user_id }))
    .execute()

/**
 * Newest first, with current usernames; one more than a page has, if there are more.
 * @param before only rows that are older
 */
export const listLog = (w: HasDb, group: GroupId, before?: GroupLogId) =>
  w.db
    .selectFrom('group_log as log')
    .leftJoin('users as actor', 'actor.id', 'log.actor_id')
    .leftJoin('users as subject', 'subject.id', 'log.subject_id')
    .select(['log.id', 'log.kind', 'log.detail', 'log.created_at'])
    .select(['actor.username as actor', 'subject.username as subject'])
    .where('log.group_id', '=', group)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(log.created_at, log.id) < (select created_at, id from group_log where id = ${before})`,
      ),
    )
    .orderBy('log.created_at', 'desc')
    .orderBy('log.id', 'desc')
    .limit(LOG_PAGE + 1)
    .execute()

type NewNotice = { group: GroupId; owner: MemberId; user: MemberId; kind: NoticeKind }

/** The caller has locked the group. The oldest notices beyond `NOTICES_MAX` are deleted. */
export async function insertNotice(
  w: Read,
  { group, owner, user, kind }: NewNotice,
): Promise<void> {
  const notice = { group_id: group, owner_id: owner, user_id: user, kind, created_at: w.now }
  await insertRow(w.db, 'group_notices', notice)
  await keepNewest(w, 'group_notices', { group, max: NOTICES_MAX })
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
