import { sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { readSettings } from '#server/config/env.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { listOccurrencesOfMember } from '#server/modules/groups/planning/calendarRepository.ts'
import { listDatesAhead } from '#server/modules/groups/planning/sessionRepository.ts'
import { removedPlaces } from '#test/helpers/server/places.ts'
import { engines } from '#test/helpers/server/startServer.ts'

/** The next migration gives dates texts of their own. */
const OLD = '0041_openedEvents'
const [MEMBER, GROUP] = [1 as MemberId, 1 as GroupId]

const place = removedPlaces()

describe.each(engines)('dates of sessions of an older version on %s', (kind) => {
  test('have the texts of their session, also if a server of that version still writes', async () => {
    const { env } = await place(kind)
    const { db, engine } = openDatabase(readSettings(env))
    await migrate(db, engine, OLD)
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
