import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { SHELL_PATH, WORKER_PATH } from '#contract/offline.ts'
import { readSettings } from '#server/config/env.ts'
import type { App } from '#server/http/deps.ts'
import { serveSite } from '#server/http/plugins/staticFiles.ts'
import { hasWorker, serveWorker } from '#server/modules/site/crawlers.ts'
import { defaultKit, makeKitSource } from '#server/text/kit.ts'

const SCRIPT = `/* ${'the worker '.repeat(200)} */`
const ANNOUNCED = '<meta name="features" content="offline">'
const PAGE = '<!doctype html><html><head><title>Discordia</title></head><body></body></html>'

describe('the worker of the site (behaviour 12.14)', () => {
  let folder: string
  let apps: App[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'discordia-worker-'))
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'sw.js'), SCRIPT)
    apps = []
  })
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()))
    rmSync(folder, { recursive: true })
  })

  async function start(env: Record<string, string> = {}): Promise<App> {
    const settings = readSettings({
      JWT_SECRET: 'a secret of forty characters for the tests',
      ...env,
    })
    const app = Fastify() as unknown as App
    apps.push(app)
    const kit = makeKitSource(
      async () => defaultKit(),
      async () => null,
    )
    serveWorker(app, { settings, kit }, folder)
    const everyPage = () => (hasWorker(settings, folder) ? ANNOUNCED : '')
    await serveSite(app, kit, { headOf: async () => null, everyPage, root: folder })
    return app
  }

  test('it is announced in every page, sent compressed, revalidated each time, and may fetch from its server only', async () => {
    const app = await start()
    const page = await app.inject('/discordia/rules')
    expect(page.body).toContain(ANNOUNCED)
    const response = await app.inject({ url: WORKER_PATH, headers: { 'accept-encoding': 'br' } })
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect((await app.inject(WORKER_PATH)).body).toBe(SCRIPT)
    const again = await app.inject({
      url: WORKER_PATH,
      headers: { 'if-none-match': String(response.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  test('the page that it stores is the plain one, with the announcement', async () => {
    const app = await start()
    const { body, headers } = await app.inject(SHELL_PATH)
    expect(body).toContain(ANNOUNCED)
    expect(headers['cache-control']).toBe('no-cache')
  })

  test.each<[string, Record<string, string>, boolean]>([
    ['switched off', { OFFLINE: 'off' }, true],
    ['not built', {}, false],
  ])('%s it is not announced, and one that removes itself is sent', async (_, env, isBuilt) => {
    if (!isBuilt) rmSync(join(folder, 'sw.js'))
    const app = await start(env)
    expect((await app.inject('/discordia/')).body).toBe(PAGE)
    const { body, statusCode, headers } = await app.inject(WORKER_PATH)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(body).toContain('registration.unregister()')
    expect(body).toContain('caches.delete')
  })
})
