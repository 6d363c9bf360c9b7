import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buildApp } from '#server/app.ts'
import type { App } from '#server/deps.ts'
import { buildDesk } from '#server/desk/app.ts'
import { newKey } from '#server/files/fileStore.ts'
import { CONNECTION_LIMITS } from '#server/plugins/connections.ts'
import { amount } from '#test/helpers/faults.ts'
import { startTestServer, type TestServer } from '#test/helpers/testServer.ts'

/** The same limits as in production, some hundred times shorter. Milliseconds. */
const SHORT = {
  headersTimeout: 100,
  requestTimeout: 200,
  connectionTimeout: 400,
  keepAliveTimeout: 100,
  connectionsCheckingInterval: 50,
  finalResponseTimeout: 100,
  unreadBody: 100,
}
/** Of each kind. */
const CLIENTS = amount(100, 8)
/** Generous: the test fails here, with names, when some are left. Milliseconds. */
const DEADLINE = 20_000
/** More than the system keeps on the way between two sockets of one machine. Bytes. */
const LARGE = 40 * 1024 * 1024
const JSON_POST = 'host: localhost\r\ncontent-type: application/json\r\n'

const HEALTH = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

/** Whether in peace or by a reset. */
const closing = (socket: Socket) => new Promise<void>((done) => socket.once('close', () => done()))

/** What a client sends before it falls silent, keeps its side open and reads nothing. */
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
    server = await startTestServer('sqlite')
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
   * @returns what is done when the server has let go of every one of them
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
    expect([...open]).toEqual([])
  })
})

test('further connections than a process takes are closed, and a freed place is given again', async () => {
  const server = await startTestServer('sqlite')
  const app = await buildApp(server.deps, { maxConnections: 2 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = async () => {
    const client = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
    await once(client, 'connect')
    return client
  }
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const first = await open()
  const [place] = await accepted
  const second = await open()
  const third = await open()
  let received = ''
  third.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  third.write(HEALTH)
  await closing(third)
  expect(received).toBe('')
  const freed = closing(place)
  first.destroy()
  await freed
  const again = await open()
  again.write(HEALTH)
  const [answer] = (await once(again, 'data')) as [Buffer]
  expect(answer.toString()).toContain('200 OK')
  second.destroy()
  await app.close()
  await server.close()
})

test('a connection that is refused again and again keeps nothing of it', async () => {
  const server = await startTestServer('sqlite')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const accepted = once(server.app.server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1' })
  const [place] = await accepted
  const listeners = () => place.listenerCount('close')
  const answers: string[] = []
  const counts: number[] = []
  for (let request = 0; request < 12; request++) {
    client.write(`POST /api/rpggroups/create/ HTTP/1.1\r\n${JSON_POST}content-length: 9\r\n\r\n{`)
    const [answer] = (await once(client, 'data')) as [Buffer]
    answers.push(answer.toString().slice(0, 12))
    client.write('"name":1')
    counts.push(listeners())
  }
  client.destroy()
  await server.close()
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 401']))
  expect(new Set(counts.slice(1)).size).toBe(1)
})

test('a refused body that never ends has its time; a connection whose request has come as a whole goes on', async () => {
  const server = await startTestServer('sqlite')
  const app = await buildApp(server.deps, { unreadBody: 500 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const clients: Socket[] = []
  /** The connection, and the status of the response to what was sent. */
  const send = async (text: string) => {
    const client = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
    clients.push(client)
    return [client, await ask(client, text)] as const
  }
  const ask = async (client: Socket, text: string) => {
    client.write(text)
    const [answer] = (await once(client, 'data')) as [Buffer]
    return answer.toString().slice(9, 12)
  }
  const post = `POST /api/rpggroups/create/ HTTP/1.1\r\n${JSON_POST}content-length: 9\r\n\r\n{`
  const [late, refusedLate] = await send(post)
  late.write('"name":1')
  const [whole, refusedWhole] = await send(`${post}"name":1`)
  const [endless, refusedEndless] = await send(post)
  const cut = closing(endless)
  let hasGivenUp = false
  const givingUp = setTimeout(() => {
    hasGivenUp = true
    endless.destroy()
  }, 5000)
  await cut
  clearTimeout(givingUp)
  expect([refusedLate, refusedWhole, refusedEndless]).toEqual(['401', '401', '401'])
  const statuses = await Promise.all(
    [late, whole].map((client) =>
      Promise.race([ask(client, HEALTH), closing(client).then(() => 'closed')]),
    ),
  )
  for (const client of clients) client.destroy()
  await app.close()
  await server.close()
  expect([hasGivenUp, ...statuses]).toEqual([false, '200', '200'])
})

test.each([
  ['site', 2, buildApp],
  ['desk', 30, buildDesk],
] as const)(
  'the %s gives a request %d minutes, and a connection the usual times',
  async (_name, minutes, build) => {
    const server = await startTestServer('sqlite')
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
