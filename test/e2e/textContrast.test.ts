import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, visit } from '#test/helpers/browser/browser.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { measureText, unreadable } from '#test/helpers/browser/textContrast.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

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
/** Staff upload any picture: nothing may depend on its being dark or calm. */
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

/** Replaces every picture, backgrounds included. */
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
  let server: BrowserServer
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
    ;({ page, complaints } = await visit(browser, server))
    await page
      .context()
      .addCookies([{ name: 'Discordia-consent-cookie', value: 'true', url: server.url }])
    const bodies = { white: await white(), noise: await noise() }
    for (const name of STRANGE_PICTURES)
      await page.route(`**/images/strange-${name}.png`, (route) =>
        route.fulfill({ contentType: 'image/png', body: bodies[name] }),
      )
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const settle = async (): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('main[aria-busy="false"]').waitFor()
  }
  /** On narrow windows the text is below the picture; on the widest it is on it. */
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

  const expectNone = async (path: string, pictures: readonly string[]) => {
    await page.goto(path)
    await settle()
    const found = await findings(pictures)
    expect(found.map((line) => `${path}: ${line}`)).toEqual([])
  }
  afterEach(() => expect(complaints).toEqual([]))

  test('on every public page, also where all pictures are white', async () => {
    for (const path of PATHS) await expectNone(path, ['white'])
  })

  test('on an article and an event, also where the picture is white or black and white squares', async () => {
    for (const path of ['/discordia/news/1', '/discordia/news/6'])
      await expectNone(path, STRANGE_PICTURES)
  })

  test('on the dashboard', async () => {
    await signIn(page, server, 'Ann')
    await expectNone('/discordia/dashboard', ['white'])
  })
})
