import type { Insertable, Selectable } from 'kysely'
import { DAY_MS } from '../config/time.ts'
import type { DeskUploadsTable } from '../db/schema/desk.ts'
import type { Db } from '../db/schema.ts'
import { assertOwnKey, type FileStore } from '../files/fileStore.ts'
import { readPicture, removeImage } from '../files/pictures.ts'
import type { Actor } from './actor.ts'
import { deskErrors } from './errors.ts'
import type { Row, Scalar } from './lists.ts'

export type Upload = Selectable<DeskUploadsTable>
type Purpose = Upload['purpose']

export const insertUpload = (tx: Db, upload: Insertable<DeskUploadsTable>) =>
  tx.insertInto('desk_uploads').values(upload).execute()

/** From now on the upload belongs to a record. @throws Refusal */
export async function takeUpload(
  tx: Db,
  id: string,
  purpose: Purpose,
  actor: Actor,
  attr: string,
): Promise<Upload> {
  const row = await tx
    .deleteFrom('desk_uploads')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('created_by', '=', actor.id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw deskErrors.unusableUpload(attr)
  return row
}

/** An upload that no record has taken is deleted after this time. */
const UNUSED_KEPT_MS = DAY_MS

export async function deleteUnusedUploads(db: Db, files: FileStore, now: number): Promise<void> {
  const uploads = await db
    .deleteFrom('desk_uploads')
    .where('created_at', '<', now - UNUSED_KEPT_MS)
    .returningAll()
    .execute()
  for (const upload of uploads) await forgetUpload(files, upload)
}

type PictureChange = {
  readonly columns: Row
  /** Deletes the files of the previous picture. */
  readonly forget: () => Promise<void>
}

/** `picture_upload` of a body: an id replaces the picture, null removes it, absence keeps it. */
export async function pictureColumn(
  tx: Db,
  files: FileStore,
  {
    id,
    before,
    who,
    attr = 'picture_upload',
  }: {
    readonly id: string | null | undefined
    readonly before: Scalar | undefined
    readonly who: Actor
    readonly attr?: string
  },
): Promise<PictureChange> {
  if (id === undefined) return { columns: {}, forget: async () => undefined }
  const picture = id === null ? null : (await takeUpload(tx, id, 'picture', who, attr)).picture
  return { columns: { picture }, forget: () => forgetPicture(files, before) }
}

export async function forgetPicture(files: FileStore, json: Scalar | undefined): Promise<void> {
  const picture = typeof json === 'string' ? readPicture(json) : null
  if (picture !== null) await removeImage(files, picture)
}

/** Deletes the files of an upload. */
export async function forgetUpload(files: FileStore, upload: Upload): Promise<void> {
  if (upload.picture !== null) return forgetPicture(files, upload.picture)
  assertOwnKey(upload.file_key)
  await files.remove(upload.file_key)
}
