import type { Selectable } from 'kysely'
import type { UploadPurpose } from '#contract/sets.ts'
import { DAY_MS } from '../config/time.ts'
import { deleteLoose, type LooseFile, pictureFiles, releaseFiles } from '../db/looseFiles.ts'
import type { DB, HasDb } from '../db/schema.ts'
import type { FileStore } from '../files/fileStore.ts'
import { changing, type Opener, type WorkOf } from '../work/work.ts'
import type { Actor } from './actor.ts'
import type { DeskWork } from './changeRoute.ts'
import { deskErrors } from './errors.ts'

export type Upload = Selectable<DB['desk_uploads']>

/**
 * Assigns the upload to a record.
 * @throws Refusal
 */
export async function takeUpload(
  { db, actor }: HasDb & { readonly actor: Actor },
  id: string,
  purpose: UploadPurpose,
  attr: string,
): Promise<Upload> {
  const row = await db
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

export const deleteUnusedUploads = (deps: Opener & { readonly files: FileStore }) =>
  changing(deps, async (w) => {
    const uploads = await w.db
      .deleteFrom('desk_uploads')
      .where('created_at', '<', w.now - UNUSED_KEPT_MS)
      .returningAll()
      .execute()
    await release(w, uploads.map(uploadedFile))
  })

export const uploadedFile = ({ file_key, picture }: StoredName): LooseFile => ({
  key: file_key,
  picture,
})

type StoredName = Pick<Upload, 'file_key' | 'picture'>

/** Deletes files that no row names any more, after the commit. */
export async function release(
  w: WorkOf<{ readonly files: FileStore }>,
  released: readonly LooseFile[],
): Promise<void> {
  await releaseFiles(w.db, released)
  w.afterwards(({ db }) => deleteLoose(db, w.files, released))
}

/**
 * `picture_upload` of a body: an id replaces the picture, null removes it, absence keeps it. The files of the previous
 * one are deleted.
 * @param before null for a new row
 */
export async function pictureChange(
  w: DeskWork,
  { picture_upload: id }: { readonly picture_upload?: string | null },
  before: { readonly picture: string | null } | null,
): Promise<{ readonly picture?: string | null }> {
  if (id === undefined) return {}
  const upload = id === null ? null : await takeUpload(w, id, 'picture', 'picture_upload')
  await release(w, pictureFiles(before?.picture ?? null))
  return { picture: upload?.picture ?? null }
}
