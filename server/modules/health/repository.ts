import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** @throws when the database does not answer */
export const ask = (db: Db) => sql`select 1`.execute(db)
