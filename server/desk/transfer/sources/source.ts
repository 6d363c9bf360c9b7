/*
 * What a reader finds in a file of another program. Readers know files and nothing of the database; `records.ts` makes
 * the area's own records of it, and the import that exists checks and writes those.
 */

import { inEnglish, type Sentence, sentenceIn } from '../../../text/sentence.ts'

/** A thing that does not arrive as it was, for the report. */
export type Loss = {
  /** Where it was: a path in the archive, a row of a table, an entry. */
  readonly place: Place
  readonly problem: Sentence
}

/** A path or a name, or words such as `row 3`. */
export type Place = string | Sentence

export const placeIn = (language: string, place: Place): string =>
  typeof place === 'string' ? place : sentenceIn(language, place)

/** For those who read it. */
export const lossIn = (language: string, { place, problem }: Loss) => ({
  place: placeIn(language, place),
  problem: sentenceIn(language, problem),
})

export type SourceSection = {
  readonly title: string
  /** Light formatting. Links and pictures name files of the source by `entry:ID` and `picture:PATH`. */
  readonly content: string
  /** 0 for the first level. */
  readonly level: number
}

export type SourceEntry = {
  /** Unique in the source and the same each time it is read: a path, an id. The key of the row is made of it. */
  readonly id: string
  /** Where people find it: a path, a row. */
  readonly place: Place
  readonly title: string
  /** What kind of thing the source says it is, such as `character` or a folder; people map it to a type or a category. */
  readonly kind: string | null
  /** Kind within the kind; null if the source has none. */
  readonly part: string | null
  /** Other names. */
  readonly aliases: readonly string[]
  /** The entry's own picture, by its name among the files. */
  readonly picture?: string
  /** Light formatting: what comes before the first heading. */
  readonly description: string
  readonly sections: readonly SourceSection[]
  /** All of the text, for areas without sections, where the source has it in light formatting. */
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
  /** In the source, with `/` between folders. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly bytes: () => Promise<Buffer>
  /** Nothing says in which encoding its name is. */
  readonly isGuessed?: boolean
}

export type Source = {
  readonly entries: readonly SourceEntry[]
  /** By name; entries name them as `picture:NAME`. */
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
