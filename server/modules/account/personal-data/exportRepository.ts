import { type Selectable, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { HOUR_MS, MINUTE_MS } from '../../../config/time.ts'
import { type LooseFile, releaseFiles } from '../../../db/looseFiles.ts'
import type { DB, HasDb, Read } from '../../../db/rows.ts'
import { blankAudit } from '../../../desk/audit.ts'
import { namesIn, type PersonalData, rowsOf } from '../../../work/personalData.ts'
import { changing, type Opener } from '../../../work/work.ts'

export type ExportRow = Selectable<DB['data_exports']>

/** A worker that is slower, or was killed, loses its claim. */
const CLAIM_MS = HOUR_MS
const ATTEMPTS_MAX = 3
/** The link is followed at once. */
const TICKET_MS = MINUTE_MS

export const findExport = (w: HasDb, user: MemberId) =>
  w.db.selectFrom('data_exports').selectAll().where('user_id', '=', user).executeTakeFirst()

const isOfArchive = (row: ExportRow): boolean => row.ready_at !== null || row.failed_at !== null

/**
 * Requests an archive; one that is being made is not requested again, one that is ready is replaced.
 * @param tx with the account locked
 * @returns the row; the file of the one that it replaces is swept
 */
export async function insertExport(
  w: Read,
  user_id: MemberId,
): Promise<{ row: ExportRow; isNew: boolean }> {
  const before = await findExport(w, user_id)
  if (before !== undefined && !isOfArchive(before)) return { row: before, isNew: false }
  if (before !== undefined)
    await w.db.deleteFrom('data_exports').where('id', '=', before.id).execute()
  await releaseFiles(w.db, archiveOf(before))
  const row = await w.db
    .insertInto('data_exports')
    .values({ user_id, requested_at: w.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, isNew: true }
}

const archiveOf = (row: ExportRow | undefined): LooseFile[] =>
  row === undefined || row.file_key === null ? [] : [{ key: row.file_key, picture: null }]

/** The archive that was requested first and that no worker has claimed. */
export const claimExport = (deps: Opener): Promise<ExportRow | undefined> =>
  changing(deps, async (w) => {
    const due = await w.db
      .selectFrom('data_exports')
      .select('id')
      .where((is) => is.and({ ready_at: null, failed_at: null }))
      .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', w.now)]))
      .orderBy('requested_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (due === undefined) return undefined
    return w.db
      .updateTable('data_exports')
      .set((is) => ({ claimed_until: w.now + CLAIM_MS, attempts: is('attempts', '+', 1) }))
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })

/** Matches the latest attempt only: the claim of a slow worker may have expired. */
const updateClaimed = (w: HasDb, { id, attempts }: ExportRow) =>
  w.db.updateTable('data_exports').where((is) => is.and({ id, attempts, ready_at: null }))

type Archive = { readonly file_key: string; readonly size: number; readonly expires_at: number }

/** @returns false when the request was withdrawn in the meantime, such as by the deletion of the account */
export async function finishExport(w: Read, row: ExportRow, archive: Archive): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(w, row)
    .set({ ...archive, ready_at: w.now, claimed_until: null })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The next run tries again; after the last attempt the request has failed. */
export const failExport = (w: Read, row: ExportRow) =>
  updateClaimed(w, row)
    .set({ claimed_until: null, failed_at: row.attempts >= ATTEMPTS_MAX ? w.now : null })
    .execute()

export const saveTicket = (w: Read, id: number, ticket_hash: string) =>
  w.db
    .updateTable('data_exports')
    .set({ ticket_hash, ticket_expires_at: w.now + TICKET_MS })
    .where('id', '=', id)
    .execute()

export const endTickets = (w: HasDb, user: MemberId) =>
  w.db
    .updateTable('data_exports')
    .set({ ticket_hash: null, ticket_expires_at: null })
    .where('user_id', '=', user)
    .where('ticket_hash', 'is not', null)
    .execute()

/**
 * Deletes an archive that was requested since then.
 * @returns when it was requested
 */
export async function deleteExportSince(w: HasDb, user: MemberId, since: number) {
  const row = await w.db
    .deleteFrom('data_exports')
    .where('user_id', '=', user)
    .where('requested_at', '>=', since)
    .returningAll()
    .executeTakeFirst()
  await releaseFiles(w.db, archiveOf(row))
  return row?.requested_at
}

/** Spends a ticket. @returns undefined for one that is unknown, expired or spent */
export const spendTicket = (w: Read, hash: string) =>
  w.db
    .updateTable('data_exports')
    .set({ ticket_hash: null, ticket_expires_at: null })
    .where('ticket_hash', '=', hash)
    .where('ticket_expires_at', '>', w.now)
    .where('expires_at', '>', w.now)
    .returning(['id', 'file_key', 'ready_at'])
    .executeTakeFirst()

/** Rows of one run. */
const BATCH = 200

/**
 * Deletes archives whose day is over, and requests that failed a day ago.
 * @returns their files
 */
export const deleteExpiredExports = (deps: Opener): Promise<LooseFile[]> =>
  changing(deps, async (w) => {
    const failedBefore = w.now - 24 * HOUR_MS
    const rows = await w.db
      .deleteFrom('data_exports')
      .where('id', 'in', (is) =>
        is
          .selectFrom('data_exports')
          .select('id')
          .where(sql<boolean>`(expires_at <= ${w.now} or failed_at <= ${failedBefore})`)
          .limit(BATCH),
      )
      .returningAll()
      .execute()
    const files = rows.flatMap(archiveOf)
    await releaseFiles(w.db, files)
    return files
  })

const USER = rowsOf('user_id')

/** All rows but the audit rows are deleted with the account. */
export const accountData: PersonalData = {
  tables: {
    users: {
      rows: rowsOf('id'),
      // A member who is not taken seriously is not to know it.
      without: [
        ...['password_hash', 'token_version', 'email_key', 'username_key', 'latin_key'],
        'distrusted_at',
      ],
    },
    restrictions: { rows: USER, without: ['case_id'] },
    old_usernames: { rows: USER, without: ['username_key'] },
    email_changes: {
      rows: USER,
      without: ['confirm_hash', 'undo_hash', 'old_email_key', 'new_email_key'],
    },
    // Who has blocked the member is nothing that the member may know.
    blocks: {
      rows: USER,
      names: { blocked_id: ['blocked', namesIn('users', 'username')] },
    },
    security_events: { rows: USER },
    access_tokens: { rows: USER, without: ['secret_hash', 'token_version'] },
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
    team_links: { rows: rowsOf('made_by'), without: ['secret_hash'] },
    applications: { rows: USER, without: ['decided_by', 'invite'] },
    conduct_acceptances: { rows: USER, order: ['user_id', 'version'] },
    data_exports: {
      rows: USER,
      without: ['ticket_hash', 'file_key'],
    },
  },
  async erase(w, { id }) {
    await blankAudit(w, sql`resource = 'members' and record = ${String(id)}`)
    const applications = sql`select cast(id as text) from applications where user_id = ${id}`
    await blankAudit(w, sql`resource = 'applications' and record in (${applications})`)
    return archiveOf(await findExport(w, id))
  },
}
