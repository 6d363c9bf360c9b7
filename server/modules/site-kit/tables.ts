import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { KIT_SOURCES } from '#contract/siteKit.ts'

declare module '../../db/schema.ts' {
  interface DB {
    site_kits: {
      id: Generated<number>
      /** JSON of `SiteKit`. */
      value: string
      /** JSON: paths of the site -> names of the public files that show the mark. */
      icons: string
      source: (typeof KIT_SOURCES)[number]
      /** JSON: digests of the parts of the folder that it was made of. Null for a value of the desk. */
      folder: string | null
      /** Null for the folder, the command line and a deleted account. */
      made_by: MemberId | null
      made_at: number
    }
    site_kit_drafts: {
      user_id: MemberId
      /** The kit that was in use when the draft began; 0 for none. */
      base_id: number
      /** JSON of `SiteKit`. */
      value: string
      updated_at: number
    }
    site_kit_bases: {
      name: 'starter'
      made_at: number
    }
    site_kit_files: {
      file_key: string
      made_at: number
    }
  }
}
