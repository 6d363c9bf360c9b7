import { join } from 'node:path'
import type { Settings } from '../config/env.ts'
import { DAY_MS } from '../config/time.ts'

/** An unfinished file that has not been written to for this time is abandoned. */
const PARTS_KEPT_MS = DAY_MS

/** The driver of a bucket is loaded only when it is used. */
export async function openFiles(settings: Pick<Settings, 'dataDir' | 's3' | 'databaseUrl'>) {
  if (settings.s3 !== undefined) {
    const { bucketStore } = await import('./bucketStore.ts')
    return bucketStore(settings.s3)
  }
  const { folderStore, removeParts } = await import('./folderStore.ts')
  const root = join(settings.dataDir, 'uploads')
  // With PostgreSQL, another process may write into the same folder.
  const isOurs = settings.databaseUrl === undefined
  await removeParts(root, isOurs ? Infinity : Date.now() - PARTS_KEPT_MS)
  return folderStore(root)
}
