import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { prepare } from '../../server/compose/prepare.ts'
import { figure, isLong } from '../../test/helpers/server/faults.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { type ServerProcess, startProcess } from '../../test/helpers/server/serverProcess.ts'

jest.setTimeout(120_000)

const garbage = (bytes = 20_000): Buffer => Buffer.alloc(bytes, 'damaged ')
const PAGE = 4096

/** Data directory of a server that was killed immediately after its start, with the write-ahead log. */
let template: string
let work: string
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'discordia-damaged-'))
  const server = await startProcess(template)
  await server.end('SIGKILL')
})
afterAll(() => rmSync(template, { recursive: true, force: true }))
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'discordia-damaged-'))
  cpSync(template, work, { recursive: true })
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const at = (name: string): string => join(work, name)
const replace = (name: string, content: Buffer | string) => {
  rmSync(at(name), { recursive: true, force: true })
  writeFileSync(at(name), content)
}
const makeFolder = (name: string) => {
  rmSync(at(name), { recursive: true, force: true })
  mkdirSync(at(name))
}
/** Removes the log, from which damaged pages could be restored. */
const withoutLog = () => {
  for (const suffix of ['-wal', '-shm']) rmSync(at(`discordia.sqlite${suffix}`), { force: true })
}
async function checkpointed(): Promise<void> {
  expect(await startOf()).toBe('started')
  withoutLog()
}
function overwrite(name: string, position: number, content: Buffer): void {
  writeSync(openSync(at(name), 'r+'), content, 0, content.length, position)
}

