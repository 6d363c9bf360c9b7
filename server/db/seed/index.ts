import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { ENGLISH } from '../../config/locales.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../../config/time.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { searchedColumns } from '../../text/keys.ts'
import { lockMigrations, lockTable } from '../dialect.ts'
import { hasRow, insertRow } from '../rows.ts'
import type { DB, Db } from '../schema.ts'
import { DEMO_PASSWORD, type DemoUsers, named, seedAccounts } from './accounts.ts'
import { published, seedContent } from './content.ts'
import { seedGlossary, seedTypes } from './glossary.ts'
import { seedGroups } from './groups.ts'
import { type DemoTexts, demoTexts, languagesOf, starterTexts } from './languages.ts'
import { seedPast } from './past.ts'
import { seedPlanning } from './planning.ts'
import { seedRules } from './rules.ts'
import { FILES_FOLDER, type SeedDeps, seedFiles, seedPictures } from './seedFiles.ts'
import { putStarterBelow } from './texts.ts'

/** Media types by extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

type Category = {
  readonly title: string
  readonly files: readonly {
    readonly display_name: string
    readonly download_file_name: string
    readonly description: string | null
    /** Name of its picture in `files/images`. */
    readonly image: string | null
    /** Its own name in `files/downloads`. */
    readonly file: string
  }[]
}

/** Categories with their files, in this order. */
export async function seedDownloads(
  tx: Db,
  { clock, files }: SeedDeps,
  categories: readonly Category[],
): Promise<void> {
  const now = clock()
  for (const [position, category] of categories.entries()) {
    const { id: category_id } = await insertRow(tx, 'download_categories', {
      title: category.title,
      position,
      created_at: now,
    })
    const pictures = await seedPictures(files, category.files)
    for (const [order, { file, image: _name, ...texts }] of category.files.entries()) {
      const media_type = MEDIA_TYPES[extname(file)]
      if (media_type === undefined) throw new Error(`No media type for ${file}`)
      const file_key = files.keyFor('private', file)
      const bytes = await readFile(join(FILES_FOLDER, 'downloads', file))
      await files.put(file_key, bytes)
      await insertRow(tx, 'download_files', {
        ...texts,
        ...searchedColumns(texts.display_name, [texts.download_file_name, texts.description ?? '']),
        category_id,
        position: order,
        picture: pictures[order],
        file_key,
        media_type,
        size: bytes.length,
        digest: createHash('sha256').update(bytes).digest('hex'),
        created_at: now,
        updated_at: now,
      })
    }
  }
}

type Signed = { readonly member: string; readonly answers: readonly string[] }

/** Events with seats left, with three left, and with a waiting list. */
async function seedRegistrations(
  tx: Db,
  clock: Clock,
  users: DemoUsers,
  demo: DemoTexts<'registrations'>,
): Promise<void> {
  for (const { event, coming, waiting, questions, ...settings } of demo) {
    const row = await tx
      .updateTable('contents')
      .set({ ...settings, questions: JSON.stringify(questions) })
      .where('title', '=', event)
      .where('kind', '=', 'event')
      .returningAll()
      .executeTakeFirstOrThrow()
    const signed = [...coming, ...waiting] as readonly Signed[]
    const rows = signed.map(({ member, answers }, order) => {
      const at = clock() - (signed.length - order) * HOUR_MS
      return {
        content_id: row.id,
        user_id: named(users, member),
        state: order < coming.length ? ('coming' as const) : ('waiting' as const),
        answers: JSON.stringify(
          questions.map(({ text }, index) => ({ question: text, answer: answers[index] ?? '' })),
        ),
        told: factsOf(row),
        queued_at: at,
        created_at: at,
        updated_at: at,
      }
    })
    await tx.insertInto('registrations').values(rows).execute()
  }
}

