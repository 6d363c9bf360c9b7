import type { Browser, Page } from 'playwright-core'
import { newContext, openBrowser, openPage, responded } from '#test/helpers/browser/browser.ts'
import {
  API_FAULTS,
  type ApiFault,
  type FaultySite,
  startFaultySite,
} from '#test/helpers/browser/faultySite.ts'
import {
  type PageUnderFault,
  pagesUnderFault,
  tryAgain,
} from '#test/helpers/browser/pagesUnderFault.ts'
import { tokensOf } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { figure, isLong, SEED } from '#test/helpers/server/faults.ts'
import { sample } from '#test/helpers/server/sample.ts'
import texts from '../../../locales/en/translation.json'

/** A call, a refresh, the call again, for each of the calls of the largest page. */
const REQUESTS_MAX = 12
const MINUTE_MS = 60_000
/** Numbers of rows: the rows themselves need a server. */
const ROWS = Object.values(pagesUnderFault('')).flat().length
const ORDER = sample([...Array(ROWS).keys()], ROWS)

describe(`an API that fails, ${isLong ? 'on every page' : `on a page for each fault (seed ${SEED})`}`, () => {
  let server: BrowserServer
  let browser: Browser
  let site: FaultySite
  let page: Page
  let complaints: string[]
  let rows: readonly PageUnderFault[]
  let requests = 0

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
    site = await startFaultySite(server.url)
    rows = Object.values(pagesUnderFault(await resetIdOf('cleo@example.org'))).flat()
    ;({ page, complaints } = await openPage(await newContext(browser, site)))
    await page.clock.install()
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) requests += 1
    })
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await server?.stop()
  })
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([])
  })

  async function resetIdOf(email: string): Promise<string> {
    await fetch(`${server.url}/api/discordia/request-change-password/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const mail = await server.mailTo(email, /verified-change-password/)
    return /verified-change-password\/([\w-]+)/.exec(mail)?.[1] ?? ''
  }

  async function open(row: PageUnderFault): Promise<void> {
    const tokens = row.isMember ? await tokensOf(server, 'ann@example.org') : null
    await page.goto('/robots.txt')
    await page.evaluate((pair) => {
      localStorage.clear()
      sessionStorage.clear()
      if (pair) localStorage.setItem('refresh_token', pair.refresh)
      if (pair) localStorage.setItem('access_token', pair.access)
    }, tokens)
    requests = 0
    await page.goto(row.path)
    if (!row.act) return
    await takenOver(page)
    await row.act(page.getByRole('main'))
  }

  async function expectEnd(row: PageUnderFault, fault: ApiFault): Promise<void> {
    const main = page.getByRole('main')
    const sentence = (fault.what === '404' && row.missing) || row.sentence
    if (sentence === null || fault.ends === 'whole') await row.whole(main).first().waitFor()
    else if (fault.ends === 'loading')
      await page.getByRole('status', { name: texts.landing_page.loading, exact: true }).waitFor()
    else if (fault.ends === 'login' && row.isMember) {
      await page.waitForURL('**/auth/login')
      await main.getByText(texts.login.session_expired).waitFor()
    } else await main.getByText(sentence, { exact: true }).first().waitFor()
  }

  async function expectFrame(fault: ApiFault): Promise<void> {
    // The title of an article is not known before its response.
    if (fault.ends !== 'loading')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('')
    expect(
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count(),
    ).toBeGreaterThan(5)
  }

  /** Nothing repeats itself: neither at once nor within a minute. */
  async function expectQuiet(fault: ApiFault): Promise<number> {
    if (fault.ends !== 'loading') {
      await page.locator('main[aria-busy="false"]').waitFor()
      await responded(page)
    }
    const sent = requests
    await page.clock.fastForward(MINUTE_MS)
    if (fault.ends !== 'loading') await responded(page)
    expect(requests).toBe(sent)
    expect(sent).toBeLessThanOrEqual(REQUESTS_MAX)
    return sent
  }

  async function expectRecovery(row: PageUnderFault, fault: ApiFault): Promise<void> {
    site.set(null)
    const main = page.getByRole('main')
    if (fault.ends === 'login' && row.isMember) return
    if (fault.ends === 'loading') {
      // The menu is not covered.
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'RPG Initiative' })
        .click()
      await main.getByRole('heading', { level: 1, name: 'RPG Initiative' }).waitFor()
      return
    }
    const isWhole = fault.ends === 'whole' || row.sentence === null
    if (!isWhole) await tryAgain(page, row)
    await row.whole(main).first().waitFor()
  }

  test.each(API_FAULTS.map((fault, index) => ({ ...fault, index })))(
    '$what: no page is blank, repeats itself or cannot be tried again',
    async ({ index, ...fault }) => {
      const numbers = isLong ? ORDER : [ORDER[index % ORDER.length] ?? 0]
      const failures: string[] = []
      let most = 0
      for (const number of numbers) {
        const row = rows[number]
        if (!row) throw new Error(`No row ${number}`)
        try {
          site.set(fault)
          await open(row)
          await expectEnd(row, fault)
          await expectFrame(fault)
          most = Math.max(most, await expectQuiet(fault))
          await expectRecovery(row, fault)
        } catch (error) {
          failures.push(`${row.path}${row.isMember ? ' of a member' : ''}: ${String(error)}`)
        }
      }
      expect(failures).toEqual([])
      figure(`${numbers.length} pages, at most ${most} requests (limit ${REQUESTS_MAX})`)
    },
  )
})
