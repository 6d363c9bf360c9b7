import { FEED_ENTRIES_MAX } from '#server/modules/calendar/feedRoutes.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup, changeGameSession } from '#test/helpers/fixtures/gameSessions.ts'
import { calendarsOf, eventsIn } from '#test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('entries in the calendar of a member, on %s', (server) => {
  let registrations: ReturnType<typeof registrationsOf>
  let mira: TestUser
  let tam: TestUser
  let path: string
  beforeAll(async () => {
    registrations = registrationsOf(server)
  })
  beforeEach(async () => {
    await server.empty()
    mira = await server.addUser('Mira')
    tam = await server.addUser('Tam')
    path = await calendarsOf(server).feedOf(mira)
  })

  const fetchFeed = () => server.app.inject(path)
  const events = async () => eventsIn((await fetchFeed()).body)
  const now = () => server.deps.clock()

  test('sessions of the member’s groups, with title, place and time, and no others', async () => {
    const group = await addGroup(server, 'The Lanterns', tam.id, mira.id)
    const { uid } = await addGameSession(server, group)
    await addGameSession(server, group, { title: '' }, [now() + 2 * DAY])
    await addGameSession(server, await addGroup(server, 'Strangers', tam.id))
    expect(await events()).toEqual([
      {
        uid,
        sequence: 0,
        summary: 'The Lanterns: The sunken library',
        location: 'Vienna',
        start: now() + DAY,
        end: now() + DAY + 3 * HOUR,
        status: 'CONFIRMED',
        isFree: false,
      },
      expect.objectContaining({ summary: 'The Lanterns' }),
    ])
    await server.deps.db.deleteFrom('memberships').where('user_id', '=', mira.id).execute()
    expect(await events()).toEqual([])
  })

  test('a moved, then cancelled session: the same UID, a growing SEQUENCE, another tag', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const { id, uid } = await addGameSession(server, group)
    const tag = async () => (await fetchFeed()).headers.etag
    const tags = [await tag()]
    server.passTime(HOUR)
    const starts_at = now() + 3 * DAY
    await server.deps.db
      .updateTable('game_dates')
      .set({ starts_at, ends_at: starts_at + HOUR })
      .execute()
    await changeGameSession(server, id)
    tags.push(await tag())
    expect(await events()).toMatchObject([
      { uid, sequence: 1, start: starts_at, end: starts_at + HOUR, status: 'CONFIRMED' },
    ])
    await changeGameSession(server, id, { cancelled_at: now() })
    tags.push(await tag())
    expect(await events()).toMatchObject([{ uid, sequence: 2, status: 'CANCELLED' }])
    expect(new Set(tags).size).toBe(3)
  })

  test('each date of a repeating session under its own UID, which stays the same when it moves', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const first = Date.UTC(2026, 5, 11, 17)
    const { uid, dates, id } = await addGameSession(server, group, {}, [first, first + 7 * DAY])
    const uids = [`${uid}-20260611T170000Z`, `${uid}-20260618T170000Z`]
    expect((await events()).map((event) => event.uid)).toEqual(uids)
    await server.deps.db
      .updateTable('game_dates')
      .set({ starts_at: first + 8 * DAY, ends_at: first + 8 * DAY + HOUR })
      .where('id', 'in', dates.slice(1, 2))
      .execute()
    await server.deps.db
      .updateTable('game_dates')
      .set({ cancelled_at: now() })
      .where('id', 'in', dates.slice(0, 1))
      .execute()
    await changeGameSession(server, id)
    expect(await events()).toMatchObject([
      { uid: uids[0], status: 'CANCELLED', sequence: 1 },
      { uid: uids[1], status: 'CONFIRMED', sequence: 1, start: first + 8 * DAY },
    ])
  })

  test('a session that the member does not come to leaves the time free', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const { dates } = await addGameSession(server, group)
    await server.deps.db
      .insertInto('game_answers')
      .values(
        dates.map((date_id) => ({
          date_id,
          group_id: group,
          user_id: mira.id,
          answer: 'not_coming' as const,
          updated_at: now(),
        })),
      )
      .execute()
    expect(await events()).toMatchObject([{ isFree: true, status: 'CONFIRMED' }])
  })

  test('events with a seat, under the UID of their mails with a sequence that is not lower', async () => {
    const event = await registrations.event({ seats: 1 })
    const { uid } = await server.deps.db
      .selectFrom('contents')
      .select('uid')
      .executeTakeFirstOrThrow()
    expect(await events()).toEqual([])
    await registrations.signUp(mira, event)
    await registrations.signUp(tam, event)
    const [first] = await events()
    expect(first).toMatchObject({ uid, summary: 'A long evening', status: 'CONFIRMED' })
    expect(first?.sequence).toBeGreaterThan(0)
    // Tam waits.
    expect(eventsIn((await server.app.inject(await calendarsOf(server).feedOf(tam))).body)).toEqual(
      [],
    )

    await changeContent(server, event, { starts_at: now() + 15 * DAY, ends_at: now() + 16 * DAY })
    const [moved] = await events()
    expect(moved).toMatchObject({ uid, start: now() + 15 * DAY })
    expect(moved?.sequence).toBeGreaterThan(first?.sequence ?? 0)
    await registrations.update()
    await changeContent(server, event, { cancelled_at: now() })
    await registrations.update()
    const [cancelled] = await events()
    expect(cancelled).toMatchObject({ uid, status: 'CANCELLED' })
    expect(cancelled?.sequence).toBeGreaterThan(moved?.sequence ?? 0)
    await changeContent(server, event, { unpublished_at: now() })
    expect(await events()).toEqual([])
  })

  test('no event whose seat was cancelled', async () => {
    const event = await registrations.event()
    await registrations.signUp(mira, event)
    await registrations.cancel(mira, event)
    expect(await events()).toEqual([])
  })

  test('from 90 days ago to 400 days ahead, the first 500 entries', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const at = async (start: number) => addGameSession(server, group, {}, [start])
    await at(now() - 91 * DAY)
    await at(now() + 401 * DAY)
    expect(await events()).toEqual([])
    const ahead = Array.from({ length: FEED_ENTRIES_MAX + 20 }, (_, day) => now() + day * 6 * HOUR)
    await addGameSession(server, group, {}, ahead)
    await registrations.signUp(mira, await registrations.event({ starts_at: now() + DAY + 1000 }))
    const all = await events()
    expect(all).toHaveLength(FEED_ENTRIES_MAX)
    expect(all.some(({ summary }) => summary === 'A long evening')).toBe(true)
    expect(all.at(-1)?.start).toBe(ahead[FEED_ENTRIES_MAX - 2])
  })

  test('texts with special characters stay texts', async () => {
    const title = 'A;B,C\\n "D" \u0007END:VCALENDAR\r\nBEGIN:VEVENT ÄÖ 🎲'
    const group = await addGroup(server, 'x'.repeat(400), mira.id)
    await addGameSession(server, group, { title, place: '', link: 'https://voice.example/a,b' })
    const [only, ...more] = await events()
    expect(more).toEqual([])
    expect(only?.summary).toContain('A;B,C\\n "D" END:VCALENDAR')
    expect(only?.location).toBe('https://voice.example/a,b')
  })
})
