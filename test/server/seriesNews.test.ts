import { DAY } from '#test/helpers/fixtures/contents.ts'
import { seriesGroup, subjectsOf } from '#test/helpers/server/seriesGroup.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

/** A Thursday, 19:00 in Vienna. */
const START = Date.UTC(2027, 6, 1, 17)
const WEEK = 7 * DAY
const TITLE = 'The lantern road'
const named = { title: TITLE, place: 'Graz' }
const weekly = { unit: 'week', every: 1, count: 8 } as const

serverTests(
  'mails about changes that their readers have not been told yet, and ends, on %s',
  { engines: bothEngines, env: { LANGUAGES: 'en,de' } },
  (server) => {
    const { calls, ravens, olwen, news, dates } = seriesGroup(server)

    test('a series that has begun ends in the words of its end, and so does its last date', async () => {
      for (const isWhole of [true, false]) {
        await calls.plan(olwen, ravens.group, calls.at(3), {
          ...named,
          repeats: { ...weekly, count: 3 },
        })
        server.passTime(4 * DAY)
        const [second, third] = await dates()
        await news()
        if (!isWhole) {
          await calls.call(olwen, 'DELETE', `dates/${second?.id}`)
          const [skipped] = await news()
          expect(skipped?.subject).toMatch(/^Not on /)
        }
        const path = isWhole ? `sessions/${third?.session_id}` : `dates/${third?.id}`
        await calls.call(olwen, 'DELETE', path)
        const [ended] = await news()
        expect(ended?.subject).toBe(`Cancelled: ${TITLE}`)
        expect(ended?.text).not.toContain('The other dates stay.')
      }
    })

    test('a series that becomes one session says when it is, and that it had a rhythm', async () => {
      await calls.plan(olwen, ravens.group, START, {
        ...named,
        repeats: { unit: 'week', every: 1 },
      })
      await news()
      const [, second] = await dates()
      const over = { ...named, scope: 'later', repeats: null }
      await calls.change(olwen, second?.id, START + WEEK, over)
      const [rest] = await news()
      expect(rest?.text).toContain('How often before: Every Thursday, no end\n')
      expect(rest?.text).toContain('\nThu 8 Jul 2027, 19:00–22:00\n')
    })

    test('a length that changes is told with the one of before', async () => {
      await calls.plan(olwen, ravens.group, START, named)
      await news()
      const [date] = await dates()
      await calls.change(olwen, date?.id, START, { ...named, ...calls.period(START, 5) })
      const [mail] = await news()
      expect(mail?.text).toContain(`What changed: the end
Before: Thu 1 Jul 2027, 19:00–22:00
When: Thu 1 Jul 2027, 19:00–00:00 Vienna time
`)
    })

    test('nothing is told, or counted as a change, if nothing has changed', async () => {
      await calls.plan(olwen, ravens.group, START, named)
      await news()
      const [date] = await dates()
      await calls.change(olwen, date?.id, START, { ...named, reason: 'None' })
      expect([await news(), (await dates())[0]?.sequence]).toEqual([[], date?.sequence])
    })

    test('what nobody has been told yet is not taken back, either', async () => {
      await calls.plan(olwen, ravens.group, START, named)
      const [only] = await dates()
      await calls.call(olwen, 'DELETE', `dates/${only?.id}`)
      expect(await news()).toEqual([])
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      const [first, second, third] = await dates()
      await calls.call(olwen, 'DELETE', `dates/${first?.id}`)
      expect(subjectsOf(await news())).toEqual([
        `New series for “Ravens”: ${TITLE}`,
        `Neue Serie für „Ravens“: ${TITLE}`,
      ])

      await calls.call(olwen, 'DELETE', `dates/${second?.id}`)
      await calls.call(olwen, 'POST', `dates/${second?.id}/restore/`)
      expect(await news()).toEqual([])

      const moved = { ...named, scope: 'this', sequence: 3 }
      await calls.change(olwen, third?.id, START + 2 * WEEK + DAY, moved)
      await calls.call(olwen, 'DELETE', `dates/${third?.id}`)
      const [skipped] = await news()
      expect(skipped?.subject).toBe(`Not on Thu 15 Jul 2027: ${TITLE}`)
      expect(skipped?.text).toContain('Cancelled: Thu 15 Jul 2027, 19:00–22:00 Vienna time\n')
    })

    test('what was perhaps sent, although the attempt failed, is taken back by a mail', async () => {
      await calls.plan(olwen, ravens.group, START, named)
      const [only] = await dates()
      await server.update('outbox', { kind: 'session-made' }, { attempts: 1 })
      await calls.call(olwen, 'DELETE', `dates/${only?.id}`)
      expect(subjectsOf(await news())).toEqual([`Cancelled: ${TITLE}`, `Abgesagt: ${TITLE}`])
    })

    test('a rest is a new series to who has not been told of the one before it', async () => {
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      const [, second] = await dates()
      const repeats = { unit: 'week', every: 2, count: 4 }
      await calls.change(olwen, second?.id, START + WEEK, { ...named, scope: 'later', repeats })
      const own = (await news()).filter(({ to }) => to.startsWith('finn'))
      expect(own.map(({ kind }) => kind)).toEqual(['session-made', 'session-made'])
    })

    test('a session without a title has none in the mails about others', async () => {
      await calls.plan(olwen, ravens.group, START, { ...named, repeats: weekly })
      await calls.plan(olwen, ravens.group, START - DAY)
      await news()
      const [, first] = await dates()
      await calls.call(olwen, 'DELETE', `sessions/${first?.session_id}`)
      const [ended] = await news()
      expect(ended?.text).toContain('Next session: Wed 30 Jun 2027, 19:00–22:00\n')
    })

    test('more than ten dates are told by the last one, or by their rhythm if there is none', async () => {
      await calls.plan(olwen, ravens.group, START, {
        ...named,
        repeats: { unit: 'week', every: 1 },
      })
      await news()
      const [first] = await dates()
      await calls.change(olwen, first?.id, START, { ...named, place: 'Linz', scope: 'all' })
      const [changed] = await news()
      expect(changed?.text).toContain('How often: Every Thursday, no end\n')
      await calls.call(olwen, 'DELETE', `sessions/${first?.session_id}`)
      const [ended] = await news()
      expect(ended?.text).toMatch(/^Until: Thu \d+ Jun 2028$/m)
      for (const mail of [changed, ended]) expect(mail?.text).not.toContain('More dates')
    })
  },
)
