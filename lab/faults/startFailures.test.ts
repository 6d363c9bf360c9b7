import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { runAdmin } from '../../server/admin/run.ts'
import { prepare } from '../../server/compose/prepare.ts'
import { startFailure } from '../../server/compose/startFailure.ts'
import { openDatabase } from '../../server/db/open.ts'
import {
  type FakePostgres,
  type Manner,
  startFakePostgres,
} from '../../test/helpers/server/fakePostgres.ts'
import { type ServerProcess, startProcess } from '../../test/helpers/server/serverProcess.ts'
import { startSmtp } from '../../test/helpers/server/smtp.ts'
import { bothEngines, startServer } from '../../test/helpers/server/startServer.ts'

jest.setTimeout(60_000)

const JWT_SECRET = 'x'.repeat(40)

describe('a start or command that is impossible', () => {
  let dataDir: string
  const fakes: FakePostgres[] = []
  const running: ServerProcess[] = []
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'discordia-start-'))
  })
  afterEach(async () => {
    for (const fake of fakes.splice(0)) await fake.close()
    for (const server of running.splice(0)) {
      await server.end('SIGKILL')
    }
    rmSync(dataDir, { recursive: true, force: true })
  })

  type Env = Record<string, string>
  const startOf = (env: Env) =>
    prepare({ DATA_DIR: dataDir, SEED: 'none', ...env }).then(
      async ({ close }) => {
        await close()
        return 'started'
      },
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  async function commandOf(env: Env): Promise<string> {
    const lines: string[] = []
    const add = (line: string) => void lines.push(line)
    const code = await runAdmin(
      ['outbox'],
      { DATA_DIR: dataDir, ...env },
      { print: add, complain: add },
    )
    expect(code).toBe(1)
    return lines.join('\n')
  }

  test('names a file that is no database', async () => {
    const file = join(dataDir, 'discordia.sqlite')
    writeFileSync(file, 'This is not a database. '.repeat(100))
    const sentence = `DATA_DIR: the database ${file} cannot be used: file is not a database SQLITE_NOTADB`
    expect(await startOf({})).toBe(sentence)
    expect(await commandOf({})).toBe(sentence)
  })

  test('names a database that is damaged inside', async () => {
    await startOf({})
    const file = join(dataDir, 'discordia.sqlite')
    const { size } = statSync(file)
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(size - 100, 'damaged '), 0, size - 100, 100)
    closeSync(handle)
    expect(await startOf({})).toMatch(
      /^DATA_DIR: the database \S+discordia\.sqlite is damaged: .*\. Restore a backup\.$/,
    )
  })

  test('ends the process with only the sentence', async () => {
    writeFileSync(join(dataDir, 'discordia.sqlite'), 'This is not a database. '.repeat(100))
    const server = await startProcess(dataDir)
    expect(await server.ended).toBe(1)
    expect(server.printed()).toMatch(/^DATA_DIR: the database \S+ cannot be used: [^\n]*\n$/)
  })

  test('names a lock that cannot be opened', async () => {
    mkdirSync(join(dataDir, 'server.lock'))
    expect(await startOf({})).toMatch(/^DATA_DIR: .*SQLITE_CANTOPEN/)
  })

  test('names a data directory that it may not use', async () => {
    chmodSync(dataDir, 0o500)
    // root may access everything: the process runs as another user.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const child = spawn(process.execPath, ['server/main.ts'], {
      ...nobody,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, SEED: 'none', PORT: '0', DESK_PORT: '0' },
    })
    const printed = text(child.stderr)
    await once(child, 'exit')
    expect(child.exitCode).toBe(1)
    expect(await printed).toMatch(/^DATA_DIR \S+ cannot be (read|written): EACCES[^\n]*\n$/)
    chmodSync(dataDir, 0o700)
  })

  test('names a file below the data directory that it cannot write', async () => {
    const file = join(dataDir, 'jwt.secret.part')
    mkdirSync(file)
    expect(await startOf({})).toMatch(
      new RegExp(`^DATA_DIR ${dataDir} cannot be used: EISDIR.*'${file}' EISDIR$`),
    )
  })

  test.each(bothEngines)(
    'names the migrations of a newer version on %s, unless it is allowed',
    async (engine) => {
      const server = await startServer(engine)
      const env: Env =
        server.deps.settings.databaseUrl === undefined
          ? {}
          : { DATABASE_URL: server.deps.settings.databaseUrl, JWT_SECRET }
      expect(await startOf(env)).toBe('started')
      const { db } = openDatabase({ dataDir, databaseUrl: env['DATABASE_URL'] })
      await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', '2030-01-01')`.execute(
        db,
      )
      expect(await startOf(env)).toMatch(
        /^A newer version has migrated the database \(9999_newer\)\. .*ALLOW_NEWER_DATABASE=on/,
      )
      expect(await startOf({ ...env, ALLOW_NEWER_DATABASE: 'on' })).toBe('started')
      await sql`delete from kysely_migration where name = '9999_newer'`.execute(db)
      await db.destroy()
      await server.close()
    },
  )

  async function fakePostgres(manner: Manner): Promise<string> {
    const fake = await startFakePostgres(manner)
    fakes.push(fake)
    return fake.host
  }
  /** Output of a start and of a command, which must be the same. */
  async function outputOf(databaseUrl: string): Promise<string> {
    const env = { JWT_SECRET, DATABASE_URL: databaseUrl }
    const [start, command] = await Promise.all([startOf(env), commandOf(env)])
    expect(command).toBe(start)
    expect(start).not.toContain('geheim')
    return start
  }

  test.each([
    ['127.0.0.1:1', 'ECONNREFUSED'],
    ['no-such-host.invalid:5432', '(ENOTFOUND|EAI_AGAIN)'],
  ])('names a missing database server at %s', async (host, reason) => {
    expect(await outputOf(`postgres://me:geheim@${host}/x`)).toMatch(
      new RegExp(`^DATABASE_URL: no database answers at ${host}: .*${reason}`),
    )
  })

  test('names the folder of a socket that is not there', async () => {
    expect(await outputOf(`postgres:///x?host=${dataDir}/nowhere`)).toMatch(
      new RegExp(`^DATABASE_URL: no database answers at ${dataDir}/nowhere: .*ENOENT`),
    )
  })

  test('names a database server that accepts and never responds', async () => {
    const host = await fakePostgres('says nothing')
    expect(await outputOf(`postgres://me:geheim@${host}/x`)).toMatch(
      new RegExp(`^DATABASE_URL: no database answers at ${host}: .*timeout`),
    )
  })

  test.each([
    ['28P01', 'password authentication failed for user "me"'],
    ['28000', 'no pg_hba.conf entry for host "127.0.0.1"'],
    ['3D000', 'database "x" does not exist'],
    ['53300', 'sorry, too many clients already'],
    ['57P03', 'the database system is starting up'],
  ])('has the message of a database server that refuses with %s: %s', async (code, message) => {
    const host = await fakePostgres({ refuses: { code, message } })
    expect(await outputOf(`postgres://me:geheim@${host}/x`)).toBe(
      `DATABASE_URL: the database server at ${host} refuses: ${message} ${code}`,
    )
  })

  test.each([
    ['asks for a password', '', /password must be a string/],
    ['does not encrypt', '?sslmode=require', /does not support SSL connections/],
  ] as const)(
    'names a database server that %s, where the driver gives up',
    async (manner, query, reason) => {
      const host = await fakePostgres(manner)
      const output = await outputOf(`postgres://me@${host}/x${query}`)
      expect(output).toMatch(
        new RegExp(`^DATABASE_URL: no connection to the database at ${host}: `),
      )
      expect(output).toMatch(reason)
    },
  )

  test('names the version of a PostgreSQL that is too old', async () => {
    const host = await fakePostgres({ hasVersion: { number: 140_011, name: '14.11' } })
    expect(await startOf({ JWT_SECRET, DATABASE_URL: `postgres://me:geheim@${host}/x` })).toBe(
      'DATABASE_URL: PostgreSQL 14.11 is too old. Use 15 or newer.',
    )
  })

  if (bothEngines.includes('postgres'))
    test.each([
      [
        'login',
        (url: URL) => Object.assign(url, { username: 'nobody_here', password: 'geheim' }),
        /nobody_here.* 28/,
      ],
      ['database', (url: URL) => Object.assign(url, { pathname: '/not_here' }), /not_here.* 3D000/],
    ])('names a %s that a real database server refuses', async (_what, change, reason) => {
      const url = change(new URL(process.env.TEST_DATABASE_URL ?? ''))
      const output = await outputOf(url.href)
      expect(output).toMatch(/^DATABASE_URL: the database server at \S+ refuses: /)
      expect(output).toMatch(reason)
    })

  test('a violated constraint is not blamed on a setting', () => {
    const error = Object.assign(new Error('violates foreign key constraint'), { code: '23503' })
    expect(startFailure(error, { dataDir, databaseUrl: 'postgres://db.example/discordia' })).toBe(
      error,
    )
  })

  test('a mail server that does not respond is named in the log at the start, without its password', async () => {
    const start = async (env: Env) => {
      const server = await startProcess(dataDir, env)
      running.push(server)
      return server
    }
    const silent = await start({
      SMTP_URL: 'smtp://us:geheim@127.0.0.1:1',
      LOG_LEVEL: 'warn',
    })
    expect(await silent.until(/SMTP_URL: (no mail server answers at 127\.0\.0\.1:1)/)).not.toBe('')
    expect(silent.printed()).not.toContain('geheim')
    await silent.end()
    const strict = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
    })
    const refused = await start({ SMTP_URL: `smtp://us:geheim@${strict.host}`, LOG_LEVEL: 'warn' })
    expect(
      await refused.until(/(SMTP_URL: the mail server at \S+ refuses the user or the password)/),
    ).not.toBe('')
    expect(refused.printed()).not.toContain('geheim')
    await refused.end()
    await strict.close()
    const smtp = await startSmtp()
    const answering = await start({
      SMTP_URL: `smtp://${smtp.host}`,
      LOG_LEVEL: 'info',
    })
    expect(await answering.until(/(the mail server answers)/)).not.toBe('')
    await answering.end()
    await smtp.close()
  })
})
