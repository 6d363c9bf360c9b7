import type { ContentId } from '#contract/ids.ts'
import { extendSeries } from '#server/modules/content/seriesJob.ts'
import {
  announceCancellations,
  announceDue,
  announceMoves,
} from '#server/modules/notifications/announcer.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { calendarProgram } from '#test/helpers/server/calendarProgram.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, playersOf } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const env = {
  ...{ TIME_ZONE: 'Europe/Vienna', PUBLIC_URL: 'https://discordia.example' },
  LANGUAGES: 'en,de',
}
const MONTHLY = { unit: 'month', every: 1 } as const

deskTests('series of events on %s', { engines: bothEngines, env }, (server) => {
  let ada: DeskCaller
  beforeEach(() => server.empty())
  beforeEach(async () => {
    ada = await server.staff('Ada')
  })
  const [mira] = playersOf(server, 'Mira')
  const calls = registrationsOf(server)

  const site = async (path: string) =>
    (await server.app.inject({ method: 'GET', url: `/api/contents${path}` })).json()
  const file = async (path = 'events.ics') =>
    (await server.app.inject({ method: 'GET', url: `/api/contents/${path}` })).body
  /** A Thursday in three weeks at 19:00 in Vienna. */
  const body = (start: number, over: object = {}) => ({
    kind: 'event',
    title: 'Open evening',
    short_description: 'In short',
    description: 'Long',
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + 3 * HOUR).toISOString(),
    location: 'Vienna',
    event_scope: 'National',
    event_type: 'Offline',
    ...over,
  })
  const inVienna = (at: number | string) =>
    new Date(at).toLocaleString('sv', { timeZone: 'Europe/Vienna' }).slice(11, 16)

  type Date = { id: ContentId; date: string; title: string; cancelled_at?: string }
  /** A published series, by default on a weekday of each month. */
  async function series(repeats: object = MONTHLY, over: object = {}) {
    const start = Math.floor(server.deps.clock() / DAY) * DAY + 21 * DAY + 17 * HOUR
    const made = await ada.post('/contents', body(start, { repeats, ...over }))
    expect(made.statusCode).toBe(201)
    await ada.post(`/contents/${made.json().id}/publish`, { scope: 'later' })
    const [first, second, third, ...others]: Date[] = await site('/activeEvents')
    if (!first || !second || !third) throw new Error('too few dates')
    return [first, second, third, ...others] as const
  }
  const edit = (date: Date, over: object = {}) =>
    ada.put(`/contents/${date.id}`, body(Date.parse(date.date), { ...over }))
  const moved = (date: Date, ms: number, over: object = {}) =>
    ada.put(`/contents/${date.id}`, body(Date.parse(date.date) + ms, over))

  async function subscribe({ id: user_id }: typeof mira) {
    const preferences = { user_id, notify_since: 1 }
    await server.deps.db.insertInto('preferences').values(preferences).execute()
  }
  async function subjects() {
    await announceDue(server.deps)
    await announceCancellations(server.deps)
    await announceMoves(server.deps)
    await calls.update()
    return (await deliveredMail(server)).map(({ subject }) => subject)
  }
  /** Starts as a calendar program shows them, by the feed of all events. */
  async function inCalendar(until: number) {
    const shown = calendarProgram()
      .open(await file())
      .shown(server.deps.clock(), until + 1)
    return shown.map(({ start }) => start)
  }

  test('a monthly evening of a year is announced once, and each change mailed once', async () => {
    await subscribe(mira)
    const dates = await series()
    expect([dates.length, new Set(dates.map(({ date }) => inVienna(date)))]).toEqual([
      12,
      new Set([inVienna(dates[0]?.date ?? '')]),
    ])
    expect(await site('/activeEvents?series=once')).toMatchObject([
      { id: dates[0]?.id, series: { rhythm: MONTHLY, time_zone: 'Europe/Vienna' } },
    ])
    const [, second, third] = dates
    server.passTime(HOUR)
    expect(await subjects()).toEqual(['Event: Open evening'])
    await moved(second, DAY)
    server.passTime(HOUR)
    await ada.post(`/contents/${third.id}/cancel`)
    const told = await subjects()
    expect(told).toHaveLength(3)
    expect(told.slice(1).toSorted()).toEqual([
      expect.stringMatching(/^Cancelled: Open evening, \w{3} \d+ \w{3}$/),
      expect.stringMatching(/^New time: Open evening, \w{3} \d+ \w{3}$/),
    ])
    const now: Date[] = await site('/activeEvents')
    const taking = now
      .filter(({ cancelled_at }) => !cancelled_at)
      .map(({ date }) => Date.parse(date))
    expect(await inCalendar(taking.at(-1) ?? 0)).toEqual(taking)
    expect((await file('events.atom')).match(/<entry/g)).toHaveLength(1)
    expect(await file('events.atom')).toMatch(/<summary>\w+ \w+ of the month, no end\. /)
  })

  test('a later change concerns this date and those after it, which stay the same articles', async () => {
    const dates = await series({ unit: 'week', every: 1, count: 4 }, { seats: 5 })
    const [, second] = dates
    await calls.signUp(mira, second.id)
    await edit(second, { title: 'Long evening', location: 'Graz', seats: 6, scope: 'later' })
    expect(
      (await moved(second, 2 * HOUR, { title: 'Long evening', seats: 6, scope: 'later' }))
        .statusCode,
    ).toBe(200)
    const after: Date[] = await site('/activeEvents')
    expect(after.map(({ id, title }) => [id, title])).toEqual(
      dates.map(({ id }, n) => [id, n === 0 ? 'Open evening' : 'Long evening']),
    )
    expect(after.map(({ date }) => inVienna(date))).toEqual(
      dates.map(({ date }, n) => inVienna(Date.parse(date) + (n === 0 ? 0 : 2 * HOUR))),
    )
    expect(await calls.mine(mira, second.id)).toBe('coming')
    // Seats of a later date are not lowered below its people either.
    const guests = { content_id: dates[2]?.id, name: 'Anna', companions: [''] }
    expect((await ada.post('/registrations', guests)).statusCode).toBe(201)
    const fewer = await moved(second, 2 * HOUR, { seats: 1, scope: 'later' })
    expect(fewer.json().errors[0]).toMatchObject({ code: 'seats_in_use', attr: 'seats' })
    const times = after.map(({ date }) => Date.parse(date))
    expect(await inCalendar(times.at(-1) ?? 0)).toEqual(times)
    server.passTime(HOUR)
    expect(await subjects()).toEqual([expect.stringMatching(/^New time: Long evening, /)])
  })

  test('a series that translates another one has each of its dates translated', async () => {
    const weekly = { unit: 'week', every: 1, count: 3 }
    const [first] = await series(weekly, { language: 'en' })
    const german = { title: 'Offener Abend', language: 'de', translation_of: first.id }
    const made = await ada.post(
      '/contents',
      body(Date.parse(first.date), { repeats: weekly, ...german }),
    )
    await ada.post(`/contents/${made.json().id}/publish`, { scope: 'later' })
    for (const [language, title] of [
      ['en', 'Open evening'],
      ['de', 'Offener Abend'],
    ]) {
      const shown: Date[] = await site(`/activeEvents?language=${language}`)
      expect(shown.map((one) => one.title)).toEqual([title, title, title])
    }
  })

  test('two staff who change later dates at once both find their change', async () => {
    const dates = await series({ unit: 'week', every: 1, count: 4 })
    const bea = await server.staff('Bea')
    const [, second, third] = dates
    const [one, other] = await Promise.all([
      edit(second, { location: 'Graz', scope: 'later' }),
      bea.put(
        `/contents/${third.id}`,
        body(Date.parse(third.date), { title: 'Long evening', scope: 'later' }),
      ),
    ])
    expect([one.statusCode, other.statusCode]).toEqual([200, 200])
    const after: Date[] = await site('/activeEvents')
    expect(after.map(({ title }) => title)).toEqual([
      ...['Open evening', 'Open evening'],
      ...['Long evening', 'Long evening'],
    ])
  })

  test('another rhythm keeps the dates on its days, cancels the others and adds its own', async () => {
    const dates = await series({ unit: 'week', every: 1 })
    const [first, second] = dates
    expect(dates).toHaveLength(24)
    const repeats = { unit: 'week', every: 2, count: 14 }
    const refused = await edit(second, { repeats })
    expect([refused.statusCode, refused.json().errors[0].attr]).toEqual([409, 'repeats'])
    await edit(second, { repeats, scope: 'later' })
    const after: Date[] = await site('/activeEvents')
    const taking = after.filter(({ cancelled_at }) => !cancelled_at)
    expect(taking).toHaveLength(15)
    expect(taking.slice(0, 13).map(({ id }) => id)).toEqual([
      first.id,
      ...dates.filter((_, n) => n % 2 === 1).map(({ id }) => id),
    ])
    const times = taking.map(({ date }) => Date.parse(date))
    expect(await inCalendar(times.at(-1) ?? 0)).toEqual(times)
    await edit(second, { repeats: null, scope: 'later' })
    const left: Date[] = await site('/activeEvents')
    expect(left.filter(({ cancelled_at }) => !cancelled_at).map(({ id }) => id)).toEqual([
      first.id,
      second.id,
    ])
  })

  test('a series without an end gets its next dates, like those that nobody edited alone', async () => {
    const dates = await series({ unit: 'week', every: 1 })
    const last = dates.at(-1)
    if (!last) throw new Error('no date')
    await edit(last, { title: 'With a guest' })
    expect(await extendSeries(server.deps)).toBe(0)
    server.passTime(35 * DAY)
    expect(await extendSeries(server.deps)).toBe(2)
    const after: Date[] = await site('/activeEvents')
    expect(after.slice(-3).map(({ title }) => title)).toEqual([
      'With a guest',
      'Open evening',
      'Open evening',
    ])
    ada = await server.staff('Bea')
    const cancel = await ada.post(`/contents/${after[5]?.id}/cancel`, { scope: 'later' })
    expect(cancel.json()).toMatchObject({ state: 'cancelled' })
    server.passTime(60 * DAY)
    expect(await extendSeries(server.deps)).toBe(0)
  })

  test('a series that ends has no further dates of any of its rhythms', async () => {
    const [first, second] = await series({ unit: 'week', every: 1 })
    await moved(second, HOUR, { scope: 'later' })
    await edit(first, { repeats: null, scope: 'later' })
    server.passTime(60 * DAY)
    expect(await extendSeries(server.deps)).toBe(0)
  })

  test('a copy is a draft at its own time, without people, and keeps the picture of both', async () => {
    const start = server.deps.clock() + 21 * DAY
    const closes = { registration_closes_at: new Date(start - DAY).toISOString() }
    const { id } = (await ada.post('/contents', body(start, { seats: 3, ...closes }))).json()
    await ada.post(`/contents/${id}/publish`)
    await calls.signUp(mira, id)
    const later = new Date(start + 7 * DAY).toISOString()
    const copied = await ada.post(`/contents/${id}/copy`, { starts_at: later })
    expect(copied.json()).toMatchObject({
      title: 'Open evening',
      state: 'draft',
      starts_at: later,
      ends_at: new Date(start + 7 * DAY + 3 * HOUR).toISOString(),
      registration_closes_at: new Date(start + 6 * DAY).toISOString(),
      seats: 3,
      taken: 0,
      series_id: null,
    })
  })

  const weekly = { unit: 'week', every: 1 } as const
  const taking = (dates: readonly Date[]) => dates.filter(({ cancelled_at }) => !cancelled_at)
  const cancel = (date: Date | undefined, scope?: 'later') =>
    ada.post(`/contents/${date?.id}/cancel`, { scope })
  async function inCalendarToo(dates: readonly Date[]) {
    const starts = taking(dates).map(({ date }) => Date.parse(date))
    expect(await inCalendar(starts.at(-1) ?? 0)).toEqual(starts)
  }

  test('more days in a rhythm keep each date on its days, also beyond those that are made', async () => {
    const dates = await series(weekly)
    const [first] = dates
    await edit(first, { repeats: { ...weekly, weekdays: ['MO', 'TU'] }, scope: 'later' })
    const after: Date[] = await site('/activeEvents')
    expect(after.filter(({ cancelled_at }) => cancelled_at)).toEqual([])
    expect(dates.every(({ id }) => after.some((one) => one.id === id))).toBe(true)
    await inCalendarToo(after)
  })

  test('a later end leaves a cancelled date cancelled, and one that was moved alone where it is', async () => {
    const [first, second, third] = await series({ ...weekly, count: 4 })
    await cancel(second)
    await moved(third, DAY)
    await edit(first, { repeats: { ...weekly, count: 6 }, scope: 'later' })
    const after: Date[] = await site('/activeEvents')
    expect(after).toHaveLength(6)
    expect(after[1]).toMatchObject({ id: second.id, cancelled_at: expect.any(String) })
    expect(after[2]).toMatchObject({
      id: third.id,
      date: new Date(Date.parse(third.date) + DAY).toISOString(),
    })
    await inCalendarToo(after)
  })

  test('a series that moves by a week takes its cancelled date along', async () => {
    const dates = await series({ ...weekly, count: 5 })
    const [first, , third] = dates
    await cancel(third)
    await moved(first, 7 * DAY, { scope: 'later' })
    await inCalendarToo(await site('/activeEvents'))
  })

  test('a date that was moved alone stays as far from the others when these move with it', async () => {
    const dates = await series({ ...weekly, count: 4 })
    const [, second] = dates
    await moved(second, DAY)
    await moved(second, DAY + HOUR, { scope: 'later' })
    const after: Date[] = await site('/activeEvents')
    const shifts = [0, DAY + HOUR, HOUR, HOUR]
    expect(after.map(({ date }) => Date.parse(date))).toEqual(
      dates.map(({ date }, n) => Date.parse(date) + (shifts[n] ?? 0)),
    )
  })

  test('a series stays one after its rhythm has changed: in lists, in mails and for what is later', async () => {
    await subscribe(mira)
    const [, , third] = await series({ ...weekly, count: 5 })
    await subjects()
    server.passTime(HOUR)
    await moved(third, HOUR, { scope: 'later' })
    server.passTime(HOUR)
    expect(await subjects()).toEqual([
      'Event: Open evening',
      expect.stringMatching(/^New time: Open evening, Mon \d+ \w+, Mon .* and Mon /),
    ])
    expect(await site('/activeEvents?series=once')).toHaveLength(1)
    const after: Date[] = await site('/activeEvents')
    await inCalendarToo(after)
    const files = (await deliveredMail(server)).flatMap((mail) =>
      mail.attachments.map(({ text }) => text),
    )
    const shown = calendarProgram()
      .open(...files)
      .shown(0, Date.parse(after.at(-1)?.date ?? '') + 1)
    expect(shown.map(({ start }) => start)).toEqual(after.map(({ date }) => Date.parse(date)))
    await cancel(after[1], 'later')
    expect(taking(await site('/activeEvents')).map(({ id }) => id)).toEqual([after[0]?.id])
    expect((await subjects()).slice(2)).toEqual([
      expect.stringMatching(/^Cancelled: Open evening, Mon .* and 1 more$/),
    ])
  })

  test('a series is announced although its first date is cancelled before the mail is sent', async () => {
    await subscribe(mira)
    const [first] = await series({ ...weekly, count: 3 })
    await announceDue(server.deps)
    await cancel(first)
    expect(await subjects()).toEqual(['Event: Open evening'])
  })

  test('a second move of one date mails it apart from those that moved with it', async () => {
    await subscribe(mira)
    const [, second] = await series({ ...weekly, count: 4 })
    await subjects()
    server.passTime(HOUR)
    await moved(second, 2 * HOUR, { scope: 'later' })
    server.passTime(5 * 60_000)
    await moved(second, 3 * HOUR)
    server.passTime(HOUR)
    expect((await subjects()).slice(1).toSorted()).toEqual([
      expect.stringMatching(/^New time: Open evening, Mon \d+ \w+$/),
      expect.stringMatching(/^New time: Open evening, Mon \d+ \w+ and Mon/),
    ])
  })

  test('seats stay at published dates, and words that a date has alone are still found', async () => {
    const [, second] = await series({ ...weekly, count: 3 }, { seats: 5 })
    const draft = await ada.post(
      '/contents',
      body(server.deps.clock() + 60 * DAY, { repeats: { ...weekly, count: 3 }, seats: 5 }),
    )
    const dates = await ada.get(`/contents?filter={"series_id":${draft.json().series_id}}`)
    const last = dates.json().at(0)
    await ada.post(`/contents/${last.id}/publish`)
    await ada.put(`/contents/${last.id}`, {
      ...body(Date.parse(last.starts_at), { description: 'Bring a lantern' }),
    })
    const closed = await ada.put(
      `/contents/${draft.json().id}`,
      body(Date.parse(draft.json().starts_at), { seats: null, scope: 'later' }),
    )
    expect([closed.statusCode, closed.json().errors[0].attr]).toEqual([409, 'seats'])
    await ada.put(
      `/contents/${draft.json().id}`,
      body(Date.parse(draft.json().starts_at), { title: 'Late evening', scope: 'later' }),
    )
    const row = await server.deps.db
      .selectFrom('contents')
      .select(['title', 'search_text'])
      .where('id', '=', last.id)
      .executeTakeFirstOrThrow()
    expect([row.title, row.search_text]).toEqual([
      'Late evening',
      expect.stringContaining('lantern'),
    ])
    expect(second).toBeDefined()
  })
})
