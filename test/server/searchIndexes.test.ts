import type { GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { ruleSearch } from '#server/modules/rules/search.ts'
import { textIndex } from '#server/modules/rules/textIndex.ts'
import { addEntries, addGlossaryType, glossaryCalls } from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { statementsOf } from '#test/helpers/server/statements.ts'

serverTests('the indexes of the searches, on %s', { engines: bothEngines }, (server) => {
  let author: MemberId
  let withWord: GlossaryTypeId
  let without: GlossaryTypeId
  beforeAll(async () => {
    author = (await server.addUser('mira')).id
    withWord = await addGlossaryType(server, 'Places')
    without = await addGlossaryType(server, 'Foods')
  })

  test('searching rules queries the database once for all terms', async () => {
    for (let at = 0; at < 20; at++) await addRule(server, `Rule ${at}`, {}, { Text: `word ${at}` })
    const search = (term: string) =>
      server.app.inject(`/api/rules/entries/?${new URLSearchParams({ search: term })}`)
    expect((await search('word 1')).json()).toHaveLength(11)
    const statements = await statementsOf(server, async () => {
      for (let at = 0; at < 20; at++) expect((await search(`word ${at}`)).statusCode).toBe(200)
      expect((await search('wrod 1')).json()).toEqual([])
    })
    expect(statements).toEqual([])
  })

  test('rules whose texts are too long to be cached are searched by the database, with the same result', async () => {
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

  test('rules are found at any position of the term', async () => {
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

  test('new texts are found by terms that were searched before', async () => {
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
})
