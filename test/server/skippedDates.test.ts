import ICAL from 'ical.js'
import type { GameDateId, GroupId } from '#contract/ids.ts'
import type { Repeats } from '#contract/planFields.ts'
import type { GameDate } from '#contract/planning.ts'
import { departGroups } from '#server/modules/groups/departureRepository.ts'
import { iso } from '#server/text/time.ts'
import { changing } from '#server/work/work.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { statusOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

/** A Thursday, 19:00 in Vienna. */
const START = Date.UTC(2027, 5, 3, 17)
const WEEK = 7 * DAY
const WEEKLY: Repeats = { unit: 'week', every: 1, count: 6 }

serverTests('dates of a series on %s', (server) => {
  const calls = planningOf(server)
  let group: GroupId
  let dates: readonly GameDate[]
  beforeEach(() => server.empty())
  const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
    group = await calls.group(olwen, finn)
    await calls.plan(olwen, group, START, { repeats: WEEKLY, title: 'Club', place: 'Graz' })
    dates = (await calls.read(finn, group)).dates
  })

  const mails = async () =>
    (await deliveredMail(server)).filter(({ kind }) => kind !== 'session-made')
  const host = (who: TestUser, date: GameDate | undefined, member: TestUser | null) =>
    statusOf(calls.call(who, 'PUT', `dates/${date?.id}/host/`, { member_id: member?.id ?? null }))
  const hosts = async () =>
    (await calls.read(olwen, group)).dates.map((one) => one.host?.name ?? null)

  describe('that are skipped', () => {
    test('are those of a span, by one mail, whose file leaves them out', async () => {
      const until = iso(START + 3 * WEEK)
      const path = `dates/${dates[1]?.id}?until=${encodeURIComponent(until)}`
      await deliveredMail(server)
      expect((await calls.call(olwen, 'DELETE', path)).statusCode).toBe(200)
      const plan = await calls.read(finn, group)
      expect(plan.dates.map(({ id }) => id)).toEqual([0, 4, 5].map((n) => dates[n]?.id))
      expect(plan.skipped?.map(({ id }) => id)).toEqual([1, 2, 3].map((n) => dates[n]?.id))
      const [mail, ...more] = await mails()
      expect(more).toEqual([])
      expect(mail?.subject).toBe('Not from Thu 10 Jun 2027 to Thu 24 Jun 2027: Club')
      for (const day of ['10 Jun', '17 Jun', '24 Jun']) expect(mail?.text).toContain(day)
      const [file] = mail?.attachments ?? []
      const calendar = new ICAL.Component(ICAL.parse(file?.text ?? ''))
      const [entry] = calendar.getAllSubcomponents('vevent')
      expect([file?.method, entry?.getAllProperties('exdate').length]).toEqual(['PUBLISH', 3])
    })

    test('are told of one by one, though one follows another at once', async () => {
      await deliveredMail(server)
      await calls.call(olwen, 'DELETE', `dates/${dates[1]?.id}`)
      await calls.call(olwen, 'DELETE', `dates/${dates[3]?.id}`)
      const texts = (await mails()).map(({ text }) => /Cancelled: (.*?),/.exec(text)?.[1])
      expect(texts).toEqual(['Thu 10 Jun 2027', 'Thu 24 Jun 2027'])
    })

    test('come back with their answers and a mail', async () => {
      const [, second] = dates
      await calls.answer(finn, second, 'coming')
      await calls.call(olwen, 'DELETE', `dates/${second?.id}`)
      await deliveredMail(server)
      const restore = (who: TestUser) =>
        statusOf(calls.call(who, 'POST', `dates/${second?.id}/restore/`))
      expect(await restore(finn)).toBe('403 may_not_plan')
      expect(await restore(olwen)).toBe('200')
      expect(await restore(olwen)).toBe('409 date_gone')
      const plan = await calls.read(finn, group)
      expect([plan.skipped, plan.dates[1]?.mine]).toEqual([[], 'coming'])
      const mail = (await mails()).at(-1)
      expect(mail).toMatchObject({ subject: 'Back on: Club', to: 'finn@example.org' })
      expect(mail?.text).toContain('Thu 10 Jun 2027, 19:00')
      expect(mail?.attachments[0]).toMatchObject({ method: 'PUBLISH' })
      expect(mail?.attachments[0]?.text).not.toContain('EXDATE')
    })

    test('stay away if they are over, of a single session, or of a series that is cancelled', async () => {
      await calls.plan(olwen, group, START + DAY)
      const single = (await calls.read(olwen, group)).dates.find(({ repeats }) => !repeats)
      await calls.call(olwen, 'DELETE', `dates/${single?.id}`)
      await calls.call(olwen, 'DELETE', `dates/${dates[0]?.id}`)
      const restore = (date: { id: number } | undefined) =>
        statusOf(calls.call(olwen, 'POST', `dates/${date?.id}/restore/`))
      expect(await restore(single)).toBe('409 date_gone')
      server.passTime(START + DAY - server.deps.clock())
      expect(await restore(dates[0])).toBe('409 date_gone')
      await calls.call(olwen, 'DELETE', `sessions/${dates[0]?.session_id}`)
      expect((await calls.read(olwen, group)).skipped).toEqual([])
    })

    test('stay away once the rest of the series is cancelled, though it had dates before', async () => {
      await calls.call(olwen, 'DELETE', `dates/${dates[2]?.id}`)
      server.passTime(START + DAY - server.deps.clock())
      expect((await calls.read(olwen, group)).skipped).toHaveLength(1)
      await calls.call(olwen, 'DELETE', `sessions/${dates[0]?.session_id}`)
      expect((await calls.read(olwen, group)).skipped).toEqual([])
      const restore = calls.call(olwen, 'POST', `dates/${dates[2]?.id}/restore/`)
      expect(await statusOf(restore)).toBe('409 date_gone')
    })
  })

  describe('that members host in turn', () => {
    test('have a host whom planners name, or who offers, until the membership ends', async () => {
      const otto = await server.addUser('Otto')
      const [first, second, third] = dates
      expect(await host(finn, first, finn)).toBe('200')
      expect(await host(olwen, second, finn)).toBe('200')
      expect(await host(olwen, third, olwen)).toBe('200')
      expect(await hosts()).toEqual(['Finn', 'Finn', 'Olwen', null, null, null])
      expect(await host(finn, third, finn)).toBe('409 has_host')
      expect(await host(finn, dates[3], olwen)).toBe('403 may_not_plan')
      expect(await host(olwen, dates[3], otto)).toBe('400 invalid_choice member_id')
      expect(await host(finn, first, null)).toBe('200')
      expect(await hosts()).toEqual([null, 'Finn', 'Olwen', null, null, null])
      await calls.call(finn, 'GET', `leave/${group}`)
      expect(await hosts()).toEqual([null, null, 'Olwen', null, null, null])
      expect((await calls.call(olwen, 'GET', `disband/${group}`)).statusCode).toBe(200)
    })

    test('tell the host alone who was asked by another member, and everybody in the reminder', async () => {
      await host(finn, dates[0], finn)
      await host(olwen, dates[1], finn)
      const asked = await mails()
      expect(asked.map(({ kind, to, subject }) => [kind, to, subject])).toEqual([
        ['session-host', 'finn@example.org', 'You’re hosting: Club'],
      ])
      expect(asked[0]?.text).toContain('Thu 10 Jun 2027')
      server.passTime(START - DAY / 2 - server.deps.clock())
      await calls.remind()
      const reminders = (await mails()).filter(({ kind }) => kind === 'session-reminder')
      expect(reminders).toHaveLength(2)
      for (const { text } of reminders) expect(text).toContain('Host: Finn')
    })

    test('ask no member who was replaced before the mail is sent', async () => {
      const otto = await server.addUser('Otto')
      await server.insert('memberships', { group_id: group, user_id: otto.id, joined_at: 3 })
      await host(olwen, dates[0], finn)
      await host(olwen, dates[0], otto)
      const asked = (await mails()).filter(({ kind }) => kind === 'session-host')
      expect(asked.map(({ to }) => to)).toEqual(['otto@example.org'])
    })

    test('lose a host whose account is deactivated, so that others may offer', async () => {
      const [first, second] = dates
      await host(olwen, first, finn)
      await host(olwen, second, finn)
      server.passTime(START + DAY - server.deps.clock())
      const { db } = server.deps
      await changing(server.deps, (w) => departGroups(w, finn.id))
      const rows = await db
        .selectFrom('game_dates')
        .select('host_id')
        .where(
          'id',
          'in',
          [first, second].map((date) => date?.id ?? (0 as GameDateId)),
        )
        .orderBy('id')
        .execute()
      expect(rows.map(({ host_id }) => host_id)).toEqual([finn.id, null])
    })

    test('have the place and the notes that their host gives them, and nothing else', async () => {
      const [first, second] = dates
      await host(finn, first, finn)
      const send = (date: GameDate | undefined, over: object, start = date?.starts_at ?? '') => {
        const { title, place, link, notes, ends_at, sequence } = date ?? {}
        const same = { title, place, link, notes, starts_at: start, ends_at, sequence }
        return statusOf(
          calls.call(finn, 'PUT', `dates/${date?.id}`, { ...same, scope: 'this', ...over }),
        )
      }
      const home = { place: 'At Finn’s', notes: 'Second floor' }
      expect(await send(second, home)).toBe('403 may_not_plan')
      expect(await send(first, { ...home, title: 'Mine' })).toBe('403 may_not_plan')
      const link = 'https://vtt.example/room'
      expect(await send(first, { ...home, link })).toBe('403 may_not_plan')
      expect(await send(first, { ...home, scope: 'all' })).toBe('403 may_not_plan')
      expect(await send(first, home, iso(START - DAY))).toBe('403 may_not_plan')
      expect(await send(first, home)).toBe('200')
      const after = (await calls.read(olwen, group)).dates
      expect(after.map(({ place }) => place)).toEqual(['At Finn’s', ...Array(5).fill('Graz')])
      const [mail] = await mails()
      expect(mail?.to).toBe('olwen@example.org')
      expect(mail?.text).toMatch(/Host: Finn\nWhere: At Finn’s/)
      expect(mail?.attachments[0]?.text.replace(/\r\n /g, '')).toContain('Hosted by Finn')
      // The own place goes with the host.
      expect(await host(finn, first, null)).toBe('200')
      expect((await calls.read(olwen, group)).dates[0]?.place).toBe('Graz')
    })

    test('keep a member who leaves another group, and lose the place of one who leaves this one', async () => {
      const other = await calls.group(olwen, finn)
      await calls.plan(olwen, other, START, { title: 'Other' })
      const [there] = (await calls.read(olwen, other)).dates
      const [first] = dates
      for (const date of [there, first]) {
        expect(await host(finn, date, finn)).toBe('200')
        const { title, link, notes, starts_at, ends_at, sequence } = date ?? {}
        const home = { title, link, notes, starts_at, ends_at, sequence, place: 'At Finn’s' }
        await calls.call(finn, 'PUT', `dates/${date?.id}`, { ...home, scope: 'this' })
      }
      await calls.call(finn, 'GET', `leave/${group}`)
      const [here] = (await calls.read(olwen, group)).dates
      expect([here?.host, here?.place]).toEqual([null, 'Graz'])
      const [elsewhere] = (await calls.read(olwen, other)).dates
      expect([elsewhere?.host?.name, elsewhere?.place]).toEqual(['Finn', 'At Finn’s'])
      expect(await host(finn, there, null)).toBe('200')
      expect((await calls.read(olwen, other)).dates[0]?.place).toBe('')
    })

    test('are hosted by nobody once they are over, or whose account is deactivated', async () => {
      const account = (deactivated_at: number | null) =>
        server.update('users', { id: finn.id }, { deactivated_at })
      await account(1)
      expect(await host(olwen, dates[0], finn)).toBe('400 invalid_choice member_id')
      await account(null)
      server.passTime(START + DAY - server.deps.clock())
      expect(await host(olwen, dates[0], finn)).toBe('409 date_gone')
    })
  })
})
