import { sql } from 'kysely'
import type { Db } from '../../http/deps.ts'

const DAY = 24 * 3_600_000
type Table = 'users' | 'groups' | 'glossary_entries'

/** Rows made on each day (UTC), by the day's first millisecond. */
async function madeByDay(db: Db, table: Table, since: number): Promise<Map<number, number>> {
  const day = sql<number>`created_at - created_at % ${sql.lit(DAY)}`
  const rows = await db
    .selectFrom(table)
    .select((is) => [day.as('day'), is.fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [row.day, row.count]))
}

/** What happened on each of the last days, the oldest first; today is the last one. */
export async function countersOf(db: Db, now: number, days: number) {
  const today = now - (now % DAY)
  const since = today - (days - 1) * DAY
  const visits = await db.selectFrom('visits').selectAll().where('day', '>=', since).execute()
  const members = await madeByDay(db, 'users', since)
  const groups = await madeByDay(db, 'groups', since)
  const entries = await madeByDay(db, 'glossary_entries', since)
  return Array.from({ length: days }, (_, at) => {
    const day = since + at * DAY
    return {
      id: new Date(day).toISOString().slice(0, 10),
      visits: visits.find((row) => row.day === day)?.hits ?? 0,
      members: members.get(day) ?? 0,
      groups: groups.get(day) ?? 0,
      entries: entries.get(day) ?? 0,
    }
  })
}
