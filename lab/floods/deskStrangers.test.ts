import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { CSRF_HEADER } from '../../contract/desk.ts'
import { BODY_LIMITS } from '../../server/http/plugins/slowBodies.ts'
import { type DeskCaller, type DeskServer, startDesk } from '../../test/helpers/server/startDesk.ts'

/** Milliseconds; production has a hundred times as much. */
const STRANGERS = 200
const STAFF = 600
/** Time after which a client that is still connected counts as not cut off. */
const GIVES_UP = 5000
/** A limit that no client of this file reaches. */
const NEVER = 60_000
/** Body size that strangers may send. */
const LENGTH = 60_000
const PRODUCTION = { ...BODY_LIMITS }

describe('requests to the desk whose body comes slowly or never', () => {
  let server: DeskServer
  let ada: DeskCaller
  let port: number
  beforeAll(async () => {
    server = await startDesk('sqlite')
    ada = await server.staff('Ada')
    await server.desk.listen({ port: 0, host: '127.0.0.1' })
    port = (server.desk.server.address() as AddressInfo).port
  })
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })
  afterAll(() => {
    Object.assign(BODY_LIMITS, PRODUCTION)
    return server.close()
  })
  beforeEach(() => {
    Object.assign(BODY_LIMITS, { strangers: STRANGERS, staff: STAFF })
  })

  /** Sends headers and then a byte from time to time, until one of the two ends the connection. */
  async function drip(method: string, path: string, headers: Record<string, string>) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    await once(socket, 'connect')
    const start = performance.now()
    // Closed cleanly or by a reset.
    const ended = new Promise<number>((done) =>
      socket.once('close', () => done(performance.now() - start)),
    )
    const answer = ended.then(() => received)
    const isChunked = 'transfer-encoding' in headers
    const length = isChunked ? {} : { 'content-length': String(LENGTH) }
    const all = { host: `127.0.0.1:${port}`, ...length, ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} /desk/api${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    const send = () => {
      if (!received.startsWith('HTTP/1.1 408')) socket.write(isChunked ? '1\r\n \r\n' : ' ')
    }
    // Sends after reading: writing to an ended connection would discard unread data.
    const dripping = setInterval(() => setImmediate(send), 20)
    const givingUp = setTimeout(() => socket.destroy(), GIVES_UP)
    stops.push(() => {
      clearInterval(dripping)
      clearTimeout(givingUp)
      socket.destroy()
    })
    return { ended, answer }
  }
  const form = { 'content-type': 'multipart/form-data; boundary=b' }
  const json = { 'content-type': 'application/json' }
  const seat = () => ({ cookie: ada.cookie, [CSRF_HEADER]: ada.csrf })

  it('is twenty seconds for strangers and two minutes for staff', () => {
    expect(PRODUCTION).toEqual({ strangers: 20_000, staff: 120_000 })
    expect(server.desk.server.requestTimeout).toBe(30 * 60_000)
  })

  it.each([
    ['of a known length', {}],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('a login %s that does not arrive is ended soon, with a response', async (_kind, framing) => {
    Object.assign(BODY_LIMITS, { staff: NEVER })
    const headers = { ...json, ...framing, [CSRF_HEADER]: 'x' }
    const { ended, answer } = await drip('POST', '/session', headers)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/s)
    expect(await ended).toBeGreaterThanOrEqual(STRANGERS * 0.9)
  })

  it.each([
    ['without a session', '/uploads/file', () => ({}), 401],
    ['with one and from a foreign page', '/uploads/file', () => ({ cookie: ada.cookie }), 403],
    ['for superusers only', '/members/1/role', seat, 403],
    ['that nobody serves', '/nothing', seat, 404],
    ['that nobody serves, by a stranger,', '/nothing', () => ({}), 404],
  ])('a call %s is refused, and its body cut off soon', async (_kind, path, who, status) => {
    Object.assign(BODY_LIMITS, { staff: NEVER })
    const { ended, answer } = await drip('POST', path, { ...form, ...who() })
    expect(await answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const lasted = await ended
    expect(lasted).toBeGreaterThanOrEqual(STRANGERS * 0.9)
    expect(lasted).toBeLessThan(GIVES_UP * 0.9)
  })

  it('is over when the body is there: a slow response is waited for', async () => {
    const { gates } = server.deps
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    stops.push(letGo)
    const busy = [gates.hashing(() => held), gates.hashing(() => held)]
    const waiting = fetch(`http://127.0.0.1:${port}/desk/api/session`, {
      method: 'POST',
      headers: { ...json, [CSRF_HEADER]: 'x' },
      body: JSON.stringify({ email: 'nobody@example.org', password: 'Wrong-Apple-412' }),
    })
    await once(server.desk.server, 'request')
    const later = await drip('POST', '/session', { ...json, [CSRF_HEADER]: 'x' })
    expect(await later.answer).toMatch(/^HTTP\/1\.1 408 /)
    letGo()
    await Promise.all(busy)
    expect((await waiting).status).toBe(401)
  })

  it('staff have longer for what is no file', async () => {
    const { ended, answer } = await drip('POST', '/rule-categories', { ...json, ...seat() })
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(await ended).toBeGreaterThanOrEqual(STAFF * 0.9)
  })

  it('staff have the whole time of the server for a file, strangers none of it', async () => {
    const upload = await drip('POST', '/uploads/file', { ...form, ...seat() })
    let isOpen = true
    void upload.ended.then(() => {
      isOpen = false
    })
    const refused = await drip('POST', '/uploads/file', form)
    const slower = await drip('POST', '/rule-categories', { ...json, ...seat() })
    expect(await refused.answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(await slower.answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(isOpen).toBe(true)
  })
})
