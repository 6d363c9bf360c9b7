import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND_LINE } from '../../server/desk/audit.ts'
import type { FileStore } from '../../server/files/fileStore.ts'
import {
  folderCheck,
  importFolder,
  readFolderAtStart,
} from '../../server/modules/site-kit/folder/importing.ts'
import { insertKit } from '../../server/modules/site-kit/repository.ts'
import { animatedPng, svgWith } from '../../test/helpers/fixtures/kitFiles.ts'
import {
  type FolderFiles,
  removedFolders,
  rulebook,
  smallSite,
  wholeSite,
  writeFiles,
} from '../../test/helpers/fixtures/siteFolders.ts'
import { filesBelow } from '../../test/helpers/server/places.ts'
import { serverTests } from '../../test/helpers/server/serverTests.ts'
import { bothEngines, type TestServer } from '../../test/helpers/server/startServer.ts'

const newFolder = removedFolders()

/** What an import has left. */
async function traces({ deps: { db }, dataDir }: TestServer) {
  const count = async (table: 'site_kits' | 'site_kit_files' | 'loose_files') =>
    (await db.selectFrom(table).select(db.fn.countAll().as('n')).execute())[0]?.n
  return {
    kits: Number(await count('site_kits')),
    rows: Number(await count('site_kit_files')),
    loose: Number(await count('loose_files')),
    files: Object.keys(filesBelow(join(dataDir, 'uploads'))).length,
  }
}

const emptied = async (server: TestServer) => {
  await server.empty()
  rmSync(join(server.dataDir, 'uploads/public'), { recursive: true, force: true })
}

