import type { Selectable } from 'kysely'
import type { DownloadFileId } from '#contract/ids.ts'
import type { DB, HasDb } from '../../db/rows.ts'
import { searchedColumns } from '../../text/keys.ts'

export type CategoryRow = Selectable<DB['download_categories']>
export type FileRow = Selectable<DB['download_files']>

export const listCategories = (w: HasDb): Promise<CategoryRow[]> =>
  w.db.selectFrom('download_categories').selectAll().orderBy('position').orderBy('id').execute()

const availableFiles = (w: HasDb) =>
  w.db.selectFrom('download_files').selectAll().where('withdrawn_at', 'is', null)

type Texts = Pick<FileRow, 'display_name' | 'download_file_name' | 'description'>

export const searchedTexts = ({ display_name, download_file_name, description }: Texts) =>
  searchedColumns(display_name, [download_file_name, description ?? ''])

export const listAvailableFiles = (w: HasDb): Promise<FileRow[]> =>
  availableFiles(w).orderBy('position').orderBy('id').execute()

export const findAvailableFile = (w: HasDb, id: DownloadFileId): Promise<FileRow | undefined> =>
  availableFiles(w).where('id', '=', id).executeTakeFirst()
