import { control, query, urlOf } from './databases.ts'
import type { Place } from './place.ts'
import { pointPoolerAt } from './pooler.ts'

/**
 * Makes the standby the primary and points the pooler at it: `npm run lab -- cluster promote`, the steps of
 * docs/large-site.md. The former primary must be down and stay down: two primaries would both accept writes.
 */
export async function promote(place: Place): Promise<void> {
  await control(place, 'standby', 'promote')
  pointPoolerAt(place, 'standby')
  // It has no standby, for which it would wait at each commit.
  await query(urlOf(place, 'standby', 'postgres'), [
    "alter system set synchronous_standby_names = ''",
    'select pg_reload_conf()',
  ])
}
