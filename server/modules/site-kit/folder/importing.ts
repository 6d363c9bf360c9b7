import { existsSync, readdirSync } from 'node:fs'
import { messageOf } from '../../../config/thrown.ts'
import { lockTable } from '../../../db/dialect.ts'
import { announcing, deleteLoose } from '../../../db/looseFiles.ts'
import { publishMessage } from '../../../db/messages.ts'
import type { Read } from '../../../db/schema.ts'
import type { Actor } from '../../../desk/actor.ts'
import { auditedChange } from '../../../desk/audit.ts'
import { KIT_TOPIC } from '../../../http/cache/clearing.ts'
import type { Deps } from '../../../http/deps.ts'
import { check, type FoundCheck } from '../../../text/check.ts'
import type { CheckDeps, StartReport } from '../../face.ts'
import { keepFiles } from '../files.ts'
import { findBase } from '../kit.ts'
import { findCurrent, insertKit, type KitRow, valueIn } from '../repository.ts'
import type { FolderProblem } from './files.ts'
import { type MadeKit, makeKit } from './making.ts'
import { type Digests, readSiteFolder } from './reading.ts'
import { hasSite, isForFolder, SITE_FILE } from './siteFile.ts'

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
  const current = await findCurrent(deps)
  if (site.problems.found.length === 0 && isMadeOf(current, site.digests))
    return { id: null, problems: [] }
  const value = current ? valueIn(current) : {}
  const made = await makeKit(site, value, { ...deps, base: await findBase(deps) })
  const problems = site.problems.found
  if (problems.length > 0) return { id: null, problems }
  return { id: await storeKit(deps, made, site.digests, actor), problems }
}

const isMadeOf = (row: KitRow | undefined, digests: Digests): boolean =>
  row?.source === 'folder' && row.folder === JSON.stringify(digests)

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
      ({ db: tx, now }) => change({ db: tx, now }),
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

  async function change(w: Read) {
    await lockTable(w.db, 'site_kits')
    const current = await findCurrent(w)
    if (isMadeOf(current, digests)) throw new AlreadyThere()
    await keepFiles(w, keys)
    const folder = JSON.stringify(digests)
    const kit = { value, icons, source: 'folder', folder, made_by: actor.id } as const
    const id = await insertKit(w, kit, w.now)
    await publishMessage(w.db, { topic: KIT_TOPIC, data: id })
    const before = current === undefined ? null : valueIn(current)
    return { record: id, before, after: value, response: id }
  }
}

/** The author in the audit log of what a start has read. */
const FOLDER: Actor = { id: null, username: 'site folder' }

/**
 * Puts the kit of the folder into use where nothing is set yet, or the starter alone. Later the folder is only compared:
 * what is set at the desk stays.
 */
export async function readFolderAtStart(
  deps: ImportDeps & Pick<Deps, 'settings'>,
): Promise<StartReport> {
  const { siteDir } = deps.settings
  if (!hasSite(siteDir) || !isForFolder(await findCurrent(deps))) return { notes: [], warnings: [] }
  const { problems } = await importFolder(deps, siteDir, FOLDER).catch((error: unknown) => ({
    problems: [{ place: SITE_FILE, problem: messageOf(error) }],
  }))
  const lines = problems.map(({ place, problem }) => `\n  ${place}: ${problem}`)
  return problems.length === 0
    ? { notes: [`Name, texts and looks of the site were taken from ${siteDir}.`], warnings: [] }
    : {
        notes: [],
        warnings: [`SITE_DIR: ${siteDir} has problems. The site stays as it was.${lines.join('')}`],
      }
}

/** Whether the folder has something that the site has not taken in. Reads all of its files. */
export async function folderCheck({ db, settings }: CheckDeps): Promise<FoundCheck[]> {
  const { siteDir: folder } = settings
  if (!hasSite(folder)) {
    // Someone meant a folder without `site.yaml` to be read.
    const isStray = existsSync(folder) && readdirSync(folder).some((name) => !name.startsWith('.'))
    return [check('site_folder', isStray ? 'wrong_stray' : 'ok_none', { folder })]
  }
  const { digests } = await readSiteFolder(folder)
  const taken = (await findCurrent({ db }))?.folder
  return [check('site_folder', taken === JSON.stringify(digests) ? 'ok' : 'wrong', { folder })]
}
