import type { App, Deps } from '../../../deps.ts'
import { deskCall } from '../../calls.ts'
import { deskErrors } from '../../errors.ts'
import { announceRange, filterOf, type ListQuery } from '../../lists.ts'
import { countersOf } from './repository.ts'

const DAYS = 30
const DAYS_MAX = 366

/** Numbers a day, for charts. */
export function countersModule(desk: App, { db, clock }: Deps): void {
  desk.route({
    ...deskCall('counters', 'list'),
    handler: async ({ query }, reply) => {
      const days = filterOf((query as ListQuery).filter)['days'] ?? DAYS
      if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > DAYS_MAX)
        throw deskErrors.badList('filter')
      const rows = await countersOf(db, clock(), days)
      announceRange(reply, 'counters', { first: 0, total: days }, days)
      return rows
    },
  })
}
