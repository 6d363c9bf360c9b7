/**
 * Runs the commands of docs/operations.md and docs/large-site.md as they are written, on an installation of its own. Only in
 * the long form: each scenario takes a server and several commands, a second or more each.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TokenPair } from '../../contract/shapes.ts'
import { installByApt } from '../../scripts/apt.ts'
import type { OwnPostgres } from '../../scripts/postgres.ts'
import { eventually, figure } from '../../test/helpers/server/faults.ts'
import { readMails } from '../../test/helpers/server/mailbox.ts'
import {
  clientEnv,
  connectTo,
  onDatabase,
  startOwnPostgres,
} from '../../test/helpers/server/ownPostgres.ts'
import { filesBelow, rowsOf, SECRET } from '../../test/helpers/server/places.ts'
import {
  atPsql,
  type Installation,
  install,
  putData,
  register,
  signUp,
  statusOf,
} from './runbook/operator.ts'
import { lines, NOT_RUN, runbook } from './runbook/runbookLines.ts'

jest.setTimeout(300_000)

const YOU = 'you@example.org'
const USER = 'user@example.org'
/** Member who has not opened the mailed link. */
const PENDING = 'pending@example.org'
/** Folder of the backup in the document. */
const BACKUP = '/backup/monday'

let work: string
let site: Installation
let database: OwnPostgres
let databaseUrl: string
let template: string
let session: TokenPair
let backup: string

beforeAll(async () => {
  if (!existsSync('/usr/bin/sqlite3')) await installByApt(['sqlite3'])
  work = mkdtempSync(join(tmpdir(), 'discordia-runbook-work-'))
  database = await startOwnPostgres()
  databaseUrl = onDatabase(database, 'discordia')
  backup = join(work, 'backup')
  site = await install((port) => ({
    [BACKUP]: join(backup, 'monday'),
    '/tmp/yesterday': join(work, 'yesterday'),
    '/srv/copy': join(work, 'copy'),
    '/tmp/glossary.json': join(work, 'glossary.json'),
    '127.0.0.1:3000': `127.0.0.1:${port}`,
    'postgres://user:password@host/discordia': databaseUrl,
  }))
  template = join(work, 'template')
  configure()
  await site.start()
  session = await signUp(site, YOU)
  await signUp(site, USER)
  await register(site, PENDING)
  await site.stop()
  cpSync(site.dataDir, template, { recursive: true })
})
beforeEach(() => {
  for (const name of ['backup', 'yesterday', 'copy', 'glossary.json'])
    rmSync(join(work, name), { recursive: true, force: true })
  mkdirSync(backup)
  putData(site, template)
  configure()
})
afterEach(() => site.stop())
afterAll(async () => {
  await site.remove()
  await database.stop()
  rmSync(work, { recursive: true, force: true })
})

/** Lines of `.env`. */
const configure = (settings: Record<string, string> = {}): void => site.configure(settings)

/** The session of the template, unless another is given. */
const whoAmI = (tokens = session): Promise<number> => statusOf(site, tokens)

const rows = () => rowsOf({ dataDir: site.dataDir, env: {} })

function inSqlite<T>(work: (database: Database.Database) => T, dataDir = site.dataDir): T {
  const file = new Database(join(dataDir, 'discordia.sqlite'))
  try {
    return work(file)
  } finally {
    file.close()
  }
}
const roleOf = (email: string): unknown =>
  inSqlite((file) => file.prepare('select role from users where email = ?').pluck().get(email))

const ran = (what: readonly string[]): void =>
  figure(`${what.length} ${what.length === 1 ? 'line' : 'lines'} as written`)

test('every command line of both documents is executed here, or is listed with the reason why not', () => {
  const isListed = (text: string) => NOT_RUN.some(([pattern]) => pattern.test(text))
  const left = runbook.left()
  expect(left.filter(({ text }) => !isListed(text))).toEqual([])
  const needless = NOT_RUN.filter(([pattern]) => !left.some(({ text }) => pattern.test(text)))
  expect(needless.map(([pattern]) => String(pattern))).toEqual([])
  figure(`${Object.values(lines).flat().length} lines executed, ${left.length} listed`)
})

test('addresses of the documents are replaced as a whole: a database on port 30008 keeps its port', async () => {
  expect(await site.does(['echo 127.0.0.1:30008 http://127.0.0.1:3000/'])).toBe(
    `127.0.0.1:30008 ${site.address}/\n`,
  )
})

test('from the demonstration to a real site: one becomes superuser, and the accounts are gone', async () => {
  await site.start()
  await site.does(lines.demo)
  expect(roleOf(YOU)).toBe('superuser')
  const demo = inSqlite((file) =>
    file.prepare("select email from users where email like '%@discordia.example'").pluck().all(),
  )
  expect(demo).toEqual([])
  await site.stop()
  configure({ NODE_ENV: 'production', PUBLIC_URL: 'https://discordia.example' })
  await site.start()
  expect(await whoAmI()).toBe(200)
  ran(lines.demo)
})

