import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { TEXT_MAX } from '#contract/fields.ts'
import type { GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { TOTAL_HEADER } from '#contract/lists.ts'
import { idsNear } from '#server/db/nearRows.ts'
import { openDatabase } from '#server/db/open.ts'
import { frequencies, matchFor, trigramsIn } from '#server/db/search.ts'
import { threadsOf } from '#server/db/sqliteDriver.ts'
import { overwriteErased } from '#server/db/waitingTexts.ts'
import { GLOSSARY } from '#server/modules/glossary/search.ts'
import { titledText } from '#server/text/keys.ts'
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
import { statementsOf } from '#test/helpers/server/statements.ts'

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

const WORDS =
  'harbour lantern keeper tower silver orchard harvest lanterns sea overseas aaaa aa 海の家 ÅÅ öl'.split(
    ' ',
  )

/** More than `TOTAL_CAP`, so that some words are in too many entries to be listed. */
const ENTRIES = 2400

serverTests('the index of the glossary on %s', { engines: bothEngines }, (server, engine) => {
  let author: MemberId
  let types: GlossaryTypeId[]
  const texts: { readonly title: string; readonly description: string; readonly type: number }[] =
    []
  beforeAll(async () => {
    author = (await server.addUser('mira')).id
    types = [await addGlossaryType(server, 'Places'), await addGlossaryType(server, 'Foods')]
    let seed = 7
    const word = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return WORDS[Math.floor((seed / 2_147_483_647) ** 2 * WORDS.length)] as string
    }
    for (let at = 0; at < ENTRIES; at++)
      texts.push({
        title: `${word()} ${word()} ${at}`,
        description: Array.from({ length: 6 }, word).join(' '),
        type: at % 7 === 0 ? 1 : 0,
      })
    await addEntries(server, author, ENTRIES, (at) => ({
      title: texts[at]?.title ?? '',
      description: texts[at]?.description ?? '',
      type_id: types[texts[at]?.type ?? 0] as GlossaryTypeId,
    }))
  }, 120_000)

  const found = async (search: string, type?: number) => {
    server.deps.responseCache.clear('glossary')
    const query = { search, ...(type !== undefined && { type: types[type] as GlossaryTypeId }) }
    const { headers, ...response } = await glossaryCalls(server).list({ ...query, limit: 100 })
    const titles = response.json<{ title: string }[]>().map(({ title }) => title)
    return { total: String(headers[TOTAL_HEADER]), titles }
  }

  test.each([
    'harbour',
    'arbou',
    'silver orchard',
    'orchard lantern',
    'verse',
    'aaa',
    'aaaa aaaa',
    '海の家',
    'oel',
    'tower 2',
    'harvest lanterns sea',
    'harbour harbour',
    'keeper 1234',
    'nowhere',
    'lantern lantern lantern lantern lantern',
  ])('finds %p wherever it is, in the order of titles, with each type', async (term) => {
    for (const type of [undefined, 0, 1]) {
      const rows = texts
        .filter((row) => type === undefined || row.type === type)
        .filter((row) => titledText(row.title, [row.description]).includes(term))
        .map(({ title }) => title)
      const { total, titles } = await found(term, type)
      expect([type, total]).toEqual([type, rows.length > 1000 ? '1000+' : String(rows.length)])
      expect(titles).toHaveLength(Math.min(100, rows.length))
      expect(rows).toEqual(expect.arrayContaining(titles))
      const keys = titles.map((title) => title.toLowerCase())
      if (/^[a-z0-9 ]*$/.test(keys.join('')))
        expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
    }
  })

  test('new texts are found by terms that were searched before', async () => {
    const titles = async () => (await found('lighthouse')).titles
    expect(await titles()).toEqual([])
    await addEntries(server, author, 1, () => ({
      type_id: types[1] as GlossaryTypeId,
      title: 'Lighthouse',
    }))
    expect(await titles()).toEqual(['Lighthouse'])
    const { db } = server.deps
    await db.deleteFrom('glossary_entries').where('title', '=', 'Lighthouse').execute()
    expect(await titles()).toEqual([])
  })

  if (engine === 'postgres') return

  test('SQLite is asked for rare trigrams of a long term that are apart, and for a short one as a whole', async () => {
    await server.deps.db.transaction().execute(async (tx) => {
      const long = await matchFor(tx, GLOSSARY.texts, 'tower silver orchard harvest')
      expect(long.isPhrase).toBe(false)
      const used = [...long.match.matchAll(/"([^"]+)"/g)].map(([, trigram]) => String(trigram))
      const all = trigramsIn('tower silver orchard harvest')
      const frequencyOf = await frequencies(tx, GLOSSARY.texts, all)
      expect(frequencyOf(used[0] ?? '')).toBe(Math.min(...all.map(frequencyOf)))
      expect(used.length).toBeGreaterThan(1)
      const places = used.map((trigram) => all.indexOf(trigram)).toSorted((a, b) => a - b)
      const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThan(1)
      expect(await matchFor(tx, GLOSSARY.texts, 'sea')).toEqual({ match: '"sea"', isPhrase: true })
    })
  })

  test('searches read in threads, never on the one that serves', async () => {
    for (const path of ['glossary/entries/?search=', 'rules/entries/?search=', 'search/?q='])
      for (const term of ['harbour', 'aa', 'harbuor']) {
        await server.app.inject(`/api/${path}none`)
        const statements = await statementsOf(server, () =>
          server.app.inject(`/api/${path}${term}`),
        )
        expect([path, term, statements]).toEqual([path, term, []])
      }
  })

  test('more searches than may wait are refused, and the others are answered', async () => {
    server.deps.responseCache.clear('glossary')
    const asked = Array.from({ length: 700 }, (_, at) =>
      glossaryCalls(server).list({ search: `tower ${at}`, limit: 1 }),
    )
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 503]))
    expect(codes.filter((code) => code === 200).length).toBeGreaterThan(500)
    expect((await found('harbour')).titles).not.toEqual([])
  })

  test('a read that fails says why, and the next one is answered', async () => {
    const threads = threadsOf(server.deps.db)
    const call = { module: import.meta.url, name: 'nothing', args: null }
    await expect(threads?.run(call)).rejects.toThrow()
    expect((await found('harbour')).titles).not.toEqual([])
  })

  test('parts of the indexes are merged', async () => {
    const { db } = server.deps
    for (let at = 0; at < 6; at++)
      await addEntries(server, author, 1, () => ({
        type_id: types[0] as GlossaryTypeId,
        title: `Part ${at}`,
      }))
    await overwriteErased(db)
    expect((await found('part 3')).titles).toEqual(['Part 3'])
  })
})

