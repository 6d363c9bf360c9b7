import Value from 'typebox/value'
import type { GlossaryTypeId } from '#contract/ids.ts'
import {
  type FoundOnSite,
  SEARCH_HITS,
  SEARCH_HITS_MAX,
  searchCalls,
} from '#contract/siteSearch.ts'
import { addEvent, addNews, changeContent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addDownload } from '#test/helpers/fixtures/downloads.ts'
import {
  addEntry,
  addGlossaryType,
  decide,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

serverTests('the site-wide search on %s (behaviour 12.13)', { engines: bothEngines }, (server) => {
  let mira: TestUser
  let type_id: GlossaryTypeId
  let ids: Record<string, number>

  beforeAll(async () => {
    mira = await server.addUser('mira')
    type_id = await addGlossaryType(server, 'Places')
    ids = {
      rolling: await addRule(server, 'Rolling', {}, { Dice: 'In the hall of Ægir, roll two.' }),
      seeds: await addRule(server, 'Seeds', { kind: 'quick' }, { Echo: 'Ægir’s hall\nÉlan' }),
      hall: await addEntry(server, mira.id, 'Ægir’s Hall', {
        type_id,
        description: 'Under the sea.',
      }),
      tower: await addEntry(server, mira.id, 'Tower', {
        type_id,
        description: 'Far from Ægir’s hall.',
      }),
      news: await addNews(server, {
        title: 'A night',
        description: 'We meet in Ægir’s\u00a0hall.',
      }),
      event: await addEvent(server, { title: 'Songs of Aegir’s hall' }),
      download: await addDownload(server, {
        display_name: 'Map',
        description: "AEGIR'S HALL, in ink",
      }),
    }
  })

  const ask = (q: string, more = '') =>
    server.app.inject(`/api/search/?${new URLSearchParams({ q })}${more}`)
  const search = async (q: string, more?: string) => {
    const response = await ask(q, more)
    expect([q, response.statusCode]).toEqual([q, 200])
    const found = response.json<FoundOnSite>()
    expect([...Value.Errors(searchCalls.searchSite.response[200], found)]).toEqual([])
    return found
  }
  const titles = async (q: string, more?: string) =>
    (await search(q, more)).groups.flatMap(({ kind, hits }) =>
      hits.map(({ title }) => `${kind}: ${title}`),
    )
  const excerpts = async (q: string) =>
    (await search(q)).groups.flatMap(({ hits }) =>
      hits.map(({ excerpt = [] }) =>
        excerpt.map(({ text, is_match }) => (is_match ? `[${text}]` : text)).join(''),
      ),
    )

  test('finds every kind, in any case, accents and quotes, titles first', async () => {
    const all = [
      'quick_rule: Seeds',
      'entry: Ægir’s Hall',
      'entry: Tower',
      'news: A night',
      'event: Songs of Aegir’s hall',
      'download: Map',
    ]
    for (const q of ["aegir's hall", 'ÆGIR’S  HALL', ' ægir‘s hall '])
      expect(await titles(q)).toEqual(all)
    const { groups, suggestions } = await search('ægir')
    expect(groups.map(({ hits }) => hits.map(({ id }) => id))).toEqual(
      [['seeds'], ['rolling'], ['hall', 'tower'], ['news'], ['event'], ['download']].map((names) =>
        names.map((name) => ids[name]),
      ),
    )
    expect(suggestions).toEqual([])
  })

  test('shows each hit in its line, with the match marked, or the beginning of the text for a match in the title', async () => {
    expect(await excerpts("aegir's hall")).toEqual([
      '[Ægir’s hall]',
      'Under the sea.',
      'Far from [Ægir’s hall].',
      'We meet in [Ægir’s\u00a0hall].',
      'In short',
      "[AEGIR'S HALL], in ink",
    ])
    expect(await excerpts('ELAN')).toEqual(['[Élan]'])
  })

  test('finds umlauts with and without their dots, as two letters, and ß as ss', async () => {
    await addRule(server, 'Kür', {}, { Mut: 'Eine große Bewährung im Öl.' })
    await addEntry(server, mira.id, 'Öl', { type_id, description: 'Es fließt über die Höhe.' })
    await addNews(server, { title: 'Früh', description: 'Wir öffnen die Höhle.' })
    for (const area of ['rules', 'glossary', 'contents'] as const)
      server.deps.responseCache.clear(area)
    for (const [q, found] of [
      ['Höh', ['Es fließt über die [Höh]e.', 'Wir öffnen die [Höh]le.']],
      ['hoh', ['Es fließt über die [Höh]e.', 'Wir öffnen die [Höh]le.']],
      ['HOEH', ['Es fließt über die [Höh]e.', 'Wir öffnen die [Höh]le.']],
      ['bewaehrung', ['Eine große [Bewährung] im Öl.']],
      ['grosse', ['Eine [große] Bewährung im Öl.']],
    ] as const)
      expect([q, await excerpts(q)]).toEqual([q, found])
    expect(await titles('oe')).toEqual(['entry: Öl'])
    expect(await titles('kuer')).toEqual(['basic_rule: Kür'])
    await server.deps.db.deleteFrom('rule_entries').where('title', '=', 'Kür').execute()
    await server.deps.db.deleteFrom('glossary_entries').where('title', '=', 'Öl').execute()
    await server.deps.db.deleteFrom('contents').where('title', '=', 'Früh').execute()
  })

  test('shows the words of a text, without its formatting', async () => {
    const [format, text] = ['light', '**Quartz** and [a *mug*](/x)'] as const
    await addRule(server, 'Stone', { format }, { Kinds: text })
    await addEntry(server, mira.id, 'Vein', { type_id, format, description: text })
    await addNews(server, { title: 'Digging', format, description: text })
    for (const area of ['rules', 'glossary', 'contents'] as const)
      server.deps.responseCache.clear(area)
    expect(await excerpts('quartz')).toEqual(Array(3).fill('[Quartz] and a mug'))
    await server.deps.db.deleteFrom('rule_entries').where('title', '=', 'Stone').execute()
    await server.deps.db.deleteFrom('glossary_entries').where('title', '=', 'Vein').execute()
    await server.deps.db.deleteFrom('contents').where('title', '=', 'Digging').execute()
    for (const area of ['rules', 'glossary', 'contents'] as const)
      server.deps.responseCache.clear(area)
  })

  test('finds words in the cells of a table, and shows its cells without its signs', async () => {
    const description = '| Weapon | Price |\n| --- | --: |\n| Halberd | 20 |'
    await addNews(server, { title: 'Wares', format: 'light', description })
    server.deps.responseCache.clear('contents')
    const [found = '', ...others] = await excerpts('halberd')
    expect(others).toEqual([])
    expect(found).toContain('[Halberd] | 20')
    expect(found).not.toContain('---')
    await server.deps.db.deleteFrom('contents').where('title', '=', 'Wares').execute()
    server.deps.responseCache.clear('contents')
  })

  test('has the publication of news and the start of events', async () => {
    const { groups } = await search("aegir's hall")
    const dates = groups.flatMap(({ hits }) => hits.map(({ date }) => date ?? null))
    const now = server.deps.clock()
    const iso = (at: number) => new Date(at).toISOString()
    expect(dates).toEqual([null, null, null, iso(now - HOUR), iso(now + DAY), null])
  })

  test('matches one or two characters with the beginning of a word of the title', async () => {
    expect(await titles('ro')).toEqual(['basic_rule: Rolling'])
    expect(await titles('t')).toEqual(['entry: Tower'])
    expect(await titles('n')).toEqual(['news: A night'])
    expect(await titles('ma')).toEqual(['download: Map'])
  })

  test('finds an abbreviation in brackets or quotes, in the glossary too', async () => {
    const made = {
      hp: await addEntry(server, mira.id, 'Hit Points (HP)', { type_id }),
      ac: await addEntry(server, mira.id, 'Armour Class [AC]', { type_id }),
      zz: await addEntry(server, mira.id, '“Zz” the Jester', { type_id }),
      б: await addEntry(server, mira.id, 'Башня', { type_id }),
    }
    for (const [term, id] of Object.entries(made)) {
      const [{ hits } = { hits: [] }] = (await search(term)).groups
      expect([term, hits.map((hit) => hit.id)]).toEqual([term, [id]])
      for (const [key, type] of [
        ['type', type_id],
        ['sort', 'Newest First'],
      ] as const)
        expect(await glossaryCalls(server).entries({ search: term, [key]: type })).toMatchObject([
          { id },
        ])
    }
    expect(await titles('hi')).toEqual(['entry: Hit Points (HP)'])
    expect(await titles('ня')).toEqual([])
    expect(await titles('qq')).toEqual([])
    for (const id of Object.values(made))
      await server.deps.db.deleteFrom('glossary_entries').where('id', '=', id).execute()
    server.deps.responseCache.clear('glossary')
  })

  test('has the requested number of hits of a kind, and whether there are more', async () => {
    for (let count = 0; count < 7; count++) {
      await addRule(server, `Heron ${count}`)
      await addEntry(server, mira.id, `A heron ${count}`, { type_id })
    }
    await addEntry(server, mira.id, 'A lake', { type_id, description: 'With a heron' })
    const sizes = async (more?: string) =>
      (await search('heron', more)).groups.map(({ hits, has_more }) => [hits.length, has_more])
    expect(await sizes()).toEqual(Array(2).fill([SEARCH_HITS, true]))
    expect(await sizes('&limit=7')).toEqual([
      [7, false],
      [7, true],
    ])
    expect(await sizes('&limit=8')).toEqual([
      [7, false],
      [8, false],
    ])
    expect((await titles('heron', '&limit=8')).at(-1)).toBe('entry: A lake')
    for (const limit of [0, SEARCH_HITS_MAX + 1, 'x', '1.5'])
      expect([limit, (await ask('heron', `&limit=${limit}`)).statusCode]).toEqual([limit, 400])
  })

  test('suggests close titles of all kinds when nothing is found', async () => {
    const near = async (q: string) => (await search(q)).suggestions
    expect(await near('rolilng')).toEqual(['Rolling'])
    expect(await near('towre')).toEqual(['Tower'])
    expect(await near('nigth')).toEqual(['A night'])
    expect(await near('sogns')).toEqual(['Songs of Aegir’s hall'])
    expect(await near('zzzzzz')).toEqual([])
  })

  test('finds nothing without a term', async () => {
    expect(await search('')).toEqual({ groups: [], suggestions: [] })
    expect(await search(' \u200b ')).toEqual({ groups: [], suggestions: [] })
    expect((await server.app.inject('/api/search/')).statusCode).toBe(200)
    expect((await server.app.inject('/api/search')).statusCode).toBe(200)
  })

  test.each([
    ['%', 200],
    ['_', 200],
    ['a\\', 200],
    ['"\'); drop table users', 200],
    ['title_key: (a* OR "b") NEAR(c)', 200],
    ['🎲🎲🎲', 200],
    ['\u202eשלום', 200],
    ['שלום עולם', 200],
    ['ﷺ'.repeat(400), 200],
    ['a'.repeat(400), 200],
    ['a'.repeat(10_000), 400],
    ['a\0b', 400],
  ])('survives %j', async (q, status) => {
    const response = await ask(q)
    expect(response.statusCode).toBe(status)
    if (status === 200) expect(response.json<FoundOnSite>().groups).toEqual([])
  })

  test('shows nothing that is not public, not even as a suggestion', async () => {
    const over = { title: 'Kestrel' }
    const now = server.deps.clock()
    await addNews(server, { ...over, publish_at: null })
    await addNews(server, { ...over, publish_at: now + HOUR })
    await addNews(server, { ...over, unpublished_at: now })
    await addEvent(server, { ...over, starts_at: now - 2 * DAY })
    await addDownload(server, { display_name: 'Kestrel', withdrawn_at: now })
    const pending = await addEntry(server, mira.id, 'Kestrel', { type_id, approved_at: null })
    await addEntry(server, mira.id, 'Kestrel', { type_id, approved_at: null, rejected_at: now })
    for (const headers of [{}, mira.auth])
      for (const q of ['kestrel', 'ke', 'kesterl'])
        expect((await server.app.inject({ url: `/api/search/?q=${q}`, headers })).json()).toEqual({
          groups: [],
          suggestions: [],
        })
    await decide(server, pending, 'approved_at')
    expect(await titles('kestrel')).toEqual(['entry: Kestrel'])
  })

  test('drops changed, unpublished and renamed rows at once', async () => {
    const id = await addNews(server, { title: 'Osprey' })
    expect(await titles('osprey')).toEqual(['news: Osprey'])
    server.passTime(1000)
    await changeContent(server, id, { description: 'A bittern' })
    expect(await titles('bittern')).toEqual(['news: Osprey'])
    await changeContent(server, id, { title: 'Curlew' })
    expect(await titles('osprey')).toEqual([])
    expect(await titles('bittern')).toEqual(['news: Curlew'])
    await changeContent(server, id, { unpublished_at: server.deps.clock() })
    expect(await titles('bittern')).toEqual([])
  })

  test('finds an article from its publication on, and an event until its end', async () => {
    const now = server.deps.clock()
    await addNews(server, { title: 'Plover', publish_at: now + HOUR })
    await addEvent(server, { title: 'Plover', starts_at: now, ends_at: now + 2 * HOUR })
    expect(await titles('plover')).toEqual(['event: Plover'])
    server.passTime(HOUR)
    expect(await titles('plover')).toEqual(['news: Plover', 'event: Plover'])
    server.passTime(HOUR)
    expect(await titles('plover')).toEqual(['news: Plover'])
  })

  test('is computed once for all callers, and not sent again to a caller with its tag', async () => {
    const first = await ask('Tower')
    const asked = jest.spyOn(server.deps.db.getExecutor(), 'executeQuery')
    expect((await ask('TOWER ')).body).toBe(first.body)
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await server.app.inject({ url: '/api/search/?q=tower', headers })).statusCode).toBe(304)
  })
})