test('the commands of operators: listed, a backup, roles, failed mails', async () => {
  await site.start()
  const [list = '', ...others] = lines.data
  const listed = await site.run([list])
  expect(listed.text).toContain('Usage: npm run admin -- COMMAND')
  // A second factor for the member who loses it.
  inSqlite((file) =>
    file
      .prepare(
        "insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at) select id, 'lost', 'none', 0, '[]', 'Telephone', 0 from users where email = ?",
      )
      .run(USER),
  )
  await site.does(others.filter((line) => !line.includes('demote')))
  expect(roleOf(USER)).toBe('superuser')
  expect(existsSync(join(backup, 'monday/SHA256SUMS'))).toBe(true)
  expect(existsSync(join(work, 'copy/index.html'))).toBe(true)
  expect(await site.does(others.filter((line) => line.includes('demote')))).toContain(USER)
  expect(roleOf(USER)).not.toBe('superuser')
  await site.does(lines.first)
  expect(roleOf(USER)).toBe('superuser')
  ran([...lines.data, ...lines.first])
})

test('a backup is checked anywhere and restored elsewhere while the server runs', async () => {
  await site.start()
  await site.does([...lines.backup, ...lines.checkSums])
  const dataDir = join(work, 'elsewhere')
  await site.does(lines.restoreElsewhere, { env: { DATA_DIR: dataDir } })
  // The claim of the linker lasts as long as its work, which a start does again.
  const claims = { linking_state: [] }
  expect({ ...(await rowsOf({ dataDir, env: {} })), ...claims }).toEqual({
    ...(await rows()),
    ...claims,
  })
  writeFileSync(join(backup, 'monday/manifest.json'), '{}')
  expect((await site.run(lines.checkSums)).code).not.toBe(0)
  ran([...lines.backup, ...lines.checkSums, ...lines.restoreElsewhere])
})

/** Bytes of a page of the database. */
const PAGE = 4096

/** The number of the first page of a table. */
function rootOf(file: string, table: string): number {
  const database = new Database(file, { readonly: true })
  const found = database.prepare('select rootpage from sqlite_master where name = ?').pluck()
  const root = Number(found.get(table))
  database.close()
  return root
}

test('the database file is damaged: the rows and files of the backup are back, others are read from the old file', async () => {
  await site.start()
  await site.does(lines.backup)
  await site.stop()
  const before = await rows()
  const files = filesBelow(join(site.dataDir, 'uploads'))
  const file = join(site.dataDir, 'discordia.sqlite')
  const damaged = readFileSync(file)
  // A page of rows: without that of the schema, no program can tell what the others are.
  const end = rootOf(file, 'linked_texts') * PAGE
  damaged.fill('damaged ', end - PAGE, end)
  writeFileSync(file, damaged)
  const { text } = await site.run(['systemctl start discordia'])
  expect(text).toMatch(/DATA_DIR: the database \S+ (is damaged|cannot be used)/)

  // The command within the sentence is the same as the second line.
  expect(lines.restore[1]?.split('#', 1)[0]?.trim()).toBe(lines.putAway[0])
  await site.does(lines.restore.filter((line) => !line.startsWith('systemctl stop')))
  expect(await whoAmI()).toBe(200)
  await site.stop()
  expect(await rows()).toEqual(before)
  expect(filesBelow(join(site.dataDir, 'uploads'))).toEqual(files)
  // The command ends with 1 if some rows cannot be read.
  await site.run(lines.recover)
  expect(readFileSync(join(site.folder, 'rows.sql'), 'utf8')).toContain(YOU)
  ran([...lines.restore, ...lines.recover])
})

test('the disk is full: the lines say where the room went', async () => {
  const printed = await site.does(lines.full)
  const mails = readdirSync(join(site.dataDir, 'mail')).length
  expect(printed.trim().split('\n').at(-1)).toBe(String(mails))
  expect(printed).toMatch(/^\S+\tvar\/discordia\.sqlite$/m)
  ran(lines.full)
})

test('a process hangs: it is killed, and after the next start nothing is missing', async () => {
  await site.start()
  const hung = site.pid()
  const tokens = await signUp(site, 'late@example.org')
  process.kill(hung, 'SIGSTOP')
  await site.does(lines.hang)
  await site.start()
  expect(site.pid()).not.toBe(hung)
  expect(await whoAmI(tokens)).toBe(200)
  ran(lines.hang)
})

test('emails fail: what was given up is listed with its reason, and sent after all', async () => {
  const mailsTo = async () =>
    (await readMails(join(site.dataDir, 'mail'))).filter(({ to }) => to === PENDING)
  inSqlite((file) =>
    file
      .prepare(
        "update outbox set done_at = null, dead_at = created_at, attempts = 8, last_error = '550 no' where recipient = ?",
      )
      .run(PENDING),
  )
  // A mail that is sent again is the same file.
  rmSync(join(site.dataDir, 'mail'), { recursive: true })
  mkdirSync(join(site.dataDir, 'mail'))
  await site.start()
  const printed = await site.does(lines.mails)
  expect(printed).toMatch(/to pending@example\.org, 8 attempts: 550 no/)
  expect(printed).toContain('Emails that will be sent again: 1.')
  await eventually(mailsTo, ({ length }) => length === 1)
  ran(lines.mails)
})

