import { sql } from 'kysely'
import type { Condition } from '../../lists.ts'

export const messageStates = (): Record<string, Condition> => ({
  unread: sql`(read_at is null)`,
  read: sql`(read_at is not null)`,
})

export const mailStates = (): Record<string, Condition> => ({
  waiting: sql`(done_at is null and dead_at is null)`,
  sent: sql`(done_at is not null)`,
  dead: sql`(dead_at is not null)`,
})
