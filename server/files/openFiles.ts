import { join } from 'node:path'
import type { Settings } from '../env.ts'
import type { FileStore } from './fileStore.ts'

/** Opens the store that the settings name; the driver of a bucket is loaded only when it is used. */
export async function openFiles(settings: Pick<Settings, 'dataDir' | 's3'>): Promise<FileStore> {
  if (settings.s3 !== undefined) {
    const { bucketStore } = await import('./bucketStore.ts')
    return bucketStore(settings.s3)
  }
  const { folderStore } = await import('./folderStore.ts')
  return folderStore(join(settings.dataDir, 'uploads'))
}
