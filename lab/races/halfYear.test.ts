import { Temporal } from 'temporal-polyfill'
import type { DatePoll } from '../../contract/datePolls.ts'
import type { Invite } from '../../contract/groups.ts'
import type { GameDateId, GroupId } from '../../contract/ids.ts'
import type { PastDetails } from '../../contract/past.ts'
import type { Repeats } from '../../contract/planFields.ts'
import type { Plan } from '../../contract/planning.ts'
import { DAY_MS, HOUR_MS } from '../../server/config/time.ts'
import type { planningOf } from '../../test/helpers/server/planning.ts'
import { serverTests } from '../../test/helpers/server/serverTests.ts'
import { bothEngines } from '../../test/helpers/server/startServer.ts'
import { brokenRules } from './invariants.ts'
import { stopByClick } from './mailAnswers.ts'
import { type Known, playGroup } from './playedGroup.ts'

jest.setTimeout(600_000)

const HOME = 'Europe/Vienna'
/** The zone in which each member answers: three of them, one of them with the opposite summer time. */
const ZONES = {
  Olwen: HOME,
  Finn: 'America/New_York',
  Otto: 'Pacific/Auckland',
  Nia: HOME,
  Rhea: HOME,
} as const
const WEEKS = 29
/** Who does not come, week after week. */
const ABSENT: readonly (readonly (keyof typeof ZONES)[])[] = [
  [],
  ['Finn'],
  ['Otto', 'Nia'],
  ['Olwen'],
]
/** Who answers from mails every other week. */
const BY_MAIL = ['Finn', 'Otto']
const FIRST = Temporal.PlainDateTime.from('2026-10-01T19:00')

const inVienna = (time: Temporal.PlainDateTime): number =>
  time.toZonedDateTime(HOME).epochMilliseconds
/** Thursdays at seven in the evening in Vienna, whatever the clocks do. */
const thursday = (week: number): number => inVienna(FIRST.add({ weeks: week }))
/** Nothing later is looked at: a series has no end. */
const HORIZON = thursday(WEEKS + 8)

/** First and third Sundays of the months from March on, at three in the afternoon. */
const sundays = (): number[] =>
  Array.from({ length: 24 }, (_, month) => month).flatMap((month) => {
    const day = Temporal.PlainDate.from('2027-03-01').add({ months: month })
    const first = day.add({ days: 7 - day.dayOfWeek }).toPlainDateTime('15:00')
    return [inVienna(first), inVienna(first.add({ days: 14 }))]
  })

