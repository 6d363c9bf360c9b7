import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import { FILE_NAME_MAX } from '#contract/fields.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { DAY_MS } from '../config/time.ts'
import { deleteLoose, type LooseFile, pictureFiles, releaseFiles } from '../db/looseFiles.ts'
import type { DB, HasDb } from '../db/rows.ts'
import { type FileKey, type FileStore, newKey } from '../files/fileStore.ts'
import { errors, Refusal } from '../http/errors.ts'
import { changing, type Opener, type WorkOf } from '../work/work.ts'
import type { Actor } from './audit.ts'
import type { DeskWork } from './changeRoute.ts'
import { deskErrors } from './errors.ts'

export type Upload = Selectable<DB['desk_uploads']>

type Taking = { readonly id: string; readonly purpose: UploadPurpose; readonly attr: string }

/** Assigns the upload to a record. @param attr names it in the refusal @throws Refusal */
export async function takeUpload(
  { db, actor }: HasDb & { readonly actor: Actor },
  { id, purpose, attr }: Taking,
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
  const taking = { purpose: 'picture', attr: 'picture_upload' } as const
  const upload = id === null ? null : await takeUpload(w, { id, ...taking })
  await release(w, pictureFiles(before?.picture ?? null))
  return { picture: upload?.picture ?? null }
}

/* The gate of files that the site offers as they are, whichever way they come. */

export const DOWNLOAD_BYTES_MAX = 200 * 1024 * 1024

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/
const ANY_TYPE = 'application/octet-stream'

/** A file that is sent; `truncated` says that more was sent than read. */
type SentFile = {
  readonly filename: string | undefined
  readonly mimetype: string
  readonly file: Readable & { readonly truncated?: boolean }
}
/**
 * Stores a file to download.
 * @throws Refusal for a file that is too large or empty; errors of the form and of the store as they are
 */
export async function storeFile(
  files: FileStore,
  sent: SentFile,
): Promise<Pick<Upload, 'name' | 'file_key' | 'media_type' | 'size' | 'digest'>> {
  const name = fileNameOf(sent.filename)
  const extension = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
  const file_key = newKey('private', extension)
  const media_type = MEDIA_TYPE.test(sent.mimetype) ? sent.mimetype : ANY_TYPE
  return { name, file_key, media_type, ...(await storeMeasured(files, file_key, sent)) }
}

/** The file name without its path and control characters; a long one keeps its ending. */
export const fileNameOf = (sent: string | undefined): string => {
  const name = (sent ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
  return cutName(name ?? '') || 'file'
}

/** Bytes of a name in the file systems of readers. */
const NAME_BYTES_MAX = 255
const ENDING = /(?:\.tar)?\.[\p{L}\p{N}]{1,15}$/u

function cutName(name: string): string {
  const fits = (text: string) =>
    text.length <= FILE_NAME_MAX && Buffer.byteLength(text) <= NAME_BYTES_MAX
  if (fits(name)) return name
  const [ending = ''] = ENDING.exec(name) ?? []
  let stem = cutText(name.slice(0, name.length - ending.length), FILE_NAME_MAX)
  while (!fits(stem + ending)) stem = cutText(stem, stem.length - 1)
  return stem.trimEnd() + ending
}

/** Bytes that tell the kind of a file. */
const START_BYTES = 64

type Measuring = Pick<SentFile, 'file'> & {
  /** @throws Refusal for a file that is of the wrong kind */
  readonly assertKind?: (start: Buffer) => void
}

/** Streams into the store, counted and hashed, never in memory as a whole. */
export async function storeMeasured(
  files: FileStore,
  key: FileKey,
  { file, assertKind = () => undefined }: Measuring,
): Promise<Pick<Upload, 'size' | 'digest'>> {
  const hash = createHash('sha256')
  let size = 0
  let refusal: unknown
  const chunks = async function* () {
    let start = Buffer.alloc(0)
    for await (const chunk of file as AsyncIterable<Buffer>) {
      const isBegun = start.length >= START_BYTES
      if (!isBegun) start = Buffer.concat([start, chunk]).subarray(0, START_BYTES)
      if (!isBegun && start.length >= START_BYTES) assertKind(start)
      hash.update(chunk)
      size += chunk.length
      if (size > DOWNLOAD_BYTES_MAX) throw errors.fileTooLarge()
      yield chunk
    }
    if (file.truncated) throw errors.fileTooLarge()
    if (size === 0) throw deskErrors.wrongFile('content')
    if (start.length < START_BYTES) assertKind(start)
  }
  const guarded = async function* () {
    try {
      yield* chunks()
    } catch (error) {
      // A failure of the store ends up here, too, when it stops reading.
      if (error instanceof Refusal) refusal = error
      throw error
    }
  }
  try {
    await files.put(key, Readable.from(guarded()))
  } catch (error) {
    // The store wraps the error.
    throw refusal ?? error
  }
  return { size, digest: hash.digest('hex') }
}
