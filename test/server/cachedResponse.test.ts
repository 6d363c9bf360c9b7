import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Content, cachedResponse, compress } from '#server/http/cache/cachedResponse.ts'
import { clearAreas, clearEverything, clearPublished } from '#server/http/cache/clearing.ts'
import { AREAS, ResponseCache, STALE_MAX_MS } from '#server/http/cache/responseCache.ts'
import { JSON_TYPE, listAsJson, tagsIn } from '#server/http/cache/sendCached.ts'
import { errors } from '#server/http/errors.ts'
import { cachedValue } from '#server/modules/rules/siteRoutes.ts'

const MIN = 1400
/** One clock for moments and ages. */
const cacheWith = (clock: () => number) => new ResponseCache(clock, clock)
const text = (body: string): Content => ({ mediaType: 'a/b', text: body })
/** Text that each encoding compresses to another length. */
const words = Array.from({ length: 3000 }, (_, at) => `word${(at * 7919) % 1000}`).join(' ')

describe('a cached response', () => {
  const make = (content: Content) => cachedResponse(content, undefined, () => undefined)

  test('has the same tag only for the same bytes and headers', () => {
    const { tag } = make(text('one'))
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    expect(make(text('one')).tag).toBe(tag)
    expect(make(text('two')).tag).not.toBe(tag)
    const linked = make({ ...text('one'), headers: { link: '</a.css>' } })
    expect(linked.tag).not.toBe(tag)
    expect(linked.headers).toEqual({ link: '</a.css>' })
    expect(make(text('one')).headers).toEqual({})
  })

  test('is compressed once for all callers, thoroughly unless it is seldom sent', async () => {
    const grown = jest.fn()
    const response = cachedResponse(text(words), undefined, grown)
    const plain = response.weight()
    expect(plain).toBe(words.length + 2 * '{}'.length)
    const [br, again] = [response.encoded('br'), response.encoded('br')]
    expect(again).toBe(br)
    expect(grown).not.toHaveBeenCalled()
    const packed = (await br) ?? Buffer.alloc(0)
    expect(brotliDecompressSync(packed).toString()).toBe(words)
    expect(response.weight()).toBe(plain + packed.length)
    const gzip = (await response.encoded('gzip')) ?? Buffer.alloc(0)
    expect(gunzipSync(gzip).toString()).toBe(words)
    expect(response.weight()).toBe(plain + packed.length + gzip.length)
    expect(grown.mock.calls).toEqual([[response], [response]])

    const quick = make({ ...text(words), compression: 'quick' })
    expect(await quick.encoded('br')).not.toHaveLength(packed.length)
    expect(await quick.encoded('br')).toEqual(await compress.br(Buffer.from(words), 'quick'))
    expect(packed).toEqual(await compress.br(Buffer.from(words), 'thorough'))
    expect(gzip).toEqual(await compress.gzip(Buffer.from(words), 'thorough'))
    expect((await compress.gzip(Buffer.from(words), 'quick')).length).toBeGreaterThan(gzip.length)
    expect(packed.length).toBeLessThan((await compress.br(Buffer.from(words), 'quick')).length)
  })

  test('is not compressed when it is short', () => {
    expect(make(text('x'.repeat(MIN - 1))).encoded('br')).toBeUndefined()
    expect(make(text('x'.repeat(MIN))).encoded('br')).toBeDefined()
  })
})

describe('invalidation by a write', () => {
  const distrust = jest.fn()
  const clear = jest.fn()
  const caches = { responseCache: { clear }, publicReads: { distrust } } as unknown as Parameters<
    typeof clearAreas
  >[0]
  const cleared = () => clear.mock.calls.flat()
  beforeEach(() => jest.clearAllMocks())

  test('covers its areas and the replica', () => {
    clearAreas(caches, [])
    expect([distrust.mock.calls.length, cleared()]).toEqual([0, []])
    clearAreas(caches, ['rules', 'glossary'])
    expect([distrust.mock.calls.length, cleared()]).toEqual([1, ['rules', 'glossary']])
  })

  test.each([
    ['areas', 'cleared', ['glossary', 'downloads'], ['downloads', 'glossary']],
    ['areas of a newer version', 'cleared', ['rules', 'polls'], ['rules']],
    ['another topic', 'moved', ['rules'], []],
    ['no list', 'cleared', 'rules', []],
  ])('is received from another process: %s', (_what, topic, data, expected) => {
    clearPublished(caches, { topic, data })
    expect(cleared()).toEqual(expected)
    expect(distrust).toHaveBeenCalledTimes(expected.length > 0 ? 1 : 0)
  })

  test('covers everything after a gap', () => {
    clearEverything(caches)
    expect(cleared()).toEqual(AREAS)
  })
})

