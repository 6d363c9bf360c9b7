import { DAY_MS } from '../../config/time.ts'
import { lockTable } from '../../db/dialect.ts'
import { announcing, claimFile, deleteLoose, releaseFiles } from '../../db/looseFiles.ts'
import type { Read } from '../../db/rows.ts'
import type { FileKey, FileStore } from '../../files/fileStore.ts'
import type { Deps } from '../../http/deps.ts'
import { changing } from '../../work/work.ts'
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
  await changing({ db, clock }, (w) => keepFiles(w, [...keys]))
  return made
}

/** Makes announced files belong to the kit once the transaction commits. @throws FileSwept */
export async function keepFiles(w: Read, keys: readonly FileKey[]): Promise<void> {
  if (keys.length === 0) return
  for (const key of keys) await claimFile(w.db, key)
  await insertFiles(w, keys, w.now)
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
  if ((await listUnnamedFiles({ db }, before)).length === 0) return
  const gone = await changing({ db, clock }, async (w) => {
    // A save that runs meanwhile may name one of them.
    await lockTable(w.db, 'site_kits')
    await lockTable(w.db, 'site_kit_drafts')
    const keys = await listUnnamedFiles(w, before)
    if (keys.length === 0) return []
    await deleteFiles(w, keys)
    const loose = keys.map((key) => ({ key, picture: null }))
    await releaseFiles(w.db, loose)
    return loose
  })
  await deleteLoose(db, files, gone)
}
