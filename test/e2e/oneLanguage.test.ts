import { seedDemo } from '#server/db/seed/index.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'
import english from '../../locales/en/translation.json' with { type: 'json' }

const PAGES = [
  '/discordia/',
  '/discordia/news&events/',
  '/discordia/rules',
  '/discordia/world',
  '/discordia/downloads',
  '/auth/login',
  '/discordia/news/1',
  '/discordia/ruleItem/1',
]
/** What a page has for readers of several languages. */
const TRACES = {
  meta: /<meta name="languages"/,
  links: /hreflang/,
  chooser: new RegExp(`"${english.language.label}"`),
  data: /"state":.*"language":(?:"|null)/,
}

describe.each([
  ['en', []],
  ['en,de', Object.keys(TRACES)],
] as const)('a site that is served in %s', (languages, expected) => {
  const fill = async ({ deps }: DeskServer) => {
    await seedDemo(deps, async () => 'none')
    if (expected.length > 0) await deps.db.updateTable('contents').set({ language: 'de' }).execute()
  }
  let server: BrowserServer
  beforeAll(async () => {
    server = await startWorld(fill, { env: { LANGUAGES: languages } })
  }, 60_000)
  afterAll(() => server?.stop())

  /** Requests until the page is rendered: a server that has just started may be too slow and send it plain. */
  async function rendered(path: string): Promise<string> {
    for (;;) {
      const html = await (await fetch(`${server.url}${path}`)).text()
      if (html.includes('id="served"') || path.startsWith('/auth')) return html
    }
  }

  test(`has on its pages what it says of languages: ${expected.join() || 'nothing'}`, async () => {
    const pages = await Promise.all(PAGES.map(rendered))
    const found = Object.entries(TRACES).filter(([, trace]) => pages.some((one) => trace.test(one)))
    expect(found.map(([name]) => name)).toEqual(expected)
  })
})
