import type { Locator, Page } from 'playwright-core'
import { collected } from '../../server/compose/collect.ts'
import { linkTexts } from '../../server/modules/linking/linker.ts'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { takenOver } from '../../test/helpers/browser/takenOver.ts'
import { thumbFindings } from '../../test/helpers/browser/thumbs.ts'
import { addEvent, addNews } from '../../test/helpers/fixtures/contents.ts'
import { addEntry, addGlossaryType } from '../../test/helpers/fixtures/glossary.ts'
import { addRule } from '../../test/helpers/fixtures/rules.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { installExtension } from './devtoolsExtension.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
let fallingPath = ''

/** The small world, kestrels to be found, and a rule that names two entries, one of them under review. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const flight = { Flight: `Far above the Ægir’s hall. ${'On. '.repeat(99)}` }
  await addRule(server, 'Kestrels', {}, flight)
  await addNews(server, { title: 'A kestrel in the tower', description: 'It was seen at dawn.' })
  await addEvent(server, { title: 'Bird night', description: 'Bring a kestrel.' })
  const users = await server.deps.db.selectFrom('users').select(['id', 'username']).execute()
  const [sue, ann] = ['Sue', 'Ann'].map((name) => users.find(({ username }) => username === name))
  if (sue === undefined || ann === undefined) throw new Error('Members are missing')
  const type_id = await addGlossaryType(server, 'Places', 2)
  await addEntry(server, sue.id, 'Ash Keep', { type_id }, { History: 'Old walls.' })
  const pending = { type_id, approved_at: null }
  await addEntry(server, ann.id, 'Old Mill', pending, { Mill: 'It turns by night.' })
  const text =
    '**Falling** from the Ash Keep into the old mill.\n\n- hurts\n- [more](/discordia/world)'
  const falling = await addRule(server, 'Falling', { format: 'light' }, { Height: text })
  fallingPath = `/discordia/ruleItem/${falling}`
  await linkTexts(server.deps, collected.links)
}

const built = builtSite({ world })
const isFocused = (target: Locator) => target.and(target.page().locator(':focus')).waitFor()

describe('the search of the whole site (behaviour 12.13)', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
  const field = (page: Page) => dialog(page).getByRole('combobox')
  const option = (page: Page, name: RegExp) => dialog(page).getByRole('option', { name })
  async function expectClean(page: Page): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    // The dialog covers everything else.
    const findings = await thumbFindings(page)
    expect(findings.filter((finding) => !finding.startsWith('covered'))).toEqual([])
  }

  test('works by keyboard in every state, and without a network says so and goes on when it is back', async () => {
    const page = await built.newcomer(SMALL)
    const isOnHeading = () =>
      page.waitForFunction(() => document.activeElement?.tagName === 'H1').then(() => undefined)
    await page.goto('/discordia/downloads')
    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await isFocused(field(page))
    await expectClean(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    })
    await page.keyboard.type('KESTRÉL')
    await option(page, /^Kestrels/).waitFor()
    expect(asked).toEqual(['/api/search/?q=KESTR%C3%89L&language=en'])
    expect(await dialog(page).getByRole('option').count()).toBe(3)
    await expectClean(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/discordia\/news\/\d+$/)
    await page.getByRole('heading', { level: 1, name: 'Bird night' }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await isOnHeading()

    await page.keyboard.press('Control+k')
    await option(page, /^KESTRÉL$/).waitFor()
    await isFocused(field(page))
    await expectClean(page)
    await page.keyboard.type('kestrls')
    await dialog(page).getByText('Nothing found for “kestrls”.').waitFor()
    await expectClean(page)
    await dialog(page).getByRole('button', { name: 'Kestrels' }).click()
    await option(page, /^Kestrels/).waitFor()
    await isFocused(field(page))

    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => /q=tower\b/.test(request.url()))
    await field(page).fill('tower')
    await failed
    // The earlier results are shown dimmed until the call has failed.
    await option(page, /^Kestrels/).waitFor({ state: 'detached' })
    await dialog(page).getByRole('alert').getByText('You’re offline.').waitFor()
    await expectClean(page)
    await page.context().setOffline(false)
    await option(page, /^A kestrel in the tower/).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await isOnHeading()
  })
})

describe('texts that know each other (behaviour 12.12)', () => {
  const open = async (page: Page) => {
    await page.goto(fallingPath)
    await takenOver(page)
  }
  const name = (page: Page) => page.getByRole('link', { name: 'Ash Keep', exact: true })
  const card = (page: Page) => page.getByText('Old walls.')

  test('a name has a card by pointer and by keyboard, Escape closes it, and the switch takes the links away', async () => {
    const { page } = built
    await open(page)
    expect(await page.getByRole('link', { name: 'old mill' }).count()).toBe(0)
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
    await page.getByRole('button', { name: 'Hide glossary links' }).click()
    await name(page).waitFor({ state: 'hidden' })
    await page.reload()
    await takenOver(page)
    await page.getByRole('button', { name: 'Show glossary links' }).click()
    await name(page).click()
    await page.getByRole('group', { name: 'Mentioned in' }).getByRole('link').click()
    await page.waitForURL(`**${fallingPath}`)
  })

  test('a first tap opens a card whose link leads on', async () => {
    const page = await built.newcomer({ ...SMALL, hasTouch: true })
    await open(page)
    await name(page).tap()
    await card(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SMALL.width)
    await page.getByRole('link', { name: 'Open', exact: true }).tap()
    await page.waitForURL('**/discordia/world?entry=*')
    await card(page).waitFor()
  })
})

