import type { Recognised, TableField } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { textOf, UnreadableText } from '../../text/handMade.ts'
import { inEnglish, type Sentence, said, sentenceIn } from '../../text/sentence.ts'

/*
 * What a reader finds in a file of another program. Readers know files and nothing of the database; `records.ts` makes
 * the area's own records of it, and the import that exists checks and writes those.
 */

/** A thing that does not arrive as it was, for the report. */
export type Loss = {
  /** A path in the archive, a row of a table, an entry. */
  readonly place: Place
  readonly problem: Sentence
}

/** A path or a name, or words such as `row 3`. */
export type Place = string | Sentence

export const placeIn = (language: string, place: Place): string =>
  typeof place === 'string' ? place : sentenceIn(language, place)

export const lossIn = (language: string, { place, problem }: Loss) => ({
  place: placeIn(language, place),
  problem: sentenceIn(language, problem),
})

/** A file of Markdown with its front matter. */
export type SourceEntry = {
  /** Unique in the source and the same each time it is read: a path, an id. The key of the row is made of it. */
  readonly id: string
  /** What people find it by: a path, a row. */
  readonly place: Place
  readonly title: string
  /** What kind of thing the source says it is, such as `character` or a folder; people map it to a type or a category. */
  readonly kind: string | null
  /** Kind within the kind; null if the source has none. */
  readonly part: string | null
  readonly aliases: readonly string[]
  /** The entry's own picture, by its name among the files. */
  readonly picture?: string
  /**
   * Light formatting: headings are sections. Links and pictures name files of the source by `entry:ID` and
   * `picture:PATH`.
   */
  readonly body: string
  /** The same as it was typed, for areas without sections, where the source has it in light formatting. */
  readonly whole?: string
  /** Anything further that the source has by name, as text: columns of a table, front matter. */
  readonly fields: Readonly<Record<string, string>>
  /** Values for the list of the entry, by their names. */
  readonly list?: readonly (readonly [name: string, value: string])[]
  /** Why players don't see it in the source: then an import doesn't publish it. */
  readonly held?: Sentence
}

/** A picture or another file of the source, on disk while the import runs. */
export type SourceFile = {
  /** The path in the source, with `/` between folders. */
  readonly name: string
  readonly size: number
  readonly bytes: () => Promise<Buffer>
  /** Nothing says in which encoding its name is. */
  readonly isGuessed?: boolean
}

export type Source = {
  readonly entries: readonly SourceEntry[]
  /** Keyed by name; entries name them as `picture:NAME`. */
  readonly files: ReadonlyMap<string, SourceFile>
  readonly losses: readonly Loss[]
}

/** The files of an upload: a folder, an archive, or one file alone. Names are relative paths with `/`. */
export type Files = ReadonlyMap<string, SourceFile>

/** A file that no reader can read, in words for the one who has chosen it. */
export class UnreadableSource extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(inEnglish(sentence), options)
    this.sentence = sentence
  }
}

const WORDS = /[\p{L}\p{M}]*[^\p{ASCII}\s][\p{L}\p{M}]*/gu

/**
 * UTF-8 or UTF-16 as elsewhere, also without a mark. Bytes of another encoding are taken for what Windows programs of
 * western Europe write.
 * @param lose called for a guess
 */
export function decoded(bytes: Uint8Array, lose: (problem: Sentence) => void): string {
  const [first, second] = bytes
  if (first === 0 || second === 0)
    return new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
  try {
    return textOf(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    const text = new TextDecoder('windows-1252').decode(bytes)
    const words = Array.from(text.slice(0, 100_000).matchAll(WORDS), ([word]) => cutText(word, 40))
    lose(said('transfer.guessed_encoding', { words: [...new Set(words)].slice(0, 5) }))
    return text
  }
}

/** What is to be read: a folder, an archive, or one file. */
export type Given = {
  readonly files: Files
  readonly only: SourceFile | null
  /** What is in the only file, if it is an archive itself. */
  readonly parts: Files | null
  /** Packs of Foundry beside the manifest of a module, a system or a world. */
  readonly isModule: boolean
  readonly hasText: boolean
  /** The program of which several files in JSON are; null for one that is not known. */
  readonly program: string | null
}
export type Reading = {
  readonly fields: readonly TableField[]
  readonly language: string
  readonly decided: Readonly<Record<string, TableField | null>>
}
/** A format of other programs. Those that recognise nothing in common may be asked in any order. */
export type SourceReader = {
  readonly recognises: (given: Given) => boolean
  /** @throws UnreadableSource */
  readonly read: (
    given: Given,
    reading: Reading,
  ) => Promise<Source & { readonly columns?: Recognised['columns'] }>
}

/** The only file of what a format of single files has recognised. */
export function onlyOf({ only }: Given): SourceFile {
  if (only === null) throw new Error('there are several files')
  return only
}

export const hasName = ({ files }: Given, ending: RegExp): boolean =>
  [...files.keys()].some((name) => ending.test(name))

/** Bytes that are read as a whole. */
export const WHOLE_MAX = 64 * 1024 * 1024
const LIMIT = WHOLE_MAX / 1024 / 1024

export async function whole({ size, bytes }: SourceFile): Promise<Buffer> {
  if (size > WHOLE_MAX) throw new UnreadableSource(said('transfer.whole_size', { limit: LIMIT }))
  return bytes()
}

export async function allOf(files: readonly SourceFile[]): Promise<Buffer[]> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > WHOLE_MAX) throw new UnreadableSource(said('transfer.files_size', { limit: LIMIT }))
  const all: Buffer[] = []
  for (const { bytes } of files) all.push(await bytes())
  return all
}
