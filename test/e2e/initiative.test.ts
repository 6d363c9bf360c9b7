import { statSync } from 'node:fs'
import { axeFindings } from '#test/helpers/axe.ts'
import { builtSite } from '#test/helpers/builtSite.ts'

describe('the RPG initiative, and how pages arrive', () => {
  const built = builtSite()

  describe('RPG initiative (SPEC 2, 9)', () => {
    beforeEach(() => built.page.goto('/discordia/rpg-initiative').then(() => undefined))

    test('four sections with the facts of the text', async () => {
      for (const name of ['What it is', 'Schools', 'Role players and game directors', 'Online'])
        await built.page.getByRole('region', { name, exact: true }).waitFor()
      const text = (await built.page.getByRole('main').textContent()) ?? ''
      for (const fact of [
        /50 schools|50/,
        /2 years|two years/i,
        /summer 2024/,
        /Austria/,
        /Germany/,
        /Iceland/,
      ])
        expect(text).toMatch(fact)
    })

    test('the book holds exactly the first six pages and can be turned', async () => {
      const book = built.page.getByRole('group', { name: 'RPG Initiative book' })
      await book.scrollIntoViewIfNeeded()
      await book.locator('img').first().waitFor({ state: 'attached' })
      const names = await book
        .locator('img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('alt')))
      expect([...new Set(names)].sort()).toEqual([
        'Page 1',
        'Page 2',
        'Page 3',
        'Page 4',
        'Page 5',
        'Page 6',
      ])
      expect(await book.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true)
      await book.getByRole('button', { name: 'Next page' }).click()
      expect(await axeFindings(built.page)).toEqual([])
    })

    test('Download PDF Book saves RPG-Initiative-Online.pdf', async () => {
      const button = built.page.getByRole('button', { name: 'Download PDF Book' })
      const [download] = await Promise.all([built.page.waitForEvent('download'), button.click()])
      expect(download.suggestedFilename()).toBe('RPG-Initiative-Online.pdf')
      expect(statSync(await download.path()).size).toBe(
        statSync('public/rulebook/RPG-Initiative-Online.pdf').size,
      )
    })
  })

  test.each([
    '/discordia/',
    '/discordia/news&events/',
    '/discordia/downloads',
    '/discordia/rpg-initiative',
  ])('nothing moves while %s loads (CLS 0)', async (path) => {
    await built.page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await built.page.goto(path)
    await built.settled()
    await built.page.waitForLoadState('networkidle')
    const total = await built.page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    )
    expect(total).toBeLessThan(0.005)
  })
})
