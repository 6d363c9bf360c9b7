import { type Selectable, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { HOUR_MS, MINUTE_MS } from '../../../config/time.ts'
import { type LooseFile, releaseFiles } from '../../../db/looseFiles.ts'
import type { DB, Db } from '../../../db/schema.ts'

export type ExportRow = Selectable<DB['data_exports']>

/** A worker that is slower, or was killed, loses its claim. */
const CLAIM_MS = HOUR_MS
const ATTEMPTS_MAX = 3
/** The link is followed at once. */
const TICKET_MS = MINUTE_MS

export const findExport = (db: Db, user: MemberId) =>
  db.selectFrom('data_exports').selectAll().where('user_id', '=', user).executeTakeFirst()

const isOfArchive = (row: ExportRow): boolean => row.ready_at !== null || row.failed_at !== null

/**
 * Requests an archive; one that is being made is not requested again, one that is ready is replaced.
 * @param tx with the account locked
 * @returns the row; the file of the one that it replaces is swept
 */
export async function insertExport(
  tx: Db,
  user_id: MemberId,
  now: number,
): Promise<{ row: ExportRow; isNew: boolean }> {
  const before = await findExport(tx, user_id)
  if (before !== undefined && !isOfArchive(before)) return { row: before, isNew: false }
  if (before !== undefined)
    await tx.deleteFrom('data_exports').where('id', '=', before.id).execute()
  await releaseFiles(tx, archiveOf(before))
  const row = await tx
    .insertInto('data_exports')
    .values({ user_id, requested_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, isNew: true }
}

const archiveOf = (row: ExportRow | undefined): LooseFile[] =>
  row === undefined || row.file_key === null ? [] : [{ key: row.file_key, picture: null }]

/** The archive that was requested first and that no worker has claimed. */
export const claimExport = (db: Db, now: number): Promise<ExportRow | undefined> =>
  db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('data_exports')
      .select('id')
      .where('ready_at', 'is', null)
      .where('failed_at', 'is', null)
      .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
      .orderBy('requested_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (due === undefined) return undefined
    return tx
      .updateTable('data_exports')
      .set((is) => ({ claimed_until: now + CLAIM_MS, attempts: is('attempts', '+', 1) }))
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })

/** Matches the latest attempt only: the claim of a slow worker may have expired. */
const updateClaimed = (db: Db, { id, attempts }: ExportRow) =>
  db
    .updateTable('data_exports')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('ready_at', 'is', null)

type Archive = { readonly file_key: string; readonly size: number; readonly expires_at: number }

/** @returns false when the request was withdrawn in the meantime, such as by the deletion of the account */
export async function finishExport(
  tx: Db,
  row: ExportRow,
  archive: Archive,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(tx, row)
    .set({ ...archive, ready_at: now, claimed_until: null })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The next run tries again; after the last attempt the request has failed. */
export const failExport = (db: Db, row: ExportRow, now: number) =>
  updateClaimed(db, row)
    .set({ claimed_until: null, failed_at: row.attempts >= ATTEMPTS_MAX ? now : null })
    .execute()

export const saveTicket = (db: Db, id: number, ticket_hash: string, now: number) =>
  db
    .updateTable('data_exports')
    .set({ ticket_hash, ticket_expires_at: now + TICKET_MS })
    .where('id', '=', id)
    .execute()

export const endTickets = (tx: Db, user: MemberId) =>
  tx
    .updateTable('data_exports')
    .set({ ticket_hash: null, ticket_expires_at: null })
    .where('user_id', '=', user)
    .where('ticket_hash', 'is not', null)
    .execute()

/**
 * Deletes an archive that was requested since then.
 * @returns when it was requested
 */
export async function deleteExportSince(tx: Db, user: MemberId, since: number) {
  const row = await tx
    .deleteFrom('data_exports')
    .where('user_id', '=', user)
    .where('requested_at', '>=', since)
    .returningAll()
    .executeTakeFirst()
  await releaseFiles(tx, archiveOf(row))
  return row?.requested_at
}

/** Spends a ticket. @returns undefined for one that is unknown, expired or spent */
export const spendTicket = (db: Db, hash: string, now: number) =>
  db
    .updateTable('data_exports')
    .set({ ticket_hash: null, ticket_expires_at: null })
    .where('ticket_hash', '=', hash)
    .where('ticket_expires_at', '>', now)
    .where('expires_at', '>', now)
    .returning(['id', 'file_key', 'ready_at'])
    .executeTakeFirst()

/** Rows of one run. */
const BATCH = 200

/**
 * Deletes archives whose day is over, and requests that failed a day ago.
 * @returns their files
 */
export const deleteExpiredExports = (db: Db, now: number): Promise<LooseFile[]> =>
  db.transaction().execute(async (tx) => {
    const failedBefore = now - 24 * HOUR_MS
    const rows = await tx
      .deleteFrom('data_exports')
      .where('id', 'in', (is) =>
        is
          .selectFrom('data_exports')
          .select('id')
          .where(sql<boolean>`(expires_at <= ${now} or failed_at <= ${failedBefore})`)
          .limit(BATCH),
      )
      .returningAll()
      .execute()
    const files = rows.flatMap(archiveOf)
    await releaseFiles(tx, files)
    return files
  })
