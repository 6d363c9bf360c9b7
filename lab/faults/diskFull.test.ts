import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { PNG } from '../../test/helpers/fixtures/deskRows.ts'
import { entryForm } from '../../test/helpers/fixtures/glossary.ts'
import {
  logInToDesk,
  MAIL_CONFIRMED,
  startDeskProcess,
} from '../../test/helpers/server/deskProcess.ts'
import { eventually, figure } from '../../test/helpers/server/faults.ts'
import { hasOwnPostgres, startOwnPostgres } from '../../test/helpers/server/ownPostgres.ts'
import {
  addAccount,
  logInTo,
  makeProcessDatabase,
  type ProcessDatabase,
} from '../../test/helpers/server/processDatabase.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { type ServerProcess, startProcess } from '../../test/helpers/server/serverProcess.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { markdownWorld } from '../foreignWorlds.ts'
import { storedIn } from './storedFiles.ts'

jest.setTimeout(180_000)

/** Size of the small disk. */
const DISK_MB = 8
/** Space left on a full file system. Bytes. */
const LEFT = 4096

/** Fills the disk with one file. @param left bytes of space @returns a function that frees it again */
function fill(folder: string, left = LEFT): () => void {
  const filler = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - Math.round(left))))
  return () => rmSync(filler)
}

/** A PNG of some hundred kilobytes, which no encoding makes smaller. */
const noise = () => {
  const raw = { width: 400, height: 400, channels: 3 } as const
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer()
}

/** The short form picks one at random. */
const SOME_ENGINES = allOrOne(engines)

