import type { Locator } from 'playwright-core'
import { colors, darkColors } from '../../tailwind.config.ts'
import { failWith, holdBack, respondWith } from '../../test/helpers/browser/apiEdge.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { entryDialog, openEntryForm } from '../../test/helpers/browser/entryForm.ts'
import { follow } from '../../test/helpers/browser/follow.ts'
import { emailOf, signIn } from '../../test/helpers/browser/signIn.ts'
import { aContentItem, id } from '../../test/helpers/fixtures/siteState.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'

/** A colour of the tokens in the form that browsers report. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
type Property = 'backgroundColor' | 'borderInlineStartColor' | 'color' | 'filter' | 'outlineColor'
const styleOf = (element: Locator, property: Property | 'textDecorationLine'): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node)[name], property)
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  const { x, y, width, height } = box
  return { right: x + width, top: y, bottom: y + height, middle: [x + width / 2, y + height / 2] }
}

describe('the look of the built site', () => {
  const built = builtSite({ world: smallWorld, ownContext: true })
  const page = () => built.page
  const toast = () => page().getByRole('region', { name: 'Notifications' }).getByRole('alert')
  const open = async (path: string) => {
    await page().goto(path)
    await built.settled()
  }

  test('the theme follows the system until one is chosen in the footer, which this browser keeps', async () => {
    const paper = () => styleOf(page().locator('main'), 'backgroundColor')
    const choose = (name: string) => page().getByRole('radio', { name }).click()
    await open('/discordia/downloads')
    expect(await paper()).toBe(rgb(colors.parchment))
    await page().emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).toBe(rgb(darkColors.parchment))
    await choose('Light')
    expect(await paper()).toBe(rgb(colors.parchment))
    await page().emulateMedia({ colorScheme: 'light' })
    await choose('Dark')
    await open('/discordia/downloads')
    expect(await paper()).toBe(rgb(darkColors.parchment))
    expect(await page().getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
    await choose('System')
    expect(await paper()).toBe(rgb(colors.parchment))
    expect(await page().evaluate(() => localStorage.getItem('theme'))).toBeNull()
  })

  test('drawings turn in the dark, the focus ring is light on dark ground, and forced colours show what is selected', async () => {
    await open('/discordia/rules')
    // The drawings are black.
    const drawing = page().getByRole('heading', { name: 'At the table' }).locator('img')
    expect(await styleOf(drawing, 'filter')).toBe('none')
    await page().emulateMedia({ colorScheme: 'dark' })
    expect(await styleOf(drawing, 'filter')).toBe('invert(1)')
    await page().emulateMedia({ colorScheme: 'light' })
    for (const area of ['banner', 'contentinfo'] as const) {
      const link = page().getByRole(area).getByRole('link').first()
      await link.focus()
      await page().keyboard.press('Shift+Tab')
      await page().keyboard.press('Tab')
      expect([area, await styleOf(link, 'outlineColor')]).toEqual([area, rgb(colors.gold.light)])
    }
    await page().emulateMedia({ forcedColors: 'active' })
    const tab = (selected: boolean) => page().getByRole('tab', { selected }).first()
    expect(await styleOf(tab(true), 'backgroundColor')).not.toBe(
      await styleOf(tab(false), 'backgroundColor'),
    )
    const videos = page().getByRole('list', { name: 'Videos' }).getByRole('button')
    expect(await styleOf(videos.nth(0), 'borderInlineStartColor')).not.toBe(
      await styleOf(videos.nth(1), 'borderInlineStartColor'),
    )
    const current = page().getByRole('banner').locator('[aria-current="page"]')
    expect(await styleOf(current, 'textDecorationLine')).toBe('underline')
  })

  test('toasts are below the header and above the title of a dialog, and light in the dark, as specified', async () => {
    const widths = [360, 1440]
    // The window has its size before each toast, which closes after five seconds.
    const expectBelowHeader = async (element: Locator) => {
      await element.hover()
      const { bottom } = await boxOf(page().getByRole('banner'))
      expect((await boxOf(element)).top).toBeGreaterThanOrEqual(bottom)
    }
    for (const width of widths) {
      await page().setViewportSize({ width, height: 740 })
      await page().goto('/auth/login')
      const main = page().getByRole('main')
      await main.getByRole('textbox', { name: 'Email' }).fill(emailOf('Ann'))
      await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await main.getByRole('button', { name: 'Login' }).click()
      const region = page().getByRole('region', { name: 'Site notifications' })
      const welcome = region.getByRole('status')
      await expectBelowHeader(welcome)
      expect((await boxOf(welcome)).right).toBeGreaterThan(width - 40)
      await page().evaluate(() => localStorage.clear())
    }
    await signIn(page(), built.server, 'Ann')
    await page().emulateMedia({ colorScheme: 'dark' })
    await failWith(page(), '/users/preferences/', 500)
    await page().goto('/discordia/dashboard?tab=settings')
    await built.settled()
    for (const width of widths) {
      await page().setViewportSize({ width, height: 740 })
      await page().getByRole('button', { name: 'Save' }).click()
      await expectBelowHeader(toast())
      expect(await styleOf(toast(), 'backgroundColor')).toBe(rgb(colors.vellum))
      expect(await styleOf(toast(), 'color')).toBe(rgb(colors.ink.DEFAULT))
      await toast().click()
      await toast().waitFor({ state: 'detached' })
    }

    await page().getByRole('button', { name: 'Request name change' }).click()
    const dialog = page().getByRole('dialog', { name: 'Request Name Change' })
    await dialog.getByRole('textbox', { name: 'New Name' }).fill('Ann the Patient')
    await dialog.getByRole('textbox', { name: 'Reason for name change' }).fill('I have waited.')
    await failWith(page(), '/users/name-change-request/-', 500)
    for (const width of widths) {
      // A low window, so that the dialog has its maximum height.
      await page().setViewportSize({ width, height: 480 })
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await toast().getByText('There was an error creating your request.').hover()
      const title = await boxOf(dialog.getByRole('heading', { level: 2 }))
      expect((await boxOf(toast())).bottom).toBeLessThanOrEqual(title.top)
      await toast().click()
      await toast().waitFor({ state: 'detached' })
    }
  })

  test('the loading overlay is transparent but for its small label', async () => {
    // The preview of a draft is drawn by the browser.
    const release = await holdBack(page(), '/contents/get/1**')
    await page().goto('/discordia/news/1?preview=x')
    const overlay = page().getByRole('status', { name: /Loading/ })
    await overlay.waitFor()
    expect(await styleOf(overlay, 'backgroundColor')).toBe('rgba(0, 0, 0, 0)')
    const mark = await overlay.locator('span').first().boundingBox()
    expect(mark?.height).toBeLessThan(60)
    expect(mark?.width).toBeLessThan(240)
    release()
    await overlay.waitFor({ state: 'detached' })
  })

  test('the pointer reveals Remove beside a member, and never beside the owner', async () => {
    await signIn(page(), built.server, 'Ann')
    await page().goto('/discordia/dashboard')
    await page()
      .getByRole('button', { name: /^Ravens/ })
      .click()
    const remove = page().getByRole('button', { name: 'Remove Ben' })
    expect(await remove.evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
    await page().getByRole('listitem').filter({ hasText: 'Ben' }).last().hover()
    await page().waitForFunction(() => {
      const shown = document.querySelector('[aria-label="Remove Ben"]')
      return shown && getComputedStyle(shown).opacity === '1'
    })
    expect(await page().getByRole('button', { name: 'Remove Ann' }).count()).toBe(0)
  })

  test('no tab of an account is alone in its row on a phone, in German either', async () => {
    const phone = await built.newcomer({ locale: 'de-AT', width: 360, height: 800 })
    await signIn(phone, built.server, 'Ann')
    await phone.goto('/discordia/dashboard?tab=groups')
    const tabs = phone.getByRole('tab')
    await phone.getByRole('tab', { name: 'Einstellungen' }).waitFor()
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
    expect(tops.indexOf(Math.max(...tops))).toBeLessThan(tops.length - 1)
  })

  test('on paper a page is its words, black on white, without the frame and its controls', async () => {
    const count = (role: 'button' | 'complementary' | 'searchbox' | 'tab') =>
      page().getByRole(role).count()
    const print = async (path: string, heading: string) => {
      // The old page stays until the new one is drawn.
      const drawn = () => page().getByRole('heading', { name: heading, exact: true }).waitFor()
      await page().emulateMedia({ media: 'screen' })
      await follow(page(), path)
      await drawn()
      await built.settled()
      await page().emulateMedia({ media: 'print' })
      await drawn()
      for (const role of ['banner', 'contentinfo'] as const)
        expect([path, await page().getByRole(role).count()]).toEqual([path, 0])
      expect(await page().getByRole('region', { name: 'Cookie consent' }).count()).toBe(0)
      expect(await page().getByRole('link', { name: 'Skip to content' }).count()).toBe(0)
    }
    await open('/discordia/world?search=creature+01')
    const toggle = page().getByRole('button', { name: 'Creature 01', exact: true })
    await toggle.click()
    const minimize = page().getByRole('button', { name: 'minimize' })
    await minimize.waitFor()
    await page().emulateMedia({ media: 'print' })
    await minimize.waitFor({ state: 'hidden' })
    expect(await toggle.isVisible()).toBe(true)

    await print('/discordia/news/6', 'Event 1')
    const hero = page().getByRole('region', { name: 'Article header' })
    for (const text of ['Event 1', 'Event 1 in short.']) {
      const line = hero.getByText(text, { exact: true })
      expect(await line.isVisible()).toBe(true)
      expect(await styleOf(line, 'color')).toBe('rgb(0, 0, 0)')
    }
    expect(await styleOf(hero, 'backgroundColor')).toBe('rgba(0, 0, 0, 0)')
    for (const control of ['Add to calendar', 'Next Article'])
      expect(await page().getByText(control, { exact: true }).isVisible()).toBe(false)

    await print('/discordia/ruleItem/1', 'Rule 1')
    const sections = page().getByRole('heading', { level: 2 })
    expect(await sections.allTextContents()).toEqual(
      ['First part', 'Second part', 'Last part'].map((name) => expect.stringContaining(name)),
    )
    expect([await count('complementary'), await count('button')]).toEqual([0, 0])
    expect(await page().getByRole('link', { name: 'Back to Rules Page' }).count()).toBe(0)

    await print('/discordia/rules', 'At the table')
    const rule = page().getByRole('link', { name: 'Quick rule 1', exact: true })
    expect(await rule.isVisible()).toBe(true)
    expect([await count('tab'), await count('searchbox')]).toEqual([0, 0])
    expect(await page().getByRole('region', { name: 'Rules videos' }).count()).toBe(0)
  })

  test('a long article is large, centred and scrolls inside; its Close stays in view', async () => {
    const description = Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n\n')
    const long = aContentItem({ id: id(9001), title: 'A long article', description })
    await respondWith(page(), '/contents/active?language=en', [long])
    await respondWith(page(), '/contents/get/9001', long)
    // Navigates inside the site, because the server would render the page itself.
    await page().goto('/auth/login')
    await page().getByRole('link', { name: 'News & Events' }).first().click()
    const card = page().getByRole('article', { name: long.title, exact: true })
    await card.getByRole('button', { name: 'Read more' }).click()
    const dialog = page().getByRole('dialog', { name: long.title, exact: true })
    await dialog.getByText('Line 59.').waitFor({ state: 'attached' })
    const scrolled = await dialog.evaluate((element) => {
      const panels = [...element.querySelectorAll('*')]
      const scroller = panels.find((each) => each.scrollHeight > each.clientHeight + 100)
      scroller?.scrollTo(0, scroller.scrollHeight)
      const { left = 0, top = 0, width = 0, height = 0 } = scroller?.getBoundingClientRect() ?? {}
      return {
        width,
        offCentre: Math.abs(left + width / 2 - document.documentElement.clientWidth / 2),
        offMiddle: Math.abs(top + height / 2 - window.innerHeight / 2),
      }
    })
    expect(scrolled.width).toBeGreaterThan(600)
    expect(scrolled.offCentre).toBeLessThan(12)
    expect(scrolled.offMiddle).toBeLessThan(12)
    expect((await boxOf(dialog.getByText('Line 59.'))).bottom).toBeLessThan(900)
    expect(await dialog.getByRole('button', { name: 'Close', exact: true }).isVisible()).toBe(true)
  })

  test('the form for an entry locks the page behind it, and gives the focus back, however it is closed', async () => {
    await signIn(page(), built.server, 'Ann')
    await open('/discordia/world')
    const form = entryDialog(page())
    const isLocked = () => getComputedStyle(document.documentElement).overflowY === 'hidden'
    const ways = [
      () => form.getByRole('button', { name: 'Close', exact: true }).click(),
      () => form.getByRole('button', { name: 'Close dialog' }).click(),
      () => page().keyboard.press('Escape'),
      () => page().mouse.click(20, 500),
    ]
    for (const close of ways) {
      await openEntryForm(page())
      expect(await page().evaluate(isLocked)).toBe(true)
      const name = form.getByRole('textbox', { name: 'Name', exact: true })
      expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
      await close()
      await page().getByRole('dialog').waitFor({ state: 'detached' })
      await page().waitForFunction(
        () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
      )
      const opener = page().getByRole('button', { name: 'Create new glossary item' })
      expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
    }
  })
})
