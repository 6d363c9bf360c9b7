import { lockTable } from '../../../db/dialect.ts'
import { announcing, deleteLoose } from '../../../db/looseFiles.ts'
import { publishMessage } from '../../../db/messages.ts'
import type { Db } from '../../../db/schema.ts'
import type { Actor } from '../../../desk/actor.ts'
import { auditedChange } from '../../../desk/audit.ts'
import { KIT_TOPIC } from '../../../http/cache/clearing.ts'
import type { Deps } from '../../../http/deps.ts'
import { findBase } from '../base.ts'
import { keepFiles } from '../keeping.ts'
import { findCurrent, insertKit, type KitRow, valueIn } from '../repository.ts'
import { type Before, type MadeKit, makeKit } from './making.ts'
import type { FolderProblem } from './problems.ts'
import { type Digests, readSiteFolder } from './reading.ts'

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'gates'>
/** `id` of the new value; null where the site is like the folder already, or where there are problems. */
export type ImportResult = {
  readonly id: number | null
  readonly problems: readonly FolderProblem[]
}

/** Another process was first. */
class AlreadyThere extends Error {}

/** Puts the kit of a folder into use: all of it, or nothing. */
export async function importFolder(
  deps: ImportDeps,
  folder: string,
  actor: Actor,
): Promise<ImportResult> {
  const site = await readSiteFolder(folder)
  const current = await findCurrent(deps.db)
  if (site.problems.found.length === 0 && isMadeOf(current, site.digests))
    return { id: null, problems: [] }
  const made = await makeKit(site, beforeIn(current), { ...deps, base: await findBase(deps.db) })
  const problems = site.problems.found
  if (problems.length > 0) return { id: null, problems }
  return { id: await storeKit(deps, made, site.digests, actor), problems }
}

const beforeIn = (row: KitRow | undefined): Before | null =>
  row === undefined || row.folder === null
    ? null
    : { value: valueIn(row), digests: JSON.parse(row.folder) as Digests }

const isMadeOf = (row: KitRow | undefined, digests: Digests): boolean =>
  row?.folder === JSON.stringify(digests)

async function storeKit(
  deps: ImportDeps,
  { value, icons, files }: MadeKit,
  digests: Digests,
  actor: Actor,
): Promise<number | null> {
  const { db, clock } = deps
  const store = announcing(deps.files, db, clock)
  const keys = [...files.keys()]
  try {
    for (const [key, bytes] of files) await store.put(key, bytes)
    return await auditedChange(
      deps,
      actor,
      { resource: 'site', action: 'import' },
      ({ db: tx, now }) => change(tx, now),
    )
  } catch (error) {
    await deleteLoose(
      db,
      deps.files,
      keys.map((key) => ({ key, picture: null })),
    )
    if (error instanceof AlreadyThere) return null
    throw error
  }

  async function change(tx: Db, now: number) {
    await lockTable(tx, 'site_kits')
    const current = await findCurrent(tx)
    if (isMadeOf(current, digests)) throw new AlreadyThere()
    await keepFiles(tx, keys, now)
    const folder = JSON.stringify(digests)
    const kit = { value, icons, source: 'folder', folder, made_by: actor.id } as const
    const id = await insertKit(tx, kit, now)
    await publishMessage(tx, { topic: KIT_TOPIC, data: id })
    const before = current === undefined ? null : valueIn(current)
    return { record: id, before, after: value, response: id }
  }
}
