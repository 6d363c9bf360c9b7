import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { hold } from '#test/helpers/browser/hold.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

/** What history, scrolling, URL fragments and separately loaded chunks do in a real browser. */
describe('ways through the site (behaviour 2, 9)', () => {
  const built = builtSite({ world: smallWorld })
  const link = (name: string) => built.page.getByRole('link', { name, exact: true })
  const heading = (name: string) =>
    built.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const scrolled = () => built.page.evaluate(() => window.scrollY)
  const open = async (path: string) => {
    await built.page.goto(path)
    await built.page.getByRole('heading', { level: 1 }).waitFor()
    await built.settled()
  }

  test('a new page begins at its top, also when a link at the bottom of the last one led to it', async () => {
    await open('/discordia/news/1')
    await built.page.setViewportSize({ width: 800, height: 500 })
    const more = built.page.getByRole('region', { name: 'More Articles' }).getByRole('link').last()
    await more.scrollIntoViewIfNeeded()
    expect(await scrolled()).toBeGreaterThan(0)
    const title = (await more.textContent()) ?? ''
    await more.click()
    await heading(title)
    await built.page.waitForFunction(() => window.scrollY === 0)
  })

  test.each([
    ['the link back', () => link('Back to Rules Page').click()],
    ['Back of the browser', () => built.page.goBack()],
  ])('%s restores the rules page: tab, search, scroll position', async (_way, goBack) => {
    await open('/discordia/rules?tab=basic&search=rule')
    const rule = built.page.getByRole('tabpanel').getByRole('link', { name: /^Rule 20/ })
    await rule.scrollIntoViewIfNeeded()
    const left = await scrolled()
    expect(left).toBeGreaterThan(0)
    await rule.click()
    await heading('Rule 20')
    await goBack()
    await built.page.getByRole('tab', { name: 'Basic Rules', selected: true }).waitFor()
    const search = built.page.getByRole('searchbox', { name: 'Search for entries...' })
    expect(await search.inputValue()).toBe('rule')
    await built.page.waitForFunction((top) => Math.abs(window.scrollY - top) < 2, left)
  })

  test('news and downloads keep their filters over a reload and on the way back', async () => {
    await open('/discordia/news&events/')
    await built.page.getByRole('checkbox', { name: 'Show News' }).click()
    await built.page.waitForURL('**?news=off')
    await built.page.reload()
    await link('Downloads').click()
    const search = built.page.getByRole('searchbox', { name: 'Search for files...' })
    await search.fill('table 3')
    await built.page.waitForURL(/search=table/)
    await built.page.reload()
    await built.page.getByRole('button', { name: 'Table 3', exact: true }).waitFor()
    expect(await search.inputValue()).toBe('table 3')
    await built.page.goBack()
    await built.page.getByRole('heading', { level: 3, name: 'Event 1' }).waitFor()
    expect(await built.page.getByRole('checkbox', { name: 'Show News' }).isChecked()).toBe(false)
  })

  test('Back is followed while the scripts of a page are on their way', async () => {
    const { page } = built
    await open('/discordia/news&events/')
    await link('Downloads').click()
    await heading('Downloads')
    const release = await hold(page, '**/assets/downloads.*.js')
    const held = page.waitForRequest('**/assets/downloads.*.js')
    await page.reload()
    await held
    await page.evaluate(() => history.back())
    await page.waitForURL('**/news&events/')
    release()
    await heading('News & Events')
    await built.settled()
  })

  test('the heading of a section is a link to itself, which a reload follows', async () => {
    await open('/discordia/rules')
    await built.page.getByRole('link', { name: 'Quick rule 1', exact: true }).click()
    const section = built.page.getByRole('heading', { level: 2, name: 'Second part' })
    await section.getByRole('link').click()
    await built.page.waitForURL('**#rule-second-part')
    await built.page.reload()
    await built.page.waitForFunction(() => document.activeElement?.id === 'rule-second-part')
    expect(await scrolled()).toBeGreaterThan(0)
  })

  test('the arrow of the landing page scrolls to the introduction', async () => {
    await open('/discordia/')
    await built.page.getByRole('button', { name: 'Scroll to world introduction' }).click()
    await built.page.waitForFunction(() => window.scrollY > 100)
    const region = built.page.getByRole('region', { name: 'World introduction' })
    expect((await region.boundingBox())?.y).toBeLessThan(200)
  })

  test('hovering a menu entry loads its chunk before the click', async () => {
    await open('/auth/login')
    const chunk = built.page.waitForRequest(/\/assets\/rules\./)
    await built.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Rules' })
      .hover()
    await chunk
    expect(new URL(built.page.url()).pathname).toBe('/auth/login')
  })

  test('a chunk that cannot be loaded leaves header and menu, and can be loaded again', async () => {
    await open('/auth/login')
    await built.page.route('**/assets/register*', (route) => route.abort())
    await built.page.getByRole('navigation').getByRole('link', { name: 'Register' }).click()
    const again = built.page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await built.page.getByRole('navigation', { name: 'Main' }).waitFor()
    await built.page.unroute('**/assets/register*')
    await again.click()
    await heading('Register')
    built.visitor.complaints.length = 0
  })

  test('unsaved order details ask before the page is closed', async () => {
    await signIn(built.page, built.server, 'Ann')
    await built.page.goto('/discordia/dashboard?tab=details')
    await built.page
      .getByRole('textbox', { name: 'City' })
      .fill('Salzburg, the old town by the river')
    await built.page.getByText('Not saved yet.').waitFor()
    const asked = built.page.waitForEvent('dialog')
    const left = built.page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await left
  })

  test('a message half typed holds Back of the browser until the visitor chooses to leave', async () => {
    await open('/discordia/rules')
    await built.page.getByRole('link', { name: 'Home' }).click()
    const chunk = built.page.waitForResponse(/leave-dialog/)
    const form = built.page.getByRole('form', { name: 'Contact' })
    await form.getByRole('textbox', { name: 'Message' }).fill('They came at night')
    await (await chunk).finished()
    // The other parts of the chunk come, and the dialog begins to watch.
    await built.settled()
    const question = built.page.getByRole('dialog', { name: 'Leave without saving?' })
    await built.page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Stay here' }).click()
    await question.waitFor({ state: 'detached' })
    expect(new URL(built.page.url()).pathname).toBe('/discordia/')
    await built.page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await heading('Rules')
  })
})
