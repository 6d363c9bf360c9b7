import type { Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { startWorkerProxy } from '../../test/helpers/browser/workerProxy.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'

const RULES = '/discordia/rules?tab=basic'

describe('networks that are there and respond with nothing of ours (behaviour 12.14)', () => {
  const built = builtSite({ world: smallWorld, before: startWorkerProxy })

  beforeEach(() => built.front.become('well'))

  /** A page of a browser that runs the worker. */
  async function controlled(): Promise<Page> {
    const page = await built.newcomer({ serviceWorkers: 'allow' })
    await page.goto('/discordia/rules')
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
    await page.waitForFunction(
      async () =>
        (await navigator.serviceWorker.ready).active?.state === 'activated' &&
        navigator.serviceWorker.controller !== null,
    )
    return page
  }
  async function keepRules(page: Page): Promise<void> {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Read offline' }).click()
    await page.getByRole('button', { name: 'Save the rules on this device' }).click()
    await page.getByRole('button', { name: 'Update the rules' }).waitFor()
    await page.keyboard.press('Escape')
  }
  const rule = (page: Page, name = 'Rule 3') => page.getByRole('link', { name, exact: true })
  const note = (page: Page) => page.getByText(/^You’re offline/)
  const storedTexts = (page: Page) =>
    page.evaluate(async () => {
      const found: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          found.push((await (await cache.match(request))?.text()) ?? '')
      }
      return found
    })

  test.each(['silent', 'portal'] as const)(
    'saved rules are read where the network is %s, also by a member, and nothing of it is stored',
    async (network) => {
      const page = await controlled()
      await keepRules(page)
      await signIn(page, built.front, 'Ann')
      built.front.become(network)
      await page.goto(RULES)
      await rule(page).waitFor()
      await note(page)
        .getByText(/This copy is from \d\d:\d\d/)
        .waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search the whole site' }).fill('rule 3')
      await page.getByRole('option', { name: /^Rule 3/ }).waitFor()
      await page.keyboard.press('Escape')
      expect((await storedTexts(page)).filter((text) => text.includes('Wi-Fi'))).toEqual([])
      built.front.become('well')
      await note(page).waitFor({ state: 'detached' })
      await page.reload()
      await rule(page).waitFor()
    },
  )

  test('a worker that is installed on a public network keeps no page of it', async () => {
    const page = await built.newcomer({ serviceWorkers: 'allow' })
    // A document without scripts, which would be fetched from the public network, too.
    await page.goto('/robots.txt')
    built.front.replaceWorker((script) => {
      built.front.become('portal')
      return script
    })
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js').catch(() => undefined))
    await page.waitForFunction(
      async () => (await navigator.serviceWorker.getRegistration('/'))?.installing === null,
    )
    expect((await storedTexts(page)).filter((text) => text.includes('Wi-Fi'))).toEqual([])
  })
})
