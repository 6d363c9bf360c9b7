import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { announcement, prepare, startWarnings } from '#server/compose/prepare.ts'
import { readSettings, SettingsError } from '#server/config/env.ts'
import { completeLanguages } from '#server/config/locales.ts'
import { keptSecret } from '#server/config/secret.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const SENDER =
  'an email address, with or without a name before it, such as "Club: Graz" <us@discordia.example>'
const SECRET = 'x'.repeat(32)
const refusal = (env: Record<string, string>): string => {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'nothing refused'
}

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(readSettings({ PORT: '', UNKNOWN: 'x' })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      deskPort: 3001,
      hookHosts: [],
      dataDir: resolve('var'),
      languages: completeLanguages(),
      rendersPages: true,
      isOffline: true,
      databaseUrl: undefined,
      databaseDirectUrls: [],
      databaseReplicaUrl: undefined,
      allowsNewerDatabase: false,
      publicUrl: 'http://127.0.0.1:3000',
      deskUrl: 'http://127.0.0.1:3001',
      smtpUrl: undefined,
      timeZone: 'Europe/Vienna',
      legalDir: expect.stringMatching(/var.legal$/),
      siteDir: expect.stringMatching(/var.site$/),
      legalUrl: undefined,
      mailFrom: { name: '', address: 'no-reply@discordia.example' },
      mailPerMinute: 600,
      contactTo: 'contact@discordia.example',
      jwtSecret: undefined,
      seed: 'demo',
      rateLimits: true,
      trustProxy: [],
      metricsToken: undefined,
      accessTokenSeconds: 600,
      s3: undefined,
      logLevel: 'info',
      isProduction: false,
      isTimeZoneSet: false,
    })
  })

  test('are read as they are given', () => {
    const settings = readSettings({
      PORT: ' 80 ',
      HOST: '::1',
      DATABASE_URL: 'postgres:///discordia?host=/run/postgresql',
      JWT_SECRET: SECRET,
      PUBLIC_URL: 'https://discordia.example/',
      SMTP_URL: 'smtps://us:secret@mail.example:465',
      TRUST_PROXY: '10.0.0.0/8, ::1,fd00::/8',
      RATE_LIMITS: 'off',
      SSR: 'off',
      S3_BUCKET: 'discordia',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    expect(settings).toMatchObject({
      port: 80,
      publicUrl: 'https://discordia.example',
      trustProxy: ['10.0.0.0/8', '::1', 'fd00::/8'],
      rateLimits: false,
      rendersPages: false,
      s3: { bucket: 'discordia', region: 'eu-central-1' },
    })
  })

  test.each([
    [{ HOST: '::1', DESK_PORT: '81' }, 'http://[::1]:81'],
    [{ DESK_PORT: '0' }, undefined],
    [{ PUBLIC_URL: 'https://discordia.example' }, undefined],
    [
      { PUBLIC_URL: 'https://discordia.example', DESK_URL: 'https://desk.discordia.example/' },
      'https://desk.discordia.example',
    ],
  ])('the desk of %p has the URL %s', (env, address) => {
    expect(readSettings(env).deskUrl).toBe(address)
  })

  test.each([
    [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
    [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
    [{ HOST: 'games.example' }, 'http://games.example:3000'],
  ])('links of a server on %p begin with %s', (env, address) => {
    expect(readSettings(env).publicUrl).toBe(address)
  })

  test.each([
    ['us@b.c', ''],
    ['Discordia <us@b.c>', 'Discordia'],
    ['"Graz, Club" <us@b.c>', 'Graz, Club'],
    ['Graz, Club <us@b.c>', 'Graz, Club'],
    ['"Club: \\"Graz\\"" <us@b.c>', 'Club: "Graz"'],
  ])('the sender of %s has the name %j', (text, name) => {
    expect(readSettings({ MAIL_FROM: text }).mailFrom).toEqual({ name, address: 'us@b.c' })
  })

  test.each([
    [{}, 'demo'],
    [{ NODE_ENV: 'production' }, 'starter'],
    [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://x/y', JWT_SECRET: SECRET }, 'starter'],
    [{ DATABASE_URL: 'postgres://x/y', JWT_SECRET: SECRET }, 'none'],
    [{ NODE_ENV: 'production', SEED: 'demo' }, 'demo'],
    [{ SEED: 'none' }, 'none'],
  ])('with %p the first start seeds: %s', (env, seed) => {
    expect(readSettings(env).seed).toBe(seed)
  })

  test('messages use the first address that can listen directly, past a pooler', () => {
    const database = { DATABASE_URL: 'postgres://pooler/x', JWT_SECRET: SECRET }
    expect(readSettings(database).databaseDirectUrls).toEqual(['postgres://pooler/x'])
    const several = 'postgres://a/x , postgres://b/x'
    expect(readSettings({ ...database, DATABASE_DIRECT_URL: several }).databaseDirectUrls).toEqual([
      'postgres://a/x',
      'postgres://b/x',
    ])
  })

  test.each([
    ['PORT', 'x', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '3000.5', 'a whole number from 0 to 65535'],
    ['PORT', '1e3', 'a whole number from 0 to 65535'],
    ['DESK_PORT', '-1', 'a whole number from 0 to 65535'],
    ['HOST', 'http://x', 'an address or host name to listen on'],
    ['DATABASE_URL', 'mysql://x', 'an address such as postgres://user@host/discordia'],
    ['DATABASE_REPLICA_URL', 'replica', 'an address such as postgres://user@host/discordia'],
    [
      'DATABASE_DIRECT_URL',
      'postgres://a/x, b',
      'an address such as postgres://user@host/discordia, or several with commas between them',
    ],
    ['DESK_URL', 'desk', 'an address such as https://desk.discordia.example'],
    ['PUBLIC_URL', 'discordia.example', 'an address such as https://discordia.example'],
    ['LANGUAGES', 'English', 'languages such as en,de, the main one first'],
    ['SITE_TIME_ZONE', 'Vienna', 'a time zone such as Europe/Vienna or UTC'],
    ['PUBLIC_URL', 'https://[', 'an address such as https://discordia.example'],
    ['SMTP_URL', 'mail.example', 'an address such as smtps://user:password@mail.example'],
    ['MAIL_FROM', 'us', SENDER],
    ['MAIL_FROM', 'Club: Graz <us@b.c>', SENDER],
    ['CONTACT_TO', 'a@b.c, d@e.f', 'an email address'],
    ['JWT_SECRET', 'short', 'a secret of at least 32 characters'],
    ['SEED', 'yes', 'one of demo, starter, none'],
    ['SSR', 'no', 'one of on, off'],
    ['RATE_LIMITS', 'true', 'one of on, off'],
    ['ALLOW_NEWER_DATABASE', 'yes', 'one of on, off'],
    ['OFFLINE', 'no', 'one of on, off'],
    ['METRICS_TOKEN', 'short', 'a secret of at least 16 characters'],
    ['S3_ENDPOINT', 'ftp://x', 'an address such as https://s3.example'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%s is refused by name', (name, value, needed) => {
    expect(refusal({ [name]: value })).toBe(`Wrong settings: ${name} must be ${needed}`)
  })

  test.each([
    [{ LANGUAGES: 'en,xx' }, 'LANGUAGES names xx, which has no folder in locales'],
    [{ TRUST_PROXY: '10.0.0' }, `TRUST_PROXY has “10.0.0”, which isn’t an address or a subnet`],
    [{ TRUST_PROXY: '::1, 10.0.0.0/33' }, `TRUST_PROXY has “10.0.0.0/33”, which isn’t`],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY has “0.0.0.0/0”, which trusts every address'],
    [{ TRUST_PROXY: '10.0.0.1, ::/00' }, 'TRUST_PROXY has “::/00”, which trusts every address'],
    [{ SMTP_URL: 'smtp://us:100%@x' }, 'SMTP_URL needs each % of its user and password'],
    [
      { DATABASE_URL: 'postgres://us:100%@x/y' },
      'DATABASE_URL needs each % of its user and password',
    ],
    [{ DATABASE_URL: 'postgres://x/y' }, 'JWT_SECRET is required with DATABASE_URL'],
    [{ DATABASE_DIRECT_URL: 'postgres://x/y' }, 'DATABASE_URL is required with the other'],
    [{ DATABASE_REPLICA_URL: 'postgres://x/y' }, 'DATABASE_URL is required with the other'],
    [{ S3_BUCKET: 'x' }, 'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    [{ S3_ACCESS_KEY_ID: 'x' }, 'S3_BUCKET is required with the other S3 settings'],
    [{ PORT: '3001' }, 'PORT and DESK_PORT must differ'],
    [{ PUBLIC_URL: 'https://x.example/?a' }, 'PUBLIC_URL must not have a query or a fragment'],
  ])('%p is refused', (env, sentence) => {
    expect(refusal(env)).toContain(sentence)
  })

  test('all problems are reported at once', () => {
    const message = refusal({ PORT: 'x', SEED: 'y', LOG_LEVEL: 'z' })
    for (const name of ['PORT', 'SEED', 'LOG_LEVEL']) expect(message).toContain(`${name} must be`)
  })
})

const QUIET = { notes: [], warnings: [] }

describe('the first start', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'discordia-start-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('seeds the demonstration once and prints who may log in', async () => {
    const env = { DATA_DIR: join(dataDir, 'new'), LOG_LEVEL: 'silent' }
    const first = await prepare(env)
    const { db } = first.deps
    expect(await startWarnings(first.deps)).toEqual([])
    const said = await announcement(first.deps, 'http://127.0.0.1:3000', QUIET)
    expect(said.split('\n')).toEqual([
      'Discordia is ready on http://127.0.0.1:3000',
      '',
      'Demo accounts, all with the password GoldenApple412!',
      '  mira@discordia.example    player',
      '  tomas@discordia.example   player',
      '  runa@discordia.example    player',
      '  ada@discordia.example     staff',
      '  corvin@discordia.example  superuser',
    ])
    const groups = await db.selectFrom('groups').select('id').execute()
    expect(groups.length).toBeGreaterThan(3)
    expect(await db.selectFrom('mutes').select('id').execute()).not.toEqual([])
    await db.deleteFrom('mutes').execute()
    await first.close()

    const second = await prepare(env)
    expect(await second.deps.db.selectFrom('mutes').select('id').execute()).toEqual([])
    expect(second.deps.jwtSecret).toBe(first.deps.jwtSecret)
    await second.close()
  }, 60_000)

  test('without the demonstration the start names no accounts', async () => {
    const { deps, close } = await prepare({ DATA_DIR: dataDir, SEED: 'none' })
    expect(await startWarnings(deps)).toEqual([])
    expect(await announcement(deps, 'http://x', QUIET)).toBe('Discordia is ready on http://x')
    await close()
  })

  test('an impossible data directory is refused by name', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    await expect(prepare({ DATA_DIR: join(file, 'below') })).rejects.toThrow(
      /^DATA_DIR .* cannot be created/,
    )
  })

  test('a data directory in use is refused, and free again after the close', async () => {
    const env = { DATA_DIR: dataDir, SEED: 'none' }
    const { close } = await prepare(env)
    await expect(prepare(env)).rejects.toThrow(`is in use by process ${process.pid}`)
    await close()
    await (await prepare(env)).close()
  })

  test('a database that does not respond is refused by name and without its password', async () => {
    const env = {
      DATA_DIR: dataDir,
      JWT_SECRET: SECRET,
      DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/x',
    }
    const error: unknown = await prepare(env).catch((reason: unknown) => reason)
    expect(String(error)).toContain('DATABASE_URL: no database answers at 127.0.0.1:1')
    expect(String(error)).not.toContain('geheim')
  })

  if (bothEngines.includes('postgres'))
    test('a missing database is refused by name', async () => {
      const url = new URL(process.env.TEST_DATABASE_URL ?? '')
      url.pathname = '/no_such_database'
      const env = { DATA_DIR: dataDir, JWT_SECRET: SECRET, DATABASE_URL: url.href }
      await expect(prepare(env)).rejects.toThrow(
        /^DATABASE_URL: the database server at \S+ refuses: .*no_such_database/,
      )
    })

  test('the secret is created once, for the owner only; a partial one is replaced', () => {
    const made = keptSecret(dataDir)
    expect(made).toHaveLength(64)
    expect(keptSecret(dataDir)).toBe(made)
    const file = join(dataDir, 'jwt.secret')
    expect(statSync(file).mode & 0o077).toBe(0)
    writeFileSync(file, made.slice(0, 10))
    const again = keptSecret(dataDir)
    expect(again).toHaveLength(64)
    expect(readFileSync(file, 'utf8')).toBe(again)
  })
})
