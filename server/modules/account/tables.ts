import type { Generated } from 'kysely'
import type { MemberId, PasskeyId } from '#contract/ids.ts'
import type { EmailWay, MemberSecurityEvent, Role } from '#contract/sets.ts'

declare module '../../db/schema.ts' {
  interface DB {
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
      /** Null before the first login, 0 from the second one on. */
      first_visit_until: number | null
      /** The team has made the account, which has no password before its member sets one; null: registered. */
      invited_at: number | null
      /** Chosen for times in emails: an IANA name. */
      time_zone: string | null
      /** Null: a member without a group sees the first steps. */
      first_steps_hidden_at: number | null
      /** Of emails, calendars and archives: two letters. Null: the main language of the site. */
      language: string | null
    }
    /** Mailed links. Only the hash is stored; the link itself is in the mail alone. */
    account_links: {
      id: Generated<number>
      hash: string
      purpose: 'activation' | 'password_reset' | 'not_me' | 'approve_email' | 'stop_email'
      user_id: MemberId
      created_at: number
      expires_at: number | null
      used_at: number | null
      /**
       * JSON: changes that a "that was not me" link undoes besides ending the sessions, or the change of an address that
       * the link is about.
       */
      data: string | null
      /**
       * Key of the address that it was mailed to: the link works while the account has it. Null in rows of an older
       * release, and for an address that the account does not have.
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
    /** Former names; not free for others before `free_at`. */
    old_usernames: {
      id: Generated<number>
      user_id: MemberId
      username: string
      username_key: string
      given_up_at: number
      free_at: number
    }
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
      /** What a change by staff waits for; null for those of members. */
      way: EmailWay | null
      /** Noted by staff. */
      reason: string | null
      /** When a change by staff takes effect; null for those that wait for a mailed link. */
      due_at: number | null
    }
  }
}
