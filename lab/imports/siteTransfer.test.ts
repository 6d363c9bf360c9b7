import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { prepare } from '../../server/compose/prepare.ts'
import { buildApp } from '../../server/compose/site.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { takeMissedKit } from '../../server/modules/site-kit/kit.ts'
import {
  type FolderFiles,
  removedFolders,
  smallSite,
  wholeSite,
} from '../../test/helpers/fixtures/siteFolders.ts'
import { adminOf } from '../../test/helpers/server/admin.ts'
import {
  type DataPlace,
  filesBelow,
  removedPlaces,
  runCommand,
} from '../../test/helpers/server/places.ts'
import { serverTests } from '../../test/helpers/server/serverTests.ts'
import { bothEngines, engines } from '../../test/helpers/server/startServer.ts'

const newFolder = removedFolders()
const newPlace = removedPlaces()

serverTests('npm run admin -- site on %s', (server) => {
  beforeEach(() => server.empty())
  const admin = (...argv: string[]) => adminOf(server)('site', ...argv)
  const copy = () => join(newFolder(), 'copy')

  test('takes a site from a folder, which the running server then shows', async () => {
    const folder = newFolder(await wholeSite())
    expect(await admin('import', folder)).toEqual({
      code: 0,
      text: `The site is now like ${folder}. Undo it at the desk.`,
    })
    await takeMissedKit(server.deps)
    const { body } = await server.app.inject('/api/contents/news.atom')
    expect(body).toContain('Dice &amp; Dragons')
    expect((await admin('import', folder)).text).toBe(`The site is already like ${folder}.`)
    const audit = server.deps.db.selectFrom('audit_log').selectAll().orderBy('id')
    expect((await audit.execute()).at(-1)).toMatchObject({
      actor_name: 'command line',
      action: 'import',
      resource: 'site',
    })
  })

  test('writes what it reads: another site that takes the copy writes the same, byte for byte', async () => {
    await admin('import', newFolder(await wholeSite()))
    await takeMissedKit(server.deps)
    const first = { folder: copy(), kit: server.deps.kit.current().value }
    expect(await admin('export', first.folder)).toEqual({
      code: 0,
      text: `Wrote the site to ${first.folder}.`,
    })
    await server.empty()
    expect((await admin('import', first.folder)).code).toBe(0)
    await takeMissedKit(server.deps)
    const again = copy()
    await admin('export', again)
    expect(filesBelow(again)).toEqual(filesBelow(first.folder))
    expect(withoutKeys(server.deps.kit.current().value)).toEqual(withoutKeys(first.kit))
  })

  test('keeps every text as it is', async () => {
    const { deps } = server
    const odd = {
      name: 'null',
      short_name: '12e4',
      claim: "#1: “yes” & 'no' {{site}} % @ `",
      texts: {
        'en/translation/login.title': { text: '- a: [b] # c', was: 'Login' },
        'en/translation/login.submit': { text: 'true', was: 'An older default' },
        'de/translation/login.submit': { text: 'ja', was: 'Ein früherer Text' },
      },
      legal_in: { de: { privacy: 'Daten' }, en: { privacy: 'Data' } },
      legal: { imprint: 'Two lines,\r\n\n  and three: \n' },
    }
    const row = { value: JSON.stringify(odd), icons: '{}', source: 'desk', made_at: 1 } as const
    await deps.db.insertInto('site_kits').values(row).execute()
    const folder = copy()
    await admin('export', folder)
    await server.empty()
    expect((await admin('import', folder)).code).toBe(0)
    await takeMissedKit(deps)
    expect(deps.kit.current().value).toEqual(odd)
  })

  test('of a site on which nothing is set is empty', async () => {
    const folder = copy()
    await admin('export', folder)
    expect(readFileSync(join(folder, 'site.yaml'), 'utf8')).toBe(
      '# docs/site.md explains this file.\n',
    )
    await admin('import', folder)
    await takeMissedKit(server.deps)
    expect(server.deps.kit.current().stamp).toBeNull()
  })

  test.each<[string, FolderFiles, string]>([
    [
      'with problems',
      { 'site.yaml': 'nam: A\n', 'texts.yaml': 'a: b\n' },
      'Nothing was changed:\n  site.yaml:1: There is no field “nam” here.',
    ],
    ['without site.yaml', {}, ' has no site.yaml.'],
  ])('refuses a folder %s', async (_name, files, problem) => {
    const refused = await admin('import', newFolder(files))
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining(problem)])
  })

  test('says how it is called, and writes over nothing', async () => {
    expect((await admin()).text).toContain('Give “export” or “import”.')
    expect((await admin('import')).text).toContain('Give one folder.')
    const folder = newFolder()
    expect(await admin('export', folder)).toEqual({
      code: 1,
      text: `${folder} already exists. Give another name.`,
    })
  })
})

