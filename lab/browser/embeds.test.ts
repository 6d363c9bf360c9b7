import type { Browser } from 'playwright-core'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { openBrowser } from '../../test/helpers/browser/browser.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { type Embedders, framedHeadings, startEmbedders } from '../embedders.ts'

describe('the events in frames on other sites', () => {
  let embedders: Embedders
  let server: BrowserServer
  let browser: Browser
  beforeAll(async () => {
    embedders = await startEmbedders()
    server = await startWorld(async (desk) => {
      await smallWorld(desk)
      await embedders.name(desk)
    })
    embedders.frame(server.url)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    embedders?.close()
  })

  test('are shown by the hosts that the desk names, and by no other', async () => {
    for (const { origin, isNamed } of embedders.sites) {
      const page = await browser.newPage()
      await page.goto(origin)
      expect([isNamed, await framedHeadings(page.frames())]).toEqual([
        isNamed,
        isNamed ? ['Discordia: events'] : [],
      ])
      await page.close()
    }
  })

  test.each(['list', 'month'])(
    'as a %s are accessible, and fit into a narrow frame',
    async (view) => {
      const page = await browser.newPage({ viewport: { width: 360, height: 600 } })
      for (const theme of ['light', 'dark']) {
        await page.goto(`${server.url}/api/embed/events?view=${view}&theme=${theme}`)
        expect([theme, await axeFindings(page)]).toEqual([theme, []])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          360,
        )
      }
      await page.close()
    },
  )
})
