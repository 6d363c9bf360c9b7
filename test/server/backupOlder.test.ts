import { join } from 'node:path'
import { sql } from 'kysely'
import { readSettings } from '#server/config/env.ts'
import type { Engine } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/rows.ts'
import { type DataPlace, removedPlaces, rowsOf, runCommand } from '#test/helpers/server/places.ts'
import { engines } from '#test/helpers/server/startServer.ts'

/** The next migration computes a column, and hands over the groups of deactivated owners. */
const OLD = '0011_search'

const place = removedPlaces()

async function inDatabase(
  { env }: DataPlace,
  work: (db: Db, engine: Engine) => Promise<unknown>,
): Promise<void> {
  const { db, engine } = openDatabase(readSettings(env))
  await work(db, engine)
  await db.destroy()
}

/** Database in the state of that release. */
async function oldDatabase(engine: Engine): Promise<DataPlace> {
  const made = await place(engine)
  await inDatabase(made, async (db) => {
    await migrate(db, engine, OLD)
    await db.transaction().execute(async (tx) => {
      for (const [name, gone] of [
        ['Ann', 'null'],
        ['Вит', '5'],
      ] as const)
        await sql`
          insert into users (email, email_key, username, username_key, password_hash, role, created_at, activated_at,
            deactivated_at)
          values (${name}, ${name}, ${name}, ${name.toLowerCase()}, 'x', 'player', 1, 1, ${sql.raw(gone)})
        `.execute(tx)
      await sql`insert into groups (name, owner_id, created_at) values ('Lanterns', 2, 1)`.execute(
        tx,
      )
      await sql`insert into memberships (group_id, user_id, joined_at) values (1, 1, 1), (1, 2, 1)`.execute(
        tx,
      )
    })
  })
  return made
}

describe.each(engines)('a backup by an older version on %s', (engine) => {
  test.each(engines)('is restored on %s with the result of an upgrade in place', async (target) => {
    const old = await oldDatabase(engine)
    const folder = join(old.dataDir, '../backup')
    expect(await runCommand(old.env, ['backup', folder])).toMatchObject({ code: 0 })
    const to = await place(target)
    expect(await runCommand(to.env, ['restore', folder])).toMatchObject({ code: 0 })
    await inDatabase(old, migrate)
    const rows = await rowsOf(to)
    expect(rows).toEqual(await rowsOf(old))
    expect(rows.groups?.[0]).toContain('["owner_id","1"]')
  })
})
