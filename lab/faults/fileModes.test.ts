import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedUser } from '../../scripts/postgres.ts'
import { makeDataDir as openDataDir } from '../../server/config/dataDir.ts'
import { eventually } from '../../test/helpers/server/faults.ts'
import {
  type DataDir,
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '../../test/helpers/server/serverProcess.ts'

jest.setTimeout(60_000)

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const named = (folder: string, name: string): string => `${name} ${modeOf(join(folder, name))}`

/** A process whose files are readable for everyone, unless it sets their mode. */
const OPEN_UMASK = { NODE_OPTIONS: '--import=data:text/javascript,process.umask(0)' }

describe('nobody else on the machine can read', () => {
  let data: DataDir
  let server: ServerProcess | undefined
  beforeEach(() => {
    data = makeDataDir()
  })
  afterEach(async () => {
    await server?.end('SIGKILL')
    server = undefined
    data.remove()
  })

  test('files that a command of root writes, because they belong to the owner of the folder', () => {
    const owner = unprivilegedUser() ?? { uid: process.getuid?.(), gid: process.getgid?.() }
    chownSync(data.path, owner.uid ?? 0, owner.gid ?? 0)
    const env = { PATH: process.env.PATH, DATA_DIR: data.path }
    const flags = ['--url=https://club.example', '--zone=UTC', '--name=Club', '--no-mail', '--link']
    const person = ['--email=root@example.org', '--username=Root']
    const { status } = spawnSync(
      process.execPath,
      ['server/admin.ts', 'setup', ...flags, ...person],
      { env },
    )
    expect(status).toBe(0)
    const all = globSync(join(data.path, '**', '*'))
    expect(all).toContain(join(data.path, 'settings.env'))
    expect(new Set(all.map((path) => statSync(path).uid))).toEqual(new Set([owner.uid]))
  })

  test('files that the process and its commands write or find, also with an open umask', async () => {
    const dataDir = join(data.path, 'old')
    for (const folder of [dataDir, join(dataDir, 'mail')]) mkdirSync(folder, { mode: 0o755 })
    writeFileSync(join(dataDir, 'jwt.secret'), '', { mode: 0o644 })
    server = await startProcess(dataDir, { SEED: 'demo', ...OPEN_UMASK })
    expect(server.address).not.toBe('')
    const copy = join(dataDir, 'copy')
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...OPEN_UMASK }
    spawnSync(process.execPath, ['server/admin.ts', 'backup', copy], { env })
    await fetch(`${server.address}/api/users/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'a@example.org',
        username: 'Anna',
        password: 'Golden-Apple-412',
      }),
    })
    const mails = () => globSync(join(dataDir, 'mail', '*.eml')).length
    await eventually(mails, (count) => count > 0)
    const all = globSync(join(data.path, '**', '*'))
    const open = all.filter((path) => (statSync(path).mode & 0o077) !== 0)
    expect(open.map((path) => `${path} ${modeOf(path)}`)).toEqual([])
    const names = all.map((path) => path.slice(dataDir.length + 1))
    expect(names).toEqual(
      expect.arrayContaining([
        'copy/SHA256SUMS',
        'copy/rows/users.jsonl',
        'copy/files/public',
        'discordia.sqlite',
        'discordia.sqlite-wal',
        'discordia.sqlite-shm',
        'jwt.secret',
        'server.lock',
        'uploads/public',
      ]),
    )
  })

  test('a new data directory, nor the folders created above it', () => {
    openDataDir({ dataDir: join(data.path, 'new/data') })
    expect([named(data.path, 'new'), named(data.path, 'new/data')]).toEqual([
      'new 700',
      'new/data 700',
    ])
  })

  test('an empty folder that becomes one', () => {
    chmodSync(data.path, 0o755)
    openDataDir({ dataDir: data.path })
    expect(modeOf(data.path)).toBe('700')
  })

  test.each([
    'discordia.sqlite',
    'discordia.sqlite-wal',
    'discordia.sqlite-shm',
    'server.lock',
    'server.pid',
    'jwt.secret',
  ])('a directory of an earlier version, and %s in it', (name) => {
    chmodSync(data.path, 0o755)
    writeFileSync(join(data.path, name), '', { mode: 0o666 })
    writeFileSync(join(data.path, 'letters.txt'), '', { mode: 0o644 })
    openDataDir({ dataDir: data.path })
    const names = [name, 'letters.txt']
    expect([modeOf(data.path), ...names.map((one) => named(data.path, one))]).toEqual([
      '700',
      `${name} 600`,
      'letters.txt 644',
    ])
  })

  test.each(['uploads', 'incoming', 'mail'])(
    'a directory of an earlier version, and the folder %s in it',
    (name) => {
      chmodSync(data.path, 0o777)
      mkdirSync(join(data.path, name), { mode: 0o755 })
      openDataDir({ dataDir: data.path })
      expect([modeOf(data.path), named(data.path, name)]).toEqual(['700', `${name} 700`])
    },
  )

  test('files of a data directory; a folder of other files keeps its permissions', () => {
    chmodSync(data.path, 0o755)
    writeFileSync(join(data.path, 'letters.txt'), '')
    openDataDir({ dataDir: data.path })
    expect(modeOf(data.path)).toBe('755')
  })

  test('files of this account; files of another one keep their permissions', () => {
    chmodSync(data.path, 0o750)
    writeFileSync(join(data.path, 'discordia.sqlite'), '', { mode: 0o640 })
    jest.spyOn(process, 'getuid').mockReturnValue(statSync(data.path).uid + 1)
    openDataDir({ dataDir: data.path })
    expect([modeOf(data.path), named(data.path, 'discordia.sqlite')]).toEqual([
      '750',
      'discordia.sqlite 640',
    ])
  })
})
