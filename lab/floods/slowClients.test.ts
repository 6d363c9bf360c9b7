import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buildApp, buildDesk } from '../../server/compose/site.ts'
import { newKey } from '../../server/files/fileStore.ts'
import type { App } from '../../server/http/deps.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../server/http/plugins/connections.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { startServer, type TestServer } from '../../test/helpers/server/startServer.ts'

/** Limits of production, some hundred times shorter. Milliseconds. */
const SHORT = {
  headersTimeout: 100,
  requestTimeout: 200,
  connectionTimeout: 400,
  keepAliveTimeout: 100,
  connectionsCheckingInterval: 50,
  finalResponseTimeout: 100,
  unreadBody: 100,
}
/** Clients of each kind. */
const CLIENTS = amount(100, 8)
/** Limit after which the test fails with the names of clients that are left. Milliseconds. */
const DEADLINE = 20_000
/** More than the socket buffers of the system hold. Bytes. */
const LARGE = 40 * 1024 * 1024
const JSON_POST = 'host: localhost\r\ncontent-type: application/json\r\n'

const HEALTH = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

/** Resolves when the socket is closed, cleanly or by a reset. */
const closing = (socket: Socket) => new Promise<void>((done) => socket.once('close', () => done()))

/** Bytes that a client sends before it falls silent, keeps its side open and reads nothing. */
const slow: Record<string, string> = {
  'say nothing': '',
  'stop within the headers': 'GET / HTTP/1.1\r\nhost: loc',
  'stop within the body': `POST /api/users/login/ HTTP/1.1\r\n${JSON_POST}content-length: 900\r\n\r\n{"em`,
  'stop within a chunk': `POST /desk/api/session HTTP/1.1\r\n${JSON_POST}transfer-encoding: chunked\r\n\r\n5\r\n{"`,
  'wait for 100 Continue and send nothing': `POST /api/users/login/ HTTP/1.1\r\n${JSON_POST}expect: 100-continue\r\ncontent-length: 900\r\n\r\n`,
  'expect what nobody does': `POST /api/users/login/ HTTP/1.1\r\n${JSON_POST}expect: a-miracle\r\ncontent-length: 900\r\n\r\n`,
  'send no HTTP at all': '\x16\x03\x01 hello\r\n\r\n',
  'send headers without end': `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}`,
  'ask for a WebSocket':
    'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
  'ask for a tunnel': 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n',
  'keep their connection after a response': 'GET /api/none HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'are refused and send no body': `PUT /api/users/profile/ HTTP/1.1\r\n${JSON_POST}content-length: 90000\r\n\r\n{`,
}

describe.each(['site', 'desk'] as const)('slow clients of the %s', (name) => {
  let server: TestServer
  let app: App
  const clients: Socket[] = []
  const drips: NodeJS.Timeout[] = []
  beforeAll(async () => {
    server = await startServer('sqlite')
    app = await (name === 'site' ? buildApp : buildDesk)(server.deps, SHORT)
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    for (const drip of drips) clearInterval(drip)
    for (const client of clients) client.destroy()
    await app.close()
    await server.close()
  })

  const places = new Map<number, Promise<void>>()
  /**
   * Opens connections that read nothing and waits until the server has accepted all of them: more at once
   * than its queue holds would wait in the system, where no limit of ours applies.
   * @returns a function that waits until the server has closed all of them
   */
  async function openAll(act: (client: Socket) => void): Promise<() => Promise<unknown>> {
    const { port } = app.server.address() as AddressInfo
    const opened = Array.from({ length: CLIENTS }, () => {
      const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      clients.push(client)
      client.on('error', () => undefined)
      client.pause()
      act(client)
      return once(client, 'connect').then(() => accepted(client))
    })
    const ports = await Promise.all(opened)
    return () => Promise.all(ports.map(async (one) => places.get(one)))
  }

  /** @returns the client's port, by which the server's side of a connection is known */
  async function accepted({ localPort = 0 }: Socket): Promise<number> {
    while (!places.has(localPort)) await once(app.server, 'connection')
    return localPort
  }

  test('lose their connection, whatever they do or leave undone', async () => {
    app.server.prependListener('connection', (socket) =>
      places.set(socket.remotePort ?? 0, closing(socket)),
    )
    const key = newKey('public', 'mp4')
    await server.deps.files.put(key, Buffer.alloc(LARGE))
    const download = `GET ${key.replace('public', '/api/files')} HTTP/1.1\r\nhost: localhost\r\n\r\n`
    const acts: Record<string, (client: Socket) => void> = {
      ...Object.fromEntries(
        Object.entries(slow).map(([kind, text]) => [kind, (client) => void client.write(text)]),
      ),
      'go on sending after they were told that it takes too long': (client) => {
        client.write(slow['stop within the body'] ?? '')
        drips.push(setInterval(() => client.write('x'), 50))
      },
      'read nothing of a large file': (client) => void client.write(download),
    }
    const open = new Set(Object.keys(acts))
    const ended: Promise<unknown>[] = []
    for (const [kind, act] of Object.entries(acts)) {
      const allEnd = await openAll(act)
      ended.push(allEnd().then(() => open.delete(kind)))
    }
    await Promise.race([Promise.all(ended), once(AbortSignal.timeout(DEADLINE), 'abort')])
    figure(
      `${CLIENTS} clients of each of ${ended.length} kinds: ${open.size} kinds not ended (limit 0)`,
    )
    expect([...open]).toEqual([])
  })
})

