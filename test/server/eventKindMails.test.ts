import type { ContentId } from '#contract/ids.ts'
import { announceCancellations, announceDue } from '#server/modules/notifications/announcer.ts'
import { addEvent, addNews, changeContent, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

deskTests('mails of some kinds of events on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [mira, olwen] = playersOf(server, 'Mira', 'Olwen')
  const [ada] = staffOf(server, 'Ada')
  let workshop = 0
  let fair = 0
  beforeEach(async () => {
    const add = async (name: string) => (await ada.post('/event-kinds', { name })).json().id
    workshop = await add('Workshop')
    fair = await add('Fair')
    await wish(mira, [workshop])
    await wish(olwen, null)
    server.passTime(2 * HOUR)
    for (const user of [mira, olwen]) Object.assign(user, await server.renew(user))
  })

  const wish = async (user: TestUser, event_kinds: readonly number[] | null | undefined) => {
    const body = { email_notifications: true, event_kinds }
    const { statusCode } = await server.send('PUT', '/api/users/preferences/', user.auth, body)
    return statusCode
  }
  const preferences = async ({ auth }: TestUser) =>
    (await server.app.inject({ url: '/api/users/preferences', headers: auth })).json()
  const event = (event_kind_id: number | null, over: object = {}) =>
    addEvent(server, { event_kind_id: event_kind_id as never, ...over })
  const mailed = async () => (await deliveredMail(server)).map(({ to }) => to).sort()
  const [both, one] = [['mira@example.org', 'olwen@example.org'], ['olwen@example.org']]
  const members = async (id: ContentId) =>
    (await ada.get(`/contents/${id}/audience`)).json().members

  test.each([
    ['of a kind of theirs', () => event(workshop), both],
    ['of another kind', () => event(fair), one],
    ['without a kind', () => event(null), one],
    ['that are news', () => addNews(server), both],
  ])(
    'go to those who want them, for items %s; the desk counts the same',
    async (_what, add, to) => {
      expect(await members(await add())).toBe(to.length)
      expect(await announceDue(server.deps)).toBe(to.length)
      expect(await announceDue(server.deps)).toBe(0)
      expect(await mailed()).toEqual(to)
    },
  )

  test('are of all kinds again once the only ones that were chosen are deleted', async () => {
    await ada.remove(`/event-kinds/${workshop}`)
    expect(await preferences(mira)).toMatchObject({ event_kinds: null })
    await event(fair)
    await announceDue(server.deps)
    expect(await mailed()).toEqual(both)
  })

  test('are none of those whose id begins alike', async () => {
    await server.insert('event_kinds', {
      id: (workshop * 10 + 1) as never,
      name: 'Long',
      position: 9,
    })
    await event(workshop * 10 + 1)
    await announceDue(server.deps)
    expect(await mailed()).toEqual(one)
  })

  test('are not sent to a member who has left the kind since they were written', async () => {
    await event(workshop)
    expect(await announceDue(server.deps)).toBe(2)
    await wish(mira, [fair])
    expect(await mailed()).toEqual(one)
  })

  test('are about a text in several languages if one of its translations has the kind', async () => {
    await event(workshop, { translation_group: 'a' })
    await event(null, { translation_group: 'a', language: 'de' })
    await announceDue(server.deps)
    expect(await mailed()).toEqual(both)
  })

  test('a cancellation goes to those who were notified', async () => {
    const ids = [await event(workshop), await event(fair)]
    await announceDue(server.deps)
    await deliveredMail(server)
    await wish(mira, [])
    for (const id of ids) await changeContent(server, id, { cancelled_at: server.deps.clock() })
    expect(await announceCancellations(server.deps)).toBe(3)
  })

  test('the preferences have the kinds and the choice, and nothing of them without kinds', async () => {
    const kinds_of_events = [
      { id: workshop, name: 'Workshop' },
      { id: fair, name: 'Fair' },
    ]
    expect(await preferences(mira)).toMatchObject({ event_kinds: [workshop], kinds_of_events })
    expect(await preferences(olwen)).toMatchObject({ event_kinds: null, kinds_of_events })
    // A request without the field leaves the choice.
    await wish(mira, undefined)
    expect(await preferences(mira)).toMatchObject({ event_kinds: [workshop] })
    await wish(mira, [])
    expect(await preferences(mira)).toMatchObject({ event_kinds: [] })
    expect(await wish(mira, ['all'] as never)).toBe(400)
    await server.deps.db.deleteFrom('event_kinds').execute()
    const shown = Object.keys(await preferences(mira))
    expect(
      shown.filter((name) => name.includes('event_kinds') || name.includes('kinds_of')),
    ).toEqual([])
  })
})
