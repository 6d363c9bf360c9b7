import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { CSRF_HEADER } from '#contract/desk.ts'
import { buildApp, buildDesk } from '#server/compose/site.ts'
import { newKey } from '#server/files/fileStore.ts'
import { publicUrlPath } from '#server/files/pictureNames.ts'
import type { App } from '#server/http/deps.ts'
import { builtOrigins, secureSite } from '#server/http/plugins/security.ts'
import { mayBeServed, serveSite } from '#server/http/plugins/staticFiles.ts'
import { startFakeBucket } from '#test/helpers/server/fakeBucket.ts'
import { startDesk } from '#test/helpers/server/startDesk.ts'
import { startServer, type TestServer } from '#test/helpers/server/startServer.ts'

const TOKEN = 'sixteen-or-more-characters'

describe('the network edge', () => {
  let server: TestServer
  afterEach(() => server.close())
  const start = async (env: Record<string, string> = {}) => {
    server = await startServer('sqlite', env)
    return server.app
  }

  test('pages may call the mail service and the API of their build, and without one their own server only', async () => {
    const app = await start()
    const policy = String((await app.inject('/api/health')).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')?;/)
    const API_BASE_URL = 'https://api.example:8443/x;y'
    expect(builtOrigins({ API_BASE_URL, EMAILJS_ORIGIN: 'https://mail.example/' })).toEqual([
      'https://api.example:8443',
      'https://mail.example',
    ])
    expect(builtOrigins({ API_BASE_URL: '/api', EMAILJS_ORIGIN: '' })).toEqual([])
    expect(builtOrigins({ API_BASE_URL: 'data:x' })).toEqual([])
  })

  test.each(['site', 'desk'])('HSTS of the %s excludes its sub-domains', async (name) => {
    await start({ PUBLIC_URL: 'https://discordia.example' })
    const app = await (name === 'site' ? buildApp : buildDesk)(server.deps)
    const { headers } = await app.inject('/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    await app.close()
  })

  test.each(['folder', 'bucket'])(
    'a file of the %s is in a sandbox on both origins',
    async (store) => {
      const bucket = await startFakeBucket()
      await start(store === 'bucket' ? { ...bucket.env } : {})
      const desk = await buildDesk(server.deps)
      const key = newKey('public', 'vtt')
      await server.deps.files.put(key, Buffer.from('WEBVTT'))
      for (const app of [server.app, desk]) {
        const response = await app.inject(publicUrlPath(key.replace('public/', '')))
        expect([response.statusCode, response.body]).toEqual([200, 'WEBVTT'])
        expect(response.headers).toMatchObject({
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
        })
      }
      await desk.close()
      await bucket.close()
    },
  )

  test('source maps are not served, not even compressed', () => {
    for (const path of ['/assets/site.1.js.map', '/a.css.map.br', '/a.MAP.gz'])
      expect(mayBeServed(path)).toBe(false)
    for (const path of ['/assets/site.1.js', '/map.js', '/images/map.svg', '/a.map.js'])
      expect(mayBeServed(path)).toBe(true)
  })

  test('a source map that is in the folder of the site all the same is a 404', async () => {
    await start()
    const files = ['index.html', 'a.js', 'a.js.map', 'a.js.map.br']
    await withFiles(files, async (app) => {
      const statuses = await Promise.all(
        files.map(async (name) => (await app.inject(`/${name}`)).statusCode),
      )
      expect(statuses).toEqual([200, 200, 404, 404])
    })
  })

  test('headers about documents are sent with documents only', async () => {
    await start()
    const policies = ['content-security-policy', 'cross-origin-opener-policy', 'x-frame-options']
    const documents = ['index.html', 'a.svg']
    const others = ['a.js', 'a.css', 'a.woff2', 'a.avif', 'a.json']
    await withFiles([...documents, ...others], async (app) => {
      for (const name of [...documents, ...others]) {
        const { headers } = await app.inject(`/${name}`)
        const sent = policies.filter((policy) => headers[policy] !== undefined)
        expect([name, sent]).toEqual([name, documents.includes(name) ? policies : []])
        expect(headers['x-content-type-options']).toBe('nosniff')
      }
    })
  })

  /** A site of these files, with the headers of a server. */
  async function withFiles(files: string[], run: (app: App) => Promise<void>): Promise<void> {
    const root = mkdtempSync(join(tmpdir(), 'discordia-site-'))
    for (const name of files) writeFileSync(join(root, name), '<head></head>')
    try {
      const app = Fastify() as unknown as App
      app.decorate('languages', server.deps.settings.languages)
      secureSite(app, server.deps)
      await serveSite(app, server.deps.kit, {
        headOf: async () => null,
        everyPage: () => '',
        root,
      })
      await run(app)
      await app.close()
    } finally {
      rmSync(root, { recursive: true })
    }
  }

  const metrics = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await server.app.inject({ url: '/api/metrics', headers, remoteAddress })).statusCode

  test.each([
    [{ host: 'discordia.example' }],
    [{ host: 'localhost.discordia.example' }],
    [{ host: 'localhost:3000', 'x-forwarded-for': '192.0.2.7' }],
    [{ host: 'localhost:3000', 'x-real-ip': '192.0.2.7' }],
    [{ host: 'localhost:3000', via: '1.1 proxy' }],
    [{ host: 'localhost:3000', 'x-forwarded-proto': 'https' }],
    [{ host: 'localhost:3000', 'x-forwarded-host': 'discordia.example' }],
    [{ host: 'localhost:3000', forwarded: 'for=192.0.2.7' }],
  ])('metrics are not for a proxy on the same machine that sends %p', async (headers) => {
    await start()
    expect(await metrics(headers)).toBe(404)
    expect(await metrics({ host: 'localhost:3000' })).toBe(200)
    expect(await metrics({ host: '[::1]:3000' }, '::1')).toBe(200)
    expect(await metrics({ host: '127.0.0.1' }, '::ffff:127.0.0.1')).toBe(200)
    expect(await metrics({ host: 'localhost:3000' }, '192.0.2.7')).toBe(404)
  })

  test('in production a proxy without forwarding headers opens no metrics either', async () => {
    await start({ NODE_ENV: 'production' })
    expect(await metrics({ host: '127.0.0.1:3000' })).toBe(404)
  })

  test('with a token metrics are for its holders, from anywhere, and for nobody else', async () => {
    await start({ NODE_ENV: 'production', METRICS_TOKEN: TOKEN })
    expect(await metrics({ authorization: `Bearer ${TOKEN}` }, '192.0.2.7')).toBe(200)
    expect(await metrics({ authorization: `Bearer ${TOKEN}x` })).toBe(404)
    expect(await metrics({ authorization: TOKEN })).toBe(404)
    expect(await metrics()).toBe(404)
  })

  test('a body is not read before the caller is authenticated', async () => {
    const app = await start()
    const desk = await buildDesk(server.deps)
    // A server that parsed it first would respond 400.
    const sent = { method: 'POST', payload: '{'.repeat(1_000_000) } as const
    const headers = { 'content-type': 'application/json', 'x-desk-csrf': 'x' }
    const member = await app.inject({ ...sent, url: '/api/rpggroups/create/', headers })
    expect(member.statusCode).toBe(401)
    const staff = await desk.inject({ ...sent, url: '/desk/api/contents', headers })
    expect(staff.statusCode).toBe(401)
    await desk.close()
  })

  test('an anonymous caller sends 64 kB of JSON at most, members 1 MB, staff 4 MB', async () => {
    const { desk, ...started } = await startDesk('sqlite')
    server = started
    const { app } = server
    const json = { 'content-type': 'application/json', [CSRF_HEADER]: 'login' }
    const isTooLarge = async (to: App, url: string, bytes: number, who = {}) => {
      const payload = JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) })
      const headers = { ...json, ...who }
      const { statusCode } = await to.inject({ method: 'POST', url, headers, payload })
      expect(statusCode).toBeGreaterThanOrEqual(400)
      return statusCode === 413
    }
    const { auth } = await server.addUser('Olwen')
    const { cookie, csrf } = await started.staff('Ada')
    const seat = { cookie, [CSRF_HEADER]: csrf }
    for (const [to, url, limit, who] of [
      [app, '/api/users/login/', 64 * 1024, {}],
      [app, '/api/nothing', 64 * 1024, {}],
      [app, '/nothing', 64 * 1024, auth],
      [app, '/api/rpggroups/create/', 1024 * 1024, auth],
      [desk, '/desk/api/session', 64 * 1024, {}],
      [desk, '/desk/api/nothing', 64 * 1024, seat],
      [desk, '/desk/api/contents', 4 * 1024 * 1024, seat],
    ] as const) {
      const outcomes = [
        await isTooLarge(to, url, limit, who),
        await isTooLarge(to, url, limit + 1, who),
      ]
      expect([url, ...outcomes]).toEqual([url, false, true])
    }
    await desk.close()
  })
})
