import type { MemberId } from '#contract/ids.ts'
import type { ImportMapping } from '#contract/schemas/transfer.ts'
import type { Db } from '../../db/schema.ts'
import type { FileKey } from '../../files/fileStore.ts'
import type { Sentence } from '../../text/sentence.ts'
import type { Import, ImportFile, TransferDeps } from './job.ts'
import type { EntryTable, KeyedTable, Writing } from './keyedRows.ts'
import type { Reader } from './reading.ts'
import type { Limits, Names, SourceRecord } from './sources/records.ts'

/** One area's file: see docs/transfer-format.md. */
export type TransferFormat = TextsFormat | FilesFormat

type Format = {
  /** Imports and exports of the area, and reordering its first level, wait for each other's lock of this table. */
  readonly lock: KeyedTable
  /**
   * Validates as much as possible without the database, so that the transaction is short.
   * @param importer the author of entries whose author has no account here
   * @returns the function that writes the file; it adds problems to the reader, and the caller rolls back then
   * @throws BadFile
   */
  readonly read: (
    file: unknown,
    reader: Reader,
    importer: MemberId,
  ) => (writing: Writing) => Promise<void>
  /** Rows without a key get one, so that the file can be imported again. */
  readonly export: (tx: Db) => Promise<object>
}

/** An area of texts. */
export type TextsFormat = Format & {
  /** The table of the entries, which may have pictures of their own. */
  readonly entries: EntryTable
  /** Limits of entries of other programs. */
  readonly limits: Limits
  /** Names that are here, with their keys: a file of another program has names alone. */
  readonly names: (tx: Db) => Promise<Names>
  /** The kind to which a name belongs, if the kinds of the area are fixed. */
  readonly kindOf?: (name: string) => string
  /** A file of the area, of entries of another program. */
  readonly fileOf: (records: readonly SourceRecord[], about: FileContext) => object
  /** The inverse of `fileOf`. @param file of an export */
  readonly recordsOf: (file: object) => readonly SourceRecord[]
}

/** An area of files that stay as they are, with a list of them. */
export type FilesFormat = Format & {
  /**
   * Reads a folder, an archive or a file.
   * @param isTrial nothing is stored
   * @throws UnreadableSource, BadFile
   */
  readonly open: (
    deps: TransferDeps,
    job: Import,
    mapping: ImportMapping,
    isTrial: boolean,
  ) => Promise<ImportFile>
  /** The list as rows of a table. */
  readonly tableOf: (tx: Db) => Promise<readonly (readonly string[])[]>
  /** The list, and the keys of the files by their paths in an archive. */
  readonly archiveOf: (tx: Db) => Promise<ExportedFiles>
}
export type ExportedFiles = {
  /** The path of the list. */
  readonly name: string
  readonly list: object
  readonly files: ReadonlyMap<string, FileKey>
}

/** What a file of the area depends on, beside the entries. */
export type FileContext = {
  /** The zone of times without one. */
  readonly timeZone: string
  /** The language of names that entries get: the main one of the site. */
  readonly language: string
  readonly lose: (index: number, problem: Sentence) => void
}

/** @param module of the area; it exports its `format` */
export const loadFormat = async (module: URL | string): Promise<TransferFormat> =>
  ((await import(String(module))) as { readonly format: TransferFormat }).format