describe('the cache of responses', () => {
  let now = 1
  const newCache = () => cacheWith(() => now)
  const away = () => Promise.reject(new Error('away'))
  const never = () => new Promise<Content>(() => undefined)

  test('queries the database at most once a second for the same response during an outage', async () => {
    const cache = newCache()
    await cache.get('rules', 'k', async () => text('good'))
    now += 5000
    const failed = await cache.get('rules', 'k', away)
    expect(failed.headers).toEqual({ age: '5', warning: '110 - "Response is Stale"' })
    const retry = jest.fn(away)
    now += 999
    const meanwhile = await cache.get('rules', 'k', retry)
    expect([retry.mock.calls.length, meanwhile.outage]).toEqual([0, { cause: null }])
    now += 1
    await Promise.all([cache.get('rules', 'k', retry), cache.get('rules', 'k', retry)])
    expect(retry).toHaveBeenCalledTimes(1)
    now += 999
    await cache.get('rules', 'k', retry)
    expect(retry).toHaveBeenCalledTimes(1)
    now += 1
    await cache.get('rules', 'k', never)
    now += 1000
    await cache.get('rules', 'k', retry)
    expect(retry).toHaveBeenCalledTimes(1)
    now += 4000
    await cache.get('rules', 'k', retry)
    expect(retry).toHaveBeenCalledTimes(2)
  })

  test('does not join an attempt that is five seconds old', async () => {
    const cache = newCache()
    cache.get('rules', 'k', never).catch(() => undefined)
    now += 4999
    const joined = jest.fn(async () => text('joined'))
    void cache.get('rules', 'k', joined)
    now += 1
    expect((await cache.get('rules', 'k', async () => text('new'))).bytes.toString()).toBe('new')
    expect(joined).not.toHaveBeenCalled()
  })

  test('does not age backwards', async () => {
    const cache = newCache()
    await cache.get('rules', 'k', async () => ({ ...text('good'), until: now }))
    now -= 10_000
    const early = await cache.get('rules', 'other', async () => text('x'))
    expect(cache.isFresh(early)).toBe(true)
    now += 10_000
    expect((await cache.get('rules', 'k', away)).headers.age).toBe('0')
  })

  test('drops a response that is refused now, not one that was written since', async () => {
    const cache = newCache()
    const gone = () => Promise.reject(errors.notFound())
    await cache.get('rules', 'k', async () => text('old'))
    now += 5000
    let refuse: (error: Error) => void = () => undefined
    const late = cache.get('rules', 'k', () => new Promise((_, reject) => (refuse = reject)))
    cache.clear('rules')
    await cache.get('rules', 'k', async () => text('new'))
    refuse(errors.notFound())
    await expect(late).rejects.toThrow('Not found')
    const unused = jest.fn(async () => text('unused'))
    expect((await cache.get('rules', 'k', unused)).bytes.toString()).toBe('new')
    expect(unused).not.toHaveBeenCalled()
    now += 5000
    await expect(cache.get('rules', 'k', gone)).rejects.toThrow('Not found')
    await expect(cache.get('rules', 'k', away)).rejects.toThrow('away')
  })

  test('frees old responses at most ten times while a stale one may be used', async () => {
    const cache = newCache()
    await cache.get('rules', 'k', async () => text('x'.repeat(5000)))
    const full = cache.size()
    now += STALE_MAX_MS + 1
    await cache.get('rules', 'next', async () => text('y'))
    const purged = cache.size()
    expect(purged).toBeLessThan(full / 2)
    now += STALE_MAX_MS / 10 - 1
    await cache.get('rules', 'third', async () => text('z'))
    expect(cache.size()).toBeGreaterThan(purged)
    expect(newCache().size()).toBe(0)
  })

  test('counts keys, headers and compressed forms', async () => {
    const sizeOf = async (key: string, content: Content) => {
      const cache = newCache()
      const response = await cache.get('rules', key, async () => content)
      return { size: cache.size(), cache, response }
    }
    const { size } = await sizeOf('k', text('body'))
    expect(size).toBe(1024 + 2 * 'k'.length + 'body'.length + 2 * '{}'.length)
    expect((await sizeOf('key', text('body'))).size).toBe(size + 4)
    const { response, cache, size: before } = await sizeOf('k', text(words))
    const packed = await response.encoded('gzip')
    expect(cache.size()).toBe(before + (packed?.length ?? 0))
    now += 5000
    await cache.get('rules', 'k', async () => text('other'))
    const after = cache.size()
    await response.encoded('br')
    expect(cache.size()).toBe(after)
  })

  test('does not extend the life of a response by compressing it later', async () => {
    const cache = newCache()
    const response = await cache.get('rules', 'k', async () => text(words))
    now += STALE_MAX_MS
    await response.encoded('gzip')
    now += 1
    await expect(cache.get('rules', 'k', away)).rejects.toThrow('away')
  })

  test('does not cache an invalidated response, neither when it is made nor when it is compressed', async () => {
    const cache = newCache()
    const response = await cache.get('rules', 'k', async () => text(words))
    let finish: (content: Content) => void = () => undefined
    const late = cache.get('rules', 'late', () => new Promise((resolve) => (finish = resolve)))
    await turn()
    cache.clear('rules')
    finish(text('made before the write'))
    expect((await late).bytes.toString()).toBe('made before the write')
    expect(await response.encoded('gzip')).toBeDefined()
    expect(cache.size()).toBe(0)
    for (const key of ['k', 'late'])
      await expect(cache.get('rules', key, away)).rejects.toThrow('away')
  })

  test('knows whether data read at a moment would still be valid', () => {
    const cache = newCache()
    const stamp = cache.stamp('rules')
    now += 4999
    cache.clear('glossary')
    expect(cache.isCurrent(stamp)).toBe(true)
    now += 1
    expect(cache.isCurrent(stamp)).toBe(false)
    const next = cache.stamp('rules')
    cache.clear('rules')
    expect(cache.isCurrent(next)).toBe(false)
  })
})

