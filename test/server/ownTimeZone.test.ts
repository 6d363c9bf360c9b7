import { announceDue } from '#server/modules/notifications/announcer.ts'
import { addEvent, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const START = Date.UTC(2027, 6, 3, 17)

serverTests('the time zone that a member has chosen for emails, on %s', (server) => {
  let olwen: TestUser
  let finn: TestUser
  beforeEach(async () => {
    await server.empty()
    olwen = await server.addUser('Olwen')
    finn = await server.addUser('Finn')
    await server.app.inject({
      method: 'PUT',
      url: '/api/users/preferences/',
      headers: finn.auth,
      payload: { email_notifications: true, time_zone: 'Asia/Tokyo' },
    })
  })

  const lastTo = async ({ id }: TestUser) => {
    const { email } = await server.deps.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return (await deliveredMail(server)).findLast(({ to }) => to === email)?.text
  }

  test('is that of sessions, until the member answers from another one', async () => {
    const calls = planningOf(server)
    const group = await calls.group(olwen, finn)
    await calls.plan(olwen, group, START)
    expect(await lastTo(finn)).toContain('When: Sun 4 Jul 2027, 02:00–05:00 Tokyo time')
    const [date] = (await calls.read(finn, group)).dates
    await calls.answer(finn, date, 'coming', 'America/New_York')
    await calls.change(olwen, date?.id, START + HOUR)
    expect(await lastTo(finn)).toContain('When: Sat 3 Jul 2027, 14:00–17:00 New York time')
  })

  test('is that of sessions of a group that the member leaves', async () => {
    const calls = planningOf(server)
    const group = await calls.group(olwen, finn)
    await calls.plan(olwen, group, START)
    await calls.call(olwen, 'GET', `disband/${group}`)
    expect(await lastTo(finn)).toContain('Planned for: Sun 4 Jul 2027, 02:00 Tokyo time')
  })

  test('is that of a seat, unless its browser was in another one', async () => {
    const calls = registrationsOf(server)
    const event = await calls.event({ starts_at: START, ends_at: START + HOUR, seats: 5 })
    await calls.signUp(finn, event)
    expect(await lastTo(finn)).toContain('When: Sun 4 Jul 2027, 02:00–03:00 Tokyo time')
    await calls.signUp(olwen, event)
    expect(await lastTo(olwen)).toContain('Vienna time')
    await calls.cancel(finn, event)
    await calls.signUp(finn, event, { time_zone: 'America/New_York' })
    expect(await lastTo(finn)).toContain('When: Sat 3 Jul 2027, 13:00–14:00 New York time')
  })

  test('is that of new events', async () => {
    server.passTime(HOUR)
    await addEvent(server, {
      starts_at: START,
      ends_at: START + HOUR,
      publish_at: server.deps.clock(),
    })
    await announceDue(server.deps)
    expect(await lastTo(finn)).toContain('When: Sun 4 Jul 2027, 02:00–03:00 Tokyo time')
  })
})
