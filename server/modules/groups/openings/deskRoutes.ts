import { publish } from '../../../db/liveEvents.ts'
import type { RowOf } from '../../../db/rows.ts'
import type { Db } from '../../../db/schema.ts'
import { assertFound, type Change } from '../../../desk/audit.ts'
import { type ChangeContext, changeRoute, readRoute, type Sent } from '../../../desk/changeRoute.ts'
import { lockRecord, type Readable, readRoutes } from '../../../desk/crud.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
import { listActiveUsers } from '../../account/repository.ts'
import { insertLog } from '../logRepository.ts'
import { lockGroup } from '../repository.ts'
import { endOpening, managersOf } from './endings.ts'
import { openingClosedMail } from './mails.ts'
import { listOpeningsById } from './openingRepository.ts'
import { presentDeskOpening } from './present.ts'
import { countWaiting } from './requestRepository.ts'
import { areOpeningsOn, switchOpenings } from './switchRepository.ts'

/** Groups that look for players; superusers only. */
export function openingsModule(desk: App, deps: Deps): void {
  readRoutes(desk, deps, openings)
  changeRoute(desk, deps, 'openings', 'close', close)
  readRoute(desk, deps, 'openings', 'getSwitch', async ({ db }) => ({
    is_on: await areOpeningsOn(db),
  }))
  changeRoute(desk, deps, 'openings', 'setSwitch', setSwitch)
}

const openings: Readable<'openings', 'group_openings'> = {
  resource: 'openings',
  table: 'group_openings',
  list: {
    sortable: ['created_at', 'updated_at'],
    filterable: ['group_id'],
    searched: ['search_text'],
    sort: ['id', 'desc'],
  },
  present: presentOpenings,
}

async function presentOpenings(db: Db, rows: readonly RowOf<'group_openings'>[], now: number) {
  const found = await listOpeningsById(
    db,
    rows.map(({ id }) => id),
    now,
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  const waiting = await countWaiting(
    db,
    rows.map(({ group_id }) => group_id),
  )
  return rows.flatMap(({ id, group_id }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [presentDeskOpening(row, waiting.get(group_id) ?? 0)]
  })
}

async function close(
  context: ChangeContext,
  { params, body }: Sent<'openings', 'close'>,
): Promise<Change> {
  const { tx, now } = context
  const { row, before } = await lockRecord(context, openings, params.id)
  const group = await lockGroup(tx, row.group_id)
  assertFound(group)
  const reason = body.reason.trim()
  await endOpening(tx, row.group_id, now)
  const notified = [...(await listActiveUsers(tx, managersOf(group))).values()]
  const mails = notified.map((member) => openingClosedMail(member, group.name, reason))
  await enqueueAll(tx, mails, now)
  await insertLog(tx, { group: row.group_id, actor: null, kind: 'team_closed_opening' }, now)
  await publish(tx, group.members, { kind: 'group', subject: row.group_id }, now)
  return { record: row.id, before, after: { reason, told: notified.length }, response: before }
}

async function setSwitch(
  { tx, now }: ChangeContext,
  { body }: Sent<'openings', 'setSwitch'>,
): Promise<Change> {
  const before = { is_on: await areOpeningsOn(tx) }
  const after = { is_on: body.is_on }
  await switchOpenings(tx, body.is_on, now)
  return { record: null, before, after, response: after }
}
