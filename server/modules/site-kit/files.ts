import { DAY_MS } from '../../config/time.ts'
import { lockTable } from '../../db/dialect.ts'
import { announcing, claimFile, deleteLoose, releaseFiles } from '../../db/looseFiles.ts'
import type { Db } from '../../db/schema.ts'
import type { FileKey, FileStore } from '../../files/fileStore.ts'
import type { Deps } from '../../http/deps.ts'
import { deleteFiles, insertFiles, listUnnamedFiles } from './repository.ts'

/**
 * Runs work that stores files for the kit. They stay as long as a value or a draft names them, and for a day before
 * that; if the work fails, the sweep deletes what it has stored.
 */
export async function keepingFiles<Made>(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  work: (files: FileStore) => Promise<Made>,
): Promise<Made> {
  const announced = announcing(files, db, clock)
  const keys = new Set<FileKey>()
  const made = await work({
    ...announced,
    async put(key, contents) {
      await announced.put(key, contents)
      keys.add(key)
    },
    async remove(key) {
      keys.delete(key)
      await files.remove(key)
    },
  })
  await db.transaction().execute((tx) => keepFiles(tx, [...keys], clock()))
  return made
}

/** Makes announced files belong to the kit once the transaction commits. @throws FileSwept */
export async function keepFiles(tx: Db, keys: readonly FileKey[], now: number): Promise<void> {
  if (keys.length === 0) return
  for (const key of keys) await claimFile(tx, key)
  await insertFiles(tx, keys, now)
}

/** Files wait so long for a draft or a value that names them. */
const UNNAMED_KEPT_MS = DAY_MS

/** Deletes files of pictures, marks and books that neither a value nor a draft names any more. */
export async function deleteUnnamedFiles({
  db,
  files,
  clock,
}: Pick<Deps, 'db' | 'files' | 'clock'>): Promise<void> {
  const before = clock() - UNNAMED_KEPT_MS
  if ((await listUnnamedFiles(db, before)).length === 0) return
  const gone = await db.transaction().execute(async (tx) => {
    // Whoever saves meanwhile may name one of them.
    await lockTable(tx, 'site_kits')
    await lockTable(tx, 'site_kit_drafts')
    const keys = await listUnnamedFiles(tx, before)
    if (keys.length === 0) return []
    await deleteFiles(tx, keys)
    const loose = keys.map((key) => ({ key, picture: null }))
    await releaseFiles(tx, loose)
    return loose
  })
  await deleteLoose(db, files, gone)
}
