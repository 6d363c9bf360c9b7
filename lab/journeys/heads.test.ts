import type { Page } from 'playwright-core'
import texts from '../../locales/en/translation.json' with { type: 'json' }
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { follow } from '../../test/helpers/browser/follow.ts'

/** News without and with a picture, an event, and one with seats are among the rows. */
const HEADS = [
  '/discordia/',
  '/discordia/rpg-initiative',
  '/discordia/news&events/',
  '/discordia/downloads',
  '/discordia/rules',
  '/discordia/world',
  '/auth/register',
  '/auth/login',
  '/auth/forgot-password',
  ...[1, 2, 6, 28].map((id) => `/discordia/news/${id}`),
  ...[1, 30].map((id) => `/discordia/ruleItem/${id}`),
  ...[1, 2].map((id) => `/discordia/world?entry=${id}`),
]

/** The tags; structured data are for crawlers, which follow no links inside a page. */
const head = (page: Page, path?: string) =>
  page.evaluate(async (url) => {
    const html = url && (await (await fetch(url)).text())
    const { head: found } = html ? new DOMParser().parseFromString(html, 'text/html') : document
    return [...found.querySelectorAll('[data-page]:not(script)')].map(({ outerHTML }) => outerHTML)
  }, path)

const canonical = (page: Page, path: string) =>
  page.waitForFunction((url) => {
    const link = document.head.querySelector('link[rel="canonical"]')
    return link?.getAttribute('href')?.endsWith(url)
  }, path)

const built = builtSite({ world: 'demo' })

test('the head of a page after a click is the one that the server would have sent, or empty', async () => {
  const { page } = built.visitor
  // A page that takes too long to render is sent plain, without the time zone of the site.
  for (;;) {
    await page.goto('/discordia/rpg-initiative')
    if ((await page.locator('#served').count()) > 0) break
  }
  await built.settled()
  await page
    .getByRole('navigation', { name: texts.navbar.main })
    .getByRole('link', { name: 'Downloads' })
    .click()
  await canonical(page, '/discordia/downloads')
  const unequal: unknown[] = []
  for (const path of HEADS) {
    await follow(page, path)
    await page.locator('main h1').waitFor()
    await built.settled()
    const served = await head(page, path)
    await canonical(page, path)
    const own = await head(page)
    if (JSON.stringify([...own].sort()) !== JSON.stringify([...served].sort()))
      unequal.push({ path, served, own })
  }
  expect(unequal).toEqual([])
  // Leaves the entry again.
  await follow(page, '/discordia/world')
  await canonical(page, '/discordia/world')
  await follow(page, '/auth/verified-change-password/none')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await built.settled()
  expect(await head(page)).toEqual([])
})