test('a long list becomes JSON in steps of 250 rows, and other work runs between them', async () => {
  const rows = Array.from({ length: 501 }, (_, id) => ({ id }))
  const turns: number[] = []
  let presented = 0
  const present = (row: { id: number }) => {
    presented++
    return { ...row, title: `${row.id}` }
  }
  const watch = (left: number): void => {
    turns.push(presented)
    if (left > 0) setImmediate(watch, left - 1)
  }
  setImmediate(watch, 4)
  const list = await listAsJson(rows, present)
  expect(list.mediaType).toBe(JSON_TYPE)
  expect(JSON.parse(String(list.text))).toEqual(rows.map((row) => ({ ...row, title: `${row.id}` })))
  expect(turns).toEqual(expect.arrayContaining([250, 500]))
  expect((await listAsJson([], present)).text).toBe('[]')
})

test.each([
  [undefined, ['']],
  ['"a"', ['"a"']],
  ['W/"a", "b" ,W/"c"', ['"a"', '"b"', '"c"']],
  ['"W/a"', ['"W/a"']],
])('the tags of If-None-Match %p', (header, tags) => {
  expect(tagsIn(header)).toEqual(tags)
})

describe('a cached value', () => {
  const loadsOf = (responseCache: ResponseCache, load: () => string) => {
    const loading = jest.fn(async () => load())
    return { loading, read: cachedValue<string>(responseCache, 'rules', loading) }
  }

  test('is loaded once until its area is written to', async () => {
    const responseCache = cacheWith(() => 1)
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
      cacheWith(() => 1),
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
    const responseCache = cacheWith(() => 1)
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
