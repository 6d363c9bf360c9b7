import type { GroupId } from '#contract/ids.ts'
import { FIRST_EVENTS_MAX, NEXT_ITEMS_MAX } from '#server/modules/calendar/siteRoutes.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '#test/helpers/fixtures/gameSessions.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const NOTHING = { items: [], total: 0 }

serverTests('the coming dates of a member, on %s', (server) => {
  let registrations: ReturnType<typeof registrationsOf>
  beforeAll(async () => {
    registrations = registrationsOf(server)
  })
  beforeEach(() => server.empty())
  const [mira, tam] = playersOf(server, 'Mira', 'Tam')

  const next = async (who = mira) => calendarsOf(server).upcoming(await server.renew(who))
  const now = () => server.deps.clock()
  const at = (time: number) => new Date(time).toISOString()

  test('nothing, for a member without groups and events', async () => {
    const nothing = { dates: NOTHING, polls: NOTHING, invites: NOTHING, entries: NOTHING }
    expect(await next()).toMatchObject(nothing)
  })

  test('sessions of the next 14 days with the own answer', async () => {
    const group = await addGroup(server, 'The Lanterns', tam.id, mira.id)
    const { dates } = await addGameSession(server, group, {}, [now() + DAY, now() + 2 * DAY])
    await addGameSession(server, group, { title: 'Too late' }, [now() + 15 * DAY])
    await addGameSession(server, group, { title: 'Off', cancelled_at: now() }, [now() + 3 * DAY])
    await addGameSession(server, await addGroup(server, 'Strangers', tam.id))
    const [date_id = 0] = dates
    await server.insert('game_answers', {
      date_id: date_id as (typeof dates)[number],
      group_id: group,
      user_id: mira.id,
      answer: 'coming',
      updated_at: now(),
    })
    const { items, total } = (await next()).dates
    expect(total).toBe(3)
    expect(items).toMatchObject([
      { group_id: group, date_id, group_name: 'The Lanterns', content_id: null, state: 'coming' },
      { title: 'The sunken library', starts_at: at(now() + 2 * DAY), state: 'unanswered' },
      { title: 'Off', state: 'cancelled' },
    ])
  })

  test('the next session that takes place, however late, before the others', async () => {
    const group = await addGroup(server, 'The Lanterns', mira.id)
    await addGameSession(server, group, { title: 'Off', cancelled_at: now() }, [now() + DAY])
    await addGameSession(server, group, { title: 'Next' }, [now() + 40 * DAY, now() + 47 * DAY])
    expect((await next()).dates.items).toMatchObject([
      { title: 'Next', starts_at: at(now() + 40 * DAY) },
      { title: 'Off', state: 'cancelled' },
    ])
  })

  test('events that the member has signed up for, and an offered seat first, however late', async () => {
    const soon = await registrations.event({ starts_at: now() + 2 * DAY })
    const full = await registrations.event({ starts_at: now() + 3 * DAY })
    const late = await registrations.event({ starts_at: now() + 30 * DAY })
    await registrations.event({ title: 'Not mine' })
    await registrations.signUp(mira, soon)
    for (const event of [full, late]) {
      await registrations.signUp(tam, event)
      await registrations.signUp(mira, event)
    }
    await registrations.cancel(tam, late)
    await registrations.update()
    const { items } = (await next()).dates
    expect(items).toMatchObject([
      { content_id: late, group_id: null, state: 'offered', offered_until: at(now() + DAY) },
      { content_id: soon, state: 'coming', offered_until: null },
      { content_id: full, state: 'waiting', location: 'Vienna' },
    ])
    await changeContent(server, soon, { cancelled_at: now() })
    server.passTime(DAY + 1)
    expect((await next()).dates.items).toMatchObject([{ state: 'cancelled' }, { state: 'waiting' }])
  })

  test('an offered seat of an event that was moved, until the event begins', async () => {
    const event = await registrations.event()
    for (const who of [tam, mira]) await registrations.signUp(who, event)
    await registrations.cancel(tam, event)
    const starts_at = now() + 2 * HOUR
    await changeContent(server, event, { starts_at, ends_at: starts_at + HOUR })
    expect((await next()).dates.items).toMatchObject([
      { state: 'offered', offered_until: at(starts_at) },
    ])
  })

  async function addPoll(group_id: GroupId, starts_at: number, title = 'When?') {
    const poll = {
      group_id,
      title,
      notes: '',
      time_zone: 'UTC',
      created_at: now(),
      updated_at: now(),
    }
    const { id } = await server.insert('date_polls', { ...poll, state: 'open' })
    return server.insert('date_options', { poll_id: id, starts_at, ends_at: starts_at + HOUR })
  }

  test('open polls that the member has not answered, while a date is in the future', async () => {
    const { db } = server.deps
    const group = await addGroup(server, 'The Lanterns', tam.id, mira.id)
    const option = await addPoll(group, now() + DAY)
    await addPoll(group, now() - HOUR, 'Over')
    await addPoll(await addGroup(server, 'Strangers', tam.id), now() + DAY)
    const poll = { group_id: group, group_name: 'The Lanterns', title: 'When?' }
    expect((await next()).polls).toEqual({ items: [poll], total: 1 })
    const answer = { option_id: option.id, group_id: group, answer: 'no' as const, updated_at: 1 }
    await server.insert('date_answers', { ...answer, user_id: tam.id })
    expect((await next()).polls.total).toBe(1)
    await server.insert('date_answers', { ...answer, user_id: mira.id })
    expect((await next()).polls).toEqual(NOTHING)
    await db.deleteFrom('date_answers').execute()
    const close = (closes_at: number) => server.update('date_polls', {}, { closes_at })
    await close(now() + HOUR)
    expect((await next()).polls.total).toBe(1)
    await close(now())
    expect((await next()).polls).toEqual(NOTHING)
    await close(now() + HOUR)
    await server.update('date_polls', {}, { state: 'cancelled' })
    expect((await next()).polls).toEqual(NOTHING)
  })

  test('invites, and own entries under review; five of each and their number', async () => {
    const type_id = await addGlossaryType(server, 'Places')
    for (let count = 1; count <= NEXT_ITEMS_MAX + 2; count += 1) {
      const group_id = await addGroup(server, `Group ${count}`, tam.id)
      await server.insert('invites', {
        group_id,
        target_user_id: mira.id,
        invited_by: tam.id,
        created_at: now(),
      })
      await addEntry(server, mira.id, `Entry ${count}`, { type_id, approved_at: null })
    }
    await addEntry(server, mira.id, 'Approved', { type_id })
    const { invites, entries } = await next()
    expect([invites.total, entries.total]).toEqual([7, 7])
    expect([invites.items.length, entries.items.length]).toEqual([5, 5])
    expect(invites.items[0]).toEqual({ id: expect.any(Number), group_name: 'Group 1' })
    expect(entries.items[0]).toEqual({ id: expect.any(Number), title: 'Entry 1' })
    expect(await next(tam)).toMatchObject({ invites: NOTHING, entries: NOTHING })
  })
})

