import type { GroupId, GroupLogId, MemberId } from '#contract/ids.ts'
import type { GroupLogKind, MemberRole } from '#contract/sets.ts'
import { insertRow } from '../../db/rows.ts'
import type { HasDb, Read } from '../../db/schema.ts'

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
  await w.db
    .deleteFrom('group_log')
    .where('group_id', '=', group)
    .where('id', '<=', (is) =>
      is
        .selectFrom('group_log')
        .select('id')
        .where('group_id', '=', group)
        .orderBy('id', 'desc')
        .offset(LOG_MAX)
        .limit(1),
    )
    .execute()
}

/** Call it when a group has a new owner, whose former role ends. */
export async function recordOwner(
  w: Read,
  group: GroupId,
  actor: MemberId,
  owner: MemberId,
): Promise<void> {
  await setRole(w, group, owner, 'member')
  await insertLog(w, { group, actor, kind: 'owner_changed', subject: owner })
}

export const setRole = (w: HasDb, group: GroupId, member: MemberId, role: MemberRole) =>
  w.db
    .updateTable('memberships')
    .set({ role })
    .where('group_id', '=', group)
    .where('user_id', '=', member)
    .execute()

export type LogRow = Awaited<ReturnType<typeof listLog>>[number]

/** Newest first, with current usernames. @param before only rows that are older */
export const listLog = (w: HasDb, group: GroupId, before: GroupLogId | undefined, limit: number) =>
  w.db
    .selectFrom('group_log as log')
    .leftJoin('users as actor', 'actor.id', 'log.actor_id')
    .leftJoin('users as subject', 'subject.id', 'log.subject_id')
    .select(['log.id', 'log.kind', 'log.detail', 'log.created_at'])
    .select(['actor.username as actor', 'subject.username as subject'])
    .where('log.group_id', '=', group)
    .$if(before !== undefined, (query) => query.where('log.id', '<', before as GroupLogId))
    .orderBy('log.id', 'desc')
    .limit(limit)
    .execute()
