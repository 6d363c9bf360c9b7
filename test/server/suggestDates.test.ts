import { Temporal } from 'temporal-polyfill'
import type { Suggestions } from '#contract/datePolls.ts'
import type { GroupId } from '#contract/ids.ts'
import { SUGGESTIONS_MAX } from '#contract/planFields.ts'
import { iso } from '#server/text/time.ts'
import { changeContent, HOUR } from '#test/helpers/fixtures/contents.ts'
import { plansIn } from '#test/helpers/fixtures/planningActs.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const ZONE = 'Europe/Vienna'

const ENV = { SITE_TIME_ZONE: ZONE }

serverTests(
  'dates when everyone in a group is free, on %s',
  { env: ENV, engines: bothEngines },
  (server) => {
    const calls = planningOf(server)
    let group: GroupId
    beforeEach(() => server.empty())
    const [olwen, finn, otto] = playersOf(server, 'Olwen', 'Finn', 'Otto')
    beforeEach(async () => {
      group = await calls.group(olwen, finn)
    })

    const ask = (who = olwen, hours = 4) =>
      calls.call(who, 'GET', `plan/${group}/suggestions/?time_zone=${ZONE}&hours=${hours}`)
    const suggested = async () =>
      (await ask()).json<Suggestions>().dates.map(({ starts_at }) => starts_at)
    /** 19:00 in Vienna, some days from today. */
    const evening = (days: number) =>
      Temporal.Instant.fromEpochMilliseconds(server.deps.clock())
        .toZonedDateTimeISO(ZONE)
        .toPlainDate()
        .add({ days })
        .toZonedDateTime({ timeZone: ZONE, plainTime: '19:00' }).epochMilliseconds
    const evenings = (...days: number[]) => days.map((day) => iso(evening(day)))

    test('are on five weekdays of three weeks, a week from now, for a group that has not played', async () => {
      expect((await ask()).json<Suggestions>().dates[0]).toEqual(calls.period(evening(7), 4))
      expect(await suggested()).toEqual(evenings(7, 11, 15, 19, 23))
      expect(new Set([7, 11, 15, 19, 23].map((day) => day % 7)).size).toBe(SUGGESTIONS_MAX)
    })

    test('are at the weekday and hour at which the group has played most', async () => {
      const { addSession } = plansIn(server)
      for (const day of [-7, -14, -21]) await addSession(group, evening(day) - 2 * HOUR)
      for (const day of [-1, -8]) await addSession(group, evening(day))
      await addSession(group, evening(-3))
      const [first, second] = await suggested()
      expect([first, second]).toEqual([iso(evening(6)), iso(evening(7) - 2 * HOUR)])
      expect((await suggested()).at(-1)).toBe(iso(evening(20)))
    })

    test('leave out sessions of all groups of the members, unless they do not come', async () => {
      const { addSession } = plansIn(server)
      const other = await calls.group(otto, finn)
      await addSession(other, evening(7) - 2 * HOUR)
      const declined = await addSession(other, evening(11))
      const off = await addSession(other, evening(15))
      await addSession(await calls.group(otto), evening(19))
      await addSession(group, evening(23))
      const start = { id: declined.date, starts_at: iso(declined.starts_at) }
      await calls.answer(finn, start, 'not_coming')
      // One of the members who come to it is in this group.
      const joined = await addSession(other, evening(27))
      const joinedStart = { id: joined.date, starts_at: iso(joined.starts_at) }
      await calls.answer(otto, joinedStart, 'not_coming')
      await calls.call(otto, 'DELETE', `dates/${off.date}`)
      expect(await suggested()).toEqual(evenings(11, 15, 19, 31, 35))
      await server.update('users', { id: finn.id }, { deactivated_at: 1 })
      expect(await suggested()).toEqual(evenings(7, 11, 15, 19, 27))
    })

    test('leave out events that a member has a seat at, but no waiting list', async () => {
      const registrations = registrationsOf(server)
      const seat = await registrations.event({ starts_at: evening(7) + HOUR })
      const full = await registrations.event({ starts_at: evening(11) + HOUR })
      await registrations.signUp(finn, seat)
      await registrations.signUp(otto, full)
      await registrations.signUp(finn, full)
      const off = await registrations.event({ starts_at: evening(15) + HOUR })
      await registrations.signUp(finn, off)
      await changeContent(server, off, { cancelled_at: server.deps.clock() })
      expect(await suggested()).toEqual(evenings(11, 15, 19, 23, 27))
    })

    test('have nothing but times, for those who may plan', async () => {
      await plansIn(server).addSession(await calls.group(otto, finn), evening(2))
      const { dates, ...rest } = (await ask()).json<Suggestions>()
      expect(rest).toEqual({})
      expect(Object.keys(dates[0] ?? {})).toEqual(['starts_at', 'ends_at'])
      expect((await ask(finn)).statusCode).toBe(403)
      expect((await ask(otto)).statusCode).toBe(404)
      expect((await ask(olwen, 73)).statusCode).toBe(400)
    })

    test('count what members have elsewhere only while they let it count, but always what the group has', async () => {
      const { addSession } = plansIn(server)
      const seat = await registrationsOf(server).event({ starts_at: evening(11) + HOUR })
      await registrationsOf(server).signUp(finn, seat)
      await addSession(await calls.group(finn), evening(7))
      await addSession(group, evening(15))
      const preferences = (method: 'GET' | 'PUT', busy_times?: boolean) =>
        server.app.inject({
          method,
          url: `/api/users/preferences${method === 'PUT' ? '/' : ''}`,
          headers: finn.auth,
          ...(method === 'PUT' && { payload: { email_notifications: false, busy_times } }),
        })
      expect((await preferences('GET')).json().busy_times).toBe(true)
      expect(await suggested()).toEqual(evenings(19, 23, 27, 31, 35))
      await preferences('PUT', false)
      expect((await preferences('GET')).json().busy_times).toBe(false)
      expect(await suggested()).toEqual(evenings(7, 11, 19, 23, 27))
    })

    test('are at no time that the caller chooses: the zone is that of the others, or of the site', async () => {
      const asked = async (zone: string) =>
        (
          await calls.call(olwen, 'GET', `plan/${group}/suggestions/?time_zone=${zone}&hours=4`)
        ).json()
      expect(await asked('Asia/Tokyo')).toEqual(await asked(ZONE))
      await server.update('memberships', { user_id: finn.id }, { time_zone: 'America/New_York' })
      const { dates } = await asked('Asia/Tokyo')
      expect(dates[0].starts_at.slice(11)).toMatch(/^(23|00):00/)
      const alone = await calls.group(olwen)
      const own = await calls.call(
        olwen,
        'GET',
        `plan/${alone}/suggestions/?time_zone=Asia/Tokyo&hours=4`,
      )
      expect(own.json().dates[0].starts_at.slice(11, 16)).toBe('10:00')
    })

    test('are free for as long as the group usually plays, however short the asked time is', async () => {
      await plansIn(server).addSession(await calls.group(finn), evening(7) + 3 * HOUR)
      const [first] = (await ask(olwen, 1)).json<Suggestions>().dates
      expect(first).toEqual(calls.period(evening(11), 1))
    })

    test('can be none at all', async () => {
      const { addSession } = plansIn(server)
      for (let week = 0; week < 7; week++) await addSession(group, evening(7 * week - 1))
      expect(await suggested()).toEqual([])
    })
  },
)
