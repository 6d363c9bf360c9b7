import { sql } from 'kysely'
import { TRANSFER_AREAS } from '#contract/sets.ts'
import type { Import } from '#contract/transfer.ts'
import { lockTable } from '../db/dialect.ts'
import { deleteLoose } from '../db/looseFiles.ts'
import { deleteFrom, type Read } from '../db/rows.ts'
import { auditedChange } from '../desk/audit.ts'
import { deskRouteOf, readRoute } from '../desk/changeRoute.ts'
import { deskErrors } from '../desk/errors.ts'
import { peopleByIds } from '../desk/people.ts'
import { clearAreas } from '../http/cache/clearing.ts'
import type { App, Deps } from '../http/deps.ts'
import { errors } from '../http/errors.ts'
import { iso } from '../text/time.ts'
import { AREA_LOCKS } from './keyedRows.ts'
import { inThread, makeThreadGate, threadSettings, type UndoTask } from './thread.ts'
import { MANY } from './transfer.ts'
import { UNDO_MS, undoRows } from './undo.ts'

const LISTED_MAX = 100

export function importsRoutes(desk: App, deps: Deps): void {
  readRoute(desk, deps, 'imports', 'recent', ({ db, clock }) => listImports({ db, now: clock() }))
  const gate = makeThreadGate()
  const undo = deskRouteOf('imports', 'undo')
  desk.route({
    ...undo,
    config: { ...undo.config, isAudited: true },
    async handler({ params, deskUser: actor }, reply) {
      const { id } = params as { id: number }
      const { settings, clock } = deps
      const task = { settings: threadSettings(settings), now: clock(), id, actor }
      const undone = await gate(() => inThread({ ...task, verb: 'undo' }))
      const { area, ...response } = JSON.parse(String(undone)) as Undone
      clearAreas(deps, [area])
      return reply.send(response)
    },
  })
}

async function listImports(w: Read): Promise<Import[]> {
  const rows = await w.db
    .selectFrom('imports')
    .selectAll()
    .where('created_at', '>', w.now - UNDO_MS)
    // An earlier version imported downloads, too.
    .where('area', 'in', TRANSFER_AREAS)
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  const people = await peopleByIds(
    { db: w.db },
    rows.map(({ created_by }) => created_by),
  )
  return rows.map(({ id, area, name, created_by, created_at, added, changed, undone_at }) => {
    const by = created_by === null ? undefined : people.get(created_by)
    return {
      id,
      area,
      name,
      by: by ? { id: by.id, username: by.username } : null,
      created_at: iso(created_at),
      added,
      changed,
      undone_at: undone_at === null ? null : iso(undone_at),
      undo_until: undone_at === null ? iso(created_at + UNDO_MS) : null,
    }
  })
}

type Undone = Awaited<ReturnType<typeof undoImport>>

/** Runs in a thread: thousands of rows take seconds. */
export const undoImport = async (
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
  { id, actor }: Pick<UndoTask, 'id' | 'actor'>,
) => {
  const { db } = deps
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  const isLong = row !== undefined && row.added + row.changed >= MANY
  const what = { resource: 'imports', action: 'undo', ...(isLong && { long: {} }) }
  return auditedChange(deps, actor, what, async (w) => {
    const { released, ...change } = await undoIn(w, { id, actor: actor.id })
    w.clear([change.record])
    w.afterwards(({ db }) => deleteLoose(db, deps.files, released))
    return change
  })
}

async function undoIn(w: Read, undoing: { readonly id: number; readonly actor: number | null }) {
  const { id } = undoing
  const row = await w.db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined || !TRANSFER_AREAS.includes(row.area)) throw errors.notFound()
  const { area, name, undone_at, created_at } = row
  if (undone_at !== null || created_at + UNDO_MS <= w.now) throw deskErrors.importKept()
  await lockTable(w.db, AREA_LOCKS[area])
  const { undone, kept, released, log } = await undoRows(w, { ...undoing, created_at })
  await w.db.updateTable('imports').set({ undone_at: w.now }).where('id', '=', id).execute()
  await w.db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  // The sweep looks at once whether another text shows them.
  await w.db.updateTable('text_pictures').set({ seen_at: 0 }).where('import_id', '=', id).execute()
  const response = { area, undone, kept }
  const after = { name, undone, kept: kept.length, ...log }
  return { record: area, before: null, after, response, released }
}

/** Deletes imports that cannot be undone any more. */
export const deleteOldImports = deleteFrom('imports', (before) => sql`created_at < ${before}`)
