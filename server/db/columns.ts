import type { Generated } from 'kysely'
import type { TextFormat } from '#contract/sets.ts'

/* Columns that several tables have. */

export type TransferKey = {
  /** Key of the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

/** A name in an order, such as a category. */
export type Named<Id> = TransferKey & {
  id: Generated<Id>
  name: string
  position: number
}

export type Picture = {
  /** JSON of `StoredPicture`. */
  picture: string | null
}

export type Formatted = {
  /** Format of all texts of the row. */
  format: Generated<TextFormat>
}

export type InLanguage = {
  /** Two letters; null: the main language of the site. */
  language: string | null
}

export type Translated = InLanguage & {
  /** Rows of the same table and value are translations of one another, at most one of each language. */
  translation_group: string | null
}

/** Texts as searches compare them; see `searchedColumns`. Empty in rows of a version before 0069. */
export type Searchable = {
  title_key: Generated<string>
  search_text: Generated<string>
}

export type WithAliases = {
  /** JSON: other names of an entry, for links from texts. */
  aliases: Generated<string>
}

export type StoredFile = Picture & {
  /** Key of the bytes in the file store. */
  file_key: string
  media_type: string
  /** Bytes. */
  size: number
  /** SHA-256, hexadecimal. */
  digest: string
}

/** A section of an entry. */
export type Section<Id, EntryId> = {
  id: Generated<Id>
  entry_id: EntryId
  position: number
  title: string
  /** May be empty in rules: the page has a text for that (behaviour 2.11). */
  content: string
  /** 0: a section of the entry; 1: a section within the one before, and so on. */
  level: Generated<number>
}
