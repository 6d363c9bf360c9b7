import type { Generated } from 'kysely'
import type { MemberId, PasskeyId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'

export type SecurityTables = {
  /** Two-step login with an authenticator app (TOTP). */
  second_factors: {
    user_id: MemberId
    /** Encrypted: a stolen database alone yields no codes. */
    secret: string
    created_at: number
    /** Null until the first code has proven that the app has the secret. */
    enabled_at: number | null
    /** The newest time step whose code was accepted: a code is accepted once. */
    last_step: Generated<number>
  }
  recovery_codes: {
    hash: string
    user_id: MemberId
    used_at: number | null
    /** Null in rows of an older release. */
    created_at: number | null
  }
  passkeys: {
    id: Generated<PasskeyId>
    user_id: MemberId
    /** Base64url, like `public_key`. */
    credential_id: string
    public_key: string
    /** Signatures so far; 0 where the authenticator does not count. */
    counter: number
    /** JSON array. */
    transports: string
    name: string
    /** Null for a passkey of one device. */
    synced_since: number | null
    created_at: number
    last_used_at: number | null
  }
  /** Challenges of passkeys that were used; others are signed and have no row. */
  spent_challenges: {
    hash: string
    expires_at: number
  }
  /** A browser that the account was used with; a login with another one sends a mail. */
  known_browsers: {
    /** Keyed digest. */
    digest: string
    user_id: MemberId
    last_used_at: number
  }
  /** Security events that a member may read. */
  security_events: {
    id: Generated<number>
    user_id: MemberId
    event: MemberSecurityEvent
    /** Time of the last of equal events. */
    at: number
    times: Generated<number>
    browser: string | null
    /** Coarse; see `http/client.ts`. */
    network: string | null
  }
  /** The archive with a member's data: requested, made by a worker, downloaded for a day. */
  data_exports: {
    id: Generated<number>
    user_id: MemberId
    requested_at: number
    attempts: Generated<number>
    /** End of the claim by a worker; then another one may claim the row. */
    claimed_until: number | null
    /** Given up after the last attempt. */
    failed_at: number | null
    ready_at: number | null
    expires_at: number | null
    file_key: string | null
    /** Bytes. */
    size: number | null
    /** Hash of the secret in the link for one download. */
    ticket_hash: string | null
    ticket_expires_at: number | null
  }
  email_changes: {
    id: Generated<number>
    user_id: MemberId
    old_email: string
    old_email_key: string
    new_email: string
    new_email_key: string
    /** Hash of the secret that is mailed to the new e-mail address; null until the mail is written. */
    confirm_hash: string | null
    /** Hash of the secret that is mailed to the old one after the confirmation. */
    undo_hash: string | null
    requested_at: number
    /** Deadline of the confirmation, then of the undo. */
    expires_at: number
    confirmed_at: number | null
    undone_at: number | null
    /** Session of the request; null in rows of an older release. */
    family: string | null
  }
}
