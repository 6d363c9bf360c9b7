import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adoptImage } from '../../files/pictures.ts'
import type { DemoFiles } from './demoFiles.ts'

/** Where the demonstration's own files lie. */
export const SEED_FILES = join(import.meta.dirname, 'files')

/**
 * Takes pictures of the demonstration in, all at once. A picture that two rows use is stored twice, so that
 * each row owns its own.
 * @param names of files in `files/images`
 * @returns the column's JSON for each name
 * @throws when a picture is not there
 */
export const seedPictures = (
  files: DemoFiles,
  names: readonly (string | null)[],
): Promise<(string | null)[]> =>
  Promise.all(
    names.map(async (name) => {
      if (name === null) return null
      // Before anything is awaited: keys are given in the order of the names.
      const key = files.keyFor('public', name)
      const bytes = await readFile(join(SEED_FILES, 'images', name))
      return JSON.stringify(await adoptImage(files, key, bytes))
    }),
  )
