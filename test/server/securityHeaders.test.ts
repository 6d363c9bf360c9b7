import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { buildApp, buildDesk } from '#server/compose/site.ts'
import { newKey } from '#server/files/fileStore.ts'
import type { App } from '#server/http/deps.ts'
import { PNG } from '#test/helpers/fixtures/deskRows.ts'
import { type RegisteredRoute, registeredRoutes } from '#test/helpers/server/registeredRoutes.ts'
import { type DeskServer, startDesk } from '#test/helpers/server/startDesk.ts'

type Headers = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** Faults of a response's headers; none if they shield a browser from any content. */
function gaps(url: string, headers: Headers): string[] {
  const policy = String(headers['content-security-policy'] ?? '')
  const isSandboxed = policy.includes('sandbox')
  const isNoDocument =
    /\.(js|css|woff2|avif|webp|png|jpg|json)(\?|$)/.test(url) &&
    policy === '' &&
    !url.includes('/api/')
  const isApi = /^\/(desk\/)?api\//.test(url)
  const required: (readonly [string, boolean])[] = [
    ['nosniff', headers['x-content-type-options'] === 'nosniff'],
    ['a policy', isNoDocument || /default-src '(self|none)'/.test(policy)],
    ['no inline scripts', !/script-src[^;]*'unsafe-(inline|eval)'/.test(policy)],
    ['no framing', isNoDocument || isSandboxed || policy.includes("frame-ancestors 'none'")],
    ['a referrer policy', headers['referrer-policy'] !== undefined],
    ['caching that is said', !isApi || headers['cache-control'] !== undefined],
    ['no name of the software', (headers['x-powered-by'] ?? headers['server']) === undefined],
  ]
  return required.filter(([, isThere]) => !isThere).map(([name]) => `${url}: ${name}`)
}

/** The stream of events ends at once. */
const pathOf = (url: string, id: string): string =>
  url
    .replace(/:\w+(\([^)]*\))?/g, id)
    .replace('*', 'index.html')
    .replace(/\/live\/$/, '$&?wait=0')

