import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const ROOT = join(import.meta.dirname, '../..')
/** Bytes that are left of films and documents of the demonstration. */
const KEPT_BYTES = 64
/** Characters of a text. */
const KEPT_CHARACTERS = 160
/** News, pictures of a kind, and entries that wait or were rejected. */
const KEPT = 3
/** One of so many rules and entries is left. */
const KEPT_OF = 12

export type Checkout = {
  /** Has the whole tree of the commit, and its packages. */
  readonly folder: string
  readonly commit: string
  readonly version: string
  readonly remove: () => void
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Puts a commit into a folder of its own, with a demonstration that takes little space. */
export async function checkOut(name: string): Promise<Checkout> {
  const commit = git('rev-parse', '--verify', `${name}^{commit}`)
  const folder = mkdtempSync(join(tmpdir(), 'discordia-version-'))
  const remove = (): void => rmSync(folder, { recursive: true })
  try {
    await fill(folder, commit)
  } catch (error) {
    remove()
    throw error
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { folder, commit, version, remove }
}

async function fill(folder: string, commit: string): Promise<void> {
  const archive = join(folder, 'tree.tar')
  git('archive', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  addPackages(folder)
  // The server of an older version starts with a built site alone.
  for (const site of ['site', 'desk']) {
    mkdirSync(join(folder, 'dist', site), { recursive: true })
    writeFileSync(join(folder, 'dist', site, 'index.html'), '<title>Discordia</title>')
  }
  await shrinkFiles(join(folder, 'server/db/seed/files'))
  // Older versions have one language.
  for (const language of ['', 'en', 'de']) thinOut(join(folder, 'server/db/seed/demo', language))
}

/** Uses the packages that are there if the commit has the same, and else installs its own. */
function addPackages(folder: string): void {
  const lockOf = (where: string) => readFileSync(join(where, 'package-lock.json'), 'utf8')
  if (dependenciesIn(lockOf(folder)) === dependenciesIn(lockOf(ROOT))) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    return
  }
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  // The lock files before 0.3.0 lack packages of other systems: "npm ci" refuses them.
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 2] })
}

/** The packages of a lock file without the version of Discordia itself. */
function dependenciesIn(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string }> }
  return JSON.stringify({ ...packages, '': { ...packages[''], version: undefined } })
}

async function shrinkFiles(folder: string): Promise<void> {
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (/\.(jpe?g|png|webp)$/.test(name))
      writeFileSync(file, await sharp(bytes).resize(16, 9, { fit: 'fill' }).toBuffer())
    else if (/\.(mp4|webm|pdf)$/.test(name)) writeFileSync(file, bytes.subarray(0, KEPT_BYTES))
  }
}

type Entry = { readonly state?: string; readonly title?: string }
type List<Field extends string> = Readonly<Record<Field, readonly object[]>>

function thinOut(folder: string): void {
  const few = <T>(all: readonly T[]): T[] => all.filter((_, index) => index % KEPT_OF === 0)
  const change = <T>(name: string, work: (contents: T) => object): void =>
    rewrite(join(folder, name), work)
  change<object[]>('news.json', (news) => news.slice(0, KEPT))
  change<List<'categories'>>('downloads.json', ({ categories }) => ({
    categories: categories.slice(0, 1),
  }))
  change<List<'basic' | 'quick' | 'videos'>>(
    'rules.json',
    ({ basic, quick, videos, ...rules }) => ({
      ...rules,
      basic: few(basic),
      quick: few(quick),
      videos: videos.slice(0, 1),
    }),
  )
  change<{ entries: Entry[] }>('glossary.json', ({ entries, ...glossary }) => ({
    ...glossary,
    entries: [
      ...few(entries.filter(({ state }) => state === 'approved')),
      ...entries.filter(({ state }) => state !== 'approved').slice(0, KEPT),
    ],
  }))
  // Events with seats, and the first ones.
  const seats = join(folder, 'registrations.json')
  const withSeats = existsSync(seats) ? readFileSync(seats, 'utf8') : ''
  change<Entry[]>('events.json', (events) =>
    events.filter(({ title }, index) => index < KEPT || withSeats.includes(JSON.stringify(title))),
  )
}

/** Also cuts long texts, and leaves pictures to the first rows that have one. */
function rewrite<T>(file: string, work: (contents: T) => object): void {
  if (!existsSync(file)) return
  let pictures = 0
  const shortened = (field: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    if (field === 'image') return ++pictures > KEPT ? null : value
    return value.slice(0, KEPT_CHARACTERS)
  }
  writeFileSync(file, JSON.stringify(work(JSON.parse(readFileSync(file, 'utf8'))), shortened))
}
