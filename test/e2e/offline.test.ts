import type { Browser, Page } from 'playwright-core'
import { NO_WORKER } from '#server/modules/site/offline.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { startWorkerProxy, type WorkerProxy } from '#test/helpers/browser/workerProxy.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const WIDE = { width: 1440, height: 900 }

describe('reading without a network (behaviour 12.14)', () => {
  let server: BrowserServer
  let browser: Browser
  let proxy: WorkerProxy
  let visitor: Visit

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
  })
  beforeEach(async () => {
    proxy = await startWorkerProxy(server)
  })
  afterEach(async () => {
    await visitor.close()
    proxy.close()
    expect(visitor.complaints.filter((text) => !text.includes('ERR_INTERNET'))).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const newcomer = async (size = WIDE): Promise<Page> => {
    visitor = await visit(browser, proxy, { ...size, serviceWorkers: 'allow' })
    return visitor.page
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Read offline' })
  async function openDialog(page: Page): Promise<void> {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Read offline' }).click()
    await dialog(page).getByRole('heading', { name: 'Downloads' }).waitFor()
  }
  /** Clicks, and waits until the list and the worker are there. */
  async function keep(page: Page, list: 'rules' | 'glossary'): Promise<void> {
    await dialog(page)
      .getByRole('button', { name: `Keep the ${list} on this device` })
      .click()
    await dialog(page)
      .getByRole('button', { name: `Renew the ${list}` })
      .waitFor()
  }
  const controlled = (page: Page) =>
    page.waitForFunction(
      async () =>
        (await navigator.serviceWorker.ready).active?.state === 'activated' &&
        navigator.serviceWorker.controller !== null,
    )
  const banner = (page: Page) => page.getByRole('region', { name: 'Connection' })
  async function expectClean(page: Page): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    expect(await thumbFindings(page)).toEqual([])
  }
  /** Every URL and text in every cache. */
  const stored = (page: Page) =>
    page.evaluate(async () => {
      const found: { cache: string; url: string; text: string }[] = []
      for (const cache of await caches.keys())
        for (const request of await (await caches.open(cache)).keys()) {
          const response = await caches.match(request, { cacheName: cache })
          found.push({ cache, url: request.url, text: (await response?.text()) ?? '' })
        }
      return found
    })

  test.each([SMALL, WIDE])(
    'at $width px, lists are kept, and read and searched without a network',
    async (size) => {
      const page = await newcomer(size)
      await page.goto('/discordia/rules')
      await openDialog(page)
      expect(await axeFindings(page)).toEqual([])
      await keep(page, 'rules')
      await keep(page, 'glossary')
      await dialog(page)
        .getByText(/On this device as of \d\d:\d\d, 0\.1\sMB/)
        .first()
        .waitFor()
      expect(await axeFindings(page)).toEqual([])
      await controlled(page)

      await page.context().setOffline(true)
      await page.goto('/discordia/rules?tab=basic')
      await banner(page)
        .getByText(/You are offline, as of \d\d:\d\d/)
        .waitFor()
      await page.getByRole('link', { name: 'Rule 3', exact: true }).waitFor()
      await expectClean(page)
      await page.getByRole('searchbox').fill('rúle 3')
      await page.getByRole('link', { name: 'Rule 4', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Rule 3', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Rule 3' }).waitFor()
      await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()

      await page.goto('/discordia/world')
      const entries = page.getByRole('region', { name: 'Entries' })
      await entries.getByRole('article').first().waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search the whole site' }).fill('rúle 3')
      await page.getByRole('option', { name: /^Rule 3/ }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.keyboard.press('Escape')

      await page.goto('/discordia/news&events/')
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
      // The drawing that could not be fetched has made room for one that is part of the code.
      await page.locator('main img[src*="/empty-"]').waitFor({ state: 'detached' })
      await page.context().setOffline(false)
      await banner(page)
        .getByText(/You are offline/)
        .waitFor({ state: 'detached' })
    },
  )

  test('nothing of a member is stored, and a member without a network stays logged in', async () => {
    const page = await newcomer()
    await page.goto('/discordia/rules')
    await openDialog(page)
    await keep(page, 'glossary')
    await controlled(page)
    await signIn(page, proxy, 'Ann')
    await page.goto('/discordia/dashboard')
    await page.getByRole('button', { name: /Ravens/ }).waitFor()
    await page.goto('/discordia/world?show=mine')
    await page.getByRole('heading', { name: 'Entries' }).waitFor()

    await page.context().setOffline(true)
    await page.goto('/discordia/world')
    await page.getByRole('region', { name: 'Entries' }).getByRole('article').first().waitFor()
    await page.getByRole('link', { name: 'Logout' }).waitFor()
    await page.context().setOffline(false)
    const found = await stored(page)
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ url }) => /rpggroups|users|showMyEntries=true/.test(url))).toEqual([])
    expect(found.filter(({ text }) => /Ravens|ann@example/i.test(text))).toEqual([])
    // Pages are not stored, but the plain one, which has no data.
    expect(found.filter(({ text }) => text.startsWith('<!doctype')).map(({ url }) => url)).toEqual([
      expect.stringContaining('/offline.html'),
    ])
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('**/auth/login')
    expect((await stored(page)).filter(({ text }) => /Ravens|ann@example/i.test(text))).toEqual([])
  })

  test('a full disk is told, and what was kept before stays until it is removed', async () => {
    const page = await newcomer()
    await page.goto('/discordia/rules')
    await openDialog(page)
    await keep(page, 'rules')
    await controlled(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 1 })
    await dialog(page).getByRole('button', { name: 'Keep the glossary on this device' }).click()
    await dialog(page)
      .getByText(/This device has no room for it/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Renew the rules' }).click()
    await dialog(page)
      .getByText(/What was kept before is still there/)
      .waitFor()
    expect((await stored(page)).map(({ url }) => new URL(url).pathname)).toContain('/kept/rules')
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url })

    await dialog(page).getByRole('button', { name: 'Remove the rules from this device' }).click()
    await page
      .getByRole('dialog', { name: 'Remove the rules' })
      .getByRole('button', { name: 'Yes' })
      .click()
    await dialog(page).getByRole('button', { name: 'Keep the rules on this device' }).waitFor()
    expect((await stored(page)).filter(({ cache }) => /^(kept|filling)/.test(cache))).toEqual([])
  })

  test('a download is kept by a click, and saved without a network', async () => {
    const page = await newcomer()
    await page.goto('/discordia/downloads')
    await openDialog(page)
    const downloads = dialog(page).getByRole('region', { name: 'Downloads' })
    await downloads.getByRole('button', { name: /^Keep/ }).last().click()
    const remove = downloads.getByRole('button', { name: /^Remove/ })
    await remove.waitFor()
    const name = await remove.getAttribute('aria-label')
    const title = /^Remove (.*) from this device$/.exec(name ?? '')?.[1] ?? ''
    await controlled(page)
    await page.context().setOffline(true)
    await page.goto('/discordia/downloads')
    await page.getByRole('button', { name: title }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('main').getByRole('button', { name: 'Download', exact: true }).click()
    await saved
    await page.context().setOffline(false)
  })

  test('a new version waits for a click, which asks before typed text is lost', async () => {
    const page = await newcomer()
    await page.goto('/discordia/')
    await openDialog(page)
    await keep(page, 'glossary')
    await controlled(page)
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence about a dragon')
    proxy.replaceWorker((script) => `${script}\n/* the next version */`)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const reload = banner(page).getByRole('button', { name: 'Reload' })
    await reload.waitFor()
    await expectClean(page)
    page.once('dialog', (asked) => void asked.dismiss())
    await reload.click()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(
      'Half a sentence about a dragon',
    )
    const state = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
    expect(await state()).toBe(true)
    page.once('dialog', (asked) => void asked.accept())
    await reload.click()
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null)
    await controlled(page)
  })

  test('an operator can switch it off: the worker goes, with all that it has stored', async () => {
    const page = await newcomer()
    await page.goto('/discordia/')
    await openDialog(page)
    await keep(page, 'glossary')
    await controlled(page)
    proxy.replaceWorker(() => NO_WORKER)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.waitForFunction(
      async () =>
        (await navigator.serviceWorker.getRegistrations()).length === 0 &&
        (await caches.keys()).length === 0,
    )
  })
})
