import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readSettings } from '#server/config/env.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { type DataPlace, removedPlaces, runCommand } from '#test/helpers/server/places.ts'

const newPlace = removedPlaces()
let from: DataPlace
beforeAll(async () => {
  from = await newPlace('sqlite')
  const { db, engine } = openDatabase(readSettings(from.env))
  await migrate(db, engine)
  await db.destroy()
  mkdirSync(join(from.dataDir, 'legal'), { recursive: true })
  writeFileSync(join(from.dataDir, 'legal/privacy.md'), '# Privacy')
})

const sumOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A backup whose manifest is changed, with sums that fit it. */
async function preparedBackup(
  change: (manifest: Record<string, unknown>, folder: string) => void,
): Promise<string> {
  const folder = join((await newPlace('sqlite')).dataDir, '../backup')
  expect(await runCommand(from.env, ['backup', folder])).toMatchObject({ code: 0 })
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  change(manifest, folder)
  writeFileSync(file, JSON.stringify(manifest))
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n').filter(Boolean)
  const others = sums.filter((line) => !line.endsWith('  manifest.json'))
  const own = `${sumOf(readFileSync(file))}  manifest.json`
  writeFileSync(join(folder, 'SHA256SUMS'), `${[...others, own].join('\n')}\n`)
  return folder
}

/** Adds a file to the backup, at whatever path the manifest names. */
function add(folder: string, path: string): void {
  const inBackup = join('legal', path)
  const file = join(folder, inBackup)
  if (!path.includes('\0')) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'SEED=demo\n')
  }
  appendFileSync(join(folder, 'SHA256SUMS'), `${sumOf('SEED=demo\n')}  ${inBackup}\n`)
}

async function restored(folder: string) {
  const to = await newPlace('sqlite')
  const result = await runCommand(to.env, ['restore', folder])
  const root = join(to.dataDir, '..')
  return { ...result, to, root }
}

test.each([
  '../settings.env',
  '../../x',
  '/tmp/discordia-outside.env',
  '..\\settings.env',
  'C:\\settings.env',
  '.htaccess',
  'nul\0byte',
  'other.md',
])('a backup with the legal text %j is refused before anything is written', async (path) => {
  const folder = await preparedBackup((manifest, where) => {
    manifest['legal'] = [path]
    add(where, path)
  })
  const { code, text, to, root } = await restored(folder)
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('outside') })
  expect(readdirSync(root)).not.toContain('x')
  const kept = existsSync(to.dataDir) ? readdirSync(to.dataDir) : []
  expect(kept.filter((name) => !name.startsWith('server.'))).toEqual([])
})

test.each([
  ['a file', (folder: string, elsewhere: string) => replace(folder, 'legal/privacy.md', elsewhere)],
  ['a folder', (folder: string, elsewhere: string) => replace(folder, 'legal', dirname(elsewhere))],
] as const)('a link to %s outside of a backup is not followed', async (_what, link) => {
  const elsewhere = join((await newPlace('sqlite')).dataDir, '../else/privacy.md')
  mkdirSync(dirname(elsewhere), { recursive: true })
  writeFileSync(elsewhere, '# Privacy')
  const folder = await preparedBackup((_manifest, where) => link(where, elsewhere))
  const { code, text } = await restored(folder)
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('outside') })
})

function replace(folder: string, path: string, target: string): void {
  rmSync(join(folder, path), { recursive: true })
  symlinkSync(target, join(folder, path))
}

test("a backup of one's own is restored with all its files", async () => {
  const { code, to } = await restored(await preparedBackup(() => undefined))
  expect(code).toBe(0)
  expect(readFileSync(join(to.dataDir, 'legal/privacy.md'), 'utf8')).toBe('# Privacy')
})
