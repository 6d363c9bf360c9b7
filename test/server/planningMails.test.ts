import ICAL from 'ical.js'
import type { GameDateId, GameSessionId, GroupId } from '#contract/ids.ts'
import { departGroups, mailBeforeDeletions } from '#server/modules/groups/departureRepository.ts'
import { announceDue } from '#server/modules/notifications/announcer.ts'
import { changing } from '#server/work/work.ts'
import { addEvent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addGameSession } from '#test/helpers/fixtures/gameSessions.ts'
import { calendarProgram } from '#test/helpers/server/calendarProgram.ts'
import { deliveredMail, type ReceivedMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const SITE = 'https://discordia.example'

serverTests('mails about sessions of groups on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  const calls = planningOf(server)
  let group: GroupId
  beforeEach(() => server.empty())
  const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
    group = await calls.group(olwen, finn)
  })

  const mails = () => deliveredMail(server)
  const last = async (): Promise<ReceivedMail> => {
    const mail = (await mails()).at(-1)
    if (mail === undefined) throw new Error('No mail')
    return mail
  }
  const recipients = async () =>
    (await mails()).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`)
  function calendarOf({ attachments }: ReceivedMail) {
    const [file] = attachments
    if (file === undefined) throw new Error('No calendar file')
    const calendar = new ICAL.Component(ICAL.parse(file.text))
    for (const zone of calendar.getAllSubcomponents('vtimezone'))
      ICAL.TimezoneService.register(zone)
    const entries = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
    return { method: file.method, text: file.text, entries }
  }
  const factsOf = (mail: ReceivedMail) => {
    const { method, entries } = calendarOf(mail)
    const [first] = entries
    return {
      method,
      uid: first?.uid,
      sequence: Number(first?.sequence),
      start: first?.startDate.toJSDate(),
      status: first?.component.getFirstPropertyValue('status'),
      summary: first?.summary,
    }
  }

  test('list ten dates of a change, and name the last one', async () => {
    const start = server.deps.clock() + 3 * DAY
    await calls.plan(olwen, group, start, { repeats: { unit: 'week', every: 1, count: 12 } })
    const { dates } = await calls.read(olwen, group)
    await last()
    await calls.change(olwen, dates[0]?.id, start, { place: 'Linz', scope: 'all' })
    const { text } = await last()
    expect(text.match(/^\w{3} \d+ \w{3}.*, \d\d:\d\d–\d\d:\d\d$/gm)).toHaveLength(10)
    expect(text.match(/Vienna time/g)).toHaveLength(1)
    expect(text).toContain('Until: Thu 20 Aug\n')
  })

  test('go to the other members, with a file that adds the session to their calendars', async () => {
    const start = Date.UTC(2027, 6, 3, 17)
    await calls.plan(olwen, group, start, {
      title: 'Into the mine',
      place: 'Graz',
    })
    const mail = await last()
    expect(await recipients()).toEqual(['session-made finn'])
    expect(mail).toMatchObject({
      subject: 'New session for “Ravens”: Into the mine',
      link: expect.stringContaining(`${SITE}/api/planning/answer/`),
    })
    // Times in the zone of the planner: Finn has not set another one.
    expect(mail.text).toContain('When: Sat 3 Jul 2027, 19:00–22:00 Vienna time')
    expect(mail.text).toContain('Where: Graz')
    expect(factsOf(mail)).toMatchObject({
      method: 'PUBLISH',
      sequence: 0,
      status: 'CONFIRMED',
      start: new Date(start),
    })
    // An attendee is asked for a reply, which nobody reads.
    expect(calendarOf(mail).text).not.toContain('ATTENDEE')
    expect(calendarOf(mail).entries[0]?.summary).toBe('Ravens: Into the mine')
  })

  test('have one UID and a growing sequence, and the zone of the reader', async () => {
    const start = Date.UTC(2027, 6, 3, 17)
    await calls.plan(olwen, group, start)
    const made = factsOf(await last())
    const [date] = (await calls.read(finn, group)).dates
    await calls.answer(finn, date, 'coming', 'America/New_York')
    await calls.change(olwen, date?.id, start + HOUR)
    const mail = await last()
    expect(mail.text).toContain('Now: Sat 3 Jul 2027, 14:00–17:00 New York time')
    expect(factsOf(mail)).toMatchObject({ method: 'PUBLISH', uid: made.uid, sequence: 1 })
    await calls.call(olwen, 'DELETE', `dates/${date?.id}`)
    expect(factsOf(await last())).toMatchObject({
      method: 'CANCEL',
      uid: made.uid,
      sequence: 2,
      status: 'CANCELLED',
    })
  })

  test('about a series have its rule in its zone, and the dates that differ', async () => {
    const start = Date.UTC(2027, 9, 14, 17)
    const repeats = { unit: 'week', every: 1, count: 4 } as const
    await calls.plan(olwen, group, start, { repeats, title: 'Thursdays' })
    const made = (await last()).text
    expect(made).toContain('How often: Every Thursday, until Thu 4 Nov 2027')
    // The next three dates; the page asks for all.
    expect(made.match(/^Thu \d.*, 19:00–22:00$/gm)).toHaveLength(3)
    const { dates } = await calls.read(finn, group)
    await calls.call(olwen, 'DELETE', `dates/${dates[1]?.id}`)
    const starts = (file: string) =>
      calendarProgram()
        .open(file)
        .shown(0, start + 99 * DAY)
        .map((date) => date.start)
    // The whole series without the date: a file with one date takes the place of the series in some programs.
    const cancelled = await last()
    expect(factsOf(cancelled)).toMatchObject({ method: 'PUBLISH', status: 'CONFIRMED' })
    expect(starts(calendarOf(cancelled).text)).toEqual([
      start,
      start + 14 * DAY,
      start + 21 * DAY + HOUR,
    ])
    await calls.change(olwen, dates[2]?.id, start + 15 * DAY, { sequence: 1 })
    const { entries, text } = calendarOf(await last())
    expect(text).toContain('TZID:Europe/Vienna')
    // Dates after the clock change are an hour later in UTC; the cancelled date is left out.
    expect(starts(text)).toEqual([start, start + 15 * DAY, start + 21 * DAY + HOUR])
    expect(entries).toHaveLength(2)
  })

  test('remind a day before, once, all members but those who are not coming', async () => {
    const otto = await server.addUser('Otto')
    group = await calls.group(olwen, finn, otto)
    await calls.plan(olwen, group, calls.at(3), { title: 'Soon' })
    const [date] = (await calls.read(finn, group)).dates
    await calls.answer(finn, date, 'not_coming')
    await calls.answer(otto, date, 'coming', 'Asia/Tokyo')
    expect(await calls.remind()).toBe(0)
    server.passTime(2 * DAY)
    expect(await Promise.all([calls.remind(), calls.remind()])).toEqual(
      expect.arrayContaining([0, 1]),
    )
    const reminders = (await mails()).filter(({ kind }) => kind === 'session-reminder')
    expect(reminders.map(({ to }) => to).toSorted()).toEqual([
      'olwen@example.org',
      'otto@example.org',
    ])
    expect(reminders.map(({ subject }) => subject)).toEqual(['Tomorrow: Soon', 'Tomorrow: Soon'])
    expect(reminders.find(({ to }) => to.startsWith('otto'))?.text).toContain('Tokyo time')
    // A move to a later day needs another reminder, a session of today none.
    await calls.change(olwen, date?.id, calls.at(5))
    await calls.plan(olwen, group, calls.at(0.5))
    expect(await calls.remind()).toBe(0)
    server.passTime(4 * DAY)
    expect(await calls.remind()).toBe(1)
  })

  test('begin with the last recap, of the same session if there is one, and link to it', async () => {
    const { db, clock } = server.deps
    const recap = async (days: number, text: string, session?: GameSessionId, of = group) => {
      const { dates } = await addGameSession(server, of, {}, [calls.at(-days)])
      const [date_id = 0 as GameDateId] = dates
      if (session) await server.update('game_dates', { id: date_id }, { session_id: session })
      const row = { date_id, text, search_text: '', version: 1, written_at: clock() }
      await db.insertInto('date_recaps').values(row).execute()
      return date_id
    }
    await recap(61, 'Long forgotten')
    await calls.plan(olwen, group, calls.at(2), { title: 'One' })
    expect((await last()).text).not.toContain('Last time')
    const [one] = (await calls.read(finn, group)).dates
    await recap(30, '# The gate\n\nWe **opened** it.', one?.session_id)
    const other = await recap(9, `The river. ${'And on, '.repeat(60)}`)
    await recap(2, '')
    await recap(1, 'Of others', undefined, await calls.group(olwen))
    await calls.plan(olwen, group, calls.at(3), { title: 'Two' })
    const { text } = await last()
    expect(text).toMatch(
      /^Last time, on \w{3} \d+ \w{3}( \d{4})?:\n\n> The river\. (And on, )+And…$/m,
    )
    expect(text).toContain(
      `Read the recap of last time:\n${SITE}/discordia/dashboard?group=${group}&part=sessions&date=${other}`,
    )
    server.passTime(1.5 * DAY)
    expect(await calls.remind()).toBe(1)
    expect((await last()).text).toContain('> The gate We opened it.')
  })

  describe('remove a session from the calendar of a member', () => {
    const joinNow = (who: TestUser) =>
      server.update('memberships', { user_id: who.id }, { joined_at: server.deps.clock() })
    test('whose account is deleted within the hour, once', async () => {
      await calls.plan(olwen, group, calls.at(3))
      const due = (deletion_due_at: number) =>
        server.update('users', { id: finn.id }, { deletion_due_at })
      await due(server.deps.clock() + 2 * HOUR)
      await mailBeforeDeletions(server.deps)
      expect(await recipients()).toEqual(['session-made finn'])
      await due(server.deps.clock() + HOUR)
      for (let n = 0; n < 2; n++) await mailBeforeDeletions(server.deps)
      expect(await recipients()).toEqual(['session-made finn', 'session-gone finn'])
    })

    test('a series as a whole, and no session of the member alone', async () => {
      const repeats = { unit: 'week', every: 1, count: 4 } as const
      await calls.plan(olwen, group, calls.at(2), { title: 'Before' })
      server.passTime(HOUR)
      await joinNow(finn)
      await calls.call(olwen, 'PUT', `plan/${group}`, { planners: 'members' })
      const own = await calls.plan(finn, group, calls.at(2), { title: 'Own' })
      expect(own.statusCode).toBe(200)
      await calls.plan(olwen, group, start, { title: 'Thursdays', repeats })
      await calls.plan(olwen, group, calls.at(3), { title: 'Off' })
      const off = (await calls.read(finn, group)).dates.find(({ title }) => title === 'Off')
      await calls.call(olwen, 'DELETE', `dates/${off?.id}`)
      await calls.call(finn, 'GET', `leave/${group}`)
      const gone = (await mails()).filter(({ kind }) => kind === 'session-gone')
      expect(gone.map(({ subject }) => subject)).toEqual([
        'No longer in your calendar: Before',
        'No longer in your calendar: Thursdays',
      ])
      const [, mail] = gone
      if (mail === undefined) throw new Error('No mail')
      expect(mail.text).toContain('You’re no longer part of the session “Thursdays”.')
      expect(mail.text).toContain('How often: Every Saturday')
      expect(calendarOf(mail).text).toMatch(/RRULE:FREQ=WEEKLY/)
      expect(calendarOf(mail).text).not.toContain('RECURRENCE-ID')
    })

    const start = Date.UTC(2027, 6, 3, 17)
    const LEFT = 'You’re no longer part of the session “Into the mine”.'
    const ENDED = 'The group “Ravens” has ended, and so has the session “Into the mine”.'
    const memberOf = (member_id: number) => ({ group_id: group, member_id })
    test.each([
      ['leaves', () => calls.call(finn, 'GET', `leave/${group}`), LEFT],
      ['is removed', () => calls.call(olwen, 'POST', 'remove/', memberOf(finn.id)), LEFT],
      ['loses the group', () => calls.call(olwen, 'GET', `disband/${group}`), ENDED],
      ['is deactivated', () => changing(server.deps, (w) => departGroups(w, finn.id)), LEFT],
    ])('who %s', async (_how, go, words) => {
      await calls.plan(olwen, group, start, { title: 'Into the mine' })
      const made = factsOf(await last())
      await go()
      const [mail, ...more] = (await mails()).slice(1)
      expect(more).toEqual([])
      if (mail === undefined) throw new Error('No mail')
      expect(mail).toMatchObject({
        to: 'finn@example.org',
        subject: 'No longer in your calendar: Into the mine',
      })
      expect(mail.text).toContain(`Hello Finn,\n\n${words}\n\nGroup: Ravens\n`)
      expect(mail.text).toContain('Planned for: Sat 3 Jul 2027, 19:00 Vienna time')
      expect(mail.text).not.toMatch(/{{|undefined/)
      expect(factsOf(mail)).toEqual({
        method: 'CANCEL',
        uid: made.uid,
        sequence: 1,
        status: 'CANCELLED',
        summary: 'Ravens: Into the mine',
        start: new Date(start),
      })
    })
  })

  test('are not sent to former members, and show a new session as it is by then', async () => {
    const otto = await server.addUser('Otto')
    group = await calls.group(olwen, finn, otto)
    await calls.plan(olwen, group, calls.at(3))
    const [date] = (await calls.read(finn, group)).dates
    await calls.change(olwen, date?.id, calls.at(4))
    await calls.call(otto, 'GET', `leave/${group}`)
    expect(await recipients()).toEqual(['session-made finn', 'session-gone otto'])
  })
})

const START = Date.UTC(2027, 6, 3, 17)

serverTests('the time zone that a member has chosen for emails, on %s', (server) => {
  beforeEach(() => server.empty())
  const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
    await server.send('PUT', '/api/users/preferences/', finn.auth, {
      email_notifications: true,
      time_zone: 'Asia/Tokyo',
    })
  })

  const lastTo = async ({ id }: TestUser) => {
    const { email } = await server.row('users', { id })
    return (await deliveredMail(server)).findLast(({ to }) => to === email)?.text
  }

  test('is that of sessions, until the member answers from another one', async () => {
    const calls = planningOf(server)
    const group = await calls.group(olwen, finn)
    await calls.plan(olwen, group, START)
    expect(await lastTo(finn)).toContain('When: Sun 4 Jul 2027, 02:00–05:00 Tokyo time')
    const [date] = (await calls.read(finn, group)).dates
    await calls.answer(finn, date, 'coming', 'America/New_York')
    await calls.change(olwen, date?.id, START + HOUR)
    expect(await lastTo(finn)).toContain('Now: Sat 3 Jul 2027, 14:00–17:00 New York time')
  })

  test('is that of sessions of a group that the member leaves', async () => {
    const calls = planningOf(server)
    const group = await calls.group(olwen, finn)
    await calls.plan(olwen, group, START)
    await calls.call(olwen, 'GET', `disband/${group}`)
    expect(await lastTo(finn)).toContain('Planned for: Sun 4 Jul 2027, 02:00 Tokyo time')
  })

  test('is that of a seat, unless its browser was in another one', async () => {
    const calls = registrationsOf(server)
    const event = await calls.event({ starts_at: START, ends_at: START + HOUR, seats: 5 })
    await calls.signUp(finn, event)
    expect(await lastTo(finn)).toContain('When: Sun 4 Jul 2027, 02:00–03:00 Tokyo time')
    await calls.signUp(olwen, event)
    expect(await lastTo(olwen)).toContain('Vienna time')
    await calls.cancel(finn, event)
    await calls.signUp(finn, event, { time_zone: 'America/New_York' })
    expect(await lastTo(finn)).toContain('When: Sat 3 Jul 2027, 13:00–14:00 New York time')
  })

  test('is that of new events', async () => {
    server.passTime(HOUR)
    await addEvent(server, {
      starts_at: START,
      ends_at: START + HOUR,
      publish_at: server.deps.clock(),
    })
    await announceDue(server.deps)
    expect(await lastTo(finn)).toContain('When: Sun 4 Jul 2027, 02:00–03:00 Tokyo time')
  })
})
