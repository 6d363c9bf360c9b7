import { sql } from 'kysely'
import { count, type HasDb, type Read } from '../../db/rows.ts'

/* Reads the tables of all modules, and writes its own. */

/** Facts of failures and of the test mail have its words; versions: what runs, and what ran before it. */
type Fact = 'backup' | 'backup_failed' | 'test_mail' | 'version' | 'former_version'

export const noteFact = (w: Read, name: Fact, value: string) =>
  w.db
    .insertInto('site_facts')
    .values({ name, value, at: w.now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, at: w.now }))
    .execute()

export const findFact = (w: HasDb, name: Fact) =>
  w.db.selectFrom('site_facts').select(['value', 'at']).where('name', '=', name).executeTakeFirst()

/** Notes which version runs, and the one before it. Processes of two versions may start at once: the last one counts. */
export async function noteVersion(w: Read, version: string): Promise<void> {
  const known = await findFact(w, 'version')
  if (known?.value === version) return
  if (known !== undefined)
    await noteFact({ db: w.db, now: known.at }, 'former_version', known.value)
  await noteFact(w, 'version', version)
}

/** Emails that have failed at least once and still wait, with the words of the newest failure. */
export async function findFailing(w: HasDb) {
  const failing = w.db
    .selectFrom('outbox')
    .where((is) => is.and({ done_at: null, dead_at: null }))
    .where('last_error', 'is not', null)
  const newest = await failing
    .select('last_error')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { count: await count(failing), reason: newest?.last_error ?? '' }
}

/** Time of the last email that a mail server has accepted. */
export async function findLastMail(w: HasDb): Promise<number | null> {
  const row = await w.db
    .selectFrom('outbox')
    .select((is) => is.fn.max('done_at').as('at'))
    .where('last_error', 'is', null)
    .executeTakeFirst()
  return row?.at ?? null
}

export async function findNewestChange(w: HasDb): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select max(at) as at from (select max(at) as at from audit_log
      union all select max(created_at) as at from users) as newest`.execute(w.db)
  return rows[0]?.at ?? 0
}

/** The clock of the database server; epoch milliseconds. */
export async function findDatabaseTime(w: HasDb): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(w.db)
  return rows[0]?.at ?? 0
}
