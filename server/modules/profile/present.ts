import type { DeskNameChange } from '#contract/profile.ts'
import type { NameObstacle } from '#contract/sets.ts'
import type { RowOf } from '../../db/rows.ts'
import { iso } from '../../text/time.ts'

type Old = { readonly user_id: number; readonly username: string; readonly given_up_at: number }

export function presentNameChange(
  row: RowOf<'name_changes'>,
  people: ReadonlyMap<number, { id: number; username: string }>,
  old: readonly Old[],
  obstacle: NameObstacle | null,
): DeskNameChange {
  const username = people.get(row.user_id)?.username ?? ''
  const before = old.find(
    ({ user_id, given_up_at }) => user_id === row.user_id && given_up_at === row.approved_at,
  )
  return {
    id: row.id,
    user: { id: row.user_id, username },
    old_name: before?.username ?? username,
    new_name: row.new_name,
    reason: row.reason,
    state: row.approved_at !== null ? 'approved' : row.refused_at !== null ? 'refused' : 'pending',
    created_at: iso(row.created_at),
    decided_at: iso(row.approved_at ?? row.refused_at),
    decision_reason: row.answer,
    obstacle,
  }
}
