import type { Kysely } from 'kysely'
import { ENGLISH } from '../../config/locales.ts'
import type { Clock } from '../../config/time.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { lockMigrations, lockTable } from '../dialect.ts'
import { hasRow } from '../rows.ts'
import type { DB, Db } from '../schema.ts'
import { DEMO_PASSWORD, seedAccounts } from './accounts.ts'
import { published, seedContent } from './content.ts'
import { seedDownloads } from './downloads.ts'
import { seedGlossary, seedTypes } from './glossary.ts'
import { seedGroups } from './groups.ts'
import { demoTexts, languagesOf, starterTexts } from './languages.ts'
import { seedPast } from './past.ts'
import { seedPlanning } from './planning.ts'
import { seedProfile } from './profile.ts'
import { seedRegistrations } from './registrations.ts'
import { seedRules } from './rules.ts'
import { seedFiles } from './seedFiles.ts'
import { putStarterBelow } from './texts.ts'

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
