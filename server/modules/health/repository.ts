import { sql } from 'kysely'
import type { HasDb } from '../../db/rows.ts'

/** @throws during an outage */
export const ping = (w: HasDb) => sql`select 1`.execute(w.db)
