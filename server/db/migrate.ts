import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { currentSchema, type Engine } from './dialect.ts'
import { accounts } from './migrations/0001_accounts.ts'
import { groups } from './migrations/0002_groups.ts'
import { outbox } from './migrations/0003_outbox.ts'
import { upkeep } from './migrations/0004_upkeep.ts'
import { content } from './migrations/0005_content.ts'
import { rules } from './migrations/0006_rules.ts'
import { glossary } from './migrations/0007_glossary.ts'
import { profile } from './migrations/0008_profile.ts'
import { desk } from './migrations/0009_desk.ts'
import { search } from './migrations/0011_search.ts'
import { members } from './migrations/0012_members.ts'
import { sessions } from './migrations/0013_sessions.ts'
import { cancellationsAndFilms } from './migrations/0014_cancellationsAndFilms.ts'
import { invites } from './migrations/0017_invites.ts'
import { waiting } from './migrations/0018_waiting.ts'
import { answers } from './migrations/0019_answers.ts'
import type { DB } from './schema.ts'

/** A migration that has run is never edited. Expand first, contract in a later release. */
const migrations = (engine: Engine): Record<string, Migration> => ({
  '0001_accounts': accounts(engine),
  '0002_groups': groups(engine),
  '0003_outbox': outbox(engine),
  '0004_upkeep': upkeep(engine),
  '0005_content': content(engine),
  '0006_rules': rules(engine),
  '0007_glossary': glossary(engine),
  '0008_profile': profile(engine),
  '0009_desk': desk(engine),
  '0011_search': search(engine),
  '0012_members': members(),
  '0013_sessions': sessions,
  '0014_cancellationsAndFilms': cancellationsAndFilms,
  '0017_invites': invites(engine),
  '0018_waiting': waiting,
  '0019_answers': answers(engine),
})

/**
 * Under the engine's lock.
 * @throws the first error; what came before it in the same run is rolled back
 */
export async function migrate(db: Kysely<DB>, engine: Engine): Promise<void> {
  const provider = { getMigrations: async () => migrations(engine) }
  const migrationTableSchema = await currentSchema(db, engine)
  const { error } = await new Migrator({ db, provider, migrationTableSchema }).migrateToLatest()
  if (error !== undefined) throw error as Error
}
