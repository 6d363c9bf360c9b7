import { readFileSync } from 'node:fs'
import { calls } from '#contract/calls.ts'
import { FEED_PATHS } from '#contract/content.ts'

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
