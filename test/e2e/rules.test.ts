import { axeFindings } from '#test/helpers/browser/axe.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose, chosenIn, dropdown, optionsOf } from '#test/helpers/browser/dropdown.ts'
import { textsBecoming } from '#test/helpers/browser/texts.ts'

type Named = { id: number; name: string }
type Entry = { id: number; title: string; category?: number; subcategory?: number }
type QuickEntry = { id: number; title: string; quick_subcategory: number }

describe('Rules page (behaviour 2, 4, 7, 8, 9)', () => {
  const built = builtSite()

  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${built.site.url}/api/rules${path}`)).json()
  const panel = () => built.page.getByRole('tabpanel')
  const tab = (name: string) => built.page.getByRole('tab', { name })
  const box = () => panel().getByRole('searchbox', { name: 'Search for entries...' })
  const entry = (title: string) => panel().getByRole('link', { name: title, exact: true })
  const heading = (level: number, name: string) =>
    panel().getByRole('heading', { level, name, exact: true })
  const open = async (query = '') => {
    await built.page.goto(`/discordia/rules${query}`)
    await panel().getByRole('link').first().waitFor()
    await built.settled()
  }
  const openBasic = async () => {
    await open()
    await tab('Basic Rules').click()
    await heading(3, 'Making a character').waitFor()
    await built.settled()
  }
  /** Headings and entries in the order in which they stand. */
  const outline = (expected: string[]) =>
    textsBecoming(built.page, '[role="tabpanel"] :is(h2, h3, a)', expected)

  describe('Tabs', () => {
    test('the page is named Rules and has a header image; two tabs: Quick Rules (default) and Basic Rules', async () => {
      await open()
      await built.page.getByRole('heading', { level: 1, name: 'Rules', exact: true }).waitFor()
      expect(await built.page.title()).toBe('Rules – Discordia')
      const picture = built.page.locator('main img').first()
      expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain(
        '/images/hero-rules-',
      )
      const tabs = built.page.getByRole('tablist', { name: 'Rules' }).getByRole('tab')
      expect(await tabs.allTextContents()).toEqual(['Quick Rules', 'Basic Rules'])
      expect(await tab('Quick Rules').getAttribute('aria-selected')).toBe('true')
      await tab('Quick Rules').focus()
      await built.page.keyboard.press('ArrowRight')
      await built.page.getByRole('tabpanel', { name: 'Basic Rules' }).waitFor()
      await built.page.keyboard.press('ArrowLeft')
      await built.page.getByRole('tabpanel', { name: 'Quick Rules' }).waitFor()
    })

    test('switching tabs clears the search and resets the filters to Any, both ways', async () => {
      await open()
      await box().fill('seed')
      await choose(built.page, 'Category', 'At the dice')
      await entry('Spend a seed').waitFor()
      const basic = built.page.waitForRequest('**/rules/entries/?*')
      await tab('Basic Rules').click()
      expect(new URL((await basic).url()).search).toBe('?search=&category=Any&subcategory=Any')
      expect(await box().inputValue()).toBe('')
      expect(await chosenIn(built.page, 'Category')).toBe('Any')
      expect(await chosenIn(built.page, 'Sub-Category')).toBe('Any')
      await heading(3, 'Making a character').waitFor()

      await box().fill('ripple')
      await choose(built.page, 'Category', 'Dice and seeds')
      await choose(built.page, 'Sub-Category', 'Ripples and boons')
      await heading(3, 'Making a character').waitFor({ state: 'detached' })
      await tab('Quick Rules').click()
      await heading(2, 'For directors').waitFor()
      expect(await box().inputValue()).toBe('')
      expect(await chosenIn(built.page, 'Category')).toBe('Any')
      await tab('Basic Rules').click()
      await heading(3, 'Making a character').waitFor()
      expect(await chosenIn(built.page, 'Sub-Category')).toBe('Any')
    })
  })

  describe('Quick Rules', () => {
    test('a search box and a Category dropdown with its own search, listing the quick subcategories', async () => {
      await open()
      expect(await box().getAttribute('placeholder')).toBe('Search for entries...')
      expect(await box().getAttribute('maxlength')).toBe('400')
      const quick = await ask<Named[]>('/get-quick-subcategories/')
      const names = quick.map(({ name }) => name)
      expect(await optionsOf(built.page, 'Category', names.at(-1) ?? '')).toEqual(['Any', ...names])
      expect(
        await panel()
          .getByRole('button', { name: /^Sub-Category/ })
          .count(),
      ).toBe(0)
    })

    test('the dropdown narrows in any case, works by keys and gives the focus back', async () => {
      // Room below, so that the popup covers nothing that axe then finds too small to press.
      await built.page.setViewportSize({ width: 1280, height: 2400 })
      await open()
      const search = built.page.getByRole('searchbox', { name: 'Search categories' })
      expect(await search.count()).toBe(0)
      await dropdown(built.page, 'Category').click()
      await search.pressSequentially('TROUBLE')
      const options = built.page.getByRole('option')
      expect(await options.allTextContents()).toEqual(['In trouble'])
      expect(await axeFindings(built.page)).toEqual([])
      await built.page.keyboard.press('Escape')
      await search.waitFor({ state: 'detached' })
      expect(await dropdown(built.page, 'Category').evaluate((at) => at.matches(':focus'))).toBe(
        true,
      )
      await built.page.keyboard.press('ArrowDown')
      await search.pressSequentially('in trouble')
      await built.page.keyboard.press('Enter')
      expect(await chosenIn(built.page, 'Category')).toBe('In trouble')
      await heading(2, 'At the dice').waitFor({ state: 'detached' })
      await dropdown(built.page, 'Category').click()
      const chosen = built.page.getByRole('option', { selected: true })
      expect(await chosen.allTextContents()).toEqual(['In trouble'])
    })

    test('results are grouped by subcategory with headings, in the server’s order', async () => {
      const [subcategories, entries] = await Promise.all([
        ask<Named[]>('/get-quick-subcategories/'),
        ask<QuickEntry[]>('/quick-entries/'),
      ])
      const expected = subcategories.flatMap(({ id, name }) => [
        name,
        ...entries.filter((each) => each.quick_subcategory === id).map(({ title }) => title),
      ])
      await open()
      expect(await outline(expected)).toEqual(expected)
      expect(await panel().getByRole('heading', { level: 2 }).count()).toBe(subcategories.length)
    })

    test('the chosen category is sent as subcategory, and only its entries are shown', async () => {
      const [subcategories, entries] = await Promise.all([
        ask<Named[]>('/get-quick-subcategories/'),
        ask<QuickEntry[]>('/quick-entries/'),
      ])
      const road = subcategories.find(({ name }) => name === 'On the road')
      await open()
      const asked = built.page.waitForRequest(/quick-entries\/\?.*subcategory=\d/)
      await choose(built.page, 'Category', 'On the road')
      expect(new URL((await asked).url()).search).toBe(
        `?search=&category=Any&subcategory=${road?.id}`,
      )
      const ofRoad = entries.filter((each) => each.quick_subcategory === road?.id)
      const expected = ['On the road', ...ofRoad.map(({ title }) => title)]
      expect(await outline(expected)).toEqual(expected)
    })
  })

  describe('Basic Rules', () => {
    test('the search box plus a Category and a Sub-Category dropdown, each with a search box', async () => {
      await openBasic()
      const categories = await ask<Named[]>('/categories/')
      const subcategories = await Promise.all(
        categories.map(({ id }) => ask<Named[]>(`/get-subcategories/${id}/`)),
      )
      const names = (list: Named[]) => list.map(({ name }) => name)
      expect(await box().getAttribute('placeholder')).toBe('Search for entries...')
      expect(await optionsOf(built.page, 'Category', 'Running the game')).toEqual([
        'Any',
        ...names(categories),
      ])
      expect(await optionsOf(built.page, 'Sub-Category', 'Table craft')).toEqual([
        'Any',
        ...names(subcategories.flat()),
      ])
      for (const [label, search, option] of [
        ['Category', 'Search categories', 'Travel and Echoes'],
        ['Sub-Category', 'Search sub-categories', 'Echoes'],
      ] as const) {
        await dropdown(built.page, label).click()
        await built.page.getByRole('searchbox', { name: search }).fill('echo')
        expect(await built.page.getByRole('option').allTextContents()).toEqual([option])
        await built.page.keyboard.press('Escape')
      }
    })

    test('results are grouped by category and subcategory with headings, in the server’s order', async () => {
      const [categories, entries] = await Promise.all([
        ask<Named[]>('/categories/'),
        ask<Entry[]>('/entries/'),
      ])
      const expected: string[] = []
      for (const { id: category, name } of categories) {
        expected.push(name)
        for (const subcategory of await ask<Named[]>(`/get-subcategories/${category}/`)) {
          const inside = entries.filter((each) => each.subcategory === subcategory.id)
          expected.push(subcategory.name, ...inside.map(({ title }) => title))
        }
      }
      await openBasic()
      expect(await outline(expected)).toEqual(expected)
      const levels = [2, 3].map((level) => panel().getByRole('heading', { level }).count())
      expect(await Promise.all(levels)).toEqual([5, 12])
      expect(await axeFindings(built.page)).toEqual([])
    })

    test('selecting a category resets the subcategory to Any and offers its own; both are sent', async () => {
      await openBasic()
      const conflict = (await ask<Named[]>('/categories/')).find(({ name }) =>
        name.startsWith('Conflict'),
      )
      const harm = (await ask<Named[]>(`/get-subcategories/${conflict?.id}/`)).find(
        ({ name }) => name === 'Harm and rest',
      )
      await choose(built.page, 'Sub-Category', 'Seeds')
      await choose(built.page, 'Category', 'Conflict and arguments')
      expect(await chosenIn(built.page, 'Sub-Category')).toBe('Any')
      expect(await optionsOf(built.page, 'Sub-Category', 'Arguments')).toEqual([
        'Any',
        'Fights and dangers',
        'Harm and rest',
        'Arguments',
      ])
      const asked = built.page.waitForRequest(/rules\/entries\/\?.*subcategory=\d/)
      await choose(built.page, 'Sub-Category', 'Harm and rest')
      expect(new URL((await asked).url()).search).toBe(
        `?search=&category=${conflict?.id}&subcategory=${harm?.id}`,
      )
      const expected = ['Conflict and arguments', 'Harm and rest', 'The five steps of harm']
      expected.push('Tending and rest', 'Being out', 'Scars')
      expect(await outline(expected)).toEqual(expected)
    })

    test('an entry without a category stands under a heading of its own, never under a key', async () => {
      await built.page.route('**/api/rules/entries/?*', (route) =>
        route.fulfill({
          json: [{ id: 1, title: 'A stray rule', subcategory: null, nextId: null, image: null }],
        }),
      )
      await open()
      await tab('Basic Rules').click()
      const expected = ['Quick entries', 'A stray rule']
      expect(await outline(expected)).toEqual(expected)
    })
  })
})
