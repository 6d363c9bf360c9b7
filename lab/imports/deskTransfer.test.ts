import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAdmin } from '../../server/admin/run.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'

const rules = {
  format: 'discordia-rules',
  version: 1,
  categories: [
    { key: 'combat', name: 'Combat', subcategories: [{ key: 'gear', name: 'Gear' }] },
    { key: 'magic', name: 'Magic', subcategories: [] },
  ],
  quick_subcategories: [{ key: 'start', name: 'Start here' }],
  entries: [
    {
      key: 'armour',
      kind: 'basic',
      title: 'Armour',
      category: 'combat',
      subcategory: 'gear',
      sections: [
        {
          title: 'Light',
          content: 'Leather.',
          sections: [
            { title: 'Padded', content: 'Cloth.', sections: [{ title: 'Old', content: '' }] },
          ],
        },
        { title: 'Heavy', content: 'Plate.' },
      ],
    },
    {
      key: 'spells',
      kind: 'basic',
      title: 'Spells',
      category: 'magic',
      subcategory: null,
      sections: [],
    },
    { key: 'turn', kind: 'quick', title: 'Your turn', quick_subcategory: 'start', sections: [] },
  ],
}
const glossary = {
  format: 'discordia-glossary',
  version: 1,
  types: [
    { key: 'places', name: 'Places', icon: 'eel', subtypes: [{ key: 'cities', name: 'Cities' }] },
  ],
  entries: [
    {
      key: 'harbour',
      title: 'The harbour',
      description: 'Salt.',
      type: 'places',
      subtype: 'cities',
      author: 'Mara',
      state: 'approved',
      created_at: '2026-01-02T03:04:05.000Z',
      sections: [{ title: 'Cranes', content: 'Two.' }],
    },
    {
      key: 'bridge',
      title: 'The bridge',
      description: '',
      type: 'places',
      subtype: null,
      author: 'Ada',
      state: 'rejected',
      rejection_reason: 'Too short',
      created_at: '2026-02-02T03:04:05.000Z',
      sections: [],
    },
  ],
}

/** Emptied before each test, children first. */
const TABLES = [
  'rule_entries',
  'rule_subcategories',
  'rule_categories',
  'quick_subcategories',
] as const