describe('the book of the RPG initiative page (behaviour 2.9, 9.5)', () => {
  const book = (page: Page) => page.getByRole('group', { name: 'RPG Initiative book', exact: true })
  const open = async (page: Page) => {
    await page.goto('/discordia/rpg-initiative')
    await book(page).locator('.rulebook img').first().waitFor({ state: 'attached' })
    await book(page).locator('button:enabled').waitFor()
  }
  const next = (page: Page) => book(page).getByRole('button', { name: 'Next page', exact: true })
  /** Waits until the book shows these pages and no others, in this size. */
  async function expectSeen(page: Page, seen: number[], [width, height] = [400, 600]) {
    await book(page).getByText(`Page ${seen[0]} of 6`, { exact: true }).waitFor()
    await page.waitForFunction(
      (expected) => {
        const shown = [...document.querySelectorAll<HTMLImageElement>('fieldset .rulebook img')]
          .filter((image) => image.checkVisibility({ visibilityProperty: true }))
          .map((image) => {
            const box = image.getBoundingClientRect()
            const isDrawn = image.complete && image.naturalWidth > 0
            return [image.alt, isDrawn, Math.round(box.width), Math.round(box.height)].join()
          })
        return shown.toSorted().join(';') === expected
      },
      seen.map((number) => [`Page ${number}`, true, width, height].join()).join(';'),
    )
  }

  test('flips by buttons and arrow keys, in spreads that are drawn; it follows the window and stays on its page', async () => {
    const { page } = built
    await open(page)
    await book(page).scrollIntoViewIfNeeded()
    await expectSeen(page, [1])
    for (const seen of [[2, 3], [4, 5], [6]]) {
      await next(page).click()
      await expectSeen(page, seen)
    }
    expect(await next(page).isDisabled()).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await expectSeen(page, [4, 5])
    await page.setViewportSize({ width: 599, height: 900 })
    await expectSeen(page, [4, 5], [200, 300])
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectSeen(page, [4, 5])
  })

  test('turns its pages where motion is welcome', async () => {
    const { page } = built
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page)
    await next(page).click()
    await expectSeen(page, [2, 3])
  })
})

test('Redux DevTools attach to the production build with ?devtools alone, and a jump requests and stores nothing', async () => {
  const { page } = built
  await page.addInitScript(installExtension)
  await signIn(page, built.server, 'Ann')
  await page.goto('/discordia/dashboard')
  const group = page.getByRole('button', { name: /^Ravens/ })
  await group.waitFor()
  expect(await page.evaluate(() => window.extension.log.length)).toBe(0)
  await page.goto('/discordia/dashboard?devtools')
  await group.click()
  const part = page.getByText('No session planned yet.')
  await part.waitFor()
  const log = await page.evaluate(() => window.extension.log)
  const seen = JSON.stringify([log, await page.evaluate(() => window.extension.shown())])
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  const before = await stored()
  const tokens = await page.evaluate(() =>
    ['access_token', 'refresh_token'].map((key) => localStorage.getItem(key) ?? 'none'),
  )
  for (const token of tokens) expect(seen).not.toContain(token)

  const opened = log.findIndex(({ type }) => type === 'groups/groupToggled')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.evaluate((index) => window.extension.jump(index), opened - 1)
  await part.waitFor({ state: 'hidden' })
  expect(asked).toEqual([])
  expect(await stored()).toBe(before)
})