describe.each(SOME_ENGINES)('a disk without space, with the data on %s', (engine) => {
  let database: ProcessDatabase
  let server: ServerProcess | undefined
  let member: Readonly<Record<string, string>>
  const mounts: string[] = []
  beforeEach(async () => {
    database = await makeProcessDatabase(engine, { prepare: mount })
  })
  afterEach(async () => {
    await server?.end('SIGKILL')
    await database.db.destroy()
    for (const folder of mounts.splice(0).reverse()) execFileSync('umount', [folder])
    await database.remove()
  })

  function mount(folder: string): void {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
    mounts.push(folder)
  }
  async function start(): Promise<ServerProcess> {
    server = await startProcess(database.path, database.env)
    const { email } = await addAccount(database.db, 'Mara')
    await database.db.insertInto('glossary_types').values({ name: 'Places', position: 0 }).execute()
    member = await logInTo(server.address, email)
    return server
  }
  const send = async (url: string, body: FormData | object) => {
    const isForm = body instanceof FormData
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...member, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    return [answer.status, answer.headers.get('retry-after'), await answer.text()] as const
  }
  const NO_SPACE = 'We can’t save anything right now. Please try again later.'

  if (engine === 'sqlite')
    test('refuses writes with 507 and words, goes on reading, and writes again when there is space', async () => {
      const { address } = await start()
      const createGroup = (name: string) => send(`${address}/api/rpggroups/create/`, { name })
      expect((await createGroup('Before'))[0]).toBe(201)
      const free = fill(database.path)
      let acknowledged = 1
      let answer = await createGroup('Full')
      for (; answer[0] === 201 && acknowledged < 2000; answer = await createGroup('Full'))
        acknowledged++
      expect(answer.slice(0, 2)).toEqual([507, '60'])
      expect(answer[2]).toContain(NO_SPACE)
      const list = await fetch(`${address}/api/rpggroups/list`, { headers: member })
      expect([list.status, ((await list.json()) as unknown[]).length]).toEqual([200, acknowledged])
      free()
      expect((await createGroup('After'))[0]).toBe(201)
      figure(`507 after ${acknowledged} writes, 200 for reads, 201 again with space`)
      const { rows } = await sql`pragma integrity_check`.execute(database.db)
      expect(rows).toEqual([{ integrity_check: 'ok' }])
    })

  test('takes no upload: 507 in words and nothing half-written; and takes them when there is space', async () => {
    const { address } = await start()
    const uploads = join(database.path, 'uploads')
    mount(uploads)
    const upload = (title: string) =>
      send(
        `${address}/api/glossary/user-entries/`,
        entryForm({ title, entry_type: 1 }, new Blob([new Uint8Array(PNG)])),
      )
    mkdirSync(join(uploads, 'public'), { recursive: true })
    const free = fill(uploads)
    writeFileSync(join(uploads, 'last'), Buffer.alloc(LEFT))
    const [status, retryAfter, body] = await upload('Full')
    expect([status, retryAfter]).toEqual([507, '60'])
    expect(body).toContain(NO_SPACE)
    expect(globSync('{public,private}/*', { cwd: uploads })).toEqual([])
    const entries = database.db.selectFrom('glossary_entries').select('title')
    expect(await entries.execute()).toEqual([])
    await eventually(
      () => readdirSync(join(database.path, 'incoming')),
      ({ length }) => length === 0,
    )
    free()
    expect((await upload('After'))[0]).toBe(201)
    expect(await entries.execute()).toEqual([{ title: 'After' }])
    figure('507 on a full disk, no file and no row; 201 with space')
  })

  test('imports nothing of a foreign archive whose pictures have no room: 507 in words; and all of it when there is space', async () => {
    const uploads = join(database.path, 'uploads')
    mount(uploads)
    const { server: process, api } = await startDeskProcess(database, database.env)
    server = process
    const { email } = await addAccount(database.db, 'Ada', 'superuser')
    const confirmMail = () => sql.raw(MAIL_CONFIRMED).execute(database.db)
    const seat = await logInToDesk(api, email, confirmMail)
    const pictures = Object.fromEntries(
      await Promise.all([1, 2, 3].map(async (at) => [`bild-${at}.png`, await noise()] as const)),
    )
    const { name, bytes } = await markdownWorld(3, pictures)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const sent = await fetch(`${api}/uploads/import`, { method: 'POST', headers: seat, body: form })
    const { id: upload } = (await sent.json()) as { id: string }
    const importIt = async () => {
      const answer = await fetch(`${api}/transfer/glossary`, {
        method: 'POST',
        headers: { ...seat, 'content-type': 'application/json' },
        body: JSON.stringify({ upload }),
      })
      return [answer.status, answer.headers.get('retry-after'), await answer.text()] as const
    }
    const kept = storedIn(database)
    // One of the three pictures has room.
    const free = fill(uploads, (await noise()).length * 1.5)
    const [status, retryAfter, body] = await importIt()
    expect([status, retryAfter]).toEqual([507, '60'])
    expect(body).toContain(NO_SPACE)
    expect(storedIn(database)).toEqual(kept)
    for (const table of ['glossary_entries', 'glossary_types', 'text_pictures', 'imports'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([])
    free()
    expect((await importIt())[0]).toBe(200)
    expect(await database.db.selectFrom('text_pictures').select('id').execute()).toHaveLength(3)
    figure('507 on a full disk, no row and no picture; 200 with space')
  })
})

const whenPostgres = hasOwnPostgres ? test : undefined
whenPostgres?.(
  'a disk without space below PostgreSQL refuses writes with 507, and takes them when there is space',
  async () => {
    const postgres = await startOwnPostgres()
    const { uid, gid } = statSync(`/proc/${postgres.pid()}`)
    const disk = mkdtempSync(join(tmpdir(), 'discordia-tablespace-'))
    const options = `size=${DISK_MB}m,uid=${uid},gid=${gid},mode=0700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
    const database = await makeProcessDatabase('postgres', { url: postgres.url })
    let server: ServerProcess | undefined
    try {
      server = await startProcess(database.path, database.env)
      const { address } = server
      const { email } = await addAccount(database.db, 'Mara')
      const headers = { ...(await logInTo(address, email)), 'content-type': 'application/json' }
      await sql`create tablespace small location ${sql.lit(disk)}`.execute(database.db)
      await sql`alter table groups set tablespace small`.execute(database.db)
      const createGroup = () =>
        fetch(`${address}/api/rpggroups/create/`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: 'x'.repeat(50) }),
        })
      expect((await createGroup()).status).toBe(201)
      const filler = join(disk, 'filler')
      const { bavail, bsize } = statfsSync(disk)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
      let acknowledged = 1
      let answer = await createGroup()
      for (; answer.status === 201 && acknowledged < 190; answer = await createGroup())
        acknowledged++
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([507, '60'])
      const list = await fetch(`${address}/api/rpggroups/list`, { headers })
      expect([list.status, ((await list.json()) as unknown[]).length]).toEqual([200, acknowledged])
      rmSync(filler)
      expect((await createGroup()).status).toBe(201)
      figure(`507 after ${acknowledged} writes, 200 for reads, 201 again with space`)
    } finally {
      await server?.end('SIGKILL')
      await database.remove()
      await postgres.stop()
      execFileSync('umount', [disk])
      rmSync(disk, { recursive: true })
    }
  },
)
