import type { MemberId } from '#contract/ids.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import type { StoredFile } from '../../db/columns.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** A file that was sent and belongs to no record yet. */
    desk_uploads: StoredFile & {
      id: string
      purpose: UploadPurpose
      name: string
      created_by: MemberId
      created_at: number
    }
  }
}
