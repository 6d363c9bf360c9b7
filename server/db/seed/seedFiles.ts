import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Clock } from '../../config/time.ts'
import type { FileKey, FileStore, Visibility } from '../../files/fileStore.ts'
import { adoptImage } from '../../files/pictures.ts'

export type SeedDeps = { readonly clock: Clock; readonly files: SeedFiles }

/** A file that two rows use is stored twice: each row owns its own. */
export type SeedFiles = FileStore & {
  readonly keyFor: (visibility: Visibility, name: string) => FileKey
}

/**
 * A seed has a fixed order, so its keys are the same each time: a retry after a kill overwrites the files of the
 * first try. The keys can be guessed, but so can the files.
 */
export function seedFiles(files: FileStore, seed: 'demo' | 'starter'): SeedFiles {
  const counts = new Map<string, number>()
  return {
    ...files,
    keyFor(visibility, name) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const digest = createHash('sha256').update(`${seed} ${name} ${count}`).digest('hex')
      return `${visibility}/${digest.slice(0, 32)}${extname(name)}`
    },
  }
}

export const FILES_FOLDER = join(import.meta.dirname, 'files')

/**
 * A picture that two rows use is stored twice, so that each row owns its own.
 * @param rows each with the name of its file in `files/images`
 * @returns the JSON of the column for each row
 */
export const seedPictures = (
  files: SeedFiles,
  rows: readonly { readonly image: string | null }[],
): Promise<(string | null)[]> =>
  Promise.all(
    rows.map(async ({ image }) => {
      if (image === null) return null
      // The key comes before the first `await`: keys are numbered in the order of the rows.
      const key = files.keyFor('public', image)
      const bytes = await readFile(join(FILES_FOLDER, 'images', image))
      return JSON.stringify(await adoptImage(files, key, bytes))
    }),
  )
