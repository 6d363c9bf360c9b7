import { sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { readSettings } from '#server/config/env.ts'
import type { Engine } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { listOccurrencesOfMember } from '#server/modules/groups/planning/calendarRepository.ts'
import { listDatesAhead } from '#server/modules/groups/planning/sessionRepository.ts'
import { removedPlaces } from '#test/helpers/server/places.ts'
import { engines } from '#test/helpers/server/startServer.ts'

const place = removedPlaces()
/** A database as the version left it whose last migration this was. */
async function databaseAt(kind: Engine, migration: string) {
  const { env } = await place(kind)
  const opened = openDatabase(readSettings(env))
  await migrate(opened.db, opened.engine, migration)
  return opened
}

describe.each(engines)('links that an older version has mailed on %s', (kind) => {
  test('work after the upgrade, unless their account has changed its address since', async () => {
    // The next migration binds links to the address that they were mailed to.
    const { db, engine } = await databaseAt(kind, '0032_mailInvites')
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

describe.each(engines)('events of an older version on %s', (kind) => {
  test('are open to everybody after the upgrade, which marks those that were not', async () => {
    // The next migration opens events that only members of groups could sign up for.
    const { db, engine } = await databaseAt(kind, '0040_datesByGroup')
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

describe.each(engines)('registrations of an older version on %s', (kind) => {
  test('are kept with their seats, offers and waiting list, and their ids are not given again', async () => {
    // The next migration makes their table anew on SQLite: people without an account are in it.
    const { db, engine } = await databaseAt(kind, '0077_sessionHosts')
    await sql`
      insert into contents (kind, uid, title, short_description, description, starts_at, ends_at, event_scope,
        event_type, created_at, updated_at, seats, waiting_max)
      values ('event', 'u', 'T', 'S', 'D', 10, 20, 'National', 'Online', 1, 1, 2, 5)`.execute(db)
    for (const [user, state, until] of [
      [1, 'coming', null],
      [2, 'offered', 9],
      [3, 'waiting', null],
      [4, 'cancelled', null],
    ] as const) {
      await sql`
        insert into users (email, email_key, username, username_key, password_hash, role, created_at, activated_at)
        values (${`${user}@x`}, ${`${user}@x`}, ${`u${user}`}, ${`u${user}`}, 'x', 'player', 1, 1)`.execute(
        db,
      )
      await sql`
        insert into registrations (content_id, user_id, state, queued_at, offered_until, answers, time_zone, sequence,
          told, reminded_at, attended_at, created_at, updated_at)
        values (1, ${user}, ${state}, ${user}, ${until}, '["A"]', 'UTC', 3, 'facts', 5, 6, 7, 8)`.execute(
        db,
      )
    }
    const rowsOf = async () =>
      (await sql<object>`select * from registrations order by id`.execute(db)).rows
    const before = await rowsOf()
    await sql`delete from registrations where id = 4`.execute(db)
    await migrate(db, engine)
    const guest = { email: null, email_key: null, guest_until: null, language: null }
    const empty = { name: null, companions: 0, companion_names: '[]', ...guest }
    expect(await rowsOf()).toEqual(before.slice(0, 3).map((row) => ({ ...row, ...empty })))
    const insert = (user: number | null) =>
      sql`insert into registrations (content_id, user_id, name, state, queued_at, answers, told, created_at, updated_at)
        values (1, ${user}, 'Anna', 'coming', 1, '[]', '', 1, 1)`.execute(db)
    for (const nobody of [null, null]) await insert(nobody)
    await expect(insert(1)).rejects.toThrow(/unique/i)
    await sql`delete from users where id = 1`.execute(db)
    const ids = (await rowsOf()).map((row) => ('id' in row ? row.id : null))
    // The number of the row that was deleted, and on PostgreSQL of the one that was refused, stay unused.
    expect(ids).toEqual([2, 3, 5, 6])
    await db.destroy()
  })
})

const [MEMBER, GROUP] = [1 as MemberId, 1 as GroupId]

describe.each(engines)('dates of sessions of an older version on %s', (kind) => {
  test('have the texts of their session, also if a server of that version still writes', async () => {
    // The next migration gives dates texts of their own.
    const { db, engine } = await databaseAt(kind, '0041_openedEvents')
    await sql`
      insert into users (email, email_key, username, username_key, password_hash, role, created_at, activated_at)
      values ('wren', 'wren@x', 'wren', 'wren', 'x', 'player', 1, 1)`.execute(db)
    await db.transaction().execute(async (tx) => {
      await sql`insert into groups (name, owner_id, created_at) values ('Ravens', 1, 1)`.execute(tx)
      await sql`insert into memberships (group_id, user_id, joined_at) values (1, 1, 1)`.execute(tx)
    })
    await sql`
      insert into game_sessions (group_id, uid, title, time_zone, place, link, notes, created_at, updated_at)
      values (1, 'u', 'Club', 'UTC', 'Graz', '', 'Dice', 1, 1)`.execute(db)
    const addDate = (at: number) =>
      sql`insert into game_dates (session_id, planned_at, starts_at, ends_at)
        values (1, ${at}, ${at}, ${at + 1})`.execute(db)
    await addDate(100)
    await migrate(db, engine)
    await addDate(200)
    const texts = { title: 'Club', place: 'Graz', link: '', notes: 'Dice' }
    expect(await listDatesAhead({ db, now: 0 }, GROUP, 9)).toMatchObject([texts, texts])
    await sql`update game_sessions set place = 'Linz' where id = 1`.execute(db)
    expect(
      await listOccurrencesOfMember({ db }, MEMBER, { from: 0, to: 999, limit: 9 }),
    ).toMatchObject([
      { ...texts, place: 'Linz' },
      { ...texts, place: 'Linz' },
    ])
    await db.destroy()
  })
})

describe.each(engines)('sites of an older version on %s that began with the starter', (kind) => {
  test.each([
    [0, 1],
    [1, 0],
  ])('with %i videos hide them after the upgrade: %i', async (videos, hidden) => {
    const { db, engine } = await databaseAt(kind, '0070_trigrams')
    await sql`insert into site_kit_bases (name, made_at) values ('starter', 1)`.execute(db)
    for (let count = 0; count < videos; count++)
      await sql`insert into rule_videos (title, position, file_key, created_at, updated_at) values ('A film', 0, 'x', 1, 1)`.execute(
        db,
      )
    await migrate(db, engine)
    const bases = await db.selectFrom('site_kit_bases').select('hides_videos').execute()
    expect(bases).toEqual([{ hides_videos: hidden }])
    await db.destroy()
  })
})
