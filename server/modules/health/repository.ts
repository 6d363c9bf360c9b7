import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** @throws during an outage */
export const ping = (db: Db) => sql`select 1`.execute(db)
