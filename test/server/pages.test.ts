import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import Fastify from 'fastify'
import type { ContentId } from '#contract/ids.ts'
import type { App } from '#server/http/deps.ts'
import { handleError } from '#server/http/plugins/errorHandler.ts'
import { serveSite } from '#server/http/plugins/staticFiles.ts'
import { previewTokens } from '#server/modules/content/preview.ts'
import { serveCrawlers } from '#server/modules/site/crawlers.ts'
import {
  addEvent,
  addNews,
  changeContent,
  clearContents,
  DAY,
  HOUR,
} from '#test/helpers/fixtures/contents.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { describedSite } from '#test/helpers/server/describedSite.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import texts from '../../locales/en/translation.json' with { type: 'json' }

const ORIGIN = 'https://discordia.example'
/** A title that is hostile to every format. */
const HOSTILE = `<b>A & "B"</b>, 'c'; </script><script>alert(1)</script> ]]> $& \\n ÄÖ 🎲`
const SHELL = `<!doctype html><html><head><title>Discordia</title><meta name="description" content="x"></head><body><div id="root"></div></body></html>`

const unpairedTags = ['meta', 'link', '!doctype']
const parser = new XMLParser({ ignoreAttributes: false, unpairedTags, stopNodes: ['*.script'] })

const env = { PUBLIC_URL: ORIGIN, LANGUAGES: 'en,de' }

