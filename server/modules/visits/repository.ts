import { DAY_MS } from '../../config/time.ts'
import type { Read } from '../../db/schema.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** A counter without an IP address or identifier (ruling 56). */
    visits: {
      /** Midnight UTC at which the day began. */
      day: number
      hits: number
    }
  }
}

export const countVisit = (w: Read) =>
  w.db
    .insertInto('visits')
    .values({ day: w.now - (w.now % DAY_MS), hits: 1 })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((is) => ({ hits: is('visits.hits', '+', 1) })),
    )
    .execute()
