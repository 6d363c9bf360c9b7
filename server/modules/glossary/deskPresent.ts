import type { Row, Scalar } from '../../desk/lists.ts'
import { deskPicture, iso } from '../../desk/present.ts'

export type Author = { readonly id: number; readonly username: string; readonly is_staff: boolean }

type Decided = { readonly approved_at?: Scalar; readonly rejected_at?: Scalar }
export const stateOf = (row: Decided): 'approved' | 'rejected' | 'pending' =>
  row.approved_at != null ? 'approved' : row.rejected_at != null ? 'rejected' : 'pending'

export const presentEntry = (
  row: Row,
  created_by: Author | undefined,
  sub_entries: readonly unknown[],
) => ({
  id: Number(row['id']),
  title: row['title'],
  description: row['description'],
  picture: deskPicture(row['picture']),
  type_id: row['type_id'],
  subtype_id: row['subtype_id'],
  created_by,
  created_at: iso(row['created_at']),
  updated_at: iso(row['updated_at']),
  state: stateOf(row),
  approved_at: iso(row['approved_at']),
  rejected_at: iso(row['rejected_at']),
  rejection_reason: row['rejection_reason'],
  sub_entries,
})
