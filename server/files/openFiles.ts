import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../config/env.ts'
import { DAY_MS } from '../config/time.ts'
import type { FileStore } from './fileStore.ts'
import { folderStore, removeParts } from './folderStore.ts'

/** An unfinished file that has not been written to for this time is abandoned. */
const PARTS_KEPT_MS = DAY_MS

type Where = Pick<Settings, 'dataDir' | 's3'>

const rootOf = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'uploads')

/**
 * Opens the store; also works beside a running server. The driver of a bucket is loaded only when it is used.
 * @throws when the folder cannot be made
 */
export async function openFiles(settings: Where): Promise<FileStore> {
  if (settings.s3 === undefined) {
    await mkdir(rootOf(settings), { recursive: true })
    return openFolder(settings)
  }
  const { bucketStore } = await import('./bucketStore.ts')
  return bucketStore(settings.s3)
}

export const openFolder = (settings: Pick<Settings, 'dataDir'>): FileStore =>
  folderStore(rootOf(settings))

/**
 * Removes parts that killed writes have left. Call it at the start of a server only: a running one may be writing these
 * files.
 */
export async function removeAbandonedParts(
  settings: Where & Pick<Settings, 'databaseUrl'>,
): Promise<void> {
  if (settings.s3 !== undefined) return
  // Another process may write into the same folder if the database is PostgreSQL.
  const isOurs = settings.databaseUrl === undefined
  await removeParts(rootOf(settings), isOurs ? Infinity : Date.now() - PARTS_KEPT_MS)
}
