import { sql } from 'kysely'
import type { Db } from '../../http/deps.ts'

/** @throws when the database does not answer */
export const ask = (db: Db) => sql`select 1`.execute(db)
