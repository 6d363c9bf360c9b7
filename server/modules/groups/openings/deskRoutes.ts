import type { DeskOpening } from '#contract/openings.ts'
import type { Read, RowOf } from '../../../db/rows.ts'
import { idsOf } from '../../../db/search.ts'
import { assertFound, type Change } from '../../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../../desk/changeRoute.ts'
import { lockRecord, type Readable, readRoutes } from '../../../desk/crud.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { iso } from '../../../text/time.ts'
import type { WorkOf } from '../../../work/work.ts'
import { endOpening } from '../departureRepository.ts'
import { insertLog } from '../logRepository.ts'
import { managersOf } from '../policy.ts'
import { lockGroup } from '../repository.ts'
import { openingMails } from './mails.ts'
import { areOpeningsOn, listOpeningsById, switchOpenings } from './openingRepository.ts'
import { countWaiting } from './requestRepository.ts'
import { presentTexts } from './siteRoutes.ts'

/** Groups that look for players; superusers only. */
export function openingsDeskRoutes(desk: App, deps: Deps): void {
  readRoutes(desk, deps, openings)
  changeRoute(desk, deps, 'openings', 'close', close)
  readRoute(desk, deps, 'openings', 'getSwitch', async ({ db }) => ({
    is_on: await areOpeningsOn({ db }),
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

async function presentOpenings(w: Read, rows: readonly RowOf<'group_openings'>[]) {
  const found = await listOpeningsById(w, idsOf(rows))
  const byId = new Map(found.map((row) => [row.id, row]))
  const waiting = await countWaiting(
    w,
    rows.map(({ group_id }) => group_id),
  )
  return rows.flatMap(({ id, group_id }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [presentDeskOpening(row, waiting.get(group_id) ?? 0)]
  })
}

async function close(
  w: WorkOf<DeskWork>,
  { params, body }: Sent<'openings', 'close'>,
): Promise<Change> {
  const { row, before } = await lockRecord(w, openings, params.id)
  const group = await lockGroup(w, row.group_id)
  assertFound(group)
  const reason = body.reason.trim()
  await endOpening(w, row.group_id)
  const managers = managersOf(group)
  w.mail(managers, openingMails.of('opening-closed', { group: group.name, reason }))
  await insertLog(w, { group: row.group_id, actor: null, kind: 'team_closed_opening' })
  w.publish(group.members, { kind: 'group', subject: row.group_id })
  return { record: row.id, before, after: { reason, told: managers.length }, response: before }
}

async function setSwitch(
  w: WorkOf<DeskWork>,
  { body }: Sent<'openings', 'setSwitch'>,
): Promise<Change> {
  const before = { is_on: await areOpeningsOn(w) }
  const after = { is_on: body.is_on }
  await switchOpenings(w, body.is_on)
  return { record: null, before, after, response: after }
}

const presentDeskOpening = (
  row: Awaited<ReturnType<typeof listOpeningsById>>[number],
  requests: number,
): DeskOpening => ({
  ...presentTexts(row),
  id: row.id,
  group: { id: row.group_id, name: row.group_name },
  owner: { id: row.owner_id, username: row.owner },
  requests,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
})
