import { FEED_ENTRIES_MAX } from '#server/modules/calendar/siteRoutes.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup, changeGameSession } from '#test/helpers/fixtures/gameSessions.ts'
import { calendarProgram } from '#test/helpers/server/calendarProgram.ts'
import { calendarsOf, eventsIn } from '#test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('entries in the calendar of a member, on %s', (server) => {
  let registrations: ReturnType<typeof registrationsOf>
  let path: string
  beforeAll(async () => {
    registrations = registrationsOf(server)
  })
  beforeEach(() => server.empty())
  const [mira, tam] = playersOf(server, 'Mira', 'Tam')
  beforeEach(async () => {
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
    await server.update('game_dates', {}, { starts_at, ends_at: starts_at + HOUR })
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

  /** Starts of what a calendar program shows. */
  const shown = async () =>
    calendarProgram()
      .open((await fetchFeed()).body)
      .shown(0, now() + 999 * DAY)

  test('a repeating session under one UID, without cancelled dates, and with moved ones', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const first = Date.UTC(2026, 5, 11, 17)
    const { uid, dates, id } = await addGameSession(
      server,
      group,
      {},
      [0, 7, 14].map((days) => first + days * DAY),
    )
    expect((await events()).map((event) => event.uid)).toEqual([uid])
    expect((await shown()).map(({ start }) => start)).toEqual(
      [0, 7, 14].map((days) => first + days * DAY),
    )
    const change = (at: number, values: object) =>
      server.deps.db
        .updateTable('game_dates')
        .set(values)
        .where('id', 'in', dates.slice(at, at + 1))
        .execute()
    await change(0, { cancelled_at: now() })
    await change(1, { starts_at: first + 8 * DAY, ends_at: first + 8 * DAY + HOUR })
    await changeGameSession(server, id)
    expect(await events()).toMatchObject([
      { uid, sequence: 1 },
      { uid, sequence: 1, start: first + 8 * DAY },
    ])
    expect((await shown()).map(({ start }) => start)).toEqual([first + 8 * DAY, first + 14 * DAY])
  })

  test('a series whose dates are within the time in part, as a whole', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const first = now() - 94 * DAY
    const starts = Array.from({ length: 80 }, (_, week) => first + week * 7 * DAY)
    const { dates } = await addGameSession(server, group, { time_zone: 'UTC' }, starts)
    await server.deps.db
      .updateTable('game_dates')
      .set({ cancelled_at: now() })
      .where('id', 'in', [...dates.slice(0, 1), ...dates.slice(-1)])
      .execute()
    expect((await shown()).map(({ start }) => start)).toEqual(starts.slice(1, -1))
  })

  test('a date that the member does not come to leaves the time free, from the answer on', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const starts = [1, 8].map((days) => now() + days * DAY)
    const { dates } = await addGameSession(server, group, {}, starts)
    const program = calendarProgram().open((await fetchFeed()).body)
    server.passTime(HOUR)
    const answer = { group_id: group, user_id: mira.id, answer: 'not_coming' as const }
    await server.insert(
      'game_answers',
      ...dates.slice(1).map((date_id) => ({ ...answer, date_id, updated_at: now() })),
    )
    // A program that keeps what is newer takes it.
    program.open((await fetchFeed()).body)
    expect(program.shown(0, now() + 99 * DAY)).toMatchObject([
      { start: starts[0], isFree: false },
      { start: starts[1], isFree: true },
    ])
  })

  test('sessions again of a member who has come back after a mail took them out', async () => {
    const group = await addGroup(server, 'The Lanterns', tam.id, mira.id)
    await addGameSession(server, group)
    const [before] = await events()
    server.passTime(HOUR)
    await server.update('memberships', { user_id: mira.id }, { joined_at: now() })
    const [after] = await events()
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1)
  })

  test('events with a seat, under the UID of their mails with a sequence that is not lower', async () => {
    const event = await registrations.event({ seats: 1 })
    const { uid } = await server.row('contents')
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

  test('those of the last 90 and of the next 400 days', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    for (const start of [now() - 89 * DAY, now() + 399 * DAY])
      await addGameSession(server, group, {}, [start])
    expect(await events()).toHaveLength(2)
  })

  test('from 90 days ago to 400 days ahead, the first 500 entries', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const at = async (start: number) => addGameSession(server, group, {}, [start])
    await at(now() - 91 * DAY)
    await at(now() + 401 * DAY)
    expect(await events()).toEqual([])
    const ahead = Array.from({ length: FEED_ENTRIES_MAX + 20 }, (_, n) => now() + n * 6 * HOUR)
    for (const start of ahead) await at(start)
    await registrations.signUp(mira, await registrations.event({ starts_at: now() + DAY + 1000 }))
    const all = await events()
    expect(all).toHaveLength(FEED_ENTRIES_MAX)
    expect(all.some(({ summary }) => summary === 'A long evening')).toBe(true)
    expect(all.at(-1)?.start).toBe(ahead[FEED_ENTRIES_MAX - 2])
  })

  test('the first 100 series, whose dates are all read', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    const two = (start: number, over: object) =>
      addGameSession(server, group, over, [start, start + 7 * DAY])
    for (let series = 0; series <= 100; series++)
      await two(now() + (series + 1) * HOUR, { title: `Series ${series}` })
    await addGameSession(server, group, { title: 'Single' }, [now() + HOUR])
    await addGameSession(server, group, { title: 'Too late' }, [now() + 102 * HOUR])
    const titles = (await events()).map(({ summary }) => summary.split(': ')[1])
    expect(titles).toHaveLength(101)
    expect(titles).toContain('Single')
    expect(titles.at(-1)).toBe('Series 99')
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
