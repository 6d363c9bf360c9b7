import type { Db } from '../../http/deps.ts'

const DAY = 24 * 3600 * 1000

/** One more visit on the day (UTC) of `now`, epoch milliseconds. */
export const countVisit = (db: Db, now: number) =>
  db
    .insertInto('visits')
    .values({ day: now - (now % DAY), hits: 1 })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((is) => ({ hits: is('visits.hits', '+', 1) })),
    )
    .execute()
