import { control, query, urlOf } from './databases.ts'
import type { Place } from './place.ts'
import { pointPoolerAt } from './pooler.ts'

/**
 * The standby becomes the primary, and the pooler goes there: `npm run lab -- cluster promote`, the steps of
 * docs/operations.md. The former primary must be down and stay down: two primaries would both take writes.
 */
export async function promote(place: Place): Promise<void> {
  await control(place, 'standby', 'promote')
  pointPoolerAt(place, 'standby')
  // Without a standby of its own it would wait for one at each commit.
  await query(urlOf(place, 'standby', 'postgres'), [
    "alter system set synchronous_standby_names = ''",
    'select pg_reload_conf()',
  ])
}
