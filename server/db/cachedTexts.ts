import { sql } from 'kysely'
import type { HasDb } from './rows.ts'
import type { Searched } from './search.ts'

/** Caches what a thread makes from the texts or titles of a table on SQLite, until their index changes. */
export function cachedTexts<Value>(
  index: 'texts' | 'titles',
  load: (w: HasDb, searched: Searched) => Promise<Value>,
) {
  type Cached = { readonly version: string; readonly value: Value }
  const caches = new WeakMap<HasDb['db'], Map<string, Cached>>()
  return async (w: HasDb, searched: Searched): Promise<Value> => {
    // FTS5 describes the parts of an index in this row: every write changes it.
    const { rows } = await sql<{ version: string }>`select hex(block) as version
      from ${sql.table(`${searched[index]}_data`)} where id = 10`.execute(w.db)
    const version = rows[0]?.version ?? ''
    const cache = caches.get(w.db) ?? new Map<string, Cached>()
    const known = cache.get(searched.table)
    if (known?.version === version) return known.value
    const value = await load(w, searched)
    caches.set(w.db, cache.set(searched.table, { version, value }))
    return value
  }
}
