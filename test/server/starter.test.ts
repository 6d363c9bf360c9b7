import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentItem } from '#contract/schemas/content.ts'
import type { DownloadCategory } from '#contract/schemas/downloads.ts'
import type { GlossaryType } from '#contract/schemas/glossary.ts'
import type { QuickRuleEntry, RuleSubEntry } from '#contract/schemas/rules.ts'
import { prepare } from '#server/compose/prepare.ts'
import { openDatabase } from '#server/db/open.ts'
import { seedDemo, seedStarter } from '#server/db/seed/index.ts'
import { listTexts, textProblems } from '#server/modules/site-kit/texts.ts'
import { addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

serverTests('the starter on %s', { engines: bothEngines }, (server, engine) => {
  beforeEach(() => server.empty())

  const start = () => seedStarter(server.deps)
  const get = (path: string) => server.app.inject({ url: `/api${path}` })
  const list = async <T>(path: string): Promise<T> => (await get(path)).json<T>()
  const counts = () =>
    Promise.all(
      (['users', 'contents', 'download_files', 'rule_entries', 'glossary_types'] as const).map(
        async (table) => (await server.deps.db.selectFrom(table).selectAll().execute()).length,
      ),
    )

  test('is a welcome article that is public at once, and no event', async () => {
    await start()
    const latest = await list<ContentItem[]>('/contents/latest')
    expect(latest).toMatchObject([
      {
        type: 'News',
        date: new Date(server.deps.clock()).toISOString(),
        background_image: null,
        short_description: expect.stringMatching(/\w/),
        description: expect.stringMatching(/\w/),
      },
    ])
    expect(await list('/contents/active')).toEqual(latest)
  })

  test('is no demonstration: remove-demo leaves all of it', async () => {
    await start()
    const before = await counts()
    expect(await adminOf(server)('remove-demo', '--content', '--edited')).toEqual({
      code: 0,
      text: 'There are no demo accounts.\nNothing of the demonstration is left.',
    })
    expect(await counts()).toEqual(before)
  })

  test('is a category with a file to download', async () => {
    await start()
    const categories = await list<DownloadCategory[]>('/downloads/active')
    expect(categories.map(({ download_files }) => download_files.length)).toEqual([1])
    const [file] = categories.flatMap(({ download_files }) => download_files)
    const { headers, body } = await get(`/downloads/download/${file?.id}`)
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(headers['content-disposition']).toContain(file?.download_file_name)
    expect(body).toMatch(/^# First session checklist\n/)
  })

  test('is a quick rule of two sections, and no film', async () => {
    await start()
    const rules = await list<QuickRuleEntry[]>('/rules/quick-entries/')
    expect(rules).toHaveLength(1)
    const sections = await list<RuleSubEntry[]>(`/rules/quick-entries/${rules[0]?.id}/sub-entries/`)
    expect(sections.map(({ title }) => title)).toEqual(['Before the game', 'During the game'])
    expect(await list('/rules/entries/')).toEqual([])
    expect(await list('/rules/get')).toEqual([])
  })

  test('is five types of entries with icons that exist, and no entry', async () => {
    await start()
    const { results } = await list<{ results: GlossaryType[] }>('/glossary/entry-types/')
    expect(results.map(({ name }) => name)).toEqual([
      'People',
      'Places',
      'Factions',
      'Items',
      'Events',
    ])
    const drawn = ({ icon }: GlossaryType) => existsSync(`public/icons/game/${icon}.svg`)
    expect(results.filter((type) => !drawn(type))).toEqual([])
    expect(await list('/glossary/entries/')).toEqual([])
  })

  test('has texts that claim nothing, which the desk shows like any others, and leaves those of a site alone', async () => {
    await start()
    await server.deps.kit.reload()
    const { value, texts } = server.deps.kit.current()
    expect(textProblems(value.texts ?? {})).toEqual([])
    const names = new Set(listTexts(server.deps.settings.languages).map(({ id }) => id))
    expect(Object.keys(value.texts ?? {}).filter((id) => !names.has(id))).toEqual([])
    expect([texts.translation.landing_page.title, texts.translation.footer.funding]).toEqual([
      'Welcome',
      '',
    ])
    await server.empty()
    const own = { value: '{"name":"Ours"}', icons: '{}', source: 'folder', made_at: 1 } as const
    await server.deps.db.insertInto('site_kits').values(own).execute()
    await start()
    await server.deps.kit.reload()
    expect(server.deps.kit.current().value).toEqual({ name: 'Ours' })
  })

  test('has no account', async () => {
    await start()
    expect(await counts()).toEqual([0, 1, 1, 1, 5])
  })

  test('is added once, and not again when staff have deleted a part of it', async () => {
    await start()
    await server.deps.db.deleteFrom('contents').execute()
    await start()
    expect(await counts()).toEqual([0, 0, 1, 1, 5])
  })

  test('is not added to a database that has an account, or rows without one', async () => {
    await server.addUser('Mara')
    await start()
    expect(await counts()).toEqual([1, 0, 0, 0, 0])
    await server.empty()
    await addGlossaryType(server, 'Ships')
    await start()
    expect(await counts()).toEqual([0, 0, 0, 0, 1])
  })

  test('stays apart from the demonstration, which needs an empty database, too', async () => {
    await start()
    await seedDemo(server.deps, async () => 'hash')
    expect(await counts()).toEqual([0, 1, 1, 1, 5])
  })

  if (engine === 'postgres')
    test('is added once by three processes that start at the same time', async () => {
      const { settings } = server.deps
      const processes = [1, 2, 3].map(() => openDatabase(settings).db)
      await Promise.all(processes.map((db) => seedStarter({ ...server.deps, db })))
      expect(await counts()).toEqual([0, 1, 1, 1, 5])
      await Promise.all(processes.map((db) => db.destroy()))
    })
})

test.each([
  ['en,de', 'Welcome to our new site'],
  ['de,en', 'Willkommen auf unserer neuen Seite'],
])(
  'a start in production with LANGUAGES=%s adds the starter, and the next one nothing',
  async (LANGUAGES, title) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'discordia-starter-'))
    const env = { DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'silent', LANGUAGES }
    for (const _start of ['first', 'second']) {
      const { deps, close } = await prepare(env)
      const articles = await deps.db.selectFrom('contents').select('title').execute()
      expect(articles).toEqual([{ title }])
      await close()
    }
    rmSync(dataDir, { recursive: true, force: true })
  },
)

test('the starter names nothing of the demonstration', () => {
  const seed = 'server/db/seed'
  const texts = readdirSync(join(seed, 'starter'), { recursive: true, encoding: 'utf8' })
  const files = [
    ...texts.filter((name) => name.endsWith('.json')).map((name) => join(seed, 'starter', name)),
    ...globSync(join(seed, 'files/downloads/first-session-checklist*.md')),
  ]
  expect(files.length).toBeGreaterThanOrEqual(11)
  const named = files.flatMap((file) => {
    const words =
      /discordia|apple|apfel|halm|harrow|orchard|obstgarten|supper|festmahl|city|cities|stadt|städte|eel\b|aale?\b/gi
    return readFileSync(file, 'utf8').match(words) ?? []
  })
  expect(named).toEqual([])
})
