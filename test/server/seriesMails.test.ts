import { enqueue } from '#server/mail/outbox.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { seriesGroup, subjectsOf } from '#test/helpers/server/seriesGroup.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

/** A Thursday, 19:00 in Vienna. */
const START = Date.UTC(2027, 6, 1, 17)
const WEEK = 7 * DAY
const TITLE = 'The lantern road'
const REASON = 'Hanne is ill,\r\nBcc: eve@example.org\r\n\r\nand so am I'

serverTests(
  'mails that say what happened to dates, on %s',
  { engines: bothEngines, env: { LANGUAGES: 'en,de' } },
  (server) => {
    const { calls, ravens, olwen, finn, gerda, news, dates } = seriesGroup(server)
    const groups = groupCallsOf(server)
    const weekly = { unit: 'week', every: 1, count: 8 } as const
    const query = (reason: string) => `?reason=${encodeURIComponent(reason)}`
    const named = { title: TITLE, place: 'Graz' }

    test('a series of eight with two hosts is planned, moved, skipped and ended', async () => {
      await calls.plan(olwen, ravens.group, START, {
        ...named,
        repeats: weekly,
        hosts: [olwen.id, finn.id],
      })
      const made = await news()
      expect(subjectsOf(made)).toEqual([
        `New series for “Ravens”: ${TITLE}`,
        `Neue Serie für „Ravens“: ${TITLE}`,
      ])
      expect(made[0]?.text).toContain('Olwen planned a series for “Ravens”.')
      expect(made[0]?.text).toContain('How often: Every Thursday, until Thu 19 Aug 2027\n')
      expect(made[1]?.text).toContain('Wie oft: Jeden Donnerstag, bis Do., 19. Aug. 2027\n')
      expect(made[0]?.text).toContain(`
Thu 1 Jul 2027, 19:00–22:00
hosted by Olwen
Thu 8 Jul 2027, 19:00–22:00
hosted by Finn
Thu 15 Jul 2027, 19:00–22:00
hosted by Olwen

All times are Vienna time.

Answer:
`)
      const [, , third, fourth] = await dates()

      const over = { ...named, place: 'Linz', scope: 'this', reason: REASON }
      await calls.change(olwen, third?.id, START + 2 * WEEK + 25 * HOUR, over)
      const moved = await news()
      expect(subjectsOf(moved)).toEqual([
        `Moved to Fri 16 Jul 2027, 20:00: ${TITLE}`,
        `Verschoben auf Fr., 16. Juli 2027, 20:00: ${TITLE}`,
      ])
      expect(moved[0]?.text).toContain(`Olwen moved a session of “Ravens”. Are you coming?

> Hanne is ill, Bcc: eve@example.org and so am I

Before: Thu 15 Jul 2027, 19:00–22:00
Now: Fri 16 Jul 2027, 20:00–23:00 Vienna time
What changed: the place
Host: Olwen
Where: Linz
`)
      expect(moved[0]?.text).toMatch(/^Not coming:\nhttp/m)

      await calls.call(olwen, 'DELETE', `dates/${fourth?.id}${query(REASON)}`)
      const skipped = await news()
      expect(subjectsOf(skipped)).toEqual([
        `Not on Thu 22 Jul 2027: ${TITLE}`,
        `Nicht am Do., 22. Juli 2027: ${TITLE}`,
      ])
      expect(skipped[0]?.text).toContain('Olwen cancelled one date of “Ravens”.')
      expect(skipped[0]?.text).toContain('> Hanne is ill, Bcc: eve@example.org and so am I\n')
      expect(skipped[0]?.text).toContain('Next date: Thu 1 Jul 2027, 19:00–22:00\n')
      expect(skipped[0]?.text).not.toContain('planning/answer')

      await calls.plan(olwen, ravens.group, START + DAY, { title: 'Another' })
      await news()
      await calls.call(olwen, 'DELETE', `sessions/${third?.session_id}${query('We are done.')}`)
      const ended = await news()
      expect(subjectsOf(ended)).toEqual([`Cancelled: ${TITLE}`, `Abgesagt: ${TITLE}`])
      expect(ended[0]?.text).toContain('> We are done.\n')
      expect(ended[0]?.text).toContain('Next session: Fri 2 Jul 2027, 19:00–22:00: Another\n')
      expect(ended[0]?.attachments.map(({ method }) => method)).toEqual(['CANCEL'])
      for (const mail of [...made, ...moved, ...skipped, ...ended]) {
        expect(mail.text).not.toMatch(/{{|undefined/)
        expect(mail.text.match(/Vienna time|Ortszeit Wien/g)).toHaveLength(1)
        expect(mail.to).not.toContain('eve')
      }
    })

    test('several dates and another rhythm have texts of their own', async () => {
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      const [, second, third, fourth] = await dates()
      await news()
      const until = `&until=${encodeURIComponent(fourth?.starts_at ?? '')}`
      await calls.call(olwen, 'DELETE', `dates/${third?.id}${query('')}${until}`)
      await calls.change(olwen, second?.id, START + WEEK + HOUR, {
        ...named,
        scope: 'later',
        sequence: 1,
      })
      const [cancelled, moved] = (await news()).filter(({ to }) => to.startsWith('finn'))
      expect(cancelled?.subject).toBe(`Not from Thu 15 Jul 2027 to Thu 22 Jul 2027: ${TITLE}`)
      expect(cancelled?.text).toMatch(/^Cancelled: Thu 15 Jul .*\nThu 22 Jul .* Vienna time$/m)
      expect(moved?.subject).toBe(`5 dates moved: ${TITLE}`)
      expect(moved?.text).toContain('Before: Thu 8 Jul 2027, 19:00–22:00\n')
      expect(moved?.text).toContain('\nThu 29 Jul 2027, 20:00–23:00\n')
      const [, later] = await dates()
      await calls.change(olwen, later?.id, START + WEEK + HOUR, {
        ...named,
        scope: 'later',
        sequence: 2,
        repeats: { unit: 'week', every: 2, count: 4 },
        reason: 'Every week is too much.',
      })
      const [rest] = await news()
      expect(rest?.subject).toBe(`Changed from Thu 8 Jul 2027: ${TITLE}`)
      expect(rest?.text).toContain(`How often before: Every Thursday
How often: Every 2 weeks on Thursday, until Thu 19 Aug 2027
`)
      expect(rest?.text).toContain('> Every week is too much.\n')
    })

    test('a change of a place names it, and what was there before', async () => {
      await calls.plan(olwen, ravens.group, START, named)
      await news()
      const [date] = await dates()
      await calls.change(olwen, date?.id, START, { ...named, place: 'Linz', notes: 'Ring twice.' })
      const [mail] = await news()
      expect(mail?.subject).toBe(`Changed: ${TITLE}`)
      expect(mail?.text).toContain(`What changed: the place and the notes
When: Thu 1 Jul 2027, 19:00–22:00 Vienna time
Where before: Graz
Where: Linz
Notes: Ring twice.
`)
    })

    test('a move is told although another date is cancelled before its mail is sent, and once if it moves on', async () => {
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      await news()
      const [first, second] = await dates()
      const move = (hours: number, sequence: number) =>
        calls.change(olwen, first?.id, START + hours * HOUR, { ...named, scope: 'this', sequence })
      await move(1, 0)
      await move(2, 1)
      await calls.call(olwen, 'DELETE', `dates/${second?.id}`)
      const own = (await news()).filter(({ to }) => to.startsWith('finn'))
      expect(subjectsOf(own)).toEqual([
        `Moved to Thu 1 Jul 2027, 21:00: ${TITLE}`,
        `Not on Thu 8 Jul 2027: ${TITLE}`,
      ])
      expect(own[0]?.text).toContain('Before: Thu 1 Jul 2027, 19:00–22:00\n')
    })

    test('a change replaces the mail about the one before that waits: each reader is told what is new to them', async () => {
      await calls.plan(olwen, ravens.group, START, named)
      const [date] = await dates()
      const change = (hours: number, sequence: number, over = {}) =>
        calls.change(olwen, date?.id, START + hours * HOUR, { ...named, ...over, sequence })
      // No mail about the session has been sent yet.
      await change(1, 0)
      const [made, ...more] = await news()
      expect([made?.kind, more.length]).toEqual(['session-made', 1])
      expect(made?.text).toContain('When: Thu 1 Jul 2027, 20:00–23:00 Vienna time\n')

      await change(1, 1, { place: 'Linz' })
      const done_at = server.deps.clock()
      await server.update('outbox', { recipient: 'gerda@example.org' }, { done_at })
      await change(2, 2, { place: 'Linz' })
      const [finns, gerdas, ...others] = await news()
      expect(others).toEqual([])
      expect(finns?.text).toContain('Before: Thu 1 Jul 2027, 20:00–23:00\n')
      expect(finns?.text).toContain('Where before: Graz\n')
      expect(gerdas?.text).toContain('Bisher: Do., 1. Juli 2027, 20:00–23:00\n')
      expect(gerdas?.text).not.toContain('Graz')

      // Answers to a time are gone, even if it is back.
      await change(3, 3, { place: 'Linz' })
      await change(2, 4, { place: 'Linz' })
      const [back] = await news()
      expect(back?.subject).toBe(`Changed: ${TITLE}`)
      expect(back?.text).toContain(
        'It was moved, and is back on Thu 1 Jul 2027, 21:00. Answers to it no longer count: are you coming?',
      )
      expect(back?.text).not.toMatch(/before/i)
    })

    test('changes of a series that overlap are in one mail, with its reason, and others in mails of their own', async () => {
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      await news()
      const [first, second, third] = await dates()
      await calls.change(olwen, second?.id, START + WEEK + HOUR, {
        ...named,
        scope: 'later',
        reason: 'The hall is taken.',
      })
      // No part of it.
      await calls.change(olwen, first?.id, START - HOUR, { ...named, scope: 'this', sequence: 1 })
      // A part of it, without a reason.
      await calls.change(olwen, third?.id, START + 2 * WEEK + 2 * HOUR, {
        ...named,
        scope: 'this',
        sequence: 2,
      })
      const own = (await news()).filter(({ to }) => to.startsWith('finn'))
      expect(subjectsOf(own).toSorted()).toEqual([
        `7 dates moved: ${TITLE}`,
        `Moved to Thu 1 Jul 2027, 18:00: ${TITLE}`,
      ])
      const several = own.find(({ subject }) => subject.startsWith('7'))
      expect(several?.text).toContain('> The hall is taken.\n')
      expect(several?.text).toContain('Before: Thu 8 Jul 2027, 19:00–22:00\n')
      expect(several?.text).toContain('Thu 8 Jul 2027, 20:00–23:00\n')
      expect(several?.text).toContain('Thu 15 Jul 2027, 21:00–00:00\n')
    })

    test('a session that becomes a series, and then has another rhythm, had none before', async () => {
      await calls.plan(olwen, ravens.group, START, named)
      await news()
      const [date] = await dates()
      const repeat = (every: number, sequence: number) =>
        calls.change(olwen, date?.id, START, {
          ...named,
          scope: 'later',
          sequence,
          repeats: { unit: 'week', every, count: 4 },
        })
      await repeat(1, 0)
      await repeat(2, 1)
      const own = (await news()).filter(({ to }) => to.startsWith('finn'))
      expect(own).toHaveLength(1)
      expect(own[0]?.text).toContain('How often: Every 2 weeks on Thursday')
      expect(own[0]?.text).not.toContain('How often before')
    })

    test('another rhythm is no news to who has not been told of the series yet', async () => {
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      const [first] = await dates()
      await calls.change(olwen, first?.id, START, {
        ...named,
        scope: 'later',
        repeats: { unit: 'week', every: 2, count: 4 },
      })
      const own = (await news()).filter(({ to }) => to.startsWith('finn'))
      expect(subjectsOf(own)).toEqual([`New series for “Ravens”: ${TITLE}`])
      expect(own[0]?.text).toContain('How often: Every 2 weeks on Thursday')
    })

    test('the reminder to who said “Coming” has the answer, and who else comes', async () => {
      const otto = await server.addUser('Otto')
      ravens.group = await calls.group(olwen, finn, otto)
      await calls.plan(olwen, ravens.group, calls.at(2), named)
      const [date] = await dates()
      await calls.answer(finn, date, 'coming')
      await news()
      server.passTime(1.5 * DAY)
      await calls.remind()
      const [toFinn, , toOtto] = await news()
      expect(toFinn?.text).toMatch(/^Your answer: Coming\nAlso coming: Olwen\nWhere: Graz$/m)
      expect(toFinn?.text).toMatch(/^Change my answer:\nhttp\S+\/planning\/answer\/\S+$/m)
      expect(toFinn?.text).not.toMatch(/^Not coming:$/m)
      expect(toFinn?.attachments).toEqual([])
      expect(toOtto?.text).toContain('Coming: Olwen and Finn\n')
      expect(toOtto?.text).toMatch(/^Not coming:\nhttp/m)
    })

    describe('a new member', () => {
      const join = async (user: TestUser) => {
        const founded = await groups.found(olwen, 'Crows')
        const plan = (start: number, over: object = {}) =>
          calls.plan(olwen, founded.id, start, { ...named, ...over })
        return { plan, id: founded.id, join: () => groups.join(user, olwen, founded.id) }
      }
      const joined = async () => (await news()).filter(({ kind }) => kind === 'group-joined')

      test('gets one mail with the dates ahead, a file of each session and the answers', async () => {
        const crows = await join(finn)
        await crows.plan(START, { repeats: { unit: 'week', every: 1, count: 12 } })
        await crows.plan(START + DAY, { title: 'A guest', place: 'Linz' })
        await crows.join()
        const [mail, ...more] = await joined()
        expect([mail?.subject, mail?.to, more]).toEqual([
          'You’ve joined “Crows”: the next dates',
          'finn@example.org',
          [],
        ])
        expect(mail?.text).toContain(`
Thu 1 Jul 2027, 19:00–22:00
${TITLE}, Graz
Fri 2 Jul 2027, 19:00–22:00
A guest, Linz
`)
        expect(mail?.html.match(/>Not coming</g)).toHaveLength(10)
        expect(mail?.attachments.map(({ method }) => method)).toEqual(['PUBLISH', 'PUBLISH'])
        const page = await server.app.inject(new URL(mail?.link ?? '').pathname)
        expect(page.body.match(/<fieldset>/g)).toHaveLength(10)
        expect(page.body).toContain(
          '<legend>Fri 2 Jul 2027, 19:00–22:00 Vienna time: A guest</legend>',
        )
      })

      test('is told of no change that was made before that mail is sent', async () => {
        const crows = await join(finn)
        await crows.plan(START)
        await news()
        await crows.join()
        const [date] = (await calls.read(olwen, crows.id)).dates
        await calls.change(olwen, date?.id, START + DAY, named)
        const own = (await news()).filter(({ to }) => to.startsWith('finn'))
        expect(own.map(({ kind }) => kind)).toEqual(['group-joined'])
        expect(own[0]?.text).toContain('When: Fri 2 Jul 2027, 19:00–22:00 Vienna time\n')
      })

      test('gets none without dates, or with these mails turned off', async () => {
        const crows = await join(finn)
        await crows.join()
        expect(await joined()).toEqual([])
        await crows.plan(START)
        await server.insert('preferences', { user_id: gerda.id, planning_mails_off_at: 1 })
        await groups.join(gerda, olwen, crows.id)
        expect(await joined()).toEqual([])
      })
    })

    test('mails that an earlier version has enqueued are sent: nobody knows who has made the change', async () => {
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      const [first, second] = await dates()
      await calls.call(olwen, 'DELETE', `dates/${second?.id}`)
      await news()
      const about = { user: finn.id, session: first?.session_id ?? 0, sequence: 1 }
      const w = { db: server.deps.db, now: server.deps.clock() }
      const send = (kind: string, date: number | undefined) =>
        enqueue(w, { kind, recipient: 'finn@example.org', data: { ...about, date: date ?? 0 } })
      await send('session-date-cancelled', second?.id)
      await send('session-moved', first?.id)
      const [cancelled, moved] = await news()
      expect(cancelled?.text).toContain('A member of your group cancelled one date of “Ravens”.')
      expect(moved?.subject).toBe(`Changed: ${TITLE}`)
      expect(moved?.text).toContain('When: Thu 1 Jul 2027, 19:00–22:00 Vienna time')
    })
  },
)
