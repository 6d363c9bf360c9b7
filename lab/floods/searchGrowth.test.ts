import { sql } from 'kysely'
import type { GlossaryTypeId, MemberId } from '../../contract/ids.ts'
import { TOTAL_HEADER } from '../../contract/lists.ts'
import { addEntries, addGlossaryType, glossaryCalls } from '../../test/helpers/fixtures/glossary.ts'
import { serverTests } from '../../test/helpers/server/serverTests.ts'
import { bothEngines } from '../../test/helpers/server/startServer.ts'

const [FEW, MANY] = [1000, 40_000]
/** Limit of the growth for forty times the entries, with room for other load of the machine. */
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
  /** Fastest of all rounds, since slower ones depend on other load. Milliseconds. */
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
    // A term too short for similar titles, so that only the search itself is measured.
    const query = { search: 'sea', type: without, limit: 10 }
    await fill(0, FEW)
    const few = await quickest(query)
    await fill(FEW, MANY)
    const many = await quickest(query)
    expect(many / few).toBeLessThan(GROWTH_MAX)
  }, 120_000)

  test('a word in more entries than are counted, at the end of the alphabet, is found', async () => {
    // 1,111 of 40,000, at the end of the alphabet.
    const query = { search: 'entry 39', limit: 2 }
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
