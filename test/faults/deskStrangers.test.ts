import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { CSRF_HEADER } from '#contract/desk.ts'
import { BODY_LIMITS } from '#server/desk/slowBodies.ts'
import { type DeskCaller, type DeskServer, startDesk } from '#test/helpers/desk.ts'

/** Milliseconds; in production a hundred times as long. */
const STRANGERS = 200
const STAFF = 600
const LENGTH = 100_000

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
  afterAll(() => server.close())
  beforeEach(() => {
    jest.replaceProperty(BODY_LIMITS, 'strangers', STRANGERS)
    jest.replaceProperty(BODY_LIMITS, 'staff', STAFF)
  })

  /** Sends headers and then a byte from time to time, until the server ends the connection. */
  async function drip(method: string, path: string, headers: Record<string, string>) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const all = { host: `127.0.0.1:${port}`, 'content-length': String(LENGTH), ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} /desk/api${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    const dripping = setInterval(() => socket.write(' '), 20)
    const start = performance.now()
    const ended = once(socket, 'close').then(() => performance.now() - start)
    const answer = text(socket).catch(() => '')
    const stop = () => {
      clearInterval(dripping)
      socket.destroy()
    }
    return { ended, answer, stop }
  }
  const json = { 'content-type': 'application/json' }
  const seat = () => ({ cookie: ada.cookie, [CSRF_HEADER]: ada.csrf })

  it('a login that does not arrive is ended soon, with a response', async () => {
    const { ended, answer, stop } = await drip('POST', '/session', { ...json, [CSRF_HEADER]: 'x' })
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(await ended).toBeGreaterThanOrEqual(STRANGERS * 0.9)
    stop()
  })

  it('staff have longer for what is no file', async () => {
    const { ended, answer, stop } = await drip('POST', '/rule-categories', { ...json, ...seat() })
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(await ended).toBeGreaterThanOrEqual(STAFF * 0.9)
    stop()
  })

  it('staff have the whole time of the server for a file, strangers none of it', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
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
    for (const { stop } of [upload, refused, slower]) stop()
    await upload.ended
  })
})