serverTests('the pages of the site, as programs read them, on %s', { env }, (server) => {
  let site: App
  let folder: string
  let now: number
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'discordia-site-'))
    writeFileSync(join(folder, 'index.html'), SHELL)
    writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /auth/\n')
    writeFileSync(join(folder, 'icon.png'), 'x')
    site = Fastify()
    site.decorate('languages', server.deps.settings.languages)
    site.setErrorHandler(handleError)
    const described = describedSite(server.deps)
    serveCrawlers(site, server.deps, described, folder)
    await serveSite(site, server.deps.kit, { ...described, root: folder })
  })
  beforeEach(async () => {
    await clearContents(server)
    now = server.deps.clock()
  })
  afterAll(async () => {
    await site.close()
    rmSync(folder, { recursive: true })
  })

  const change = (id: ContentId, patch: object) => changeContent(server, id, patch)

  async function headOf(url: string, headers: Record<string, string> = {}) {
    const { body, statusCode } = await site.inject({ url, headers })
    const { title, meta, link } = parser.parse(body).html.head
    const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/i.exec(body)?.[1]
    // Browsers end a script at the first of these, whatever surrounds it.
    expect(body.split(/<\/?script/i)).toHaveLength(data === undefined ? 1 : 3)
    const links: Record<string, string>[] = [link].flat()
    const tags: Record<string, string>[] = [meta].flat()
    const names = tags.map((one) => one['@_name'] ?? one['@_property'] ?? '')
    expect(new Set(names).size).toBe(names.length)
    return {
      statusCode,
      title,
      canonical: links.find((one) => one['@_rel'] === 'canonical')?.['@_href'],
      feeds: links.filter((one) => one['@_type'] !== undefined && one['@_rel'] === 'alternate'),
      alternates: links.flatMap((one) =>
        one['@_hreflang'] === undefined ? [] : [[one['@_hreflang'], one['@_href']]],
      ),
      meta: Object.fromEntries(names.map((name, at) => [name, tags[at]?.['@_content']])),
      data: data === undefined ? undefined : JSON.parse(data),
    }
  }

  test('a page in several languages names each of them, and itself', async () => {
    const english = await headOf('/discordia/rules')
    const german = await headOf('/discordia/rules?lng=de')
    const plain = `${ORIGIN}/discordia/rules`
    expect([english.canonical, german.canonical]).toEqual([plain, `${plain}?lng=de`])
    for (const { alternates } of [english, german])
      expect(alternates).toEqual([
        ['en', `${plain}?lng=en`],
        ['de', `${plain}?lng=de`],
        ['x-default', plain],
      ])
    expect(german.title).not.toBe(english.title)
    expect(german.meta['og:title']).not.toBe(english.meta['og:title'])
  })

  test('a reader with German sees German, and link previews are in the main language', async () => {
    const english = await headOf('/discordia/rules')
    const german = await headOf('/discordia/rules', { 'accept-language': 'de' })
    expect(german.title).not.toBe(english.title)
    expect(german.meta['og:title']).toBe(english.meta['og:title'])
    expect(german.canonical).toBe(english.canonical)
  })

  describe('a news item or an event', () => {
    test('a news item has its title, description, URL and picture', async () => {
      const picture = { key: 'p.jpg', width: 1200, height: 750, variants: [] }
      const id = await addNews(server, { picture: JSON.stringify(picture) })
      const page = await headOf(`/discordia/news/${id}`)
      expect([page.statusCode, page.title]).toEqual([200, 'A title – Discordia'])
      expect(page.canonical).toBe(`${ORIGIN}/discordia/news/${id}`)
      expect(page.meta).toMatchObject({
        description: 'In short',
        'og:type': 'article',
        'og:title': 'A title',
        'og:url': `${ORIGIN}/discordia/news/${id}`,
        'og:image': `${ORIGIN}/api/files/p.jpg`,
        'og:image:width': '1200',
        'twitter:card': 'summary_large_image',
      })
      expect(page.data).toMatchObject({
        '@type': 'NewsArticle',
        headline: 'A title',
        datePublished: new Date(now - HOUR).toISOString(),
      })
    })

    test('an event has its times, mode, place and status', async () => {
      const id = await addEvent(server, { event_type: 'Both' })
      const { data } = await headOf(`/discordia/news/${id}/`)
      expect(data).toMatchObject({
        '@type': 'Event',
        startDate: new Date(now + DAY).toISOString(),
        endDate: new Date(now + DAY + 3 * HOUR).toISOString(),
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      })
      expect(data.location[0]).toMatchObject({ '@type': 'Place', name: 'Vienna' })
      await change(id, { cancelled_at: now })
      const cancelled = await headOf(`/discordia/news/${id}`)
      expect(cancelled.data.eventStatus).toMatch(/EventCancelled$/)
      expect(cancelled.title).toBe('Cancelled: A title – Discordia')
      expect(cancelled.meta['og:title']).toBe('Cancelled: A title')
    })

    test.each([
      ['Online', 'OnlineEventAttendanceMode', 'VirtualLocation'],
      ['Offline', 'OfflineEventAttendanceMode', 'Place'],
    ] as const)('an event that is %s has one place', async (event_type, mode, place) => {
      const id = await addEvent(server, { event_type })
      expect((await headOf(`/discordia/news/${id}`)).data).toMatchObject({
        eventAttendanceMode: `https://schema.org/${mode}`,
        location: { '@type': place },
      })
    })

    test('an event is described by its time and place, to readers in their language', async () => {
      const starts_at = Date.UTC(2026, 11, 15, 9)
      const id = await addEvent(server, { starts_at, ends_at: starts_at + 8 * HOUR })
      const { meta } = await headOf(`/discordia/news/${id}`, { 'accept-language': 'de' })
      expect([meta.description, meta['og:description']]).toEqual([
        'Di., 15. Dez. 2026, 10:00–18:00 Ortszeit Wien, Vienna. In short',
        'Tue 15 Dec 2026, 10:00–18:00 Vienna time, Vienna. In short',
      ])
    })

    test('a hostile title stays a title', async () => {
      const id = await addNews(server, { title: HOSTILE, short_description: HOSTILE })
      const page = await headOf(`/discordia/news/${id}`)
      expect(page.title).toBe(`${HOSTILE} – Discordia`)
      expect(page.meta['og:description']).toBe(HOSTILE)
      expect(page.data.headline).toBe(HOSTILE)
    })

    test('an event that is over or cancelled still has its page', async () => {
      const over = await addEvent(server, { starts_at: now - 9 * DAY })
      const cancelled = await addEvent(server, { cancelled_at: now })
      for (const id of [over, cancelled])
        expect((await headOf(`/discordia/news/${id}`)).statusCode).toBe(200)
    })

    test('an unknown id is a 404 with the page for it', async () => {
      const draft = await addNews(server, { publish_at: null })
      const withdrawn = await addNews(server, { unpublished_at: now })
      for (const id of [draft, withdrawn, 999_999, 0, '1-5', 'abc', '9'.repeat(5000)]) {
        const { statusCode, body, headers } = await site.inject(`/discordia/news/${id}`)
        expect([id, statusCode]).toEqual([id, 404])
        expect(headers['content-type']).toBe('text/html; charset=utf-8')
        expect(body).toContain('<div id="root"></div>')
        expect(body).toContain('<title>Discordia</title>')
        expect(body).toContain('content="noindex"')
      }
    })

    test('an unknown id is a 404 for a caller with the tag of that page, too', async () => {
      const url = '/discordia/news/999999'
      const { headers } = await site.inject(url)
      const again = await site.inject({ url, headers: { 'if-none-match': headers.etag } })
      expect(again.statusCode).toBe(404)
      expect(again.body).toContain('<div id="root"></div>')
    })

    test('a draft has its page for a holder of its preview', async () => {
      const id = await addNews(server, { publish_at: null })
      const tokens = previewTokens(server.deps.jwtSecret)
      const preview = tokens.tokenOf({ id, expires: now + HOUR, frame: 'https://desk.example' })
      const status = async (draft: number) =>
        (await site.inject(`/discordia/news/${draft}?preview=${preview}`)).statusCode
      expect([await status(id), await status(id + 1)]).toEqual([200, 404])
    })

    test('an item has its page from its minute on, until it is withdrawn', async () => {
      const id = await addNews(server, { publish_at: now + HOUR })
      const status = async () => (await site.inject(`/discordia/news/${id}`)).statusCode
      expect(await status()).toBe(404)
      server.passTime(HOUR)
      expect(await status()).toBe(200)
      await change(id, { unpublished_at: now })
      expect(await status()).toBe(404)
    })
  })

  test('a rule has its title and its beginning; an unknown one is 404', async () => {
    const long = 'Roll two dice & say what you hope for. '.repeat(10)
    const id = await addRule(server, 'The "test"', { kind: 'quick' }, { A: ' ', B: long })
    const page = await headOf(`/discordia/ruleItem/${id}`)
    expect([page.statusCode, page.title]).toEqual([200, 'The "test" – Discordia'])
    expect(page.canonical).toBe(`${ORIGIN}/discordia/ruleItem/${id}`)
    expect(page.meta.description).toMatch(/^Roll two dice & say .{100,180} \w+\.?…$/)
    for (const unknown of [id + 1, 'abc', 0, '9'.repeat(5000)])
      expect((await site.inject(`/discordia/ruleItem/${unknown}`)).statusCode).toBe(404)
  })

  describe('the pages that always exist', () => {
    test.each([
      ['/discordia/', texts.landing_page.title],
      ['/discordia/rpg-initiative', texts.initiative.title],
      ['/discordia/news&events/', texts.news.title],
      ['/discordia/downloads', texts.downloads.title],
      ['/discordia/rules', texts.rules.title],
      ['/discordia/world', texts.glossary.title],
      ['/auth/register', texts.register.title],
      ['/auth/login', texts.login.title],
      ['/auth/forgot-password', texts.login.forgot_title],
    ])('%s has its title, under every spelling of its URL', async (path, title) => {
      const bare = path.replace(/\/$/, '')
      const spellings = [path, bare, `${bare}/`, `${path}?tab=basic`, path.replace('&', '%26')]
      for (const spelling of [...spellings, path.toUpperCase()]) {
        const page = await headOf(spelling)
        expect([spelling, page.statusCode, page.canonical]).toEqual([
          spelling,
          200,
          `${ORIGIN}${path}`,
        ])
        expect(page.title).toBe(`${title} – Discordia`)
        expect(page.meta).toMatchObject({
          'og:type': 'website',
          'og:title': title,
          'og:url': `${ORIGIN}${path}`,
          'og:image': `${ORIGIN}/images/social.jpg`,
          'og:description': page.meta.description,
        })
        expect(page.meta.description?.length).toBeGreaterThan(30)
      }
    })

    test('each has a title and a description of its own', async () => {
      const { body } = await site.inject('/sitemap.xml')
      const paths: { loc: string }[] = parser.parse(body).urlset.url
      const pages = await Promise.all(paths.map(({ loc }) => headOf(loc.slice(ORIGIN.length))))
      for (const part of ['title', 'canonical'] as const)
        expect(new Set(pages.map((page) => page[part])).size).toBe(pages.length)
      expect(new Set(pages.map(({ meta }) => meta.description)).size).toBe(pages.length)
    })

    test('the origin alone counts as the landing page', async () => {
      expect((await headOf('/')).canonical).toBe(`${ORIGIN}/discordia/`)
    })

    test('others have the site’s own head', async () => {
      for (const path of [
        '/discordia/dashboard',
        '/discordia/elsewhere',
        '/auth/x',
        '/elsewhere',
      ]) {
        const page = await headOf(path)
        expect([path, page.statusCode, page.title]).toEqual([path, 200, 'Discordia'])
        expect(page.canonical).toBeUndefined()
        expect(page.meta).toEqual({
          description: 'x',
          features: expect.any(String),
          languages: 'en de',
          'passkey-origin': ORIGIN,
        })
      }
    })
  })

  test('every page links to the feeds and the calendar, and they exist', async () => {
    const pair = (format: string, file: string) =>
      ['news', 'events'].map((list) => [
        `application/${format}`,
        `Discordia: ${list}`,
        `/api/contents/${list}.${file}?language=en`,
      ])
    const calendar = '/api/contents/events.ics?language=en'
    const feeds = [
      ...[...pair('atom+xml', 'atom'), ...pair('feed+json', 'json')],
      ['text/calendar', 'Discordia: calendar of events', calendar],
    ]
    for (const path of ['/', '/discordia/', '/discordia/news&events/', '/auth/x'])
      expect(
        (await headOf(path)).feeds.map((one) => [one['@_type'], one['@_title'], one['@_href']]),
      ).toEqual(feeds)
    for (const [type = '', , path] of feeds) {
      const { headers, statusCode } = await server.app.inject(path ?? '')
      expect([statusCode, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
    }
  })

  test('a page is compressed, and not sent again to a caller with its tag', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const first = await site.inject({ url: '/discordia/rules', headers })
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
    const known = { ...headers, 'if-none-match': first.headers.etag }
    const again = await site.inject({ url: '/discordia/rules', headers: known })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await site.inject({ url: '/discordia/world', headers: known })
    expect(other.statusCode).toBe(200)
  })

  describe('for crawlers', () => {
    test('the sitemap lists the public pages in their canonical form, with the time of a change', async () => {
      const id = await addNews(server, { updated_at: now - HOUR })
      await addNews(server, { publish_at: null })
      const rule = await addRule(server, 'A rule')
      server.deps.responseCache.clear('contents')
      const { body, headers } = await site.inject('/sitemap.xml')
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(XMLValidator.validate(body)).toBe(true)
      expect(body).toContain(`${ORIGIN}/discordia/news&amp;events/`)
      const urls: { loc: string; lastmod?: string }[] = parser.parse(body).urlset.url
      const paths = urls.map(({ loc }) => loc.slice(ORIGIN.length))
      const specified = [
        '/discordia/',
        '/discordia/rpg-initiative',
        '/discordia/news&events/',
        '/discordia/downloads',
        '/discordia/rules',
        '/discordia/world',
        `/discordia/news/${id}`,
      ]
      expect(paths.filter((path) => specified.includes(path))).toEqual(specified)
      expect(paths.filter((path) => /^\/auth/.test(path))).toEqual([])
      expect(urls[paths.indexOf(`/discordia/news/${id}`)]?.lastmod).toBe(
        new Date(now - HOUR).toISOString(),
      )
      const listed = urls.find(({ loc }) => loc.endsWith(`/discordia/ruleItem/${rule}`))
      expect(listed?.lastmod).toBe(new Date(now).toISOString())
      expect(paths.filter((path) => path.startsWith('/discordia/news/'))).toHaveLength(1)
    })

    test('robots.txt keeps its rules and leads to the sitemap', async () => {
      const { body, headers } = await site.inject('/robots.txt')
      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(body).toBe(`User-agent: *\nDisallow: /auth/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`)
    })
  })

  test.each([
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    '/.well-known/openid-configuration',
    '/.well-known/assetlinks.json',
    '/%2Ewell-known/webfinger',
    '/.git/HEAD',
    '/.env',
    '/favicon.ico',
    '/wp-login.php',
    '/api/nowhere',
    '/locales/xx/nowhere',
  ])('%s is a missing file and not a page (ruling 16, 65)', async (path) => {
    expect((await site.inject(path)).statusCode).toBe(404)
  })

  test('every other path is a page', async () => {
    for (const path of ['/nowhere', '/apiary', '/localesque', '/discordia/nowhere'])
      expect([path, (await site.inject(path)).statusCode]).toEqual([path, 200])
  })

  test('pages of other sites may embed the pictures of the site, and nothing else', async () => {
    const policy = async (path: string) =>
      (await site.inject(path)).headers['cross-origin-resource-policy']
    expect(await policy('/icon.png')).toBe('cross-origin')
    expect(await policy('/discordia/')).not.toBe('cross-origin')
  })
})
