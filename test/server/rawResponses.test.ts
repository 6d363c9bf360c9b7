import fastify from 'fastify'
import { cacheRawResponses, RAW_BYTES_MAX } from '#server/http/cache/rawResponseCache.ts'
import { ResponseCache } from '#server/http/cache/responseCache.ts'
import { asJson, sendCached } from '#server/http/cache/sendCached.ts'
import type { App } from '#server/http/deps.ts'
import { measure } from '#server/http/plugins/metrics.ts'
import { addNews } from '#test/helpers/fixtures/contents.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const URLS_MAX = 500
const VARIANTS_MAX = 8
const KEY_MAX = 400
const TTL_MS = 5000

/** A server with only the caches and two routes. Time passes by `pass`. */
async function start(body: () => string) {
  let now = 1
  let isClosing = false
  jest.spyOn(performance, 'now').mockImplementation(() => now)
  const responseCache = new ResponseCache(
    () => now,
    () => now,
  )
  const app: App = fastify()
  measure(app)
  app.decorate('isClosing', () => isClosing)
  cacheRawResponses(app, { responseCache })
  const handled = jest.fn()
  const logged = jest.fn()
  const make = jest.fn(async () => ({ ...asJson(null), text: body() }))
  for (const path of ['/api/list', '/page'])
    app.get(path, async (request, reply) => {
      handled()
      request.log = { ...request.log, warn: logged } as typeof request.log
      reply.raw.setHeader('x-xss-protection', '0')
      reply.raw.setHeader('x-frame-options', 'DENY')
      return sendCached(request, reply, await responseCache.get('rules', path, make))
    })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    origin,
    responseCache,
    handled,
    logged,
    make,
    pass: (ms: number) => {
      now += ms
    },
    close: () => {
      isClosing = true
    },
    counted: async (status: number) => {
      const metric = await app.metrics.getSingleMetric('http_requests_total')?.get()
      const of =
        metric?.values.filter(
          ({ labels }) => labels.method === 'GET' && labels.status === status,
        ) ?? []
      return of.reduce((sum, { value }) => sum + value, 0)
    },
    get: async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await fetch(`${origin}${path}`, { headers, method })
      const { date: _now, ...rest } = Object.fromEntries(response.headers)
      return { status: response.status, headers: rest, body: await response.text() }
    },
  }
}

