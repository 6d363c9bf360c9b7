import {
  hasData,
  hasTexts,
  isDataOf,
  isFile,
  isOurPage,
  isRefusal,
  isSavable,
} from '#src/offline/fitting.ts'
import { readCopyMark, writeCopyMark } from '#src/offline/lateResponse.ts'
import { openFetcher } from '#src/offline/listPlans.ts'
import { isPublicCall } from '#src/offline/publicCalls.ts'
import { saveFile } from '#src/offline/saveList.ts'
import { apiBaseUrl } from '#src/platform/env.ts'

/* What comes on bad networks in place of what was asked for (behaviour 12.14). */

const LOGIN = '<!doctype html><html><head><title>Wi-Fi</title></head><body>Log in</body></html>'
const HEAD = '<!doctype html><html><head><meta name="features" content="search offline">'
const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const cut = (type = 'application/json') =>
  new Response('[{"id": 1, "na', { headers: { 'Content-Type': type } })
const file = (type: string, status = 200) =>
  new Response(status === 204 ? null : 'x', { status, headers: { 'Content-Type': type } })
const LIST = '/rules/entries/'

test.each<[string, Response]>([
  ['the page of a public network', html(LOGIN)],
  ['the page of a proxy', html('<h1>502 Bad Gateway</h1>', 502)],
  ['a failure of the server', Response.json([], { status: 500 })],
  ['an object in place of a list', Response.json({ errors: [], detail: 'x' })],
  ['rows that are none', Response.json([{ error: 'log in' }])],
  ['a cut body', cut()],
  ['a part', Response.json([{ id: 1 }], { status: 206 })],
  [
    'rows of another type',
    new Response('[{"id":1}]', { headers: { 'Content-Type': 'text/html' } }),
  ],
  ['nothing', new Response(null, { status: 204 })],
  [
    'what a redirect leads to',
    Object.defineProperty(Response.json([{ id: 1 }]), 'redirected', { value: true }),
  ],
])('%s is no list', async (_, response) => {
  expect(await hasData(response, LIST)).toBe(false)
})

test('lists, rows and wrapped lists are data of their calls', async () => {
  expect(await hasData(Response.json([{ id: 1 }]), LIST)).toBe(true)
  expect(await hasData(Response.json([]), LIST)).toBe(true)
  for (const [path, data] of [
    ['/glossary/entry-types/', { count: 0, results: [{ id: 1 }] }],
    ['/glossary/entry-subtypes/', { results: [] }],
    ['/glossary/get-subtypes/3/', { subtypes: [{ id: 1 }] }],
    ['/glossary/entries/5/sub-entries/', [{ title: '', content: 'x' }]],
    ['/rules/get', [{ video_title: 'x', file_url: '/x' }]],
    ['/contents/get/5', { id: 5 }],
    ['/contents/getNext/5', [{ id: 6 }]],
    ['/downloads/active', [{ id: 1, title: 'x', download_files: [] }]],
    ['/search/', { groups: [], suggestions: [] }],
  ] as const) {
    expect([path, isPublicCall(path) || path === '/search/']).toEqual([path, true])
    expect([path, isDataOf(path, data)]).toEqual([path, true])
    for (const other of [null, 'x', { detail: 'x' }, [[]], [{}]])
      expect([path, isDataOf(path, other)]).toEqual([path, false])
  }
})

test('a refusal is one of the server, not of a proxy', async () => {
  const refused = (status: number) => Response.json({ errors: [], detail: 'x' }, { status })
  for (const status of [404, 401, 429]) expect(await isRefusal(refused(status))).toBe(true)
  for (const response of [
    refused(503),
    html(LOGIN, 404),
    cut(),
    Response.json({}, { status: 403 }),
  ])
    expect(await isRefusal(response)).toBe(false)
})

