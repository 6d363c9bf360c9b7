import type { Kysely, Selectable } from 'kysely'
import type { UploadPurpose } from '#contract/sets.ts'
import { DAY_MS } from '../config/time.ts'
import { deleteLoose, type LooseFile, pictureFiles, releaseFiles } from '../db/looseFiles.ts'
import type { DB, Db } from '../db/schema.ts'
import type { FileStore } from '../files/fileStore.ts'
import type { Actor } from './actor.ts'
import type { ChangeContext } from './changeRoute.ts'
import { deskErrors } from './errors.ts'

export type Upload = Selectable<DB['desk_uploads']>

/**
 * Assigns the upload to a record.
 * @throws Refusal
 */
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

export async function deleteUnusedUploads(
  db: Kysely<DB>,
  files: FileStore,
  now: number,
): Promise<void> {
  const unused = await db.transaction().execute(async (tx) => {
    const uploads = await tx
      .deleteFrom('desk_uploads')
      .where('created_at', '<', now - UNUSED_KEPT_MS)
      .returningAll()
      .execute()
    const released = uploads.map(uploadedFile)
    await releaseFiles(tx, released)
    return released
  })
  await deleteLoose(db, files, unused)
}

export const uploadedFile = ({ file_key, picture }: StoredName): LooseFile => ({
  key: file_key,
  picture,
})

type StoredName = Pick<Upload, 'file_key' | 'picture'>

/**
 * Marks files that no row names after the transaction.
 * @returns the function that deletes them then
 */
export async function release(
  { tx, deps: { db, files } }: Pick<ChangeContext, 'tx' | 'deps'>,
  released: readonly LooseFile[],
): Promise<() => Promise<void>> {
  await releaseFiles(tx, released)
  return () => deleteLoose(db, files, released)
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
    afterwards: await release(context, pictureFiles(before?.picture ?? null)),
  }
}