test('a secret leaked: with a new one all sessions end, and passwords stay good', async () => {
  const before = readFileSync(join(site.dataDir, 'jwt.secret'), 'utf8')
  const printed = await site.does(lines.secret)
  await site.start()
  expect(readFileSync(join(site.dataDir, 'jwt.secret'), 'utf8')).not.toBe(before)
  expect(await whoAmI()).toBe(401)
  const tokens = await signUp(site, 'late@example.org')
  expect(await whoAmI(tokens)).toBe(200)
  await site.stop()
  configure({ JWT_SECRET: printed.trim() })
  await site.start()
  expect(await whoAmI(tokens)).toBe(401)
  ran(lines.secret)
})

test('yesterday must come back: a deleted entry is there again, and later work stays', async () => {
  await site.start()
  // The first export gives rows their keys.
  await site.does([`npm run admin -- export glossary ${join(work, 'keys.json')}`])
  await site.does(lines.backup)
  const titles = () =>
    inSqlite((file) => file.prepare('select title from glossary_entries order by id').pluck().all())
  const before = titles()
  const [gone] = inSqlite((file) =>
    file
      .prepare(
        'delete from glossary_entries where id = (select max(id) from glossary_entries where approved_at is not null) returning title',
      )
      .pluck()
      .all(),
  )
  expect(titles()).not.toContain(gone)
  const tokens = await signUp(site, 'late@example.org')
  const printed = await site.does(lines.yesterday)
  expect(printed).toContain('Would add 1 and change 0,')
  expect(printed).toContain('Added 1 and changed 0,')
  expect([...titles()].sort()).toEqual([...before].sort())
  expect(await whoAmI(tokens)).toBe(200)

  // The commands must ignore the database and the store that the settings of the site name.
  rmSync(join(work, 'yesterday'), { recursive: true })
  rmSync(join(work, 'glossary.json'))
  configure({
    DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: databaseUrl,
    JWT_SECRET: SECRET,
    S3_BUCKET: 'discordia',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'none',
    S3_SECRET_ACCESS_KEY: 'none',
  })
  await site.does(lines.yesterday.filter((line) => !line.startsWith('npm')))
  ran(lines.yesterday)
})

test('the last superuser is lost: any account can be made one', async () => {
  await site.start()
  inSqlite((file) => file.prepare("update users set role = 'player'").run())
  await site.does(lines.superuser)
  expect(roleOf(YOU)).toBe('superuser')
  ran(lines.superuser)
})

describe('on PostgreSQL', () => {
  test('the move keeps every row and every session', async () => {
    await site.start()
    await site.stop()
    const before = await rows()
    await site.start()
    await site.does(lines.move, { env: clientEnv(database) })
    const JWT_SECRET = readFileSync(join(site.dataDir, 'jwt.secret'), 'utf8')
    const after = await rowsOf({ dataDir: site.dataDir, env: { DATABASE_URL: databaseUrl } })
    const counts = (all: typeof after) =>
      Object.fromEntries(Object.entries(all).map(([table, { length }]) => [table, length]))
    expect(counts(after)).toMatchObject(counts(before))
    rmSync(join(site.dataDir, 'discordia.sqlite'))
    configure({ DATABASE_URL: databaseUrl, JWT_SECRET })
    await site.start()
    expect(await whoAmI()).toBe(200)
    await signUp(site, 'late@example.org')
    ran(lines.move)
  })

  test('pgbouncer: the limits belong to the role', async () => {
    await atPsql(site, ["create role discordia login password 'x';", ...lines.limits], database.url)
    const address = new URL(database.url)
    address.username = 'discordia'
    address.password = 'x'
    const shown = await atPsql(
      site,
      ['show statement_timeout;', 'show idle_in_transaction_session_timeout;'],
      address.href,
    )
    expect(shown).toMatch(/ 3s\n.* 10s\n/s)
    ran(lines.limits)
  })

  test('trigrams: the indexes made by hand are those of the migration', async () => {
    const url = onDatabase(database, 'trigrams')
    await atPsql(site, ['create database trigrams;'], database.url)
    configure({ DATABASE_URL: url, JWT_SECRET: SECRET })
    await site.start()
    const db = await connectTo(url)
    const indexes = async () =>
      (
        await db.query<{ indexdef: string }>(
          "select indexdef from pg_indexes where indexname like '%trigrams%' order by 1",
        )
      ).rows
    const made = await indexes()
    await db.query('drop extension pg_trgm cascade')
    const byHand = lines.trigrams.filter((line) => line.startsWith('create index'))
    expect([made.length, (await indexes()).length]).toEqual([byHand.length, 0])
    await atPsql(site, lines.trigrams, url)
    expect(await indexes()).toEqual(made)
    await db.end()
    ran(lines.trigrams)
  })
})
