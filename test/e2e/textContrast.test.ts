import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import type { ContentItem } from '#contract/schemas/content.ts'
import { apiAnswer } from '#test/helpers/browser/apiEdge.ts'
import { openBrowser, visit } from '#test/helpers/browser/browser.ts'
import { enterAs } from '#test/helpers/browser/enterAs.ts'
import { type Site, startSite } from '#test/helpers/browser/site.ts'
import { measureText, unreadable } from '#test/helpers/browser/textContrast.ts'

const WIDEST = { width: 1440, height: 900 }
const WINDOWS = [{ width: 360, height: 740 }, { width: 768, height: 1024 }, WIDEST]
const PATHS = [
  '/discordia/',
  '/discordia/rpg-initiative',
  '/discordia/news&events/',
  '/discordia/downloads',
  '/discordia/rules',
  '/discordia/ruleItem/1',
  '/discordia/world',
  '/auth/login',
]
/** Staff upload what they like: nothing may depend on a picture being dark or calm. */
const STRANGE_PICTURES = ['white', 'noise'] as const

const white = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

/** Squares of black and white, each larger than a stroke of a letter. */
async function noise(): Promise<Buffer> {
  const [width, height] = [150, 100]
  const squares = Uint8Array.from({ length: width * height }, (_, at) =>
    (at * at * 7) % 11 < 5 ? 0 : 255,
  )
  const small = sharp(squares, { raw: { width, height, channels: 1 } })
  return small.resize(1200, 800, { kernel: 'nearest' }).png().toBuffer()
}

/** Puts another picture into the place of every drawn one, also where it is a background. */
async function replacePictures(page: Page, name: string): Promise<void> {
  await page.evaluate(async (url) => {
    for (const source of document.querySelectorAll('source')) source.remove()
    for (const element of document.querySelectorAll('main, main *'))
      if (getComputedStyle(element).backgroundImage.includes('url('))
        (element as HTMLElement).style.backgroundImage = `url(${url})`
    await Promise.all(
      [...document.querySelectorAll('img')].map((image) => {
        image.removeAttribute('srcset')
        image.loading = 'eager'
        image.src = url
        return image.decode()
      }),
    )
  }, `/images/strange-${name}.png`)
}

describe('text over pictures can be read', () => {
  let site: Site
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    ;({ page, complaints } = await visit(browser, site))
    await page
      .context()
      .addCookies([{ name: 'Discordia-consent-cookie', value: 'true', url: site.url }])
    const bodies = { white: await white(), noise: await noise() }
    for (const name of STRANGE_PICTURES)
      await page.route(`**/images/strange-${name}.png`, (route) =>
        route.fulfill({ contentType: 'image/png', body: bodies[name] }),
      )
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })

  const settle = async (): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('main[aria-busy="false"]').waitFor()
  }
  /** On narrow windows the text stands below the picture; on the widest it stands on it. */
  const findings = async (pictures: readonly string[]): Promise<string[]> => {
    const found: string[] = []
    for (const picture of ['own', ...pictures]) {
      if (picture !== 'own') await replacePictures(page, picture)
      for (const window of WINDOWS) {
        await page.setViewportSize(window)
        const lines = await measureText(page, { isOverPicture: true })
        if (window === WIDEST) expect(lines.length).toBeGreaterThan(0)
        found.push(...unreadable(lines).map((line) => `${picture}, ${window.width} px: ${line}`))
      }
    }
    return found
  }

  test.each(PATHS)('on %s', async (path) => {
    await page.goto(path)
    await settle()
    expect(await findings(['white'])).toEqual([])
  })

  test.each(['/contents/active', '/contents/activeEvents'])(
    'on the page of the newest of %s',
    async (list) => {
      const [story] = await apiAnswer<ContentItem[]>(site, list)
      await page.goto(`/discordia/news/${story?.id}`)
      await settle()
      expect(await findings(STRANGE_PICTURES)).toEqual([])
    },
  )

  test('on the dashboard', async () => {
    await enterAs(page, site, 'mira@discordia.example')
    await page.goto('/discordia/dashboard')
    await settle()
    expect(await findings(['white'])).toEqual([])
  })

  test('and nothing complained in the console', () => expect(complaints).toEqual([]))
})
