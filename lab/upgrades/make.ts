import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { ZipFile } from 'yazl'
import { smallSite, writeFiles } from '../../test/helpers/fixtures/siteFolders.ts'
import { NOT_DATA } from '../../test/helpers/server/places.ts'
import { type Login, PARTS, type Read, type Recorded } from '../../test/helpers/server/upgrades.ts'
import { type Account, act, type Caller, logIn } from './acts.ts'
import { type Checkout, checkOut } from './checkout.ts'
import { administrate, type Serving, serve } from './serving.ts'

/** Calls for everybody, with what they list: `:id` is the id of each row of the call before. */
const PUBLIC = [
  '/contents/active',
  '/contents/activeEvents',
  '/contents/registration/:id',
  '/downloads/active',
  '/rules/get',
  '/rules/categories/',
  '/rules/get-subcategories/:id/',
  '/rules/get-quick-subcategories/',
  '/rules/entries/',
  '/rules/entries/:id/sub-entries/',
  '/rules/quick-entries/',
  '/rules/quick-entries/:id/sub-entries/',
  '/glossary/entry-subtypes/',
  '/glossary/entry-types/',
  '/glossary/entries/',
  '/glossary/entries/:id/sub-entries/',
]
const OF_MEMBERS = [
  '/users/profile/',
  '/users/preferences',
  '/users/order-details',
  '/users/name-change-request/-',
  '/users/security/second-factor/',
  '/users/calendar/',
  '/rpggroups/list/invites',
  '/rpggroups/list/mutes',
  '/glossary/entries/?showMyEntries=true',
  '/rpggroups/list',
  '/rpggroups/page/:id',
  '/rpggroups/links/:id',
  '/rpggroups/plan/:id',
]
/** Rows of a list that are read one by one. */
const ROWS = 3

type Row = { readonly id: number }

/** Fields that depend on settings, on what the version offers, and on the login that reads them. */
const PASSING: readonly string[] = ['desk_url', 'features', 'is_first_visit', 'codes_left']

/** Reads what visitors and these members see. */
async function readAll(
  server: Serving,
  accounts: readonly Account[],
): Promise<{ readonly reads: Read[]; readonly logins: Login[] }> {
  const visitor: Caller = async (method, path) => {
    const { status, body } = await server.call(method, path)
    if (status >= 300) throw new Error(`${path}: ${status}`)
    return body as never
  }
  const reads = await readList(server, PUBLIC, null, visitor)
  const logins: Login[] = []
  for (const account of accounts) {
    const { call, refresh } = await logIn(server, account)
    reads.push(...(await readList(server, OF_MEMBERS, account.email, call)))
    logins.push({ ...account, refresh })
  }
  const lasting = (field: string, value: unknown): unknown =>
    PASSING.includes(field) ? undefined : value
  return { reads: JSON.parse(JSON.stringify(reads, lasting)), logins }
}

async function readList(
  { offers }: Serving,
  paths: readonly string[],
  as: string | null,
  call: Caller,
): Promise<Read[]> {
  const reads: Read[] = []
  let rows: readonly Row[] = []
  for (const path of paths) {
    const [plain = ''] = path.split('?')
    if (!offers(`GET ${plain}`)) continue
    const isOfRow = plain.includes(':id')
    for (const one of isOfRow ? rows.map(({ id }) => path.replace(':id', String(id))) : [path]) {
      // Not everybody may see each row.
      const body = await call<unknown>('GET', one).catch(() => null)
      if (body !== null) reads.push({ as, path: one, body })
      if (!isOfRow) rows = Array.isArray(body) ? body.slice(0, ROWS) : []
    }
  }
  return reads
}

/** Makes the file as small as it can be. @returns the number of rows of each table */
function countRows(file: string): Record<string, number> {
  const database = new Database(file)
  try {
    database.pragma('journal_mode = DELETE')
    database.exec('vacuum')
    const names = database
      .prepare<[], string>("select name from sqlite_master where type = 'table' order by name")
      .pluck()
      .all()
      .filter((name) => !NOT_DATA.test(name))
    const count = (name: string) =>
      database.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0
    return Object.fromEntries(names.map((name) => [name, count(name)]))
  } finally {
    database.close()
  }
}

/** @param patterns of the files below the folder that are packed */
async function pack(folder: string, ...patterns: string[]): Promise<Buffer> {
  const zip = new ZipFile()
  const files = globSync(patterns, { cwd: folder, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  const names = files.map((one) => relative(folder, join(one.parentPath, one.name))).toSorted()
  for (const name of names)
    zip.addBuffer(readFileSync(join(folder, name)), name, { mtime: new Date(0), compress: false })
  zip.end()
  // Together they are a third smaller than one by one.
  return brotliCompressSync(await buffer(zip.outputStream))
}

/** An account of the demonstration that is read, too. */
const MIRA = { email: 'mira@discordia.example', password: 'GoldenApple412!' }

/** Limit of one file: half of it is the indexes of texts. The demonstration of a later version may need to be thinned out more (checkout.ts). */
const MAX_BYTES = 100_000

type Made = {
  readonly recorded: Recorded
  /** Files of the fixture, by their names. */
  readonly files: Readonly<Record<string, Buffer>>
}

/** Runs the version of a commit on the demonstration, acts as its members do, and keeps its data. */
export async function makeFixture(name: string): Promise<Made> {
  const checkout = await checkOut(name)
  const place = mkdtempSync(join(tmpdir(), 'discordia-upgrade-'))
  try {
    return await makeIn(checkout, place)
  } finally {
    checkout.remove()
    rmSync(place, { recursive: true })
  }
}

async function makeIn({ folder, commit, version }: Checkout, place: string): Promise<Made> {
  const [data, backup] = [join(place, 'data'), join(place, 'backup')]
  const first = await serve(folder, data)
  const own = await act(first)
  await first.stop()
  administrate(folder, data, 'promote', own[0]?.email ?? '')
  if (existsSync(join(folder, 'docs/site.md'))) {
    writeFiles(join(place, 'site'), await smallSite())
    administrate(folder, data, 'site', 'import', join(place, 'site'))
  }
  const server = await serve(folder, data)
  const { reads, logins } = await readAll(server, [MIRA, ...own])
  await server.stop()
  const made = new Date().toISOString()
  const tables = countRows(join(data, 'discordia.sqlite'))
  const files: Record<string, Buffer> = {
    [PARTS.data]: await pack(data, 'discordia.sqlite', 'jwt.secret', 'uploads/**'),
  }
  // Versions without the command are backed up by copying the file and the folders.
  if (existsSync(join(folder, 'server/admin/restore.ts'))) {
    administrate(folder, data, 'backup', backup)
    files[PARTS.backup] = await pack(backup, '**')
  }
  for (const [file, { length }] of Object.entries(files))
    if (length > MAX_BYTES) throw new Error(`${file} has ${length} bytes, over ${MAX_BYTES}.`)
  return { recorded: { version, commit, made, logins, tables, reads }, files }
}
