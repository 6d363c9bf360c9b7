import { randomUUID } from 'node:crypto'
import { glob, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../config/env.ts'
import { codeOf } from '../config/thrown.ts'
import { DAY_MS } from '../config/time.ts'
import { assertOwnKey, type FileStore } from './fileStore.ts'

/**
 * Removes parts that killed writes have left.
 * @param before epoch milliseconds; a younger part may still be written
 */
async function removeParts(root: string, before: number): Promise<void> {
  for await (const part of glob('*/*.part', { cwd: root })) {
    const file = join(root, part)
    const { mtimeMs } = await stat(file)
    if (mtimeMs < before) await rm(file, { force: true })
  }
}

/** @param root absolute path; created at the first write */
function folderStore(root: string): FileStore {
  const pathOf = (key: string): string => {
    assertOwnKey(key)
    return join(root, key)
  }
  return {
    async put(key, contents) {
      const target = pathOf(key)
      const part = `${target}.${randomUUID()}.part`
      await mkdir(dirname(target), { recursive: true })
      try {
        // The row of the file is durable after its commit; so must the file be.
        await writeFile(part, contents, { flush: true })
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    size: async (key) => (await orNull(stat(pathOf(key))))?.size ?? null,
    bytes: async (key) => readFile(pathOf(key)),
    async stream(key, range) {
      const handle = await orNull(open(pathOf(key)))
      return handle?.createReadStream(range) ?? null
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
  }
}

const orNull = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })

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
