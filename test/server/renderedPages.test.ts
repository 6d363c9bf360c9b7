import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { PageRenderer, PageRequest } from '#contract/pages.ts'
import { ResponseCache } from '#server/http/cache/responseCache.ts'
import { makeGate } from '#server/http/gate.ts'
import { withKit } from '#server/http/plugins/kitPage.ts'
import { MISSING, sendPage } from '#server/http/plugins/pageHead.ts'
import { pageLanguageOf } from '#server/http/requestLanguage.ts'
import {
  documentIn,
  linkHeader,
  openRenderer,
  type Rendering,
  renderedPages,
} from '#server/modules/site/renderedPages.ts'
import { defaultKit } from '#server/text/kit.ts'

const PLAIN =
  '<!doctype html><html lang="en"><head><title>Discordia</title><meta name="description" content="x">' +
  '<link rel="preload" href="/fonts/a.woff2" as="font" type="font/woff2" crossorigin>' +
  '<link rel="preload" href="/fonts/b.woff2" as="font" type="font/woff2" crossorigin media="(min-width: 64rem)">' +
  '<link rel="preload" href="/assets/start.js" as="script"><link rel="preload" href="/locales/en/translation.json" as="fetch" crossorigin>' +
  '<template id="member"><link rel="preload" href="/assets/dashboard.js" as="script"></template>' +
  '<link href="/assets/site.css" rel="stylesheet"></head><body><div id="root"></div><noscript>Scripts, please.</noscript></body></html>'
const HEAD = { status: 200, tags: '<title>A title – Discordia</title>' } as const

/** Renderer that each test sets. */
let draw: (request: PageRequest) => Promise<string>
/** Milliseconds. A busy machine needs them where a test expects the page itself. */
let limitMs: number
let head: Awaited<ReturnType<Rendering['headOf']>>
let made: PageRequest[]
let now: number
let app: FastifyInstance
let cache: ResponseCache
let registry: Registry

beforeEach(() => {
  now = 0
  limitMs = 10_000
  made = []
  head = HEAD
  draw = async () => 'The page'
  cache = new ResponseCache(Date.now, () => now)
  registry = new Registry()
  const renderer: PageRenderer = {
    pageOf: async (path, search) => {
      if (path === '/plain') return { kind: 'plain' }
      if (path === '/unknown') return { kind: 'redirect', to: '/auth/login' }
      const filter = new URLSearchParams(search).get('filter')
      return {
        kind: path === '/dashboard' ? 'shell' : 'public',
        route: path,
        url: filter === null ? path : `${path}?filter=${filter}`,
      }
    },
    renderPage: async (request) => {
      made.push(request)
      const html = `<div id="root">${await draw(request)}</div>`
      return { html, title: '<title>Torn out – Discordia</title>' }
    },
  }
  const languages = ['en', 'de']
  const siteIn = (language: string) => {
    const plain = withKit(PLAIN, defaultKit(languages).in(language))
    const headers = { link: linkHeader(plain) }
    return { facts: null, languages, texts: {}, headers, documentOf: documentIn(plain) }
  }
  const render = renderedPages(
    {
      renderer,
      answer: async () => ({ status: 200, headers: {}, text: '[]' }),
      headOf: async () => head,
      facts: { timeZone: 'UTC' },
      responseCache: cache,
      gate: makeGate(1, 2),
      areaOf: (route) => (route === '/world' ? 'glossary' : 'contents'),
      expiry: async () => undefined,
      get limitMs() {
        return limitMs
      },
      site: siteIn,
    },
    registry,
    Fastify().log,
  )
  app = Fastify()
  app.get('/*', async (request, reply) => {
    const [path = '', query] = request.url.split('?', 2)
    const search = new URLSearchParams(query)
    const language = pageLanguageOf(request.headers, search, languages)
    const page = await render({ path, query: search, language }, request)
    return page ? sendPage(reply, page) : reply.send('plain')
  })
})
afterEach(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const count = async (result: string): Promise<number> =>
  Number(
    new RegExp(`^site_pages_total\\{result="${result}"\\} (\\d+)`, 'm').exec(
      await registry.metrics(),
    )?.[1] ?? 0,
  )

describe('a rendered page', () => {
  test('is the page in the document of the site, with its own head', async () => {
    const { body, headers, statusCode } = await get('/world')
    expect(statusCode).toBe(200)
    expect(body).toContain('<body><div id="root">The page</div></body>')
    expect(body).toContain('<title>A title – Discordia</title>')
    expect(body).not.toContain('<title>Discordia</title>')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language, cookie',
    })
  })

  test('defers resources that the browser needs early only to render the page itself', async () => {
    const { body } = await get('/world')
    expect(body).not.toMatch(/noscript/)
    const [template = ''] = /<template id="later">.*?<\/template>/.exec(body) ?? []
    expect(template).toMatch(/start\.js.*\/locales\/en\/translation\.json/)
    expect(body.replace(template, '')).not.toMatch(/start\.js|translation\.json/)
    expect(body).toMatch(/a\.woff2.*site\.css/)
  })

  test('preloads the font of the menu on narrow windows too, except on the landing page', async () => {
    const fontOf = (body: string) => /<link [^>]*b\.woff2[^>]*>/.exec(body)?.[0]
    expect(fontOf((await get('/')).body)).toContain('media="(min-width: 64rem)"')
    expect(fontOf((await get('/world')).body)).not.toContain('media')
  })

  test('lists the resources of the first view in a header, for a proxy that sends Early Hints', async () => {
    expect((await get('/world')).headers.link).toBe(
      '</assets/site.css>; rel=preload; as=style, </fonts/a.woff2>; rel=preload; as=font; type=font/woff2; crossorigin',
    )
  })

  test('is rendered once, and again when it is five seconds old or its data change', async () => {
    await get('/world')
    await get('/world?utm_source=x')
    expect(made).toHaveLength(1)
    cache.clear('contents')
    now += 4999
    await get('/world')
    expect(made).toHaveLength(1)
    now += 1
    await get('/world')
    expect(made).toHaveLength(2)
    cache.clear('glossary')
    await get('/world')
    expect(made).toHaveLength(3)
  })

  test('is separate for each filter, language and consent', async () => {
    await get('/world')
    await get('/world?filter=a')
    await get('/world', { 'accept-language': 'de-AT,de;q=0.9' })
    await get('/world', { cookie: 'a=b; Discordia-consent-cookie=true' })
    await get('/world', { cookie: 'discordia-consent-cookie=true' })
    expect(
      made.map(({ url, facts: { language, hasConsent } }) => [url, language, hasConsent]),
    ).toEqual([
      ['/world', 'en', false],
      ['/world?filter=a', 'en', false],
      ['/world', 'de', false],
      ['/world', 'en', true],
    ])
  })

  test.each([
    ['/world?lng=de', { cookie: 'i18next=en', 'accept-language': 'en' }, 'de'],
    ['/world', { cookie: 'i18next=de', 'accept-language': 'en' }, 'de'],
    ['/world', { 'accept-language': 'fr, de' }, 'en'],
    ['/world?lng=../..', { 'accept-language': '*' }, 'en'],
  ])('%s with %j is in the language %s', async (url, headers, language) => {
    const { body } = await get(url, headers)
    expect(body).toContain(`<html lang="${language}">`)
  })

  test('keeps its tag while nothing has changed', async () => {
    const { headers } = await get('/world')
    now += 10_000
    const again = await get('/world', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body, made.length]).toEqual([304, '', 2])
  })

  test('of an unknown id is a 404 with the title of the page', async () => {
    head = MISSING
    const { body, statusCode } = await get('/news/9')
    expect(statusCode).toBe(404)
    expect(body).toContain('<title>Torn out – Discordia</title>')
    expect(body).toContain('noindex')
  })

  test('is not rendered if the database cannot tell what it is', async () => {
    head = null
    expect((await get('/world')).body).toBe('plain')
    expect(made).toEqual([])
  })
})

