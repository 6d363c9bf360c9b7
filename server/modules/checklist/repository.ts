import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { Fact } from './tables.ts'

/* Reads the tables of all modules, and writes its own. */

export const noteFact = (db: Db, name: Fact, value: string, at: number) =>
  db
    .insertInto('site_facts')
    .values({ name, value, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, at }))
    .execute()

export const findFact = (db: Db, name: Fact) =>
  db.selectFrom('site_facts').select(['value', 'at']).where('name', '=', name).executeTakeFirst()

/** Notes which version runs, and the one before it. Processes of two versions may start at once: the last one counts. */
export async function noteVersion(db: Db, version: string, now: number): Promise<void> {
  const known = await findFact(db, 'version')
  if (known?.value === version) return
  if (known !== undefined) await noteFact(db, 'former_version', known.value, known.at)
  await noteFact(db, 'version', version, now)
}

/** Emails that have failed at least once and still wait, with the words of the newest failure. */
export async function findFailing(db: Db) {
  const failing = db
    .selectFrom('outbox')
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('last_error', 'is not', null)
  const { count } = await failing
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const newest = await failing
    .select('last_error')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { count, reason: newest?.last_error ?? '' }
}

/** Time of the last email that a mail server has accepted. */
export async function findLastMail(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('outbox')
    .select((is) => is.fn.max('done_at').as('at'))
    .where('last_error', 'is', null)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Time of the newest row that every change writes. */
export async function findNewestChange(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select max(at) as at from (select max(at) as at from audit_log
      union all select max(created_at) as at from users) as newest`.execute(db)
  return rows[0]?.at ?? 0
}

/** The clock of the database server; epoch milliseconds. */
export async function findDatabaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
  return rows[0]?.at ?? 0
}
