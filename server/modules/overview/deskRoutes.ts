import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEvent } from '#contract/audit.ts'
import type { AgendaItem } from '#contract/overview.ts'
import { DAY_MS } from '../../config/time.ts'
import { isByAccount } from '../../desk/audit.ts'
import { readRoute } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { filterOf, type ListQuery, setContentRange } from '../../desk/listQuery.ts'
import { parsed, recordName } from '../../desk/recordName.ts'
import type { App, Deps } from '../../http/deps.ts'
import { iso } from '../../text/time.ts'
import { listCounters } from './counterRepository.ts'
import { actorOf, queuesOf } from './policy.ts'
import {
  events,
  lastActions,
  openedEvents,
  publications,
  type Queues,
  waitingIn,
} from './repository.ts'

type Item = Awaited<ReturnType<typeof events>>[number]

function presentItem(row: Item, what: AgendaItem['what']): AgendaItem {
  const { id, kind, title, publish_at, starts_at, ends_at } = row
  return what === 'event'
    ? { id, what, kind, title, at: iso(starts_at) ?? '', ends_at: iso(ends_at) }
    : { id, what, kind, title, at: iso(publish_at) ?? '', ends_at: null }
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
export function overviewModule(desk: App, deps: Deps, queuesAt: (now: number) => Queues): void {
  readRoute(desk, deps, 'overview', 'waiting', ({ db, clock }, _sent, { deskUser }) => {
    const queues = queuesAt(clock())
    return Promise.all(queuesOf(deskUser).map((resource) => waitingIn({ db }, queues, resource)))
  })
  readRoute(desk, deps, 'overview', 'get', showOverview)
  readRoute(desk, deps, 'counters', 'list', sendCounters)
}

async function showOverview({ db, clock }: Deps, _sent: unknown, { deskUser }: FastifyRequest) {
  const now = clock()
  const until = now + AGENDA_DAYS * DAY_MS
  const [opened, planned, held, actions, days] = await Promise.all([
    openedEvents({ db, now }),
    publications({ db, now }, until),
    events({ db, now }, until),
    lastActions({ db }, actorOf(deskUser)),
    listCounters({ db, now }, COUNTED_DAYS),
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
  { db, clock }: Deps,
  _sent: unknown,
  { query }: FastifyRequest,
  reply: FastifyReply,
) {
  const days = filterOf((query as ListQuery).filter)['days'] ?? COUNTERS_DEFAULT_DAYS
  if (!isDays(days)) throw deskErrors.badList('filter')
  const rows = await listCounters({ db, now: clock() }, days)
  setContentRange(reply, 'counters', { rows, first: 0, total: days })
  return rows
}
