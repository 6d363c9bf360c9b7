import { sql } from 'kysely'
import { chunksOf } from '../db/rows.ts'
import type { HasDb } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'
import { searchedColumns } from '../text/keys.ts'

/* Sections of rules and glossary entries, in two tables with the same columns. */

export type SectionTable = 'rule_sub_entries' | 'glossary_sub_entries'
export type FlatSection = {
  readonly title: string
  readonly content: string
  readonly level: number
}
export type StoredSection = FlatSection & { readonly id: number }
export type SentSection = Omit<FlatSection, 'level'> & {
  readonly id?: number
  readonly level?: number
}

/** Rows of one INSERT: far below the parameters that a statement may have. */
const CHUNK = 200

/** The sections of entries in their order, by entry. */
export async function sectionsOf(
  w: HasDb,
  table: SectionTable,
  entries: readonly { readonly id: number }[],
): Promise<(entry: number) => readonly StoredSection[]> {
  const ids = entries.map(({ id }) => id)
  const found = sql<StoredSection & { entry_id: number }>`
    select entry_id, id, title, content, level from ${sql.table(table)}
    where ${isOneOf(w.db, 'entry_id', ids)} order by entry_id, position, id`
  const byEntry = Map.groupBy((await found.execute(w.db)).rows, ({ entry_id }) => entry_id)
  return (entry) => (byEntry.get(entry) ?? []).map(({ entry_id: _entry, ...section }) => section)
}

/** Makes the sections of an entry the given ones; one that is given with its id keeps it. */
export async function replaceSections(
  w: HasDb,
  table: SectionTable,
  entry: number,
  sent: readonly SentSection[],
): Promise<void> {
  const before = await sectionsOf(w, table, [{ id: entry }])
  const unused = new Set(before(entry).map(({ id }) => id))
  const added: NewSection[] = []
  for (const [position, { id, title, content, level = 0 }] of sent.entries()) {
    const section = { entry, position, title: title.trim(), content, level }
    if (id === undefined || !unused.delete(id)) added.push(section)
    else
      await sql`update ${sql.table(table)} set position = ${position}, title = ${section.title},
        content = ${content}, level = ${level} where id = ${id}`.execute(w.db)
  }
  await sql`delete from ${sql.table(table)} where ${isOneOf(w.db, 'id', [...unused])}`.execute(w.db)
  await addSections(w, table, added)
}

/**
 * `sub_entries` of a body: a list replaces the sections, absence keeps them.
 * @param before null for a new entry
 */
export async function sectionChange(
  w: HasDb,
  table: SectionTable,
  sent: readonly SentSection[] | undefined,
  before: { readonly id: number } | null,
) {
  const known = before && (await sectionsOf(w, table, [before]))(before.id)
  return {
    sections: sent ?? known ?? [],
    attach: async (entry: number): Promise<void> => {
      if (sent !== undefined) await replaceSections(w, table, entry, sent)
    },
  }
}

/** Makes the sections of many entries the given ones, under new ids. */
export async function rewriteSections(
  w: HasDb,
  table: SectionTable,
  sections: ReadonlyMap<number, readonly FlatSection[]>,
): Promise<void> {
  const entries = [...sections.keys()]
  await sql`delete from ${sql.table(table)} where ${isOneOf(w.db, 'entry_id', entries)}`.execute(
    w.db,
  )
  const rows = [...sections].flatMap(([entry, list]) =>
    list.map((section, position) => ({ ...section, entry, position })),
  )
  await addSections(w, table, rows)
}

type NewSection = FlatSection & { readonly entry: number; readonly position: number }

async function addSections(
  w: HasDb,
  table: SectionTable,
  sections: readonly NewSection[],
): Promise<void> {
  for (const chunk of chunksOf(sections, CHUNK)) {
    const rows = chunk.map(
      (one) => sql`(${one.entry}, ${one.position}, ${one.title}, ${one.content}, ${one.level})`,
    )
    await sql`insert into ${sql.table(table)} (entry_id, position, title, content, level)
      values ${sql.join(rows)}`.execute(w.db)
  }
}

/** `searchedColumns` of an entry with sections. */
export const searchColumns = (
  title: string,
  description: string | null,
  sections: readonly { readonly title: string; readonly content: string }[],
) =>
  searchedColumns(title, [
    ...(description === null ? [] : [description]),
    ...sections.flatMap((section) => [section.title, section.content]),
  ])
