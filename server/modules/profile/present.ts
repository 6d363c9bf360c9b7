import type { Row } from '../../desk/lists.ts'
import { iso } from '../../desk/present.ts'

type Old = { readonly user_id: number; readonly username: string; readonly given_up_at: number }

export function presentNameChange(
  row: Row,
  people: ReadonlyMap<number, { id: number; username: string }>,
  old: readonly Old[],
  obstacle: string | null,
) {
  const user = people.get(Number(row['user_id']))
  const decided = row['approved_at'] ?? row['refused_at']
  const before = old.find(
    (one) => one.user_id === row['user_id'] && one.given_up_at === row['approved_at'],
  )
  return {
    id: row['id'],
    user: user && { id: user.id, username: user.username },
    old_name: before?.username ?? user?.username ?? '',
    new_name: row['new_name'],
    reason: row['reason'],
    state:
      row['approved_at'] !== null ? 'approved' : row['refused_at'] !== null ? 'refused' : 'pending',
    created_at: iso(row['created_at']),
    decided_at: iso(decided),
    decision_reason: row['answer'],
    obstacle,
  }
}
