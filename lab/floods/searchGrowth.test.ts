import { sql } from 'kysely'
import type { GlossaryTypeId, MemberId } from '../../contract/ids.ts'
import { TOTAL_HEADER } from '../../contract/lists.ts'
import { placesHolding, textPlaces } from '../../server/db/search.ts'
import { ruleSearch } from '../../server/modules/rules/search.ts'
import { textIndex } from '../../server/modules/rules/textIndex.ts'
import { onlyAlone } from '../../test/helpers/cluster/notOnCluster.ts'
import { addEntries, addGlossaryType, glossaryCalls } from '../../test/helpers/fixtures/glossary.ts'
import { addRule } from '../../test/helpers/fixtures/rules.ts'
import { serverTests } from '../../test/helpers/server/serverTests.ts'
import { bothEngines } from '../../test/helpers/server/startServer.ts'

const [FEW, MANY] = [1000, 40_000]
/** Forty times the entries may cost this many times more; other programs take their part of the machine. */
const GROWTH_MAX = 6
const ROUNDS = 15

serverTests('a growing glossary on %s', { engines: bothEngines }, (server, engine) => {
  let author: MemberId
  let withWord: GlossaryTypeId
  let without: GlossaryTypeId
  beforeAll(async () => {
    author = (await server.addUser('mira')).id
    withWord = await addGlossaryType(server, 'Places')
    without = await addGlossaryType(server, 'Foods')
  })

  const fill = async (from: number, to: number) => {
    await addEntries(server, author, to - from, (at) => ({
      type_id: at % 2 ? withWord : without,
      title: `Entry ${from + at}`,
      description: at % 2 ? 'by the sea' : 'in the hills',
    }))
    if (engine === 'postgres') await sql`vacuum analyze glossary_entries`.execute(server.deps.db)
  }
  const statementsOf = async (call: () => Promise<unknown>) => {
    onlyAlone('it counts statements in the process')
    const asked = jest.spyOn(server.deps.db.getExecutor(), 'executeQuery')
    await call()
    const statements = asked.mock.calls.map(([{ sql: text }]) => text)
    asked.mockRestore()
    return statements
  }
  /** The quickest of all: the rest tells how busy the machine is. Milliseconds. */
  const quickest = async (query: Record<string, string | number>) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      server.deps.responseCache.clear('glossary')
      const began = performance.now()
      expect(await glossaryCalls(server).entries(query)).toEqual([])
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }

  test('a common word together with a type that does not have it costs no more', async () => {
    // Too short for near titles: only the search itself is measured.
    const query = { search: 'sea', type: without, limit: 10 }
    await fill(0, FEW)
    const few = await quickest(query)
    await fill(FEW, MANY)
    const many = await quickest(query)
    expect(many / few).toBeLessThan(GROWTH_MAX)
  }, 120_000)

  test('a search for a name takes two statements at most, also with a type', async () => {
    const { list } = glossaryCalls(server)
    for (const type of ['Any', withWord]) {
      const search = () => list({ search: 'entry 1235', type, limit: 20 })
      // The first ones learn which entries hold which trigrams.
      for (let round = 0; round < 2; round++) {
        await search()
        server.deps.responseCache.clear('glossary')
      }
      const statements = await statementsOf(search)
      expect([statements.length <= 2, statements]).toEqual([true, statements])
    }
  })

  test('a word in more entries than are counted is looked up, not met on the way through the list', async () => {
    // 1,111 of 40,000, at the end of the alphabet.
    const query = { search: 'entry 39', limit: 2 }
    expect((await statementsOf(() => glossaryCalls(server).list(query))).length).toBeLessThan(8)
    const { headers } = await glossaryCalls(server).list(query)
    expect(headers[TOTAL_HEADER]).toBe('1000+')
    const found = await glossaryCalls(server).entries(query)
    expect(found.map(({ title }) => title)).toEqual(['Entry 39', 'Entry 390'])
  })

  test('a word in most entries of a type shows the first of them', async () => {
    const query = { search: 'sea', type: withWord, limit: 3 }
    const { headers } = await glossaryCalls(server).list(query)
    expect(headers[TOTAL_HEADER]).toBe('1000+')
    const found = await glossaryCalls(server).entries(query)
    expect(found.map(({ title }) => title)).toEqual(['Entry 1', 'Entry 10001', 'Entry 10003'])
  })

  test('searching rules asks the database once for all terms', async () => {
    for (let at = 0; at < 20; at++) await addRule(server, `Rule ${at}`, {}, { Text: `word ${at}` })
    const search = (term: string) =>
      server.app.inject(`/api/rules/entries/?${new URLSearchParams({ search: term })}`)
    expect((await search('word 1')).json()).toHaveLength(11)
    const statements = await statementsOf(async () => {
      for (let at = 0; at < 20; at++) expect((await search(`word ${at}`)).statusCode).toBe(200)
      expect((await search('wrod 1')).json()).toEqual([])
    })
    expect(statements).toEqual([])
  })

  test('rules whose texts are too long to be kept are searched by the database, with the same result', async () => {
    await addRule(server, 'Sea', { kind: 'quick' }, { Text: 'by the harbour' })
    await addRule(server, 'Land', { kind: 'quick' }, { Text: 'in the hills' })
    const asked = { term: 'harbour', category: null, subcategory: null }
    const [kept, long] = [ruleSearch(server.deps), ruleSearch(server.deps, 0)]
    expect(await long.find('quick', asked)).toEqual(await kept.find('quick', asked))
    expect((await long.find('quick', asked)).count).toBe(1)
  })

  test('terms that find the same rules share one list, until a rule changes', async () => {
    const search = ruleSearch(server.deps)
    const find = (term: string) => search.find('quick', { term, category: null, subcategory: null })
    const first = await find('harbour')
    expect((await find('the harb')).json).toBe(first.json)
    await addRule(server, 'Port', { kind: 'quick' }, { Text: 'another harbour' })
    server.deps.responseCache.clear('rules')
    expect((await find('the harb')).json).not.toBe(first.json)
    expect((await find('harbour')).count).toBe(2)
  })

  test('rules are found wherever a term stands in their texts', async () => {
    const texts = ['sea', 'overseas', 'a\nsea', 'se', '', 'aaaa', 'a sea, a sea', 'ÅÅ sea 海の家']
    const index = await textIndex(texts)
    for (const term of [
      'sea',
      'seas',
      'aaa',
      'aa',
      'a',
      ' sea',
      'の家',
      '海の家',
      'e',
      'xyz',
      'eas',
    ])
      expect([term, index.find(term)]).toEqual([
        term,
        texts.flatMap((text, number) => (text.includes(term) ? [number] : [])),
      ])
    expect(await textIndex([...texts], index)).toBe(index)
    expect(await textIndex([...texts, 'sea'], index)).not.toBe(index)
  })

  test('what has just been written is found by terms that were searched before', async () => {
    const titles = async () => {
      server.deps.responseCache.clear('glossary')
      const found = await glossaryCalls(server).entries({ search: 'lighthouse', limit: 10 })
      return found.map(({ title }) => title)
    }
    expect(await titles()).toEqual([])
    await addEntries(server, author, 1, () => ({ type_id: without, title: 'Lighthouse' }))
    expect(await titles()).toEqual(['Lighthouse'])
    await addEntries(server, author, 1, () => ({
      type_id: withWord,
      title: 'The lighthouse keeper',
    }))
    expect(await titles()).toEqual(['Lighthouse', 'The lighthouse keeper'])
    const { db } = server.deps
    await db.deleteFrom('glossary_entries').where('title', '=', 'Lighthouse').execute()
    expect(await titles()).toEqual(['The lighthouse keeper'])
  })

  if (engine === 'sqlite')
    test('the word is looked up among the entries of the type alone', async () => {
      const time = async (type: GlossaryTypeId) => {
        const times: number[] = []
        for (let round = 0; round < ROUNDS; round++) {
          const began = performance.now()
          await placesHolding(server.deps.db, 'sea', textPlaces(type), MANY)
          times.push(performance.now() - began)
        }
        return Math.min(...times)
      }
      expect((await time(without)) / (await time(withWord))).toBeLessThan(0.2)
    })

  if (engine === 'postgres')
    test('the word and the type are told apart inside one index', async () => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from glossary_entries
        where search_text like ${'%harbour%'} and array[type_id] @> array[${without}::int]`.execute(
        server.deps.db,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/glossary_trigrams_typed_text[\s\S]*harbour[\s\S]*ARRAY\[type_id\]/)
    })
})
