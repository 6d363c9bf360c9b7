import type { Generated } from 'kysely'
import type { GlossaryEntryId, MemberId } from '#contract/ids.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import type { Picture, StoredFile } from './columns.ts'

export type DeskTables = {
  /** Only the hash of the cookie's secret is stored. */
  desk_sessions: {
    id: Generated<number>
    hash: string
    /** Not a secret to its owner: the desk's pages send it back in a header. */
    csrf: string
    user_id: MemberId
    /** Token version of the account at the login: a new password ends the session. */
    token_version: number
    created_at: number
    expires_at: number
    /** The account has no second step: only its set-up is allowed. Null in every other session. */
    needs_second_factor_since: number | null
    /** Keyed hash of the mailed code; null until its mail is written. */
    mail_code: string | null
    /** Null: no code was requested. */
    mail_code_expires_at: number | null
    mail_code_tries: number | null
    /** The mailed code was right: the second step may be set up. */
    mail_confirmed_at: number | null
  }
  /** A file that was sent and belongs to no record yet. */
  desk_uploads: StoredFile & {
    id: string
    purpose: UploadPurpose
    name: string
    created_by: MemberId
    created_at: number
  }
  /** A stored file that no row refers to; see `db/looseFiles.ts`. */
  loose_files: Picture & {
    key: string
    /** Null: a row referred to it before. */
    announced_at: number | null
  }
  /** The reviewer of an entry, and the last decision. An entry without either has no row. */
  glossary_reviews: {
    entry_id: GlossaryEntryId
    claimed_by: MemberId | null
    claimed_until: number | null
    decided_by: MemberId | null
    decided_at: number | null
    /** Null for a plain approval or rejection. */
    decided_how: 'edited' | 'changes' | null
    /** JSON of `EntryTexts`: what the author had sent, where it was approved with edits. */
    author_version: string | null
  }
  /** Former names; not free for others before `free_at`. */
  old_usernames: {
    id: Generated<number>
    user_id: MemberId
    username: string
    username_key: string
    given_up_at: number
    free_at: number
  }
  /** Changes made at the desk. Append-only: triggers refuse every change but blanking; see `blankAudit`. */
  audit_log: {
    id: Generated<number>
    at: number
    /** Null for the command line. */
    actor_id: MemberId | null
    actor_name: string
    resource: string
    action: string
    record: string | null
    /** JSON. */
    before: string | null
    after: string | null
  }
}
