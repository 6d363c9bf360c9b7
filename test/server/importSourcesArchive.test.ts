import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '#server/transfer/sources/files.ts'
import { openFolder } from '#server/transfer/sources/open.ts'
import { type Files, UnreadableSource } from '#server/transfer/sources/source.ts'
import { forged, zipOf, zipOfEntries } from '#test/helpers/fixtures/archives.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'discordia-source-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function textsOf(files: Files): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const file of files.values()) texts[file.name] = String(await file.bytes())
  return texts
}

const refusalOf = (opened: Promise<unknown>): Promise<unknown> =>
  opened.then(
    () => 'opened',
    (error: unknown) => (error instanceof UnreadableSource ? error.message : error),
  )

test('an archive has the files of its only folder, without what systems add', async () => {
  const zip = await zipOf({
    'World/': '',
    'World/Places/Harbour.md': 'Salt.',
    'World/Places/./map.png': 'pixels',
    'World/.obsidian/app.json': '{}',
    'World/.DS_Store': '',
    'World/Thumbs.db': '',
    '__MACOSX/World/._Harbour.md': '',
    'World/inner.zip': 'PK',
  })
  expect(await textsOf(await openArchive(zip))).toEqual({
    'Places/Harbour.md': 'Salt.',
    'Places/map.png': 'pixels',
    'inner.zip': 'PK',
  })
})

test('files beside a folder stay where they are', async () => {
  const zip = await zipOf({ 'Places/Harbour.md': '1', 'Placeshifter.md': '2' })
  expect([...(await openArchive(zip)).keys()]).toEqual(['Places/Harbour.md', 'Placeshifter.md'])
})

test('the file of an archive is open while it is read, and no longer', async () => {
  const path = join(folder, 'world.zip')
  const zip = await zipOf({ 'a.md': 'A', 'b.md': 'B' })
  writeFileSync(path, zip)
  /** The lowest number that no open file has. */
  const open = () => {
    const number = openSync(path, 'r')
    closeSync(number)
    return number
  }
  const before = open()
  for (let times = 0; times < 40; times++) {
    const files = await openArchive(path)
    expect(files.get('a.md')?.size).toBe(1)
    expect(await textsOf(files)).toEqual({ 'a.md': 'A', 'b.md': 'B' })
  }
  writeFileSync(path, forged(zip, 'crc', 1))
  for (let times = 0; times < 40; times++) {
    const damaged = (await openArchive(path)).get('a.md')
    expect(await refusalOf(damaged?.bytes() ?? Promise.resolve())).toBe(
      'The file “a.md” is damaged in the archive.',
    )
  }
  // The last ones are being closed.
  expect(open()).toBeLessThan(before + 20)
})

test('names of old archives are read in their encoding, and accents in one form', async () => {
  const utf8 = await zipOf({ 'Ba\u0308r.md': '' })
  expect([...(await openArchive(utf8)).keys()]).toEqual(['B\u00e4r.md'])
  const old = forged(await zipOf({ 'B_r.md': '' }), 'flags', 0)
  expect([
    ...(await openArchive(forged(old, 'name', Buffer.from('B\x84r', 'latin1')))).keys(),
  ]).toEqual(['Bär.md'])
})

test.each(['/abs.md', '../up.md', 'a/../b', 'C:/x.md', 'C:\\x.md', '..\\x.md', 'a\0.md'])(
  'a path that leads out of the archive is refused: %j',
  async (path) => {
    const zip = await zipOf({ [path.replace(/[^a-z.]/g, 'x').replace('..', 'xx')]: '' })
    expect(await refusalOf(openArchive(forged(zip, 'name', Buffer.from(path))))).toMatch(
      /^The archive has a path that leads out of it: “/,
    )
  },
)

test('links, passwords and unusual compression are refused with the name of the file', async () => {
  const zip = await zipOf({ 'a.md': 'A' })
  const link = forged(zip, 'attributes', (0o120777 << 16) >>> 0)
  expect(await refusalOf(openArchive(link))).toBe('“a.md” is a link and not a file.')
  expect(await refusalOf(openArchive(forged(zip, 'flags', 1)))).toBe(
    'The file “a.md” is encrypted. Make the archive without a password.',
  )
  expect(await refusalOf(openArchive(forged(zip, 'method', 14)))).toBe(
    'The file “a.md” is compressed in an unusual way. Make the archive as a plain ZIP.',
  )
})

test('two files with one name are refused, also where only capitals differ', async () => {
  const twice = await zipOfEntries([
    ['a.md', '1'],
    ['a.md', '2'],
  ])
  expect(await refusalOf(openArchive(twice))).toBe('There are two files with the name “a.md”.')
  expect(await refusalOf(openArchive(await zipOf({ 'a.md': '1', 'A.MD': '2' })))).toBe(
    'There are two files with the name “A.MD”.',
  )
})

test('a file that has another size than its archive says is refused', async () => {
  const bomb = await zipOf({ 'a.md': Buffer.alloc(5_000_000) })
  const [small] = (await openArchive(forged(bomb, 'size', 10))).values()
  expect(small?.size).toBe(10)
  expect(await refusalOf(small?.bytes() ?? Promise.resolve())).toBe(
    'The file “a.md” is damaged in the archive.',
  )
  const [large] = (await openArchive(forged(await zipOf({ 'a.md': 'A' }), 'size', 10))).values()
  expect(await refusalOf(large?.bytes() ?? Promise.resolve())).toBe(
    'The file “a.md” is damaged in the archive.',
  )
})

test('sizes and numbers of files have limits, before anything is read', async () => {
  const size = 64 * 1024 * 1024
  const large = forged(await zipOf({ 'a.md': 'A' }), 'size', size + 1)
  expect(await refusalOf(openArchive(large))).toBe('The file “a.md” has more than 64 MB.')
  const many = Array.from({ length: 17 }, (_, index) => [`${index}.md`, 'A'] as const)
  expect(await refusalOf(openArchive(forged(await zipOfEntries(many), 'size', size)))).toBe(
    'The files have more than 1024 MB together.',
  )
  const countless = Array.from({ length: 20_001 }, (_, index) => [`${index}.md`, ''] as const)
  expect(await refusalOf(openArchive(await zipOfEntries(countless, { compress: false })))).toBe(
    'There are more than 20,000 files.',
  )
})

test('what is no archive, or only a part of one, is refused', async () => {
  const zip = await zipOf({ 'a.md': 'A', 'b.md': 'B' })
  for (const bytes of [Buffer.from('# Salt'), zip.subarray(0, zip.length - 30), Buffer.alloc(0)])
    expect(await refusalOf(openArchive(bytes))).toBe(
      'This file is not a ZIP archive, or it is damaged.',
    )
})

test('a folder is read with the folders within it, without links', async () => {
  mkdirSync(join(folder, 'Places', '.git'), { recursive: true })
  writeFileSync(join(folder, 'Places', 'Harbour.md'), 'Salt.')
  writeFileSync(join(folder, 'Places', '.git', 'config'), '')
  expect(await textsOf(await openFolder(folder))).toEqual({ 'Places/Harbour.md': 'Salt.' })
  symlinkSync('/etc/passwd', join(folder, 'Places', 'people.md'))
  expect(await refusalOf(openFolder(folder))).toBe('“Places/people.md” is a link and not a file.')
})
