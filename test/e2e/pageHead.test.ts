import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { eventually } from '#test/helpers/server/faults.ts'

/** Pictures, events, cancelled and formatted texts are among the rows. */
const PAGES = [
  '/discordia/',
  '/discordia/rpg-initiative',
  '/discordia/news&events/',
  '/discordia/downloads',
  '/discordia/rules',
  '/discordia/world',
  '/auth/register',
  '/auth/login',
  '/auth/forgot-password',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => `/discordia/news/${id}`),
  ...[1, 2, 3, 30].map((id) => `/discordia/ruleItem/${id}`),
  ...[1, 2, 3, 4, 5].map((id) => `/discordia/world?entry=${id}`),
]

describe('the head of a public page', () => {
  const built = builtSite({ world: 'demo' })
  /** The page in front, by its URL: as Back and Forward do. */
  const follow = (path: string) =>
    built.page.evaluate((url) => {
      // The state is of the form that the router gives its entries.
      history.pushState({ key: url, usr: null, idx: history.length }, '', url)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  /** The tags; structured data are for crawlers, which follow no links inside a page. */
  const head = (path?: string) =>
    built.page.evaluate(async (url) => {
      const html = url && (await (await fetch(url)).text())
      const { head: found } = html ? new DOMParser().parseFromString(html, 'text/html') : document
      return [...found.querySelectorAll('[data-page]:not(script)')].map(
        ({ outerHTML }) => outerHTML,
      )
    }, path)
  const canonical = (path: string) =>
    built.page.waitForFunction((url) => {
      const link = document.head.querySelector('link[rel="canonical"]')
      return link?.getAttribute('href')?.endsWith(url)
    }, path)

  test('after a click is the one that the server would have sent', async () => {
    // A page that took too long to render is sent plain, without the time zone of the site.
    const isRendered = async () =>
      (await (await built.page.request.get('/discordia/rpg-initiative')).text()).includes(
        'id="served"',
      )
    await eventually(isRendered, (isDone) => isDone)
    await built.page.goto('/discordia/rpg-initiative')
    await built.settled()
    await built.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Downloads' })
      .click()
    await canonical('/discordia/downloads')
    const unequal: unknown[] = []
    for (const path of PAGES) {
      await follow(path)
      await built.page.locator('main h1').waitFor()
      await built.settled()
      const served = await head(path)
      await canonical(path)
      const own = await head()
      if (JSON.stringify([...own].sort()) !== JSON.stringify([...served].sort()))
        unequal.push({ path, served, own })
    }
    expect(unequal).toEqual([])
  })

  test('is empty on pages that have no head, and follows an entry that is opened', async () => {
    await built.page.goto('/discordia/world')
    await built.settled()
    await follow('/discordia/world?entry=2')
    await canonical('/discordia/world?entry=2')
    await follow('/discordia/world')
    await canonical('/discordia/world')
    await follow('/auth/verified-change-password/none')
    await built.page.getByRole('heading', { level: 1 }).first().waitFor()
    await built.settled()
    expect(await head()).toEqual([])
  })
})
