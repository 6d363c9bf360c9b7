import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { publicKey } from '../../files/fileStore.ts'
import { readPicture } from '../../files/pictureNames.ts'
import { rowLock } from '../dialect.ts'
import { type LooseFile, pictureFiles } from '../looseFiles.ts'
import type { Db, RowOf, TableName } from '../rows.ts'
import { contentRows, demoKinds } from './content.ts'
import { type DemoTexts, everyDemo, languagesOf } from './languages.ts'
import { FILES_FOLDER, isDemoFile } from './seedFiles.ts'

/** The tables of the demonstration's content, in the order in which it is removed. */
const TABLES = [
  'contents',
  'rule_entries',
  'rule_videos',
  'download_files',
  'glossary_entries',
] as const
export type DemoTable = (typeof TABLES)[number]

export type DemoRow = {
  readonly table: DemoTable
  readonly id: number
  readonly title: string
  /** Its texts or files are not those of this version's demonstration. */
  readonly isEdited: boolean
  readonly files: readonly LooseFile[]
}

/**
 * Locks the rows with these titles. The demonstration is only added to an empty database: of several rows with one title
 * the oldest one is its own.
 * @returns rows in the order of the titles
 */
async function oldest<T extends DemoTable>(
  tx: Db,
  table: T,
  titles: readonly string[],
): Promise<ReadonlyMap<string, RowOf<T>>> {
  const column = table === 'download_files' ? 'display_name' : 'title'
  const query = sql<RowOf<T>>`select * from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(titles)}) order by id ${rowLock(tx)}`
  const { rows } = await query.execute(tx)
  const found = new Map(
    rows.toReversed().map((row) => [String(row[column as keyof RowOf<T>]), row]),
  )
  return new Map(
    titles.flatMap((title) => {
      const row = found.get(title)
      return row === undefined ? [] : [[title, row] as const]
    }),
  )
}

type Section = { readonly title: string; readonly content: string; readonly level?: number }

async function sectionsIn(tx: Db, table: 'rule_sub_entries' | 'glossary_sub_entries') {
  const found = sql<Section & { entry_id: number }>`
    select entry_id, title, content, level from ${sql.table(table)} order by position, id`
  const byEntry = Map.groupBy((await found.execute(tx)).rows, ({ entry_id }) => entry_id)
  return (entry: number) => textsOf(byEntry.get(entry) ?? [])
}

const textsOf = (sections: readonly Section[]) =>
  sections.map(({ title, content, level = 0 }) => [title, content, level])

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const isDemoPicture = (json: string | null, image: string | null): boolean =>
  isDemoFile(readPicture(json)?.key ?? null, image)

type Kind<T extends DemoTable, Seed> = {
  readonly table: T
  readonly seeds: readonly Seed[]
  readonly titleOf: (seed: Seed) => string
  /** A row with the title that no seed is meant by is none of the demonstration. */
  readonly isMeant?: (row: RowOf<T>, seed: Seed) => boolean
  readonly isSameAs: (row: RowOf<T>, seed: Seed) => boolean | Promise<boolean>
  readonly filesOf: (row: RowOf<T>) => readonly LooseFile[]
}

async function find<T extends DemoTable, Seed>(tx: Db, kind: Kind<T, Seed>): Promise<DemoRow[]> {
  const { table, titleOf, isMeant = () => true, isSameAs, filesOf } = kind
  const seeds = Map.groupBy(kind.seeds, titleOf)
  const rows: DemoRow[] = []
  for (const [title, row] of await oldest(tx, table, [...seeds.keys()])) {
    const meant = (seeds.get(title) ?? []).filter((seed) => isMeant(row, seed))
    if (meant.length === 0) continue
    const same = await Promise.all(meant.map(async (seed) => isSameAs(row, seed)))
    rows.push({ table, id: row.id, title, isEdited: !same.includes(true), files: filesOf(row) })
  }
  return rows
}

type Facts = Pick<RowOf<'contents'>, 'created_at' | 'short_description' | 'description'> &
  Partial<
    Pick<RowOf<'contents'>, 'starts_at' | 'ends_at' | 'location' | 'event_scope' | 'event_type'>
  >

/** The times of an event are counted from its creation: the demonstration's dates are around the day of the seed. */
const factsOf = (row: Facts) => [
  row.short_description,
  row.description,
  row.location ?? null,
  row.event_scope ?? null,
  row.event_type ?? null,
  row.starts_at == null ? null : row.starts_at - row.created_at,
  row.ends_at == null ? null : row.ends_at - row.created_at,
]

