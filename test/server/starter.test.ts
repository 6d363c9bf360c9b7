import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentItem } from '#contract/content.ts'
import type { DownloadCategory } from '#contract/downloads.ts'
import type { GlossaryType } from '#contract/glossary.ts'
import { prepare } from '#server/compose/prepare.ts'
import { openDatabase } from '#server/db/open.ts'
import { putStarterBelow, seedDemo, seedStarter } from '#server/db/seed/index.ts'
import { languagesOf, starterTexts } from '#server/db/seed/languages.ts'
import { COMMAND_LINE } from '#server/desk/audit.ts'
import { describeSite } from '#server/modules/site/site.ts'
import { importFolder } from '#server/modules/site-kit/folder/importing.ts'
import { draftTokens, takeMissedKit } from '#server/modules/site-kit/kit.ts'
import { listTexts, textProblems } from '#server/modules/site-kit/policy.ts'
import { insertKit } from '#server/modules/site-kit/repository.ts'
import { addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { removedFolders } from '#test/helpers/fixtures/siteFolders.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const folder = removedFolders()

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
    const { texts } = server.deps.kit.current()
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

  test('lies below a folder, the desk, and drafts, in every language', async () => {
    await start()
    const { deps } = server
    const title = 'translation/login.title'
    const introduction = 'translation/landing_page.introduction_1'
    const texts = `${title}: Come in\n${introduction}: We play.\n`
    const files = { 'site.yaml': 'name: Ours\n', 'texts.yaml': texts }
    expect(await importFolder(deps, folder(files), COMMAND_LINE)).toMatchObject({ problems: [] })
    await deps.kit.reload()
    const shown = (language: string) => {
      const { landing_page, footer, login } = deps.kit.current().in(language).texts.translation
      return [landing_page.title, footer.funding, login.title]
    }
    expect(shown('en')).toEqual(['Welcome', '', 'Come in'])
    expect(shown('de')).toEqual(['Willkommen', '', 'Anmelden'])
    // What the text has replaced is that of the starter.
    expect(deps.kit.current().value.texts).toMatchObject({
      [`en/${introduction}`]: { text: 'We play.', was: '' },
    })
    const user_id = await server.addUser('Mara').then(({ id }) => id)
    const value = JSON.stringify({ name: 'Theirs' })
    const draft = { user_id, base_id: 1, value, updated_at: 1 }
    await deps.db.insertInto('site_kit_drafts').values(draft).execute()
    const token = draftTokens(deps.jwtSecret).tokenOf({
      expires: deps.clock() + 1000,
      frame: 'https://desk.example',
    })
    const preview = await deps.kit.draft(token)
    expect([preview?.name, preview?.texts.translation.landing_page.title]).toEqual([
      'Theirs',
      'Welcome',
    ])
    await insertKit(deps, { value: {}, icons: {}, source: 'desk', made_by: null }, 2)
    await takeMissedKit(deps)
    expect(shown('en')).toEqual(['Welcome', '', 'Login'])
    expect(deps.kit.current().facts?.book).toBeNull()
  })

  test('hides the videos while the site has none, until the community shows them, and the sitemap leaves out a page that is hidden', async () => {
    const { deps } = server
    const hidden = async () => {
      await deps.kit.reload()
      return deps.kit.current().facts?.hidden
    }
    await start()
    expect(await hidden()).toEqual(['videos'])
    const site = describeSite(deps, { headsOf: [], lists: [], everyPage: () => '' })
    const listed = async () => (await site.listPages()).map(({ path }) => path)
    expect(await listed()).toContain('/discordia/rpg-initiative')
    const files = { 'site.yaml': 'hidden: { videos: false, initiative: true }\n' }
    expect(await importFolder(deps, folder(files), COMMAND_LINE)).toMatchObject({ problems: [] })
    expect(await hidden()).toEqual(['initiative'])
    expect(await listed()).not.toContain('/discordia/rpg-initiative')
    await server.empty()
    await server.insert('rule_videos', {
      title: 'A film',
      position: 0,
      file_key: 'x',
      created_at: 1,
      updated_at: 1,
    })
    await putStarterBelow({ db: deps.db, now: 1 })
    expect(await hidden()).toBeUndefined()
  })

  test('is in the folder that an export writes, which is the same site without a starter', async () => {
    await start()
    const to = join(folder(), 'site')
    expect(await adminOf(server)('site', 'export', to)).toMatchObject({ code: 0 })
    await server.empty()
    expect(await importFolder(server.deps, to, COMMAND_LINE)).toMatchObject({ problems: [] })
    await server.deps.kit.reload()
    const { facts, texts } = server.deps.kit.current()
    const { landing_page, footer } = texts.translation
    expect([landing_page.title, landing_page.introduction_1, footer.funding]).toEqual([
      'Welcome',
      '',
      '',
    ])
    expect(facts?.hidden).toEqual(['videos'])
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

test.each(languagesOf('starter'))(
  'the starter in the language %s leaves no word of what its sections hide',
  (language) => {
    const texts = starterTexts('texts', language)
    const own = new Map(Object.entries(texts).map(([id, text]) => [`${language}/${id}`, text]))
    const listed = listTexts([language])
    const found = [...own]
      .filter(([id]) => !id.startsWith(`${language}/site/`))
      .map(([id, text]) => [id, { text, was: '' }] as const)
    expect(textProblems(Object.fromEntries(found))).toEqual([])
    const known = new Set(listed.map(({ id }) => id))
    expect(found.filter(([id]) => !known.has(id))).toEqual([])
    const hidden = listed.filter(
      ({ id, may_be_empty }) =>
        may_be_empty && /introduction_(title|\d)|place_|schools|people|online|funding/.test(id),
    )
    expect(hidden.length).toBeGreaterThan(20)
    expect(hidden.filter(({ id }) => own.get(id) !== '')).toEqual([])
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
  // The keys of texts have the names of places of the demonstration.
  const named = files.flatMap((file) => {
    const words =
      /discordia|apple|apfel|halm|harrow|orchard|obstgarten|supper|festmahl|city|cities|stadt|städte|eel\b|aale?\b/gi
    return (
      readFileSync(file, 'utf8')
        .replace(/"translation\/.*": "/g, '')
        .match(words) ?? []
    )
  })
  expect(named).toEqual([])
})
