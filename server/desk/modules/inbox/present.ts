import type { Row } from '../../lists.ts'
import { iso } from '../../present.ts'

export const presentMessage = (row: Row) => ({
  ...row,
  created_at: iso(row['created_at']),
  read_at: iso(row['read_at']),
})

/** Without the data that the writers need. */
export const presentMail = ({ data: _data, once_key: _key, ...row }: Row) => ({
  ...row,
  created_at: iso(row['created_at']),
  // Zero for a mail that waits for nothing.
  next_attempt_at: iso(row['next_attempt_at'] || row['created_at']),
  done_at: iso(row['done_at']),
  dead_at: iso(row['dead_at']),
  state: row['done_at'] !== null ? 'sent' : row['dead_at'] !== null ? 'dead' : 'waiting',
})
