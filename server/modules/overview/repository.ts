import { sql } from 'kysely'
import { WAITING_MAX } from '#contract/desk.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Waiting } from '#contract/overview.ts'
import { DAY_MS } from '../../config/time.ts'
import { countEach, type HasDb, type Read, type TableName } from '../../db/rows.ts'
import { isReadable } from '../../desk/audit.ts'
import type { Condition } from '../../desk/listQuery.ts'
import { iso } from '../../text/time.ts'

/** Rows that wait for the staff, since the time in a column. */
export type Queue = {
  readonly table: TableName
  readonly since: string
  readonly waits: Condition
  /** What one of the staff may know of. */
  readonly visible?: (viewer: MemberId) => Condition
}
export type Queues = Readonly<Record<Waiting['resource'], Queue>>

const QUIET_RESOURCES = ['session', 'uploads']
const QUIET_ACTIONS = ['list', 'get', 'orderDetails', 'claim', 'release', 'read', 'unread']
/** Newest rows of the log that are searched, quiet ones included. */
const SEARCHED_ROWS = 1000
const ACTIONS = 8
const AGENDA_MAX = 30

/* Reads the tables of all modules, and writes none. */

export async function waitingIn(
  w: HasDb & { readonly viewer: MemberId },
  queues: Queues,
  resource: Waiting['resource'],
): Promise<Waiting> {
  const { table, since, waits, visible } = queues[resource]
  const mayKnow = visible?.(w.viewer) ?? sql`1 = 1`
  const counted = sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(since) as oldest from
      (select ${sql.ref(since)} as since from ${sql.table(table)} where ${waits} and ${mayKnow}
      order by ${sql.ref(since)} limit ${WAITING_MAX}) as waiting`
  const { rows } = await counted.execute(w.db)
  return { resource, count: rows[0]?.count ?? 0, oldest_at: iso(rows[0]?.oldest) }
}

const contents = (w: HasDb) =>
  w.db
    .selectFrom('contents')
    .select(['id', 'kind', 'title', 'publish_at', 'starts_at', 'ends_at'])
    .where((is) => is.and({ unpublished_at: null, cancelled_at: null, parent_id: null }))
    .limit(AGENDA_MAX)

export const publications = (w: Read, until: number) =>
  contents(w)
    .where('publish_at', '>', w.now)
    .where('publish_at', '<=', until)
    .orderBy('publish_at')
    .orderBy('id')
    .execute()

export const events = (w: Read, until: number) =>
  contents(w)
    .where('kind', '=', 'event')
    .where('publish_at', 'is not', null)
    .where('starts_at', '<=', until)
    .where('ends_at', '>=', w.now)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

/** Future events that an upgrade has opened to everybody, or that the version before it has saved since. */
export const openedEvents = (w: Read) =>
  w.db
    .selectFrom('contents')
    .select(['id', 'title'])
    .where((is) => is.or([is('opened_at', 'is not', null), is('open_to', '=', 'group_members')]))
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', w.now)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

export function lastActions(w: HasDb, reader: MemberId, actor: MemberId | undefined) {
  const actions = w.db
    .selectFrom('audit_log')
    .select([
      'id',
      'at',
      'actor_id',
      'actor_name',
      'resource',
      'action',
      'record',
      'before',
      'after',
    ])
    .where('resource', 'not in', QUIET_RESOURCES)
    .where('action', 'not in', QUIET_ACTIONS)
    .where(isReadable(reader))
    .where('id', '>', (is) =>
      is
        .selectFrom('audit_log')
        .select(sql<number>`coalesce(max(id), 0) - ${sql.lit(SEARCHED_ROWS)}`.as('from')),
    )
    .orderBy('id', 'desc')
    .limit(ACTIONS)
  return (actor === undefined ? actions : actions.where('actor_id', '=', actor)).execute()
}

type Table = 'users' | 'groups' | 'glossary_entries'

/** Rows by the first millisecond of the day (UTC) on which they were created. */
const countByDay = (w: HasDb, table: Table, since: number) =>
  countEach(
    w.db.selectFrom(table).where('created_at', '>=', since),
    sql<number>`created_at - created_at % ${sql.lit(DAY_MS)}`,
  )

/** A row for each of the last days, today last. */
export async function listCounters(w: Read, days: number) {
  const today = w.now - (w.now % DAY_MS)
  const since = today - (days - 1) * DAY_MS
  const visits = await w.db.selectFrom('visits').selectAll().where('day', '>=', since).execute()
  const members = await countByDay(w, 'users', since)
  const groups = await countByDay(w, 'groups', since)
  const entries = await countByDay(w, 'glossary_entries', since)
  return Array.from({ length: days }, (_, index) => {
    const day = since + index * DAY_MS
    return {
      id: new Date(day).toISOString().slice(0, 10),
      visits: visits.find((row) => row.day === day)?.hits ?? 0,
      members: members.get(day) ?? 0,
      groups: groups.get(day) ?? 0,
      entries: entries.get(day) ?? 0,
    }
  })
}
