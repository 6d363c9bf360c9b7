import ICAL from 'ical.js'
import type { GameDateId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX, type Repeats } from '#contract/planFields.ts'
import type { GameDate } from '#contract/planning.ts'
import { expireAll } from '#server/db/rows.ts'
import { extendSeries, planningExpiries } from '#server/modules/groups/planning/jobRepository.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

/** A Thursday, 19:00 in Vienna. */
const START = Date.UTC(2027, 5, 3, 17)

const WEEK = 7 * DAY

const WEEKLY: Repeats = { unit: 'week', every: 1, count: 4 }

const ENDLESS: Repeats = { unit: 'week', every: 1 }

const EVERY_DAY: Repeats = { ...ENDLESS, weekdays: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] }

serverTests('the rest of a series, and a series without an end, on %s', (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
    group = await calls.group(olwen, finn)
  })

  describe('the rest of a series', () => {
    const plan = (repeats: Repeats) =>
      calls.plan(olwen, group, START, { repeats, title: 'Club', place: 'Graz' })
    const dates = async () => (await calls.read(finn, group)).dates
    const change = async (date: GameDate | undefined, start: number, over: object) => {
      const { title, place, link, notes } = date ?? {}
      const sequence = (await dates()).find(({ id }) => id === date?.id)?.sequence
      return calls.change(olwen, date?.id, start, { title, place, link, notes, sequence, ...over })
    }
    const starts = async () => (await dates()).map((one) => Date.parse(one.starts_at))
    const sessions = () =>
      server.deps.db.selectFrom('game_sessions').selectAll().orderBy('id').execute()
    const code = (response: { statusCode: number; json(): { errors?: { code: string }[] } }) =>
      `${response.statusCode} ${response.json().errors?.[0]?.code ?? ''}`.trim()

    test('gets another rhythm, as a session of its own', async () => {
      await plan(WEEKLY)
      const [first, second, third] = await dates()
      for (const date of [first, second, third]) await calls.answer(finn, date, 'coming')
      const sunday = START + 10 * DAY - 4 * HOUR
      const repeats: Repeats = { unit: 'week', every: 2, count: 3 }
      const response = await change(second, sunday, { scope: 'later', repeats, place: 'Linz' })
      expect(response.statusCode).toBe(200)
      const after = await dates()
      expect(after.map((one) => [Date.parse(one.starts_at), one.place, one.mine])).toEqual([
        [START, 'Graz', 'coming'],
        [sunday, 'Linz', null],
        [sunday + 2 * WEEK, 'Linz', null],
        [sunday + 4 * WEEK, 'Linz', null],
      ])
      expect(after[1]?.id).toBe(second?.id)
      const [old, rest] = await sessions()
      expect(old?.rule).toBe('FREQ=WEEKLY;INTERVAL=1;BYDAY=TH;UNTIL=20270603T170000Z')
      expect(rest?.uid).not.toBe(old?.uid)
      const log = await server.deps.db.selectFrom('group_log').select('kind').execute()
      expect(log.map(({ kind }) => kind)).toEqual(['session_made', 'session_moved'])
    })

    test('keeps dates whose day stays, with their answers unless they start at another time', async () => {
      await plan({ ...WEEKLY, count: 6 })
      const before = await dates()
      for (const date of before) await calls.answer(finn, date, 'coming')
      await calls.call(olwen, 'DELETE', `dates/${before[5]?.id}`)
      await change(before[2], START + 2 * WEEK, { place: 'Wels', scope: 'this' })
      const repeats: Repeats = { unit: 'week', every: 1, weekdays: ['TH', 'SA'], count: 9 }
      await change((await dates())[1], START + WEEK, { scope: 'later', repeats, title: 'New' })
      const after = await dates()
      const kept = after.filter(({ id }) => before.some((one) => one.id === id))
      expect(kept.map(({ id }) => id)).toEqual(before.slice(0, 5).map(({ id }) => id))
      expect(kept.every(({ mine }) => mine === 'coming')).toBe(true)
      expect(kept.map(({ place }) => place)).toEqual(['Graz', 'Graz', 'Wels', 'Graz', 'Graz'])
      // The skipped date stays skipped, though it is one of the new series.
      expect((await calls.read(finn, group)).skipped?.map(({ id }) => id)).toEqual([before[5]?.id])
      const later: Repeats = { ...repeats, count: 7 }
      await change(after[3], Date.parse(after[3]?.starts_at ?? '') + HOUR, {
        scope: 'later',
        repeats: later,
      })
      const shifted = (await dates()).slice(3)
      expect(shifted.map(({ mine }) => mine)).toEqual(shifted.map(() => null))
      expect(shifted[0]?.id).toBe(after[3]?.id)
    })

    test('is the whole series if no date is before it: the session stays the same one', async () => {
      await plan(WEEKLY)
      const [first] = await dates()
      await change(first, START + HOUR, {
        scope: 'later',
        repeats: { unit: 'month', every: 1, count: 3 },
      })
      const [session, ...others] = await sessions()
      expect(others).toEqual([])
      expect([session?.sequence, session?.rule]).toEqual([
        1,
        'FREQ=MONTHLY;INTERVAL=1;BYDAY=1TH;COUNT=3',
      ])
      expect(await starts()).toEqual(
        [5, 6, 7].map((month, n) => Date.UTC(2027, month, [3, 1, 5][n], 18)),
      )
    })

    test('makes a series of a single session, or ends one with a date', async () => {
      await calls.plan(olwen, group, START)
      const [only] = await dates()
      await change(only, START, { scope: 'later', repeats: WEEKLY })
      expect(await starts()).toEqual([0, 1, 2, 3].map((n) => START + n * WEEK))
      await change((await dates())[2], START + 2 * WEEK, { scope: 'later', repeats: null })
      expect(await starts()).toEqual([0, 1, 2].map((n) => START + n * WEEK))
      expect((await dates())[2]?.repeats).toBe(false)
    })

    test('is told by one mail with two files, which no later change takes back', async () => {
      await plan(WEEKLY)
      const [, second] = await dates()
      await deliveredMail(server)
      const repeats: Repeats = { unit: 'week', every: 1, weekdays: ['SU'], count: 3 }
      await change(second, START + 10 * DAY, { scope: 'later', repeats })
      await change((await dates())[1], START + 10 * DAY, { place: 'Linz', scope: 'this' })
      const mails = (await deliveredMail(server)).slice(1)
      expect(mails.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
        'session-rest finn@example.org',
        'session-moved finn@example.org',
      ])
      const [mail] = mails
      expect(mail?.subject).toBe('Changed from Sun 13 Jun 2027: Club')
      expect(mail?.text).toContain('Sun 13 Jun 2027, 19:00')
      expect(mail?.text).not.toContain('Thu 3 Jun 2027, 19:00')
      expect(mail?.text).toContain('/api/planning/answer/')
      const files = (mail?.attachments ?? []).map(({ text, method }) => {
        const calendar = new ICAL.Component(ICAL.parse(text))
        const [entry] = calendar.getAllSubcomponents('vevent')
        return [method, String(entry?.getFirstPropertyValue('rrule'))]
      })
      expect(files).toEqual([
        ['PUBLISH', expect.stringMatching(/UNTIL/)],
        ['PUBLISH', expect.stringMatching(/BYDAY=SU;COUNT=3|COUNT=3.*BYDAY=SU/)],
      ])
    })

    test('of a series without an end is all that its later dates are, stored or not', async () => {
      await plan(ENDLESS)
      const before = await dates()
      await change(before[1], START + WEEK, { place: 'Linz', scope: 'later' })
      await change(before[2], START + 2 * WEEK, { place: 'Wels', scope: 'this' })
      const texts = await sessions()
      expect(texts.map(({ place }) => place)).toEqual(['Linz'])
      expect((await dates()).slice(0, 4).map(({ place }) => place)).toEqual([
        'Graz',
        'Linz',
        'Wels',
        'Linz',
      ])
      // An hour later on the next day: the one weekday of the rule follows.
      await change((await dates())[1], START + WEEK + DAY + HOUR, { scope: 'later' })
      const [old, rest] = await sessions()
      expect([old?.extend_at, rest?.rule, rest?.extend_at !== null]).toEqual([
        null,
        'FREQ=WEEKLY;INTERVAL=1;BYDAY=FR',
        true,
      ])
      expect((await starts()).slice(0, 3)).toEqual([
        START,
        START + WEEK + DAY + HOUR,
        START + 2 * WEEK + DAY + HOUR,
      ])
      // All dates: the first one moves by as much as the named one.
      await change((await dates())[2], START + 2 * WEEK + DAY + 2 * HOUR, { scope: 'all' })
      expect((await starts()).slice(1, 3)).toEqual([
        START + WEEK + DAY + 2 * HOUR,
        START + 2 * WEEK + DAY + 2 * HOUR,
      ])
    })

    test('ends the series before it in calendars, though it is cancelled before its mail is sent', async () => {
      await plan(WEEKLY)
      const [, second] = await dates()
      await deliveredMail(server)
      await change(second, START + WEEK + HOUR, { scope: 'later', repeats: WEEKLY })
      const [old, rest] = await sessions()
      await calls.call(olwen, 'DELETE', `sessions/${rest?.id}`)
      const mails = (await deliveredMail(server)).filter(({ kind }) => kind !== 'session-made')
      expect(mails.map(({ kind }) => kind)).toEqual(['session-rest', 'session-cancelled'])
      const files = mails[0]?.attachments.map(({ text = '' }) => text) ?? []
      const ended = files.find((text) => text.includes(old?.uid ?? 'none'))
      expect(ended).toContain('UNTIL=')
      expect(mails[0]?.subject).toBe('Cancelled: Club')
    })

    test('is refused with a reason, and nothing is lost', async () => {
      await plan({ unit: 'week', every: 1, weekdays: ['TH', 'SA'] })
      const [, second] = await dates()
      const before = await starts()
      const send = async (over: object, start = START + 2 * DAY) =>
        code(await change(second, start, over))
      const monday: Repeats = { unit: 'week', every: 1, weekdays: ['MO'] }
      expect(await send({ scope: 'this', repeats: WEEKLY })).toBe('400 invalid')
      expect(await send({ scope: 'later', repeats: monday })).toBe('400 start_not_in_rule')
      expect(await send({ scope: 'later' }, START + 3 * DAY)).toBe('400 start_not_in_rule')
      expect(
        await send({ scope: 'later', repeats: { ...WEEKLY, until: '2027-07-01T00:00:00Z' } }),
      ).toBe('400 invalid')
      expect(
        await send({
          scope: 'later',
          repeats: { unit: 'week', every: 1, until: '2027-06-06T00:00:00Z' },
        }),
      ).toBe('400 series_size')
      expect(await send({ scope: 'later', repeats: { ...WEEKLY, weeks: [1] } })).toBe('400 invalid')
      expect(
        code(await calls.change(finn, second?.id, START, { scope: 'later', repeats: WEEKLY })),
      ).toBe('403 may_not_plan')
      expect(await starts()).toEqual(before)
    })
  })

  describe('a series without an end', () => {
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
        await server.insert('date_recaps', { ...row, version: 1, written_at: 1 })
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
      const mails = (await deliveredMail(server)).filter(({ subject }) =>
        subject.startsWith('Cancelled: '),
      )
      expect(mails).toHaveLength(1)
      server.passTime(400 * DAY)
      expect(await extend()).toBe(0)
    })

    test('gets no dates after a server of the version before has cancelled it, which knows no series without an end', async () => {
      await calls.plan(olwen, group, calls.at(3), { repeats: ENDLESS })
      const cancelled_at = server.deps.clock()
      await server.update('game_dates', {}, { cancelled_at })
      await server.update('game_sessions', {}, { cancelled_at })
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
})