describe('single connections to the site', () => {
  let server: TestServer
  let app: App
  const clients: Socket[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await app.close()
    await server.close()
  })
  async function start(limits: Partial<ConnectionLimits> = {}): Promise<void> {
    server = await startServer('sqlite')
    app = await buildApp(server.deps, limits)
    await app.listen({ port: 0, host: '127.0.0.1' })
  }
  /** An open connection, its received data, and its end. */
  async function open() {
    const { port } = app.server.address() as AddressInfo
    const client = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
    clients.push(client)
    const closed = closing(client)
    let received = ''
    client.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    await once(client, 'connect')
    return { client, closed, received: () => received }
  }
  /** The status of the response; empty when the connection ends without one. */
  async function ask({ client, closed }: Awaited<ReturnType<typeof open>>, text: string) {
    const answer = once(client, 'data') as Promise<[Buffer]>
    client.write(text)
    const [start] = await Promise.race([answer, closed.then(() => [Buffer.alloc(0)])])
    return start?.toString().slice(9, 12)
  }
  /** A refused request whose body lacks 8 bytes. */
  const refused = `POST /api/rpggroups/create/ HTTP/1.1\r\n${JSON_POST}content-length: 9\r\n\r\n{`
  const rest = '"name":1'

  test('that are more than a process takes are closed, and a freed place is given again', async () => {
    await start({ maxConnections: 2 })
    const accepted = once(app.server, 'connection') as Promise<[Socket]>
    const first = await open()
    const [place] = await accepted
    await open()
    const third = await open()
    third.client.write(HEALTH)
    await third.closed
    expect(third.received()).toBe('')
    const freed = closing(place)
    first.client.destroy()
    await freed
    expect(await ask(await open(), HEALTH)).toBe('200')
  })

  test('that are refused again and again keep nothing of it', async () => {
    await start()
    const accepted = once(app.server, 'connection') as Promise<[Socket]>
    const one = await open()
    const [place] = await accepted
    const answers: unknown[] = []
    const counts: number[] = []
    for (let request = 0; request < 12; request++) {
      answers.push(await ask(one, refused))
      one.client.write(rest)
      counts.push(place.listenerCount('close'))
    }
    expect(new Set(answers)).toEqual(new Set(['401']))
    expect(new Set(counts.slice(1)).size).toBe(1)
  })

  test('with a refused body that never ends have their time; those with a whole request go on', async () => {
    await start({ unreadBody: 500 })
    const [late, whole, endless, read] = [await open(), await open(), await open(), await open()]
    const login = JSON.stringify({ email: 'a@example.org', password: 'Wrong-Apple-412' })
    const statuses = [
      await ask(
        read,
        `POST /api/users/login/ HTTP/1.1\r\n${JSON_POST}content-length: ${login.length}\r\n\r\n${login}`,
      ),
      await ask(late, refused),
    ]
    late.client.write(rest)
    statuses.push(await ask(whole, refused + rest), await ask(endless, refused))
    let hasGivenUp = false
    const givingUp = setTimeout(() => {
      hasGivenUp = true
      endless.client.destroy()
    }, 5000)
    await endless.closed
    clearTimeout(givingUp)
    expect([...statuses, hasGivenUp]).toEqual(['401', '401', '401', '401', false])
    const kept: unknown[] = []
    for (const connection of [late, whole, read]) kept.push(await ask(connection, HEALTH))
    expect(kept).toEqual(['200', '200', '200'])
  })
})

test.each([
  ['site', 2, buildApp],
  ['desk', 30, buildDesk],
] as const)(
  'the %s gives a request %d minutes, and a connection the usual times',
  async (_name, minutes, build) => {
    const server = await startServer('sqlite')
    const app = await build(server.deps)
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = app.server
    const { maxConnections, maxRequestsPerSocket } = app.server
    await app.close()
    await server.close()
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 20_000,
      requestTimeout: minutes * 60_000,
      timeout: 60_000,
      keepAliveTimeout: 10_000,
    })
    expect([maxConnections, maxRequestsPerSocket]).toEqual([8192, 1000])
    expect(CONNECTION_LIMITS).toMatchObject({ finalResponseTimeout: 1000, unreadBody: 120_000 })
  },
)
