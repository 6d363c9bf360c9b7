import { sql } from 'kysely'
import { DAY_MS } from '../../config/time.ts'
import type { HasDb, Read } from '../../db/schema.ts'

type Table = 'users' | 'groups' | 'glossary_entries'

/** Rows by the first millisecond of the day (UTC) on which they were created. */
async function countByDay(w: HasDb, table: Table, since: number): Promise<Map<number, number>> {
  const day = sql<number>`created_at - created_at % ${sql.lit(DAY_MS)}`
  const rows = await w.db
    .selectFrom(table)
    .select((is) => [day.as('day'), is.fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [row.day, row.count]))
}

/** A row for each of the last days, today last. */
export async function listCounters(w: Read, days: number) {
  const today = w.now - (w.now % DAY_MS)
  const since = today - (days - 1) * DAY_MS
  const visits = await w.db.selectFrom('visits').selectAll().where('day', '>=', since).execute()
  const members = await countByDay(w, 'users', since)
  const groups = await countByDay(w, 'groups', since)
  const entries = await countByDay(w, 'glossary_entries', since)
  return Array.from({ length: days }, (_, index) => {
    const day = since + index * DAY_MS
    return {
      id: new Date(day).toISOString().slice(0, 10),
      visits: visits.find((row) => row.day === day)?.hits ?? 0,
      members: members.get(day) ?? 0,
      groups: groups.get(day) ?? 0,
      entries: entries.get(day) ?? 0,
    }
  })
}