serverTests('the first steps of a newcomer, on %s', { engines: bothEngines }, (server) => {
  let registrations: ReturnType<typeof registrationsOf>
  beforeAll(async () => {
    registrations = registrationsOf(server)
  })
  beforeEach(() => server.empty())
  const [mira, tam] = playersOf(server, 'Mira', 'Tam')

  const now = () => server.deps.clock()
  const at = (time: number) => new Date(time).toISOString()
  const steps = async (who = mira) =>
    (await calendarsOf(server).upcoming(await server.renew(who))).first_steps
  const events = async (who = mira): Promise<string[]> =>
    (await steps(who)).events.map(({ title }: { title: string }) => title)
  const save = (body: object) =>
    server.send('PUT', '/api/users/preferences/', mira.auth, {
      email_notifications: false,
      ...body,
    })

  test('have the next events with the seats that are left, the preferences, and no own entry', async () => {
    const starts_at = now() + DAY
    const ends_at = starts_at + HOUR
    const event = { title: 'Soon', starts_at, ends_at, seats: 3, location: 'Graz' }
    const content_id = await registrations.event(event)
    await registrations.signUp(tam, content_id)
    expect(await steps()).toEqual({
      events: [
        {
          content_id,
          title: 'Soon',
          starts_at: at(starts_at),
          ends_at: at(ends_at),
          location: 'Graz',
          left: 2,
        },
      ],
      has_entry: false,
      preferences: { email_notifications: false, ...ALL_MAILS, weekly_mails: [], time_zone: null },
    })
  })

  test('leave out events that a newcomer gets no seat at', async () => {
    await registrations.event({ title: 'Over', starts_at: now() - HOUR, ends_at: now() + HOUR })
    await registrations.event({ title: 'Closed', registration_closes_at: now() })
    await registrations.event({ title: 'Withdrawn', unpublished_at: now() })
    await registrations.event({ title: 'Not yet published', publish_at: now() + HOUR })
    await registrations.event({ title: 'Without seats', seats: null, waiting_max: null })
    const cancelled = await registrations.event({ title: 'Cancelled' })
    await changeContent(server, cancelled, { cancelled_at: now() })
    const full = await registrations.event({ title: 'Full' })
    await registrations.signUp(tam, full)
    const queued = await registrations.event({ title: 'For the waiting list', seats: 2 })
    const others = [tam, await server.addUser('Una'), await server.addUser('Finn')]
    for (const one of others) await registrations.signUp(one, queued)
    await changeContent(server, queued, { seats: 3 })
    await registrations.event({ title: 'Free' })
    expect(await events()).toEqual(['Free'])
  })

  test('have three events at most, the soonest first', async () => {
    for (const days of [5, 3, 4, 6])
      await registrations.event({ title: `In ${days} days`, starts_at: now() + days * DAY })
    expect(await events()).toEqual(['In 3 days', 'In 4 days', 'In 5 days'])
    expect(FIRST_EVENTS_MAX).toBe(3)
  })

  test('have no events for a member who is signed up for one, and the own entry once there is one', async () => {
    const far = await registrations.event({ title: 'Far', starts_at: now() + 50 * DAY, seats: 5 })
    await registrations.signUp(mira, far)
    expect(await events()).toEqual([])
    expect(await events(tam)).toEqual(['Far'])
    await registrations.cancel(mira, far)
    expect(await events()).toEqual(['Far'])
    const type_id = await addGlossaryType(server, 'Places')
    await addEntry(server, mira.id, 'The mill', { type_id, approved_at: null })
    expect([await steps(), await steps(tam)]).toMatchObject([
      { has_entry: true },
      { has_entry: false },
    ])
  })

  test('are gone with the first group, and come back without one', async () => {
    const group = await addGroup(server, 'The Lanterns', tam.id, mira.id)
    expect([await steps(), await steps(tam)]).toEqual([undefined, undefined])
    await server.deps.db
      .deleteFrom('memberships')
      .where('group_id', '=', group)
      .where('user_id', '=', mira.id)
      .execute()
    expect(await steps()).toBeDefined()
  })

  test('are hidden by a preference, which changes no other one', async () => {
    await save({ email_notifications: true, time_zone: 'Europe/Vienna' })
    await save({ email_notifications: true, first_steps: false })
    expect([await steps(), await steps(tam)]).toEqual([undefined, expect.any(Object)])
    await save({ email_notifications: true, first_steps: true })
    expect((await steps()).preferences).toEqual({
      email_notifications: true,
      ...ALL_MAILS,
      weekly_mails: [],
      time_zone: 'Europe/Vienna',
    })
  })

  test.each(['Mars/Base', '+01:00', ''])(
    'the time zone “%s” is refused, and nothing is saved',
    async (time_zone) => {
      const refused = await save({ email_notifications: true, time_zone })
      expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
        400,
        { code: 'invalid', attr: 'time_zone' },
      ])
      expect((await steps()).preferences).toMatchObject({
        email_notifications: false,
        time_zone: null,
      })
    },
  )

  test('a time zone is kept by a save without one, and removed by null', async () => {
    await save({ time_zone: 'Asia/Tokyo' })
    await save({})
    expect((await steps()).preferences.time_zone).toBe('Asia/Tokyo')
    await save({ time_zone: null })
    expect((await steps()).preferences.time_zone).toBeNull()
  })
})
