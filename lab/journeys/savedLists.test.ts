import type { Page } from 'playwright-core'
import { NO_WORKER } from '../../server/modules/site/crawlers.ts'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { thumbFindings } from '../../test/helpers/browser/thumbs.ts'
import { startWorkerProxy } from '../../test/helpers/browser/workerProxy.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }

describe('reading without a network (behaviour 12.14)', () => {
  const built = builtSite({ world: smallWorld, before: startWorkerProxy })

  const newcomer = (size = {}): Promise<Page> =>
    built.newcomer({ ...size, serviceWorkers: 'allow' })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Read offline' })
  async function openDialog(page: Page): Promise<void> {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Read offline' }).click()
    await dialog(page).getByRole('heading', { name: 'Downloads' }).waitFor()
  }
  /** Clicks, and waits until the list is saved and the worker runs. */
  async function keep(page: Page, list: 'rules' | 'glossary'): Promise<void> {
    await dialog(page)
      .getByRole('button', { name: `Save the ${list} on this device` })
      .click()
    await dialog(page)
      .getByRole('button', { name: `Update the ${list}` })
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

  test('lists are saved, and read and searched without a network; a member stays logged in, and nothing of one is stored', async () => {
    const page = await newcomer(SMALL)
    await page.goto('/discordia/rules')
    await openDialog(page)
    expect(await axeFindings(page)).toEqual([])
    await keep(page, 'rules')
    await keep(page, 'glossary')
    await dialog(page)
      .getByText(/Copy from \d\d:\d\d, \d+\skB/)
      .first()
      .waitFor()
    await controlled(page)
    await signIn(page, built.front, 'Ann')
    await page.goto('/discordia/dashboard')
    await page.getByRole('button', { name: /Ravens/ }).waitFor()
    await page.goto('/discordia/world?show=mine')
    await page.getByRole('article', { name: 'Pending moth 1' }).waitFor()

    await page.context().setOffline(true)
    await page.goto('/discordia/rules?tab=basic')
    await banner(page)
      .getByText(/You’re offline. This copy is from \d\d:\d\d/)
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
    await page.keyboard.press('Escape')
    await page.goto('/discordia/news&events/')
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
    // A drawing inside the code replaces the one that could not be fetched.
    await page.locator('main img[src*="/empty-"]').waitFor({ state: 'detached' })
    await page.context().setOffline(false)
    await banner(page)
      .getByText(/You’re offline/)
      .waitFor({ state: 'detached' })

    expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
    const found = await stored(page)
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ url }) => /rpggroups|users|showMyEntries=true/.test(url))).toEqual([])
    expect(found.filter(({ text }) => /Ravens|ann@example/i.test(text))).toEqual([])
    // Only the plain page, which has no data, is stored.
    expect(found.filter(({ text }) => text.startsWith('<!doctype')).map(({ url }) => url)).toEqual([
      expect.stringContaining('/offline.html'),
    ])
  })

  test('a download is saved, and opened without a network; a full disk is reported, and leaves what was saved before', async () => {
    const page = await newcomer()
    await page.goto('/discordia/downloads')
    await openDialog(page)
    await keep(page, 'rules')
    const downloads = dialog(page).getByRole('region', { name: 'Downloads' })
    await downloads.getByRole('button', { name: /^Save/ }).last().click()
    const remove = downloads.getByRole('button', { name: /^Remove/ })
    await remove.waitFor()
    const name = await remove.getAttribute('aria-label')
    const title = /^Remove (.*) from this device$/.exec(name ?? '')?.[1] ?? ''
    await controlled(page)
    const devtools = await page.context().newCDPSession(page)
    const quota = { origin: built.front.url, quotaSize: 1 }
    await devtools.send('Storage.overrideQuotaForOrigin', quota)
    await dialog(page).getByRole('button', { name: 'Save the glossary on this device' }).click()
    await dialog(page)
      .getByText(/This device is out of space/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Update the rules' }).click()
    await dialog(page)
      .getByText(/Your earlier copy is still there/)
      .waitFor()
    expect((await stored(page)).map(({ url }) => new URL(url).pathname)).toContain('/kept/rules')
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: built.front.url })

    await page.context().setOffline(true)
    await page.goto('/discordia/downloads')
    await page.getByRole('button', { name: title }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('main').getByRole('button', { name: 'Download', exact: true }).click()
    await saved
    await page.context().setOffline(false)
    await openDialog(page)
    await dialog(page).getByRole('button', { name: 'Remove the rules from this device' }).click()
    await page
      .getByRole('dialog', { name: 'Remove the rules' })
      .getByRole('button', { name: 'Yes' })
      .click()
    await dialog(page).getByRole('button', { name: 'Save the rules on this device' }).waitFor()
    expect((await stored(page)).map(({ url }) => new URL(url).pathname)).not.toContain(
      '/kept/rules',
    )
  })

  test('a new version waits for a click, which asks before typed text is lost; an operator can switch it off', async () => {
    const page = await newcomer()
    const message = page.getByRole('textbox', { name: 'Message' })
    await page.goto('/discordia/')
    await openDialog(page)
    await keep(page, 'glossary')
    await controlled(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await message.fill('Half a sentence about a dragon')
    built.front.replaceWorker((script) => `${script}\n/* the next version */`)
    const update = () => page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await update()
    const reload = banner(page).getByRole('button', { name: 'Reload' })
    await reload.waitFor()
    await expectClean(page)
    page.once('dialog', (asked) => void asked.dismiss())
    await reload.click()
    expect(await message.inputValue()).toBe('Half a sentence about a dragon')
    const isWaiting = async () => (await navigator.serviceWorker.ready).waiting !== null
    expect(await page.evaluate(isWaiting)).toBe(true)
    page.once('dialog', (asked) => void asked.accept())
    await reload.click()
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null)
    await controlled(page)

    built.front.replaceWorker(() => NO_WORKER)
    await update()
    await page.waitForFunction(
      async () =>
        (await navigator.serviceWorker.getRegistrations()).length === 0 &&
        (await caches.keys()).length === 0,
    )
  })
})
