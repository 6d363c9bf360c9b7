import type { AgendaItem } from '#contract/schemas/deskOverview.ts'
import { DAY_MS } from '../../config/time.ts'
import { deskRouteOf } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { filterOf, type ListQuery, setContentRange } from '../../desk/listQuery.ts'
import type { App, Deps } from '../../http/deps.ts'
import { listCounters } from './counterRepository.ts'
import { actsOf, queuesOf } from './policy.ts'
import { presentItem, presentLastAct } from './present.ts'
import { events, lastActs, publications, waitingIn } from './repository.ts'

const AGENDA_DAYS = 7
const COUNTED_DAYS = 14
const COUNTERS_DEFAULT_DAYS = 30
const COUNTERS_MAX_DAYS = 366

/** The first page of the desk, the counts in its menu, and the counters for its charts. */
export function overviewModule(desk: App, { db, clock }: Deps): void {
  desk.route({
    ...deskRouteOf('overview', 'waiting'),
    handler: ({ deskUser }) =>
      Promise.all(queuesOf(deskUser).map((resource) => waitingIn(db, resource))),
  })

  desk.route({
    ...deskRouteOf('overview', 'get'),
    handler: async ({ deskUser }) => {
      const now = clock()
      const until = now + AGENDA_DAYS * DAY_MS
      const [planned, held, acts, days] = await Promise.all([
        publications(db, now, until),
        events(db, now, until),
        lastActs(db, actsOf(deskUser)),
        listCounters(db, now, COUNTED_DAYS),
      ])
      const agenda: AgendaItem[] = [
        ...planned.map((row) => presentItem(row, 'publication')),
        ...held.map((row) => presentItem(row, 'event')),
      ]
      return {
        agenda: agenda.sort((a, b) => a.at.localeCompare(b.at)),
        acts: acts.map(presentLastAct),
        days,
      }
    },
  })

  desk.route({
    ...deskRouteOf('counters', 'list'),
    handler: async ({ query }, reply) => {
      const days = filterOf((query as ListQuery).filter)['days'] ?? COUNTERS_DEFAULT_DAYS
      if (
        typeof days !== 'number' ||
        !Number.isInteger(days) ||
        days < 1 ||
        days > COUNTERS_MAX_DAYS
      )
        throw deskErrors.badList('filter')
      const rows = await listCounters(db, clock(), days)
      setContentRange(reply, 'counters', { rows, first: 0, total: days })
      return rows
    },
  })
}
