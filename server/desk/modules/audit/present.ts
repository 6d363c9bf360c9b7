import type { Row, Scalar } from '../../lists.ts'
import { iso } from '../../present.ts'

const parsed = (json: Scalar | undefined): unknown =>
  typeof json === 'string' ? JSON.parse(json) : null

export const presentAct = (row: Row) => ({
  ...row,
  at: iso(row['at']),
  before: parsed(row['before']),
  after: parsed(row['after']),
})
