import { calls } from '../../contract/calls.ts'
import { CSRF_HEADER } from '../../contract/desk.ts'
import type { ErrorBody } from '../../contract/shapes.ts'
import book from '../../public/rulebook/pages.json' with { type: 'json' }
import { collected } from '../../server/compose/collect.ts'
import { seedDemo } from '../../server/db/seed/index.ts'
import { exportNext } from '../../server/modules/account/personal-data/exporter.ts'
import { siteStates } from '../../test/e2e/states.ts'
import { englishIn } from '../../test/helpers/englishTexts.ts'
import { deskCalls, deskRequest } from '../../test/helpers/fixtures/deskActs.ts'
import { SITE_OTHERS } from '../../test/helpers/fixtures/policies.ts'
import { filledIn, type siteActs, siteRequest } from '../../test/helpers/fixtures/siteActs.ts'
import { calendarsOf } from '../../test/helpers/server/memberCalendars.ts'
import { liveInWorld } from '../../test/helpers/server/personalLife.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'
import { newTokens, type TestUser } from '../../test/helpers/server/testServer.ts'
import { unzipped } from '../../test/helpers/server/unzipped.ts'
import { contentsOf, env, GERMAN, siteCast, unfolded } from './germanServer.ts'
import { shownIn } from './shownTexts.ts'

/** Lines of the initiative's book, which is a content: each site may have its own. */
const BOOK = new Set(book.pages.flatMap(({ title, text }) => [title, ...text]))

deskTests(
  'what the server says to those who read German',
  { env: { ...env, SSR: 'on' }, engines: ['sqlite'] },
  (server) => {
    let people: readonly TestUser[]
    let acts: ReturnType<typeof siteActs>
    let root: DeskCaller
    /** What fixtures and the demonstration have stored. */
    let contents: readonly string[] = []
    beforeAll(async () => {
      await seedDemo(server.deps, async () => 'none', 'de')
      root = await server.staff('Root', 'superuser')
      ;({ people, acts } = await siteCast(server))
    })

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
      contents = await contentsOf(server)
      expect(refused.size).toBeGreaterThan(25)
      expect([...refused].flatMap(([, text]) => englishIn(text, contents))).toEqual([])
    }, 120_000)

    /** A page, a feed or a calendar file, as it is read. */
    async function englishOf(url: string): Promise<string[]> {
      const { headers, body } = await server.app.inject({ url, headers: GERMAN })
      const type = String(headers['content-type'])
      const lines = (type.startsWith('text/calendar') ? unfolded(body) : shownIn(body)).split('\n')
      const shown = lines.filter((line) => !BOOK.has(line.trim())).join('\n')
      const found = /html|xml|calendar/.test(type) ? englishIn(shown, contents) : []
      return found.map((fault) => `${url}: ${fault}`)
    }

    test('pages before and without scripts, feeds and calendar files are in German', async () => {
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
      for (const { path } of siteStates.flatMap(({ states }) => states))
        if (path !== undefined) urls.push(path)
      contents = await contentsOf(server)
      const found: string[] = []
      for (const url of new Set(urls)) found.push(...(await englishOf(url)))
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
      contents = await contentsOf(server)
      const pages = [...(await unzipped(rawPayload))].filter(([name]) => /html|txt/.test(name))
      expect(pages.length).toBeGreaterThan(0)
      expect(String(pages[0]?.[1])).toContain('<dd>Mo., 1. Juni 2026, 12:00 UTC</dd>')
      const found = pages.flatMap(([, page]) => englishIn(shownIn(String(page)), contents))
      expect(found).toEqual([])
    })
  },
)
