import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { textsBecoming } from '#test/helpers/browser/texts.ts'

type Entry = {
  id: number
  title: string
  image: string | null
  nextId: number | null
  category?: number
  subcategory?: number
  quick_subcategory?: number
}
type Section = { title: string; content: string }
type Kind = 'entries' | 'quick-entries'

describe('Rule item page (behaviour 2, 7, 8, 9)', () => {
  const built = builtSite()

  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${built.site.url}/api/rules${path}`)).json()
  const list = (kind: Kind) => ask<Entry[]>(`/${kind}/`)
  const named = async (kind: Kind, title: string): Promise<Entry> => {
    const found = (await list(kind)).find((entry) => entry.title === title)
    if (!found) throw new Error(`The demonstration has no rule "${title}"`)
    return found
  }
  const title = (name: string) =>
    built.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const side = () => built.page.getByRole('complementary', { name: 'Rule information' })
  const related = () => side().getByRole('region', { name: 'You might be interested in:' })
  const back = () => built.page.getByRole('link', { name: 'Back to Rules Page' })
  const next = () => built.page.getByRole('button', { name: 'Next', exact: true })
  const open = async ({ id, title: name }: Entry) => {
    await built.page.goto(`/discordia/ruleItem/${id}`)
    await title(name)
    await built.settled()
  }
  /** The rules page, and on it the link of this entry. */
  const chooseOnPage = async (query: string, name: string) => {
    await built.page.goto(`/discordia/rules${query}`)
    const link = built.page.getByRole('tabpanel').getByRole('link', { name, exact: true })
    await link.waitFor()
    await built.settled()
    return link
  }

  describe('The entry', () => {
    test('clicking an entry opens it; it travels as navigation state, so its lists are not asked for', async () => {
      const { id, quick_subcategory } = await named('quick-entries', 'Spend a seed')
      const link = await chooseOnPage('', 'Spend a seed')
      const calls = watchCalls(built.page)
      await link.click()
      await built.page.waitForURL(`**/discordia/ruleItem/${id}`)
      await title('Spend a seed')
      await related().getByRole('link').first().waitFor()
      await built.settled()
      expect(calls.map(({ call }) => call).toSorted()).toEqual(
        expect.arrayContaining([
          `GET /rules/quick-entries/${id}/sub-entries/`,
          `GET /rules/quick-entries/?subcategory=${quick_subcategory}`,
        ]),
      )
      expect(callsTo(calls, 'GET /rules/')).toHaveLength(2)
      expect(await built.page.evaluate(() => window.scrollY)).toBe(0)
      await built.page.reload()
      await title('Spend a seed')
    })

    test('a direct link to a basic rule asks the basic list, one to a quick rule then the quick list', async () => {
      const lists = ['/rules/entries/?', '/rules/quick-entries/?'].map(
        (path) => `GET ${path}search=&category=Any&subcategory=Any`,
      )
      const calls = watchCalls(built.page)
      const asked = () => callsTo(calls, 'GET /rules/').filter(({ call }) => lists.includes(call))
      await open(await named('entries', 'Ripples'))
      expect(asked().map(({ call }) => call)).toEqual(lists.slice(0, 1))
      await side().getByRole('heading', { level: 2, name: 'Basic Rule', exact: true }).waitFor()
      calls.length = 0
      await open(await named('quick-entries', 'Gain a seed'))
      expect(asked().map(({ call }) => call)).toEqual(lists)
      await side().getByRole('heading', { level: 2, name: 'Quick Rule', exact: true }).waitFor()
      expect(await built.page.title()).toBe('Gain a seed – Discordia')
    })

    test('ids are unique over both kinds, so that an address means one rule', async () => {
      const ids = [...(await list('entries')), ...(await list('quick-entries'))].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('the sub-entries with title and content, in their order; each heading is a link to itself', async () => {
      const entry = await named('entries', 'The five steps of harm')
      const sections = await ask<Section[]>(`/entries/${entry.id}/sub-entries/`)
      const names = sections.map((section) => section.title)
      expect(names).toEqual(['The track', 'What each step means', 'An example'])
      await open(entry)
      // The sign of a link to itself stands after each.
      const headings = names.map((name) => `${name}#`)
      expect(await textsBecoming(built.page, 'section > h2 > a', headings)).toEqual(headings)
      for (const { title: name, content } of sections) {
        await built.page.getByRole('heading', { level: 2, name }).waitFor()
        const paragraphs = content.split('\n\n')
        for (const paragraph of paragraphs)
          await built.page.getByRole('main').getByText(paragraph.trim()).waitFor()
      }
      expect(await axeFindings(built.page)).toEqual([])
      const heading = built.page.getByRole('heading', { level: 2, name: 'An example' })
      await heading.getByRole('link').click()
      await built.page.waitForURL('**#rule-an-example')
      await built.page.reload()
      await built.page.waitForFunction(() => document.activeElement?.id === 'rule-an-example')
      await title('The five steps of harm')
    })

    test('an empty content shows: This subtitle has no content to display.', async () => {
      const entry = await named('entries', 'The chronicle')
      await open(entry)
      const section = built.page
        .getByRole('main')
        .locator('section')
        .filter({ hasText: 'The notes of your own table' })
      await section.getByText('This subtitle has no content to display.', { exact: true }).waitFor()
      expect(await built.page.getByText('This subtitle has no content to display.').count()).toBe(1)
    })

    test('with no sub-entries, and at an unknown id: This rule has no sections to display.', async () => {
      const message = built.page
        .getByRole('status')
        .getByText('This rule has no sections to display.', { exact: true })
      await open(await named('entries', 'Warfare between towns'))
      await message.waitFor()
      await built.page.goto('/discordia/ruleItem/999999')
      await message.waitFor()
      await back().waitFor()
      expect(await next().count()).toBe(0)
      expect(await side().count()).toBe(0)
    })
  })

  describe('The side column', () => {
    test('an image of its own, or a default', async () => {
      const own = await named('quick-entries', 'The game in one minute')
      await open(own)
      const source = (name: string) =>
        side().getByRole('img', { name, exact: true }).getAttribute('src')
      expect(own.image).not.toBeNull()
      expect(await source(own.title)).toBe(own.image)
      await built.page.waitForFunction(
        () => (document.querySelector<HTMLImageElement>('aside img')?.naturalWidth ?? 0) > 0,
      )
      const plain = await named('quick-entries', 'Lend a hand')
      expect(plain.image).toBeNull()
      await open(plain)
      expect(await source(plain.title)).toBe('/images/default-rule-960.webp')
    })

    test.each([
      ['entries', 'Making a test', 'subcategory'],
      ['quick-entries', 'Roll a test', 'quick_subcategory'],
    ] as const)(
      'up to 3 random others of the same subcategory, from the %s',
      async (kind, name, key) => {
        const entry = await named(kind, name)
        const same = (await list(kind)).filter((each) => each[key] === entry[key])
        const others = same.map((each) => each.title).filter((each) => each !== name)
        expect(others.length).toBeGreaterThan(3)
        const calls = watchCalls(built.page)
        await open(entry)
        await related().getByRole('link').first().waitFor()
        const drawn = await related().getByRole('link').allTextContents()
        expect(new Set(drawn).size).toBe(3)
        await related()
          .getByRole('heading', { level: 3, name: 'You might be interested in:', exact: true })
          .waitFor()
        expect(others).toEqual(expect.arrayContaining(drawn))
        expect(callsTo(calls, `GET /rules/${kind}/?subcategory=${entry[key]}`)).toHaveLength(1)
        // Drawn once: a new drawing of the page leaves them.
        await built.page.getByRole('main').locator('section > h2 > a').first().click()
        await built.page.waitForURL('**#rule-*')
        expect(await related().getByRole('link').allTextContents()).toEqual(drawn)
        await related()
          .getByRole('link', { name: drawn[2] ?? '', exact: true })
          .click()
        await title(drawn[2] ?? '')
      },
    )

    test('they are drawn at random: not the same three at every visit', async () => {
      const entry = await named('entries', 'What the director does')
      const draws = new Set<string>()
      // Of seven others; that ten visits draw the same three in the same order is one in 10^20.
      for (let visit = 0; visit < 10 && draws.size < 2; visit += 1) {
        await open(entry)
        await related().getByRole('link').nth(2).waitFor()
        draws.add((await related().getByRole('link').allTextContents()).join())
      }
      expect(draws.size).toBe(2)
    })
  })

  describe('Buttons', () => {
    test('Next is shown when nextId is not null and opens the next entry, in reading order', async () => {
      const basic = await list('entries')
      expect(basic.map(({ nextId }) => nextId)).toEqual([
        ...basic.slice(1).map(({ id }) => id),
        null,
      ])
      const [first, second] = basic
      if (!first || !second) throw new Error('The demonstration has no rules')
      await open(first)
      await next().click()
      await built.page.waitForURL(`**/discordia/ruleItem/${second.id}`)
      await title(second.title)
      await open(basic.at(-1) ?? first)
      expect(await next().count()).toBe(0)
      const lastQuick = (await list('quick-entries')).at(-1)
      expect(lastQuick?.nextId).toBeNull()
    })

    test('Back to Rules Page goes to /discordia/rules', async () => {
      await open(await named('entries', 'Seeds'))
      await back().click()
      await built.page.waitForURL((url) => url.pathname + url.search === '/discordia/rules')
      await built.page.getByRole('tabpanel', { name: 'Quick Rules' }).waitFor()
    })

    test.each([
      ['Back to Rules Page', () => back().click()],
      ['the browser’s Back', () => built.page.goBack()],
    ])('%s restores the page as it was left: tab, search, filters, place', async (_way, goBack) => {
      const category = (await named('entries', 'Ripples')).category
      const link = await chooseOnPage(`?tab=basic&search=ripple&category=${category}`, 'Ripples')
      await link.scrollIntoViewIfNeeded()
      const left = await built.page.evaluate(() => window.scrollY)
      expect(left).toBeGreaterThan(0)
      await link.click()
      await title('Ripples')
      await goBack()
      await built.page.getByRole('tab', { name: 'Basic Rules', selected: true }).waitFor()
      const box = built.page.getByRole('searchbox', { name: 'Search for entries...' })
      expect(await box.inputValue()).toBe('ripple')
      await built.page
        .getByRole('button', { name: 'Category Dice and seeds', exact: true })
        .waitFor()
      await built.page.waitForFunction((top) => Math.abs(window.scrollY - top) < 2, left)
    })
  })

  test('a failure is logged, told, and can be tried again', async () => {
    const logged: string[] = []
    built.page.on('console', (message) => logged.push(message.text()))
    const entry = await named('entries', 'Seeds')
    const alert = built.page.getByRole('alert').getByText('This could not be loaded.')
    const again = built.page.getByRole('button', { name: 'Try again' })
    await built.page.route('**/api/rules/entries/**', (route) => route.fulfill({ status: 500 }))
    await built.page.goto(`/discordia/ruleItem/${entry.id}`)
    await alert.waitFor()
    await built.settled()
    expect(logged).toContain('listRuleEntries failed: 500')
    await built.page.unroute('**/api/rules/entries/**')
    await again.click()
    await title('Seeds')
  })

  test('on paper are title and sub-entries, without the side column and the buttons', async () => {
    await open(await named('entries', 'Ripples'))
    await built.page.getByRole('heading', { level: 2, name: 'What a ripple is' }).waitFor()
    await built.page.emulateMedia({ media: 'print' })
    await title('Ripples')
    await built.page.getByRole('heading', { level: 2, name: 'What a ripple is' }).waitFor()
    expect(await side().count()).toBe(0)
    expect(await back().count()).toBe(0)
    expect(await built.page.getByRole('button').count()).toBe(0)
    for (const role of ['banner', 'contentinfo'] as const)
      expect(await built.page.getByRole(role).count()).toBe(0)
  })
})
