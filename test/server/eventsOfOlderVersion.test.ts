import { sql } from 'kysely'
import { readSettings } from '#server/config/env.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { removedPlaces } from '#test/helpers/server/places.ts'
import { engines } from '#test/helpers/server/startServer.ts'

/** The next migration opens events that only members of groups could sign up for. */
const OLD = '0040_datesByGroup'

const place = removedPlaces()

describe.each(engines)('events of an older version on %s', (kind) => {
  test('are open to everybody after the upgrade, which marks those that were not', async () => {
    const { env } = await place(kind)
    const { db, engine } = openDatabase(readSettings(env))
    await migrate(db, engine, OLD)
    for (const open_to of ['group_members', 'everybody', null])
      await sql`
        insert into contents (kind, uid, title, short_description, description, starts_at, ends_at, event_scope,
          event_type, created_at, updated_at, seats, open_to)
        values ('event', ${`uid ${open_to}`}, 'T', 'S', 'D', 10, 20, 'National', 'Online', 1, 1, 5, ${open_to})
      `.execute(db)
    await migrate(db, engine)
    const events = await db
      .selectFrom('contents')
      .select(['open_to', 'opened_at', 'updated_at'])
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { open_to: 'everybody', opened_at: expect.any(Number), updated_at: 1 },
      { open_to: 'everybody', opened_at: null, updated_at: 1 },
      { open_to: null, opened_at: null, updated_at: 1 },
    ])
    await db.destroy()
  })
})
