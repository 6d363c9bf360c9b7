import type { AgendaItem } from '#contract/schemas/deskOverview.ts'
import { deskRouteOf } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { countersOf } from '../visits/deskRepository.ts'
import { actsOf, queuesOf } from './policy.ts'
import { presentItem, presentLastAct } from './present.ts'
import { events, lastActs, publications, waitingIn } from './repository.ts'

const AGENDA_DAYS = 7
const COUNTED_DAYS = 14
const DAY = 24 * 3_600_000

/** The first page of the desk, and the counts in its menu. */
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
      const until = now + AGENDA_DAYS * DAY
      const [planned, held, acts, days] = await Promise.all([
        publications(db, now, until),
        events(db, now, until),
        lastActs(db, actsOf(deskUser)),
        countersOf(db, now, COUNTED_DAYS),
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
}
