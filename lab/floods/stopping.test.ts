import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import {
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '../../test/helpers/server/serverProcess.ts'
import { startServer } from '../../test/helpers/server/startServer.ts'

jest.setTimeout(120_000)

/** Number of new connections, and of those that were open before. */
const CONNECTIONS_EACH = 30

type Caller = {
  readonly send: (path: string, header?: string) => void
  /** Resolves when that many responses have arrived. */
  readonly answered: (count: number) => Promise<void>
  /** Status codes, once the connection is closed. */
  readonly over: Promise<string[]>
}

async function call(port: number): Promise<Caller> {
  const socket: Socket = connect(port, '127.0.0.1')
  let text = ''
  let look: () => void = () => undefined
  const statuses = (): string[] =>
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1] ?? '')
  socket.on('data', (chunk) => {
    text += chunk.toString()
    look()
  })
  socket.on('error', () => undefined)
  const over = new Promise<string[]>((resolve) => socket.on('close', () => resolve(statuses())))
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    send: (path, header = 'connection: keep-alive') =>
      void socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`),
    answered: (count) =>
      new Promise((resolve) => {
        look = () => statuses().length >= count && resolve()
        look()
      }),
    over,
  }
}

/** Simulates a busy event loop: the kernel accepts connections, and nothing is read. */
async function stopWhileBusy(server: ServerProcess): Promise<string[][]> {
  const kept = await Promise.all(Array.from({ length: CONNECTIONS_EACH }, () => call(server.port)))
  for (const caller of kept) {
    caller.send('/api/health')
    await caller.answered(1)
  }
  server.kill('SIGSTOP')
  const fresh = await Promise.all(Array.from({ length: CONNECTIONS_EACH }, () => call(server.port)))
  for (const caller of [...kept, ...fresh]) caller.send('/api/health')
  server.kill('SIGTERM')
  server.kill('SIGCONT')
  const endings = await Promise.all([...kept, ...fresh].map(({ over }) => over))
  expect(await server.ended).toBe(0)
  return endings
}

test('SIGTERM while the event loop is busy: every request that was sent before it is answered', async () => {
  const dataDir = makeDataDir()
  for (let round = 0; round < amount(10, 1); round++) {
    const endings = await stopWhileBusy(await startProcess(dataDir.path))
    const answers = endings.map((statuses) => statuses.join())
    const kept = Array<string>(CONNECTIONS_EACH).fill('200,200')
    const fresh = Array<string>(CONNECTIONS_EACH).fill('200')
    expect(answers).toEqual([...kept, ...fresh])
  }
  figure(`${amount(10, 1)} stops with ${2 * CONNECTIONS_EACH} unread requests, 0 lost (limit 0)`)
  dataDir.remove()
})

/** Callers that never pause, with a new connection each time. */
const LANES = 12
/** Duration of the load before the stop. Milliseconds. */
const UNDER_LOAD_MS = 500

/** Connects and sends until the port is closed. @returns numbers of responses and of reset connections */
async function knock(port: number): Promise<{ answered: number; reset: number }> {
  const seen = { answered: 0, reset: 0 }
  for (;;) {
    const caller = await call(port).catch(() => undefined)
    if (caller === undefined) return seen
    caller.send('/api/health', 'connection: close')
    const [status] = await caller.over
    seen[status === '200' ? 'answered' : 'reset']++
  }
}

test('SIGTERM while callers never pause: whoever could still connect is answered', async () => {
  const dataDir = makeDataDir()
  let answered = 0
  let reset = 0
  for (let round = 0; round < amount(10, 1); round++) {
    const server = await startProcess(dataDir.path)
    const lanes = Array.from({ length: LANES }, () => knock(server.port))
    await sleep(UNDER_LOAD_MS)
    server.kill('SIGTERM')
    for (const seen of await Promise.all(lanes)) {
      answered += seen.answered
      reset += seen.reset
    }
    expect(await server.ended).toBe(0)
  }
  dataDir.remove()
  figure(`${answered} connections answered until processes stopped, ${reset} reset (limit 0)`)
  expect(answered).toBeGreaterThan(10 * LANES)
  expect(reset).toBe(0)
})

test('a server that stops says that it is not ready, and ends each connection with its response', async () => {
  const server = await startServer('sqlite')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const caller = await call(port)
  caller.send('/api/ready')
  await caller.answered(1)
  const closed = server.app.close()
  caller.send('/api/ready')
  expect(await caller.over).toEqual(['200', '503'])
  await closed
  await server.close()
})

test('while a server stops, responses that are repeated from memory end their connection too', async () => {
  const server = await startServer('sqlite')
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const connectionHeader = async () => {
    const response = await fetch(`${address}/api/downloads/active`)
    await response.text()
    return response.headers.get('connection')
  }
  const before = [await connectionHeader(), await connectionHeader()]
  const closed = server.app.close()
  const during = await connectionHeader()
  await closed
  await server.close()
  expect([...before, during]).toEqual(['keep-alive', 'keep-alive', 'close'])
})
