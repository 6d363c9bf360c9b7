import { findRow, hasRow, type TableName } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyedTable } from './keyedRows.ts'

/** Rows that belong to others, by the column that says to which. */
const BELONGINGS: readonly (readonly [table: TableName, column: string, to: KeyedTable])[] = [
  ['rule_subcategories', 'category_id', 'rule_categories'],
  ['rule_entries', 'category_id', 'rule_categories'],
  ['rule_entries', 'subcategory_id', 'rule_subcategories'],
  ['rule_entries', 'quick_subcategory_id', 'quick_subcategories'],
  ['glossary_subtypes', 'type_id', 'glossary_types'],
  ['glossary_entries', 'type_id', 'glossary_types'],
  ['glossary_entries', 'subtype_id', 'glossary_subtypes'],
  ['registrations', 'content_id', 'contents'],
  ['registration_messages', 'content_id', 'contents'],
  ['download_files', 'category_id', 'download_categories'],
]

/** Whether rows belong to this one, such as entries to a category, or seats to an event. */
export async function isFilled(tx: Db, of: KeyedTable, id: number): Promise<boolean> {
  for (const [table, column, to] of BELONGINGS)
    if (to === of && (await hasRow(tx, table, { [column]: id }))) return true
  return false
}

/** Whether something to which a row belonged is deleted. @param row as it was */
export async function isOrphaned(tx: Db, of: KeyedTable, row: object): Promise<boolean> {
  const values = new Map<string, unknown>(Object.entries(row))
  for (const [table, column, to] of BELONGINGS) {
    const id = table === of ? values.get(column) : null
    if (typeof id === 'number' && (await findRow(tx, to, id)) === undefined) return true
  }
  return false
}
