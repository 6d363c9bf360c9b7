import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEvent } from '#contract/audit.ts'
import type { MemberId } from '#contract/ids.ts'
import type { AgendaItem, Waiting } from '#contract/overview.ts'
import type { StaffRole } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { isByAccount, parsed, recordName } from '../../desk/audit.ts'
import { readRoute } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { filterOf, type ListQuery, setContentRange } from '../../desk/listQuery.ts'
import type { App, Deps } from '../../http/deps.ts'
import { iso } from '../../text/time.ts'
import type { CallRead } from '../../work/work.ts'
import {
  events,
  lastActions,
  listCounters,
  openedEvents,
  publications,
  type Queues,
  waitingIn,
} from './repository.ts'

type Item = Awaited<ReturnType<typeof events>>[number]

function presentItem(row: Item, what: AgendaItem['what']): AgendaItem {
  const { id, kind, title, publish_at, starts_at, ends_at } = row
  const [at, end] = what === 'event' ? [starts_at, ends_at] : [publish_at, null]
  return { id, what, kind, title, at: iso(at) ?? '', ends_at: iso(end) }
}

function presentAction(row: Awaited<ReturnType<typeof lastActions>>[number]): AuditEvent {
  const { id, at, actor_name, resource, action, record, before, after } = row
  const record_name = recordName(parsed(after), parsed(before))
  const by_account = isByAccount(row)
  return { id, at: iso(at), actor_name, by_account, resource, action, record, record_name }
}

const AGENDA_DAYS = 7

const COUNTED_DAYS = 14

const COUNTERS_DEFAULT_DAYS = 30

const COUNTERS_MAX_DAYS = 366

/** The first page of the desk, the counts in its menu, and the counters for its charts. */
export function overviewRoutes(desk: App, deps: Deps, queuesAt: (now: number) => Queues): void {
  readRoute(desk, deps, 'overview', 'waiting', (w, _sent, { deskUser }) => {
    const queues = queuesAt(w.now)
    const read = { db: w.db, viewer: deskUser.id }
    return Promise.all(queuesOf(deskUser).map((resource) => waitingIn(read, queues, resource)))
  })
  readRoute(desk, deps, 'overview', 'get', showOverview)
  readRoute(desk, deps, 'counters', 'list', sendCounters)
}

async function showOverview(w: CallRead, _sent: unknown, { deskUser }: FastifyRequest) {
  const until = w.now + AGENDA_DAYS * DAY_MS
  const [opened, planned, held, actions, days] = await Promise.all([
    openedEvents(w),
    publications(w, until),
    events(w, until),
    lastActions(w, deskUser.id, actorOf(deskUser)),
    listCounters(w, COUNTED_DAYS),
  ])
  const agenda: AgendaItem[] = [
    ...planned.map((row) => presentItem(row, 'publication')),
    ...held.map((row) => presentItem(row, 'event')),
  ]
  return {
    opened,
    agenda: agenda.sort((a, b) => a.at.localeCompare(b.at)),
    acts: actions.map(presentAction),
    days,
  }
}

const isDays = (days: unknown): days is number =>
  Number.isInteger(days) && Number(days) >= 1 && Number(days) <= COUNTERS_MAX_DAYS

async function sendCounters(
  w: CallRead,
  _sent: unknown,
  { query }: FastifyRequest,
  reply: FastifyReply,
) {
  const days = filterOf((query as ListQuery).filter)['days'] ?? COUNTERS_DEFAULT_DAYS
  if (!isDays(days)) throw deskErrors.badList('filter')
  const rows = await listCounters(w, days)
  setContentRange(reply, 'counters', { rows, first: 0, total: days })
  return rows
}

type Who = { readonly id: MemberId; readonly role: StaffRole }

const OF_STAFF = [
  'review',
  'applications',
  'reports',
  'name-changes',
  'contents',
  'messages',
] as const

export const queuesOf = ({ role }: Who): readonly Waiting['resource'][] =>
  role === 'superuser' ? [...OF_STAFF, 'outbox', 'members'] : OF_STAFF

/** Superusers see the whole log, which is undefined here; other staff see their own changes. */
export const actorOf = ({ id, role }: Who): MemberId | undefined =>
  role === 'superuser' ? undefined : id
