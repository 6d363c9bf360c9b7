import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { publicKey } from '../../files/fileStore.ts'
import { readPicture } from '../../files/pictureNames.ts'
import { rowLock } from '../dialect.ts'
import { type LooseFile, pictureFiles } from '../looseFiles.ts'
import type { ColumnOf, RowOf, TableName } from '../rows.ts'
import type { Db } from '../schema.ts'
import { contentRows } from './content.ts'
import downloads from './demo/downloads.json' with { type: 'json' }
import glossary from './demo/glossary.json' with { type: 'json' }
import rules from './demo/rules.json' with { type: 'json' }
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

/** A row that the demonstration has brought. */
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
 */
async function oldest<T extends TableName>(
  tx: Db,
  table: T,
  column: ColumnOf<T>,
  titles: readonly string[],
): Promise<ReadonlyMap<string, RowOf<T>>> {
  const found = sql<RowOf<T>>`select * from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(titles)}) order by id ${rowLock(tx)}`
  const { rows } = await found.execute(tx)
  return new Map(rows.toReversed().map((row) => [String(row[column as keyof RowOf<T>]), row]))
}

type Section = { readonly title: string; readonly content: string; readonly level?: number }

async function sectionsOf(tx: Db, table: 'rule_sub_entries' | 'glossary_sub_entries') {
  const { rows } = await sql<Section & { entry_id: number }>`
    select entry_id, title, content, level from ${sql.table(table)} order by position, id`.execute(
    tx,
  )
  return Map.groupBy(rows, ({ entry_id }) => entry_id)
}

const textsOf = (sections: readonly Section[]) =>
  sections.map(({ title, content, level = 0 }) => [title, content, level])

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const isDemoPicture = (json: string | null, image: string | null): boolean =>
  isDemoFile(readPicture(json)?.key ?? null, image)

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

async function findContents(tx: Db): Promise<DemoRow[]> {
  const made = contentRows(0)
  const titles = made.map(({ row }) => row.title)
  const found = await oldest(tx, 'contents', 'title', titles)
  return made.flatMap(({ row: seed, image }) => {
    const row = found.get(seed.title)
    if (row?.kind !== seed.kind) return []
    const { id, title, picture, format } = row
    const isOwn =
      format === 'plain' && isDemoPicture(picture, image) && isSame(factsOf(row), factsOf(seed))
    return { table: 'contents', id, title, isEdited: !isOwn, files: pictureFiles(picture) }
  })
}

async function findRules(tx: Db): Promise<DemoRow[]> {
  const entries = [...rules.basic, ...rules.quick]
  const titles = entries.map(({ title }) => title)
  const found = await oldest(tx, 'rule_entries', 'title', titles)
  const sections = await sectionsOf(tx, 'rule_sub_entries')
  return entries.flatMap((seed) => {
    const row = found.get(seed.title)
    if (row === undefined) return []
    const { id, title, picture, format, aliases } = row
    const isOwn =
      isDemoPicture(picture, seed.image) &&
      isSame([format, aliases], ['plain', '[]']) &&
      isSame(textsOf(sections.get(id) ?? []), textsOf(seed.sub_entries))
    return { table: 'rule_entries', id, title, isEdited: !isOwn, files: pictureFiles(picture) }
  })
}

const VIDEO_FILES = [
  ['file_key', 'file'],
  ['webm_key', 'webm'],
  ['captions_key', 'captions'],
  ['poster_key', 'poster'],
] as const

async function findVideos(tx: Db): Promise<DemoRow[]> {
  const titles = rules.videos.map(({ video_title }) => video_title)
  const found = await oldest(tx, 'rule_videos', 'title', titles)
  return rules.videos.flatMap((seed) => {
    const row = found.get(seed.video_title)
    if (row === undefined) return []
    const isEdited = VIDEO_FILES.some(([column, name]) => !isDemoFile(row[column], seed[name]))
    const files = VIDEO_FILES.map(([column]) => publicKey(row[column] ?? ''))
      .filter((key) => key !== null)
      .map((key) => ({ key, picture: null }))
    return { table: 'rule_videos', id: row.id, title: row.title, isEdited, files }
  })
}

async function findDownloads(tx: Db): Promise<DemoRow[]> {
  const seeds = downloads.categories.flatMap(({ files }) => files)
  const titles = seeds.map(({ display_name }) => display_name)
  const found = await oldest(tx, 'download_files', 'display_name', titles)
  const rows: DemoRow[] = []
  for (const { display_name, download_file_name, description, image, file } of seeds) {
    const row = found.get(display_name)
    if (row === undefined) continue
    const bytes = await readFile(join(FILES_FOLDER, 'downloads', file))
    const digest = createHash('sha256').update(bytes).digest('hex')
    const isOwn =
      isDemoPicture(row.picture, image) &&
      isSame(
        [row.download_file_name, row.description, row.digest],
        [download_file_name, description, digest],
      )
    const files = [...pictureFiles(row.picture), { key: row.file_key, picture: null }]
    rows.push({
      table: 'download_files',
      id: row.id,
      title: display_name,
      isEdited: !isOwn,
      files,
    })
  }
  return rows
}

async function findGlossary(tx: Db): Promise<DemoRow[]> {
  const titles = glossary.entries.map(({ title }) => title)
  const found = await oldest(tx, 'glossary_entries', 'title', titles)
  const sections = await sectionsOf(tx, 'glossary_sub_entries')
  return glossary.entries.flatMap((seed) => {
    const row = found.get(seed.title)
    if (row === undefined) return []
    const { id, title, picture, description, format, aliases } = row
    const texts = [
      seed.description,
      'format' in seed ? 'light' : 'plain',
      JSON.stringify('aliases' in seed ? seed.aliases : []),
    ]
    const isOwn =
      isDemoPicture(picture, seed.image) &&
      isSame([description, format, aliases], texts) &&
      isSame(textsOf(sections.get(id) ?? []), textsOf(seed.sub_entries))
    return { table: 'glossary_entries', id, title, isEdited: !isOwn, files: pictureFiles(picture) }
  })
}

/** The rows that are left of the demonstration, by their titles in this version's seed (decision 034); all are locked. */
export const findDemoRows = async (tx: Db): Promise<DemoRow[]> => [
  ...(await findContents(tx)),
  ...(await findRules(tx)),
  ...(await findVideos(tx)),
  ...(await findDownloads(tx)),
  ...(await findGlossary(tx)),
]

/** The rows of one kind. */
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
