import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Role } from '#contract/sets.ts'

export type AccountTables = {
  users: {
    id: Generated<MemberId>
    email: string
    /** Trimmed, lower case: uniqueness is checked on it. */
    email_key: string
    username: string
    username_key: string
    /** The key in Latin letters that look alike; see `latinKey`. */
    latin_key: string | null
    password_hash: string
    role: Role
    /** Incremented to revoke every access token of the user. */
    token_version: Generated<number>
    created_at: number
    activated_at: number | null
    deactivated_at: number | null
    /** Due time of the account's deletion, unless its member withdraws it. */
    deletion_due_at: number | null
  }
  /** Mailed links. Only the hash is stored; the link itself is in the mail alone. */
  account_links: {
    id: Generated<number>
    hash: string
    purpose: 'activation' | 'password_reset' | 'not_me'
    user_id: MemberId
    created_at: number
    expires_at: number | null
    used_at: number | null
    /** JSON: changes that a "that was not me" link undoes besides ending the sessions. */
    data: string | null
    /**
     * Key of the address that it was mailed to: the link works while the account has it. Null in rows of an older
     * release.
     */
    email_key: string | null
  }
  refresh_tokens: {
    id: Generated<number>
    hash: string
    /** All tokens that stem from one login. */
    family: string
    /** Time of that login; null in rows written before the column was added. */
    family_started_at: number | null
    user_id: MemberId
    created_at: number
    expires_at: number
    used_at: number | null
    revoked_at: number | null
    /** Browser of the login or the last refresh; see `http/client.ts`. */
    browser: string | null
    network: string | null
  }
  /** A network that the account was used from; see `modules/account/signIn.ts`. */
  known_networks: {
    /** Keyed digest of e-mail address and network: no IP address is stored. */
    digest: string
    user_id: MemberId
    last_used_at: number
  }
}
