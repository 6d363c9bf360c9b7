import type { Selectable } from 'kysely'
import type { DownloadFileId } from '#contract/ids.ts'
import type { DB, Db } from '../../db/schema.ts'

export type CategoryRow = Selectable<DB['download_categories']>
export type FileRow = Selectable<DB['download_files']>

export const listCategories = (db: Db): Promise<CategoryRow[]> =>
  db.selectFrom('download_categories').selectAll().orderBy('position').orderBy('id').execute()

/** Files that are not withdrawn. */
const availableFiles = (db: Db) =>
  db.selectFrom('download_files').selectAll().where('withdrawn_at', 'is', null)

export const listAvailableFiles = (db: Db): Promise<FileRow[]> =>
  availableFiles(db).orderBy('position').orderBy('id').execute()

export const findAvailableFile = (db: Db, id: DownloadFileId): Promise<FileRow | undefined> =>
  availableFiles(db).where('id', '=', id).executeTakeFirst()
