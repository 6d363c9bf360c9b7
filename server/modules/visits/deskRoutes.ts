import { deskRouteOf } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { filterOf, type ListQuery, setContentRange } from '../../desk/listQuery.ts'
import type { App, Deps } from '../../http/deps.ts'
import { countersOf } from './deskRepository.ts'

const DAYS = 30
const DAYS_MAX = 366

/** Numbers a day, for charts. */
export function countersModule(desk: App, { db, clock }: Deps): void {
  desk.route({
    ...deskRouteOf('counters', 'list'),
    handler: async ({ query }, reply) => {
      const days = filterOf((query as ListQuery).filter)['days'] ?? DAYS
      if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > DAYS_MAX)
        throw deskErrors.badList('filter')
      const rows = await countersOf(db, clock(), days)
      setContentRange(reply, 'counters', { rows, first: 0, total: days })
      return rows
    },
  })
}
