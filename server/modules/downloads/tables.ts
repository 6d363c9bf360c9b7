import type { Generated } from 'kysely'
import type { DownloadCategoryId, DownloadFileId } from '#contract/ids.ts'
import type { Searchable, StoredFile, TransferKey } from '../../db/columns.ts'

declare module '../../db/schema.ts' {
  interface DB {
    download_categories: TransferKey & {
      id: Generated<DownloadCategoryId>
      title: string
      position: number
      created_at: number
    }
    download_files: StoredFile &
      Searchable &
      TransferKey & {
        id: Generated<DownloadFileId>
        category_id: DownloadCategoryId
        position: number
        display_name: string
        /** The name under which browsers save it. */
        download_file_name: string
        description: string | null
        created_at: number
        updated_at: number
        /** Null: the site shows the file. */
        withdrawn_at: number | null
      }
  }
}
