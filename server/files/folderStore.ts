import { randomUUID } from 'node:crypto'
import { glob, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../config/thrown.ts'
import { assertOwnKey, type FileStore } from './fileStore.ts'

/**
 * Removes parts that killed writes have left.
 * @param before epoch milliseconds; a younger part may still be written
 */
export async function removeParts(root: string, before: number): Promise<void> {
  for await (const part of glob('*/*.part', { cwd: root })) {
    const file = join(root, part)
    const { mtimeMs } = await stat(file)
    if (mtimeMs < before) await rm(file, { force: true })
  }
}

/** @param root absolute path; created at the first write */
export function folderStore(root: string): FileStore {
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
