import type { GameDateId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX, type Repeats } from '#contract/planFields.ts'
import { expireAll } from '#server/db/expiry.ts'
import { extendSeries, planningExpiries } from '#server/modules/groups/planning/jobRepository.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const ENDLESS: Repeats = { unit: 'week', every: 1 }
const EVERY_DAY: Repeats = { ...ENDLESS, weekdays: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] }

serverTests('a series without an end on %s', (server) => {
  const calls = planningOf(server)
  let olwen: TestUser
  let finn: TestUser
  let group: GroupId
  beforeEach(async () => {
    await server.empty()
    olwen = await server.addUser('Olwen')
    finn = await server.addUser('Finn')
    group = await calls.group(olwen, finn)
  })

  const stored = () =>
    server.deps.db.selectFrom('game_dates').selectAll().orderBy('planned_at').execute()
  const session = () =>
    server.deps.db.selectFrom('game_sessions').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const extend = () => extendSeries(server.deps)
  const weeksApart = async () => {
    const starts = (await stored()).map(({ starts_at }) => starts_at)
    return starts
      .slice(1)
      .every((start, n) => Math.abs(start - (starts[n] ?? 0) - 7 * DAY) < DAY / 12)
  }

  test('has the dates of a year, gets the next ones by several processes at once, and mails nobody', async () => {
    await calls.plan(olwen, group, calls.at(3), { repeats: ENDLESS, place: 'Graz' })
    await deliveredMail(server)
    expect(await stored()).toHaveLength(53)
    expect(await extend()).toBe(0)
    server.passTime(30 * DAY)
    const counts = await Promise.all([extend(), extend(), extend()])
    expect(counts.toSorted()).toEqual([0, 0, 4])
    expect(await stored()).toHaveLength(57)
    expect(await weeksApart()).toBe(true)
    expect((await calls.read(finn, group)).dates[0]?.rhythm).toEqual({
      unit: 'week',
      every: 1,
      weekdays: [expect.any(String)],
    })
    expect(await deliveredMail(server)).toHaveLength(1)
  })

  test('has a limited number of dates ahead, however close they are', async () => {
    await calls.plan(olwen, group, calls.at(3), { repeats: EVERY_DAY })
    server.passTime(20 * DAY)
    await extend()
    const now = server.deps.clock()
    const ahead = (await stored()).filter(({ planned_at }) => planned_at > now)
    expect(ahead).toHaveLength(REPEATS_MAX)
  })

  test('does not grow for ever: old dates go, the first one and those of series with an end stay', async () => {
    await calls.plan(olwen, group, calls.at(3), { repeats: ENDLESS })
    await calls.plan(olwen, group, calls.at(4), { repeats: { ...ENDLESS, count: 3 } })
    const [first] = await stored()
    for (let month = 0; month < 40; month++) {
      server.passTime(30 * DAY)
      await extend()
    }
    const before = server.deps.clock() - 365 * DAY
    await expireAll(server.deps.db, planningExpiries.seriesDates.expire, before)
    const { id } = await session()
    const all = await stored()
    const own = all.filter(({ session_id }) => session_id === id)
    expect(all.length - own.length).toBe(3)
    expect(own[0]?.id).toBe(first?.id)
    expect(own.slice(1).every(({ ends_at }) => ends_at >= before)).toBe(true)
    expect(own.length).toBeLessThanOrEqual(1 + 53 + 54)
    expect(own.length).toBeGreaterThan(100)
  })

  test('keeps an old date that has a recap, as long as its group', async () => {
    await calls.plan(olwen, group, calls.at(3), { repeats: ENDLESS })
    const [, written, emptied] = await stored()
    const { clock, db } = server.deps
    const before = clock() + 30 * DAY
    const recaps = [
      { date: written, text: 'We won' },
      { date: emptied, text: '' },
    ]
    for (const { date, text } of recaps) {
      const row = { date_id: date?.id ?? (0 as GameDateId), text, search_text: text }
      await db
        .insertInto('date_recaps')
        .values({ ...row, version: 1, written_at: 1 })
        .execute()
    }
    await expireAll(db, planningExpiries.seriesDates.expire, before)
    const left = (await stored()).map(({ id }) => id)
    expect(left).toContain(written?.id)
    expect(left).not.toContain(emptied?.id)
  })

  test('goes on after all stored dates are skipped, and ends when all are cancelled', async () => {
    const repeats: Repeats = { unit: 'month', every: 8 }
    await calls.plan(olwen, group, calls.at(3), { repeats })
    for (const { id } of await stored()) await calls.call(olwen, 'DELETE', `dates/${id}`)
    expect((await session()).cancelled_at).toBeNull()
    server.passTime(200 * DAY)
    expect(await extend()).toBe(1)
    const [date] = (await calls.read(finn, group)).dates
    await deliveredMail(server)
    await calls.call(olwen, 'DELETE', `sessions/${date?.session_id}`)
    const after = await session()
    expect([after.extend_at, after.cancelled_at === null]).toEqual([null, false])
    const mails = (await deliveredMail(server)).filter(({ kind }) => kind === 'session-cancelled')
    expect(mails).toHaveLength(1)
    server.passTime(400 * DAY)
    expect(await extend()).toBe(0)
  })

  test('gets no dates after a server of the version before has cancelled it, which knows no series without an end', async () => {
    await calls.plan(olwen, group, calls.at(3), { repeats: ENDLESS })
    const cancelled_at = server.deps.clock()
    await server.deps.db.updateTable('game_dates').set({ cancelled_at }).execute()
    await server.deps.db.updateTable('game_sessions').set({ cancelled_at }).execute()
    server.passTime(30 * DAY)
    expect(await extend()).toBe(0)
    expect((await calls.read(finn, group)).dates).toEqual([])
  })

  test('keeps a date that has taken place when its rest is cancelled: its rule gets an end', async () => {
    await calls.plan(olwen, group, calls.at(1), { repeats: ENDLESS })
    server.passTime(3 * DAY)
    const { id } = await session()
    await calls.call(olwen, 'DELETE', `sessions/${id}`)
    const { rule, extend_at, cancelled_at } = await session()
    expect([extend_at, cancelled_at]).toEqual([null, null])
    expect(rule).toMatch(/;UNTIL=\d{8}T\d{6}Z$/)
    expect((await calls.read(finn, group)).dates).toEqual([])
  })
})