describe.each(['site', 'desk'] as const)('the headers of the %s', (name) => {
  let server: DeskServer
  let app: App
  let routes: readonly RegisteredRoute[]
  let seat: Record<string, string>
  let file: string
  beforeAll(async () => {
    server = await startDesk('sqlite', {
      RATE_LIMITS: 'on',
      PUBLIC_URL: 'https://discordia.example',
    })
    routes = await registeredRoutes(async () => {
      app = await (name === 'site' ? buildApp : buildDesk)(server.deps)
      await app.ready()
    })
    const root = await server.staff('Root', 'superuser')
    seat = { ...root.user.auth, cookie: root.cookie, [CSRF_HEADER]: root.csrf }
    const key = newKey('public', 'png')
    await server.deps.files.put(key, PNG)
    file = `/api/files/${key.slice('public/'.length)}`
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  const base = name === 'site' ? '/api' : DESK_API_BASE

  test('protect the browser on every route, for every caller and every error, and on repeated requests', async () => {
    const found: string[] = []
    let asked = 0
    for (const { method, url } of routes)
      for (const path of new Set(['1', 'x'].map((id) => pathOf(url, id))))
        for (const headers of [{}, seat]) {
          // Sent twice: the second response may come from a cache. The YAML of the document is never cached.
          for (const _time of path.endsWith('/yaml') ? [1] : [1, 2]) {
            const response = await app.inject({ method: method as 'GET', url: path, headers })
            found.push(...gaps(path, response.headers))
            asked++
          }
        }
    expect(asked).toBeGreaterThan(routes.length * 4)
    expect([...new Set(found)]).toEqual([])
  })

  const json = { 'content-type': 'application/json', [CSRF_HEADER]: 'x' }
  const other = { ...json, 'content-type': 'text/x' }
  const login = name === 'site' ? '/api/users/login/' : `${base}/session`
  const list = `${base}/${name === 'site' ? 'rpggroups/list' : 'overview'}`
  const long = `${base}/contents/${name === 'site' ? 'get/' : ''}${'1'.repeat(600)}`
  test.each([
    [404, 'an unknown call', `${base}/nowhere`, 'GET', {}, undefined],
    [404, 'an unknown file', '/nowhere.js', 'GET', {}, undefined],
    [404, 'a method that it does not have', list, 'PUT', {}, undefined],
    [400, 'a URL that cannot be decoded', `${base}/%zz`, 'GET', {}, undefined],
    [404, 'a parameter that is too long', long, 'GET', {}, undefined],
    [413, 'a body that is too large', login, 'POST', json, 'x'.repeat(99_000)],
    [415, 'a body of another kind', login, 'POST', other, 'x'],
    [400, 'a body that is no JSON', login, 'POST', json, '{'],
  ] as const)('shield it on a %s of %s', async (status, _what, url, method, headers, payload) => {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    expect([response.statusCode, gaps(url, response.headers)]).toEqual([status, []])
  })

  test('are the same for every call, in one order', async () => {
    const expected = {
      'content-security-policy': expect.stringMatching(
        /^default-src 'self';script-src 'self'.*;img-src 'self' data: blob:( https:\/\/[\w.]+)?;media-src 'self'.*;font-src 'self';connect-src 'self'.*;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';style-src 'self'/,
      ),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': name === 'site' ? 'strict-origin-when-cross-origin' : 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    }
    for (const url of [`${base}/nowhere`, '/nowhere.js', `${base}/live/`]) {
      const { headers } = await app.inject(url)
      const written = Object.entries(headers).slice(0, Object.keys(expected).length)
      expect(written.map(([header]) => header)).toEqual(Object.keys(expected))
      expect(Object.fromEntries(written)).toEqual(expected)
    }
  })

  test('protect it on a 429, a stored file, a 304 and a range', async () => {
    const url = name === 'site' ? '/api/users/login/' : `${base}/session`
    const payload = { email: 'nobody@example.org', password: 'wrong' }
    let last = await app.inject({ method: 'POST', url, payload, headers: json })
    for (let n = 0; n < 70 && last.statusCode !== 429; n++)
      last = await app.inject({ method: 'POST', url, payload, headers: json })
    expect([last.statusCode, gaps(url, last.headers)]).toEqual([429, []])
    for (const [status, headers] of [
      [200, {}],
      [304, { 'if-none-match': `"${file.split('/').at(-1)}"` }],
      [206, { range: 'bytes=0-3' }],
      [416, { range: 'bytes=99999-' }],
    ] as const) {
      const response = await app.inject({ url: file, headers })
      expect([response.statusCode, gaps(file, response.headers)]).toEqual([status, []])
    }
  })

  test('protect it on refusals by Node before there is a request', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    for (const [status, bytes] of [
      [400, 'GET / HTTP/1.1\r\nhost: x\r\nnothing\r\n\r\n'],
      [431, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`],
    ] as const) {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      socket.end(bytes)
      const response = await text(socket)
      const [head = ''] = response.split('\r\n\r\n', 1)
      const headers = Object.fromEntries(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(/: (.*)/s, 2)),
      )
      expect([head.split(' ')[1], gaps(`${base}/x`, headers)]).toEqual([String(status), []])
    }
    await new Promise<void>((done) => {
      const asking = httpRequest(
        { port, host: '127.0.0.1', path: '/', method: 'TRACE' },
        (response) => {
          expect([response.statusCode, gaps('/', response.headers)]).toEqual([404, []])
          response.resume().on('end', () => done())
        },
      )
      asking.end()
    })
  })

  test('protect it on a 503 during an outage of the database', async () => {
    await server.deps.db.destroy()
    const url = name === 'site' ? '/api/rules/get-subcategories/77/' : `${base}/session`
    const response = await app.inject({ url, headers: seat })
    expect(response.statusCode).toBeGreaterThanOrEqual(500)
    expect(gaps(url, response.headers)).toEqual([])
    const ready = await app.inject('/api/ready')
    expect(gaps('/api/ready', ready.headers)).toEqual([])
  })
})
