import type { Deps } from '../../http/deps.ts'
import { lockTable } from '../dialect.ts'
import { DEMO_PASSWORD, seedAccounts } from './accounts.ts'
import { seedContent } from './content.ts'
import { demoFiles } from './demoFiles.ts'
import { seedDownloads } from './downloads.ts'
import { seedGlossary } from './glossary.ts'
import { seedGroups } from './groups.ts'
import { seedProfile } from './profile.ts'
import { seedRules } from './rules.ts'

/**
 * Fills an empty database with the demonstration, all of it or nothing. A database with accounts is left
 * as it is.
 * @param hash how the product hashes passwords
 */
export async function seedDemo(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  hash: (password: string) => Promise<string>,
): Promise<void> {
  const anybody = deps.db.selectFrom('users').select('id').limit(1)
  if ((await anybody.executeTakeFirst()) !== undefined) return
  const password = await hash(DEMO_PASSWORD)
  await deps.db.transaction().execute(async (tx) => {
    // Two processes may start at once on one database.
    await lockTable(tx, 'users')
    if ((await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined)
      return
    const users = await seedAccounts(tx, password, deps.clock())
    await seedGroups(tx, deps, users)
    const withFiles = { clock: deps.clock, files: demoFiles(deps.files) }
    await seedContent(tx, withFiles)
    await seedDownloads(tx, withFiles)
    await seedRules(tx, withFiles)
    await seedGlossary(tx, withFiles, users)
    await seedProfile(tx, deps, users)
  })
}
