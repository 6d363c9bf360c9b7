import { setImmediate } from 'node:timers/promises'
import type { Content } from '#server/http/cache/cachedResponse.ts'
import { RAW_BYTES_MAX } from '#server/http/cache/rawResponseCache.ts'
import { AREA_BYTES_MAX, ResponseCache, STALE_MAX_MS } from '#server/http/cache/responseCache.ts'
import { errors } from '#server/http/errors.ts'
import { addNews } from '#test/helpers/fixtures/contents.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const HOUR = 3_600_000
const MB = 1024 * 1024
const AGE = 5000

describe('the memory of the cache', () => {
  let now = 1
  const make = (text: string) => async (): Promise<Content> => ({ mediaType: 'a/b', text })
  const noise = (bytes: number) =>
    Array.from({ length: bytes / 8 }, () => Math.random().toString(36).slice(2, 10)).join('')
  const newAnswers = () =>
    new ResponseCache(
      () => now,
      () => now,
    )

  test('an area is bounded in bytes and evicts the least recently used response', async () => {
    const responseCache = newAnswers()
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

  test('many tiny responses with long keys count as well', async () => {
    const responseCache = newAnswers()
    for (let i = 0; i < 20_000; i++)
      await responseCache.get('rules', `${'k'.repeat(1000)}${i}`, make('[]'))
    expect(responseCache.size()).toBeLessThanOrEqual(AREA_BYTES_MAX)
    expect(responseCache.size()).toBeGreaterThan(AREA_BYTES_MAX * 0.9)
  })

  test('compressed forms count as well', async () => {
    const responseCache = newAnswers()
    for (let i = 0; i < 24; i++) {
      const before = responseCache.size()
      const response = await responseCache.get('rules', `k${i}`, make(noise(MB)))
      await response.encoded('gzip')
      if (i === 0) expect(responseCache.size() - before).toBeGreaterThan(1.4 * MB)
      expect(responseCache.size()).toBeLessThanOrEqual(AREA_BYTES_MAX)
    }
  })

  test('a response larger than an area is sent and not cached', async () => {
    const responseCache = newAnswers()
    const huge = jest.fn(make('x'.repeat(AREA_BYTES_MAX + 1)))
    expect((await responseCache.get('rules', 'k', huge)).bytes).toHaveLength(AREA_BYTES_MAX + 1)
    await responseCache.get('rules', 'k', huge)
    expect(huge).toHaveBeenCalledTimes(2)
    expect(responseCache.size()).toBe(0)
  })

  test('old responses are freed when a new one is cached', async () => {
    const responseCache = newAnswers()
    for (let i = 0; i < 10; i++) await responseCache.get('rules', `k${i}`, make('x'.repeat(MB)))
    expect(responseCache.size()).toBeGreaterThan(10 * MB)
    now += STALE_MAX_MS + 1
    await responseCache.get('rules', 'new', make('x'))
    expect(responseCache.size()).toBeLessThan(MB)
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
    elapsed += AGE
    expect(responseCache.isFresh(old)).toBe(false)
    expect((await responseCache.get('rules', 'k', make('new'))).bytes.toString()).toBe('new')
  })
})

test('the cache of a server measures ages by the monotonic clock', async () => {
  let [epoch, elapsed] = [Date.UTC(2026, 5, 1), 1]
  jest.spyOn(performance, 'now').mockImplementation(() => elapsed)
  const responseCache = new ResponseCache(() => epoch)
  const old = await responseCache.get('rules', 'k', async () => ({ mediaType: 'a/b', text: 'old' }))
  epoch -= HOUR
  elapsed += AGE - 1
  expect(responseCache.isFresh(old)).toBe(true)
  elapsed += 1
  expect(responseCache.isFresh(old)).toBe(false)
})

describe('the stale response', () => {
  let now = 1
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const good = async (): Promise<Content> => ({ mediaType: 'a/b', text: 'good' })
  const newAnswers = () =>
    new ResponseCache(
      () => now,
      () => now,
    )

  test('is sent during an outage of the database, with its age, for some minutes only', async () => {
    const responseCache = newAnswers()
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

  test('no caller waits during a known outage, and the database is queried once a second', async () => {
    const responseCache = newAnswers()
    await responseCache.get('rules', 'k', good)
    now += AGE
    await responseCache.get('rules', 'k', away)
    const never = jest.fn(() => new Promise<Content>(() => undefined))
    for (let i = 0; i < 50; i++) {
      now += 100
      expect((await responseCache.get('rules', 'k', never)).bytes.toString()).toBe('good')
    }
    expect(never.mock.calls.length).toBeLessThanOrEqual(2)
  })

  test('is replaced as soon as the database is back', async () => {
    const responseCache = newAnswers()
    const back = async () => ({ mediaType: 'a/b', text: 'new' })
    await responseCache.get('rules', 'k', good)
    now += AGE
    await responseCache.get('rules', 'k', away)
    now += 1000
    await responseCache.get('rules', 'k', back)
    await setImmediate()
    const response = await responseCache.get('rules', 'k', back)
    expect([response.bytes.toString(), response.outage]).toEqual(['new', undefined])
  })

  test('does not outlive a write or a refusal: removed rows stay removed', async () => {
    const responseCache = newAnswers()
    const gone = () => Promise.reject(errors.notFound())
    await responseCache.get('rules', 'k', good)
    responseCache.clear('rules')
    await expect(responseCache.get('rules', 'k', away)).rejects.toThrow('ECONNREFUSED')
    await responseCache.get('rules', 'k', good)
    now += AGE
    await expect(responseCache.get('rules', 'k', gone)).rejects.toThrow('Not found')
    await expect(responseCache.get('rules', 'k', away)).rejects.toThrow('ECONNREFUSED')
    const refused = () => Promise.reject(errors.unavailable(5))
    await responseCache.get('rules', 'k', good)
    now += AGE
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
      [
        '',
        '?',
        '?sort=Alphabetical',
        '?sort=unknown',
        '?sort=another',
        '?search=',
        '?search=%20%20',
        '?type=Any&subtype=',
        '?type=&search=',
        '?search=&type=',
        '?showUserEntries=false&showMyEntries=true',
        '?showUserEntries=no',
        '?lng=de',
        '?_=123',
      ],
    ],
    [
      'glossary',
      'glossary/entries/',
      ['?type=0', '?type=x', '?subtype=-1&search=a', '?type=01&limit=5', '?type=99999999999'],
    ],
    [
      'glossary',
      'glossary/entries/',
      ['?search=halm', '?search=H%C3%A4lm', '?search=%20HALM', '?type=Any&search=halm&x=y'],
    ],
    [
      'rules',
      'rules/entries/',
      ['', '?category=Any', '?subcategory=', '?search=%20', '?lng=de', '?limit=5&cursor=abc'],
    ],
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
    server.passTime(AGE)
    for (const [at, path] of paths.entries()) {
      const response = await server.app.inject(`/api/${path}`)
      expect([path, response.statusCode, response.body]).toEqual([path, 200, before[at]?.body])
      expect(response.headers.age).toBe('5')
    }
    expect((await get('glossary/entries/?limit=9')).statusCode).toBeGreaterThanOrEqual(500)
    down.mockRestore()
    server.passTime(AGE)
    for (const path of paths) {
      let response = await server.app.inject(`/api/${path}`)
      while (response.headers.age !== undefined) {
        await setImmediate()
        response = await server.app.inject(`/api/${path}`)
      }
      expect([path, response.statusCode]).toEqual([path, 200])
    }
  })

  test('no response is older after the clock is set back by an hour', async () => {
    const titles = async () => (await get('contents/active')).body
    expect(await titles()).toContain('A title')
    server.setClockBack(HOUR)
    const elsewhere = { title: 'Written elsewhere', publish_at: 1 }
    await server.deps.db.updateTable('contents').set(elsewhere).execute()
    server.passTime(AGE)
    expect(await titles()).toContain('Written elsewhere')
    server.passTime(HOUR)
  })

  test('raw responses are bounded in bytes, for any spelling of a URL', async () => {
    const sent = server.app.rawResponses
    for (let i = 0; i < 700; i++) await get(`contents/active?x=${i}`)
    expect(sent?.size).toBeLessThanOrEqual(500)
    await addNews(server, { description: 'x'.repeat(100_000) })
    server.deps.responseCache.clear('contents')
    for (let i = 0; i < 300; i++) await get(`contents/active?y=${i}`)
    expect(sent?.calculatedSize).toBeGreaterThan(RAW_BYTES_MAX / 2)
    expect(sent?.calculatedSize).toBeLessThanOrEqual(RAW_BYTES_MAX)
    expect(server.deps.responseCache.size()).toBeLessThan(MB)
  })
})
