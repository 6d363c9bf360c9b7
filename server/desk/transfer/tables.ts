import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { SourceFormat } from '#contract/transfer.ts'
import type { KeyedTable } from './keyedRows.ts'

declare module '../../db/schema.ts' {
  interface DB {
    imports: {
      id: Generated<number>
      area: TransferArea
      /** The name of the file. */
      name: string
      /** Null for the command line, and after the account is gone. */
      created_by: MemberId | null
      created_at: number
      added: number
      changed: number
      undone_at: number | null
    }
    /** What people last decided about files of another program. */
    import_mappings: {
      area: TransferArea
      format: SourceFormat
      /** JSON of `ImportMapping`. */
      mapping: string
    }
    /** The rows that an import has added or changed; deleted when it cannot be undone any more. */
    import_rows: {
      import_id: number
      table_name: KeyedTable
      row_id: number
      /** JSON of `RowState`; null for an added row. */
      before: string | null
      /** Key of the file that the import has replaced; see `rowFiles.ts`. */
      file_key: string | null
      /** `digestOf` the row after the import. */
      after: string
    }
  }
}
