import { readFileSync } from 'node:fs'
import { calls } from '#contract/calls.ts'
import { FEED_PATHS } from '#contract/content.ts'
import { FEATURES } from '#contract/sets.ts'
import { routes, urlOf } from '#src/app/routes.ts'
import { describedSite } from '#test/helpers/server/describedSite.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const NAMED = { env: { PUBLIC_URL: 'https://discordia.example' } }

serverTests('the announcement of additions on %s (behaviour 12.2)', NAMED, (server) => {
  beforeEach(() => server.empty())

  test('the profile names each that may call by itself, once', async () => {
    const { auth } = await server.addUser('Mara')
    const profile = await server.app.inject({ url: '/api/users/profile/', headers: auth })
    expect(profile.json().features.toSorted()).toEqual(FEATURES.toSorted())
  })

  test('the head of every page names those that wait for a click', () => {
    const { everyPage } = describedSite(server.deps)
    const [, content = ''] =
      /<meta name="features" content="([\w ]*)">/.exec(everyPage(server.deps.kit.current())) ?? []
    // Only a built site has the worker.
    const names = content.split(' ').filter((name) => name !== 'offline')
    expect(names.toSorted()).toEqual([
      'admission',
      'entry_lookup',
      'feeds',
      'formatting',
      'invite_look',
      'list_language',
      'list_link',
      'list_series',
      'month_view',
      'passkey_login',
      'resend_activation',
      'search',
      'term_links',
      'text_pictures',
    ])
  })
})

const RULES = Array.from(
  readFileSync('public/robots.txt', 'utf8').matchAll(/^(Allow|Disallow): (\S+)$/gm),
  ([, kind, path = '']) => ({ isAllowed: kind === 'Allow', path }),
)

/** The longest rule wins, and of two as long the one that allows (RFC 9309, 2.2.2). */
const mayFetch = (path: string): boolean =>
  RULES.filter((rule) => path.startsWith(rule.path)).toSorted(
    (a, b) => b.path.length - a.path.length || Number(b.isAllowed) - Number(a.isAllowed),
  )[0]?.isAllowed ?? true

/** Calls of the public pages, for crawlers that render them. */
const SHOWN = calls
  .filter(
    ({ method, path }) => method === 'GET' && /^.(contents|downloads|rules|glossary)\//.test(path),
  )
  .map(({ path }) => `/api${path}`)

test.each([
  ...Object.values(FEED_PATHS),
  // Google Calendar does not fetch paths that robots.txt forbids.
  `/api/calendar/${'x'.repeat(43)}.ics`,
  '/api/contents/events/1.ics',
  '/api/files/0123456789abcdef.jpg',
  ...SHOWN,
  '/discordia/',
  '/discordia/news&events/',
  '/discordia/news/1',
  '/site.webmanifest',
  '/icons/favicon-512.png',
  '/locales/en/translation.json',
  '/legal.html',
  '/sitemap.xml',
])('programs that obey robots.txt may fetch %s', (path) => {
  expect(SHOWN.length).toBeGreaterThan(15)
  expect(mayFetch(path)).toBe(true)
})

test.each(['/api/users/profile/', '/api/rpggroups/list', '/auth/login', '/discordia/dashboard'])(
  'they may not fetch %s',
  (path) => expect(mayFetch(path)).toBe(false),
)

serverTests('the head of a public page', { engines: ['sqlite'] }, (server) => {
  const listed = routes.filter((route) => !route.path.includes(':') && !('requiresLogin' in route))

  test.each(listed.map(urlOf))('%s has a title and a description of its own', async (path) => {
    const url = { path, query: new URLSearchParams(), language: 'en' }
    const head = await describedSite(server.deps).headOf(url)
    expect(head).toMatchObject({ status: 200 })
  })
})
