import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { answerWith } from '#test/helpers/browser/apiEdge.ts'
import { visit } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { entryDialog, openEntryForm } from '#test/helpers/browser/entryForm.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { aContentItem, id } from '#test/helpers/fixtures/siteState.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('dialogs: size, focus, backdrop, scrolling behind them', () => {
  const built = builtSite({ world: smallWorld })
  const closed = () => built.page.getByRole('dialog').waitFor({ state: 'detached' })

  test('a long article is large, centred and scrolls inside; its Close stays in view', async () => {
    const description = Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n\n')
    const long = aContentItem({ id: id(9001), title: 'A long article', description })
    await answerWith(built.page, '/contents/active', [long])
    await answerWith(built.page, '/contents/get/9001', long)
    // By a link: the server renders what it has itself.
    await built.page.goto('/auth/login')
    await built.page.getByRole('link', { name: 'News & Events' }).first().click()
    const card = built.page.getByRole('article', { name: long.title, exact: true })
    await card.getByRole('button', { name: 'Read more' }).click()
    const dialog = built.page.getByRole('dialog', { name: long.title, exact: true })
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
    const last = await dialog.getByText('Line 59.').boundingBox()
    expect((last?.y ?? 1e9) + (last?.height ?? 0)).toBeLessThan(900)
    const close = dialog.getByRole('button', { name: 'Close', exact: true })
    expect(await close.isVisible()).toBe(true)
  })

  test('an article closes by button, header, backdrop and Escape, and gives the focus back', async () => {
    await built.page.goto('/discordia/news&events/')
    const card = built.page.getByRole('article', { name: 'News 1', exact: true })
    const readMore = card.getByRole('button', { name: 'Read more' })
    const dialog = built.page.getByRole('dialog', { name: 'News 1', exact: true })
    const ways = [
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => dialog.getByLabel('Close dialog').click(),
      () => built.page.mouse.click(5, 400),
      () => built.page.keyboard.press('Escape'),
    ]
    for (const close of ways) {
      await readMore.click()
      await dialog.getByRole('button', { name: 'Close', exact: true }).waitFor()
      expect(await dialog.evaluate((all) => all.contains(document.activeElement))).toBe(true)
      await close()
      await closed()
      await built.page.waitForFunction(() => document.activeElement?.textContent === 'Read more')
    }
  })

  test('an article is at z-index 1050 and fades where motion is welcome (behaviour 9)', async () => {
    const moving = await visit(built.browser, built.server, { reducedMotion: 'no-preference' })
    await moving.page.goto('/discordia/news&events/')
    await moving.page.getByRole('button', { name: 'Read more' }).first().click()
    const shown = moving.page.getByRole('dialog')
    await shown.getByRole('button', { name: 'Close', exact: true }).waitFor()
    const style = await shown.evaluate((element) => {
      const { zIndex, transitionProperty, transitionDuration } = getComputedStyle(element)
      return [zIndex, transitionProperty, Number.parseFloat(transitionDuration) > 0]
    })
    expect(style).toEqual(['1050', 'opacity', true])
    await moving.page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    expect(moving.complaints).toEqual([])
    await moving.close()
  })

  test.each([
    ['a click', 50, (page: Page, { x, y }: Point) => page.mouse.click(x, y)],
    ['Escape', 30, (page: Page) => page.keyboard.press('Escape')],
    ['a double click', 20, (page: Page, { x, y }: Point) => page.mouse.dblclick(x, y)],
  ])('%s at any moment of the opening closes a dialog for good', async (_, times, answer) => {
    const moving = await visit(built.browser, built.server, { reducedMotion: 'no-preference' })
    const { page } = moving
    await page.goto('/discordia/news&events/')
    const dialog = page.getByRole('dialog')
    const opener = await middleOf(page.getByRole('button', { name: 'Read more' }).first())
    await page.mouse.click(opener.x, opener.y)
    const closer = await middleOf(dialog.getByLabel('Close dialog'))
    await page.mouse.click(closer.x, closer.y)
    await dialog.waitFor({ state: 'detached' })
    await page.evaluate(keepBusy)
    for (let moment = 0; moment < times; moment += 1) {
      await page.mouse.click(opener.x, opener.y)
      await dialog.waitFor({ state: 'attached' })
      await setTimeout(moment * 5)
      await answer(page, closer)
      await dialog.waitFor({ state: 'detached', timeout: 5000 })
    }
    expect(moving.complaints).toEqual([])
    await moving.close()
  })

  test('the form for an entry locks the page behind it, however it is closed', async () => {
    await signIn(built.page, built.server, 'Ann')
    await built.page.goto('/discordia/world')
    await built.settled()
    const form = entryDialog(built.page)
    const overflow = () =>
      built.page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
    const ways = [
      () => form.getByRole('button', { name: 'Close', exact: true }).click(),
      () => form.getByRole('button', { name: 'Close dialog' }).click(),
      () => built.page.keyboard.press('Escape'),
      () => built.page.mouse.click(20, 500),
    ]
    for (const close of ways) {
      await openEntryForm(built.page)
      expect(await overflow()).toBe('hidden')
      const name = form.getByRole('textbox', { name: 'Name', exact: true })
      expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
      await close()
      await closed()
      await built.page.waitForFunction(
        () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
      )
      const focus = await built.page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      )
      expect(focus).toContain('Create new glossary item')
    }
  })
})

type Point = { readonly x: number; readonly y: number }

/** Of a control that is in view and stands still. */
async function middleOf(control: Locator): Promise<Point> {
  await control.click({ trial: true })
  const { x, y, width, height } = (await control.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  return { x: x + width / 2, y: y + height / 2 }
}

/** A page that has other work most of the time, such as that of a slow phone. */
function keepBusy(): void {
  const end = performance.now() + 40
  while (performance.now() < end);
  window.setTimeout(keepBusy, 5)
}
