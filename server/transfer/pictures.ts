import { posix } from 'node:path'
import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { announcing, claimFile, deleteLoose, pictureFiles } from '../db/looseFiles.ts'
import type { HasDb, Read } from '../db/rows.ts'
import { type FileStore, publicKey } from '../files/fileStore.ts'
import { pictureAt, publicUrlPath, readPicture, type StoredPicture } from '../files/pictureNames.ts'
import { IMPORTED, InvalidImage, sizeOfImage, storeImage } from '../files/pictures.ts'
import type { Deps } from '../http/deps.ts'
import { sha256 } from '../text/secrets.ts'
import { type Sentence, said } from '../text/sentence.ts'
import type { EntryTable } from './keyedRows.ts'
import { FileBounds } from './sources/files.ts'
import { decodedName } from './sources/light.ts'
import type { Records } from './sources/records.ts'
import {
  type Loss,
  type Place,
  type Source,
  type SourceFile,
  UnreadableSource,
} from './sources/source.ts'

/** Nothing is stored by a trial: a new picture gets a URL that leads nowhere. */
type Run = Pick<Deps, 'db' | 'files' | 'clock'> & { readonly isTrial: boolean }
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

const BYTES_MAX = 32 * 1024 * 1024

const NAMED = /!\[(?:[^\]\\]|\\.)*\]\(picture:([^)\s]+)/g

/** A picture of this site, by its path. */
const isHere = (name: string): boolean => pictureAt(name) !== null

function namesIn({ entries }: Source): Set<string> {
  const names = new Set<string>()
  for (const { body } of entries)
    for (const [, address = ''] of body.matchAll(NAMED)) {
      const name = decodedName(address)
      if (!isHere(name)) names.add(name)
    }
  return names
}

/** The pictures of a source. One that was imported before is the same picture again. */
export async function picturesOf(run: Run, source: Source): Promise<Pictures> {
  const { db, files, clock } = run
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
      await takeFile({ ...run, store, fresh, reused }, source.files.get(name)).then(
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

class MissingPicture extends UnreadableSource {}

type Taking = Run & {
  readonly store: FileStore
  readonly fresh: Fresh[]
  /** Digests of pictures that were imported before. */
  readonly reused: Set<string>
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
const trialName = (digest: string, width: number, height: number): string =>
  `${digest.slice(0, 32)}-${width}x${height}.jpg`

/** @throws MissingPicture */
async function bytesOf(file: SourceFile): Promise<Buffer> {
  if (file.size > BYTES_MAX) throw new MissingPicture(said('transfer.picture_size'))
  return file.bytes()
}

/** @throws the error itself, unless the picture is at fault */
function problemOf(error: unknown): Sentence {
  // A file that is damaged in its archive is one of the second kind.
  if (error instanceof UnreadableSource) return error.sentence
  if (error instanceof InvalidImage) return said('transfer.picture_broken')
  throw error
}

/** The URL of a picture that an export of this site has brought along, under its own name. */
async function ownPicture(
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

/* Pictures of entries themselves, of which each row has its own file. */

/** A picture of an import has the digest of its source, by which it is found again. */
type ImportedPicture = StoredPicture & { readonly source?: string }

export type OwnPictures = {
  /** JSON of the new picture of an entry, which belongs to its row from now on. */
  readonly take: (key: string) => string | null
  readonly losses: readonly Loss[]
  readonly keep: (w: HasDb) => Promise<void>
  /** Deletes the new pictures after a failure. */
  readonly drop: () => Promise<void>
}

/** New pictures of the entries of a source. A picture that is here already stays. */
export async function ownPicturesOf(
  run: Run & { readonly format: { readonly entries: EntryTable } },
  source: Source,
  { records, places }: Records,
): Promise<OwnPictures> {
  const { db, files, clock, isTrial } = run
  const named = [...records.entries()].flatMap(([index, { key, picture }]) => {
    const file = source.files.get(picture ?? '')
    return file ? [{ key, file, place: places[index] ?? key }] : []
  })
  const present =
    named.length > 0 ? await picturesByKey(run, run.format.entries) : new Map<string, never>()
  const losses: Loss[] = []
  const fresh = new Map<string, string>()
  const taken = new Set<string>()
  const store = announcing(files, db, clock)
  const bounds = new FileBounds()
  const filesOf = (jsons: Iterable<string>) => [...jsons].flatMap((json) => pictureFiles(json))
  const drop = () => deleteLoose(db, files, filesOf(fresh.values()))
  try {
    for (const { key, file, place } of named) {
      const lose = (problem: Sentence) =>
        losses.push({ place, problem: said('transfer.at', { place: file.name, problem }) })
      try {
        // Many entries may name one file, and each gets a copy.
        bounds.count(file.size)
        const bytes = await bytesOf(file)
        const digest = sha256(bytes)
        const own = present.get(key)
        if (own === undefined) {
          const stored = isTrial
            ? await trialOf(bytes, digest)
            : await storeImage(store, bytes, IMPORTED)
          const picture: ImportedPicture = { ...stored, source: digest }
          fresh.set(key, JSON.stringify(picture))
        } else if (own.source !== digest) {
          // An export of this site may have brought it along.
          const brought = await ownPicture(store, file.name, bytes)
          if (brought !== publicUrlPath(own.key)) lose(said('transfer.picture_stays'))
        }
      } catch (error) {
        lose(problemOf(error))
      }
    }
  } catch (error) {
    await drop()
    throw error
  }
  return {
    take(key) {
      const json = fresh.get(key) ?? null
      if (json !== null) taken.add(json)
      return json
    },
    losses,
    async keep(w) {
      for (const { key } of filesOf(taken)) await claimFile(w.db, key)
    },
    drop,
  }
}

async function trialOf(bytes: Buffer, digest: string): Promise<StoredPicture> {
  const { width, height } = await sizeOfImage(bytes, IMPORTED)
  return { key: trialName(digest, width, height), width, height, variants: [] }
}

export async function picturesByKey(
  w: HasDb,
  table: EntryTable,
): Promise<ReadonlyMap<string, ImportedPicture>> {
  const found = sql<{ transfer_key: string; picture: string }>`
    select transfer_key, picture from ${sql.table(table)}
    where transfer_key is not null and picture is not null`
  const { rows } = await found.execute(w.db)
  return new Map(
    rows.map(({ transfer_key, picture }) => [transfer_key, JSON.parse(picture) as ImportedPicture]),
  )
}
