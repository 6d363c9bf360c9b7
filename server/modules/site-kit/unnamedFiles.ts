import { DAY_MS } from '../../config/time.ts'
import { lockTable } from '../../db/dialect.ts'
import { deleteLoose, releaseFiles } from '../../db/looseFiles.ts'
import type { Deps } from '../../http/deps.ts'
import { deleteFiles, listUnnamedFiles } from './repository.ts'

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
