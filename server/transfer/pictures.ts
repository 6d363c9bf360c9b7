import { posix } from 'node:path'
import type { MemberId } from '#contract/ids.ts'
import { announcing, claimFile, deleteLoose, pictureFiles } from '../db/looseFiles.ts'
import type { Db, HasDb, Read } from '../db/schema.ts'
import { type FileStore, publicKey } from '../files/fileStore.ts'
import { pictureAt, publicUrlPath, readPicture } from '../files/pictureNames.ts'
import { IMPORTED, InvalidImage, sizeOfImage, storeImage } from '../files/pictures.ts'
import type { Deps } from '../http/deps.ts'
import { sha256 } from '../text/secrets.ts'
import { type Sentence, said } from '../text/sentence.ts'
import { decodedName } from './sources/light.ts'
import {
  type Loss,
  type Place,
  type Source,
  type SourceFile,
  UnreadableSource,
} from './sources/source.ts'

export type PictureDeps = Pick<Deps, 'db' | 'files' | 'clock'>
type Fresh = { readonly picture: string; readonly digest: string }

export type Pictures = {
  /** The URL of a picture of the source; null where there is none, which is a loss. */
  readonly urlOf: (name: string, place: Place) => string | null
  readonly losses: readonly Loss[]
  /** Keeps the new pictures in the transaction of the import. @throws PicturesChanged */
  readonly keep: (w: Read, import_id: number | null, member: MemberId) => Promise<void>
  /** Deletes the new pictures after a failure. */
  readonly drop: () => Promise<void>
}

/** Bytes of a picture. */
const BYTES_MAX = 32 * 1024 * 1024

const NAMED = /!\[(?:[^\]\\]|\\.)*\]\(picture:([^)\s]+)/g

/** A picture of this site, by its path. */
const isHere = (name: string): boolean => pictureAt(name) !== null

/** Names of the pictures that texts of the source show. */
function namesIn({ entries }: Source): Set<string> {
  const names = new Set<string>()
  for (const { body } of entries)
    for (const [, address = ''] of body.matchAll(NAMED)) {
      const name = decodedName(address)
      if (!isHere(name)) names.add(name)
    }
  return names
}

/**
 * The pictures of a source. One that was imported before is the same picture again.
 * @param isTrial nothing is stored: a new picture gets a URL that leads nowhere
 */
export async function picturesOf(
  { db, files, clock }: PictureDeps,
  source: Source,
  isTrial: boolean,
): Promise<Pictures> {
  const urls = new Map<string, string>()
  const problems = new Map<string, Sentence>()
  const fresh: Fresh[] = []
  const reused = new Set<string>()
  const store = announcing(files, db, clock)
  const drop = () =>
    deleteLoose(
      db,
      files,
      fresh.flatMap(({ picture }) => pictureFiles(picture)),
    )
  try {
    for (const name of namesIn(source))
      await takeFile({ db, store, fresh, reused, isTrial }, source.files.get(name)).then(
        (url) => urls.set(name, url),
        (error: unknown) => problems.set(name, problemOf(error)),
      )
  } catch (error) {
    await drop()
    throw error
  }
  const losses: Loss[] = []
  const urlOf = (name: string, place: Place) => {
    const url = isHere(name) ? name : urls.get(name)
    if (url === undefined)
      losses.push({
        place,
        problem: said('transfer.at', {
          place: name,
          problem: problems.get(name) ?? said('transfer.no_picture'),
        }),
      })
    return url ?? null
  }
  const keep: Pictures['keep'] = async (w, import_id, created_by) => {
    for (const digest of reused) await markShown(w, digest, w.now)
    for (const { picture, digest } of fresh) {
      if ((await findBySource(w, digest)) !== null) throw new PicturesChanged()
      for (const { key } of pictureFiles(picture)) await claimFile(w.db, key)
      const row = { picture, created_by, import_id, source_digest: digest }
      await w.db
        .insertInto('text_pictures')
        .values({ ...row, created_at: w.now, seen_at: w.now })
        .execute()
    }
  }
  return { urlOf, losses, keep, drop }
}

/** Another import has kept one of the pictures meanwhile, or the sweep has deleted one: read again, all is known. */
export class PicturesChanged extends Error {}

export class MissingPicture extends UnreadableSource {}

type Taking = {
  readonly db: Db
  readonly store: FileStore
  readonly fresh: Fresh[]
  /** Digests of pictures that were imported before. */
  readonly reused: Set<string>
  readonly isTrial: boolean
}

/** @returns the URL @throws MissingPicture, InvalidImage */
async function takeFile(
  { db, store, fresh, reused, isTrial }: Taking,
  file: SourceFile | undefined,
): Promise<string> {
  if (file === undefined) throw new MissingPicture(said('transfer.picture_not_here'))
  const bytes = await bytesOf(file)
  const digest = sha256(bytes)
  const own = await ownPicture(store, file.name, bytes)
  if (own !== null) return own
  const known = await findBySource({ db }, digest)
  if (known !== null) {
    reused.add(digest)
    return known
  }
  if (isTrial) {
    const { width, height } = await sizeOfImage(bytes, IMPORTED)
    return publicUrlPath(trialName(digest, width, height))
  }
  const stored = await storeImage(store, bytes, IMPORTED)
  fresh.push({ picture: JSON.stringify(stored), digest })
  return publicUrlPath(stored.key)
}

/** A name that no file has. */
export const trialName = (digest: string, width: number, height: number): string =>
  `${digest.slice(0, 32)}-${width}x${height}.jpg`

/** @throws MissingPicture */
export async function bytesOf(file: SourceFile): Promise<Buffer> {
  if (file.size > BYTES_MAX) throw new MissingPicture(said('transfer.picture_size'))
  return file.bytes()
}

/** @throws the error itself, unless the picture is at fault */
export function problemOf(error: unknown): Sentence {
  // A file that is damaged in its archive is one of the second kind.
  if (error instanceof UnreadableSource) return error.sentence
  if (error instanceof InvalidImage) return said('transfer.picture_broken')
  throw error
}

/** The URL of a picture that an export of this site has brought along, under its own name. */
export async function ownPicture(
  store: Pick<FileStore, 'size' | 'bytes'>,
  path: string,
  bytes: Buffer,
): Promise<string | null> {
  const name = posix.basename(path)
  const key = pictureAt(publicUrlPath(name)) === null ? null : publicKey(name)
  if (key === null || (await store.size(key)) !== bytes.length) return null
  return (await store.bytes(key)).equals(bytes) ? publicUrlPath(name) : null
}

async function findBySource(w: HasDb, digest: string): Promise<string | null> {
  const row = await w.db
    .selectFrom('text_pictures')
    .select('picture')
    .where('source_digest', '=', digest)
    .orderBy('id')
    .executeTakeFirst()
  const picture = readPicture(row?.picture ?? null)
  return picture && publicUrlPath(picture.key)
}

/** The sweep leaves it alone from now on. @throws PicturesChanged if there is none any more */
async function markShown(w: HasDb, digest: string, seen_at: number): Promise<void> {
  const { numUpdatedRows } = await w.db
    .updateTable('text_pictures')
    .set({ seen_at })
    .where('source_digest', '=', digest)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new PicturesChanged()
}