describe('raw responses', () => {
  let server: Awaited<ReturnType<typeof start>>
  let body = ''
  beforeEach(async () => {
    body = JSON.stringify('Élan 🎲 '.repeat(300))
    server = await start(() => body)
  })
  afterEach(() => server.app.close())

  const entries = () => server.app.rawResponses
  const variantsOf = (key: string) => [...(entries()?.get(key)?.variants.keys() ?? [])]

  test('are sent without the framework, with the same headers, and counted', async () => {
    const first = await server.get('/api/list')
    expect(first.body).toBe(body)
    expect(first.headers).toMatchObject({ 'x-frame-options': 'DENY', vary: 'accept-encoding' })
    expect(first.headers).not.toHaveProperty('x-xss-protection')
    expect(await server.get('/api/list')).toEqual(first)
    const known = { 'if-none-match': String(first.headers.etag) }
    const refreshed = await server.get('/api/list', known)
    expect([refreshed.status, refreshed.body]).toEqual([304, ''])
    expect(await server.get('/api/list', known)).toEqual(refreshed)
    expect(refreshed.headers).not.toHaveProperty('content-length')
    expect(server.handled).toHaveBeenCalledTimes(2)
    expect([await server.counted(200), await server.counted(304)]).toEqual([2, 2])
  })

  test('are separate for each encoding, and for each cookie and language of a page', async () => {
    for (const headers of [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }])
      for (const _ of [1, 2]) {
        const { body: text, headers: sent } = await server.get('/api/list', headers)
        expect([text, sent['content-encoding']]).toEqual([body, headers['accept-encoding']])
      }
    expect(server.handled).toHaveBeenCalledTimes(2)
    expect(entries()?.size).toBe(1)
    const asked: Record<string, string>[] = [
      {},
      { cookie: 'a=1' },
      { 'accept-language': 'de' },
      { cookie: 'b=1' },
    ]
    for (const headers of [...asked, ...asked]) await server.get('/page', headers)
    expect(server.handled).toHaveBeenCalledTimes(2 + asked.length)
    expect(entries()?.size).toBe(1 + asked.length)
    for (const headers of asked) await server.get('/api/list', headers)
    expect(entries()?.size).toBe(1 + asked.length)
    expect([...(entries()?.keys() ?? [])]).toContain('/page\na=1\n*')
  })

  test.each<[string, string, Record<string, string>]>([
    ['a token', 'GET', { authorization: 'Bearer x' }],
    ['another method', 'HEAD', {}],
  ])('are not for %s', async (_what, method, headers) => {
    await server.get('/api/list')
    expect((await server.get('/api/list', headers, method)).status).toBe(200)
    expect(server.handled).toHaveBeenCalledTimes(2)
  })

  test('are not made from the response to HEAD', async () => {
    await server.get('/api/list', {}, 'HEAD')
    expect(entries()?.size).toBe(0)
  })

  test('are not sent while the server closes', async () => {
    await server.get('/api/list')
    server.close()
    await server.get('/api/list')
    expect(server.handled).toHaveBeenCalledTimes(2)
  })

  test('expire with the freshness of the response', async () => {
    await server.get('/api/list')
    body = '"after a write"'
    server.responseCache.clear('rules')
    expect((await server.get('/api/list')).body).toBe(body)
    expect((await server.get('/api/list')).body).toBe(body)
    expect(server.handled).toHaveBeenCalledTimes(2)
    server.pass(TTL_MS)
    body = '"later"'
    expect((await server.get('/api/list')).body).toBe(body)
    expect(entries()?.get('/api/list')?.variants.size).toBe(1)
  })

  test('are dropped as soon as they are not fresh', async () => {
    await server.get('/api/list')
    server.responseCache.clear('rules')
    server.make.mockRejectedValueOnce(new Error('down'))
    expect((await server.get('/api/list')).status).toBe(500)
    expect(entries()?.size).toBe(0)
  })

  test('are not made from a stale response, which is logged once for each failed attempt', async () => {
    await server.get('/api/list')
    server.pass(TTL_MS)
    const err = new Error('down')
    server.make.mockRejectedValueOnce(err)
    for (const _ of [1, 2]) {
      const { status, headers } = await server.get('/api/list')
      expect([status, headers.age, headers.warning]).toEqual([200, '5', expect.any(String)])
    }
    expect(server.handled).toHaveBeenCalledTimes(3)
    expect(server.logged.mock.calls).toEqual([
      [{ err }, 'refresh failed, sending the last good response'],
    ])
    expect(entries()?.size).toBe(0)
  })

  test('are bounded in number', async () => {
    for (let at = 0; at < VARIANTS_MAX; at++)
      await server.get('/api/list', { 'if-none-match': `"${at}"` })
    expect(variantsOf('/api/list')).toHaveLength(VARIANTS_MAX)
    await server.get('/api/list', { 'if-none-match': '"one more"' })
    expect(variantsOf('/api/list')).toEqual([expect.stringMatching(/\n"one more"$/)])
    for (let at = 0; at < URLS_MAX + 5; at++) await server.get(`/api/list?${at}`)
    expect(entries()?.size).toBe(URLS_MAX)
  })

  test('are bounded in the length of what callers choose', async () => {
    const url = (length: number) => `/api/list?${'x'.repeat(length - '/api/list?'.length)}`
    await server.get(url(KEY_MAX + 1))
    expect(entries()?.size).toBe(0)
    await server.get(url(KEY_MAX))
    expect(entries()?.size).toBe(1)
    const variant = (length: number) => ({
      'accept-encoding': 'br',
      'if-none-match': 'x'.repeat(length - 'br\n'.length),
    })
    await server.get('/api/list', variant(KEY_MAX + 1))
    expect(entries()?.size).toBe(1)
    await server.get('/api/list', variant(KEY_MAX))
    expect(entries()?.size).toBe(2)
  })

  test('count their response, URL, variants and headers', async () => {
    await server.get('/api/list', { 'accept-encoding': 'identity' })
    const [key] = variantsOf('/api/list')
    const [raw] = entries()?.get('/api/list')?.variants.values() ?? []
    const of = entries()?.get('/api/list')?.response.weight() ?? 0
    const one = 500 + 2 * (key?.length ?? 0) + (raw?.headers.join('').length ?? 0)
    expect(of).toBe(Buffer.byteLength(body) + 2 * '{}'.length)
    const size = of + 2 * '/api/list'.length + one + Buffer.byteLength(body)
    expect(entries()?.calculatedSize).toBe(size)
    expect([entries()?.maxSize, entries()?.maxEntrySize]).toEqual([
      RAW_BYTES_MAX,
      RAW_BYTES_MAX / 4,
    ])
  })
})

serverTests('a raw response over a real connection', { engines: ['sqlite'] }, (server) => {
  let origin: string
  beforeAll(async () => {
    await addNews(server, { description: 'long '.repeat(500), title: 'Élan 🎲 ā' })
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })

  const list = async (headers = {}, method = 'GET') => {
    const response = await fetch(`${origin}/api/contents/active`, { method, headers })
    const { date: _now, ...rest } = Object.fromEntries(response.headers)
    return { status: response.status, headers: rest, body: await response.text() }
  }

  test.each([
    ['plain', {}],
    ['compressed', { 'accept-encoding': 'gzip' }],
  ])('%s, the second response equals the first one, header for header', async (_form, headers) => {
    server.deps.responseCache.clear('contents')
    const handled = jest.spyOn(server.deps.responseCache, 'get')
    const first = await list(headers)
    const second = await list(headers)
    expect(second).toEqual(first)
    expect(first.headers['content-security-policy']).toContain("script-src 'self'")
    expect(handled).toHaveBeenCalledTimes(1)
  })
})
