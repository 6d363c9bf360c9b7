import { globSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp } from '../../server/compose/background.ts'
import { prepare } from '../../server/compose/prepare.ts'
import { HOUR_MS } from '../../server/config/time.ts'
import { readPicture } from '../../server/files/pictureNames.ts'
import type { ProcessDatabase } from '../../test/helpers/server/processDatabase.ts'

/** Longer than an upload may take; unclaimed files are deleted after it. */
const LATER_MS = 2 * HOUR_MS

/** Keys that rows name, without those of variants. */
export async function namedIn({ db }: Pick<ProcessDatabase, 'db'>): Promise<string[]> {
  const entries = await db.selectFrom('glossary_entries').select('picture').execute()
  const texts = await db.selectFrom('text_pictures').select('picture').execute()
  const downloads = await db.selectFrom('download_files').select(['file_key', 'picture']).execute()
  const uploads = await db.selectFrom('desk_uploads').select('file_key').execute()
  const pictures = [...entries, ...texts, ...downloads].flatMap(
    (row) => readPicture(row.picture) ?? [],
  )
  return [
    ...pictures.map(({ key }) => `public/${key}`),
    ...downloads.map(({ file_key }) => file_key),
    ...uploads.map(({ file_key }) => file_key),
  ].toSorted()
}

export const storedIn = ({ path }: Pick<ProcessDatabase, 'path'>): string[] =>
  globSync('{public,private}/*', { cwd: join(path, 'uploads') })
    // Partial files are removed at a start, or in shared folders after a day.
    .filter((key) => !key.endsWith('.part'))
    .toSorted()

/** Runs the sweep of a later time, which leaves no file without its row. @param laterMs from now */
export async function sweep(database: ProcessDatabase, laterMs = LATER_MS): Promise<void> {
  const { deps, close } = await prepare({ DATA_DIR: database.path, SEED: 'none', ...database.env })
  await cleanUp({ ...deps, clock: () => Date.now() + laterMs }, console)
  await close()
  expect(storedIn(database)).toEqual(await namedIn(database))
  expect(await database.db.selectFrom('loose_files').selectAll().execute()).toEqual([])
}
