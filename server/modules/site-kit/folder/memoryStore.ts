import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileKey, FileStore } from '../../../files/fileStore.ts'

/** Keeps new files in memory until all of them are made: nothing of a folder with problems reaches the store. */
export type MemoryStore = FileStore & { readonly files: ReadonlyMap<FileKey, Buffer> }

/** @param below has the files that are not new */
export function memoryStore(below: FileStore): MemoryStore {
  const files = new Map<FileKey, Buffer>()
  return {
    files,
    async put(key, contents) {
      files.set(key, contents instanceof Readable ? await buffer(contents) : Buffer.from(contents))
    },
    size: async (key) => files.get(key)?.length ?? below.size(key),
    bytes: async (key) => files.get(key) ?? below.bytes(key),
    async stream(key, range) {
      const found = files.get(key)
      if (found === undefined) return below.stream(key, range)
      return Readable.from([range ? found.subarray(range.start, range.end + 1) : found])
    },
    async remove(key) {
      files.delete(key)
    },
  }
}