test('other URLs are redirected, or left to the browser', async () => {
  expect(await get('/unknown')).toMatchObject({
    statusCode: 302,
    headers: { location: '/auth/login', 'cache-control': 'no-cache' },
  })
  expect((await get('/plain')).body).toBe('plain')
})

describe('the shell of a page for members', () => {
  test('has the scripts of the plain page and those of the dashboard at once, without a head of its own', async () => {
    head = null
    const { body } = await get('/dashboard')
    expect(body).toContain('<div id="root">The page</div>')
    for (const script of ['start.js', 'dashboard.js'])
      expect(body).toContain(`<link rel="preload" href="/assets/${script}" as="script">`)
    expect(body).toContain('<noscript>')
    expect(body).not.toContain('<template')
    expect((await get('/world')).body).toBe('plain')
  })

  test('is not named in the pages of visitors', async () => {
    expect((await get('/world')).body).not.toContain('dashboard.js')
  })
})

describe('the plain page', () => {
  test('is sent when rendering fails, which is counted and not tried again for five seconds', async () => {
    draw = () => Promise.reject(new Error('broken'))
    expect((await get('/world')).body).toBe('plain')
    expect((await get('/world')).body).toBe('plain')
    expect([made.length, await count('failed')]).toEqual([1, 1])
  })

  test('is not sent while there is a stale page, but the failure is counted', async () => {
    await get('/world')
    now += 5000
    draw = () => Promise.reject(new Error('broken'))
    expect((await get('/world')).body).toContain('The page')
    expect([await count('rendered'), await count('failed')]).toEqual([1, 1])
  })

  test('is sent after the time limit, and the late page is cached for the next visitor', async () => {
    limitMs = 300
    const { promise, resolve } = Promise.withResolvers<string>()
    draw = () => promise
    expect((await get('/world')).body).toBe('plain')
    // The second visitor does not wait.
    const next = get('/world').then(({ body }) => body)
    expect(await Promise.race([next, pause(limitMs / 2, 'has waited')])).toBe('plain')
    expect(await count('slow')).toBe(2)
    resolve('Late')
    limitMs = 10_000
    const drawn = async () => (await get('/world')).body.includes('Late')
    while (!(await drawn())) await pause(1)
    expect([made.length, await count('rendered')]).toEqual([1, 1])
  })

  test('is sent when more pages are requested than rendered, and every page is rendered in the end', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    draw = () => promise
    const pages = Promise.all(
      Array.from({ length: 50 }, async (_, number) => (await get(`/world?filter=${number}`)).body),
    )
    while ((await count('busy')) < 47) await pause(1)
    resolve('Drawn')
    const bodies = await pages
    expect(bodies.filter((body) => body.includes('Drawn'))).toHaveLength(3)
    expect(await count('busy')).toBe(47)
    expect((await get('/world?filter=40')).body).toContain('Drawn')
  })
})

test('without a built renderer there is none', async () => {
  expect(await openRenderer('/nowhere/renderer.js')).toBeNull()
})
