import type { Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { visit } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

const SIX = Array.from({ length: 6 }, (_, index) => index + 1)

describe('the book of the RPG initiative page (behaviour 2, 9)', () => {
  const built = builtSite({ world: 'empty' })
  const open = async (page: Page = built.page) => {
    await page.goto('/discordia/rpg-initiative')
    await book(page).locator('.rulebook img').first().waitFor({ state: 'attached' })
    await book(page).locator('button:enabled').waitFor()
  }
  const book = (page: Page = built.page) =>
    page.getByRole('group', { name: 'RPG Initiative book', exact: true })
  const pageOf = (number: number, page: Page = built.page) =>
    book(page).getByAltText(`Page ${number}`, { exact: true })
  const button = (name: string, page: Page = built.page) =>
    book(page).getByRole('button', { name, exact: true })
  const place = (number: number) =>
    book().getByText(`Page ${number} of 6`, { exact: true }).waitFor()
  const sizeOf = async (number: number) => {
    const box = await pageOf(number).boundingBox()
    return [box?.width, box?.height].map((length) => Math.round(length ?? 0))
  }

  test('flips from the first page to the last and back, in spreads; each page is really drawn', async () => {
    await open()
    await book().scrollIntoViewIfNeeded()
    const expectSeen = async (numbers: number[]) => {
      for (const number of SIX)
        await pageOf(number).waitFor({ state: numbers.includes(number) ? 'visible' : 'hidden' })
      await built.page.waitForFunction(
        (names) =>
          [...document.querySelectorAll<HTMLImageElement>('fieldset img')]
            .filter(({ alt }) => names.includes(alt))
            .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
        numbers.map((number) => `Page ${number}`),
      )
    }
    await place(1)
    await expectSeen([1])
    expect(await button('Previous page').isDisabled()).toBe(true)
    for (const seen of [[2, 3], [4, 5], [6]]) {
      await button('Next page').click()
      await place(seen[0] ?? 0)
      await expectSeen(seen)
    }
    expect(await button('Next page').isDisabled()).toBe(true)
    expect(await axeFindings(built.page)).toEqual([])
    await button('Previous page').click()
    await place(4)
    await expectSeen([4, 5])
  })

  test('can be turned by arrow keys', async () => {
    await open()
    await button('Next page').focus()
    await built.page.keyboard.press('ArrowRight')
    await place(2)
    await built.page.keyboard.press('ArrowRight')
    await place(4)
    await built.page.keyboard.press('ArrowLeft')
    await place(2)
  })

  test('is 400x600, in windows narrower than 600 px 200x300; it follows the window and stays on its page', async () => {
    await open()
    await button('Next page').click()
    await place(2)
    for (const [width, size] of [
      [1280, [400, 600]],
      [599, [200, 300]],
      [1280, [400, 600]],
    ] as const) {
      await built.page.setViewportSize({ width, height: 900 })
      await built.page.waitForFunction((wide) => {
        const image = document.querySelector('img[alt="Page 2"]')
        return Math.round(image?.getBoundingClientRect().width ?? 0) === wide
      }, size[0])
      expect([width, await sizeOf(2)]).toEqual([width, size])
      await place(2)
    }
  })

  test('turns its pages where motion is welcome', async () => {
    const moving = await visit(built.browser, built.server, { reducedMotion: 'no-preference' })
    await open(moving.page)
    await button('Next page', moving.page).click()
    await pageOf(3, moving.page).waitFor()
    await book(moving.page).getByText('Page 2 of 6', { exact: true }).waitFor()
    expect(moving.complaints).toEqual([])
    await moving.close()
  })
})
