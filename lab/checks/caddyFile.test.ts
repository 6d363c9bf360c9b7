import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { eventually } from '../../test/helpers/server/faults.ts'
import { type Caddy, startCaddy } from '../small/caddy.ts'

let folder: string
let caddy: Caddy
let upstream: Server | null = null
let upstreamPort: number
let site: string
let desk: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'discordia-caddy-'))
  const ports = { https: await steadyPort(), http: await steadyPort() }
  upstreamPort = await steadyPort()
  site = `https://club.localhost:${ports.https}`
  desk = `https://desk.club.localhost:${ports.https}`
  caddy = await startCaddy(folder, 'deploy/small/Caddyfile', {
    ports,
    env: {
      PUBLIC_URL: 'https://club.localhost',
      DESK_URL: 'https://desk.club.localhost',
      SITE_UPSTREAM: `127.0.0.1:${upstreamPort}`,
      DESK_UPSTREAM: `127.0.0.1:${upstreamPort}`,
    },
  })
})
afterEach(stopUpstream)
afterAll(async () => {
  await caddy.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A server in place of the product's, behind Caddy. */
const answer = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
  new Promise<void>((done) => {
    upstream = createServer(handle).listen(upstreamPort, '127.0.0.1', done)
  })
function stopUpstream(): Promise<void> {
  const running = upstream
  upstream = null
  running?.closeAllConnections()
  return new Promise((done) => (running === null ? done() : running.close(() => done())))
}

describe('Caddy with deploy/small/Caddyfile', () => {
  test('sends the host with its port, the address of the client and the scheme, and believes no client', async () => {
    const seen: IncomingMessage['headers'][] = []
    await answer(({ headers }, response) => {
      seen.push(headers)
      response.end()
    })
    const headers = { 'x-forwarded-for': '10.9.8.7', 'x-forwarded-proto': 'http' }
    await caddy.ask(`${desk}/desk/api/session`, { headers })
    expect(seen[0]).toMatchObject({
      host: new URL(desk).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': new URL(desk).host,
    })
  })

  test('keeps a page that no server has got until one is back', async () => {
    const waiting = caddy.ask(`${site}/discordia/`)
    await eventually(caddy.printed, (log) => log.includes('connection refused'))
    await answer((_, response) => response.end('done'))
    expect(await waiting).toMatchObject({ status: 200, text: 'done' })
  })

  test('never repeats a request that a server has perhaps executed, not even a GET', async () => {
    let count = 0
    await answer((request) => {
      count++
      request.socket.destroy()
    })
    const { status } = await caddy.ask(`${site}/api/rpggroups/leave/7`)
    expect([status, count]).toEqual([502, 1])
  })

  test('logs no URL, because those of emailed links contain secrets', async () => {
    await answer((request) => request.socket.destroy())
    const headers = { referer: `${site}/reset/another-secret` }
    await caddy.ask(`${site}/api/activate/a-secret`, { headers })
    expect(caddy.printed()).toContain('"status":502')
    expect(caddy.printed()).not.toMatch(/a-secret|another-secret/)
  })

  test('passes on each event of a stream at once', async () => {
    let end = (): void => undefined
    await answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: beat\n\n')
      end = () => response.end()
    })
    // The stream ends only when its first event has arrived.
    const { text } = await caddy.ask(`${site}/api/users/live/`, { onPart: () => end() })
    expect(text).toBe('event: beat\n\n')
  })

  test('passes on a file of 200 MB while it arrives', async () => {
    const part = Buffer.alloc(10 * 1024 * 1024)
    const arrival = Promise.withResolvers<void>()
    let size = 0
    await answer((request, response) => {
      request.on('data', (arrived: Buffer) => {
        size += arrived.length
        arrival.resolve()
      })
      request.on('end', () => response.end())
    })
    async function* parts() {
      yield part
      await arrival.promise
      for (let sent = 1; sent < 20; sent++) yield part
    }
    const body = Readable.from(parts())
    const { status } = await caddy.ask(`${desk}/desk/api/uploads/file`, { method: 'POST', body })
    expect([status, size]).toEqual([200, 20 * part.length])
  }, 60_000)

  test('leads from http to https', async () => {
    const [, port = ''] =
      /http_port (\d+)/.exec(readFileSync(join(folder, 'Caddyfile'), 'utf8')) ?? []
    const response = await fetch(`http://127.0.0.1:${port}/discordia/`, {
      headers: { host: 'club.localhost' },
      redirect: 'manual',
    })
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toMatch(/^https:/)
  })
})
