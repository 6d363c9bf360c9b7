import { DAY_MS } from '../../config/time.ts'
import type { Read } from '../../db/rows.ts'

export const countVisit = (w: Read) =>
  w.db
    .insertInto('visits')
    .values({ day: w.now - (w.now % DAY_MS), hits: 1 })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((is) => ({ hits: is('visits.hits', '+', 1) })),
    )
    .execute()
