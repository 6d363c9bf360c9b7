import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Import } from '#contract/schemas/transfer.ts'
import { sweepLooseFiles } from '#server/db/looseFiles.ts'
import { UNDO_MS } from '#server/desk/transfer/undo.ts'
import { INCOMING_KEPT_MS } from '#server/files/incoming.ts'
import { forged, zipOf, zipOfEntries } from '#test/helpers/fixtures/archives.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { unzipped } from '#test/helpers/server/unzipped.ts'

const RULES = Buffer.from('%PDF rules')
const MAP = Buffer.from('a map of the north')
const FOLDER = {
  'Karten/Größe_des-Nordens.txt': MAP,
  'Rules/handbook-v2.pdf': RULES,
  'readme.txt': 'Read me.',
  '__MACOSX/Rules/._handbook-v2.pdf': 'x',
  'Rules/.DS_Store': 'x',
  'Karten/Thumbs.db': 'x',
}
const LIST = 'File;Title;Description;Category;Order;Save as\r\n'

type Listed = {
  readonly title: string
  readonly download_files: {
    readonly id: number
    readonly display_name: string
    readonly download_file_name: string
    readonly description: string | null
    readonly media_type: string
  }[]
}

deskTests('downloads of a folder on %s', { engines: bothEngines }, (server) => {
  let ada: DeskCaller
  const folder = () => join(server.deps.settings.dataDir, 'uploads/private')
  beforeEach(async () => {
    await server.empty()
    rmSync(folder(), { recursive: true, force: true })
    mkdirSync(folder(), { recursive: true })
    ada = await server.staff('Ada')
  })

  const send = async (call: string, file: object | Buffer, name = 'files.zip', mapping = {}) =>
    (await ada.transfer(call, file, name, mapping)).json()
  const sendFolder = async (
    contents: Record<string, string | Buffer>,
    call = 'downloads',
    mapping = {},
  ) => send(call, await zipOf(contents), 'files.zip', mapping)
  const site = async () =>
    (await server.app.inject({ url: '/api/downloads/active' })).json<Listed[]>()
  const bytesOf = async (id: number) =>
    (await server.app.inject({ url: `/api/downloads/download/${id}` })).body
  const names = async () =>
    (await site()).map(({ title, download_files }) => [
      title,
      ...download_files.map(({ display_name }) => display_name),
    ])
  const contents = async () =>
    Promise.all(
      (await site()).flatMap(({ title, download_files }) =>
        download_files.map(async ({ id, ...file }) => [title, file, await bytesOf(id)]),
      ),
    )
  const undo = async () => {
    const imports: Import[] = (await ada.get('/imports')).json()
    const { id } = imports.find(({ area }) => area === 'downloads') ?? { id: 0 }
    return (await ada.post(`/imports/${id}/undo`)).json()
  }
  /** Files of the store, without those that a sweep deletes now. */
  async function stored(): Promise<string[]> {
    const { db, files, clock } = server.deps
    await sweepLooseFiles(db, files, clock() - INCOMING_KEPT_MS)
    const uploads = await db.selectFrom('desk_uploads').select('file_key').execute()
    const waiting = new Set(uploads.map(({ file_key }) => file_key))
    return readdirSync(folder())
      .filter((name) => !waiting.has(`private/${name}`))
      .toSorted()
  }

  test('folders are categories, names become titles, and what systems keep for themselves stays out', async () => {
    const report = await sendFolder(FOLDER)
    expect(report).toMatchObject({ added: 6, problems: [], losses: [] })
    expect(await names()).toEqual([
      ['Karten', 'Größe des Nordens'],
      ['Other', 'Readme'],
      ['Rules', 'Handbook v2'],
    ])
    const [, , rules] = await site()
    const [file] = rules?.download_files ?? []
    expect(file).toMatchObject({
      download_file_name: 'handbook-v2.pdf',
      media_type: 'application/pdf',
      description: null,
    })
    expect(await bytesOf(file?.id ?? 0)).toBe(RULES.toString())
    const found = await server.app.inject({ url: '/api/search?q=Nordens' })
    expect(found.body).toContain('Größe des Nordens')
  })

  test('the same folder again makes no doubles, nor does a file that came another way', async () => {
    const id = (await ada.post('/download-categories', { title: 'Rules' })).json().id
    await ada.post('/download-files', {
      category_id: id,
      display_name: 'The handbook',
      file_upload: await ada.upload('file', RULES, 'old.pdf', 'application/pdf'),
    })
    expect(await sendFolder(FOLDER)).toMatchObject({ added: 4, changed: 0, unchanged: 1 })
    const [rules] = await site()
    expect(rules?.download_files).toMatchObject([
      { display_name: 'The handbook', download_file_name: 'old.pdf' },
    ])
    const before = await stored()
    expect(await sendFolder(FOLDER)).toMatchObject({ added: 0, changed: 0, unchanged: 3 })
    expect(await stored()).toEqual(before)
  })

  test('a check stores nothing, shows the files, and says what an import would do', async () => {
    const before = await stored()
    const upload = await ada.upload('import', await zipOf(FOLDER), 'files.zip')
    const body = {
      upload,
      mapping: { kinds: { Karten: 'Maps', Rules: null } },
      preview: { from: 0 },
    }
    const report = (await ada.post('/transfer/downloads/check', body)).json()
    expect(report).toMatchObject({
      added: 4,
      fates: { new: 2, changed: 0, same: 0 },
      recognised: {
        format: 'files',
        kinds: [
          { name: 'Karten', count: 1, target: 'Maps' },
          { name: '', count: 1, target: '' },
          { name: 'Rules', count: 1, target: null },
        ],
        columns: [],
      },
      previews: [
        {
          title: 'Größe des Nordens',
          fate: 'new',
          text: 'Größe_des-Nordens.txt (18B)',
          tree: null,
        },
        { title: 'Readme', text: 'readme.txt (8B)' },
      ],
    })
    expect(await site()).toEqual([])
    expect(await stored()).toEqual(before)
  })

  test('a list says titles, categories and order; what it lacks, and what lacks in it, is named', async () => {
    const list = `${LIST}Rules\\HANDBOOK-v2.pdf;Das Handbuch;=1+1;Regeln;2;Handbuch.pdf\r\ngröße_des-nordens.txt;;;Regeln;1;\r\nfehlt.pdf;;;;;\r\nkarten/Größe_des-Nordens.txt;Twice;;;;\r\n;Nothing;;;;\r\n`
    const report = await sendFolder({ ...FOLDER, 'liste.csv': list })
    expect(report).toMatchObject({
      problems: [],
      recognised: { kinds: [{ name: 'Regeln', count: 2, target: 'Regeln' }] },
    })
    expect(report.losses.map(Object.values)).toEqual([
      ['readme.txt', expect.stringContaining('doesn’t name')],
      ['liste.csv, row 5', expect.stringContaining('appears twice')],
      ['liste.csv, row 6', expect.stringContaining('names no file')],
      ['liste.csv, row 4', expect.stringContaining('no such file')],
    ])
    const [category, ...others] = await site()
    expect([category?.title, others]).toEqual(['Regeln', []])
    expect(category?.download_files).toMatchObject([
      { display_name: 'Größe des Nordens', download_file_name: 'Größe_des-Nordens.txt' },
      { display_name: 'Das Handbuch', description: '=1+1', download_file_name: 'Handbuch.pdf' },
    ])
  })

  test('a list without files changes what is here, and leaves the rest of it', async () => {
    await sendFolder(FOLDER)
    const before = await contents()
    const list = 'file,title,key\nhandbook-v2.pdf,,Rules/handbook-v2.pdf\nreadme.txt,Read this,\n'
    expect(await send('downloads', Buffer.from(list), 'more.csv')).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
      losses: [],
    })
    expect(await names()).toEqual([
      ['Karten', 'Größe des Nordens'],
      ['Other', 'Read this'],
      ['Rules', 'Handbook v2'],
    ])
    expect((await contents()).map(([, , bytes]) => bytes)).toEqual(
      before.map(([, , bytes]) => bytes),
    )
    const gone = await send('downloads', Buffer.from('file,title\nnone.pdf,None\n'), 'more.csv')
    expect(gone).toMatchObject({ added: 0, losses: [{ place: 'more.csv, row 2' }] })
  })

  test('a folder around everything is no category, and one with nothing but files is', async () => {
    await sendFolder({ 'downloads/Rules/a.pdf': 'a', 'downloads/b.pdf': 'b' })
    await sendFolder({ 'Maps/c.pdf': 'c' })
    expect(await names()).toEqual([
      ['Other', 'B'],
      ['Rules', 'A'],
      ['Maps', 'C'],
    ])
  })

  test('two files of one name in different folders are two', async () => {
    await sendFolder({ 'a/map.txt': 'one', 'b/map.txt': 'two', 'b/old/map.txt': 'one' })
    expect((await contents()).map(([title, , bytes]) => [title, bytes])).toEqual([
      ['a', 'one'],
      ['b', 'two'],
      ['b / old', 'one'],
    ])
    expect(await stored()).toHaveLength(3)
  })

  test('one file alone is a download', async () => {
    await send('downloads', RULES, 'Der Norden.pdf')
    await send('downloads', await zipOf({ '[Content_Types].xml': '' }), 'Blank form.docx')
    expect(await names()).toEqual([['Other', 'Der Norden', 'Blank form']])
  })

  test('a file that the gate refuses is named, and the others arrive', async () => {
    const report = await sendFolder({ 'empty.pdf': '', 'full.pdf': 'x' })
    expect(report).toMatchObject({
      added: 2,
      losses: [{ place: 'empty.pdf', problem: expect.stringContaining('a file with content') }],
    })
    expect(await names()).toEqual([['Other', 'Full']])
    const before = await stored()
    const damaged = forged(await zipOf({ 'broken.pdf': 'bytes' }), 'crc', 1)
    expect(await send('downloads', damaged)).toMatchObject({
      added: 0,
      losses: [{ place: 'broken.pdf', problem: expect.stringContaining('is damaged') }],
    })
    expect(await stored()).toEqual(before)
  })

  test('an archive that leads out of itself is refused, and leaves no file', async () => {
    const before = await stored()
    const zip = await zipOfEntries([
      ['a.pdf', 'a'],
      ['xx/evil.pdf', 'b'],
    ])
    const out = Buffer.from(zip.toString('latin1').replaceAll('xx/evil', '../evil'), 'latin1')
    expect((await send('downloads', out)).errors).toMatchObject([
      { detail: expect.stringContaining('leads out') },
    ])
    expect(await site()).toEqual([])
    expect(await stored()).toEqual(before)
  })

  test('a list of ours with a wrong row is refused as a whole, and leaves no file', async () => {
    const before = await stored()
    const list = {
      format: 'discordia-downloads',
      version: 1,
      categories: [{ key: 'rules', name: 'Rules' }],
      files: [
        { key: 'a', title: 'A', category: 'rules', file: 'a.pdf' },
        { key: 'b', title: 'B', category: 'rules', file: 'b.pdf' },
        { key: 'c', title: 'C', category: 'nowhere', file: 'a.pdf' },
      ],
    }
    const report = await sendFolder({ 'downloads.json': JSON.stringify(list), 'a.pdf': 'a' })
    expect(report.errors.map(({ attr }: { attr: string }) => attr)).toEqual([
      'files[2] "c".category',
      'files[1] "b"',
    ])
    expect(await site()).toEqual([])
    expect(await stored()).toEqual(before)
  })

  test('an import is undone with its files: added ones go, and replaced ones come back', async () => {
    const first = { 'Rules/a.pdf': 'old', 'Rules/b.pdf': 'same' }
    await sendFolder(first)
    const [before, files] = [await contents(), await stored()]
    const second = { ...first, 'Rules/a.pdf': 'new', 'Maps/c.pdf': 'more' }
    expect(await sendFolder(second)).toMatchObject({ added: 2, changed: 1, unchanged: 1 })
    expect((await contents()).map(([, , bytes]) => bytes)).toEqual(['new', 'same', 'more'])
    server.passTime(UNDO_MS - 1000)
    ada = await server.staff('Ben')
    expect(await stored()).toHaveLength(4)
    // A backup takes the files along that a column names.
    const rows = await server.deps.db.selectFrom('import_rows').select('file_key').execute()
    const replaced = rows.flatMap(({ file_key }) => file_key ?? [])
    expect(files.map((name) => `private/${name}`)).toEqual(expect.arrayContaining(replaced))
    expect(replaced).toHaveLength(1)
    expect(await undo()).toEqual({ undone: 3, kept: [] })
    expect(await contents()).toEqual(before)
    expect(await stored()).toEqual(files)
  })

  test('a replaced file is gone when the import cannot be undone any more', async () => {
    await sendFolder({ 'a.pdf': 'old' })
    await sendFolder({ 'a.pdf': 'new' })
    server.passTime(UNDO_MS + INCOMING_KEPT_MS + 1)
    ada = await server.staff('Ben')
    expect(await stored()).toHaveLength(1)
  })

  test('undo keeps files that were edited or linked since, and the categories that they are in', async () => {
    await sendFolder({ 'Rules/a.pdf': 'a', 'Rules/b.pdf': 'b', 'Rules/c.pdf': 'c' })
    const [{ id, category_id }, , last] = (await ada.get('/download-files')).json()
    await ada.put(`/download-files/${id}`, { category_id, display_name: 'Mine' })
    const text = `Read [this](/api/downloads/download/${last.id}).`
    await ada.transfer('rules', Buffer.from(`Name,Text\nArmour,${text}\n`), 'rules.csv')
    expect(await undo()).toEqual({
      undone: 1,
      kept: [
        { name: 'Mine', reason: 'edited' },
        { name: 'C', reason: 'linked' },
        { name: 'Rules', reason: 'filled' },
      ],
    })
    expect(await stored()).toHaveLength(2)
  })

  test('an export with the files comes back the same, here and on an empty site', async () => {
    await sendFolder({ ...FOLDER, 'Rules/.x': '', 'Rules/b/handbook-v2.pdf': 'other' })
    const [first, second] = (await ada.get('/download-files')).json()
    await ada.post(`/download-files/${second.id}/withdraw`)
    const { category_id } = first
    await ada.put(`/download-files/${first.id}`, {
      category_id,
      display_name: '=cmd()',
      description: 'With\ntwo lines.',
      download_file_name: 'con.txt',
    })
    await ada.post('/download-categories', { title: 'Empty' })
    await ada.remove(`/download-files/${(await ada.get('/download-files')).json()[2].id}`)
    const [before, listed] = [await contents(), (await ada.get('/transfer/downloads')).json()]
    const { rawPayload, headers } = await ada.get('/transfer/downloads?form=markdown')
    expect(headers['content-disposition']).toContain('discordia-downloads.zip')
    expect([...(await unzipped(rawPayload)).keys()]).toContain('downloads.json')
    const csv = (await ada.get('/transfer/downloads?form=csv')).rawPayload
    expect(csv.toString()).toContain("'=cmd()")
    const german = (await ada.get('/transfer/downloads?form=csv&lng=de')).rawPayload
    expect(german.toString()).toMatch(/^\ufeff\w+;/)
    for (const [bytes, name] of [
      [rawPayload, 'a.zip'],
      [Buffer.from(JSON.stringify(listed)), 'a.json'],
      [csv, 'a.csv'],
      [german, 'de.csv'],
    ] as const)
      expect(await send('downloads', bytes, name)).toMatchObject({
        added: 0,
        changed: 0,
        losses: [],
      })

    await server.deps.db.deleteFrom('download_files').execute()
    await server.deps.db.deleteFrom('download_categories').execute()
    expect(await send('downloads', rawPayload)).toMatchObject({ losses: [], problems: [] })
    expect(await contents()).toEqual(before)
    expect((await ada.get('/transfer/downloads')).json()).toEqual(listed)
    expect((await ada.get('/download-categories')).json()).toHaveLength(5)
  })

  test('the command takes a folder, and writes one that is an archive', async () => {
    const path = join(server.dataDir, 'folder')
    mkdirSync(join(path, 'Rules'), { recursive: true })
    writeFileSync(join(path, 'Rules/a.pdf'), 'a')
    writeFileSync(join(path, 'list.csv'), 'file,title\na.pdf,The rules\n')
    await server.addUser('Root', 'superuser')
    const admin = adminOf(server)
    const { text } = await admin('import', 'downloads', path, '--dry-run')
    expect(text).toContain('Would add 2 and change 0, and leave 0 as they are.')
    expect(await names()).toEqual([])
    await admin('import', 'downloads', path)
    server.deps.responseCache.clear('downloads')
    expect(await names()).toEqual([['Rules', 'The rules']])
    const archive = join(server.dataDir, 'out.zip')
    await admin('export', 'downloads', archive)
    expect([...(await unzipped(readFileSync(archive))).keys()]).toEqual([
      'downloads.json',
      'rules/a.pdf',
    ])
    expect(await admin('export', 'maps', archive)).toMatchObject({
      code: 2,
      text: expect.stringContaining('"rules", "glossary", "contents", or "downloads"'),
    })
  })

  test('a thousand files arrive', async () => {
    const files = Array.from({ length: 1000 }, (_, n) => [`Maps/map ${n}.txt`, `${n}`] as const)
    const zip = await zipOfEntries(files)
    expect(await send('downloads', zip)).toMatchObject({ added: 1001, losses: [] })
    const [maps] = await site()
    expect(maps?.download_files.map(({ display_name }) => display_name)).toEqual(
      files.map((_, n) => `Map ${n}`),
    )
  })
})
