import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TermKind, TextFormat } from '#contract/sets.ts'
import { chunksOf, type HasDb } from '../db/rows.ts'
import { holds, idsOf, isOneOf } from '../db/search.ts'
import { searchedColumns } from '../text/keys.ts'
import { aliasesIn } from './translations.ts'

/* Sections of rules and glossary entries, in two tables with the same columns. */

export type SectionTable = 'rule_sub_entries' | 'glossary_sub_entries'
export type FlatSection = {
  readonly title: string
  readonly content: string
  readonly level: number
}
type StoredSection = FlatSection & { readonly id: number }
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
  const ids = idsOf(entries)
  const found = sql<StoredSection & { entry_id: number }>`
    select entry_id, id, title, content, level from ${sql.table(table)}
    where ${isOneOf(w.db, 'entry_id', ids)} order by entry_id, position, id`
  const byEntry = Map.groupBy((await found.execute(w.db)).rows, ({ entry_id }) => entry_id)
  return (entry) => (byEntry.get(entry) ?? []).map(({ entry_id: _entry, ...section }) => section)
}

/** Makes the sections of an entry the given ones; one that is given with its id keeps it. */
export async function replaceSections(
  w: HasDb,
  { table, entry }: { readonly table: SectionTable; readonly entry: number },
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
  { table, before }: { readonly table: SectionTable; readonly before: { id: number } | null },
  sent: readonly SentSection[] | undefined,
) {
  const known = before && (await sectionsOf(w, table, [before]))(before.id)
  return {
    sections: sent ?? known ?? [],
    attach: async (entry: number): Promise<void> => {
      if (sent !== undefined) await replaceSections(w, { table, entry }, sent)
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

export const searchColumns = (
  title: string,
  description: string | null,
  sections: readonly { readonly title: string; readonly content: string }[],
) =>
  searchedColumns(title, [
    ...(description === null ? [] : [description]),
    ...sections.flatMap((section) => [section.title, section.content]),
  ])

/** Ids and times of the last change of rows, for the linking of texts. */
export const stampsOf =
  (table: 'contents' | Linked['table']) =>
  async (w: HasDb, after: number, limit: number): Promise<{ id: number; stamp: number }[]> => {
    const found = sql<{ id: number; stamp: number }>`select id, updated_at as stamp
      from ${sql.table(table)} where id > ${after} order by id limit ${limit}`
    return (await found.execute(w.db)).rows
  }

type Linked = {
  readonly kind: TermKind
  readonly table: 'glossary_entries' | 'rule_entries'
  readonly sections: SectionTable
  readonly isPublic: RawBuilder<SqlBool>
  readonly description: RawBuilder<string>
  /** Columns with the folded texts. */
  readonly searched: readonly string[]
  /** Columns that mentions show. */
  readonly shown: RawBuilder<unknown>
}
type Owner = {
  readonly id: number
  readonly title: string
  readonly aliases: string
  readonly language: string | null
  readonly list?: 'basic' | 'quick'
  readonly format: TextFormat
  readonly description: string
  readonly stamp: number
}

/** Reads of entries for the linking of texts; see `modules/linking/source.ts`. */
export function entryLinks<Kind extends TermKind>(linked: Linked & { readonly kind: Kind }) {
  const { kind, isPublic } = linked
  const table = sql.table(linked.table)
  return {
    kind,
    listStamps: stampsOf(linked.table),
    async load(w: HasDb, ids: readonly number[]) {
      const found = sql<Owner>`select id, title, aliases, format, updated_at as stamp,
        ${linked.description} as description from ${table} where ${isOneOf(w.db, 'id', ids)}`
      const { rows } = await found.execute(w.db)
      const sections = await sectionsOf(w, linked.sections, rows)
      return rows.map(({ title, aliases, description, ...row }) => ({
        ...row,
        names: [title, ...aliasesIn(aliases)],
        texts: [description, ...sections(row.id).map(({ content }) => content)],
      }))
    },
    async idsHolding(w: HasDb, key: string) {
      const held = linked.searched.map((column) => holds(w.db, column, key))
      const found = sql<Owner>`select id from ${table} where ${sql.join(held, sql` or `)}`
      return idsOf((await found.execute(w.db)).rows)
    },
    async listPublic(w: HasDb, ids: readonly number[]) {
      type Shown = Pick<Owner, 'id' | 'title' | 'language' | 'list'>
      type Mentioning = Shown & { readonly translation_group?: string | null }
      const found = sql<Mentioning>`select ${linked.shown} from ${table}
        where ${isPublic} and ${isOneOf(w.db, 'id', ids)} order by title_key`
      return (await found.execute(w.db)).rows
    },
    async listNames(w: HasDb, after: number, limit: number) {
      type Named = Pick<Owner, 'id' | 'title' | 'aliases'>
      const found = sql<Named>`select id, title, aliases from ${table}
        where ${isPublic} and id > ${after} order by id limit ${limit}`
      return (await found.execute(w.db)).rows
    },
  }
}
