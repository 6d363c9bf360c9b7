import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Clock } from '../../config/time.ts'
import type { FileKey, FileStore, Shelf } from '../../files/fileStore.ts'

export type SeedDeps = { readonly clock: Clock; readonly files: DemoFiles }

/** The file store, and the keys of the demonstration's own files in it. */
export type DemoFiles = FileStore & {
  /** The next key for a file of this name. A file that two rows use is stored twice: each row owns its own. */
  readonly keyFor: (shelf: Shelf, name: string) => FileKey
}

/**
 * The demonstration is seeded in the same order each time, and so gives the same keys: files that a kill has left
 * without rows are those of the next try. Nothing is lost by keys that can be guessed: everybody has the files.
 */
export function demoFiles(files: FileStore): DemoFiles {
  const times = new Map<string, number>()
  return {
    ...files,
    keyFor(shelf, name) {
      const time = (times.get(name) ?? 0) + 1
      times.set(name, time)
      const digest = createHash('sha256').update(`demo ${name} ${time}`).digest('hex')
      return `${shelf}/${digest.slice(0, 32)}${extname(name)}`
    },
  }
}