serverTests('a folder with a site on %s', (server) => {
  beforeEach(() => emptied(server))

  const start = async (siteDir: string, deps = server.deps) => {
    const report = await readFolderAtStart({ ...deps, settings: { ...deps.settings, siteDir } })
    await server.deps.kit.reload()
    return report
  }
  const take = async (folder: string) => {
    const { problems } = await importFolder(server.deps, folder, COMMAND_LINE)
    await server.deps.kit.reload()
    return problems.map(({ place, problem }) => `${place}: ${problem}`)
  }
  const kit = () => server.deps.kit.current()

  test('gives the site its name, texts, colours, pictures, mark, book and legal texts', async () => {
    const folder = newFolder(await wholeSite())
    expect(await start(folder)).toEqual({
      notes: [expect.stringContaining(`were taken from ${folder}`)],
      warnings: [],
    })
    const { value, name, shortName, claim, texts, files } = kit()
    expect([name, shortName, claim]).toEqual(['Dice & Dragons', 'Dice', 'Tuesdays: games for all'])
    expect([texts.translation.login.title, texts.mail.activation.subject]).toEqual([
      'Come in',
      'Welcome to Dice & Dragons',
    ])
    expect(value).toMatchObject({
      contact: 'hello@dice.example',
      mark: { kind: 'svg' },
      colours: { light: { header: '#14213d' } },
      pictures: {
        'default-news': { width: 700, height: 500, focus: { x: 0.25, y: 0.75 } },
        'default-rule': { width: 640, height: 640, focus: { x: 0.5, y: 0.5 } },
      },
      book: {
        pages: [
          { title: 'The beginning', text: 'Roll two dice.\nAdd them.\n', width: 300, height: 400 },
          { title: '', text: 'The end.' },
        ],
      },
      hidden: { initiative: true, videos: false },
      legal: { imprint: '# Imprint\n\nDice & Dragons, Graz\n' },
      legal_in: { de: { imprint: '# Impressum\n\nDice & Dragons, Graz\n' } },
      texts: {
        'en/translation/login.title': { text: 'Come in', was: 'Login' },
        'de/translation/login.title': { text: 'Herein', was: 'Anmelden' },
      },
    })
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        '/images/default-news-960.avif',
        '/icons/mark.svg',
        '/images/social.jpg',
        '/rulebook/page-02.webp',
      ]),
    )
    const { kits, rows, loose, files: stored } = await traces(server)
    expect([kits, loose, stored]).toEqual([1, 0, rows])
    const audit = await server.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(audit.at(-1)).toMatchObject({
      actor_name: 'site folder',
      resource: 'site',
      action: 'import',
      record: kit().stamp?.split('-')[0],
    })
  })

  test('is taken in again only when it has changed, and then as a whole', async () => {
    const folder = newFolder({ ...(await smallSite()), 'notes.txt': 'x' })
    await take(folder)
    const before = { stamp: kit().stamp, traces: await traces(server) }
    writeFiles(folder, { 'notes.txt': 'y' })
    await take(folder)
    expect([kit().stamp, await traces(server)]).toEqual([before.stamp, before.traces])
    writeFiles(folder, { 'texts.yaml': 'translation/login.title: Come in\n' })
    await take(folder)
    expect(kit().stamp).not.toBe(before.stamp)
    expect(kit().value).toMatchObject({
      name: 'Ours',
      texts: { 'en/translation/login.title': { text: 'Come in', was: 'Login' } },
    })
  })

  test('keeps the default that a text replaced, so that a new one is noticed', async () => {
    const folder = newFolder({
      'site.yaml': '',
      'texts.yaml': 'translation/login.title: { text: Come in, was: An older default }\n',
    })
    await take(folder)
    writeFiles(folder, {
      'site.yaml': 'name: Ours',
      'texts.yaml': 'translation/login.title: Come in',
    })
    await take(folder)
    expect(kit().value).toEqual({
      name: 'Ours',
      texts: { 'en/translation/login.title': { text: 'Come in', was: 'An older default' } },
    })
  })

  test('leaves nothing of itself on a full disk, or when its value cannot be written', async () => {
    const folder = newFolder(await smallSite())
    const { deps } = server
    let puts = 0
    // The sweep of these rows finds what a kill leaves.
    let announced = 0
    const full: FileStore = {
      ...deps.files,
      async put(...given) {
        puts += 1
        announced = (await traces(server)).loose
        if (puts === 2) throw new Error('ENOSPC')
        await deps.files.put(...given)
      },
    }
    expect((await start(folder, { ...deps, files: full })).warnings).toEqual([
      expect.stringContaining('site.yaml: ENOSPC'),
    ])
    const nothing = { kits: 0, rows: 0, loose: 0, files: 0 }
    expect([puts, announced, await traces(server)]).toEqual([2, 2, nothing])

    // The audit log takes no change without the name of its author: the transaction ends after the value was inserted.
    const nobody = { id: null, username: null as unknown as string }
    await expect(importFolder(deps, folder, nobody)).rejects.toThrow()
    expect(await traces(server)).toEqual(nothing)
    expect((await importFolder(deps, folder, COMMAND_LINE)).id).not.toBeNull()
  })

  type Broken = (good: { whole: FolderFiles; site: string }) => FolderFiles | Promise<FolderFiles>
  const broken: [Broken, string][] = [
    [() => ({ 'site.yaml': 'name: a\n  claim: b\n' }), 'site.yaml:1: Nested mappings'],
    [() => ({ 'site.yaml': 'name: A\nname: B\n' }), 'site.yaml:2: Map keys must be unique.'],
    [() => ({ 'site.yaml': '- name\n' }), 'site.yaml:1: '],
    [() => ({ 'site.yaml': Buffer.from([0x6e, 0xff]) }), 'site.yaml: This file isn’t UTF-8 text'],
    [
      ({ site }) => ({ 'site.yaml': site.replace('claim', 'motto') }),
      'site.yaml:4: There is no field “motto” here. There are: name, ',
    ],
    [
      () => ({ 'site.yaml': `name: "${'x'.repeat(101)}"` }),
      'site.yaml:1: Use at most 100 characters.',
    ],
    [
      ({ site }) => ({ 'site.yaml': site.replace('"#fdf6e3"', '#fdf6e3') }),
      'site.yaml:10: Expected: a colour in quotes',
    ],
    [
      ({ site }) => ({ 'site.yaml': site.replace('"#fdf6e3"', 'beige') }),
      'site.yaml:10: Expected: a colour in quotes',
    ],
    [
      ({ site }) => ({ 'site.yaml': site.replace('#b17e42', '#7a4b00') }),
      'site.yaml:12: The contrast of the accent colour on the header is 2.1. It must be at least 4.5.',
    ],
    [({ site }) => ({ 'site.yaml': site.replace('0.25', '25') }), 'site.yaml:16: Expected: '],
    [
      ({ site }) => ({ 'site.yaml': site.replace('hall.jpg', 'hell.jpg') }),
      'site.yaml:16: There is no file pictures/hell.jpg',
    ],
    [
      ({ site }) => ({ 'site.yaml': site.replace('mark.svg', '../mark.svg') }),
      'site.yaml:6: ../mark.svg is outside of the folder.',
    ],
    [
      ({ site }) => ({ 'site.yaml': site.replace('  pages: [book/one.png, book/two.png]\n', '') }),
      'site.yaml:18: Name a pdf, or the pages.',
    ],
    [
      () => ({ 'book.yaml': '- text: 1\n- text: 2\n- text: 3\n' }),
      'site.yaml:18: The book has 2 pages, but 3 texts.',
    ],
    [() => ({ 'book.yaml': '- titel: 1\n' }), 'book.yaml:1: There is no field “titel”'],
    [
      async () => ({ 'pictures/table.png': await animatedPng() }),
      'site.yaml:17: This picture is animated.',
    ],
    [
      ({ whole }) => ({ 'pictures/hall.jpg': (whole['pictures/hall.jpg'] ?? '').slice(0, 900) }),
      'site.yaml:16: We couldn’t read this picture.',
    ],
    [
      () => ({ 'pictures/hall.jpg': 'x' }),
      'site.yaml:16: Choose a JPEG, PNG, WebP or AVIF picture.',
    ],
    [() => ({ 'book/two.png': 'x' }), 'site.yaml:18: We couldn’t read this picture.'],
    [
      () => ({ 'mark.svg': svgWith('<script/>') }),
      'site.yaml:6: We don’t accept “script” in an SVG.',
    ],
    [
      () => ({ 'site.yaml': '', 'texts.yaml': 'translation/login.titel: Hi' }),
      'texts.yaml:1: There is no text “translation/login.titel”.',
    ],
    [
      () => ({ 'site.yaml': '', 'texts.yaml': '\ntranslation/dashboard.greeting: Hi' }),
      'texts.yaml:2: Keep {{username}}',
    ],
    [
      () => ({ 'site.yaml': '', 'texts.de.yaml': '\n\ntranslation/dashboard.greeting: Hallo' }),
      'texts.de.yaml:3: Keep {{username}}',
    ],
    [
      () => ({ 'site.yaml': '', 'texts.de.yaml': 'de/translation/login.title: Herein' }),
      'texts.de.yaml:1: There is no text “de/translation/login.title”.',
    ],
    [
      () => ({ 'site.yaml': '', 'texts.xx.yaml': 'translation/login.title: Xx' }),
      'texts.xx.yaml: No file of this name is read. There are: texts.de.yaml, texts.yaml, privacy.md, ',
    ],
    [
      () => ({ 'site.yaml': '', 'imprint.DE.md': 'Wir' }),
      'imprint.DE.md: No file of this name is read.',
    ],
    [
      () => ({ 'site.yaml': '', 'texts.yaml': `translation/login.title: ${'x'.repeat(2001)}` }),
      'texts.yaml:1: Use at most 2000 characters.',
    ],
    [() => ({ 'site.yaml': '', 'texts.yaml': 'translation/login.title: [a]' }), 'texts.yaml:1: '],
    [
      () => ({ 'site.yaml': '', 'privacy.md': 'x'.repeat(20_001) }),
      'privacy.md: Use at most 20000 characters.',
    ],
    [
      () => ({ 'site.yaml': '', 'imprint.de.md': 'x'.repeat(20_001) }),
      'imprint.de.md: Use at most 20000 characters.',
    ],
  ]

  test.each(broken.map(([files, problem]) => ({ files, problem })))(
    'that is broken leaves the last good state, and names file and line: $problem',
    async ({ files, problem }) => {
      await take(newFolder({ 'site.yaml': 'name: Before' }))
      const good = await traces(server)
      const whole = await wholeSite()
      const changed = await files({ whole, site: String(whole['site.yaml']) })
      const [first] = await take(newFolder({ ...whole, ...changed }))
      expect(first).toContain(problem)
      expect([kit().name, await traces(server)]).toEqual(['Before', good])
    },
  )

  test('lists all of its problems at once', async () => {
    const folder = newFolder({
      'site.yaml': 'nam: A\npictures: { hero-news: { file: none.jpg } }\n',
      'texts.yaml': 'translation/a: b\ntranslation/dashboard.greeting: c\n',
      'imprint.md': 'x'.repeat(20_001),
    })
    const { problems } = await importFolder(server.deps, folder, COMMAND_LINE)
    expect(problems.map(({ place }) => place)).toEqual([
      'site.yaml:1',
      'texts.yaml:1',
      'imprint.md',
      'texts.yaml:2',
    ])
  })

  test('makes a book of a PDF, with texts of its own where there are any', async () => {
    const folder = newFolder({
      'site.yaml': 'name: Ours\nbook: { pdf: rules.pdf }\n',
      'rules.pdf': rulebook(),
    })
    await take(folder)
    expect(kit().value.book?.pages).toMatchObject([{ title: 'The rules' }])
    writeFiles(folder, {
      'site.yaml': 'name: Ours\nbook: { pdf: rules.pdf, texts: book.yaml }\n',
      'book.yaml': '- { title: House rules }\n',
    })
    await take(folder)
    expect(kit().value.book?.pages).toMatchObject([
      { title: 'House rules', text: expect.stringContaining('Roll two dice') },
    ])
  })

  const found = async (siteDir: string) => {
    const [row] = await folderCheck({
      ...server.deps,
      settings: { ...server.deps.settings, siteDir },
    })
    return row && [row.finding, row.values['folder']]
  }

  test('without site.yaml is none, which is said if there is something else in it', async () => {
    const folder = newFolder()
    expect(await start(folder)).toEqual({ notes: [], warnings: [] })
    expect([await found(folder), await found(join(folder, 'none'))]).toEqual([
      ['ok_none', folder],
      ['ok_none', join(folder, 'none')],
    ])
    writeFileSync(join(folder, 'site.yml'), 'name: Ours')
    expect(await found(folder)).toEqual(['wrong_stray', folder])
  })

  test.each([
    ['nothing is set', null],
    ['the starter is there', { value: '{}', icons: '{}', source: 'starter', made_at: 1 } as const],
  ])('is taken by the first start where %s, and compared from then on', async (_what, row) => {
    if (row) await server.deps.db.insertInto('site_kits').values(row).execute()
    const folder = newFolder({ 'site.yaml': 'name: Ours' })
    expect(await found(folder)).toEqual(['wrong', folder])
    await start(folder)
    expect([kit().name, await found(folder)]).toEqual(['Ours', ['ok', folder]])
    // What is set at the desk later is no change of the folder.
    const edited = {
      value: { name: 'Still ours' },
      icons: {},
      source: 'desk',
      made_by: null,
    } as const
    await insertKit(server.deps, edited, 2)
    expect(await start(folder)).toEqual({ notes: [], warnings: [] })
    expect([kit().name, await found(folder)]).toEqual(['Still ours', ['ok', folder]])
    writeFiles(folder, { 'site.yaml': 'name: Newer' })
    expect(await start(folder)).toEqual({ notes: [], warnings: [] })
    expect([kit().name, await found(folder)]).toEqual(['Still ours', ['wrong', folder]])
    await take(folder)
    expect([kit().name, await found(folder)]).toEqual(['Newer', ['ok', folder]])
    await insertKit(server.deps, edited, 3)
    // The same folder again, over what was set since.
    await take(folder)
    expect(kit().name).toBe('Newer')
  })
})

serverTests('a folder that is read at once on %s', { engines: bothEngines }, (server) => {
  test('by three processes is taken in once', async () => {
    const folder = newFolder(await smallSite())
    const three = [1, 2, 3].map(() => importFolder(server.deps, folder, COMMAND_LINE))
    const ids = (await Promise.all(three)).map(({ id }) => id)
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
    const { kits, rows, loose, files } = await traces(server)
    expect([kits, loose, files]).toEqual([1, 0, rows])
  })
})
