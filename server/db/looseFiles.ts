import { assertOwnKey, type FileStore } from '../files/fileStore.ts'
import { readPicture } from '../files/pictureNames.ts'
import { removeImage } from '../files/pictures.ts'
import { chunksOf, type Db } from './rows.ts'

/*
 * Store and database have no common transaction. A file therefore has a row here from before it is stored until a row
 * refers to it, and again from the commit that removes that row until the file is deleted: the sweep finds every file
 * that a kill leaves.
 */

/** `picture`: JSON of `StoredPicture`, whose variants are deleted too. */
export type LooseFile = { readonly key: string; readonly picture: string | null }

/** Files of one statement. */
const BATCH = 200

export function pictureFiles(json: string | null): LooseFile[] {
  const picture = readPicture(json)
  return picture === null ? [] : [{ key: `public/${picture.key}`, picture: json }]
}

/** The store for files of rows that do not exist yet: `claimFile` in the transaction that inserts the row. */
export const announcing = (files: FileStore, db: Db, clock: () => number): FileStore => ({
  ...files,
  async put(key, contents) {
    const row = { key, picture: null, announced_at: clock() }
    await db.insertInto('loose_files').values(row).execute()
    await files.put(key, contents)
  },
})

/** The sweep deleted the file first, which happens only when the clock jumps. */
export class FileSwept extends Error {}

/**
 * Makes the file belong to a row once the transaction commits.
 * @throws FileSwept when there is no such file any more
 */
export async function claimFile(tx: Db, key: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('loose_files')
    .where('key', '=', key)
    .where('announced_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new FileSwept(`${key} was swept before a row named it`)
}

/** Marks files as unused once the transaction commits; delete them then with `deleteLoose`. */
export async function releaseFiles(tx: Db, files: readonly LooseFile[]): Promise<void> {
  for (const some of chunksOf(files, BATCH))
    await tx
      .insertInto('loose_files')
      .values(some.map(({ key, picture }) => ({ key, picture, announced_at: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Deletes files that no row names, and then their rows here. */
export async function deleteLoose(
  db: Db,
  files: FileStore,
  loose: readonly LooseFile[],
): Promise<void> {
  for (const { key, picture: json } of loose) {
    const picture = readPicture(json)
    if (picture !== null) await removeImage(files, picture)
    assertOwnKey(key)
    await files.remove(key)
  }
  const keys = loose.map(({ key }) => key)
  if (keys.length > 0) await db.deleteFrom('loose_files').where('key', 'in', keys).execute()
}

/**
 * Deletes files that kills have left.
 * @param before epoch milliseconds; a file that was announced later may still be in use
 */
export async function sweepLooseFiles(db: Db, files: FileStore, before: number): Promise<void> {
  // The row is updated first, so that no transaction claims a file while it is deleted.
  await db
    .updateTable('loose_files')
    .set({ announced_at: null })
    .where('announced_at', '<', before)
    .execute()
  for (;;) {
    const loose = await db
      .selectFrom('loose_files')
      .select(['key', 'picture'])
      .where('announced_at', 'is', null)
      .limit(BATCH)
      .execute()
    await deleteLoose(db, files, loose)
    if (loose.length < BATCH) return
  }
}
