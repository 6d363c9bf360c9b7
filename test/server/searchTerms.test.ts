import fc from 'fast-check'
import { TEXT_MAX } from '#contract/fields.ts'
import { trigramsIn } from '#server/db/search.ts'
import { editsTo, piecesOf } from '#server/text/nearTitles.ts'
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
/** Statements of a request, on PostgreSQL; those of near titles are in a transaction. */
const STATEMENTS_MAX = 24
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
      for (const path of paths) {
        const asked = jest.spyOn(server.deps.db.getExecutor(), 'executeQuery')
        const { statusCode, body } = await search(path, term)
        const nothing = path === 'search/' ? '{"groups":[],"suggestions":[]}' : '[]'
        expect([path, statusCode, body]).toEqual([path, 200, nothing])
        const statements = asked.mock.calls.map(
          ([{ sql, parameters }]) => sql.length + parameters.length,
        )
        asked.mockRestore()
        expect(statements.length).toBeLessThanOrEqual(STATEMENTS_MAX)
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
  const piecesIn = (term: string, frequencyOf = (_trigram: string) => 1) =>
    piecesOf(term, trigramsIn(term), frequencyOf)

  test('few trigrams are looked up, the rarest, and only of letters and digits', () => {
    expect(piecesIn('halm')).toEqual(['hal', 'alm'])
    expect(piecesIn('harbour')).toEqual(['har', 'our'])
    expect(piecesIn('a b')).toEqual([])
    const rare = (trigram: string) => (['ant', 'rnk', 'epe'].includes(trigram) ? 1 : 9)
    expect(piecesIn('lanternkeepers', rare)).toEqual(['ant', 'rnk', 'epe'])
    expect(piecesIn('x '.repeat(49)).length).toBe(0)
    expect(piecesIn(plain(100)).length).toBe(3)
  })

  test('no title within the allowed edits is without all of them', () => {
    const term = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 11, maxLength: 30 })
    const edits = fc.array(fc.tuple(fc.nat(3), fc.nat(), fc.constantFrom(...'xyz')), {
      minLength: 2,
      maxLength: 2,
    })
    fc.assert(
      fc.property(term, edits, (typed, changes) => {
        const title = changes.reduce((text, [how, where, letter]) => {
          const at = where % text.length
          const swapped = `${text.charAt(at + 1)}${text.charAt(at)}`
          const change = [letter, letter + text.charAt(at), '', swapped][how] ?? ''
          return text.slice(0, at) + change + text.slice(at + (how === 3 ? 2 : 1))
        }, typed)
        expect(piecesIn(typed).some((piece) => title.includes(piece))).toBe(true)
      }),
    )
  })

  test('a comparison ends after a few letters', () => {
    const began = performance.now()
    for (let at = 0; at < 500; at++) editsTo('b'.repeat(100), 'a'.repeat(118), 2)
    expect(performance.now() - began).toBeLessThan(500)
    expect(editsTo('b'.repeat(100), 'a'.repeat(118), 2)).toBe(Infinity)
  })
})
