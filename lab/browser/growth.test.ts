import type { Browser, CDPSession, Page } from 'playwright-core'
import {
  openInterpretingBrowser,
  settled,
  type Visit,
  visit,
} from '../../test/helpers/browser/browser.ts'
import { entryDialog, openEntryForm } from '../../test/helpers/browser/entryForm.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'

const CYCLES = amount(200, 8)
/** Rounds after which all code and data are loaded. */
const FIRST = amount(50, 4)
const GROWTH_MAX = 0.05

type Size = { readonly heap: number; readonly nodes: number; readonly listeners: number }

describe('a visit without end', () => {
  let server: BrowserServer
  let browser: Browser
  let visitor: Visit
  let page: Page
  let session: CDPSession

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openInterpretingBrowser()
    visitor = await visit(browser, server)
    page = visitor.page
    session = await visitor.context.newCDPSession(page)
  })
  afterAll(async () => {
    await visitor?.close()
    await browser?.close()
    await server?.stop()
  })

  async function measure(): Promise<Size> {
    // The heading of the dashboard is there before its lists, whose rows have nodes and listeners of their own.
    await page.getByRole('button', { name: 'Request name change' }).waitFor()
    await settled(page)
    // Collects twice, because the second one frees what finalisers have released.
    for (const _ of [1, 2]) await session.send('HeapProfiler.collectGarbage')
    const { usedSize: heap } = await session.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
    return { heap, nodes, listeners }
  }

  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const close = async (name: string | RegExp) => {
    await page.keyboard.press('Escape')
    await dialog(name).waitFor({ state: 'detached' })
  }
  const go = async (link: string | RegExp, heading: string | RegExp) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }

  async function cycle(): Promise<void> {
    await page.getByRole('button', { name: 'Request name change' }).click()
    await dialog('Request Name Change').waitFor()
    await dialog('Request Name Change').getByRole('button', { name: 'Cancel' }).click()
    await dialog('Request Name Change').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('form', { name: 'Settings' }).waitFor()
    await go('World', 'World')
    await openEntryForm(page)
    await entryDialog(page).getByRole('button', { name: 'Close', exact: true }).click()
    await entryDialog(page).waitFor({ state: 'detached' })
    await go('News & Events', 'News & Events')
    await page.getByRole('button', { name: 'Read more' }).first().click()
    await page.getByRole('dialog').waitFor()
    await close(/./)
    await go('Rules', 'Rules')
    await page.getByRole('tab', { name: 'Basic Rules' }).click()
    await page.getByRole('link', { name: 'Rule 7', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rule 7' }).waitFor()
    await go('Downloads', 'Downloads')
    await page.getByRole('button', { name: 'Table 3', exact: true }).click()
    await go(/^My Account/, /^Welcome/)
  }

  test(`${CYCLES} rounds of pages and dialogs leave heap, nodes and listeners as they are after ${FIRST}`, async () => {
    await signIn(page, server, 'Ann')
    await page.goto('/discordia/dashboard')
    await page.getByRole('button', { name: 'Request name change' }).waitFor()
    const sizes: Size[] = []
    for (let round = 1; round <= CYCLES; round += 1) {
      await cycle()
      if (round % FIRST === 0) sizes.push(await measure())
    }
    const [before, after] = [sizes[0], sizes.at(-1)]
    if (!before || !after) throw new Error('Nothing was measured.')
    const series = (key: keyof Size, unit = 1) =>
      sizes.map((size) => (size[key] / unit).toFixed(unit === 1 ? 0 : 2)).join(', ')
    const growth = (key: keyof Size) => after[key] / before[key] - 1
    const percent = (key: keyof Size) => `${(growth(key) * 100).toFixed(1)} %`
    figure(
      `after each ${FIRST} rounds: heap ${series('heap', 2 ** 20)} MB, nodes ${series('nodes')}, listeners ${series('listeners')}`,
    )
    figure(
      `growth: heap ${percent('heap')}, nodes ${percent('nodes')}, listeners ${percent('listeners')} (limit 5 %)`,
    )
    expect(visitor.complaints).toEqual([])
    expect(growth('heap')).toBeLessThan(GROWTH_MAX)
    expect(growth('nodes')).toBeLessThan(GROWTH_MAX)
    expect(growth('listeners')).toBeLessThan(GROWTH_MAX)
  }, 1_800_000)
})