/** Milliseconds; far above the time of near titles, far below the patient statement's timeout. */
const DEADLINE_MS = 10_000

serverTests('near titles in time on %s', { engines: bothEngines }, (server, engine) => {
  let id: number
  beforeAll(async () => {
    const { id: author } = await server.addUser('mira')
    const type_id = await addGlossaryType(server, 'Places')
    id = await addEntry(server, author, 'The Umbrella Guild', { type_id })
  })

  const near = (db = server.deps.db) => idsNear({ db }, { searched: GLOSSARY, term: 'umbrella' })
  /** A transaction has no time limit on PostgreSQL, which a busy machine could exceed. */
  const patiently = () => server.deps.db.transaction().execute(near)

  test('near rows are found', async () => {
    expect(await patiently()).toEqual([id])
  })

  if (engine === 'postgres')
    test('nothing is suggested after it', async () => {
      const { db } = server.deps
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: holding, resolve: holds } = Promise.withResolvers<void>()
      const holder = db.transaction().execute(async (tx) => {
        await sql`lock table glossary_entries in access exclusive mode`.execute(tx)
        holds()
        await held
      })
      await holding
      // The usual timeout of a few seconds would have the same result in the end.
      const patient = openDatabase(server.deps.settings, 60_000)
      const late = setTimeout(DEADLINE_MS, 'still waiting', { ref: false })
      const found = await Promise.race([near(patient.db), late])
      letGo()
      await patient.db.destroy()
      expect(found).toEqual([])
      await holder
    })
})
