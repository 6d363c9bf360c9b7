import type { Insertable, Selectable } from 'kysely'
import type { UploadPurpose } from '#contract/sets.ts'
import type { DeskUploadsTable } from '../../db/schema/desk.ts'
import { assertOwnKey, type FileStore } from '../../files/fileStore.ts'
import { readPicture, removeImage } from '../../files/pictures.ts'
import type { Db } from '../../http/deps.ts'
import type { Actor } from '../actor.ts'
import type { ChangeContext } from '../changeRoute.ts'
import { deskErrors } from '../errors.ts'

export type Upload = Selectable<DeskUploadsTable>

export const addUpload = (tx: Db, upload: Insertable<DeskUploadsTable>) =>
  tx.insertInto('desk_uploads').values(upload).execute()

/** Removes the row of an upload: its file belongs to the caller's record from now on. @throws Refusal */
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

/** Removes the rows of unused uploads from before `before`; their files are left to the caller. */
export const takeOldUploads = (db: Db, before: number): Promise<Upload[]> =>
  db.deleteFrom('desk_uploads').where('created_at', '<', before).returningAll().execute()

type PictureChange = {
  readonly columns: { readonly picture?: string | null }
  /** Removes the files of the picture before. */
  readonly afterwards: () => Promise<void>
}

/**
 * The meaning of `picture_upload` for a row: an id replaces the picture, null removes it, absence keeps it.
 * @param before the column of the row; null for a new one
 */
export async function pictureChange(
  context: ChangeContext,
  id: string | null | undefined,
  before: string | null,
): Promise<PictureChange> {
  if (id === undefined) return { columns: {}, afterwards: async () => undefined }
  const upload = id === null ? null : await takeUpload(context, id, 'picture', 'picture_upload')
  return {
    columns: { picture: upload?.picture ?? null },
    afterwards: () => removePicture(context.deps.files, before),
  }
}

export async function removePicture(files: FileStore, json: string | null): Promise<void> {
  const picture = readPicture(json)
  if (picture !== null) await removeImage(files, picture)
}

/** Removes the file of an upload from the store. */
export async function removeUpload(files: FileStore, upload: Upload): Promise<void> {
  if (upload.picture !== null) return removePicture(files, upload.picture)
  assertOwnKey(upload.file_key)
  await files.remove(upload.file_key)
}
