import { TEXT_MAX } from '#contract/fields.ts'
import { GLOSSARY_SORTS, type GlossaryEntry } from '#contract/glossary.ts'
import type { GlossaryTypeId } from '#contract/ids.ts'
import { UNPAGED_MAX } from '#contract/lists.ts'
import {
  addEntries,
  addEntry,
  addGlossaryType,
  clearEntries,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

type Query = Record<string, string | number>

serverTests('pages of the glossary on %s', (server) => {
  let mira: TestUser
  let type: GlossaryTypeId
  let other: GlossaryTypeId
  beforeAll(async () => {
    mira = await server.addUser('mira')
    type = await addGlossaryType(server, 'Places')
    other = await addGlossaryType(server, 'Foods')
  })
  beforeEach(() => clearEntries(server))

  const ada = () => glossaryCalls(server)
  const next = (link: unknown): string | null =>
    typeof link === 'string' ? (/^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? '') : null

  /** Follows the links to the end; `between` happens after each page. */
  async function pages(
    query: Query,
    between: (page: GlossaryEntry[]) => Promise<unknown> = async () => 0,
  ) {
    const found: GlossaryEntry[][] = []
    let response = await ada().list(query)
    for (;;) {
      const page = response.json<GlossaryEntry[]>()
      found.push(page)
      const url = next(response.headers.link)
      if (url === null) return found
      await between(page)
      response = await server.app.inject({ url })
    }
  }
  const titlesOf = (found: GlossaryEntry[][]) => found.flat().map(({ title }) => title)
  const numbered = (at: number) => String(at).padStart(4, '0')

  test('without a limit the list is whole, without a link, and has the total', async () => {
    await addEntries(server, mira.id, 25, (at) => ({ type_id: type, title: numbered(at) }))
    const { headers, json } = await ada().list()
    expect(json()).toHaveLength(25)
    expect([headers.link, headers['x-total-count']]).toEqual([undefined, '25'])
  })

  test.each(GLOSSARY_SORTS)('pages in the order %s have every entry once', async (sort) => {
    const now = server.deps.clock()
    // Titles and times repeat: the id decides.
    await addEntries(server, mira.id, 57, (at) => ({
      type_id: at % 2 ? type : other,
      title: `Title ${at % 5}`,
      created_at: now - (at % 7) * 1000,
    }))
    const whole = (await ada().entries({ sort })).map(({ id }) => id)
    for (const limit of [1, 10, 57, 100]) {
      const found = await pages({ sort, limit })
      expect(found.flat().map(({ id }) => id)).toEqual(whole)
      expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true)
    }
    const ofType = await pages({ sort, limit: 10, type })
    expect(ofType.flat().map(({ id }) => id)).toEqual(
      (await ada().entries({ sort, type })).map(({ id }) => id),
    )
  })

  test('the link keeps the query, with every character', async () => {
    await addEntries(server, mira.id, 12, (at) => ({
      type_id: type,
      title: `100% “ä&b=c” #${at}>, <x`,
    }))
    const found = await pages({ search: '“Ä&b=c” #', limit: 5, type, showUserEntries: 'true' })
    expect(found.map((page) => page.length)).toEqual([5, 5, 2])
  })

  test('entries that appear and disappear during paging cause no gap and no duplicate', async () => {
    await addEntries(server, mira.id, 40, (at) => ({ type_id: type, title: numbered(at * 10) }))
    const { db, responseCache } = server.deps
    const seen: string[] = []
    const found = await pages({ limit: 10 }, async (page) => {
      // One row is added before and one after the current place, and the last one seen is deleted.
      seen.push(page[9]?.title ?? '')
      const place = Number(seen.at(-1))
      await addEntry(server, mira.id, numbered(place - 5), { type_id: type })
      await addEntry(server, mira.id, numbered(place + 5), { type_id: type })
      await db
        .deleteFrom('glossary_entries')
        .where('title', '=', seen.at(-1) ?? '')
        .execute()
      responseCache.clear('glossary')
    })
    const titles = titlesOf(found)
    expect(new Set(titles).size).toBe(titles.length)
    const kept = Array.from({ length: 40 }, (_, at) => numbered(at * 10))
    expect(titles).toEqual(expect.arrayContaining(kept))
    expect(titles).toEqual(titles.toSorted())
    const added = seen.map((title) => numbered(Number(title) + 5))
    expect(added.length).toBeGreaterThanOrEqual(4)
    expect(titles).toEqual(expect.arrayContaining(added))
  })

  test('the link after an entry with the longest title works', async () => {
    for (const start of ['a', 'b', 'c'])
      await addEntry(server, mira.id, start.padEnd(TEXT_MAX, 'ł'), { type_id: type })
    const found = await pages({ limit: 1, sort: 'Alphabetical' })
    expect(titlesOf(found).map((title) => title[0])).toEqual(['a', 'b', 'c'])
  })

  test('a cursor stays valid after its entry is deleted', async () => {
    await addEntries(server, mira.id, 6, (at) => ({ type_id: type, title: numbered(at) }))
    const url = next((await ada().list({ limit: 3 })).headers.link) ?? ''
    await server.deps.db.deleteFrom('glossary_entries').where('title', '<', '0004').execute()
    expect((await server.app.inject({ url })).json()).toMatchObject([
      { title: '0004' },
      { title: '0005' },
    ])
  })

  test('a forged cursor is refused, and never causes an error', async () => {
    const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const cursors = [
      'nonsense',
      '%00',
      packed(null),
      packed({}),
      packed(['title_key']),
      packed(['title_key', 1, 1]),
      packed(['title_key', 'a', 'b']),
      packed(['title_key', 'a', 1e300]),
      packed(['title_key', 'a\u0000', 1]),
      packed(['title_key', '\ud800', 1]),
      packed(['created_at', 5, 1]),
      packed(['search_text', 'a', 1]),
    ]
    for (const cursor of ['', ...cursors]) {
      const { statusCode, json } = await ada().list({ cursor, limit: 5 })
      expect([cursor, statusCode, json().errors[0].attr]).toEqual([cursor, 400, 'cursor'])
    }
    const byTime = await ada().list({
      sort: 'Newest First',
      cursor: packed(['created_at', 1e300, 1]),
    })
    expect(byTime.statusCode).toBe(400)
    for (const limit of ['0', '-1', '101', 'x', '1.5', ''])
      expect([limit, (await ada().list({ limit })).statusCode]).toEqual([limit, 400])
  })

  describe('with many entries', () => {
    const MANY = UNPAGED_MAX + 200
    beforeAll(async () => {
      await clearEntries(server)
    })
    beforeEach(async () => {
      await addEntries(server, mira.id, MANY, (at) => ({
        type_id: at % 100 === 0 ? other : type,
        title: `${at % 2 ? 'Zz' : 'Aa'} ${numbered(at)}`,
        description: `common word ${at % 2000 === 0 ? 'quillback' : ''} ${at > 4000 ? 'late' : ''}`,
      }))
    }, 60_000)

    test('an unpaged list ends at its ceiling with a link to the rest', async () => {
      const found = await pages({})
      expect(found.map((page) => page.length)).toEqual([UNPAGED_MAX, 200])
      expect(new Set(titlesOf(found)).size).toBe(MANY)
      expect((await ada().list()).headers['x-total-count']).toBe('1000+')
    })

    test('common and rare terms, prefixes and misses have the same hits in every page and order', async () => {
      const count = async (query: Query) => {
        const { headers, json } = await ada().list({ limit: 5, ...query })
        return [headers['x-total-count'], json().length]
      }
      expect(await count({ search: 'common' })).toEqual(['1000+', 5])
      expect(await count({ search: 'common', type: other })).toEqual(['52', 5])
      expect(await count({ search: 'late' })).toEqual(['1000+', 5])
      expect(await count({ search: 'late', type: other, sort: 'Oldest First' })).toEqual(['11', 5])
      expect(await count({ search: 'quillback' })).toEqual(['3', 3])
      expect(await count({ search: 'quillback', type: other })).toEqual(['3', 3])
      expect(await count({ search: 'zz' })).toEqual(['1000+', 5])
      expect(await count({ search: 'zz', type: other })).toEqual(['0', 0])
      expect(await count({ search: 'aa', type: other, sort: 'Newest First' })).toEqual(['52', 5])
      expect(await count({ search: 'om' })).toEqual(['0', 0])
      expect(await count({ search: 'nowhere' })).toEqual(['0', 0])
      const late = await pages({ search: 'late', limit: 100, sort: 'Newest First' })
      expect(new Set(titlesOf(late)).size).toBe(MANY - 4001)
      const whole = await ada().titles({ search: 'late', sort: 'Newest First' })
      expect(titlesOf(late)).toEqual(whole)
    }, 60_000)

    test('a mistyped title is found among many', async () => {
      await addEntry(server, mira.id, 'The Umbrella Guild', { type_id: type })
      const near = async (search: string) => {
        const { headers, body } = await ada().list({ search })
        return [body, decodeURIComponent(String(headers['x-suggestions']))]
      }
      expect(await near('umbrela guild')).toEqual(['[]', '["The Umbrella Guild"]'])
      expect(await near('Umbrleal')).toEqual(['[]', '["The Umbrella Guild"]'])
      expect(await near('xylophone')).toEqual(['[]', 'undefined'])
    })
  })
})
