import { Temporal } from 'temporal-polyfill'
import type { GameDateId, GroupId } from '../../contract/ids.ts'
import type { Invite } from '../../contract/schemas/groups.ts'
import type { GameDate } from '../../contract/schemas/planning.ts'
import { DAY_MS } from '../../server/config/time.ts'
import { serverTests } from '../../test/helpers/server/serverTests.ts'
import { brokenRules } from './invariants.ts'
import { playGroup } from './playedGroup.ts'

jest.setTimeout(600_000)

const HOME = 'Europe/Vienna'
/** Where each member answers: three zones, one of them with the opposite summer time. */
const ZONES = {
  Olwen: HOME,
  Finn: 'America/New_York',
  Otto: 'Pacific/Auckland',
  Nia: HOME,
  Rhea: HOME,
} as const
const WEEKS = 26
/** Who does not come, week after week. */
const ABSENT: readonly (readonly (keyof typeof ZONES)[])[] = [
  [],
  ['Finn'],
  ['Otto', 'Nia'],
  ['Olwen'],
]
const FIRST = Temporal.PlainDateTime.from('2026-10-01T19:00')

/** Thursdays at seven in the evening in Vienna, whatever the clocks do. */
const thursday = (week: number): number =>
  FIRST.add({ weeks: week }).toZonedDateTime(HOME).epochMilliseconds

serverTests('half a year of a group on %s', (server, engine) => {
  const played = () => playGroup(server, ZONES)
  let table: ReturnType<typeof played>
  let group: GroupId
  beforeAll(async () => {
    table = played()
    server.passTime(thursday(0) - 7 * DAY_MS - server.deps.clock())
    group = await table.found('Olwen', 'Finn', 'Otto', 'Nia')
  })

  const idOf = (week: number): GameDateId => {
    const found = [...table.dates].find(([, { week: planned }]) => planned === week)
    if (found === undefined) throw new Error(`No date in week ${week}`)
    return found[0]
  }
  /** Sends the change of a date, whose other facts stay as they are. */
  async function change(by: string, id: GameDateId, over: Partial<GameDate>, scope = 'this') {
    const date = (await table.plan(by)).dates.find((one) => one.id === id)
    if (date === undefined) throw new Error(`Date ${id} is not shown`)
    const { title, starts_at, ends_at, place, link, notes, sequence } = date
    return table.calls.call(table.user(by), 'PUT', `dates/${id}`, {
      ...{ title, starts_at, ends_at, place, link, notes, sequence, scope },
      ...over,
    })
  }

  const ahead = (from: number): readonly GameDateId[] =>
    [...table.dates].filter(([, { week }]) => week >= from).map(([id]) => id)
  const cancelDate = (by: string, id: GameDateId) =>
    table.calls.call(table.user(by), 'DELETE', `dates/${id}`)
  const period = (start: number) => table.calls.period(start)

  async function cancel(week: number, by: string) {
    await table.act(cancelDate(by, idOf(week)), table.others('session-date-cancelled', by))
    table.dates.delete(idOf(week))
  }

  async function movesToSaturday(week: number, by: string) {
    const id = idOf(week)
    const start = FIRST.add({ weeks: week, days: 1, hours: 21 }).toZonedDateTime(
      HOME,
    ).epochMilliseconds
    await table.act(change(by, id, period(start)), table.others('session-moved', by))
    table.know(id, { start, absent: new Set() })
  }

  async function isHostedAt(week: number, place: string, by: string) {
    await table.act(change(by, idOf(week), { place }), table.others('session-moved', by))
    table.know(idOf(week), { place })
  }

  async function laterDatesBeginLater(week: number, by: string) {
    const later = (start: number) =>
      Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(HOME).add({ minutes: 30 })
        .epochMilliseconds
    const first = table.dates.get(idOf(week))
    if (first === undefined) throw new Error(`No date in week ${week}`)
    await table.act(
      change(by, idOf(week), period(later(first.start)), 'later'),
      table.others('session-moved', by),
    )
    for (const id of ahead(week))
      table.know(id, { start: later(table.dates.get(id)?.start ?? 0), absent: new Set() })
  }

  async function joins(name: string, by: string) {
    const { call } = table.calls
    await table.act(call(table.user(by), 'POST', `invite/${group}`, { username: name }), [
      `group-invite ${name.toLowerCase()}`,
    ])
    const invites: Invite[] = (await call(table.user(name), 'GET', 'list/invites')).json()
    const [invite] = invites
    table.present.add(name)
    await table.act(call(table.user(name), 'GET', `accept/${invite?.id}`), [])
  }

  async function leaves(name: string) {
    table.present.delete(name)
    await table.act(table.calls.call(table.user(name), 'GET', `leave/${group}`), [
      `session-gone ${name.toLowerCase()}`,
    ])
  }

  async function allDatesMoveTo(place: string, by: string) {
    const [first] = ahead(0).filter((id) => (table.dates.get(id)?.start ?? 0) > server.deps.clock())
    if (first === undefined) throw new Error('Nothing is planned')
    await table.act(change(by, first, { place }, 'all'), table.others('session-moved', by))
    const now = server.deps.clock()
    for (const [id, { start }] of table.dates) if (start > now) table.know(id, { place })
  }

  /** Acts by the week in which they happen, on the day of its date. */
  const ACTS: Readonly<Record<number, () => Promise<void>>> = {
    2: () => cancel(3, 'Olwen'),
    4: () => movesToSaturday(5, 'Olwen'),
    5: () => isHostedAt(6, 'Finn’s kitchen', 'Olwen'),
    6: () => isHostedAt(7, 'Nia’s attic', 'Olwen'),
    7: () => laterDatesBeginLater(9, 'Olwen'),
    9: () => joins('Rhea', 'Olwen'),
    12: () => movesToSaturday(14, 'Olwen'),
    13: () => cancel(14, 'Olwen'),
    15: () => leaves('Nia'),
    17: () => allDatesMoveTo('Linz', 'Olwen'),
    19: () => joins('Nia', 'Olwen'),
  }

  test('is played with exceptions, moves, hosts in turn and two changes of summer time', async () => {
    const { calls, user } = table
    await table.act(
      calls.plan(user('Olwen'), group, thursday(0), {
        title: 'The long winter',
        place: 'Graz',
        repeats: { unit: 'week', every: 1, count: WEEKS },
      }),
      table.others('session-made', 'Olwen'),
    )
    const rows = await server.deps.db
      .selectFrom('game_dates')
      .select(['id', 'starts_at'])
      .orderBy('starts_at')
      .execute()
    expect(rows.map(({ starts_at }) => starts_at)).toEqual(rows.map((_, week) => thursday(week)))
    for (const [week, { id, starts_at }] of rows.entries())
      table.dates.set(id, {
        week,
        start: starts_at,
        place: 'Graz',
        absent: new Set(),
        isReminded: false,
      })
    for (let week = 0; week < WEEKS; week += 1) {
      for (let day = 0; day < 7; day += 1) await table.passDay()
      await ACTS[week]?.()
      const [first, absent] = [ahead(week + 1)[0], ABSENT[week % ABSENT.length]]
      if (first !== undefined) await table.answer(first, ...(absent ?? []))
      await table.check()
      expect(await brokenRules({ engine, server })).toEqual([])
    }
  })
})
