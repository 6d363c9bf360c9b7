import ICAL from 'ical.js'
import type { GroupId } from '#contract/ids.ts'
import { departGroups } from '#server/modules/groups/departureRepository.ts'
import { changing } from '#server/work/work.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const REPEATS = { unit: 'week', every: 1, count: 3 } as const

serverTests('entries of a calendar link on %s', { engines: bothEngines }, (server) => {
  const calls = planningOf(server)
  let group: GroupId
  let path: string
  beforeEach(() => server.empty())
  const [olwen, finn, rosa] = playersOf(server, 'Olwen', 'Finn', 'Rosa')
  beforeEach(async () => {
    group = await calls.group(olwen, finn, rosa)
    path = await calendarsOf(server).feedOf(finn)
    await calls.plan(olwen, group, calls.at(3), { repeats: REPEATS, title: 'Dusk', place: 'Graz' })
  })
  const dates = async () => (await calls.read(olwen, group)).dates
  const entries = async () => {
    const { body } = await server.app.inject(path)
    return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
  }
  const valueIn = (entry: ICAL.Component | undefined, name: string) =>
    String(entry?.getFirstPropertyValue(name))
  /** What programs compare, and what they show. */
  async function state() {
    const all = await entries()
    const version = (['sequence', 'dtstamp', 'last-modified'] as const).map((name) =>
      valueIn(all[0], name),
    )
    const shown = all.map((entry) => {
      for (const name of ['sequence', 'dtstamp', 'last-modified']) entry.removeProperty(name)
      return entry.toString()
    })
    return { version, shown: shown.join() }
  }
  const change = (over: object) => async () => {
    const [date] = await dates()
    const { title, place, link, notes, sequence, id } = date ?? {}
    const start = Date.parse(date?.starts_at ?? '')
    return calls.change(olwen, id, start, { title, place, link, notes, sequence, ...over })
  }
  const host = (member: TestUser | null) => async () =>
    calls.call(olwen, 'PUT', `dates/${(await dates())[0]?.id}/host/`, {
      member_id: member?.id ?? null,
    })
  const rename = async () => {
    const { clock } = server.deps
    await server.update('users', { id: rosa.id }, { username: 'Rosie' })
    const given_up_at = clock()
    await server.insert('old_usernames', {
      ...{ user_id: rosa.id, username: 'Rosa', username_key: 'rosa' },
      ...{ given_up_at, free_at: given_up_at },
    })
  }
  const depart = () => changing(server.deps, (w) => departGroups(w, rosa.id))

  type Act = () => Promise<unknown>
  test.each<[string, Act, before?: Act]>([
    ['the title', () => change({ title: 'Dawn', scope: 'this' })()],
    ['the place of all', () => change({ place: 'Linz', scope: 'all' })()],
    ['the notes', () => change({ notes: 'Dice', scope: 'this' })()],
    ['the link', () => change({ link: 'https://a.example/' })()],
    ['the time', () => change(calls.period(calls.at(4)))()],
    ['the length', () => change({ ends_at: new Date(calls.at(3) + 5 * HOUR).toISOString() })()],
    ['a host who is chosen', () => host(rosa)()],
    ['a host who withdraws', () => host(null)(), () => host(rosa)()],
    ['another host', () => host(olwen)(), () => host(rosa)()],
    ['the name of the host', rename, () => host(rosa)()],
    ['a host who leaves', () => calls.call(rosa, 'GET', `leave/${group}`), () => host(rosa)()],
    ['a host whose account is deactivated', depart, () => host(rosa)()],
    ['an own answer', async () => calls.answer(finn, (await dates())[0], 'not_coming')],
    [
      'a date that is cancelled',
      async () => calls.call(olwen, 'DELETE', `dates/${(await dates())[1]?.id}`),
    ],
    [
      'a session that is cancelled',
      async () => calls.call(olwen, 'DELETE', `sessions/${(await dates())[0]?.session_id}`),
    ],
  ])('are newer after a change of %s', async (_what, act, before) => {
    await before?.()
    server.passTime(HOUR)
    const old = await state()
    await act()
    const { version, shown } = await state()
    expect(shown).not.toBe(old.shown)
    expect(version[1] ?? '').toMatch(/^\d/)
    expect((version[1] ?? '') > (old.version[1] ?? '')).toBe(true)
    expect(version[2]).toBe(version[1])
    expect(Number(version[0])).toBeGreaterThanOrEqual(Number(old.version[0]))
    server.passTime(HOUR)
    expect((await state()).version).toEqual(version)
  })

  test('name the place of the host, not the one of the others, as plan and mails do', async () => {
    await host(rosa)()
    const hosted = async () => valueIn((await entries())[1], 'location')
    expect(await hosted()).toBe('Hosted by Rosa')
    expect((await dates()).map(({ place }) => place)).toEqual(['', 'Graz', 'Graz'])
    await calls.change(rosa, (await dates())[0]?.id, calls.at(3), {
      ...{ title: 'Dusk', place: 'Elm Street 3', notes: '', link: '', scope: 'this' },
      sequence: (await dates())[0]?.sequence,
    })
    expect(await hosted()).toBe('Elm Street 3')
    await host(olwen)()
    expect(await hosted()).toBe('Hosted by Olwen')
    await host(null)()
    expect((await dates())[0]?.place).toBe('Graz')
  })

  test('of a seat have the stamps that mails about it have', async () => {
    const seats = registrationsOf(server)
    const event = await seats.event({ starts_at: server.deps.clock() + 5 * DAY })
    server.passTime(HOUR)
    await seats.signUp(finn, event)
    const file = (await deliveredMail(server)).at(-1)?.attachments[0]?.text ?? ''
    const mailed = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')
    const inFeed = (await entries()).find(
      (one) => valueIn(one, 'uid') === valueIn(mailed ?? undefined, 'uid'),
    )
    for (const name of ['sequence', 'dtstamp', 'last-modified'])
      expect(valueIn(mailed ?? undefined, name)).toBe(valueIn(inFeed, name))
  })
})
