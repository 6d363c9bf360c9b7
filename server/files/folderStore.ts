import { randomUUID } from 'node:crypto'
import { glob, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
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
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  const pathOf = (key: string): string => {
    assertOwnKey(key)
    return join(root, key)
  }

  /** The driver writes in place: the rename makes the write atomic. */
  async function putWhole(key: string, contents: Uint8Array | Readable): Promise<void> {
    const target = pathOf(key)
    const part = `${key}.${randomUUID()}.part`
    try {
      await (contents instanceof Readable
        ? disk.putStream(part, contents)
        : disk.put(part, contents))
      // The row of the file is durable after its commit; so must the file be.
      const handle = await open(join(root, part), 'r+')
      await handle.sync().finally(() => handle.close())
      await rename(join(root, part), target)
    } catch (error) {
      await disk.delete(part)
      throw error
    }
  }

  return {
    put: putWhole,
    async size(key) {
      pathOf(key)
      return (await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : null
    },
    async bytes(key) {
      pathOf(key)
      return Buffer.from(await disk.getBytes(key))
    },
    async stream(key, range) {
      try {
        const handle = await open(pathOf(key))
        return handle.createReadStream(range)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(key) {
      pathOf(key)
      await disk.delete(key)
    },
  }
}
