import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format as glossaryFormat } from '#server/modules/glossary/transfer.ts'
import { format as rulesFormat } from '#server/modules/rules/transfer.ts'
import { BadFile } from '#server/transfer/reading.ts'
import { checkArea, exportArea, importArea } from '#server/transfer/transfer.ts'
import { inWords } from '#test/helpers/server/inWords.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const FORMATS = { rules: rulesFormat, glossary: glossaryFormat }
const rules = {
  format: 'discordia-rules',
  version: 1,
  categories: [
    { key: 'combat', name: ' Combat ', subcategories: [{ key: 'gear', name: ' Gear' }] },
    { key: 'magic', name: 'Magic' },
  ],
  quick_subcategories: [{ key: 'start', name: 'Start here' }],
  entries: [{ sections: [{}] }],
}
const glossary = { format: 'discordia-glossary', version: 1 }
const PLACES = {
  key: 'places',
  name: 'Places',
  icon: 'eel',
  subtypes: [{ key: 'cities', name: 'Cities' }],
}

/** The imports run without the thread that the desk gives them. */
deskTests('rows of files on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')
  beforeEach(async () => {
    await server.addUser('Mara')
  })

  const site = async (path: string) => (await server.app.inject(`/api${path}`)).json()
  const exported = (area: keyof typeof FORMATS) => exportArea(server.deps, FORMATS[area])
  async function imported(area: keyof typeof FORMATS, file: unknown) {
    const { id } = ada.user
    const path = join(server.deps.settings.dataDir, 'file.json')
    writeFileSync(path, JSON.stringify(file))
    const job = { area, path, name: 'file.json', mapping: {}, actor: ada.user, importer: id }
    try {
      return await importArea(server.deps, FORMATS[area], job)
    } catch (error) {
      if (error instanceof BadFile) return { problems: inWords(error.problems) }
      throw error
    } finally {
      server.deps.responseCache.clear(area)
    }
  }

  describe('of the glossary', () => {
    const entry = { key: 'x', title: 'X', type: 'places' }
    const types = [
      PLACES,
      { key: 'foods', name: ' Foods ', icon: '', subtypes: [{ key: 'drinks', name: 'Drinks' }] },
    ]
    const fileOf = (...entries: object[]) => ({ ...glossary, types, entries })
    const send = (...entries: object[]) => imported('glossary', fileOf(...entries))
    const rowsOf = () =>
      server.deps.db.selectFrom('glossary_entries').selectAll().orderBy('transfer_key').execute()

    test.each([
      ['an unknown type', { type: 'nowhere' }, /\.type$/],
      ['no type', { type: undefined }, /\.type$/],
      ['a sub-type of another type', { subtype: 'drinks' }, /\.subtype$/],
      ['an unknown sub-type', { subtype: 'nowhere' }, /\.subtype$/],
      ['a time that is none', { created_at: '2026-13-01T00:00:00Z' }, /\.created_at$/],
      ['an unknown state', { state: 'lost' }, /\.state$/],
      ['a blank title', { title: ' ' }, /\.title$/],
    ])('an entry with %s is named, and nothing is changed', async (_what, over, place) => {
      const refused = await send({ ...entry, key: 'good' }, { ...entry, ...over })
      expect(refused.problems).toHaveLength(1)
      expect(refused.problems[0]?.place).toMatch(/^entries\[1\] "x"/)
      expect(refused.problems[0]?.place).toMatch(place)
      expect(await site('/glossary/entry-types/')).toMatchObject({ count: 0 })
    })

    test('types are in the order of the file, and an entry is approved and the importer’s by default', async () => {
      const created_at = '2026-01-02T03:04:05.000Z'
      const longAgo = Date.parse(created_at)
      await send(
        { ...entry, key: 'a', title: ' A ', author: 'Nobody here', created_at },
        { ...entry, key: 'b', author: ' MARA ', state: 'pending', rejection_reason: 'Not yet' },
        { ...entry, key: 'c', type: 'foods', subtype: 'drinks' },
      )
      expect((await site('/glossary/entry-types/')).results).toMatchObject([
        { name: 'Places', icon: 'eel' },
        { name: 'Foods', icon: null },
      ])
      const now = server.deps.clock()
      const [a, b, c] = await rowsOf()
      const mine = { created_by: ada.user.id, approved_at: now, rejected_at: null }
      expect(a).toMatchObject({ ...mine, title: 'A', created_at: longAgo, updated_at: now })
      expect(b).toMatchObject({ approved_at: null, rejected_at: null, rejection_reason: null })
      expect(b?.created_by).not.toBe(ada.user.id)
      expect(c).toMatchObject({ ...mine, description: '', created_at: now })
      expect(await site('/glossary/entries/?sort=Oldest%20First')).toMatchObject([
        { title: 'A' },
        { title: 'X', entry_subtype_name: 'Drinks' },
      ])
    })

    test('a decision keeps its time; author and creation stay', async () => {
      const reason = { rejection_reason: 'Too short' }
      await send({ ...entry, key: 'a' }, { ...entry, key: 'r', state: 'rejected', ...reason })
      const [a, r] = await rowsOf()
      await server.update('glossary_entries', {}, { pending_text: 'secret' })
      server.passTime(1000)
      const now = server.deps.clock()
      await send(
        {
          ...entry,
          key: 'a',
          description: 'More.',
          author: 'Mara',
          created_at: '2020-01-01T00:00Z',
        },
        { ...entry, key: 'r', description: 'More.', state: 'rejected', ...reason },
      )
      const [after, rejected] = await rowsOf()
      expect(after).toEqual({
        ...a,
        description: 'More.',
        search_text: expect.stringContaining('more.'),
        pending_text: null,
        updated_at: now,
      })
      expect(rejected).toMatchObject({ rejected_at: r?.rejected_at, ...reason, updated_at: now })
    })

    test.each([
      ['approves what is under review', 'mine', { state: 'approved' }, 'state'],
      ['puts back under review what is approved', 'good', { state: 'pending' }, 'state'],
      ['rejects what is approved', 'good', { state: 'rejected' }, 'state'],
      ['approves what is rejected', 'bad', { state: 'approved' }, 'state'],
      [
        'changes the reason of a rejection',
        'bad',
        { state: 'rejected', rejection_reason: 'Other' },
        'rejection_reason',
      ],
    ])('a row that %s is refused with the way to the review', async (_what, key, over, field) => {
      const entries = [
        { ...entry, key: 'mine', author: 'Ada', state: 'pending' },
        { ...entry, key: 'good' },
        { ...entry, key: 'bad', author: 'Mara', state: 'rejected', rejection_reason: 'Short' },
      ]
      await send(...entries)
      const before = await rowsOf()
      const refused = await send({ ...entry, key, ...over, description: 'Changed.' })
      expect(refused.problems).toEqual([
        {
          place: `entries[0] "${key}".${field}`,
          problem: expect.stringContaining('review queue'),
        },
      ])
      expect(await rowsOf()).toEqual(before)
      // A row that says nothing of it keeps the decision.
      await send(...entries.map(({ key: same }) => ({ ...entry, key: same, description: 'More.' })))
      const decisions = (rows: typeof before) =>
        rows.map(({ approved_at, rejected_at, rejection_reason }) => [
          approved_at,
          rejected_at,
          rejection_reason,
        ])
      expect(decisions(await rowsOf())).toEqual(decisions(before))
    })

    test('an import whose transaction runs again after a deadlock reports its last run alone', async () => {
      let attempts = 0
      const read: typeof glossaryFormat.read = (...args) => {
        const write = glossaryFormat.read(...args)
        return async (writing) => {
          await write(writing)
          // The first attempts are rolled back.
          if (attempts++ % 3 < 2) throw Object.assign(new Error('deadlock'), { code: '40P01' })
        }
      }
      const format = { ...glossaryFormat, read }
      const path = join(server.deps.settings.dataDir, 'file.json')
      writeFileSync(path, JSON.stringify(fileOf({ ...entry, key: 'a' })))
      const { id } = ada.user
      const job = {
        area: 'glossary',
        path,
        name: 'file.json',
        mapping: {},
        actor: ada.user,
      } as const
      const reports = [
        await checkArea(server.deps, format, { ...job, importer: id, preview: { from: 0 } }),
        await importArea(server.deps, format, { ...job, importer: id }),
      ]
      expect(attempts).toBe(6)
      for (const { added, fates } of reports)
        expect([added, fates]).toEqual([5, { new: 1, changed: 0, same: 0 }])
      expect(reports[0]?.previews).toHaveLength(1)
    })

    test('rows of the desk get unique keys from their names, and keep them', async () => {
      const made = async (resource: string, body: object): Promise<number> =>
        (await ada.post(`/${resource}`, body)).json().id
      const type_id = await made('glossary-types', { name: 'Élan & Co.' })
      await made('glossary-types', { name: 'elan co' })
      await made('glossary-subtypes', { name: '!', type_id })
      server.passTime(1)
      await made('glossary-entries', { title: 'Z', type_id })
      server.passTime(1)
      for (const title of ['A', 'a']) await made('glossary-entries', { title, type_id })
      const file = await exported('glossary')
      expect(file).toMatchObject({
        types: [
          { key: 'elan-co', subtypes: [{ key: 'row' }] },
          { key: 'elan-co-2', subtypes: [] },
        ],
        entries: [
          { key: 'z', type: 'elan-co', subtype: null, author: 'Ada', state: 'approved' },
          { key: 'a' },
          { key: 'a-2' },
        ],
      })
      expect(await exported('glossary')).toEqual(file)
      expect(await imported('glossary', file)).toMatchObject({ unchanged: 6 })
    })
  })

  test.each([
    ['a quick entry in a category', { kind: 'quick', category: 'magic' }, /"bad"$/],
    ['a quick entry in a sub-category', { kind: 'quick', subcategory: 'gear' }, /"bad"$/],
    ['a basic entry among quick ones', { kind: 'basic', quick_subcategory: 'start' }, /"bad"$/],
    ['another quick sub-category', { kind: 'quick', quick_subcategory: 'x' }, /quick_subcategory$/],
    ['a sub-category without its category', { kind: 'basic', subcategory: 'gear' }, /subcategory$/],
    ['another one', { kind: 'basic', category: 'combat', subcategory: 'x' }, /subcategory$/],
  ])('%s is named', async (_what, over, place) => {
    const refused = await imported('rules', {
      ...rules,
      entries: [{ key: 'bad', title: 'X', ...over }],
    })
    expect(refused.problems).toHaveLength(1)
    expect(refused.problems[0]?.place).toMatch(place)
  })

  test('a key of a part is unique over all of its parents', async () => {
    const [combat, magic] = rules.categories
    const categories = [combat, { ...magic, subcategories: combat?.subcategories }]
    const refused = await imported('rules', { ...rules, entries: [], categories })
    expect(refused.problems).toMatchObject([{ problem: 'The key “gear” appears twice.' }])
  })

  test('a section that differs in any way replaces the sections of its entry', async () => {
    const armour = { key: 'armour', kind: 'basic', title: 'Armour', category: 'combat' }
    const sent = async (title: string, content: string, isWithin: boolean) => {
      const part = { title, content }
      const sections = isWithin
        ? [{ title: 'Outer', content: '', sections: [part] }]
        : [{ title: 'Outer', content: '' }, part]
      await imported('rules', { ...rules, entries: [{ ...armour, sections }] })
      const { entries } = (await exported('rules')) as typeof rules
      return entries[0]?.sections
    }
    const outer = { title: 'Outer', content: '' }
    for (const [title, content] of [
      ['A', 'a'],
      ['A', 'b'],
      ['B', 'b'],
    ] as const)
      expect(await sent(title, content, false)).toEqual([outer, { title, content }])
    const within = [{ ...outer, sections: [{ title: 'B', content: 'b' }] }]
    expect(await sent('B', 'b', true)).toEqual(within)
    expect(await sent(' B ', 'b', true)).toEqual(within)
  })

  test('sections are nested six deep, and no deeper', async () => {
    const nested = (levels: number): object[] => [
      { title: `${levels}`, content: '', ...(levels > 1 && { sections: nested(levels - 1) }) },
    ]
    const send = (levels: number) =>
      imported('rules', {
        ...rules,
        entries: [{ key: 'deep', kind: 'basic', title: 'Deep', sections: nested(levels) }],
      })
    expect((await send(6)).problems).toEqual([])
    const refused = await send(7)
    expect(refused.problems).toHaveLength(1)
  })

  test('rules of each category are in the order of the file; one hundred problems are reported', async () => {
    const entry = (title: string, over: object) => ({ key: title, kind: 'basic', title, ...over })
    const entries = [
      entry('M1', { category: 'magic' }),
      entry('C1', { category: 'combat' }),
      entry(' M2', { category: 'magic' }),
      { ...entry('Q1', { quick_subcategory: 'start' }), kind: 'quick' },
      entry('C2', { category: 'combat' }),
    ]
    await imported('rules', { ...rules, entries })
    const rows = server.deps.db
      .selectFrom('rule_entries')
      .select(['title', 'position', 'created_at'])
    const created_at = server.deps.clock()
    expect(await rows.orderBy('title').execute()).toEqual([
      { title: 'C1', position: 0, created_at },
      { title: 'C2', position: 1, created_at },
      { title: 'M1', position: 0, created_at },
      { title: 'M2', position: 1, created_at },
      { title: 'Q1', position: 0, created_at },
    ])
    const file = (await exported('rules')) as { entries: { title: string }[] }
    expect(file.entries.map(({ title }) => title)).toEqual(['M1', 'C1', 'M2', 'C2', 'Q1'])
    const categories = await site('/rules/categories/')
    expect(categories.map(({ name }: { name: string }) => name)).toEqual(['Combat', 'Magic'])
    const bad = Array.from({ length: 101 }, (_, at) => ({ key: `bad ${at}` }))
    const missing = await imported('rules', { ...rules, entries: bad })
    expect(missing.problems).toHaveLength(100)
    const [log] = await server.deps.db
      .selectFrom('audit_log')
      .select(['record', 'after'])
      .where('resource', '=', 'transfer')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(log?.record).toBe('rules')
    const { rows: logged, ...counted } = JSON.parse(log?.after ?? '')
    const counts = { added: 9, changed: 0, unchanged: 0, more_rows: 0 }
    expect(counted).toEqual({ name: 'file.json', ...counts })
    expect(logged).toHaveLength(9)
    expect(logged[0]).toEqual({ table: 'rule_categories', key: 'combat', act: 'added' })
  })

  test('a list of downloads is refused with the way that stays', async () => {
    const file = { format: 'discordia-downloads', version: 1, files: [] }
    expect(await imported('rules', file)).toEqual({
      problems: [
        {
          place: 'file.json',
          problem: expect.stringContaining('Upload the files at the desk: Downloads'),
        },
      ],
    })
  })
})