serverTests('half a year of a group on %s', { engines: bothEngines }, (server, engine) => {
  const played = () => playGroup(server, ZONES, HORIZON)
  let table: ReturnType<typeof played>
  let group: GroupId
  beforeAll(async () => {
    table = played()
    server.passTime(thursday(0) - 7 * DAY_MS - server.deps.clock())
    group = await table.found('Olwen', 'Finn', 'Otto', 'Nia')
    table.mailed.add('Otto')
  })

  const { call, period, others, wait } = {
    call: (by: string, ...request: Request) => table.calls.call(table.user(by), ...request),
    period: (start: number) => table.calls.period(start),
    others: (kind: string, ...without: readonly string[]) => table.others(kind, ...without),
    wait: (time: number, mails: readonly string[]) => table.wait(time, mails),
  }
  const act = (response: ReturnType<typeof call>, mails: readonly string[] = []) =>
    table.act(response, mails)

  const idOf = (week: number): GameDateId => {
    const found = [...table.dates].find(([, { week: planned }]) => planned === week)
    if (found === undefined) throw new Error(`No date in week ${week}`)
    return found[0]
  }
  /** Sends the change of a date, whose other facts stay as they are. */
  async function change(by: string, id: GameDateId, over: object, scope = 'this') {
    const date = (await table.plan(by)).dates.find((one) => one.id === id)
    if (date === undefined) throw new Error(`Date ${id} is not shown`)
    const { title, starts_at, ends_at, place, link, notes, sequence } = date
    const same = { title, starts_at, ends_at, place, link, notes, sequence, scope }
    return call(by, 'PUT', `dates/${id}`, { ...same, ...over })
  }
  /** A date that moves keeps the answer of the member who moves it alone. */
  const moves = (id: GameDateId, start: number, by: string) =>
    table.know(id, {
      start,
      absent: new Set([...table.knownOf(id).absent].filter((name) => name === by)),
    })

  const ahead = (from: number): readonly GameDateId[] =>
    [...table.dates].flatMap(([id, { week }]) => (week !== null && week >= from ? id : []))

  async function cancel(week: number, by: string) {
    await act(call(by, 'DELETE', `dates/${idOf(week)}`), others('session-date-cancelled', by))
    table.dates.delete(idOf(week))
  }

  async function skipsAndPutsBack(week: number, by: string) {
    const [id, known] = [idOf(week), table.knownOf(idOf(week))]
    await cancel(week, by)
    await table.check()
    await act(call(by, 'POST', `dates/${id}/restore/`), others('session-restored', by))
    table.dates.set(id, known)
  }

  async function skipsUntil(from: number, to: number, by: string) {
    const until = encodeURIComponent(new Date(table.knownOf(idOf(to)).start).toISOString())
    const skipped = call(by, 'DELETE', `dates/${idOf(from)}?until=${until}`)
    await act(skipped, others('session-dates-cancelled', by))
    for (const id of ahead(from)) if ((table.knownOf(id).week ?? 0) <= to) table.dates.delete(id)
  }

  async function movesToSaturday(week: number, by: string) {
    const start = inVienna(FIRST.add({ weeks: week, days: 1, hours: 21 }))
    await act(change(by, idOf(week), period(start)), others('session-moved', by))
    moves(idOf(week), start, by)
  }

  async function hasPlace(week: number, place: string, by: string) {
    await act(change(by, idOf(week), { place }), others('session-moved', by))
    table.know(idOf(week), { place })
  }

  async function hosts(host: string, week: number, place: string, by: string) {
    const named = call(by, 'PUT', `dates/${idOf(week)}/host/`, { member_id: table.user(host).id })
    await act(named, host === by ? [] : [`session-host ${host.toLowerCase()}`])
    table.know(idOf(week), { host })
    await hasPlace(week, place, host)
  }

  async function laterDatesBeginLater(week: number, by: string) {
    const later = (start: number) =>
      Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(HOME).add({ minutes: 30 })
        .epochMilliseconds
    const { start } = table.knownOf(idOf(week))
    const changed = change(by, idOf(week), period(later(start)), 'later')
    await act(changed, others('session-moved', by))
    for (const id of ahead(week)) moves(id, later(table.knownOf(id).start), by)
  }

  async function everySecondWeekFrom(week: number, by: string) {
    const rest = ahead(week)
    const count = Math.ceil(rest.length / 2)
    const repeats = { unit: 'week', every: 2, count }
    await act(change(by, idOf(week), { repeats }, 'later'), others('session-rest', by))
    for (const id of rest)
      if (((table.knownOf(id).week ?? 0) - week) % 2 === 1) table.dates.delete(id)
    const { attachments } = table.lastMail('Finn')
    expect(attachments).toHaveLength(2)
  }

  async function allDatesMoveTo(place: string, from: number, by: string) {
    await act(change(by, idOf(from), { place }, 'all'), others('session-moved', by))
    for (const id of ahead(from)) table.know(id, { place })
  }

  async function joins(name: string, by: string) {
    await act(call(by, 'POST', `invite/${group}`, { username: name }), [
      `group-invite ${name.toLowerCase()}`,
    ])
    const [invite] = (await call(name, 'GET', 'list/invites')).json<Invite[]>()
    table.present.add(name)
    await act(call(name, 'GET', `accept/${invite?.id}`))
  }

  /** @param sessions that were in the calendar */
  async function leaves(name: string, sessions: number) {
    table.present.delete(name)
    const gone = Array.from({ length: sessions }, () => `session-gone ${name.toLowerCase()}`)
    await act(call(name, 'GET', `leave/${group}`), gone)
    for (const [id, { host, start }] of table.dates)
      if (host === name && start > server.deps.clock())
        table.know(id, { host: null, place: 'Graz' })
  }

  async function writesRecap(name: string, week: number, came: string) {
    const path = `past/${idOf(week)}`
    const text = `They came to the gate in week ${week}.`
    await act(call(name, 'PUT', `${path}/recap/`, { text, version: 0 }))
    table.remember(text)
    const changes = [{ member_id: table.user(came).id, came: true }]
    await act(call('Olwen', 'POST', `${path}/attendance/`, { changes }))
    const { date } = (await call(name, 'GET', path)).json<PastDetails>()
    const { absent } = table.knownOf(idOf(week))
    const expected = [...table.present].filter((one) => one === came || !absent.has(one))
    expect(date.came.map((one) => one.name)).toEqual(expected.toSorted())
  }

  const poll = async (n: number): Promise<DatePoll> => {
    const found = (await table.plan('Olwen')).polls[n]
    if (found === undefined) throw new Error(`No poll ${n}`)
    return found
  }

  async function asksForDates(by: string) {
    const { ask, at, edit, announce } = table.calls
    const starts = [at(10), at(11), at(12)] as const
    const closes = at(4)
    const closes_at = new Date(closes).toISOString()
    await act(ask(table.user(by), group, starts, { closes_at }), others('poll-made', by))
    await wait(20 * 60_000, [])
    await act(ask(table.user(by), group, [at(20)], { title: 'Second' }))
    const { id, sequence, options } = await poll(0)
    const [a, b, c] = options.map((option) => option.id)
    if (a === undefined || b === undefined) throw new Error('No options')
    await table.answerFromMail('Finn', a, 'yes')
    await table.answerFromMail('Finn', b, 'no')
    const answers = [{ option_id: a, answer: 'maybe' }]
    await act(
      call('Nia', 'PUT', `polls/${id}`, { time_zone: HOME, answers, comment: 'Late, by train.' }),
    )
    // Only those who had answered the changed date get a mail.
    const options_after = [
      [a, starts[0]],
      [b, starts[1] + HOUR_MS],
      [c, starts[2]],
    ] as const
    await act(edit(table.user(by), { id, sequence }, options_after, { closes_at }), [
      'poll-changed finn',
    ])
    await wait(40 * 60_000, others('poll-made', by))
    expect(await announce()).toBe(0)
    const changed = (await poll(0)).options[1]?.id
    await table.answerFromMail('Finn', changed ?? 0, 'no')
    table.polls.set(id, { closes, answered: new Set([by, 'Finn', 'Nia']) })
  }

  async function fixesThePoll(by: string) {
    const [first, second] = [await poll(0), await poll(1)]
    expect(first.comments?.map(({ name, text }) => [name, text])).toEqual([
      ['Nia', 'Late, by train.'],
    ])
    const option = first.options[1]
    const before = new Set(table.dates.keys())
    await act(table.calls.fix(table.user(by), first.id, option?.id), others('session-made', by))
    await act(call(by, 'DELETE', `polls/${second.id}`))
    const made = (await table.plan(by)).dates.find(({ id }) => !before.has(id))
    if (made === undefined) throw new Error('No session was made')
    const start = Date.parse(option?.starts_at ?? '')
    table.dates.set(made.id, newDate(null, start, { place: '', absent: new Set(['Finn']) }))
  }

  async function plansOnce(by: string, title: string, start: number) {
    const made = table.calls.plan(table.user(by), group, start, { title, place: 'Graz' })
    await act(made, others('session-made', by))
    const id = (await made).json<Plan>().dates.find((date) => date.title === title)?.id
    if (id === undefined) throw new Error(`No ${title}`)
    table.dates.set(id, newDate(null, start))
    return id
  }

  async function cancelsPainting(by: string) {
    await act(call(by, 'DELETE', `dates/${painting}`), others('session-cancelled', by))
    table.dates.delete(painting)
  }

  async function stopsPlanningMails(name: string) {
    await act(stopByClick(server, table.lastMail(name)))
    table.stopped.add(name)
    table.mailed.delete(name)
  }

  async function startsPlanningMails(name: string) {
    await act(table.savePreferences(name, { planning_mails: true }))
    table.stopped.delete(name)
  }

  async function playsOnSundays(by: string) {
    const [start = 0] = sundays()
    const repeats: Repeats = { unit: 'month', every: 1, weekdays: ['SU'], weeks: [1, 3] }
    const over = { title: 'Board games', place: 'Library', repeats }
    await act(table.calls.plan(table.user(by), group, start, over), others('session-made', by))
    const rows = await endless()
    expect(rows.map(({ starts_at }) => starts_at)).toEqual(sundays().slice(0, rows.length))
    for (const { id, starts_at } of rows)
      if (starts_at < HORIZON) table.dates.set(id, newDate(null, starts_at, { place: 'Library' }))
  }

  const sundaysFrom = (from: number): readonly GameDateId[] =>
    [...table.dates].flatMap(([id, { start }]) =>
      sundays().includes(start) && start >= from ? id : [],
    )

  async function skipsSunday(n: number, by: string) {
    const [id] = sundaysFrom(sundays()[n] ?? 0)
    await act(call(by, 'DELETE', `dates/${id}`), others('session-date-cancelled', by))
    if (id !== undefined) table.dates.delete(id)
  }

  /** @returns number of dates that are stored */
  async function sundaysBeginLaterFrom(n: number, by: string) {
    const start = sundays()[n] ?? 0
    const moved = sundaysFrom(start)
    const [id] = moved
    if (id === undefined) throw new Error(`No Sunday ${n}`)
    await act(change(by, id, period(start + HOUR_MS), 'later'), others('session-rest', by))
    for (const one of moved) moves(one, table.knownOf(one).start + HOUR_MS, by)
    return (await endless()).length
  }

  const endless = () =>
    server.deps.db
      .selectFrom('game_dates')
      .innerJoin('game_sessions', 'game_sessions.id', 'game_dates.session_id')
      .select(['game_dates.id', 'game_dates.starts_at'])
      .where('extend_at', 'is not', null)
      .orderBy('game_dates.starts_at')
      .execute()

  let painting: GameDateId
  let sundaysPlanned = 0
  /** Acts by the week in which they happen, on the day of its date. */
  const ACTS: Readonly<Record<number, ReadonlyArray<() => Promise<void>>>> = {
    2: [() => cancel(3, 'Olwen')],
    3: [() => writesRecap('Finn', 2, 'Finn')],
    4: [() => movesToSaturday(5, 'Olwen')],
    5: [() => hosts('Finn', 6, 'Finn’s kitchen', 'Olwen')],
    6: [() => hosts('Nia', 7, 'Nia’s attic', 'Nia')],
    7: [() => laterDatesBeginLater(9, 'Olwen')],
    8: [() => asksForDates('Olwen')],
    9: [() => fixesThePoll('Olwen')],
    10: [() => joins('Rhea', 'Olwen'), () => skipsAndPutsBack(11, 'Olwen')],
    11: [
      () => hosts('Nia', 16, 'Nia’s', 'Nia'),
      () => skipsUntil(12, 13, 'Olwen'),
      async () => {
        painting = await plansOnce('Olwen', 'Painting', thursday(14) + 5 * DAY_MS)
      },
      () => stopsPlanningMails('Otto'),
    ],
    12: [() => movesToSaturday(14, 'Olwen')],
    13: [() => cancel(14, 'Olwen'), () => cancelsPainting('Olwen')],
    // It stays as it is while Nia is away.
    14: [async () => void (await plansOnce('Finn', 'Convention', thursday(21) + 2 * DAY_MS))],
    15: [() => leaves('Nia', 2)],
    16: [() => writesRecap('Rhea', 15, 'Olwen')],
    17: [() => everySecondWeekFrom(18, 'Olwen'), () => allDatesMoveTo('Linz', 18, 'Olwen')],
    19: [() => joins('Nia', 'Olwen'), () => playsOnSundays('Olwen')],
    20: [() => startsPlanningMails('Otto'), () => hosts('Otto', 22, 'Otto’s', 'Olwen')],
    22: [() => skipsSunday(2, 'Olwen')],
    24: [
      async () => {
        sundaysPlanned = await sundaysBeginLaterFrom(1, 'Finn')
      },
    ],
  }

  test('is played with polls, exceptions, hosts in turn, mails that are stopped and two changes of summer time', async () => {
    await act(call('Olwen', 'PUT', `plan/${group}`, { planners: 'members' }))
    const made = table.calls.plan(table.user('Olwen'), group, thursday(0), {
      title: 'The long winter',
      place: 'Graz',
      repeats: { unit: 'week', every: 1, count: WEEKS },
    })
    await act(made, others('session-made', 'Olwen'))
    const rows = await server.deps.db
      .selectFrom('game_dates')
      .select(['id', 'starts_at'])
      .orderBy('starts_at')
      .execute()
    expect(rows.map(({ starts_at }) => starts_at)).toEqual(rows.map((_, week) => thursday(week)))
    for (const [week, { id, starts_at }] of rows.entries())
      table.dates.set(id, newDate(week, starts_at))
    const begin = server.deps.clock()
    for (let week = 0; week < WEEKS; week += 1) {
      for (let day = 1; day <= 7; day += 1) await table.passDay(begin + (7 * week + day) * DAY_MS)
      for (const one of ACTS[week] ?? []) await one()
      const [first] = ahead(week + 1)
      const byMail = week % 2 === 0 ? BY_MAIL : []
      if (first !== undefined) await table.answer(first, byMail, ABSENT[week % ABSENT.length] ?? [])
      await table.check()
      expect(await brokenRules({ engine, server })).toEqual([])
    }
    const starts = (await endless()).map(({ starts_at }) => starts_at)
    const later = sundays().map((start) => start + HOUR_MS)
    expect(starts).toEqual(later.slice(1, 1 + starts.length))
    // The series without an end has gone on meanwhile.
    expect(starts.length).toBeGreaterThan(sundaysPlanned)
    expect(table.counted.byMail).toBeGreaterThan(10)
    expect(table.counted.recaps).toBe(2)
  })
})

type Request =
  Parameters<ReturnType<typeof planningOf>['call']> extends [unknown, ...infer Rest] ? Rest : never

const newDate = (week: number | null, start: number, over: Partial<Known> = {}): Known => ({
  week,
  start,
  place: 'Graz',
  host: null,
  absent: new Set(),
  isReminded: false,
  ...over,
})
