import { sql } from 'kysely'
import { announcing, claimFile, deleteLoose, pictureFiles } from '../db/looseFiles.ts'
import type { HasDb } from '../db/schema.ts'
import { publicUrlPath, type StoredPicture } from '../files/pictureNames.ts'
import { IMPORTED, sizeOfImage, storeImage } from '../files/pictures.ts'
import { sha256 } from '../text/secrets.ts'
import { type Sentence, said } from '../text/sentence.ts'
import type { EntryTable } from './keyedRows.ts'
import { bytesOf, ownPicture, type PictureDeps, problemOf, trialName } from './pictures.ts'
import { FileBounds } from './sources/files.ts'
import type { Records } from './sources/records.ts'
import type { Loss, Source, SourceFile } from './sources/source.ts'

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

/**
 * New pictures of the entries of a source. A picture that is here already stays.
 * @param isTrial nothing is stored
 */
export async function ownPicturesOf(
  { db, files, clock }: PictureDeps,
  table: EntryTable,
  source: Source,
  { records, places }: Records,
  isTrial: boolean,
): Promise<OwnPictures> {
  const named = [...records.entries()].flatMap(([index, { key, picture }]) => {
    const file = source.files.get(picture ?? '')
    return file ? [{ key, file, place: places[index] ?? key }] : []
  })
  const present = named.length > 0 ? await picturesByKey({ db }, table) : new Map<string, never>()
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
        } else if (own.source !== digest && !(await isSame(store, own, file, bytes)))
          lose(said('transfer.picture_stays'))
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

type Store = Parameters<typeof ownPicture>[0]

/** Whether an export of this site has brought the picture along. */
const isSame = async (store: Store, { key }: StoredPicture, { name }: SourceFile, bytes: Buffer) =>
  (await ownPicture(store, name, bytes)) === publicUrlPath(key)

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
