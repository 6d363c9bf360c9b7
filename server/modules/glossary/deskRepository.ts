import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { Condition, Row } from '../../desk/lists.ts'
import { peopleByIds } from '../../desk/rowRepository.ts'
import { sectionsOf } from '../../desk/sections.ts'
import { presentEntry } from './deskPresent.ts'

const states: Record<string, Condition> = {
  pending: sql`(approved_at is null and rejected_at is null)`,
  approved: sql`(approved_at is not null)`,
  rejected: sql`(rejected_at is not null)`,
}
export const entryStates = () => states

/** Entries with their authors and sections. */
export async function withSections(db: Db, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => Number(id))
  const sections = await sectionsOf(db, 'glossary_sub_entries', ids)
  const people = await peopleByIds(
    db,
    rows.map((row) => row['created_by'] ?? 0),
  )
  return rows.map((row) =>
    presentEntry(row, people.get(Number(row['created_by'])), sections(Number(row['id']))),
  )
}
