import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

const PAGES = [
  '/discordia/',
  '/discordia/news&events/',
  '/discordia/downloads',
  '/discordia/rpg-initiative',
]

describe('how the public pages load', () => {
  const built = builtSite({ world: smallWorld })

  test('nothing moves while a public page loads (CLS 0)', async () => {
    await built.page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of PAGES) {
      await built.page.goto(path)
      await built.settled()
      await built.page.waitForLoadState('networkidle')
      const total = await built.page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      )
      expect([path, total < 0.005]).toEqual([path, true])
    }
  })

  test('no page requests another origin, and none runs a script that is neither a file nor known by its digest (ruling 54)', async () => {
    const foreign: string[] = []
    built.page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== built.server.url)
        foreign.push(request.url())
    })
    for (const path of PAGES) {
      const page = await built.page.goto(path)
      await built.settled()
      const policy = (await page?.headerValue('content-security-policy')) ?? ''
      const allowed = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/)
      expect([path, allowed]).toEqual([path, ["'self'", expect.stringMatching(/^'sha256-/)]])
      // The choice of the theme; the others are data.
      const inline = built.page.locator('script:not([src]):not([type])')
      expect([path, await inline.count()]).toEqual([path, 1])
    }
    expect(foreign).toEqual([])
  })
})
