import { join } from 'node:path'
import type { Settings } from '../config/env.ts'
import type { FileStore } from './fileStore.ts'

/** Half a file that nobody has written to for so long is nobody's. Milliseconds. */
const PARTS_KEPT = 24 * 3_600_000

/** Opens the store that the settings name; the driver of a bucket is loaded only when it is used. */
export async function openFiles(
  settings: Pick<Settings, 'dataDir' | 's3' | 'databaseUrl'>,
): Promise<FileStore> {
  if (settings.s3 !== undefined) {
    const { bucketStore } = await import('./bucketStore.ts')
    return bucketStore(settings.s3)
  }
  const { folderStore, removeParts } = await import('./folderStore.ts')
  const root = join(settings.dataDir, 'uploads')
  // With PostgreSQL another process may be writing into the same folder.
  const isOurs = settings.databaseUrl === undefined
  await removeParts(root, isOurs ? Infinity : Date.now() - PARTS_KEPT)
  return folderStore(root)
}
