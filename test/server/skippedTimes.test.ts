import type { GroupId } from '#contract/ids.ts'
import { mendSeries } from '#server/modules/groups/planning/jobRepository.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { calendarProgram } from '#test/helpers/server/calendarProgram.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

/** Midnight in Havana, two weeks before the clocks skip it. */
const START = Date.UTC(2027, 1, 28, 5)
const WEEK = 7 * DAY
/** After the change midnight is an hour earlier, but the skipped one is at 01:00. */
const STARTS = [START, START + WEEK, START + 2 * WEEK, START + 3 * WEEK - HOUR]
const TIME_ZONE = 'America/Havana'

serverTests(
  'times of a series that the clocks skip, on %s,',
  { engines: bothEngines },
  (server) => {
    const calls = planningOf(server)
    let group: GroupId
    beforeEach(() => server.empty())
    const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
    beforeEach(async () => {
      group = await calls.group(olwen, finn)
    })
    const plan = (repeats: object) =>
      calls.plan(olwen, group, START, { repeats, time_zone: TIME_ZONE } as object)
    const starts = async () =>
      (await calls.read(finn, group)).dates.map(({ starts_at }) => Date.parse(starts_at))
    const inCalendar = async () => {
      const file = (await server.app.inject(await calendarsOf(server).feedOf(finn))).body
      return calendarProgram()
        .open(file)
        .shown(START, START + 20 * WEEK)
        .map(({ start }) => start)
    }
    /** Takes the skipped date away, and adds one at the end, as earlier versions did. */
    async function asBefore(end: number) {
      await server.deps.db
        .deleteFrom('game_dates')
        .where('planned_at', '=', STARTS[2] ?? 0)
        .execute()
      const { id } = await server.row('game_sessions')
      await server.insert('game_dates', {
        session_id: id,
        planned_at: end,
        starts_at: end,
        ends_at: end + 3 * HOUR,
      })
    }

    test('are later by what the clocks skip, which the plan says', async () => {
      await plan({ unit: 'week', every: 1, count: 4 })
      const { dates } = await calls.read(finn, group)
      expect(dates.map(({ starts_at }) => Date.parse(starts_at))).toEqual(STARTS)
      expect(dates.map(({ skipped_time }) => skipped_time)).toEqual([
        ...[undefined, undefined, '00:00', undefined],
      ])
      const [, , later] = dates
      await calls.change(olwen, later?.id, (STARTS[2] ?? 0) + DAY, { sequence: later?.sequence })
      const [, , moved] = (await calls.read(finn, group)).dates
      expect([Date.parse(moved?.starts_at ?? ''), moved?.skipped_time]).toEqual([
        (STARTS[2] ?? 0) + DAY,
        undefined,
      ])
    })

    test('move with their series on its clock', async () => {
      await plan({ unit: 'week', every: 1, count: 4 })
      const [date] = (await calls.read(olwen, group)).dates
      await calls.change(olwen, date?.id, START - 4 * HOUR, {
        sequence: date?.sequence,
        scope: 'all',
      })
      expect(await starts()).toEqual(
        [0, 1, 2, 3].map((week) => START - 4 * HOUR + week * WEEK - (week === 3 ? HOUR : 0)),
      )
    })

    test('are added to stored series without a mail, in place of a last date that nobody has used', async () => {
      await plan({ unit: 'week', every: 1, count: 4 })
      const end = START + 4 * WEEK - HOUR
      await asBefore(end)
      await deliveredMail(server)
      await mendSeries(server.deps)
      await mendSeries(server.deps)
      expect(await starts()).toEqual(STARTS)
      expect(await inCalendar()).toEqual(STARTS)
      expect(await deliveredMail(server)).toHaveLength(1)
    })

    test('leave a last date that a member has answered, in calendars, too', async () => {
      await plan({ unit: 'week', every: 1, count: 4 })
      const end = START + 4 * WEEK - HOUR
      await asBefore(end)
      await calls.answer(finn, (await calls.read(finn, group)).dates[3], 'coming')
      await mendSeries(server.deps)
      await mendSeries(server.deps)
      expect(await starts()).toEqual([...STARTS, end])
      expect(await inCalendar()).toEqual([...STARTS, end])
    })

    test('are added to a series without an end', async () => {
      await plan({ unit: 'week', every: 1 })
      const before = await starts()
      await server.deps.db
        .deleteFrom('game_dates')
        .where('planned_at', '=', STARTS[2] ?? 0)
        .execute()
      await mendSeries(server.deps)
      expect(await starts()).toEqual(before)
    })
  },
)
