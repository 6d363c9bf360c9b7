import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { announcement, prepare, startWarnings } from '#server/compose/prepare.ts'
import { makeDataDir, startProcess } from '#test/helpers/server/serverProcess.ts'
import { engines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'

test('a process goes on with a broken SITE_DIR, and says on screen and in the log what is wrong with it', async () => {
  const [dataDir, site] = [makeDataDir(), makeDataDir()]
  writeFileSync(join(site.path, 'site.yaml'), 'name: Ours\nmotto: Dice\n')
  const server = await startProcess(dataDir.path, { SITE_DIR: site.path, LOG_LEVEL: 'info' })
  const problem = 'site.yaml:2: There is no field “motto” here.'
  expect(await server.until(/^\{"level":40.*(site\.yaml:2: .* here\.)/m)).toBe(problem)
  expect(await server.until(/^WARNING: SITE_DIR: .*\n {2}(.* here\.)/m)).toBe(problem)
  expect(await server.until(/^WARNING: Site folder: .*“(npm run admin -- site import) /m)).not.toBe(
    '',
  )
  server.kill('SIGKILL')
  await server.ended
  dataDir.remove()
  site.remove()
}, 60_000)

test('a setting of an earlier version is named, with what holds instead', async () => {
  const dataDir = makeDataDir()
  const start = async (env: Record<string, string>) => {
    const { report, close } = await prepare({ DATA_DIR: dataDir.path, SEED: 'none', ...env })
    await close()
    return report.warnings
  }
  expect(await start({ METRICS_OPEN: 'off', ACCESS_TOKEN_SECONDS: ' ' })).toEqual([
    'METRICS_OPEN has no effect any more. Set METRICS_TOKEN, and send it with each request of the metrics. Remove the setting.',
  ])
  dataDir.remove()
})

test('a data directory that others could read is closed, and a start says so once', async () => {
  const dataDir = makeDataDir()
  const start = async () => {
    const { report, close } = await prepare({ DATA_DIR: dataDir.path, SEED: 'none' })
    await close()
    return report.warnings
  }
  expect(await start()).toEqual([])
  const key = join(dataDir.path, 'jwt.secret')
  chmodSync(dataDir.path, 0o755)
  chmodSync(key, 0o644)
  expect(await start()).toEqual([
    expect.stringMatching(
      /^Other users of the machine could read .*jwt\.secret.* Their access is removed/,
    ),
  ])
  expect(statSync(dataDir.path).mode & 0o777).toBe(0o700)
  expect(statSync(key).mode & 0o777).toBe(0o600)
  expect(await start()).toEqual([])
  dataDir.remove()
})

const ASKS_FOR_SETUP = expect.stringMatching(/^Set up: This site isn’t set up yet/)
/** A production start without them asks for the legal texts and for the proxy. */
const REST = {
  NODE_ENV: 'production',
  LEGAL_URL: 'https://discordia.example/legal',
  TRUST_PROXY: '127.0.0.1',
}
const PUBLIC_URL = 'https://discordia.example'
const MAILING = { ...REST, SMTP_URL: 'smtps://mail.example' }

describe('a start in production', () => {
  let server: TestServer
  afterEach(() => server.close())

  test('without a mail server warns that no mail is sent', async () => {
    server = await startServer('sqlite', { ...REST, PUBLIC_URL })
    const warnings = await startWarnings(server.deps)
    expect(warnings).toEqual([
      ASKS_FOR_SETUP,
      expect.stringContaining('No mail server is set, so we send no emails'),
    ])
    const said = await announcement(server.deps, 'http://x', { notes: [], warnings })
    for (const warning of warnings) expect(said).toContain(`WARNING: ${warning}`)
  })

  test('with a mail server and a superuser has no warnings', async () => {
    server = await startServer('sqlite', { ...MAILING, PUBLIC_URL })
    await server.addUser('Sue', 'superuser')
    expect(await startWarnings(server.deps)).toEqual([])
  })

  test.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
    [{ PUBLIC_URL: 'https://[::1]:3000/' }, 'https://[::1]:3000'],
  ])('with %p warns that its links lead nowhere', async (env, url) => {
    server = await startServer('sqlite', { PORT: '3000', ...MAILING, ...env })
    expect(await startWarnings(server.deps)).toEqual([
      ASKS_FOR_SETUP,
      `Address: Links in emails, feeds and previews lead to ${url}, which only this machine can open. ` +
        'Set PUBLIC_URL to the address of the site.',
    ])
  })
})

test.each(engines)(
  'a %s database that is lost at the end of a start does not end the process',
  async (engine) => {
    const { deps, close } = await startServer(engine, { SEED: 'demo' })
    // The first call connects: only an open connection can be lost.
    await startWarnings(deps)
    await deps.db.destroy()
    const [warning, ...more] = await startWarnings(deps)
    expect(warning).toContain('check the database: ')
    expect(more).toEqual([])
    const said = await announcement(deps, 'http://x', { notes: [], warnings: [String(warning)] })
    expect(said).toContain(`WARNING: ${warning}`)
    await close()
  },
)
