import type { Kysely } from 'kysely'
import { ENGLISH } from '../../config/locales.ts'
import { type Clock, DAY_MS } from '../../config/time.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { lockMigrations, lockTable } from '../dialect.ts'
import { type DB, type Db, type HasDb, hasRow, insertRow, type Read } from '../rows.ts'
import { DEMO_PASSWORD, named, type Peopled, seedAccounts } from './accounts.ts'
import { published, seedContent, seedRegistrations } from './content.ts'
import { seedGroups } from './groups.ts'
import { type DemoTexts, demoTexts, languagesOf, starterTexts } from './languages.ts'
import { seedDownloads, seedGlossary, seedRules, seedTypes } from './lists.ts'
import { seedPast, seedPlanning } from './planning.ts'
import { seedProgramme } from './programme.ts'
import { seedFiles } from './seedFiles.ts'

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
    const at = { db: tx, now: clock(), files: seedFiles(files, 'demo') }
    const w = { ...at, users: await seedAccounts(at, password) }
    await seedGroups(w, demoTexts('groups', language))
    await seedPast(w, demoTexts('past', language))
    await seedPlanning(w, demoTexts('planning', language))
    await seedContent(w, language)
    await seedRegistrations(w, demoTexts('registrations', language))
    await seedProgramme(w, demoTexts('programme', language))
    await seedDownloads(w, demoTexts('downloads', language).categories)
    await seedRules(w, demoTexts('rules', language))
    await seedGlossary(w, demoTexts('glossary', language))
    await seedProfile(w, demoTexts('profile', language))
    await markEnglish(w, 'demo', language)
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
    const w = { db: tx, now: clock(), files: seedFiles(files, 'starter') }
    const article = published(w.now, { ...starterTexts('welcome', language), kind: 'news' })
    await tx.insertInto('contents').values(article).execute()
    await seedDownloads(w, starterTexts('downloads', language).categories)
    await seedRules(w, starterTexts('rules', language))
    await seedTypes(w, starterTexts('glossary', language).types)
    await putStarterBelow(w)
    await markEnglish(w, 'starter', language)
  })
}

/** Marks published articles as announced, so that no mail is sent about them. */
export async function seedProfile(
  { db, now, users }: Peopled,
  demo: DemoTexts<'profile'>,
): Promise<void> {
  const yesterday = now - DAY_MS
  const details = demo.order_details.map(({ user, ...texts }) => ({
    ...texts,
    user_id: named(users, user),
    updated_at: now - 3 * DAY_MS,
  }))
  await db.insertInto('order_details').values(details).execute()
  for (const { user, ...request } of demo.name_changes) {
    const user_id = named(users, user)
    await insertRow(db, 'name_changes', { ...request, user_id, created_at: yesterday })
  }
  const preferences = demo.subscribed.map((name) => ({
    user_id: named(users, name),
    notify_since: yesterday,
  }))
  await db.insertInto('preferences').values(preferences).execute()
  await db
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

/**
 * Puts the words of the starter below all that the community sets, in place of those of the demonstration.
 * @returns false where they are there already
 */
export async function putStarterBelow({ db, now: made_at }: Read): Promise<boolean> {
  if (await hasRow(db, 'site_kit_bases', { name: 'starter' })) return false
  // A new site would open its rules with the words of a failure (ruling 31).
  const hides_videos = (await hasRow(db, 'rule_videos', {})) ? 0 : 1
  const base = { name: 'starter', made_at, hides_videos } as const
  await db.insertInto('site_kit_bases').values(base).execute()
  if (!(await hasRow(db, 'site_kits', {}))) {
    const kit = { value: '{}', icons: '{}', source: 'starter', made_at } as const
    await db.insertInto('site_kits').values(kit).execute()
  }
  return true
}

/** Marks texts that are English because the main language has no seed. */
async function markEnglish(
  { db }: HasDb,
  seed: 'demo' | 'starter',
  language: string,
): Promise<void> {
  if (languagesOf(seed).includes(language)) return
  for (const table of ['contents', 'rule_entries', 'glossary_entries'] as const)
    await db.updateTable(table).set({ language: ENGLISH }).execute()
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
