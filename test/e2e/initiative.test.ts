import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { tableCalls } from '#test/helpers/browser/apiEdge.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { bytesOf, visit } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

const PDF = 'RPG-Initiative-Online.pdf'
const SIX = Array.from({ length: 6 }, (_, index) => index + 1)

describe('the RPG initiative page', () => {
  const built = builtSite()
  const open = async (page: Page = built.page) => {
    await page.goto('/discordia/rpg-initiative')
    await book(page).locator('img').first().waitFor({ state: 'attached' })
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

  describe('RPG initiative page: texts (behaviour 2, 9; ruling 58)', () => {
    test('static text sections: what it is, schools, role players and game directors, online', async () => {
      const calls = watchCalls(built.page)
      await open()
      await built.page
        .getByRole('heading', { level: 1, name: 'RPG Initiative', exact: true })
        .waitFor()
      expect(await built.page.title()).toBe('RPG Initiative – Discordia')
      const names = ['What it is', 'Schools', 'Role players and game directors', 'Online']
      const titles = await built.page
        .getByRole('main')
        .getByRole('heading', { level: 2 })
        .allTextContents()
      expect(titles.slice(0, 4)).toEqual(names)
      for (const name of names) {
        const region = built.page.getByRole('region', { name, exact: true })
        expect((await region.locator('p').allTextContents()).join(' ').length).toBeGreaterThan(100)
      }
      await built.settled()
      expect(tableCalls(calls)).toEqual([])
    })

    test('about 50 schools, 2 years of cost coverage, a start in summer 2024; Austria, Germany and Iceland', async () => {
      await open()
      const words = (await built.page.getByRole('main').textContent()) ?? ''
      for (const fact of [
        'about 50 schools',
        '2 years of cost coverage',
        'in summer 2024',
        'Austria, Germany and Iceland',
      ])
        expect(words).toContain(fact)
    })
  })

  describe('Book viewer (behaviour 2, 9; ruling 32)', () => {
    test('holds exactly the first half of the twelve page images, in order, each once', async () => {
      await open()
      const images = await book()
        .locator('img')
        .evaluateAll((all) =>
          all.map((image) => [image.getAttribute('alt'), image.getAttribute('src')]),
        )
      expect(images).toEqual(
        SIX.map((number) => [`Page ${number}`, `/rulebook/page-0${number}.webp`]),
      )
      for (const number of [...SIX, 7, 8, 9, 10, 11, 12]) {
        const file = `/rulebook/page-${String(number).padStart(2, '0')}.webp`
        const answer = await fetch(built.site.url + file)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
      }
    })

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

    test('is 400x600, or 200x300 when the window is narrower than 600 px', async () => {
      const height = 900
      for (const [width, size] of [
        [1280, [400, 600]],
        [600, [400, 600]],
        [599, [200, 300]],
        [360, [200, 300]],
      ] as const) {
        await built.page.setViewportSize({ width, height })
        await open()
        expect([width, await sizeOf(1)]).toEqual([width, size])
      }
    })

    test('follows the window while it is open, and stays on its page', async () => {
      await open()
      await button('Next page').click()
      await place(2)
      await built.page.setViewportSize({ width: 500, height: 900 })
      await built.page.waitForFunction(() => {
        const image = document.querySelector('img[alt="Page 2"]')
        return Math.round(image?.getBoundingClientRect().width ?? 0) === 200
      })
      expect(await sizeOf(2)).toEqual([200, 300])
      await place(2)
    })

    test('turns its pages where motion is welcome', async () => {
      const moving = await visit(built.browser, built.site, { reducedMotion: 'no-preference' })
      await open(moving.page)
      await button('Next page', moving.page).click()
      await pageOf(3, moving.page).waitFor()
      await book(moving.page).getByText('Page 2 of 6', { exact: true }).waitFor()
      expect(moving.complaints).toEqual([])
      await moving.close()
    })

    test('can be read as plain pages instead: the same six, with their words', async () => {
      await open()
      await built.page.getByRole('button', { name: 'Read as plain pages' }).click()
      const pages = built.page.getByRole('region', { name: 'The rulebook' }).getByRole('listitem')
      await pages.nth(5).waitFor()
      expect(await pages.count()).toBe(6)
      for (const number of SIX) {
        const one = pages.nth(number - 1)
        await one.getByRole('img', { name: `Page ${number}`, exact: true }).waitFor()
        expect((await one.textContent())?.length).toBeGreaterThan(20)
      }
      expect(await book().count()).toBe(0)
    })
  })

  test('Download PDF Book saves a file named RPG-Initiative-Online.pdf, the whole book (behaviour 2)', async () => {
    await open()
    const [download] = await Promise.all([
      built.page.waitForEvent('download'),
      built.page.getByRole('button', { name: 'Download PDF Book', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe(PDF)
    const saved = await bytesOf(download)
    expect(saved.subarray(0, 5).toString()).toBe('%PDF-')
    expect(saved.equals(await readFile(`public/rulebook/${PDF}`))).toBe(true)
  })
})
