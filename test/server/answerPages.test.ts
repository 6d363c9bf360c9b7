import type { GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import { readSheet, saveForm } from '#server/modules/groups/planning/answerPages.ts'
import { answerLink } from '#server/modules/groups/planning/answerTokens.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const SITE = 'https://discordia.example'
const FORM = 'application/x-www-form-urlencoded'

serverTests(
  'pages of mails that ask for an answer on %s',
  { engines: bothEngines, env: { PUBLIC_URL: SITE } },
  (server) => {
    const calls = planningOf(server)
    let group: GroupId
    beforeEach(() => server.empty())
    const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
    beforeEach(async () => {
      group = await calls.group(olwen, finn)
    })

    const pathOf = (address: string) => address.slice(SITE.length)
    const get = (url: string) => server.app.inject(url)
    const post = (url: string, fields: Readonly<Record<string, string>>) =>
      server.send('POST', url, { 'content-type': FORM }, new URLSearchParams(fields).toString())
    /** The fields of a page as a browser sends them, with what is chosen. */
    function fieldsOf(page: string): Record<string, string> {
      const inputs = [...page.matchAll(/<input ([^>]*)>/g)].map(([, text = '']) => text)
      const sent = inputs.filter((text) => text.includes('hidden') || text.includes('checked'))
      return Object.fromEntries(
        sent.map((text) => [
          /name="(\w+)"/.exec(text)?.[1] ?? '',
          /value="(\w+)"/.exec(text)?.[1] ?? '',
        ]),
      )
    }
    const datesOf = async (who = finn) => (await calls.read(who, group)).dates
    const mineOf = async (who = finn) => (await datesOf(who)).map(({ mine }) => mine)
    const lastMail = async () => (await deliveredMail(server)).at(-1)
    /** Links of the last mail, by their words. */
    async function linksOf(word: string): Promise<string[]> {
      const found = ((await lastMail())?.html ?? '').matchAll(
        /<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g,
      )
      return [...found]
        .filter(([, , label]) => label === word)
        .map(([, href = '']) => pathOf(href.replaceAll('&amp;', '&')))
    }
    async function planned(over: object = {}, days = 3): Promise<string> {
      await calls.plan(olwen, group, calls.at(days), over)
      return (await linksOf('Coming'))[0] ?? 'none'
    }
    const pollLink = async (who: { id: MemberId } = finn) => {
      await calls.ask(olwen, group, [calls.at(3), calls.at(4), calls.at(5)])
      const [poll] = (await calls.read(olwen, group)).polls
      if (poll === undefined) throw new Error('No poll')
      const linkTo = await answerLink(server.deps, who.id, { poll: poll.id })
      return { poll, path: pathOf(linkTo?.() ?? 'none'), linkTo }
    }

    test('say whose answer it is, choose the one of the link, and write nothing before the button', async () => {
      const url = await planned({ title: 'Into <the> mine' })
      for (const method of ['GET', 'HEAD', 'GET'] as const) {
        const { statusCode, headers, body } = await server.app.inject({ method, url })
        expect(statusCode).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'content-security-policy': expect.stringContaining("form-action 'self'"),
        })
        if (method === 'HEAD') continue
        expect(body).toContain('<h1>Answer as Finn</h1>')
        expect(body).toContain('noindex')
        expect(body).toContain('Into &lt;the&gt; mine')
        expect(body).toContain('“Ravens”')
        expect(body).not.toMatch(/<script|style=/)
        expect(Object.values(fieldsOf(body))).toContain('coming')
      }
      expect(await mineOf()).toEqual([null])
    })

    test('save the answer, which the group sees at once, and lead to the group and to a change', async () => {
      const url = await planned()
      const { body } = await get(url)
      const saved = await post(url, fieldsOf(body))
      expect(saved.statusCode).toBe(200)
      expect(saved.body).toContain('Saved: Finn’s answer')
      expect(saved.body).toMatch(/<li>[^<]+: Coming<\/li>/)
      expect(saved.body).toContain(`href="/discordia/dashboard?group=${group}&amp;part=sessions"`)
      expect(saved.body).toContain(`href="${url.split('?')[0]}"`)
      expect((await datesOf(olwen))[0]?.answers).toEqual([
        expect.objectContaining({ name: 'Olwen', answer: 'coming' }),
        expect.objectContaining({ name: 'Finn', answer: 'coming' }),
      ])
      const live = await server.deps.db
        .selectFrom('live_events')
        .select(['kind', 'subject_id'])
        .execute()
      expect(live.at(-1)).toEqual({ kind: 'group', subject_id: group })
      // A replay says the same, and the page without a proposal has the saved answer.
      expect((await post(url, fieldsOf(body))).statusCode).toBe(200)
      const again = await get(url.split('?')[0] ?? '')
      expect(Object.values(fieldsOf(again.body))).toContain('coming')
      const [no = ''] = await linksOf('Not coming')
      expect((await post(no, fieldsOf((await get(no)).body))).statusCode).toBe(200)
      expect(await mineOf()).toEqual(['not_coming'])
    })

    test('ask for all dates of a series that a mail is about', async () => {
      await planned({ repeats: { unit: 'week', every: 1, count: 3 } })
      const links = await linksOf('Coming')
      expect(links).toHaveLength(3)
      const fields = fieldsOf((await get(links[1] ?? '')).body)
      const dates = await datesOf()
      expect(fields).toMatchObject({ [`${dates[1]?.id}`]: 'coming' })
      await post(links[1] ?? '', { ...fields, [`${dates[2]?.id}`]: 'not_coming' })
      expect(await mineOf()).toEqual([null, 'coming', 'not_coming'])
      const rest = await get(links[0] ?? '')
      await post(links[0] ?? '', fieldsOf(rest.body))
      expect(await mineOf()).toEqual(['coming', 'coming', 'not_coming'])
      expect((await lastMail())?.text).toMatch(/\nAnswer:\nhttps:\S+\/planning\/answer\/[^?\s]+\n/)
    })

    test('show a new time and ask again, and save nothing that was about the former one', async () => {
      const url = await planned()
      const { body: before } = await get(url)
      const [date] = await datesOf(olwen)
      await calls.change(olwen, date?.id, calls.at(5))
      const refused = await post(url, fieldsOf(before))
      expect(refused.statusCode).toBe(409)
      expect(refused.body).toContain('we saved nothing')
      expect(await mineOf()).toEqual([null])
      const { body } = await get(url)
      expect(body).toContain('The time has changed since we sent that email.')
      const fields = fieldsOf(body)
      expect(Object.values(fields)).not.toContain('coming')
      expect((await post(url, fields)).statusCode).toBe(400)
      expect((await post(url, { ...fields, [`${date?.id}`]: 'coming' })).statusCode).toBe(200)
      expect(await mineOf()).toEqual(['coming'])
    })

    test('save all answers or none', async () => {
      const url = await planned({ repeats: { unit: 'week', every: 1, count: 2 } })
      const [first, second] = await datesOf()
      const fields = {
        ...fieldsOf((await get(url)).body),
        [`${first?.id}`]: 'coming',
        [`${second?.id}`]: 'coming',
      }
      await calls.change(olwen, second?.id, Date.parse(second?.starts_at ?? '') + HOUR)
      expect((await post(url, fields)).statusCode).toBe(409)
      expect(await mineOf()).toEqual([null, null])
    })

    test('end with the date, and say why', async () => {
      const url = await planned({}, 2)
      const { body } = await get(url)
      server.passTime(2 * DAY + 4 * HOUR)
      for (const response of [await get(url), await post(url, fieldsOf(body))]) {
        expect(response.statusCode).toBe(410)
        expect(response.body).toContain('This session is over')
        expect(response.body).not.toContain('Finn')
      }
      const other = await planned()
      const [date] = await datesOf(olwen)
      await calls.call(olwen, 'DELETE', `dates/${date?.id}`)
      expect((await get(other)).body).toContain('This session is cancelled')
    })

    const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
      'the member has left': () => calls.call(finn, 'GET', `leave/${group}`),
      'the group is gone': () => calls.call(olwen, 'GET', `disband/${group}`),
      'the account is deactivated': () => change({ deactivated_at: 5 }),
      'the password is another': () => change({ password_hash: 'another' }),
      'the email address is another': () => change({ email_key: 'other@example.org' }),
      'all sessions were revoked': () => change({ token_version: 9 }),
    }
    const change = (values: object) => server.update('users', { id: finn.id }, values)

    test.each(Object.entries(ENDS))(
      'show one page, with nothing about the group, once %s',
      async (_why, end) => {
        const url = await planned({ title: 'Secret mine' })
        const fields = fieldsOf((await get(url)).body)
        await end()
        const pages = [await get(url), await post(url, fields)]
        for (const { statusCode, body } of pages) {
          expect(statusCode).toBe(410)
          expect(body).toContain('This link no longer works')
          expect(body).not.toMatch(/Finn|Ravens|Secret/)
        }
        const answers = await server.deps.db.selectFrom('game_answers').select('user_id').execute()
        expect(answers.filter(({ user_id }) => user_id === finn.id)).toEqual([])
      },
    )

    test('are unknown for every token that was not mailed', async () => {
      const url = await planned()
      const { path } = await pollLink()
      const token = (url.split('?')[0] ?? '').split('/').at(-1) ?? ''
      const [member = '', dates = '', seal = '', signature = ''] = token.split('.')
      const start = url.slice(0, url.indexOf(token))
      const [, poll = '', , pollSignature = ''] = (path.split('/').at(-1) ?? '').split('.')
      for (const wrong of [
        'x',
        `${olwen.id}.${dates}.${seal}.${signature}`,
        `${member}.d${Number(dates.slice(1)) + 1}.${seal}.${signature}`,
        `${member}.${poll}.${seal}.${signature}`,
        `${member}.${dates}.${seal}.${pollSignature}`,
        `${member}.${dates}.${'A'.repeat(16)}.${signature}`,
        `${token}A`,
        token.slice(0, -1),
        'x'.repeat(500),
      ]) {
        const pages = [await get(start + wrong), await post(start + wrong, { 1: 'coming' })]
        expect([wrong, ...pages.map(({ statusCode }) => statusCode)]).toEqual([wrong, 404, 404])
        expect(pages[0]?.body).toMatch(/This link isn’t valid/)
      }
    })

    test('take no answer that they did not ask for', async () => {
      const url = await planned({ repeats: { unit: 'week', every: 1, count: 2 } })
      await calls.plan(olwen, group, calls.at(20))
      const [, , other] = await datesOf()
      const { body } = await get(url)
      const fields = fieldsOf(body)
      for (const odd of [
        {
          [`${other?.id}`]: 'coming',
          [`s${other?.id}`]: String(Date.parse(other?.starts_at ?? '')),
        },
        { ...fields, [Object.keys(fields).find((name) => /^\d/.test(name)) ?? '']: 'yes' },
        {},
      ])
        expect((await post(url, odd)).statusCode).toBe(400)
      expect(await mineOf()).toEqual([null, null, null])
      const json = await server.app.inject({ method: 'POST', url, payload: { 1: 'coming' } })
      expect(json.statusCode).toBe(415)
      expect((await post(url, { a: 'x'.repeat(33_000) })).statusCode).toBe(413)
    })

    test('ask for all options of a poll, and take them as the site does', async () => {
      const { poll, path, linkTo } = await pollLink()
      const [first, second, third] = poll.options
      if (first === undefined) throw new Error('No option')
      const proposed = linkTo?.({
        id: first.id,
        answer: 'maybe',
        starts_at: Date.parse(first.starts_at),
      })
      const { body } = await get(pathOf(proposed ?? ''))
      expect(body).toContain('Which evening?')
      expect(body.match(/<fieldset>/g)).toHaveLength(3)
      expect(body).toContain('If need be')
      const saved = await post(path, {
        ...fieldsOf(body),
        [`${second?.id}`]: 'yes',
        [`${third?.id}`]: 'no',
      })
      expect(saved.statusCode).toBe(200)
      const mine = async () =>
        (await calls.read(finn, group)).polls[0]?.options.map((option) => option.mine)
      expect(await mine()).toEqual(['maybe', 'yes', 'no'])
      await post(path, { ...fieldsOf((await get(path)).body), [`${first.id}`]: 'yes' })
      expect(await mine()).toEqual(['yes', 'yes', 'no'])
    })

    test.each([
      [
        'cancelled',
        'This poll is closed',
        (id: number) => calls.call(olwen, 'DELETE', `polls/${id}`),
      ],
      [
        'fixed',
        'The date is chosen',
        async (id: number) => {
          const [poll] = (await calls.read(olwen, group)).polls
          return calls.fix(olwen, id, poll?.options[0]?.id)
        },
      ],
    ] as const)('say that a poll is %s', async (_how, title, close) => {
      const { poll, path } = await pollLink()
      await close(poll.id)
      for (const response of [await get(path), await post(path, { 1: 'yes' })]) {
        expect(response.statusCode).toBe(410)
        expect(response.body).toContain(title)
      }
    })

    test('are behind the links of a mail about a poll, for each date and answer', async () => {
      await calls.ask(olwen, group, [calls.at(3), calls.at(4)])
      const links = await linksOf('If need be')
      expect(links).toHaveLength(2)
      const page = links[1] ?? ''
      expect((await post(page, fieldsOf((await get(page)).body))).statusCode).toBe(200)
      const [poll] = (await calls.read(finn, group)).polls
      expect(poll?.options.map(({ mine }) => mine)).toEqual([null, 'maybe'])
      expect((await lastMail())?.stop).toContain('/notifications/unsubscribe-planning/')
    })

    test('name times as their mails do: in the zone that the member has chosen, else in that of the poll', async () => {
      const setZone = (time_zone: string | null) =>
        server.update('users', { id: finn.id }, { time_zone })
      await setZone('Asia/Tokyo')
      await calls.ask(olwen, group, [calls.at(3)])
      const [link = ''] = await linksOf('Yes')
      expect((await lastMail())?.text).toContain('Tokyo time')
      expect((await get(link)).body).toContain('Tokyo time')
      await setZone(null)
      expect((await get(link)).body).toContain('Vienna time')
    })

    test('save nothing about a date that is gone when the form arrives', async () => {
      const url = await planned({ repeats: { unit: 'week', every: 1, count: 3 } })
      const token = /answer\/([^?]+)/.exec(url)?.[1] ?? ''
      const sheet = await readSheet(server.deps, token)
      if (typeof sheet === 'string') throw new Error(sheet)
      const fields = fieldsOf((await get(url)).body)
      // A series from here on without this date, which is saved while the page is read.
      const { questions } = sheet
      await server.deps.db
        .deleteFrom('game_dates')
        .where('id', '=', questions[0]?.id as GameDateId)
        .execute()
      expect(await saveForm(server.deps, sheet, new URLSearchParams(fields))).toBe('changed')
    })

    test('of a reminder ask for its date alone', async () => {
      await planned({ repeats: { unit: 'week', every: 1, count: 2 } })
      server.passTime(2.5 * DAY)
      await calls.remind()
      const [link = ''] = await linksOf('Coming')
      expect((await get(link)).body.match(/<fieldset>/g)).toHaveLength(1)
      expect((await lastMail())?.text).toContain(`Coming:\n${SITE}${link}\n`)
    })
  },
)
