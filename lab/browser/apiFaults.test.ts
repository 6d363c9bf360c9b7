import type { Browser, Page } from 'playwright-core'
import type { TokenPair } from '../../contract/shapes.ts'
import texts from '../../locales/en/translation.json' with { type: 'json' }
import { newContext, openBrowser, openPage, settled } from '../../test/helpers/browser/browser.ts'
import { tokensOf } from '../../test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'
import { takenOver } from '../../test/helpers/browser/takenOver.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { amount, figure, isLong, SEED } from '../../test/helpers/server/faults.ts'
import { sample } from '../../test/helpers/server/sample.ts'
import { API_FAULTS, type ApiFault, type FaultySite, startFaultySite } from './faultySite.ts'
import { type PageUnderFault, pagesUnderFault, tryAgain } from './pagesUnderFault.ts'

/** Most requests of a page: each call of the largest page, a refresh, and the call again. */
const REQUESTS_MAX = 12
const MINUTE_MS = 60_000
/** Pages visited at the same time. */
const LANES = amount(3, 1)
/** Numbers of rows: the rows themselves need a server. */
const ROWS = pagesUnderFault('').length
const ORDER = sample([...Array(ROWS).keys()], ROWS)

const isWhole = (row: PageUnderFault, fault: ApiFault): boolean =>
  row.sentence === null ||
  fault.ends === 'whole' ||
  (fault.isSuccess === true && row.readsStatusOnly === true)
const missingText = (row: PageUnderFault, fault: ApiFault): string | undefined =>
  fault.what === '404' ? row.missing : undefined

/** A browser page that visits one row at a time. */
class Lane {
  readonly site: FaultySite
  readonly page: Page
  readonly complaints: string[]
  requests = 0

  constructor(site: FaultySite, page: Page, complaints: string[]) {
    this.site = site
    this.page = page
    this.complaints = complaints
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) this.requests += 1
    })
  }

  async open(row: PageUnderFault, tokens: TokenPair | null): Promise<void> {
    const { page } = this
    await page.goto('/robots.txt')
    await page.evaluate((pair) => {
      localStorage.clear()
      sessionStorage.clear()
      if (pair) localStorage.setItem('refresh_token', pair.refresh)
      if (pair) localStorage.setItem('access_token', pair.access)
    }, tokens)
    this.requests = 0
    await page.goto(row.path)
    if (!row.act) return
    await takenOver(page)
    await row.act(page.getByRole('main'))
  }

  async expectEnd(row: PageUnderFault, fault: ApiFault): Promise<void> {
    const main = this.page.getByRole('main')
    if (isWhole(row, fault)) await row.whole(main).first().waitFor()
    else if (fault.ends === 'loading')
      await this.page
        .getByRole('status', { name: texts.landing_page.loading, exact: true })
        .waitFor()
    else if (fault.ends === 'login' && row.isMember) {
      await this.page.waitForURL('**/auth/login')
      await main.getByText(texts.login.session_expired).waitFor()
    } else {
      const sentence = missingText(row, fault) ?? row.sentence ?? ''
      await main.getByText(sentence, { exact: true }).first().waitFor()
    }
  }

  async expectFrame(fault: ApiFault): Promise<void> {
    // The title of an article is unknown before its response.
    if (fault.ends !== 'loading')
      expect(await this.page.getByRole('heading', { level: 1 }).textContent()).not.toBe('')
    expect(
      await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link').count(),
    ).toBeGreaterThan(5)
  }

  /** Expects no repeated request, neither at once nor within a minute. */
  async expectQuiet(fault: ApiFault): Promise<number> {
    if (fault.ends !== 'loading') await settled(this.page)
    const sent = this.requests
    await this.page.clock.fastForward(MINUTE_MS)
    if (fault.ends !== 'loading') await settled(this.page)
    expect(this.requests).toBe(sent)
    expect(sent).toBeLessThanOrEqual(REQUESTS_MAX)
    return sent
  }

  async expectRecovery(row: PageUnderFault, fault: ApiFault): Promise<void> {
    this.site.set(null)
    const main = this.page.getByRole('main')
    if (fault.ends === 'login' && row.isMember) return
    if (fault.ends === 'loading') {
      // The menu can be clicked.
      await this.page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'RPG Initiative' })
        .click()
      await main.getByRole('heading', { level: 1, name: 'RPG Initiative' }).waitFor()
      return
    }
    if (missingText(row, fault)) await this.page.reload()
    else if (!isWhole(row, fault)) await tryAgain(this.page, row)
    await row.whole(main).first().waitFor()
  }
}

describe(`an API that fails, ${isLong ? 'on every page' : `on a page for each fault (seed ${SEED})`}`, () => {
  let server: BrowserServer
  let browser: Browser
  let lanes: readonly Lane[] = []
  let rows: readonly PageUnderFault[]

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
    rows = pagesUnderFault(await resetIdOf('cleo@example.org'))
    lanes = await Promise.all(Array.from({ length: LANES }, startLane))
  })
  afterAll(async () => {
    await browser?.close()
    for (const { site } of lanes) site.close()
    await server?.stop()
  })
  afterEach(() => {
    expect(lanes.flatMap(({ complaints }) => complaints.splice(0))).toEqual([])
  })

  async function startLane(): Promise<Lane> {
    const site = await startFaultySite(server.url)
    const { page, complaints } = await openPage(await newContext(browser, site))
    await page.clock.install()
    return new Lane(site, page, complaints)
  }

  async function resetIdOf(email: string): Promise<string> {
    await fetch(`${server.url}/api/discordia/request-change-password/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const mail = await server.mailTo(email, /verified-change-password/)
    return /verified-change-password\/([\w-]+)/.exec(mail)?.[1] ?? ''
  }

  /** @returns the requests that were sent */
  async function visit(lane: Lane, row: PageUnderFault, fault: ApiFault): Promise<number> {
    lane.site.set(fault)
    await lane.open(row, row.isMember ? await tokensOf(server, 'ann@example.org') : null)
    await lane.expectEnd(row, fault)
    await lane.expectFrame(fault)
    const sent = await lane.expectQuiet(fault)
    await lane.expectRecovery(row, fault)
    return sent
  }

  test.each(API_FAULTS.map((fault, index) => ({ ...fault, index })))(
    '$what: no page is blank, repeats itself or cannot be tried again',
    async ({ index, ...fault }) => {
      const numbers = isLong ? ORDER : [ORDER[index % ORDER.length] ?? 0]
      const waiting = [...numbers]
      const failures: string[] = []
      let most = 0
      const work = async (lane: Lane): Promise<void> => {
        for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
          const row = rows[number]
          if (!row) throw new Error(`No row ${number}`)
          try {
            most = Math.max(most, await visit(lane, row, fault))
          } catch (error) {
            failures.push(`${row.path}${row.isMember ? ' of a member' : ''}: ${String(error)}`)
          }
        }
      }
      await Promise.all(lanes.map(work))
      expect(failures).toEqual([])
      figure(`${numbers.length} pages, at most ${most} requests (limit ${REQUESTS_MAX})`)
    },
  )
})
