import type { Locator } from 'playwright-core'
import { failWith, holdBack } from '#test/helpers/browser/apiEdge.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import { colors, darkColors } from '../../tailwind.config.ts'

/** How browsers write a colour of the tokens. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
const styleOf = (
  element: Locator,
  property: 'backgroundColor' | 'color' | 'filter' | 'outlineColor',
): Promise<string> => element.evaluate((node, name) => getComputedStyle(node)[name], property)

describe('the look of the built site', () => {
  const built = builtSite({ world: smallWorld, ownContext: true })
  const page = () => built.page
  const toast = () => page().getByRole('region', { name: 'Notifications' }).getByRole('alert')
  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox()
    if (!box) throw new Error('It is not drawn.')
    return { top: box.y, bottom: box.y + box.height }
  }

  describe('the theme', () => {
    const paper = () => styleOf(page().locator('main'), 'backgroundColor')
    const choose = (name: string) => page().getByRole('radio', { name }).click()
    const open = async () => {
      await page().goto('/discordia/downloads')
      await built.settled()
    }

    test('follows the system until one is chosen in the footer, which this browser keeps', async () => {
      await open()
      expect(await paper()).toBe(rgb(colors.parchment))
      await page().emulateMedia({ colorScheme: 'dark' })
      expect(await paper()).toBe(rgb(darkColors.parchment))
      await choose('Light')
      expect(await paper()).toBe(rgb(colors.parchment))
      await page().emulateMedia({ colorScheme: 'light' })
      await choose('Dark')
      await open()
      expect(await paper()).toBe(rgb(darkColors.parchment))
      expect(await page().getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
      await choose('System')
      expect(await paper()).toBe(rgb(colors.parchment))
      expect(await page().evaluate(() => localStorage.getItem('theme'))).toBeNull()
    })

    test('turns the drawings of rule categories, which are black', async () => {
      await page().goto('/discordia/rules')
      await built.settled()
      const drawing = page().getByRole('heading', { name: 'At the table' }).locator('img')
      expect(await styleOf(drawing, 'filter')).toBe('none')
      await page().emulateMedia({ colorScheme: 'dark' })
      expect(await styleOf(drawing, 'filter')).toBe('invert(1)')
    })

    test('has progress bars in our gold', async () => {
      await page().goto('/discordia/downloads')
      await page().getByRole('button', { name: 'Table 2', exact: true }).click()
      const release = await holdBack(page(), '/downloads/download/*')
      await page().getByRole('button', { name: 'Download', exact: true }).click()
      const bar = page().getByRole('progressbar', { name: 'Downloading Table 2' })
      expect(await styleOf(bar, 'backgroundColor')).toBe(rgb(colors.gold.deep))
      await page().emulateMedia({ colorScheme: 'dark' })
      expect(await styleOf(bar, 'backgroundColor')).toBe(rgb(darkColors.gold.deep))
      const arrival = page().waitForEvent('download')
      release()
      await arrival
    })

    test('leaves toasts light, as specified', async () => {
      await page().emulateMedia({ colorScheme: 'dark' })
      await signIn(page(), built.server, 'Ann')
      await failWith(page(), '/users/preferences/', 500)
      await page().goto('/discordia/dashboard?tab=settings')
      await page().getByRole('button', { name: 'Save' }).click()
      await toast().waitFor()
      expect(await styleOf(toast(), 'backgroundColor')).toBe(rgb(colors.vellum))
      expect(await styleOf(toast(), 'color')).toBe(rgb(colors.ink.DEFAULT))
    })
  })

  test('the focus ring is light on the dark of header and footer', async () => {
    await page().goto('/discordia/downloads')
    for (const area of ['banner', 'contentinfo'] as const) {
      const link = page().getByRole(area).getByRole('link').first()
      await link.focus()
      await page().keyboard.press('Shift+Tab')
      await page().keyboard.press('Tab')
      expect([area, await styleOf(link, 'outlineColor')]).toEqual([area, rgb(colors.gold.light)])
    }
  })

  test('in forced colours the selected tab, page and video differ from the others', async () => {
    await page().emulateMedia({ forcedColors: 'active' })
    await page().goto('/discordia/rules')
    const tab = (selected: boolean) => page().getByRole('tab', { selected }).first()
    await tab(true).waitFor()
    expect(await styleOf(tab(true), 'backgroundColor')).not.toBe(
      await styleOf(tab(false), 'backgroundColor'),
    )
    const videos = page().getByRole('list', { name: 'Videos' }).getByRole('button')
    const bar = (video: Locator) =>
      video.evaluate((node) => getComputedStyle(node).borderInlineStartColor)
    await videos.nth(1).waitFor()
    expect(await bar(videos.nth(0))).not.toBe(await bar(videos.nth(1)))
    const current = page().getByRole('banner').locator('[aria-current="page"]')
    expect(await current.evaluate((node) => getComputedStyle(node).textDecorationLine)).toBe(
      'underline',
    )
  })

  describe('a toast', () => {
    test.each([360, 1440])(
      'is below the header at %i px, the welcome at the right',
      async (width) => {
        await page().setViewportSize({ width, height: 740 })
        await page().goto('/auth/login')
        const main = page().getByRole('main')
        await main.getByRole('textbox', { name: 'Email' }).fill(emailOf('Ann'))
        await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
        await main.getByRole('button', { name: 'Login' }).click()
        const region = page().getByRole('region', { name: 'Site notifications' })
        const welcome = region.getByRole('status')
        await welcome.hover()
        const { bottom } = await boxOf(page().getByRole('banner'))
        expect((await boxOf(welcome)).top).toBeGreaterThanOrEqual(bottom)
        const { x = 0, width: wide = 0 } = (await welcome.boundingBox()) ?? {}
        expect(x + wide).toBeGreaterThan(width - 40)
        await welcome.click()
        await failWith(page(), '/users/preferences/', 500)
        await page().goto('/discordia/dashboard?tab=settings')
        await page().getByRole('button', { name: 'Save' }).click()
        await toast().waitFor()
        expect((await boxOf(toast())).top).toBeGreaterThanOrEqual(bottom)
      },
    )

    test('closes after 5 seconds; the pointer stops the clock', async () => {
      await page().clock.install()
      await signIn(page(), built.server, 'Ann')
      await failWith(page(), '/users/preferences/', 500)
      await page().goto('/discordia/dashboard?tab=settings')
      await page().getByRole('button', { name: 'Save' }).click()
      await toast().hover()
      await page().clock.runFor(20_000)
      expect(await toast().count()).toBe(1)
      await page().mouse.move(5, 600)
      await page().clock.runFor(5500)
      await toast().waitFor({ state: 'detached' })
    })

    test.each([360, 1440])('does not cover the title of a dialog at %i px', async (width) => {
      // So low that the dialog takes all the height that it may.
      await page().setViewportSize({ width, height: 480 })
      await signIn(page(), built.server, 'Ann')
      await page().goto('/discordia/dashboard')
      await page().getByRole('button', { name: 'Request name change' }).click()
      const dialog = page().getByRole('dialog', { name: 'Request Name Change' })
      await dialog.getByRole('textbox', { name: 'New Name' }).fill('Ann the Patient')
      await dialog.getByRole('textbox', { name: 'Reason for name change' }).fill('I have waited.')
      await failWith(page(), '/users/name-change-request/-', 500)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await toastOn(page(), 'alert', 'There was an error creating your request.')
      const title = await boxOf(dialog.getByRole('heading', { level: 2 }))
      expect((await boxOf(toast())).bottom).toBeLessThanOrEqual(title.top)
    })
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
})