deskTests('files of rules and glossary on %s', (server) => {
  let ada: DeskCaller
  beforeAll(async () => {
    ada = await server.staff('Ada')
    await server.addUser('Mara')
  })
  beforeEach(async () => {
    for (const table of TABLES) await server.deps.db.deleteFrom(table).execute()
    server.deps.responseCache.clear('rules')
  })

  const site = async (path: string) =>
    (await server.app.inject({ method: 'GET', url: `/api${path}` })).json()

  test('an export equals the import, and a second import changes nothing', async () => {
    expect((await ada.transfer('rules', rules)).json()).toMatchObject({
      added: 7,
      changed: 0,
      unchanged: 0,
      problems: [],
    })
    const file = await ada.get('/transfer/rules')
    expect(file.json()).toEqual(rules)
    expect(file.headers['content-disposition']).toBe('attachment; filename="discordia-rules.json"')
    expect((await ada.transfer('rules', rules)).json()).toMatchObject({
      added: 0,
      changed: 0,
    })
    const [armour, spells] = await site('/rules/entries/')
    expect(armour).toMatchObject({ title: 'Armour', nextId: spells.id })
    const sections = await site(`/rules/entries/${armour.id}/sub-entries/`)
    expect(sections.map(({ title }: { title: string }) => title)).toEqual([
      'Light',
      'Padded',
      'Old',
      'Heavy',
    ])
    expect(await site('/rules/entries/?search=padded')).toHaveLength(1)

    expect((await ada.transfer('glossary', glossary)).json()).toMatchObject({ added: 4 })
    expect((await ada.get('/transfer/glossary')).json()).toEqual(glossary)
    // Decisions keep their times, so that time alone changes nothing.
    server.passTime(1000)
    expect((await ada.transfer('glossary', glossary)).json()).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 4,
    })
    expect(await site('/glossary/entries/')).toMatchObject([
      { title: 'The harbour', created_by: { username: 'Mara', is_staff: false } },
    ])
  })

  test.each([
    ['rules', rules],
    ['glossary', glossary],
  ] as const)(
    'formatting and other names of %s come along; without them texts are plain and have none',
    async (area, file) => {
      await server.deps.db.deleteFrom('glossary_entries').execute()
      const plain: object | undefined = file.entries[0]
      const written = { ...plain, format: 'light', aliases: ['Mail', 'Plate'] }
      const imported = async (...entries: unknown[]) =>
        (await ada.transfer(`${area}`, { ...file, entries })).json()
      const exported = async () => (await ada.get(`/transfer/${area}`)).json().entries
      await imported(written)
      expect(await exported()).toEqual([written])
      const same = { ...written, aliases: [' Mail ', 'Plate', 'Mail'] }
      expect(await imported(same)).toMatchObject({ added: 0, changed: 0 })
      expect(await imported(plain)).toMatchObject({ added: 0, changed: 1 })
      expect(await exported()).toEqual([plain])
      const bad = [{ format: 'html' }, { aliases: [' '] }, { aliases: Array(11).fill('x') }]
      const entries = bad.map((fields, at) => ({ ...written, key: `bad-${at}`, ...fields }))
      const { problems } = (await ada.transfer(`${area}/check`, { ...file, entries })).json()
      expect(problems.map(({ place }: { place: string }) => place)).toEqual([
        'entries[0] "bad-0".format',
        'entries[1] "bad-1".aliases.0',
        'entries[2] "bad-2".aliases',
      ])
    },
  )

  test('a changed row keeps its id; rows that the file does not name stay', async () => {
    await ada.transfer('rules', rules)
    const [armour] = await site('/rules/entries/')
    const [entry] = rules.entries
    const next = { format: rules.format, version: 1, entries: [{ ...entry, title: 'Armour anew' }] }
    expect((await ada.transfer('rules', next)).json()).toMatchObject({ added: 0, changed: 1 })
    expect(await site('/rules/entries/')).toMatchObject([
      { id: armour.id, title: 'Armour anew' },
      { title: 'Spells' },
    ])
  })

  test('a dry run reports the same and changes nothing', async () => {
    expect((await ada.transfer('rules/check', rules)).json()).toMatchObject({ added: 7 })
    expect(await site('/rules/categories/')).toEqual([])
  })

  test.each([
    [
      'in themselves',
      {
        'entries[3] "blank".title': { key: 'blank', kind: 'basic', title: ' ' },
        'entries[4] "section".sections[0].title': {
          key: 'section',
          kind: 'quick',
          title: 'X',
          sections: [{ content: 'x' }],
        },
        'entries[5] "armour"': { key: 'armour', kind: 'basic', title: 'X' },
      },
    ],
    [
      'in what they name',
      {
        'entries[3] "unknown".category': {
          key: 'unknown',
          kind: 'basic',
          title: 'X',
          category: 'nowhere',
        },
        'entries[4] "foreign".subcategory': {
          key: 'foreign',
          kind: 'basic',
          title: 'X',
          category: 'magic',
          subcategory: 'gear',
        },
      },
    ],
  ])(
    'rows among good ones that are bad %s are all named, and nothing is changed',
    async (_how, bad) => {
      const file = { ...rules, entries: [...rules.entries, ...Object.values(bad)] }
      const imports = async () => {
        const log = server.deps.db.selectFrom('audit_log').select('id')
        return (await log.where('resource', '=', 'transfer').execute()).length
      }
      const before = await imports()
      const refused = await ada.transfer('rules', file)
      expect(refused.statusCode).toBe(400)
      const places = refused.json().errors.map(({ attr }: { attr: string }) => attr)
      expect(places.toSorted()).toEqual(Object.keys(bad).toSorted())
      const checked = (await ada.transfer('rules/check', file)).json()
      expect(checked.problems).toHaveLength(places.length)
      expect(await site('/rules/categories/')).toEqual([])
      expect(await imports()).toBe(before)
    },
  )

  const SAVED = [
    ['with a byte order mark', (json: string) => Buffer.from(`\uFEFF${json}\r\n`)],
    ['in UTF-16', (json: string) => Buffer.from(`\uFEFF${json}`, 'utf16le')],
  ] as const
  test.each(SAVED)('a file that an editor has saved %s is read', async (_how, bytes) => {
    const saved = bytes(JSON.stringify(rules))
    const checked = await ada.transfer('rules/check', saved)
    expect(checked.json()).toMatchObject({ added: 7, problems: [] })
  })

  test('a repeated list is named, and a file that is not JSON is refused', async () => {
    const twice = JSON.stringify(rules).replace(/}$/, ',"entries":[]}')
    const send = (text: string) => ada.transfer('rules', Buffer.from(text))
    expect((await send(twice)).json().detail).toContain('“entries” appears twice')
    expect((await send('{')).json()).toMatchObject({ errors: [{ code: 'bad_row' }] })
    expect(await site('/rules/categories/')).toEqual([])
  })

  test('the command line imports and exports too, reports its progress, and needs a superuser as importer', async () => {
    const lines: string[] = []
    const add = (line: string) => void lines.push(line)
    const { dataDir, databaseUrl, jwtSecret } = server.deps.settings
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret }
    const admin = (...argv: string[]) => runAdmin(argv, env, { print: add, complain: add })
    const file = join(dataDir, 'rules.json')
    writeFileSync(file, `\uFEFF${JSON.stringify(rules)}\r\n`)
    expect(await admin('import', 'rules', file)).toBe(1)
    expect(lines.pop()).toContain('There is no superuser')
    await server.addUser('Root', 'superuser')
    expect(await admin('import', 'rules', file, '--dry-run')).toBe(0)
    expect(lines.pop()).toBe('Would add 7 and change 0, and leave 0 as they are.')
    expect(await site('/rules/categories/')).toEqual([])
    expect(await admin('import', 'rules', file)).toBe(0)
    expect(lines.slice(-2)).toEqual([
      '3 of 3 entries',
      'Added 7 and changed 0, and left 0 as they were.',
    ])
    const out = join(dataDir, 'out.json')
    expect(await admin('export', 'rules', out)).toBe(0)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(rules)
    const events = join(dataDir, 'events.csv')
    writeFileSync(events, 'Titel;Beginn\nMarkt;24.12.2026 18:30\n')
    expect(await admin('import', 'contents', events)).toBe(0)
    const [event] = await server.deps.db
      .selectFrom('contents')
      .select(['title', 'starts_at'])
      .execute()
    expect(event).toEqual({ title: 'Markt', starts_at: Date.parse('2026-12-24T17:30Z') })
    writeFileSync(file, JSON.stringify({ ...rules, entries: [{ key: 'bad' }] }))
    expect(await admin('import', 'rules', file)).toBe(1)
    expect(lines.at(-1)).toContain('Nothing was changed:\n  entries[0] "bad".kind')
    expect(await admin('import', 'spells', file)).toBe(2)
    const logged = server.deps.db.selectFrom('audit_log').select('actor_id')
    expect(await logged.where('actor_name', '=', 'command line').execute()).toEqual([
      { actor_id: null },
      { actor_id: null },
    ])
  })

  test('ten thousand entries are imported at once', async () => {
    const entries = Array.from({ length: 10_000 }, (_, at) => ({
      key: `row-${at}`,
      kind: 'basic',
      title: `Rule ${at}`,
      category: 'combat',
      sections: [{ title: 'One', content: `Text ${at}` }],
    }))
    expect((await ada.transfer('rules', { ...rules, entries })).json()).toMatchObject({
      added: 10_004,
    })
    expect(await site('/rules/entries/?search=text 9999')).toHaveLength(1)
  }, 120_000)
})
