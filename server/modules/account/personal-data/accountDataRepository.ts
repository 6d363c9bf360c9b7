import { sql } from 'kysely'
import { type PersonalData, rowsOf } from '../../../db/personalData.ts'
import { blankAudit } from '../../../desk/audit.ts'

const USER = rowsOf('user_id')

/** All rows but the audit rows are deleted with the account. */
export const accountData: PersonalData = {
  tables: {
    users: {
      title: 'Your account',
      rows: rowsOf('id'),
      without: ['password_hash', 'token_version', 'email_key', 'username_key', 'latin_key'],
    },
    old_usernames: { title: 'Names that you gave up', rows: USER, without: ['username_key'] },
    email_changes: {
      title: 'Changes of your e-mail address',
      rows: USER,
      without: ['confirm_hash', 'undo_hash', 'old_email_key', 'new_email_key'],
    },
    security_events: { title: 'What happened to your account', rows: USER },
    refresh_tokens: { title: 'Where you were logged in', rows: USER, without: ['hash'] },
    desk_sessions: {
      title: 'Logins to the staff desk',
      rows: USER,
      without: ['hash', 'csrf', 'mail_code'],
    },
    known_browsers: {
      title: 'Browsers that were seen before',
      rows: USER,
      without: ['digest'],
      order: ['digest'],
    },
    known_networks: {
      title: 'Networks that were seen before',
      rows: USER,
      without: ['digest'],
      order: ['digest'],
    },
    second_factors: {
      title: 'Two-step login',
      rows: USER,
      without: ['secret'],
      order: ['user_id'],
    },
    recovery_codes: { title: 'Recovery codes', rows: USER, without: ['hash'], order: ['hash'] },
    passkeys: { title: 'Passkeys', rows: USER, without: ['public_key'] },
    account_links: {
      title: 'Links that we mailed to you',
      rows: USER,
      without: ['hash', 'email_key'],
    },
    data_exports: {
      title: 'Archives like this one',
      rows: USER,
      without: ['ticket_hash', 'file_key'],
    },
  },
  async erase(tx, { id }) {
    await blankAudit(tx, sql`resource = 'members' and record = ${String(id)}`)
    const archives = await tx
      .selectFrom('data_exports')
      .select('file_key')
      .where('user_id', '=', id)
      .execute()
    return archives.flatMap(({ file_key }) =>
      file_key === null ? [] : [{ key: file_key, picture: null }],
    )
  },
}
