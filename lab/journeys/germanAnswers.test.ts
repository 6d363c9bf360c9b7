import { join } from 'node:path'
import { calls } from '../../contract/calls.ts'
import { CSRF_HEADER } from '../../contract/desk.ts'
import type { ErrorBody } from '../../contract/schemas/shared.ts'
import { makeBackground } from '../../server/compose/background.ts'
import { collected, mailWriters } from '../../server/compose/collect.ts'
import { seedDemo } from '../../server/db/seed/index.ts'
import { exportNext } from '../../server/modules/account/personal-data/exporter.ts'
import { announceDue } from '../../server/modules/notifications/announcer.ts'
import { englishIn } from '../../test/helpers/englishTexts.ts'
import { changeContent, DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { deskAct, deskCalls, deskRequest } from '../../test/helpers/fixtures/deskActs.ts'
import { ACTS } from '../../test/helpers/fixtures/deskRows.ts'
import { SITE_OTHERS } from '../../test/helpers/fixtures/policies.ts'
import { filledIn, siteActs, siteRequest } from '../../test/helpers/fixtures/siteActs.ts'
import { readMails } from '../../test/helpers/server/mailbox.ts'
import { calendarsOf } from '../../test/helpers/server/memberCalendars.ts'
import { liveInWorld } from '../../test/helpers/server/personalLife.ts'
import { planningOf } from '../../test/helpers/server/planning.ts'
import { registrationsOf } from '../../test/helpers/server/registrations.ts'
import { rowsOf } from '../../test/helpers/server/rowsOf.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'
import { newTokens, type TestUser } from '../../test/helpers/server/testServer.ts'
import { unzipped } from '../../test/helpers/server/unzipped.ts'
import { shownIn } from './shownTexts.ts'

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
const SITE = 'https://discordia.example'
const env = {
  LANGUAGES: 'de,en',
  MAIL_PER_MINUTE: '1000000',
  PUBLIC_URL: SITE,
  CONTACT_TO: 'team@discordia.example',
  DESK_URL: 'https://desk.discordia.example',
}

/**
 * Mails that no single call sends: they follow several acts of several members. Their texts are read by
 * test/server/englishTexts, and test/server/allMails renders them in German.
 */
const LATER = new Set([
  ...['activation-again', 'password-reset', 'email-changed', 'name-changed', 'contact'],
  ...['entry-approved-edited', 'event-cancelled', 'session-dates-cancelled', 'session-rest'],
  ...['session-gone', 'poll-changed', 'poll-reminder', 'registration-struck-off'],
  'registration-called-off',
])

/** Lines of a calendar file are cut after 75 bytes. */
const unfolded = (file: string): string => file.replaceAll(/\r?\n[ \t]/g, '')

deskTests(
  'what the server says to those who read German',
  { env, engines: ['sqlite'] },
  (server) => {
    let people: readonly TestUser[]
    let acts: ReturnType<typeof siteActs>
    let root: DeskCaller
    let chiefs = 0
    /** What fixtures and the demonstration have stored. */
    let contents: readonly string[] = []
    beforeAll(async () => {
      await seedDemo(server.deps, async () => 'none', 'de')
      root = await server.staff('Root', 'superuser')
      people = [
        await server.addUser('Member'),
        await server.addUser('Other'),
        await server.addUser('Owner'),
      ]
      const [member, other, owner] = people.map(({ id }) => id)
      if (!member || !other || !owner) throw new Error('There is no cast.')
      acts = siteActs(server, { member, other, owner })
    })

    async function readContents(): Promise<void> {
      const rows = Object.entries(await rowsOf(server.deps))
      const values = rows.flatMap(([, all]) => all.flatMap((row) => Object.values(row)))
      const typed = values.filter((value) => typeof value === 'string')
      contents = [...new Set(typed.flatMap((value) => value.split('\n')))]
    }

    /** Sentences of a refusal by its code. Those that clients compare have a translation beside them. */
    function sentencesOf(body: string): { code: string; text: string }[] {
      const { errors = [] } = JSON.parse(body) as Partial<ErrorBody>
      return errors.map((error) => ({
        code: error.code,
        text: 'message' in error ? String(error.message) : error.detail,
      }))
    }

    test('every refusal, of the calls of the site and the desk, is in German', async () => {
      const refused = new Map<string, string>()
      const note = ({ statusCode, body }: { statusCode: number; body: string }) => {
        if (statusCode < 400) return
        for (const { code, text } of sentencesOf(body)) refused.set(`${code}: ${text}`, text)
      }
      const headers = { ...GERMAN, [CSRF_HEADER]: 'anything' }
      for (const route of calls) {
        for (const side of ['own', 'foreign'] as const) {
          const act = await acts[route.name](side)
          for (const user of [undefined, ...people]) {
            const request = await siteRequest(route, act)
            const all = { ...request.headers, ...user?.sensitive, ...headers }
            note(await server.app.inject({ ...request, headers: all }))
          }
        }
        const { query = '' } = await acts[route.name]('own')
        const wrong = { name: 1, email: 'x' }
        const broken = await siteRequest(route, { id: 'x', query, body: () => wrong })
        note(await server.app.inject({ ...broken, headers: { ...people[0]?.auth, ...headers } }))
        const away = await siteRequest(route, { id: 2_000_000_000, query, body: () => ({}) })
        note(await server.app.inject({ ...away, headers: { ...people[0]?.sensitive, ...headers } }))
      }
      for (const call of deskCalls)
        for (const [id, payload] of [
          ['x', { name: 1 }],
          [2_000_000_000, {}],
        ] as const) {
          const request = deskRequest(call, { id }, id)
          const hasBody = call.method !== 'GET'
          for (const cookie of ['', root.cookie]) {
            const all = { ...request.headers, ...GERMAN, cookie, [CSRF_HEADER]: root.csrf }
            note(
              await server.desk.inject({ ...request, headers: all, ...(hasBody && { payload }) }),
            )
          }
        }
      await readContents()
      expect(refused.size).toBeGreaterThan(25)
      expect([...refused].flatMap(([, text]) => englishIn(text, contents))).toEqual([])
    }, 120_000)

    /** What writes mails only if others have acted before. */
    async function planAndSignUp(deliver: () => Promise<void>): Promise<void> {
      const planning = planningOf(server)
      const [owner, ...others] = await Promise.all(
        ['Ilse', 'Jonas', 'Kira'].map((name) => server.addUser(name)),
      )
      if (owner === undefined) return
      const group = await planning.group(owner, ...others)
      await planning.plan(owner, group, planning.at(3), {
        repeats: { unit: 'week', every: 1, count: 4 },
      })
      const [first, second, third] = (await planning.read(owner, group)).dates
      await deliver()
      await planning.call(owner, 'PUT', `dates/${first?.id}/host/`, { member_id: others[0]?.id })
      await deliver()
      await planning.call(owner, 'DELETE', `dates/${second?.id}`)
      await deliver()
      await planning.change(owner, third?.id, planning.at(20))
      await planning.ask(owner, group, [planning.at(6), planning.at(7)])
      const seats = registrationsOf(server)
      const event = await seats.event({ title: 'Ein langer Abend' })
      for (const user of [owner, ...others]) await seats.signUp(user, event)
      await seats.cancel(owner, event)
      await deliver()
      await changeContent(server, event, { cancelled_at: server.deps.clock() })
    }

    test('every kind of mail is in German, as it is sent', async () => {
      // Made first: an act of the desk sets a mail server that does not answer.
      const { mail } = makeBackground(server.deps, server.app.log)
      for (const route of calls) {
        const act = await acts[route.name]('own')
        for (const user of people) {
          const request = await siteRequest(route, act)
          const all = { ...request.headers, ...user.sensitive, ...GERMAN }
          await server.app.inject({ ...request, headers: all })
        }
        await mail.deliverDue()
      }
      const helper = await server.staff('Helper', 'superuser')
      for (const call of deskCalls.filter(({ name }) => name in ACTS)) {
        const who = await server.staff(`Chief${++chiefs}`, 'superuser')
        const request = deskRequest(call, await deskAct(server, call, 'own', who, helper))
        const all = { ...request.headers, ...GERMAN, cookie: who.cookie, [CSRF_HEADER]: who.csrf }
        await server.desk.inject({ ...request, headers: all })
        await mail.deliverDue()
      }
      await planAndSignUp(async () => void (await mail.deliverDue()))
      for (let day = 0; day < 8; day++) {
        await announceDue(server.deps)
        await planningOf(server).announce()
        await planningOf(server).remind()
        await planningOf(server).remindOfPolls()
        await registrationsOf(server).update()
        await mail.deliverDue()
        server.passTime(day === 0 ? HOUR : DAY)
      }
      await readContents()
      const mails = await readMails(join(server.dataDir, 'mail'))
      const kinds = new Set(mails.map(({ kind }) => kind))
      const found = mails.flatMap(({ kind, subject, text, attachments }) =>
        englishIn(
          [subject, text, ...attachments.map((file) => unfolded(file.text))].join('\n'),
          contents,
        ).map((fault) => `${kind}: ${fault}`),
      )
      expect([...new Set(found)]).toEqual([])
      const missing = Object.keys(mailWriters).filter((kind) => !kinds.has(kind))
      expect(missing.filter((kind) => !LATER.has(kind))).toEqual([])
    }, 120_000)

    /** A page, a feed or a calendar file, as it is read. */
    async function englishOf(url: string): Promise<string[]> {
      const { headers, body } = await server.app.inject({ url, headers: GERMAN })
      const type = String(headers['content-type'])
      const shown = type.startsWith('text/calendar') ? unfolded(body) : shownIn(body)
      const found = /html|xml|calendar/.test(type) ? englishIn(shown, contents) : []
      return found.map((fault) => `${url}: ${fault}`)
    }

    /** Fields of a page as a browser sends them, with what is chosen. */
    function fieldsOf(page: string): string {
      const inputs = page.match(/<input [^>]*(?:hidden|checked)[^>]*>/g) ?? []
      const partOf = (input: string, name: string) =>
        new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? ''
      return String(
        new URLSearchParams(inputs.map((one) => [partOf(one, 'name'), partOf(one, 'value')])),
      )
    }

    test('pages that mails lead to are in German, before and after their answers', async () => {
      const mails = await readMails(join(server.dataDir, 'mail'))
      const links = mails.flatMap(({ html }) =>
        [...html.matchAll(/href="(https:\/\/discordia\.example\/api\/[^"]+)"/g)].map(
          ([, url = '']) => url.replaceAll('&amp;', '&').slice(SITE.length),
        ),
      )
      // One of each kind, and each answer.
      const kinds = Map.groupBy(links, (url) => url.replace(/[\w.~-]{20,}/g, ''))
      expect(kinds.size).toBeGreaterThan(5)
      const found: string[] = []
      for (const url of [...kinds.values()].flatMap((same) => same.slice(0, 3))) {
        found.push(...(await englishOf(url)))
        const payload = fieldsOf((await server.app.inject({ url, headers: GERMAN })).body)
        const headers = { ...GERMAN, 'content-type': 'application/x-www-form-urlencoded' }
        const { body } = await server.app.inject({ method: 'POST', url, payload, headers })
        found.push(...englishIn(shownIn(body), contents).map((fault) => `POST ${url}: ${fault}`))
      }
      expect(found).toEqual([])
    })

    test('pages without scripts, feeds and calendar files are in German', async () => {
      const [mira] = await server.deps.db
        .selectFrom('users')
        .select(['id', 'username', 'token_version'])
        .where('username', '=', 'mira')
        .execute()
      if (mira === undefined) throw new Error('The demonstration has no mira.')
      const member = await newTokens(server.app, server.deps, mira)
      const urls = [await calendarsOf(server).feedOf(member)]
      for (const [route, { url }] of Object.entries(SITE_OTHERS))
        if (/^GET \/(?!api\/(?:docs|metrics|openapi))/.test(route))
          urls.push(await filledIn(server, url))
      await readContents()
      const found: string[] = []
      for (const url of urls) found.push(...(await englishOf(url)))
      expect(found).toEqual([])
    })

    test('the archive of a member is in German', async () => {
      const member = await liveInWorld(server, 'Lena')
      // The next archive to make is this one.
      await server.deps.db.deleteFrom('data_exports').execute()
      const base = '/api/users/my-data'
      await server.app.inject({ method: 'POST', url: `${base}/`, headers: member.auth })
      await exportNext(server.deps, collected.personalData, { info() {}, error() {} })
      const link = { method: 'POST', url: `${base}/link/`, headers: member.sensitive } as const
      const { ticket } = (await server.app.inject(link)).json()
      const { rawPayload } = await server.app.inject(`${base}/file/${ticket}`)
      await readContents()
      const pages = [...(await unzipped(rawPayload))].filter(([name]) => /html|txt/.test(name))
      expect(pages.length).toBeGreaterThan(0)
      const found = pages.flatMap(([, page]) => englishIn(shownIn(String(page)), contents))
      expect(found).toEqual([])
    })
  },
)
