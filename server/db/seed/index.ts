import type { Kysely } from 'kysely'
import type { Clock } from '../../config/time.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { lockMigrations, lockTable } from '../dialect.ts'
import { hasRow } from '../rows.ts'
import type { DB, Db } from '../schema.ts'
import { DEMO_PASSWORD, seedAccounts } from './accounts.ts'
import { seedContent } from './content.ts'
import { demoFiles } from './demoFiles.ts'
import { seedDownloads } from './downloads.ts'
import { seedGlossary } from './glossary.ts'
import { seedGroups } from './groups.ts'
import { seedPlanning } from './planning.ts'
import { seedProfile } from './profile.ts'
import { seedRegistrations } from './registrations.ts'
import { seedRules } from './rules.ts'

/** Seeds the demonstration in one transaction, unless there are accounts. */
export async function seedDemo(
  deps: { readonly db: Kysely<DB>; readonly clock: Clock; readonly files: FileStore },
  hash: (password: string) => Promise<string>,
): Promise<void> {
  if (await hasAccounts(deps.db)) return
  const password = await hash(DEMO_PASSWORD)
  await deps.db.transaction().execute(async (tx) => {
    // Two processes may start at once on one database, and members may register.
    await lockMigrations(tx)
    await lockTable(tx, 'users')
    if (await hasAccounts(tx)) return
    const users = await seedAccounts(tx, password, deps.clock())
    await seedGroups(tx, deps.clock, users)
    await seedPlanning(tx, deps.clock, users)
    const withFiles = { clock: deps.clock, files: demoFiles(deps.files) }
    await seedContent(tx, withFiles)
    await seedRegistrations(tx, deps.clock, users)
    await seedDownloads(tx, withFiles)
    await seedRules(tx, withFiles)
    await seedGlossary(tx, withFiles, users)
    await seedProfile(tx, deps.clock, users)
  })
}

const hasAccounts = (db: Db): Promise<boolean> => hasRow(db, 'users', {})
