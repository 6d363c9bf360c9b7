import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ContentItem } from '#contract/content.ts'
import type { Content } from '#server/http/cache/cachedResponse.ts'
import { AREA_BYTES_MAX, ResponseCache, STALE_MAX_MS } from '#server/http/cache/responseCache.ts'
import { errors } from '#server/http/errors.ts'
import { addEvent, addNews } from '#test/helpers/fixtures/contents.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const WITHIN = 4999

const AFTER = 5000
const HOUR = 3_600_000
const MB = 1024 * 1024

/** One clock for moments and ages. */
const makeCache = (clock: () => number) => new ResponseCache(clock, clock)
const make = (text: string) => async (): Promise<Content> => ({ mediaType: 'a/b', text })

describe('the cached responses of a process', () => {
  let now = 1
  const made = (text: string) => jest.fn(make(text))
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

serverTests('cached lists on %s', (server) => {
  beforeEach(async () => {
    await server.empty()
    await addNews(server, { description: 'long '.repeat(500) })
  })

  const list = (headers = {}) => server.app.inject({ url: '/api/contents/active', headers })
  const titles = async () => (await list()).json<ContentItem[]>().map(({ title }) => title)
  const rename = (title: string) => server.update('contents', {}, { title })

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

describe('the memory of the cache', () => {
  const now = 1

  test('an area is bounded in bytes and evicts the least recently used response', async () => {
    const responseCache = makeCache(() => now)
    const first = jest.fn(make('first'))
    const used = jest.fn(make('used'))
    await responseCache.get('rules', 'first', first)
    await responseCache.get('rules', 'used', used)
    for (let i = 0; i < 80; i++) {
      await responseCache.get('rules', `k${i}`, make('x'.repeat(MB)))
      await responseCache.get('rules', 'used', used)
      expect(responseCache.size()).toBeLessThanOrEqual(AREA_BYTES_MAX)
    }
    expect(responseCache.size()).toBeGreaterThan(AREA_BYTES_MAX / 2)
    await responseCache.get('rules', 'first', first)
    expect([first, used].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
  })

  test('a response larger than an area is sent and not cached', async () => {
    const responseCache = makeCache(() => now)
    const huge = jest.fn(make('x'.repeat(AREA_BYTES_MAX + 1)))
    expect((await responseCache.get('rules', 'k', huge)).bytes).toHaveLength(AREA_BYTES_MAX + 1)
    await responseCache.get('rules', 'k', huge)
    expect(huge).toHaveBeenCalledTimes(2)
    expect(responseCache.size()).toBe(0)
  })

  test('a clock that is set back by an hour keeps no response alive', async () => {
    let [epoch, elapsed] = [Date.UTC(2026, 5, 1), 1]
    const responseCache = new ResponseCache(
      () => epoch,
      () => elapsed,
    )
    const planned = async () => ({ mediaType: 'a/b', text: 'old', until: epoch + HOUR })
    const old = await responseCache.get('rules', 'k', planned)
    epoch -= HOUR
    elapsed += AFTER
    expect(responseCache.isFresh(old)).toBe(false)
    expect((await responseCache.get('rules', 'k', make('new'))).bytes.toString()).toBe('new')
  })
})

test('the cache of a server measures ages by the monotonic clock', async () => {
  let [epoch, elapsed] = [Date.UTC(2026, 5, 1), 1]
  jest.spyOn(performance, 'now').mockImplementation(() => elapsed)
  const responseCache = new ResponseCache(() => epoch)
  const old = await responseCache.get('rules', 'k', make('old'))
  epoch -= HOUR
  elapsed += AFTER - 1
  expect(responseCache.isFresh(old)).toBe(true)
  elapsed += 1
  expect(responseCache.isFresh(old)).toBe(false)
})

describe('the stale response', () => {
  let now = 1
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const good = make('good')

  test('is sent during an outage of the database, with its age, for some minutes only', async () => {
    const responseCache = makeCache(() => now)
    await responseCache.get('rules', 'k', good)
    now += 7000
    const outdated = await responseCache.get('rules', 'k', away)
    expect(outdated.bytes.toString()).toBe('good')
    expect(outdated.headers).toMatchObject({ age: '7', warning: expect.stringMatching(/^110 /) })
    expect(outdated.outage?.cause).toMatchObject({ message: 'connect ECONNREFUSED' })
    expect(responseCache.isFresh(outdated)).toBe(false)
    now += STALE_MAX_MS
    await expect(responseCache.get('rules', 'k', away)).rejects.toThrow('ECONNREFUSED')
  })

  test('is replaced as soon as the database is back', async () => {
    const responseCache = makeCache(() => now)
    const back = make('new')
    await responseCache.get('rules', 'k', good)
    now += AFTER
    await responseCache.get('rules', 'k', away)
    now += 1000
    await responseCache.get('rules', 'k', back)
    await setImmediate()
    const response = await responseCache.get('rules', 'k', back)
    expect([response.bytes.toString(), response.outage]).toEqual(['new', undefined])
  })

  test('does not outlive a write; a server that is busy is no reason to drop it', async () => {
    const responseCache = makeCache(() => now)
    await responseCache.get('rules', 'k', good)
    responseCache.clear('rules')
    await expect(responseCache.get('rules', 'k', away)).rejects.toThrow('ECONNREFUSED')
    const refused = () => Promise.reject(errors.unavailable(5))
    await responseCache.get('rules', 'k', good)
    now += AFTER
    expect((await responseCache.get('rules', 'k', refused)).bytes.toString()).toBe('good')
  })
})

serverTests('cached requests on %s', (server) => {
  beforeAll(async () => {
    const { id } = await server.addUser('mira')
    const type = await addGlossaryType(server, 'Places')
    await addEntry(server, id, 'Halm', { type_id: type })
    await addRule(server, 'Rolling', {}, { Dice: 'two of them' })
    await addNews(server)
  })

  const get = async (path: string) => {
    const { statusCode, body } = await server.app.inject(`/api/${path}`)
    return { path, statusCode, body }
  }

  test.each([
    [
      'glossary',
      'glossary/entries/',
      ['', '?', '?sort=Alphabetical', '?sort=unknown', '?search=%20'],
    ],
    [
      'glossary',
      'glossary/entries/',
      ['', '?type=Any&subtype=', '?type=&search=', '?lng=de', '?_=1'],
    ],
    ['glossary', 'glossary/entries/', ['', '?showUserEntries=false&showMyEntries=true']],
    [
      'glossary',
      'glossary/entries/',
      ['?type=0', '?type=x', '?type=01&limit=5', '?type=99999999999'],
    ],
    ['glossary', 'glossary/entries/', ['?search=halm', '?search=H%C3%A4lm', '?search=%20HALM']],
    ['rules', 'rules/entries/', ['', '?category=Any', '?subcategory=', '?limit=5&cursor=abc']],
    ['rules', 'rules/entries/', ['?category=x', '?category=0', '?subcategory=y&search=roll']],
    ['rules', 'rules/quick-entries/', ['?category=x', '?category=7', '?category=8&search=roll']],
    ['rules', 'rules/entries/', ['?search=two of', '?search=TWO%20OF%20', '?search=tw%C3%B3%20of']],
    ['contents', 'contents/active', ['', '?', '?lng=de', '?search=x']],
  ] as const)(
    'of %s: ways to write one thing at %s share one entry: %j',
    async (area, path, queries) => {
      server.deps.responseCache.clear(area)
      await get(path + queries[0])
      const size = server.deps.responseCache.size()
      const bodies = new Set<string>()
      for (const query of queries) {
        const { statusCode, body } = await get(path + query)
        expect([query, statusCode]).toEqual([query, 200])
        bodies.add(body)
      }
      expect(bodies.size).toBe(1)
      expect(server.deps.responseCache.size()).toBe(size)
    },
  )

  test('a list is sent during an outage, with its age, and an error only without a stale one', async () => {
    const paths = ['glossary/entries/?limit=10', 'rules/entries/', 'contents/active']
    const before = await Promise.all(paths.map(get))
    const down = jest
      .spyOn(server.deps.db.getExecutor(), 'executeQuery')
      .mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    server.passTime(AFTER)
    for (const [at, path] of paths.entries()) {
      const response = await server.app.inject(`/api/${path}`)
      expect([path, response.statusCode, response.body]).toEqual([path, 200, before[at]?.body])
      expect(response.headers.age).toBe('5')
    }
    expect((await get('glossary/entries/?limit=9')).statusCode).toBeGreaterThanOrEqual(500)
    down.mockRestore()
    server.passTime(AFTER)
    for (const path of paths) {
      let response = await server.app.inject(`/api/${path}`)
      while (response.headers.age !== undefined) {
        await setImmediate()
        response = await server.app.inject(`/api/${path}`)
      }
      expect([path, response.statusCode]).toEqual([path, 200])
    }
  })
})
