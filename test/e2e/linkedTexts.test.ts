import type { Browser, Page } from 'playwright-core'
import { LINK_SOURCES } from '#server/linkSources.ts'
import { linkTexts } from '#server/modules/linking/linker.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { addMembers } from '#test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

let path = ''

async function world(server: DeskServer): Promise<void> {
  const { id } = await server.addUser('Mara', 'staff')
  const type_id = await addGlossaryType(server, 'Places')
  await addEntry(server, id, 'Ash Keep', { type_id }, { History: 'Old walls.' })
  await addMembers(server)
  const { id: author } = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'Ann')
    .executeTakeFirstOrThrow()
  const pending = { type_id, approved_at: null }
  await addEntry(server, author, 'Old Mill', pending, { Mill: 'It turns by night.' })
  const text =
    '**Falling** from the Ash Keep into the old mill.\n\n- hurts\n- [more](/discordia/world)'
  path = `/discordia/ruleItem/${await addRule(server, 'Falling', { format: 'light' }, { Height: text })}`
  await linkTexts(server.deps, LINK_SOURCES)
}

describe('texts that know each other (behaviour 12.12)', () => {
  let server: BrowserServer
  let browser: Browser
  let visitors: Visit[] = []
  beforeAll(async () => {
    server = await startWorld(world)
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    expect(visitors.flatMap((visitor) => visitor.complaints)).toEqual([])
    visitors = []
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const open = async (options: object): Promise<Page> => {
    const visitor = await visit(browser, { url: server.url }, options)
    visitors.push(visitor)
    await visitor.page.goto(path)
    await takenOver(visitor.page)
    return visitor.page
  }
  const name = (page: Page) => page.getByRole('link', { name: 'Ash Keep', exact: true })
  const card = (page: Page) => page.getByText('Old walls.')

  test('a name has a card by pointer and by keyboard, Escape closes it, and the switch takes the links away', async () => {
    const page = await open({ width: 1440, height: 900 })
    expect(await page.locator('li').filter({ hasText: 'hurts' }).count()).toBe(1)
    await name(page).hover()
    await card(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'hidden' })
    await page.mouse.move(5, 5)
    await page.getByRole('heading', { name: 'Height' }).getByRole('link').focus()
    await page.keyboard.press('Tab')
    await card(page).waitFor()
    expect(await name(page).getAttribute('aria-describedby')).not.toBeNull()
    await page.getByRole('button', { name: 'Links in texts: on' }).click()
    await name(page).waitFor({ state: 'hidden' })
    await page.reload()
    await takenOver(page)
    await page.getByRole('button', { name: 'Links in texts: off' }).click()
    await name(page).click()
    await page.getByRole('heading', { name: 'Mentioned in' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Mentioned in' }).getByRole('link').click()
    await page.waitForURL(`**${path}`)
  })

  test('an entry under review is linked for its author alone', async () => {
    const stranger = await open({ width: 1440, height: 900 })
    const mill = (page: Page) => page.getByRole('link', { name: 'old mill', exact: true })
    await name(stranger).waitFor()
    expect(await mill(stranger).count()).toBe(0)

    const ann = await open({ width: 360, height: 780 })
    await signIn(ann, server, 'Ann')
    await ann.goto('/discordia/dashboard')
    await ann.getByRole('heading', { level: 1 }).waitFor()
    await ann.waitForFunction(() => localStorage.getItem('own_terms') === 'true')
    await ann.goto(path)
    await name(ann).waitFor()
    await mill(ann).hover()
    await ann.getByText('It turns by night.').waitFor()
    expect(await axeFindings(ann)).toEqual([])
    await mill(ann).click()
    await ann.waitForURL('**/discordia/world?show=mine&entry=*')
    await ann.getByText('It turns by night.').waitFor()
  })

  test('a first tap opens the card, whose link leads on', async () => {
    const page = await open({ width: 360, height: 780, hasTouch: true })
    await name(page).tap()
    await card(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.getByRole('link', { name: 'Open', exact: true }).tap()
    await page.waitForURL('**/discordia/world?entry=*')
  })
})
