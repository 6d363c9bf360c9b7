import type { GroupId, MemberId } from '#contract/ids.ts'
import type { GroupLogKind } from '#contract/sets.ts'
import { insertRow } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'

type Logged = {
  readonly group: GroupId
  readonly actor: MemberId
  readonly kind: GroupLogKind
  /** Whom it was done to. */
  readonly subject?: MemberId
  readonly detail?: string
}

/** The caller has locked the group. */
export const insertLog = (
  tx: Db,
  { group, actor, kind, subject, detail }: Logged,
  now: number,
): Promise<unknown> =>
  insertRow(tx, 'group_log', {
    group_id: group,
    actor_id: actor,
    subject_id: subject ?? null,
    kind,
    detail: detail ?? null,
    created_at: now,
  })
