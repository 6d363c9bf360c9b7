import type { Selectable } from 'kysely'
import type { UploadPurpose } from '#contract/sets.ts'
import { DAY_MS } from '../config/time.ts'
import type { DB, Db } from '../db/schema.ts'
import { assertOwnKey, type FileStore } from '../files/fileStore.ts'
import { readPicture, removeImage } from '../files/pictures.ts'
import type { Actor } from './actor.ts'
import type { ChangeContext } from './changeRoute.ts'
import { deskErrors } from './errors.ts'

export type Upload = Selectable<DB['desk_uploads']>

/** From now on the upload belongs to a record. @throws Refusal */
export async function takeUpload(
  { tx, actor }: { readonly tx: Db; readonly actor: Actor },
  id: string,
  purpose: UploadPurpose,
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
  for (const upload of uploads) await removeUpload(files, upload)
}

type PictureChange = {
  readonly columns: { readonly picture?: string | null }
  /** Deletes the files of the previous picture. */
  readonly afterwards: () => Promise<void>
}

/**
 * `picture_upload` of a body: an id replaces the picture, null removes it, absence keeps it.
 * @param before null for a new row
 */
export async function pictureChange(
  context: ChangeContext,
  { picture_upload: id }: { readonly picture_upload?: string | null },
  before: { readonly picture: string | null } | null,
): Promise<PictureChange> {
  if (id === undefined) return { columns: {}, afterwards: async () => undefined }
  const upload = id === null ? null : await takeUpload(context, id, 'picture', 'picture_upload')
  return {
    columns: { picture: upload?.picture ?? null },
    afterwards: () => removePicture(context.deps.files, before?.picture ?? null),
  }
}

export async function removePicture(files: FileStore, json: string | null): Promise<void> {
  const picture = readPicture(json)
  if (picture !== null) await removeImage(files, picture)
}

/** Deletes the files of an upload. */
export async function removeUpload(files: FileStore, upload: Upload): Promise<void> {
  if (upload.picture !== null) return removePicture(files, upload.picture)
  assertOwnKey(upload.file_key)
  await files.remove(upload.file_key)
}
