import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adoptImage } from '../../files/pictures.ts'
import type { DemoFiles } from './demoFiles.ts'

export const SEED_FILES = join(import.meta.dirname, 'files')

/**
 * A picture that two rows use is stored twice, so that each row owns its own.
 * @param names of files in `files/images`
 * @returns the JSON of the column for each name
 */
export const seedPictures = (
  files: DemoFiles,
  names: readonly (string | null)[],
): Promise<(string | null)[]> =>
  Promise.all(
    names.map(async (name) => {
      if (name === null) return null
      // Before the first `await`: keys are numbered in the order of the names.
      const key = files.keyFor('public', name)
      const bytes = await readFile(join(SEED_FILES, 'images', name))
      return JSON.stringify(await adoptImage(files, key, bytes))
    }),
  )
