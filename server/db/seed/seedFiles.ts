import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FileKey, FileStore, Visibility } from '../../files/fileStore.ts'
import { adoptImage } from '../../files/pictures.ts'
import type { Read } from '../rows.ts'

export type Seeding = Read & { readonly files: SeedFiles }

/** A file that two rows use is stored twice: each row owns its own. */
type SeedFiles = FileStore & {
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
      return `${visibility}/${stemOf(seed, name, count)}${extname(name)}`
    },
  }
}

const stemOf = (seed: 'demo' | 'starter', name: string, count: number): string =>
  createHash('sha256').update(`${seed} ${name} ${count}`).digest('hex').slice(0, 32)

/** Rows that use one file of a seed at most. */
const USES_MAX = 9

/** True for a stored file that the demonstration has brought. @param name of the file; null: there is none */
export const isDemoFile = (key: string | null, name: string | null): boolean =>
  key === null || name === null
    ? key === name
    : Array.from({ length: USES_MAX }, (_, index) => stemOf('demo', name, index + 1)).some((stem) =>
        key.endsWith(`${stem}${extname(name)}`),
      )

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