const startOf = (env: Record<string, string> = {}): Promise<string> =>
  prepare({ DATA_DIR: work, SEED: 'none', ...env }).then(
    async ({ close }) => {
      await close()
      return 'started'
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

type Damage = () => void | Promise<void>
const DATABASE = 'DATA_DIR: the database \\S+discordia\\.sqlite'

test.each<[string, Damage, RegExp]>([
  [
    'the database is cut in the middle',
    async () => {
      await checkpointed()
      truncateSync(at('discordia.sqlite'), Math.floor(statSync(at('discordia.sqlite')).size / 2))
    },
    new RegExp(`^${DATABASE} (is damaged|cannot be used): .*`),
  ],
  [
    'a page of the database is overwritten',
    async () => {
      await checkpointed()
      overwrite('discordia.sqlite', 20 * PAGE, garbage(PAGE))
    },
    new RegExp(`^${DATABASE} (is damaged|cannot be used): .*`),
  ],
  [
    'the database is garbage',
    () => {
      withoutLog()
      replace('discordia.sqlite', garbage())
    },
    new RegExp(`^${DATABASE} cannot be used: .*SQLITE_NOTADB$`),
  ],
  [
    'the database is empty after it was in use',
    () => {
      withoutLog()
      replace('discordia.sqlite', '')
    },
    new RegExp(`^${DATABASE} is empty, but was in use\\. Restore a backup`),
  ],
  [
    'the database is a folder',
    () => {
      withoutLog()
      makeFolder('discordia.sqlite')
    },
    new RegExp(`^${DATABASE} cannot be used: .*SQLITE_CANTOPEN`),
  ],
  [
    'the key is a folder',
    () => makeFolder('jwt.secret'),
    /^The key \S+jwt\.secret cannot be read: EISDIR/,
  ],
  [
    'the folder of uploads is a file',
    () => replace('uploads', 'x'),
    /^DATA_DIR \S+ cannot be used: .*uploads' EEXIST$/,
  ],
  [
    'the folder of incoming files is a file',
    () => replace('incoming', 'x'),
    /^DATA_DIR \S+ cannot be used: .*incoming' EEXIST$/,
  ],
  [
    'the file of the process number is a folder',
    () => makeFolder('server.pid'),
    /^DATA_DIR \S+ cannot be used: EISDIR.*server\.pid'/,
  ],
  [
    'the privacy policy is a folder',
    () => mkdirSync(at('legal/privacy.md'), { recursive: true }),
    /^LEGAL_DIR: \S+privacy\.md cannot be read: EISDIR/,
  ],
])('a start says in one sentence what to mend when %s', async (_what, damage, sentence) => {
  await damage()
  const told = await startOf()
  figure(told.replaceAll(work, 'DATA_DIR'))
  expect(told).toMatch(sentence)
  expect(told).not.toContain('\n')
})

test.each<[string, Damage]>([
  ['the write-ahead log is garbage', () => replace('discordia.sqlite-wal', garbage())],
  ['the write-ahead log is cut', () => truncateSync(at('discordia.sqlite-wal'), 1000)],
  ['the index of the log is garbage', () => replace('discordia.sqlite-shm', garbage(32_768))],
  ['the index of the log is missing', () => rmSync(at('discordia.sqlite-shm'), { force: true })],
  [
    'the folder of uploads is missing',
    () => rmSync(at('uploads'), { recursive: true, force: true }),
  ],
  ['the process number is that of another process', () => replace('server.pid', '1')],
  ['the process number is garbage', () => replace('server.pid', garbage())],
  ['the lock is garbage', () => replace('server.lock', garbage())],
  ['a key was left unfinished', () => replace('jwt.secret.part', garbage())],
])('a start goes on when %s', async (_what, damage) => {
  await damage()
  expect(await startOf()).toBe('started')
  figure('starts')
})

test.each([
  ['empty', ''],
  ['cut', 'abc'],
  ['full of zero bytes', '\0'.repeat(64)],
  ['garbage', Buffer.alloc(64, 0xff)],
])('a key that is %s is replaced by a good one', async (_what, content) => {
  replace('jwt.secret', content)
  expect(await startOf()).toBe('started')
  expect(readFileSync(at('jwt.secret'), 'utf8')).toMatch(/^[\w-]{64}$/)
  figure('a new key of 64 characters')
})

/** Root ignores permissions, so the process gets another user. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const forbidden: readonly [string, number, RegExp][] = [
  ['discordia.sqlite', 0o400, /^DATA_DIR \S+ cannot be used: EACCES.*discordia\.sqlite' EACCES$/],
  ['jwt.secret', 0o000, /^The key \S+jwt\.secret cannot be read: EACCES/],
]
// Each case starts a process; the short form runs one.
test.each(allOrOne(forbidden))(
  'a start names %s when its permissions are %o',
  async (name, mode, sentence) => {
    await checkpointed()
    for (const path of ['.', ...readdirSync(work)])
      if (nobody.uid !== undefined) chownSync(at(path), nobody.uid, nobody.gid)
    chmodSync(at(name), mode)
    const child = spawn(process.execPath, [resolve('server/main.ts')], {
      ...nobody,
      env: { PATH: process.env.PATH, DATA_DIR: work, SEED: 'none', PORT: '0', DESK_PORT: '0' },
    })
    const printed = text(child.stderr)
    // A process that starts nevertheless must not stay.
    child.stdout.once('data', () => child.kill('SIGKILL'))
    await once(child, 'exit')
    const told = (await printed).trim()
    figure(told.replaceAll(work, 'DATA_DIR'))
    expect(told).toMatch(sentence)
    expect(told).not.toContain('\n')
  },
)

describe('a start with a built site that is damaged', () => {
  let cwd: string
  let server: ServerProcess
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'discordia-damaged-build-'))
    cpSync('dist/site', join(cwd, 'dist/site'), { recursive: true })
    for (const name of ['renderer', 'settings.json'])
      if (existsSync(join('dist', name)))
        cpSync(join('dist', name), join(cwd, 'dist', name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  })
  afterEach(async () => {
    await server.end('SIGKILL')
    rmSync(cwd, { recursive: true, force: true })
  })

  const damages: [string, () => void, RegExp][] = [
    [
      'settings.json is garbage',
      () => writeFileSync(join(cwd, 'dist/settings.json'), 'x{'),
      /^The built site is damaged: \S+settings\.json cannot be read: .* Run “npm run build”\.\n$/,
    ],
    [
      'the bundle of the renderer is garbage',
      () => writeFileSync(join(cwd, 'dist/renderer/renderer.js'), 'x{'),
      /^The built site is damaged: \S+renderer\.js cannot be read: .* Run “npm run build”\.\n$/,
    ],
    [
      'a text is garbage',
      () => writeFileSync(join(cwd, 'dist/site/locales/en/translation.json'), 'x{'),
      /^The built site is damaged: \S+translation\.json cannot be read: .* Run “npm run build”\.\n$/,
    ],
    ['.env is a folder', () => mkdirSync(join(cwd, '.env')), /^\.env cannot be read: .*\n$/],
  ]
  // Each case starts a process; the short form runs one.
  test.each(damages.slice(0, isLong ? undefined : 1))(
    'names the file when %s',
    async (_what, damage, sentence) => {
      damage()
      server = await startProcess(work, {}, cwd)
      expect(await server.ended).toBe(1)
      figure(server.printed().trim().replaceAll(cwd, '.'))
      expect(server.printed()).toMatch(sentence)
    },
  )

  if (isLong) {
    test('serves the API without a site, and says in production that there is none', async () => {
      rmSync(join(cwd, 'dist'), { recursive: true })
      server = await startProcess(work, { NODE_ENV: 'production' }, cwd)
      expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
      expect(server.printed()).toMatch(
        /WARNING: Pages: \S+index\.html doesn’t exist, so we serve no pages/,
      )
    })

    test('answers 404 for a file that is missing, and its pages all the same', async () => {
      const folder = join(cwd, 'dist/site/assets')
      const scripts = readdirSync(folder).filter((name) => /\.js(\.br|\.gz)?$/.test(name))
      expect(scripts).not.toEqual([])
      for (const name of scripts) rmSync(join(folder, name))
      server = await startProcess(work, {}, cwd)
      expect((await fetch(`${server.address}/`)).status).toBe(200)
      expect((await fetch(`${server.address}/assets/${scripts[0]}`)).status).toBe(404)
    })
  }
})