/** Marks published articles as announced, so that no mail is sent about them. */
export async function seedProfile(
  tx: Db,
  clock: Clock,
  users: DemoUsers,
  demo: DemoTexts<'profile'>,
): Promise<void> {
  const now = clock()
  const yesterday = now - DAY_MS
  const details = demo.order_details.map(({ user, ...texts }) => ({
    ...texts,
    user_id: named(users, user),
    updated_at: now - 3 * DAY_MS,
  }))
  await tx.insertInto('order_details').values(details).execute()
  for (const { user, ...request } of demo.name_changes) {
    const user_id = named(users, user)
    await insertRow(tx, 'name_changes', { ...request, user_id, created_at: yesterday })
  }
  const preferences = demo.subscribed.map((name) => ({
    user_id: named(users, name),
    notify_since: yesterday,
  }))
  await tx.insertInto('preferences').values(preferences).execute()
  await tx
    .insertInto('announcements')
    .columns(['content_id', 'started_at', 'finished_at'])
    .expression((is) =>
      is
        .selectFrom('contents')
        .select((row) => ['contents.id', row.val(now).as('started'), row.val(now).as('finished')])
        .where('publish_at', '<=', now),
    )
    .execute()
}

type Parts = { readonly db: Kysely<DB>; readonly clock: Clock; readonly files: FileStore }

/**
 * The demonstration: a world, and accounts with a published password.
 * @param language of its texts; one without a demonstration gets the English one
 */
export async function seedDemo(
  { db, clock, files }: Parts,
  hash: (password: string) => Promise<string>,
  language: string = ENGLISH,
): Promise<void> {
  if (await hasData(db)) return
  const password = await hash(DEMO_PASSWORD)
  await seedOnce(db, async (tx) => {
    const users = await seedAccounts(tx, password, clock())
    await seedGroups(tx, clock, users, demoTexts('groups', language))
    await seedPast(tx, clock, users, demoTexts('past', language))
    await seedPlanning(tx, clock, users, demoTexts('planning', language))
    const withFiles = { clock, files: seedFiles(files, 'demo') }
    await seedContent(tx, withFiles, language)
    await seedRegistrations(tx, clock, users, demoTexts('registrations', language))
    await seedDownloads(tx, withFiles, demoTexts('downloads', language).categories)
    await seedRules(tx, withFiles, demoTexts('rules', language))
    await seedGlossary(tx, withFiles, users, demoTexts('glossary', language))
    await seedProfile(tx, clock, users, demoTexts('profile', language))
    await markEnglish(tx, 'demo', language)
  })
}

/**
 * The first things of a site of its own, which fit any community, and no account.
 * @param language of the things; one without a starter gets the English one
 */
export async function seedStarter(
  { db, clock, files }: Parts,
  language: string = ENGLISH,
): Promise<void> {
  if (await hasData(db)) return
  await seedOnce(db, async (tx) => {
    const withFiles = { clock, files: seedFiles(files, 'starter') }
    const article = published(clock(), {
      ...starterTexts('welcome', language),
      kind: 'news',
    })
    await tx.insertInto('contents').values(article).execute()
    await seedDownloads(tx, withFiles, starterTexts('downloads', language).categories)
    await seedRules(tx, withFiles, starterTexts('rules', language))
    await seedTypes(tx, starterTexts('glossary', language).types)
    await putStarterBelow(tx, clock())
    await markEnglish(tx, 'starter', language)
  })
}

/** Marks texts that are English because the main language has no seed. */
async function markEnglish(tx: Db, seed: 'demo' | 'starter', language: string): Promise<void> {
  if (languagesOf(seed).includes(language)) return
  for (const table of ['contents', 'rule_entries', 'glossary_entries'] as const)
    await tx.updateTable(table).set({ language: ENGLISH }).execute()
}

/** Seeds in one transaction, unless another process has done it meanwhile. */
const seedOnce = (db: Kysely<DB>, seed: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Two processes may start at once on one database, and members may register.
    await lockMigrations(tx)
    await lockTable(tx, 'users')
    if (!(await hasData(tx))) await seed(tx)
  })

/** Accounts, and what staff or an import add first: everything else needs one of them. */
const FIRST_TABLES = [
  'users',
  'contents',
  'download_categories',
  'rule_categories',
  'quick_subcategories',
  'rule_videos',
  'glossary_types',
] as const

async function hasData(db: Db): Promise<boolean> {
  for (const table of FIRST_TABLES) if (await hasRow(db, table, {})) return true
  return false
}
