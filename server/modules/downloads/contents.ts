/// <reference path="../../text/mime.d.ts" />
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import mime from 'mime'
import { announcing, claimFile, deleteLoose } from '../../db/looseFiles.ts'
import type { HasDb } from '../../db/schema.ts'
import {
  DOWNLOAD_BYTES_MAX,
  fileNameOf,
  type Measured,
  measureFile,
  type SentFile,
  storeFile,
} from '../../desk/fileIntake.ts'
import type { TransferDeps } from '../../desk/transfer/job.ts'
import { FileBounds, type StreamedFile } from '../../desk/transfer/sources/fileList.ts'
import { UnreadableSource } from '../../desk/transfer/sources/source.ts'
import { errors, Refusal } from '../../http/errors.ts'
import type { Sentence } from '../../text/sentence.ts'

/** The bytes of a row of an import. */
export type Content = Measured & {
  readonly media_type: string
  /** Null: the row that is here has the same bytes. */
  readonly file_key: string | null
}

/** The files of an import by the keys of their rows. One that the gate refuses has words in its place. */
export class Contents {
  readonly #deps: TransferDeps
  readonly #isTrial: boolean
  readonly #sizes: ReadonlySet<number>
  readonly #found = new Map<string, Content | Sentence>()
  readonly #stored: string[] = []
  readonly #used: string[] = []
  readonly #bounds = new FileBounds()

  /** @param sizes of the files that are here @param isTrial nothing is stored */
  constructor(deps: TransferDeps, sizes: ReadonlySet<number>, isTrial: boolean) {
    this.#deps = deps
    this.#sizes = sizes
    this.#isTrial = isTrial
  }

  of(key: string): Content | Sentence | undefined {
    return this.#found.get(key)
  }

  /**
   * Reads a file and stores it, unless it is here.
   * @param isHere whether the row of the file has this digest already
   * @param type of the list; else the name says it
   * @returns words when the gate refuses it
   * @throws UnreadableSource for one too many: each row that names a file has one of its own
   */
  async take(
    file: StreamedFile,
    isHere: (digest: string) => boolean,
    type = mime.getType(file.name) ?? '',
  ): Promise<Content | Sentence> {
    this.#bounds.count(file.size)
    try {
      if (file.size > DOWNLOAD_BYTES_MAX) throw errors.fileTooLarge()
      const sent = () => sentOf(file, type)
      const mayBeHere = this.#sizes.has(file.size)
      const measured = mayBeHere || this.#isTrial ? await measureFile(sent()) : null
      if (measured !== null && isHere(measured.digest))
        return { ...measured, media_type: type, file_key: null }
      if (measured !== null && this.#isTrial)
        return { ...measured, media_type: type, file_key: `private/${measured.digest}` }
      const { files, db, clock } = this.#deps
      const stored = await storeFile(
        announcing(files, db, clock, (key) => this.#stored.push(key)),
        sent(),
      )
      return stored
    } catch (error) {
      if (error instanceof Refusal) return error.sentence
      throw error
    }
  }

  /** Keeps what `take` has returned for a row. */
  set(key: string, content: Content | Sentence): void {
    this.#found.set(key, content)
  }

  /** A row has the file now. */
  use(file_key: string): void {
    this.#used.push(file_key)
  }

  /** Part of the transaction of an import. */
  async keep(w: HasDb): Promise<void> {
    for (const key of this.#used) await claimFile(w.db, key)
  }

  /** Deletes the new files after a failure. */
  async drop(): Promise<void> {
    const { db, files } = this.#deps
    await deleteLoose(
      db,
      files,
      this.#stored.map((key) => ({ key, picture: null })),
    )
  }
}

function sentOf(file: StreamedFile, mimetype: string): SentFile {
  async function* chunks() {
    try {
      yield* file.stream()
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw error
      throw new Refusal(400, 'damaged_file', error.sentence)
    }
  }
  const filename = fileNameOf(posix.basename(file.name))
  return { filename, mimetype: mimetype.split(';', 1)[0] ?? '', file: Readable.from(chunks()) }
}
