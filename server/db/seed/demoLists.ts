import { sql } from 'kysely'
import type { TableName } from '../rows.ts'
import type { Db } from '../schema.ts'
import { everyDemo } from './languages.ts'

type List = {
  readonly table: TableName
  /** Its name for operators. */
  readonly kind: string
  /** The column with its name. */
  readonly named: 'name' | 'title'
  readonly names: readonly string[]
  /** Tables and columns that refer to it. */
  readonly users: readonly (readonly [TableName, string])[]
  readonly parent?: readonly [table: TableName, column: string, names: readonly string[]]
}

const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name)
const CATEGORIES = everyDemo('rules').flatMap(({ categories }) => categories)
const QUICK = everyDemo('rules').flatMap(({ quick_subcategories }) => quick_subcategories)
const DOWNLOADS = everyDemo('downloads').flatMap(({ categories }) => categories)
const TYPES = everyDemo('glossary').flatMap(({ types }) => types)

/** Categories and types of the demonstration in all its languages, each after those that are part of it. */
const LISTS: readonly List[] = [
  {
    table: 'rule_subcategories',
    kind: 'rule sub-category',
    named: 'name',
    names: namesOf(CATEGORIES.flatMap(({ subcategories }) => subcategories)),
    users: [['rule_entries', 'subcategory_id']],
    parent: ['rule_categories', 'category_id', namesOf(CATEGORIES)],
  },
  {
    table: 'rule_categories',
    kind: 'rule category',
    named: 'name',
    names: namesOf(CATEGORIES),
    users: [
      ['rule_entries', 'category_id'],
      ['rule_subcategories', 'category_id'],
    ],
  },
  {
    table: 'quick_subcategories',
    kind: 'quick sub-category',
    named: 'name',
    names: namesOf(QUICK),
    users: [['rule_entries', 'quick_subcategory_id']],
  },
  {
    table: 'download_categories',
    kind: 'download category',
    named: 'title',
    names: DOWNLOADS.map(({ title }) => title),
    users: [['download_files', 'category_id']],
  },
  {
    table: 'glossary_subtypes',
    kind: 'glossary sub-type',
    named: 'name',
    names: namesOf(TYPES.flatMap(({ subtypes }) => subtypes)),
    users: [['glossary_entries', 'subtype_id']],
    parent: ['glossary_types', 'type_id', namesOf(TYPES)],
  },
  {
    table: 'glossary_types',
    kind: 'glossary type',
    named: 'name',
    names: namesOf(TYPES),
    users: [
      ['glossary_entries', 'type_id'],
      ['glossary_subtypes', 'type_id'],
    ],
  },
]

type Found = Pick<List, 'table' | 'kind'> & { readonly name: string }

/** Deletes the categories and types of the demonstration that nothing refers to any more. */
export async function deleteDemoLists(tx: Db): Promise<{ removed: Found[]; used: Found[] }> {
  const removed: Found[] = []
  const used: Found[] = []
  for (const list of LISTS) {
    const { table, kind } = list
    const rows = await listed(tx, list)
    const empty = rows.filter(({ is_used }) => !is_used)
    if (empty.length > 0)
      await sql`delete from ${sql.table(table)}
        where id in (${sql.join(empty.map(({ id }) => id))})`.execute(tx)
    for (const { name, is_used } of rows) (is_used ? used : removed).push({ table, kind, name })
  }
  return { removed, used }
}

async function listed(tx: Db, { table, named, names, users, parent }: List) {
  const id = sql.ref(`${table}.id`)
  const isUsed = users.map(
    ([user, column]) =>
      sql`exists (select 1 from ${sql.table(user)} as u where ${sql.ref(`u.${column}`)} = ${id})`,
  )
  const isInOwn =
    parent &&
    sql`and exists (select 1 from ${sql.table(parent[0])} as p
      where p.id = ${sql.ref(`${table}.${parent[1]}`)} and p.name in (${sql.join(parent[2])}))`
  const { rows } = await sql<{ id: number; name: string; is_used: number | boolean }>`
    select id, ${sql.ref(named)} as name, (${sql.join(isUsed, sql` or `)}) as is_used
    from ${sql.table(table)} where ${sql.ref(named)} in (${sql.join(names)}) ${isInOwn ?? sql``}
    order by id`.execute(tx)
  return rows
}
