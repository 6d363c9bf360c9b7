import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { IMAGE_BYTES_MAX } from '../../contract/glossary.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { openData, send } from '../../test/helpers/server/deskProcess.ts'
import { amount, eventually, figure } from '../../test/helpers/server/faults.ts'
import {
  type DataDir,
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '../../test/helpers/server/serverProcess.ts'
import { memoryOf, OTHERS_P95_MAX, toldOf, watchOthers } from './bystander.ts'

jest.setTimeout(180_000)

const MEMBERS = 2
/** Concurrent uploads of each member. */
const AT_ONCE = amount(10, 6)
/** Side of a picture of noise, which is incompressible: 2,190 x 2,190 pixels are 14.4 MB. */
const SIDE = amount(2190, 1000)
/** Limit with two pictures processed at a time; without a limit, twenty took 1,650 MB. */
const GROWTH_MAX_MB = 450

describe('many large pictures at once', () => {
  let dataDir: DataDir
  let server: ServerProcess
  let png: Buffer
  beforeAll(async () => {
    dataDir = makeDataDir()
    server = await startProcess(dataDir.path)
    const raw = { width: SIDE, height: SIDE, channels: 3 as const }
    png = await sharp(randomBytes(SIDE * SIDE * 3), { raw })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(png.length).toBeLessThan(IMAGE_BYTES_MAX)
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    dataDir.remove()
  })

  const incoming = () => {
    const folder = join(dataDir.path, 'incoming')
    return existsSync(folder) ? readdirSync(folder) : []
  }

  async function members(): Promise<string[]> {
    const names = Array.from({ length: MEMBERS }, (_, at) => `member${at}`)
    const account = (username: string) => ({
      email: `${username}@example.org`,
      username,
      password: PASSWORD,
    })
    for (const name of names) await send(`${server.address}/api/users/register/`, account(name))
    const database = openData(dataDir)
    database.prepare('update users set activated_at = created_at').run()
    database
      .prepare("insert into glossary_types (id, name, position) values (1, 'Places', 0)")
      .run()
    database.close()
    return Promise.all(
      names.map(async (name) => {
        const answer = await send(`${server.address}/api/users/login/`, account(name))
        return ((await answer.json()) as { access: string }).access
      }),
    )
  }
  type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders }
  /** Resolves with the response; a refused client need not send the rest. */
  const upload = (token: string, title: string) =>
    new Promise<Answer>((done, fail) => {
      const head = `--b\r\ncontent-disposition: form-data; name="title"\r\n\r\n${title}\r\n--b\r\ncontent-disposition: form-data; name="entry_type"\r\n\r\n1\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="noise.png"\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--b--\r\n')])
      const sent = request(`${server.address}/api/glossary/user-entries/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': body.length,
        },
      })
      sent.on('error', fail)
      sent.on('response', ({ statusCode: status = 0, headers }) => {
        done({ status, headers })
        sent.destroy()
      })
      sent.end(body)
    })

  test('cost bounded memory; others are served meanwhile, refused ones are told when to come again', async () => {
    const tokens = await members()
    await upload(tokens[0] ?? '', 'First')
    const idle = memoryOf(server.pid).now
    const watched = await watchOthers(server.address)
    const answers = await Promise.all(
      tokens.flatMap((token, member) =>
        Array.from({ length: AT_ONCE }, (_, at) => upload(token, `Picture ${member} ${at}`)),
      ),
    )
    const stored = answers.filter(({ status }) => status === 201).length
    const others = await watched()
    for (const { status, headers } of answers) {
      expect([201, 429, 503]).toContain(status)
      if (status !== 201) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(stored).toBeGreaterThanOrEqual(MEMBERS)

    const names = readdirSync(join(dataDir.path, 'uploads/public'))
    const smallest = names.map((name) => name.replace('.png', '-480.webp'))
    const drawn = await Promise.all(
      [...smallest, ...smallest].map((name) => fetch(`${server.address}/api/files/${name}`)),
    )
    for (const { status, headers } of drawn) {
      expect([200, 503]).toContain(status)
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const growth = memoryOf(server.pid).peak - idle
    figure(toldOf(others))
    figure(
      `${stored} of ${answers.length} stored, memory ${Math.round(growth)} MB above the idle process (limit ${GROWTH_MAX_MB} MB)`,
    )
    expect(growth).toBeLessThan(GROWTH_MAX_MB)
    expect([others.refused, others.requests > 4]).toEqual([0, true])
    expect(others.p95).toBeLessThan(OTHERS_P95_MAX)
    await eventually(incoming, ({ length }) => length === 0)
  })

  test('leave nothing on the disk when a client goes away, or the process is killed', async () => {
    const { access } = (await (
      await send(`${server.address}/api/users/login/`, {
        email: 'member0@example.org',
        password: PASSWORD,
      })
    ).json()) as { access: string }
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    socket.write(
      `POST /api/glossary/user-entries/ HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${access}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`,
    )
    socket.write(Buffer.alloc(1_000_000))
    await eventually(incoming, ({ length }) => length > 0)
    socket.destroy()
    await eventually(incoming, ({ length }) => length === 0)

    await server.end('SIGKILL')
    writeFileSync(join(dataDir.path, 'incoming/left-behind'), 'half a picture')
    server = await startProcess(dataDir.path)
    expect(incoming()).toEqual([])
  })
})
