import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** A picture within texts. No row names it: texts do, by its URL. */
    text_pictures: {
      id: Generated<number>
      /** JSON of `StoredPicture`. */
      picture: string
      /** Null after the account is gone: the texts may have stayed. */
      created_by: MemberId | null
      created_at: number
      /** SHA-256 of the file of an import of which it was made. */
      source_digest: string | null
      import_id: number | null
      /** When it was uploaded, or a text was last seen to show it. */
      seen_at: number
    }
  }
}
