import { connect } from 'node:net'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import {
  type DataDir,
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '../../test/helpers/server/serverProcess.ts'

jest.setTimeout(60_000)

describe('the server process', () => {
  let dataDir: DataDir
  const running: ServerProcess[] = []
  beforeEach(() => {
    dataDir = makeDataDir()
  })
  afterEach(async () => {
    for (const server of running.splice(0)) {
      await server.end('SIGKILL')
    }
    dataDir.remove()
  })

  async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await startProcess(dataDir.path, env)
    running.push(server)
    return server
  }
  const send = (server: ServerProcess, path: string, body: object) =>
    fetch(`${server.address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const account = { email: 'mara@example.org', username: 'Mara', password: PASSWORD }

  /** A request of which the server has read the headers, and waits for the body. */
  async function halfRequest({ port }: ServerProcess, path: string, body: string) {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const continued = Promise.withResolvers<void>()
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      if (answer.startsWith('HTTP/1.1 100')) continued.resolve()
    })
    socket.write(
      `POST /api${path} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    await continued.promise
    return { finish: () => void socket.write(body), closed }
  }

  const isListening = ({ port }: ServerProcess) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })

  test('on SIGTERM takes no new request, finishes the one in flight and ends well', async () => {
    const server = await start()
    const request = await halfRequest(server, '/users/register/', JSON.stringify(account))
    server.kill('SIGTERM')
    while (await isListening(server));
    request.finish()
    const answer = await request.closed
    expect(answer).toMatch(/HTTP\/1\.1 201 Created.*"email":"mara@example\.org"/s)
    expect(answer).toContain('connection: close')
    expect(await server.ended).toBe(0)
  })

  test('a second start keeps accounts, sessions and mail that is still owed', async () => {
    const first = await start()
    await send(first, '/users/register/', account)
    first.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = await start({ LOG_LEVEL: 'info' })
    const request_id = await second.until(/activate-account\/([\w-]+)/)
    expect((await send(second, '/discordia/verify-activate-user/', { request_id })).status).toBe(
      202,
    )
    const login = await send(second, '/users/login/', account)
    const { access } = (await login.json()) as { access: string }
    await second.end()

    const third = await start()
    const headers = { authorization: `Bearer ${access}` }
    const whoAmI = await fetch(`${third.address}/api/users/whoami`, { headers })
    expect(await whoAmI.json()).toEqual({ username: 'Mara' })
  })

  test('a second process on the same data, or on the same port, is refused and told why', async () => {
    const first = await start()
    const second = await start()
    expect(await second.ended).toBe(1)
    expect(second.printed()).toBe(
      `${dataDir.path} is in use by process ${first.pid}. Stop it, or set another DATA_DIR.\n`,
    )
    const other = makeDataDir()
    const third = await startProcess(other.path, { PORT: String(first.port) })
    expect(await third.ended).toBe(1)
    expect(third.printed()).toBe(
      `PORT ${first.port} on 127.0.0.1 is in use. Stop what listens there, or set another PORT.\n`,
    )
    other.remove()
    expect((await fetch(`${first.address}/api/ready`)).status).toBe(200)

    await first.end('SIGKILL')
    expect((await start()).address).not.toBe('')
  })
})
