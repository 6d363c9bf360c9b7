import { sql } from 'kysely'
import { blankAudit } from '../../../desk/audit.ts'
import { type PersonalData, rowsOf } from '../../../work/personalData.ts'

const USER = rowsOf('user_id')

/** All rows but the audit rows are deleted with the account. */
export const accountData: PersonalData = {
  tables: {
    users: {
      rows: rowsOf('id'),
      without: ['password_hash', 'token_version', 'email_key', 'username_key', 'latin_key'],
    },
    old_usernames: { rows: USER, without: ['username_key'] },
    email_changes: {
      rows: USER,
      without: ['confirm_hash', 'undo_hash', 'old_email_key', 'new_email_key'],
    },
    security_events: { rows: USER },
    refresh_tokens: { rows: USER, without: ['hash'] },
    desk_sessions: {
      rows: USER,
      without: ['hash', 'csrf', 'mail_code'],
    },
    known_browsers: {
      rows: USER,
      without: ['digest'],
      order: ['digest'],
    },
    known_networks: {
      rows: USER,
      without: ['digest'],
      order: ['digest'],
    },
    second_factors: {
      rows: USER,
      without: ['secret'],
      order: ['user_id'],
    },
    recovery_codes: { rows: USER, without: ['hash'], order: ['hash'] },
    passkeys: { rows: USER, without: ['public_key'] },
    account_links: {
      rows: USER,
      without: ['hash', 'email_key'],
    },
    data_exports: {
      rows: USER,
      without: ['ticket_hash', 'file_key'],
    },
  },
  async erase(w, { id }) {
    await blankAudit(w, sql`resource = 'members' and record = ${String(id)}`)
    const archives = await w.db
      .selectFrom('data_exports')
      .select('file_key')
      .where('user_id', '=', id)
      .execute()
    return archives.flatMap(({ file_key }) =>
      file_key === null ? [] : [{ key: file_key, picture: null }],
    )
  },
}
