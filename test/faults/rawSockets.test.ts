import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { DESK_API_BASE } from '#contract/desk.ts'
import { type RawRequest, rawRequests } from '#test/helpers/fixtures/rawRequests.ts'
import { type DeskProcess, startDeskProcess } from '#test/helpers/server/deskProcess.ts'
import { amount, figure, SEED } from '#test/helpers/server/faults.ts'
import { leakIn } from '#test/helpers/server/leaks.ts'
import { type DataDir, makeDataDir } from '#test/helpers/server/serverProcess.ts'

/** Connections to each of the two. */
const CONNECTIONS = amount(1000, 200)
const AT_ONCE = 10
/** Milliseconds: the server responds at once on a connection of which both ends know that nothing follows. */
const HANGS_AFTER = 15_000
/** Megabytes that the process may grow by. */
const GROWTH_MAX = 60

describe('malformed connections', () => {
  let dataDir: DataDir
  let running: DeskProcess
  beforeAll(async () => {
    dataDir = makeDataDir()
    running = await startDeskProcess(dataDir)
  })
  afterAll(async () => {
    running.server.kill('SIGTERM')
    await running.server.ended
    dataDir.remove()
  })

  const portOf = (name: 'site' | 'desk') =>
    name === 'site' ? running.server.port : Number(new URL(running.api).port)

  test.each([
    ['site', ['/api/users/login/', '/api/contents/active', '/discordia/', '/api/nothing']],
    ['desk', [`${DESK_API_BASE}/session`, `${DESK_API_BASE}/contents`, '/']],
  ] as const)(
    `${CONNECTIONS} of them to the %s get a refusal or nothing, never a 5xx, a stack or silence (seed ${SEED})`,
    async (name, paths) => {
      const requests = rawRequests(paths, CONNECTIONS, SEED)
      const port = portOf(name)
      await inBatches(requests.slice(0, 50), (request) => problemWith(port, request))
      const before = memoryOf(running.server.pid)
      const problems = await inBatches(requests, (request) => problemWith(port, request))
      const growth = memoryOf(running.server.pid) - before
      figure(
        `${CONNECTIONS} connections, ${problems.length} badly ended, memory ${growth.toFixed(0)} MB more (limit ${GROWTH_MAX} MB)`,
      )
      expect(problems.slice(0, 5)).toEqual([])
      expect(growth).toBeLessThan(GROWTH_MAX)
      expect((await fetch(`${running.server.address}/api/ready`)).status).toBe(200)
    },
    300_000,
  )
})

async function inBatches(
  requests: readonly RawRequest[],
  look: (request: RawRequest) => Promise<string | null>,
): Promise<string[]> {
  const problems: (string | null)[] = []
  for (let at = 0; at < requests.length; at += AT_ONCE)
    problems.push(...(await Promise.all(requests.slice(at, at + AT_ONCE).map(look))))
  return problems.filter((problem) => problem !== null)
}

async function problemWith(port: number, request: RawRequest): Promise<string | null> {
  const response = await exchange(port, request.pieces)
  if (response === null) return `${request.name}: hangs`
  const bad =
    /^HTTP\/1\.1 5\d\d.*|^(?!HTTP\/1\.1 [1-4]\d\d )./.exec(response)?.[0] ?? leakIn(response)
  const later = /\r\n\r\n.*HTTP\/1\.1 5\d\d/s.exec(response)
  return bad === null && later === null ? null : `${request.name}: ${response.slice(0, 300)}`
}

/**
 * Sends the pieces, half-closes, and reads until the server closes.
 * @returns null if it never does
 */
function exchange(port: number, pieces: readonly Buffer[]): Promise<string | null> {
  return new Promise((resolve) => {
    let response = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setTimeout(() => {
      socket.destroy()
      resolve(null)
    }, HANGS_AFTER)
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1')
    })
    // A refusal may arrive while the rest is being sent: then the connection is reset.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(response)
    })
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (!socket.writable) return
        socket.write(piece)
        await setImmediate()
      }
      socket.end()
    })
  })
}

/** Megabytes. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
