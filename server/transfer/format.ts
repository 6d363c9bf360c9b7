import type { MemberId } from '#contract/ids.ts'
import type { TextFormat, TransferArea } from '#contract/sets.ts'
import type {
  ImportMapping,
  ImportStep,
  Losses,
  PreviewOf,
  Recognised,
} from '#contract/transfer.ts'
import type { HasDb } from '../db/rows.ts'
import type { Actor } from '../desk/audit.ts'
import type { Sentence } from '../text/sentence.ts'
import type { EntryTable, KeyedTable, Writing } from './keyedRows.ts'
import type { OwnPictures, Pictures } from './pictures.ts'
import type { Reader } from './reading.ts'
import type { Limits, Named, Names, SourceRecord } from './sources/records.ts'
import type { Loss, Place } from './sources/source.ts'

/** One area's file: see docs/transfer-format.md. */
export type TransferFormat = {
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
  readonly export: (w: HasDb) => Promise<object>
  /** The table of the entries, which may have pictures of their own. */
  readonly entries: EntryTable
  readonly limits: Limits
  /** Names that are here, with their keys: a file of another program has names alone. */
  readonly names: (w: HasDb) => Promise<Names>
  /** The kind to which a name belongs, if the kinds of the area are fixed. */
  readonly kindOf?: (name: string) => string
  /** A file of the area, of entries of another program. */
  readonly fileOf: (records: readonly SourceRecord[], about: FileContext) => object
  /** The inverse of `fileOf`. @param file of an export */
  readonly recordsOf: (file: object) => readonly SourceRecord[]
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

/** The kinds of the records, each once, with their parts. */
export function kindsOf(
  records: readonly SourceRecord[],
): { readonly kind: Named; readonly parts: readonly Named[] }[] {
  const kinds = new Map<string, { kind: Named; parts: Map<string, Named> }>()
  for (const { kind, part } of records) {
    if (kind === null) continue
    const known = kinds.get(kind.key) ?? { kind, parts: new Map<string, Named>() }
    kinds.set(kind.key, known)
    if (part !== null && !known.parts.has(part.key)) known.parts.set(part.key, part)
  }
  return [...kinds.values()].map(({ kind, parts }) => ({ kind, parts: [...parts.values()] }))
}

/** Fields of an entry in our own files. Names that the source doesn't have stay as they are here. */
export const formattedFields = ({ aliases, isLight, language }: SourceRecord) => ({
  format: isLight ? ('light' as const) : ('plain' as const),
  ...(language !== undefined && { language }),
  ...(aliases.length > 0 && { aliases }),
})

/** The inverse: fields of an entry of an export. */
export const exportedFields = (fields: {
  readonly format?: TextFormat | undefined
  readonly aliases?: readonly string[]
  readonly language?: string | null | undefined
}) => ({
  isLight: fields.format === 'light',
  aliases: fields.aliases ?? [],
  ...(fields.language && { language: fields.language }),
  fields: {},
})
export type Import = {
  readonly area: TransferArea
  /** The folder, archive or file on disk, of our own or of another program. */
  readonly path: string
  /** The name that people know. */
  readonly name: string
  readonly mapping: ImportMapping
  /** The language of the report; English without it. */
  readonly language?: string
  readonly actor: Actor
  readonly importer: MemberId
  readonly progress?: (step: ImportStep, done: number, total: number) => void
  /** Called with all losses where a report has not room for them. */
  readonly noteLosses?: (losses: Losses) => void
  readonly preview?: PreviewOf | undefined
  /** Part of the transaction of an import, such as using up its upload. */
  readonly spend?: (w: HasDb) => Promise<void>
}

export type ImportFile = {
  readonly file: unknown
  /** Places of the entries in the source, by their index. */
  readonly places: readonly Place[]
  readonly losses: readonly Loss[]
  readonly recognised: Recognised | null
  readonly keep: Pictures['keep']
  readonly ownPictures?: OwnPictures
  readonly drop: () => Promise<void>
}
