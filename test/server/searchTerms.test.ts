import { TEXT_MAX } from '#contract/fields.ts'
import { trigramsOf } from '#server/db/nearRows.ts'
import { editsTo, nearTitles } from '#server/text/nearTitles.ts'
import { onlyAlone } from '#test/helpers/cluster/notOnCluster.ts'
import {
  addEntries,
  addEntry,
  addGlossaryType,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

/** Number of titles above which they are not compared one by one. */
const MANY = 2500
/** Statements of a request; the search for near titles takes one for each trigram on SQLite. */
const STATEMENTS_MAX = 36
/** Further statements of the search of the whole site, which reads articles and downloads, too. */
const STATEMENTS_OF_OTHERS = 8
/** Bytes; common proxies allow 4 kB for all headers. */
const HEAD_MAX = 4096
/** Bytes of `date`, `connection` and the status line, which only a real connection has. */
const HEAD_OF_CONNECTION = 200

const plain = (length: number) =>
  Array.from({ length }, (_, at) => ((at * 7919) % 1_679_616).toString(36))
    .join('')
    .slice(0, length)

const TERMS: Record<string, string> = {
  '400 plain characters': plain(TEXT_MAX),
  '820 trigrams': 'ﷺ'.repeat(TEXT_MAX),
  'one letter repeated': 'a'.repeat(TEXT_MAX),
  'a hundred letters': plain(100),
  'percent signs': '%%%',
  'many percent signs': '%'.repeat(TEXT_MAX),
  underscores: '____',
  quotes: `"'""'"`,
  emoji: '🎲'.repeat(200),
  'FTS operators': 'title_key: (a* OR "b") NEAR(c d, 5) NOT -e ^f + g',
  backslashes: '\\\\%\\_\\',
  'blanks between': 'x '.repeat(200),
}

serverTests('long and odd search terms on %s', { engines: bothEngines }, (server) => {
  const long = `${'The long road goes ever on and on. '.repeat(20).slice(0, 398)}!`
  beforeAll(async () => {
    const { id } = await server.addUser('mira')
    const type_id = await addGlossaryType(server, 'Places')
    await addEntries(server, id, MANY, (at) => ({ type_id, title: `aaa Place ${plain(at % 60)}` }))
    await addEntry(server, id, 'The road', { type_id, description: `${long}? And on.` })
    await addRule(server, 'Walking', {}, { Road: `${long}? And on.` })
  }, 60_000)

  const paths = ['glossary/entries/', 'rules/entries/', 'rules/quick-entries/', 'search/']
  const search = (path: string, term: string) =>
    server.app.inject(`/api/${path}?${new URLSearchParams({ search: term, q: term })}`)

  test.each(Object.entries(TERMS))(
    '%s: takes few statements, none of them long',
    async (_name, term) => {
      onlyAlone('it counts statements in the process')
      for (const path of paths) {
        const asked = jest.spyOn(server.deps.db.getExecutor(), 'executeQuery')
        const { statusCode, body } = await search(path, term)
        const nothing = path === 'search/' ? '{"groups":[],"suggestions":[]}' : '[]'
        expect([path, statusCode, body]).toEqual([path, 200, nothing])
        const statements = asked.mock.calls.map(
          ([{ sql, parameters }]) => sql.length + parameters.length,
        )
        asked.mockRestore()
        const others = path === 'search/' ? STATEMENTS_OF_OTHERS : 0
        expect(statements.length).toBeLessThanOrEqual(STATEMENTS_MAX + others)
        expect(Math.max(0, ...statements)).toBeLessThan(20_000)
      }
    },
  )

  test('a term of 400 characters is compared to its last one', async () => {
    for (const path of ['glossary/entries/', 'rules/entries/']) {
      const found = async (term: string) => (await search(path, term)).json().length
      expect([path, await found(`${long}?`)]).toEqual([path, 1])
      expect([path, await found(`${long};`)]).toEqual([path, 0])
    }
  })

  test('a term that allows no edits reads no titles', async () => {
    const asked = jest.spyOn(server.deps.db.getExecutor(), 'executeQuery')
    for (const term of ['zqx', plain(101)]) {
      server.deps.responseCache.clear('glossary')
      asked.mockClear()
      await search('glossary/entries/', term)
      const statements = asked.mock.calls.map(([{ sql }]) => sql)
      expect(statements.length).toBeGreaterThan(0)
      expect(statements.filter((sql) => /^select "e"."title", "e"."title_key"/.test(sql))).toEqual(
        [],
      )
    }
  })
})

serverTests('the head of a list on %s', { engines: bothEngines }, (server) => {
  beforeAll(async () => {
    const { id } = await server.addUser('mira')
    const type_id = await addGlossaryType(server, 'Places')
    for (const sign of ['語', '🎲', '%', '"'])
      for (let at = 0; at < 6; at++) {
        const title = `${sign.repeat(90)}umbrella ${at}`
        await addEntry(server, id, title, { type_id, description: LONG[at % 2] ?? '' })
        await addRule(server, title)
      }
  })
  const LONG = ['語'.repeat(TEXT_MAX), '🎲'.repeat(TEXT_MAX)]

  const head = (headers: object) =>
    Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0)

  test.each([
    ['suggestions for titles of many signs', 'umbrela', undefined],
    ['a page of a term of 400 characters', LONG[0], 1],
    ['a page of a term of 400 emoji', LONG[1], 1],
    ['a page of a term that just fits', 'a'.repeat(TEXT_MAX), 1],
    ['a page of everything', '', 1],
  ])('stays below 4 kB: %s', async (_name, term = '', limit) => {
    for (const path of ['glossary/entries/', 'rules/entries/'])
      for (const sort of ['Alphabetical', 'Newest First']) {
        const query = new URLSearchParams({
          search: term,
          sort,
          ...(limit && { limit: `${limit}` }),
        })
        const { headers, statusCode } = await server.app.inject(`/api/${path}?${query}`)
        expect([path, statusCode]).toEqual([path, 200])
        expect(head(headers) + HEAD_OF_CONNECTION).toBeLessThan(HEAD_MAX)
      }
  })

  test('as many suggestions are sent as fit, nearest first', async () => {
    const { headers } = await server.app.inject('/api/rules/entries/?search=umbrela')
    const near: string[] = JSON.parse(decodeURIComponent(String(headers['x-suggestions'])))
    expect(near.length).toBeGreaterThan(0)
    expect(near.length).toBeLessThanOrEqual(5)
  })

  test('a list whose next URL is too long for a header is sent whole', async () => {
    const { list } = glossaryCalls(server)
    const whole = await list({ search: LONG[0] ?? '', limit: 1 })
    expect([whole.json().length, whole.headers.link]).toEqual([12, undefined])
    const paged = await list({ search: '語'.repeat(50), limit: 1 })
    expect(paged.json()).toHaveLength(1)
    const next = /^<([^>]+)>; rel="next"$/.exec(String(paged.headers.link))?.[1] ?? ''
    expect((await server.app.inject(next)).json()).toHaveLength(1)
  })
})

describe('the cost of a suggestion', () => {
  test('few trigrams are queried, spread over the term, and only of letters and digits', () => {
    expect(trigramsOf('umbrella')).toEqual(['umb', 'mbr', 'bre', 'rel', 'ell', 'lla'])
    expect(trigramsOf('a b')).toEqual([])
    const some = trigramsOf(plain(100))
    expect(some.length).toBeLessThanOrEqual(24)
    expect(some.length).toBeGreaterThan(20)
    const places = some.map((trigram) => plain(100).indexOf(trigram))
    expect(Math.max(...places)).toBeGreaterThan(85)
  })

  test('comparing stops at its time limit', () => {
    const titles = Array.from({ length: 100_000 }, (_, at) => ({
      title: `${at}`,
      title_key: 'a'.repeat(118),
    }))
    const looked = jest.fn()
    const watched = titles.map(({ title, title_key }) => ({
      title,
      get title_key() {
        looked()
        return title_key
      },
    }))
    nearTitles('b'.repeat(100), watched)
    expect(looked.mock.calls.length).toBeLessThan(20_000)
    expect(editsTo('b'.repeat(100), 'a'.repeat(118), 2)).toBe(Infinity)
  })
})