/** Names of stored files are random. */
const withoutKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/[0-9a-f]{32}/g, ''))

/** Responses of a server on these data. */
async function shown(place: DataPlace, env = {}) {
  const { deps, report, close } = await prepare({
    LOG_LEVEL: 'silent',
    SSR: 'off',
    ...place.env,
    ...env,
  })
  const app = await buildApp(deps)
  const { name, value, files } = deps.kit.current()
  const urls = ['/legal.html', '/api/contents/events.ics', '/api/contents/news.atom']
  const bodies: string[] = []
  for (const url of urls) bodies.push((await app.inject(url)).body)
  const stored: Record<string, number | null> = {}
  for (const [path, file] of files) stored[path] = await deps.files.size(`public/${file}`)
  await app.close()
  await close()
  return { name, value, bodies, stored, warnings: report.warnings }
}

describe.each(engines)('a backup on %s', (engine) => {
  test.each(bothEngines)(
    'has the site of the command line, for a restore on %s',
    async (target) => {
      const from = await newPlace(engine)
      await (await prepare(from.env)).close()
      await runCommand(from.env, ['site', 'import', newFolder(await wholeSite())])
      const before = await shown(from)
      expect(before.stored['/images/default-news-480.webp']).toBeGreaterThan(0)
      const folder = join(newFolder(), 'backup')
      expect(await runCommand(from.env, ['backup', folder])).toMatchObject({ code: 0 })
      const to = await newPlace(target)
      expect(await runCommand(to.env, ['restore', folder])).toMatchObject({ code: 0 })
      expect(await shown(to)).toEqual(before)
    },
  )
})

if (bothEngines.includes('postgres'))
  test('a move to PostgreSQL takes the site along', async () => {
    const [from, to] = [await newPlace('sqlite'), await newPlace('postgres')]
    await (await prepare(from.env)).close()
    await runCommand(from.env, ['site', 'import', newFolder(await smallSite())])
    const before = await shown(from)
    const moved = await runCommand({ ...to.env, ...from.env }, ['move'])
    expect([moved.code, before.name]).toEqual([0, 'Ours'])
    expect(await shown({ ...to, env: { ...to.env, DATA_DIR: from.dataDir } })).toEqual(before)
  })

test.each(engines)(
  'a database of an earlier version on %s keeps its site over restarts',
  async (engine) => {
    const place = await newPlace(engine)
    mkdirSync(place.dataDir, { recursive: true })
    const { db } = openDatabase({ databaseUrl: place.env.DATABASE_URL, dataDir: place.dataDir })
    await migrate(db, engine, '0032_mailInvites')
    await sql`insert into contents (kind, uid, title, short_description, description, created_at, updated_at, publish_at)
    values ('news', 'old', 'An old article', 'x', 'x', 1, 1, 1)`.execute(db)
    await db.destroy()
    expect((await shown(place)).bodies.join()).toMatch(/Discordia.*An old article/s)
    await runCommand(place.env, ['site', 'import', newFolder(await smallSite())])
    const renamed = await shown(place)
    expect([renamed.name, renamed.bodies.join()]).toEqual([
      'Ours',
      expect.stringMatching(/Ours.*An old article/s),
    ])
    expect(await shown(place)).toEqual(renamed)
  },
)
