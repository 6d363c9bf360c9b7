import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adoptImage } from '../../files/pictures.ts'
import type { DemoFiles } from './demoFiles.ts'

export const SEED_FILES = join(import.meta.dirname, 'files')

/**
 * A picture that two rows use is stored twice, so that each row owns its own.
 * @param rows each with the name of its file in `files/images`
 * @returns the JSON of the column for each row
 */
export const seedPictures = (
  files: DemoFiles,
  rows: readonly { readonly image: string | null }[],
): Promise<(string | null)[]> =>
  Promise.all(
    rows.map(async ({ image }) => {
      if (image === null) return null
      // Before the first `await`: keys are numbered in the order of the rows.
      const key = files.keyFor('public', image)
      const bytes = await readFile(join(SEED_FILES, 'images', image))
      return JSON.stringify(await adoptImage(files, key, bytes))
    }),
  )
