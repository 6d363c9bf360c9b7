import { builtSite } from '#test/helpers/browser/builtSite.ts'

describe('the built site, served by its own entry (behaviour 1; ruling 16, 40, 65)', () => {
  const built = builtSite({ world: 'empty' })

  test('URLs with a file ending are files, all others are routes, compressed or not', async () => {
    for (const [path, status, type] of [
      ['/', 200, 'text/html'],
      ['/discordia/news&events', 200, 'text/html'],
      ['/auth/activate-account/abc', 200, 'text/html'],
      ['/admin', 200, 'text/html'],
      ['/locales/en/translation.json', 200, 'application/json'],
      ['/locales/de/translation.json', 404, 'application/json'],
      ['/images/no-such.webp', 404, 'application/json'],
      ['/robots.txt', 200, 'text/plain'],
      ['/api/no-such-call', 404, 'application/json'],
    ] as const)
      for (const encoding of ['br', 'identity']) {
        const response = await fetch(built.server.url + path, {
          headers: { 'accept-encoding': encoding },
        })
        const mediaType = response.headers.get('content-type')?.split(';')[0]
        expect([path, encoding, response.status, mediaType]).toEqual([path, encoding, status, type])
      }
  })

  test('hashed files are cached for a year and compressed, the page is requested anew', async () => {
    const html = await fetch(`${built.server.url}/discordia/`)
    expect(html.headers.get('cache-control')).toBe('no-cache')
    const script = /\/assets\/site\.[\w.]+\.js/.exec(await html.text())?.[0]
    const asset = await fetch(built.server.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-encoding')).toBe('br')
  })

  test('a language without texts is shown in English; no more than two letters of its code are requested', async () => {
    const requested = new Set<string>()
    built.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/locales/')) requested.add(pathname)
    })
    for (const language of ['de-AT', '..%2F..%2Fapi']) {
      await built.page.goto(`/auth/login?lng=${language}`)
      await built.page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
    }
    expect([...requested].sort()).toEqual([
      '/locales/de/translation.json',
      '/locales/en/translation.json',
    ])
    expect(await built.page.evaluate(() => document.documentElement.lang)).toBe('en')
  })
})
