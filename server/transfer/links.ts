import { sql } from 'kysely'
import { articlePath, entryPath, rulePath } from '#contract/publicPages.ts'
import type { HasDb } from '../db/rows.ts'
import type { KeyedTable } from './keyedRows.ts'
import { decodedName, entryUrl } from './sources/light.ts'

/*
 * Links between the entries of a file. Ids are another site's, or not made yet, so files name an entry by its key:
 * `[Salt](entry:salt)`.
 */

const LINK = /\]\(entry:([^()\s]+)\)/g

export const linkedKeys = (text: string): string[] =>
  Array.from(text.matchAll(LINK), ([, address = '']) => decodedName(address))

/** The text with paths of the site. @param pathOf undefined for a key that is unknown: the link stays as it is */
export const withPaths = (text: string, pathOf: (key: string) => string | undefined): string =>
  text.replace(LINK, (link, address: string) => {
    const path = pathOf(decodedName(address))
    return path === undefined ? link : `](${path})`
  })

/** Matches links to the entries of a path, with the id. @param pathOf the path of an entry */
function linksTo(pathOf: (id: number) => string): RegExp {
  const start = pathOf(0).slice(0, -1)
  return new RegExp(`\\]\\(${start.replace(/[.?]/g, String.raw`\$&`)}(\\d+)\\)`, 'g')
}

export const withKeys = (
  text: string,
  pathOf: (id: number) => string,
  keyOf: (id: number) => string | undefined,
): string =>
  text.replace(linksTo(pathOf), (link, id: string) => {
    const key = keyOf(Number(id))
    return key === undefined ? link : `](${entryUrl(key)})`
  })

const PATHS: Readonly<Partial<Record<KeyedTable, (id: number) => string>>> = {
  rule_entries: rulePath,
  glossary_entries: entryPath,
  contents: articlePath,
}

/** Ids of entries that go, and of those that become what they were: their links of now do not count. */
type Going = { readonly added: readonly number[]; readonly changed: readonly number[] }

/**
 * Entries to which texts have links, of the news or of entries that stay. An added entry that is linked stays, with its
 * own links.
 */
export async function linkedIds(
  w: HasDb,
  table: KeyedTable,
  { added, changed }: Going,
): Promise<ReadonlySet<number>> {
  const pathOf = PATHS[table]
  const linked = new Set<number>()
  if (pathOf === undefined || added.length === 0) return linked
  const start = pathOf(0).slice(0, -1)
  const going = new Set([...added, ...changed])
  const holding = sql.lit(`%](${start}%`)
  const { rows } = await sql<{ text: string; owner: number | null }>`
    select content as text, ${ownerIn('rule_entries', table)} as owner from rule_sub_entries where content like ${holding}
    union all select content, ${ownerIn('glossary_entries', table)} from glossary_sub_entries where content like ${holding}
    union all select description, ${ownerIn('glossary_entries', table, 'id')} from glossary_entries where description like ${holding}
    union all select description, ${ownerIn('contents', table, 'id')} from contents where description like ${holding}`.execute(
    w.db,
  )
  const links = linksTo(pathOf)
  const within = new Map<number, number[]>()
  for (const { text, owner } of rows) {
    const targets = Array.from(text.matchAll(links), ([, id]) => Number(id))
    if (owner === null || !going.has(Number(owner))) for (const id of targets) linked.add(id)
    else within.set(Number(owner), [...(within.get(Number(owner)) ?? []), ...targets])
  }
  for (const id of changed) within.delete(id)
  // A set is gone through to its end, with what is added meanwhile.
  for (const id of linked) for (const target of within.get(id) ?? []) linked.add(target)
  return linked
}

/** PostgreSQL takes a bare null for a text. */
const ownerIn = (owners: KeyedTable, table: KeyedTable, column = 'entry_id') =>
  owners === table ? sql.ref(column) : sql`cast(null as integer)`
