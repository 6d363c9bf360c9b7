import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ContentItem } from '#contract/content.ts'
import type { Content } from '#server/http/cache/cachedResponse.ts'
import { ResponseCache } from '#server/http/cache/responseCache.ts'
import { asJson } from '#server/http/cache/sendCached.ts'
import { cachedValue } from '#server/modules/rules/siteRoutes.ts'
import { addEvent, addNews } from '#test/helpers/fixtures/contents.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const WITHIN = 4999
const AFTER = 5000

/** One clock for moments and ages. */
const makeCache = (clock: () => number) => new ResponseCache(clock, clock)

describe('the cached responses of a process', () => {
  let now = 1
  const made = (text: string) => jest.fn(async (): Promise<Content> => ({ mediaType: 'a/b', text }))
  const textOf = async (response: Promise<{ bytes: Buffer }>) => (await response).bytes.toString()

  test('cost one query for simultaneous callers, and for all within five seconds', async () => {
    const responseCache = makeCache(() => now)
    const make = made('one')
    await Promise.all([1, 2, 3].map(() => responseCache.get('rules', 'k', make)))
    now += WITHIN
    await responseCache.get('rules', 'k', make)
    expect(make).toHaveBeenCalledTimes(1)
    now += AFTER - WITHIN
    await responseCache.get('rules', 'k', make)
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('are aged from before the query, however long it takes', async () => {
    const responseCache = makeCache(() => now)
    await responseCache.get('rules', 'k', async () => {
      now += AFTER
      return { mediaType: 'a/b', text: 'slow' }
    })
    const next = made('next')
    expect(await textOf(responseCache.get('rules', 'k', next))).toBe('next')
  })

  test('with an expiry are not sent a moment longer', async () => {
    const responseCache = makeCache(() => now)
    const until = now + 1200
    const first = await responseCache.get('rules', 'k', async () => ({
      mediaType: 'a/b',
      text: 'before',
      until,
    }))
    now = until - 1
    expect(responseCache.isFresh(first)).toBe(true)
    expect(await textOf(responseCache.get('rules', 'k', made('never made')))).toBe('before')
    now = until
    expect(responseCache.isFresh(first)).toBe(false)
    expect(await textOf(responseCache.get('rules', 'k', made('after')))).toBe('after')
    const far = async () => ({ mediaType: 'a/b', text: 'far', until: now + 100 * AFTER })
    await responseCache.get('rules', 'far', far)
    now += AFTER
    expect(await textOf(responseCache.get('rules', 'far', made('asked again')))).toBe('asked again')
  })

  test('are invalidated by area only, pending ones included', async () => {
    const responseCache = makeCache(() => now)
    await responseCache.get('glossary', 'k', made('stays'))
    let finish: (content: Content) => void = () => undefined
    const old = responseCache.get('rules', 'k', () => new Promise((resolve) => (finish = resolve)))
    responseCache.clear('rules')
    expect(await textOf(responseCache.get('rules', 'k', made('new')))).toBe('new')
    finish({ mediaType: 'a/b', text: 'old' })
    expect(await textOf(old)).toBe('old')
    expect(await textOf(responseCache.get('rules', 'k', made('never made')))).toBe('new')
    expect(await textOf(responseCache.get('glossary', 'k', made('never made')))).toBe('stays')
  })

  test('are not made of a failure, which all waiting callers get', async () => {
    const responseCache = makeCache(() => now)
    const failing = jest.fn(() => Promise.reject(new Error('down')))
    const waiting = [
      responseCache.get('rules', 'k', failing),
      responseCache.get('rules', 'k', failing),
    ]
    for (const one of waiting) await expect(one).rejects.toThrow('down')
    expect(failing).toHaveBeenCalledTimes(1)
    expect(await textOf(responseCache.get('rules', 'k', made('up again')))).toBe('up again')
  })

  test('of the search are invalidated with every area that it searches', async () => {
    const responseCache = makeCache(() => now)
    for (const area of ['rules', 'search'] as const) {
      await responseCache.get('search', 'k', made('before'))
      responseCache.clear(area)
      expect(await textOf(responseCache.get('search', 'k', made('after')))).toBe('after')
      responseCache.clear(area)
    }
  })
})

describe('a cached value', () => {
  const loadsOf = (responseCache: ResponseCache, load: () => string) => {
    const loading = jest.fn(async () => load())
    return { loading, read: cachedValue<string>(responseCache, 'rules', loading) }
  }

  test('is loaded once until its area is written to', async () => {
    const responseCache = makeCache(() => 1)
    const values = ['first', 'second']
    const { loading, read } = loadsOf(responseCache, () => values.shift() ?? 'more')
    expect(await Promise.all([read(), read()])).toEqual(['first', 'first'])
    responseCache.clear('glossary')
    expect(await read()).toBe('first')
    responseCache.clear('rules')
    expect(await read()).toBe('second')
    expect(loading).toHaveBeenCalledTimes(2)
  })

  test('that could not be loaded is loaded by the next caller', async () => {
    let isDown = true
    const { loading, read } = loadsOf(
      makeCache(() => 1),
      () => {
        if (isDown) throw new Error('down')
        return 'up'
      },
    )
    await expect(read()).rejects.toThrow('down')
    isDown = false
    expect(await read()).toBe('up')
    expect(await read()).toBe('up')
    expect(loading).toHaveBeenCalledTimes(2)
  })

  test('is not forgotten when an earlier load fails late', async () => {
    const responseCache = makeCache(() => 1)
    let fail: (reason: Error) => void = () => undefined
    const first = new Promise<string>((_resolve, reject) => {
      fail = reject
    })
    const loads = [() => first, async () => 'second']
    const loading = jest.fn(() => loads.shift()?.() ?? Promise.resolve('third'))
    const read = cachedValue<string>(responseCache, 'rules', loading)
    const failed = read()
    responseCache.clear('rules')
    const second = read()
    fail(new Error('late'))
    await expect(failed).rejects.toThrow('late')
    expect(await second).toBe('second')
    expect(await read()).toBe('second')
  })
})

serverTests('cached lists on %s', (server) => {
  beforeEach(async () => {
    await server.empty()
    await addNews(server, { description: 'long '.repeat(500) })
  })

  const list = (headers = {}) => server.app.inject({ url: '/api/contents/active', headers })
  const titles = async () => (await list()).json<ContentItem[]>().map(({ title }) => title)
  const rename = (title: string) => server.deps.db.updateTable('contents').set({ title }).execute()

  test('a write of another process shows after five seconds, one of this process at once', async () => {
    expect(await titles()).toEqual(['A title'])
    await rename('Changed elsewhere')
    server.passTime(WITHIN)
    expect(await titles()).toEqual(['A title'])
    server.passTime(AFTER - WITHIN)
    expect(await titles()).toEqual(['Changed elsewhere'])
    await rename('Changed here')
    server.deps.responseCache.clear('contents')
    expect(await titles()).toEqual(['Changed here'])
  })

  test('scheduled content appears and expires in its millisecond, also for a caller just before', async () => {
    const now = server.deps.clock()
    const id = await addEvent(server, {
      title: 'Planned',
      publish_at: now + 1000,
      starts_at: now + 1500,
      ends_at: now + 2500,
    })
    const get = async (path: string) => (await server.app.inject(`/api/contents/${path}`)).body
    const seen = async () => {
      const lists = ['activeEvents', 'active', 'latest', 'events.ics', 'news.atom']
      const bodies = await Promise.all(lists.map(get))
      const detail = await server.app.inject(`/api/contents/getEvent/${id}`)
      const all = [...bodies, detail.body]
      return all.map((body) => (body.includes('Planned') ? 'there' : '-')).join(' ')
    }
    server.passTime(999)
    expect(await seen()).toBe('- - - - - -')
    server.passTime(1)
    expect(await seen()).toBe('there - there there - there')
    expect(await get(`getEvent/${id}`)).toContain('calendar_url')
    server.passTime(1499)
    expect(await seen()).toBe('there - there there - there')
    server.passTime(1)
    expect(await seen()).toBe('- - - there - there')
    expect(await get(`getEvent/${id}`)).not.toContain('calendar_url')
  })

  test('a caller with the current tag gets 304 until the response changes', async () => {
    const first = await list()
    const { etag } = first.headers
    expect(first.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    })
    for (const known of [etag, `"x", ${etag}`, String(etag).replace('W/', '')]) {
      const again = await list({ 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
    server.passTime(AFTER)
    expect((await list({ 'if-none-match': etag })).statusCode).toBe(304)
    await rename('Changed')
    server.passTime(AFTER)
    expect((await list({ 'if-none-match': etag })).statusCode).toBe(200)
  })

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0.9', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
  ])(
    'for Accept-Encoding %p it is sent as %s, with the same tag',
    async (accepted, encoding, unpack) => {
      const plain = await list()
      const packed = await list({ 'accept-encoding': accepted })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.etag).toBe(plain.headers.etag)
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    },
  )

  test.each(['identity', 'deflate', 'abro', 'br;q=0, gzip;q=0.0'])(
    'is not compressed for Accept-Encoding %p',
    async (accepted) => {
      const response = await list({ 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBeUndefined()
    },
  )

  test('a member and a visitor get the same response, even with a bad token', async () => {
    const { auth } = await server.addUser('Mira')
    const bodies = [await list(), await list(auth), await list({ authorization: 'Bearer bad' })]
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1)
    expect(bodies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  test('HEAD has the tag and no body', async () => {
    const head = await server.app.inject({ method: 'HEAD', url: '/api/contents/active' })
    const { headers, body } = await list()
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)))
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
  const counted = async () => {
    const { values } = (await server.app.metrics.getSingleMetric('http_requests_total')?.get()) ?? {
      values: [],
    }
    return values.reduce((sum, { value }) => sum + value, 0)
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

  test('304 is cached raw, too, and only sent for the matching tag', async () => {
    const { headers, body } = await list()
    const known = { 'if-none-match': headers.etag }
    const responses = [await list(known), await list(known)]
    expect(responses.map((one) => [one.status, one.body])).toEqual([
      [304, ''],
      [304, ''],
    ])
    expect(responses[1]?.headers).toEqual(responses[0]?.headers)
    expect(await list({ 'if-none-match': '"another"' })).toMatchObject({ status: 200, body })
  })

  test('a raw response is not sent after a write, nor after five seconds', async () => {
    await list()
    const { db, responseCache } = server.deps
    await db.updateTable('contents').set({ title: 'After a write' }).execute()
    responseCache.clear('contents')
    expect((await list()).body).toContain('After a write')
    await list()
    await db.updateTable('contents').set({ title: 'Written elsewhere' }).execute()
    expect((await list()).body).toContain('After a write')
    server.passTime(AFTER)
    expect((await list()).body).toContain('Written elsewhere')
  })

  test('callers with a token and other methods bypass raw responses', async () => {
    await list()
    await list()
    const handled = jest.spyOn(server.deps.responseCache, 'get')
    await list({ authorization: 'Bearer x' })
    expect(handled).toHaveBeenCalledTimes(1)
    expect(await list({}, 'HEAD')).toMatchObject({ status: 200, body: '' })
    expect((await list({}, 'POST')).status).toBe(404)
  })

  test('raw responses are counted like others', async () => {
    await list()
    const before = await counted()
    for (let i = 0; i < 5; i++) await list()
    expect((await counted()) - before).toBeGreaterThanOrEqual(5)
  })

  test('the number of cached variants is bounded', async () => {
    for (let i = 0; i < 60; i++) await list({ 'if-none-match': `"${i}"` })
    const endless = { 'if-none-match': `"${'x'.repeat(5000)}"` }
    expect((await list(endless)).status).toBe(200)
    const variants = server.app.rawResponses?.get('/api/contents/active')?.variants
    expect(variants?.size).toBeGreaterThan(0)
    expect([...(variants?.keys() ?? [])].join('')).not.toContain('xxx')
    expect(variants?.size).toBeLessThanOrEqual(8)
  })
})

test('a JSON response has its media type', () => {
  expect(asJson([1])).toEqual({ mediaType: 'application/json; charset=utf-8', text: '[1]' })
})
