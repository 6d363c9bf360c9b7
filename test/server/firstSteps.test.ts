import { FIRST_EVENTS_MAX } from '#server/modules/calendar/siteRoutes.ts'
import { changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGroup } from '#test/helpers/fixtures/gameSessions.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

serverTests('the first steps of a newcomer, on %s', { engines: bothEngines }, (server) => {
  let registrations: ReturnType<typeof registrationsOf>
  let mira: TestUser
  let tam: TestUser
  beforeAll(async () => {
    registrations = registrationsOf(server)
  })
  beforeEach(async () => {
    await server.empty()
    mira = await server.addUser('Mira')
    tam = await server.addUser('Tam')
  })

  const now = () => server.deps.clock()
  const at = (time: number) => new Date(time).toISOString()
  const steps = async (who = mira) =>
    (await calendarsOf(server).upcoming(await server.renew(who))).first_steps
  const events = async (who = mira): Promise<string[]> =>
    (await steps(who)).events.map(({ title }: { title: string }) => title)
  const save = (body: object) =>
    server.app.inject({
      method: 'PUT',
      url: '/api/users/preferences/',
      headers: mira.auth,
      payload: { email_notifications: false, ...body },
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
      preferences: { email_notifications: false, ...ALL_MAILS, time_zone: null },
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
