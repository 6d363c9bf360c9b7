import Value from 'typebox/value'
import type { QuickSubcategoryId, RuleCategoryId, RuleSubcategoryId } from '#contract/ids.ts'
import {
  type BasicRuleEntry,
  type QuickRuleEntry,
  type RuleSubEntry,
  rulesCalls,
} from '#contract/rules.ts'
import {
  addCategory,
  addQuickSubcategory,
  addRule,
  addSubcategory,
} from '#test/helpers/fixtures/rules.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

type Entry = BasicRuleEntry | QuickRuleEntry

serverTests('rules on %s', (server) => {
  let dice: RuleCategoryId
  let travel: RuleCategoryId
  let tests: RuleSubcategoryId
  let seeds: RuleSubcategoryId
  let road: RuleSubcategoryId
  let start: QuickSubcategoryId
  let trouble: QuickSubcategoryId

  beforeAll(async () => {
    // Created in another order than the reading order.
    travel = await addCategory(server, { name: 'Travel', position: 2 })
    dice = await addCategory(server, { name: 'Dice', position: 1 })
    seeds = await addSubcategory(server, dice, { name: 'Seeds', position: 2 })
    tests = await addSubcategory(server, dice, { name: 'Tests', position: 1 })
    road = await addSubcategory(server, travel, { name: 'Road' })
    trouble = await addQuickSubcategory(server, { name: 'Trouble', position: 2 })
    start = await addQuickSubcategory(server, { name: 'Start', position: 1 })

    await addRule(server, 'Without a place')
    await addRule(server, 'Bridges', { category_id: travel, subcategory_id: road })
    await addRule(server, 'Help', { kind: 'quick', quick_subcategory_id: trouble })
    const ofTests = { category_id: dice, subcategory_id: tests }
    await addRule(server, 'Failing', { ...ofTests, position: 2 })
    await addRule(
      server,
      'Rolling',
      { ...ofTests, position: 1 },
      {
        'The pale die': 'It is Élan’s own.',
        'Two dice': '100% of the time, a_b and c\\d',
        Empty: '',
      },
    )
    await addRule(server, 'Seeds in hand', { category_id: dice, subcategory_id: seeds })
    await addRule(server, 'In one minute', { kind: 'quick', quick_subcategory_id: start })
    await addRule(server, 'Dice in short', { category_id: dice })
  })

  const get = (path: string) => server.app.inject({ url: `/api/rules/${path}` })
  describe('the excerpt around a match', () => {
    const found = async (search: string) =>
      (await entries(`?search=${encodeURIComponent(search)}`)).map((one) => [one.title, one.found])

    test('is sent with the words around it, in any case and accents', async () => {
      expect(await found('ELANS')).toEqual([])
      expect(await found('ELAN’S')).toEqual([['Rolling', 'It is Élan’s own.']])
      expect(await found('pale')).toEqual([['Rolling', 'The pale die']])
      expect(await found('c\\D')).toEqual([['Rolling', '100% of the time, a_b and c\\d']])
    })

    test('is sent in the current spelling, also after a change of capitals', async () => {
      const { db, responseCache } = server.deps
      const id = await addRule(server, 'Written', {}, { Way: 'A heron.' })
      responseCache.clear('rules')
      expect(await found('heron')).toEqual([['Written', 'A heron.']])
      await server.update('rule_sub_entries', { entry_id: id }, { content: 'A HERON.' })
      responseCache.clear('rules')
      expect(await found('heron')).toEqual([['Written', 'A HERON.']])
      await db.deleteFrom('rule_entries').where('id', '=', id).execute()
      responseCache.clear('rules')
    })

    test('is left out for a match in the title, and without a search', async () => {
      expect(await found('roll')).toEqual([['Rolling', undefined]])
      expect((await entries()).every((one) => !('found' in one))).toBe(true)
    })

    test('is sent for up to sixty rules, and for none of more', async () => {
      for (let count = 0; count < 60; count++)
        await addRule(server, `Many ${count}`, {}, { Way: 'A heron.' })
      expect((await found('heron')).map(([, line]) => line)).toEqual(Array(60).fill('A heron.'))
      await addRule(server, 'Many 60', {}, { Way: 'A heron.' })
      expect((await found('heron')).map(([, line]) => line)).toEqual(Array(61).fill(undefined))
      await server.deps.db.deleteFrom('rule_entries').where('title', 'like', 'Many%').execute()
      server.deps.responseCache.clear('rules')
    })

    test('is cut between words out of a long text', async () => {
      const text = `${'A long way to go. '.repeat(40)}Then a Kestrel. ${'And home again. '.repeat(40)}`
      await addRule(server, 'Far', { category_id: travel }, { Way: `First.\n${text}` })
      server.deps.responseCache.clear('rules')
      const [[, line] = []] = await found('kestrel')
      expect(line).toMatch(/^…\w.{20,60}Then a Kestrel\. And home.{20,110}…$/)
      await server.deps.db.deleteFrom('rule_entries').where('title', '=', 'Far').execute()
      server.deps.responseCache.clear('rules')
    })
  })

  const entries = async (query = '', kind = 'entries') =>
    (await get(`${kind}/${query}`)).json<Entry[]>()
  const titles = async (query = '', kind = 'entries') =>
    (await entries(query, kind)).map(({ title }) => title)
  const quickTitles = (query = '') => titles(query, 'quick-entries')

  const ALL = ['Rolling', 'Failing', 'Seeds in hand', 'Dice in short', 'Bridges', 'Without a place']

  test('categories, their sub-categories and quick sub-categories are in their order', async () => {
    expect((await get('categories/')).json()).toEqual([
      { id: dice, name: 'Dice' },
      { id: travel, name: 'Travel' },
    ])
    expect((await get(`get-subcategories/${dice}/`)).json()).toEqual([
      { id: tests, name: 'Tests', category: dice },
      { id: seeds, name: 'Seeds', category: dice },
    ])
    expect((await get('get-quick-subcategories/')).json()).toEqual([
      { id: start, name: 'Start' },
      { id: trouble, name: 'Trouble' },
    ])
    expect((await get('get-subcategories/999/')).statusCode).toBe(404)
    expect((await get('get-subcategories/many/')).statusCode).toBe(400)
  })

  test('entries are in reading order, and an entry without a category is last', async () => {
    expect(await titles()).toEqual(ALL)
    expect(await quickTitles()).toEqual(['In one minute', 'Help'])
  })

  test('nextId leads through all entries of a kind, across categories, and then ends', async () => {
    for (const kind of ['entries', 'quick-entries']) {
      const all = await entries('', kind)
      expect(all.map(({ nextId }) => nextId)).toEqual([...all.slice(1).map(({ id }) => id), null])
    }
  })

  test('a filter does not change the next entry', async () => {
    const [rolling, failing, inHand] = await entries()
    const [filtered] = await entries('?search=failing')
    expect(filtered).toEqual(failing)
    expect(filtered?.nextId).toBe(inHand?.id)
    expect(rolling?.nextId).toBe(filtered?.id)
  })

  test('ids are unique over both kinds (ruling 23)', async () => {
    const ids = [...(await entries()), ...(await entries('', 'quick-entries'))].map(({ id }) => id)
    expect(new Set(ids).size).toBe(8)
  })

  test('the responses match the contract', async () => {
    const basic = rulesCalls.listRuleEntries.response[200]
    expect([...Value.Errors(basic, await entries())]).toEqual([])
    expect((await entries())[0]).toEqual({
      id: expect.any(Number),
      type: 'basic',
      title: 'Rolling',
      category: dice,
      subcategory: tests,
      image: null,
      nextId: expect.any(Number),
    })
    expect((await entries('', 'quick-entries'))[1]).toEqual({
      id: expect.any(Number),
      type: 'quick',
      title: 'Help',
      quick_subcategory: trouble,
      image: null,
      nextId: null,
    })
  })

  test('category and sub-category filter; Any and empty do not', async () => {
    expect(await titles(`?category=${dice}`)).toEqual(ALL.slice(0, 4))
    expect(await titles(`?category=${dice}&subcategory=${tests}`)).toEqual(['Rolling', 'Failing'])
    expect(await titles(`?subcategory=${road}`)).toEqual(['Bridges'])
    expect(await titles('?search=&category=Any&subcategory=Any')).toEqual(ALL)
    expect(await titles('?category=&subcategory=')).toEqual(ALL)
    expect(await titles(`?category=${travel}&subcategory=${tests}`)).toEqual([])
    expect(await quickTitles(`?category=Any&subcategory=${trouble}`)).toEqual(['Help'])
  })

  test.each(['999', '0', '-1', '1.5', 'any', '99999999999999999999', '1 or 1=1', 'ÿ'])(
    'the unknown filter value %p gives an empty list',
    async (value) => {
      for (const name of ['category', 'subcategory'])
        for (const kind of ['entries', 'quick-entries']) {
          const response = await get(`${kind}/?${name}=${encodeURIComponent(value)}`)
          expect([response.statusCode, response.json()]).toEqual([200, []])
        }
    },
  )

  test('a quick entry is in no category', async () => {
    expect(await quickTitles(`?category=${dice}`)).toEqual([])
  })

  test.each([
    ['rolling', 'a title in another case'],
    ['PALE DIE', 'the title of a sub-entry'],
    ["elan's own", 'marks and typographic apostrophes'],
    ['Élan’s', 'the same, as written'],
    ['  elan  ', 'blanks around it'],
    ['100%', 'a per cent sign'],
    ['a_b', 'an underscore'],
    ['c\\d', 'a backslash'],
  ])('search finds %p: %s', async (search) => {
    expect(await titles(`?search=${encodeURIComponent(search)}`)).toEqual(['Rolling'])
  })

  test('search treats every character literally and never fails', async () => {
    for (const search of [
      '%',
      '_',
      '\\',
      "'",
      '"',
      '" OR "',
      '*',
      'a%b',
      '\u0301',
      'ẞ'.repeat(400),
    ])
      expect((await get(`entries/?search=${encodeURIComponent(search)}`)).statusCode).toBe(200)
    expect(await titles('?search=a%25b')).toEqual([])
    expect((await get(`entries/?search=${'x'.repeat(401)}`)).statusCode).toBe(400)
    expect((await get('entries/?search=%00')).statusCode).toBe(400)
    expect((await get('entries/?search=a&search=b')).statusCode).toBe(400)
  })

  test('search and filters narrow each other', async () => {
    expect(await titles(`?search=dice&category=${dice}`)).toEqual(['Rolling', 'Dice in short'])
    expect(await titles(`?search=dice&category=${travel}`)).toEqual([])
    expect(await quickTitles('?search=dice')).toEqual([])
  })

  test('sub-entries are in their order, with empty contents, for their own kind only', async () => {
    const [rolling, failing] = await entries()
    const [quick] = await entries('', 'quick-entries')
    const found = (await get(`entries/${rolling?.id}/sub-entries/`)).json<RuleSubEntry[]>()
    expect(found.map(({ title }) => title)).toEqual(['The pale die', 'Two dice', 'Empty'])
    expect(found[2]).toEqual({ id: expect.any(Number), title: 'Empty', content: '' })
    expect((await get(`entries/${failing?.id}/sub-entries/`)).json()).toEqual([])
    expect((await get(`quick-entries/${quick?.id}/sub-entries/`)).json()).toEqual([])
    expect((await get(`entries/${quick?.id}/sub-entries/`)).statusCode).toBe(404)
    expect((await get(`quick-entries/${rolling?.id}/sub-entries/`)).statusCode).toBe(404)
    expect((await get('entries/12345/sub-entries/')).statusCode).toBe(404)
    expect((await get('entries/abc/sub-entries/')).statusCode).toBe(400)
  })

  test('a search without hits suggests near titles and stays empty', async () => {
    const near = async (query: string, kind = 'entries') => {
      const { headers } = await get(`${kind}/?search=${query}`)
      const header = headers['x-suggestions']
      return typeof header === 'string' ? JSON.parse(decodeURIComponent(header)) : header
    }
    expect(await titles('?search=rollnig')).toEqual([])
    expect(await near('rollnig')).toEqual(['Rolling'])
    expect(await near('brdges')).toEqual(['Bridges'])
    expect(await near('mintue', 'quick-entries')).toEqual(['In one minute'])
    expect(await near('mintue')).toBeUndefined()
    expect(await near('rolling')).toBeUndefined()
    expect(await near('xyzzy')).toBeUndefined()
  })

  test('lists have a tag, and send nothing to a caller who has it', async () => {
    const { headers } = await get('entries/')
    const again = await server.app.inject({
      url: '/api/rules/entries/',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('no videos are an empty list', async () => {
    expect((await get('get')).json()).toEqual([])
  })
})
