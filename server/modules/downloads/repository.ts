import type { Selectable } from 'kysely'
import type { DownloadFileId } from '#contract/ids.ts'
import type { DownloadCategoriesTable, DownloadFilesTable } from '../../db/schema/content.ts'
import type { Db } from '../../db/schema.ts'

export type CategoryRow = Selectable<DownloadCategoriesTable>
export type FileRow = Selectable<DownloadFilesTable>

/** Categories and their files; a withdrawn file does not exist here. */
export const downloadsRepository = {
  /** In the order that the desk gives them. */
  categories: (db: Db): Promise<CategoryRow[]> =>
    db.selectFrom('download_categories').selectAll().orderBy('position').orderBy('id').execute(),

  files: (db: Db): Promise<FileRow[]> =>
    db
      .selectFrom('download_files')
      .selectAll()
      .where('withdrawn_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute(),

  file: (db: Db, id: DownloadFileId): Promise<FileRow | undefined> =>
    db
      .selectFrom('download_files')
      .selectAll()
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst(),
}