test('a page is ours if its head announces the worker, however much of it has come', async () => {
  expect(await isOurPage(html(`${HEAD}</head>`, 404))).toBe(true)
  const unfinished = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(HEAD)),
  })
  expect(await isOurPage(new Response(unfinished, html('')))).toBe(true)
  for (const other of [html(LOGIN), html('', 502), file('application/json')])
    expect(await isOurPage(other)).toBe(false)
})

test.each<[string, Response, boolean]>([
  ['/offline.html', html(`${HEAD}</head><body></body></html>\n`), true],
  ['/offline.html', html(`${HEAD}</head><body>`), false],
  ['/offline.html', html(LOGIN), false],
  ['/offline.html', html(`${HEAD}</html>`, 404), false],
  ['/assets/page.0a1b2c3d.js', file('text/javascript'), true],
  ['/assets/page.0a1b2c3d.js', html(LOGIN), false],
  ['/assets/page.0a1b2c3d.js', file('text/javascript', 206), false],
  ['/assets/page.0a1b2c3d.css', file('text/css'), true],
  ['/assets/page.0a1b2c3d.css', file('application/json'), false],
  ['/fonts/text.0a1b2c3d.woff2', file('font/woff2'), true],
  ['/fonts/text.0a1b2c3d.woff2', html(LOGIN), false],
  ['/icons/favicon.svg?x=1', file('image/svg+xml'), true],
  ['/images/hero-480.avif', file('application/octet-stream'), true],
  ['/images/hero-480.avif', html(LOGIN), false],
  ['/locales/de/translation.json', Response.json({ navbar: {} }), true],
  ['/locales/de/translation.json', Response.json({ error: 'log in' }), false],
  ['/locales/de/translation.json', cut(), false],
])('%s is a whole file of the site: case %#', async (path, response, expected) => {
  expect(await isFile(response, `https://discordia.example${path}`)).toBe(expected)
})

test('texts and downloads are not HTML', async () => {
  expect(await hasTexts(html(LOGIN))).toBe(false)
  expect([isSavable(html(LOGIN)), isSavable(file('application/pdf', 206))]).toEqual([false, false])
  expect(isSavable(file('application/pdf'))).toBe(true)
})

test('a copy names the time of its storing, which a second mark keeps, and whether a response is late', () => {
  const headers = new Headers()
  expect(readCopyMark(headers)).toBeNull()
  writeCopyMark(headers, { isLate: false, at: 5 })
  writeCopyMark(headers, { isLate: true })
  expect(readCopyMark(headers)).toEqual({ at: 5, isLate: true })
})

describe('what is saved on the device', () => {
  const stored = new Map<string, unknown>()
  beforeEach(() => {
    stored.clear()
    const cache = {
      match: async () => undefined,
      keys: async () => [],
      delete: async (url: string) => stored.delete(url),
      put: async (url: string, response: Response) => void stored.set(url, await response.text()),
    }
    Object.assign(globalThis, { caches: { open: async () => cache, match: cache.match } })
  })
  afterEach(() => void Reflect.deleteProperty(globalThis, 'caches'))
  const options = { language: 'en', signal: new AbortController().signal }
  const respond = (response: Response) =>
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(response)

  test.each<[string, Response]>([
    ['the page of a public network', html(LOGIN)],
    ['an error with status 200', Response.json({ error: 'log in' })],
    ['a 404 of a proxy', html('Not found', 404)],
  ])('%s is not taken for a list, and is not reused by the next attempt', async (_, response) => {
    respond(response)
    const get = await openFetcher('rules', options)
    await expect(get(LIST)).rejects.toMatchObject({ failure: 'network' })
    expect([...stored.keys()].filter((url) => url.includes(LIST))).toEqual([])
  })

  test('the page of a public network is not saved as a download', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(Response.json([]))
      .mockResolvedValueOnce(html(LOGIN))
    await expect(saveFile(5, options)).rejects.toMatchObject({ failure: 'network' })
    expect(stored.get(`${apiBaseUrl()}/downloads/download/5`)).toBeUndefined()
  })
})
