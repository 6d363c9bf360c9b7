import { sql } from 'kysely'

/** Condition about the log: what was done to an account, and what its member did at the desk. */
export const concernsMember = (member: number) =>
  sql<boolean>`(actor_id = ${member} or (resource = 'members' and record = ${String(member)}))`
