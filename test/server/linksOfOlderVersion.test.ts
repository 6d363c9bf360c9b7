import { sql } from 'kysely'
import { readSettings } from '#server/config/env.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { removedPlaces } from '#test/helpers/server/places.ts'
import { engines } from '#test/helpers/server/startServer.ts'

/** The next migration binds links to the address that they were mailed to. */
const OLD = '0032_mailInvites'

const place = removedPlaces()

describe.each(engines)('links that an older version has mailed on %s', (kind) => {
  test('work after the upgrade, unless their account has changed its address since', async () => {
    const { env } = await place(kind)
    const { db, engine } = openDatabase(readSettings(env))
    await migrate(db, engine, OLD)
    for (const name of ['stayed', 'moved', 'longago'])
      await sql`
        insert into users (email, email_key, username, username_key, password_hash, role, created_at, activated_at)
        values (${name}, ${`${name}@x`}, ${name}, ${name}, 'x', 'player', 1, 1)`.execute(db)
    for (const user of [1, 2, 3])
      for (const at of [10, 30])
        await sql`
          insert into account_links (hash, purpose, user_id, created_at, expires_at)
          values (${`${user} ${at}`}, 'not_me', ${user}, ${at}, 99)`.execute(db)
    await sql`
      insert into email_changes (user_id, old_email, old_email_key, new_email, new_email_key, requested_at, expires_at, confirmed_at)
      values (2, 'a', 'a', 'b', 'b', 19, 99, 20)`.execute(db)
    await sql`
      insert into security_events (user_id, event, at) values (3, 'email_changed', 20), (1, 'logged_in', 20)`.execute(
      db,
    )
    await migrate(db, engine)
    const links = await db
      .selectFrom('account_links')
      .select(['hash', 'email_key', 'used_at'])
      .orderBy('id')
      .execute()
    expect(links.map(({ hash, email_key, used_at }) => [hash, email_key, used_at])).toEqual([
      ['1 10', 'stayed@x', null],
      ['1 30', 'stayed@x', null],
      ['2 10', null, 10],
      ['2 30', 'moved@x', null],
      ['3 10', null, 10],
      ['3 30', 'longago@x', null],
    ])
    await db.destroy()
  })
})
