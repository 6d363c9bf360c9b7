import type { Generated } from 'kysely'

/* Columns that several tables have. */

export type TransferKey = {
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

/** A name in an order, such as a category. */
export type Named<Id> = TransferKey & {
  id: Generated<Id>
  name: string
  position: number
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