const VIDEO_FILES = [
  ['file_key', 'file'],
  ['webm_key', 'webm'],
  ['captions_key', 'captions'],
  ['poster_key', 'poster'],
] as const

const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(FILES_FOLDER, 'downloads', file)))
    .digest('hex')

const textsOfEntry = (seed: DemoTexts<'glossary'>['entries'][number]) => [
  seed.description,
  'format' in seed ? 'light' : 'plain',
  JSON.stringify('aliases' in seed ? seed.aliases : []),
]

/** The rows that are left of the demonstration, by their titles in this version's seed of any language (decision 034); all are locked. */
export async function findDemoRows(tx: Db): Promise<DemoRow[]> {
  const picturesOf = ({ picture }: { readonly picture: string | null }) => pictureFiles(picture)
  const contents = await find(tx, {
    table: 'contents',
    seeds: languagesOf('demo').flatMap((language) => contentRows(0, language)),
    titleOf: ({ row }) => row.title,
    isMeant: (row, { row: seed }) => seed.kind === row.kind,
    isSameAs: (row, { row: seed, image }) =>
      row.format === 'plain' &&
      isDemoPicture(row.picture, image) &&
      isSame(factsOf(row), factsOf(seed)),
    filesOf: picturesOf,
  })
  const sectionsOfRule = await sectionsIn(tx, 'rule_sub_entries')
  const rules = await find(tx, {
    table: 'rule_entries',
    seeds: everyDemo('rules').flatMap(({ basic, quick }) => [...basic, ...quick]),
    titleOf: ({ title }) => title,
    isSameAs: ({ id, picture, format, aliases }, seed) =>
      isDemoPicture(picture, seed.image) &&
      isSame([format, aliases], ['plain', '[]']) &&
      isSame(sectionsOfRule(id), textsOf(seed.sub_entries)),
    filesOf: picturesOf,
  })
  const videos = await find(tx, {
    table: 'rule_videos',
    seeds: everyDemo('rules').flatMap((rules) => rules.videos),
    titleOf: ({ video_title }) => video_title,
    isSameAs: (row, seed) =>
      VIDEO_FILES.every(([column, name]) => isDemoFile(row[column], seed[name])),
    filesOf: (row) =>
      VIDEO_FILES.map(([column]) => publicKey(row[column] ?? ''))
        .filter((key) => key !== null)
        .map((key) => ({ key, picture: null })),
  })
  const downloads = await find(tx, {
    table: 'download_files',
    seeds: everyDemo('downloads').flatMap(({ categories }) =>
      categories.flatMap((one) => one.files),
    ),
    titleOf: ({ display_name }) => display_name,
    isSameAs: async (row, { download_file_name, description, image, file }) =>
      isDemoPicture(row.picture, image) &&
      isSame(
        [row.download_file_name, row.description, row.digest],
        [download_file_name, description, await digestOf(file)],
      ),
    filesOf: (row) => [...picturesOf(row), { key: row.file_key, picture: null }],
  })
  const sectionsOfEntry = await sectionsIn(tx, 'glossary_sub_entries')
  const glossary = await find(tx, {
    table: 'glossary_entries',
    seeds: everyDemo('glossary').flatMap(({ entries }) => entries),
    titleOf: ({ title }) => title,
    isSameAs: ({ id, picture, description, format, aliases }, seed) =>
      isDemoPicture(picture, seed.image) &&
      isSame([description, format, aliases], textsOfEntry(seed)) &&
      isSame(sectionsOfEntry(id), textsOf(seed.sub_entries)),
    filesOf: picturesOf,
  })
  return [...contents, ...rules, ...videos, ...downloads, ...glossary]
}

export const byTable = (rows: readonly DemoRow[]): [DemoTable, readonly DemoRow[]][] =>
  TABLES.map((table): [DemoTable, readonly DemoRow[]] => [
    table,
    rows.filter((row) => row.table === table),
  ]).filter(([, own]) => own.length > 0)

export async function deleteDemoRows(tx: Db, rows: readonly DemoRow[]): Promise<void> {
  for (const [table, own] of byTable(rows))
    await sql`delete from ${sql.table(table)}
      where id in (${sql.join(own.map(({ id }) => id))})`.execute(tx)
}

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
const EVENT_KINDS = everyDemo('events').flatMap(demoKinds)

/** Categories and types of the demonstration in all its languages, each after those that are part of it. */
const LISTS: readonly List[] = [
  {
    table: 'event_kinds',
    kind: 'kind of events',
    named: 'name',
    names: EVENT_KINDS,
    users: [['contents', 'event_kind_id']],
  },
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
