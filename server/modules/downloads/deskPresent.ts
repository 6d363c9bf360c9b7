import type { Row } from '../../desk/lists.ts'
import { deskPicture, iso } from '../../desk/present.ts'

/** Where the bytes lie is nobody's business. */
export const presentFile = ({ file_key: _key, ...row }: Row) => ({
  ...row,
  picture: deskPicture(row['picture']),
  created_at: iso(row['created_at']),
  updated_at: iso(row['updated_at']),
  withdrawn_at: iso(row['withdrawn_at']),
})
