import { screen, waitFor, within } from '@testing-library/react'
import { aBasicRule, aQuickRule, id } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { pass, withSlowClock } from '#test/helpers/server/slowClock.ts'
import { dropdown, links, openRules, panel, quickRules, searchBox, tab } from './openRules.tsx'

const NO_FILTERS = { search: '', category: 'Any', subcategory: 'Any' }
const status = async (text: string) =>
  expect(await panel().findByRole('status')).toHaveTextContent(text)
const headings = (level: number) =>
  panel()
    .getAllByRole('heading', { level })
    .map(({ textContent }) => textContent)
type Page = ReturnType<typeof openRules>
async function choose({ user }: Page, label: string, option: string) {
  await user.click(dropdown(label))
  await user.click(await screen.findByRole('option', { name: option }))
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

withSlowClock()

describe('The page', () => {
  it('is named Rules and starts on the quick rules', async () => {
    openRules()
    expect(screen.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
    expect(document.title).toBe('Rules – Discordia')
    expect(screen.getByRole('tablist', { name: 'Rules' })).toBeVisible()
    expect(tab('Quick Rules')).toHaveAttribute('aria-selected', 'true')
    expect(tab('Basic Rules')).toHaveAttribute('aria-selected', 'false')
    expect(await links()).toEqual(['Two dice', 'Armour in one breath'])
  })
})

describe('Quick Rules', () => {
  it('have a search box and a Category dropdown with its own search', async () => {
    const { user } = openRules()
    await links()
    expect(searchBox()).toHaveAttribute('placeholder', 'Search for entries...')
    expect(searchBox()).toHaveAttribute('maxlength', '400')
    expect(panel().queryByRole('button', { name: /^Sub-Category/ })).not.toBeInTheDocument()
    await user.click(dropdown('Category'))
    expect(options()).toEqual(['Any', 'Start here', 'In trouble'])
    await user.type(screen.getByRole('searchbox', { name: 'Search categories' }), 'TROU')
    expect(options()).toEqual(['In trouble'])
  })

  it('are under headings of their sub-categories', async () => {
    openRules()
    await links()
    expect(headings(2)).toEqual(['Start here', 'In trouble'])
    expect(panel().queryByRole('heading', { level: 3 })).not.toBeInTheDocument()
  })

  it('never show the name under which entries without a category are grouped (ruling 27)', async () => {
    openRules({ listQuickEntries: [aQuickRule({ id: id(9), title: 'Loose leaf' })] })
    expect(await links()).toEqual(['Loose leaf'])
    expect(headings(2)).toEqual(['Quick entries'])
    expect(document.body).not.toHaveTextContent('quick_entries')
  })

  it('send the category as subcategory, 500 ms after the choice (ruling 26)', async () => {
    const page = openRules()
    await links()
    await choose(page, 'Category', 'In trouble')
    expect(dropdown('Category')).toHaveAccessibleName('Category In trouble')
    await pass(499)
    expect(page.api.calls('listQuickEntries')).toHaveLength(1)
    await pass(1)
    expect(page.api.calls('listQuickEntries').map(({ query }) => query)).toEqual([
      NO_FILTERS,
      { ...NO_FILTERS, subcategory: '32' },
    ])
    expect(page.at()).toBe('/discordia/rules?subcategory=32')
  })

  it.each([
    ['nothing is there at all', '', 'No quick rules found.'],
    ['the search finds nothing', '?search=moth', 'No quick rules found.'],
    [
      'the search finds nothing in a category',
      '?search=moth&subcategory=32',
      'No quick rules found.',
    ],
    ['a category is empty', '?subcategory=32', 'This Quick rule subcategory is empty.'],
  ])('say so when %s (ruling 28)', async (_, query, text) => {
    openRules({ listQuickEntries: [] }, { at: `/discordia/rules${query}` })
    await status(text)
    expect(panel().queryByRole('link')).not.toBeInTheDocument()
  })
})

describe('What the search found', () => {
  const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  const open = (found?: string) =>
    openRules(
      { listQuickEntries: [{ ...aQuickRule({ title: 'Two dice' }), ...(found && { found }) }] },
      { at: '/discordia/rules?search=di' },
    )

  it('is below the title of a rule, and both have their hits marked', async () => {
    open('…when the die is pale…')
    expect(await links()).toEqual(['Two dice'])
    expect(panel().getByRole('link', { name: 'Two dice' })).toBeVisible()
    expect(panel().getByText(/is pale…$/).parentElement).toHaveTextContent('…when the die is pale…')
    expect(marks()).toEqual(['di', 'di'])
  })

  it.each([
    ['aegir', 'Ægir’s hall', 'Ægir'],
    ['STRASSE', 'Die lange Straße', 'Straße'],
    ['lodz', 'A road to Łódź', 'Łódź'],
  ])('is marked for %s, whose letters are not those of “%s”', async (search, title, hit) => {
    const listQuickEntries = [{ ...aQuickRule({ title }), found: `… ${title}` }]
    openRules({ listQuickEntries }, { at: `/discordia/rules?search=${search}` })
    expect(await links()).toEqual([title])
    expect(marks()).toEqual([hit, hit])
  })

  it('is marked only in titles if the server sends no excerpts', async () => {
    open()
    expect(await links()).toEqual(['Two dice'])
    expect(marks()).toEqual(['di'])
  })

  it('is absent without a search', async () => {
    openRules()
    await links()
    expect(marks()).toEqual([])
  })
})

describe('The headings', () => {
  it.each([
    ['Dice and seeds', '/icons/game/dice.svg'],
    ['Frobnication', '/icons/game/map.svg'],
  ])('have a decorative drawing each (%s)', async (name, address) => {
    openRules({
      listQuickSubcategories: [{ id: 31, name }],
      listQuickEntries: [aQuickRule({ quick_subcategory: id(31) })],
    })
    await links()
    const heading = panel().getByRole('heading', { level: 2, name })
    expect(heading.querySelector('img')).toHaveAttribute('src', address)
    expect(heading.querySelector('img')).toHaveAttribute('alt', '')
  })
})

describe('Basic Rules', () => {
  const openBasic = async (responses: Parameters<typeof openRules>[0] = {}, query = '') => {
    const page = openRules(responses, { at: `/discordia/rules?tab=basic${query}` })
    return page
  }

  it('are grouped by category and sub-category', async () => {
    await openBasic()
    expect(await links()).toEqual(['Who you play', 'Grudges', 'Making a test', 'Helping'])
    expect(headings(2)).toEqual(['Characters', 'Dice and seeds'])
    expect(headings(3)).toEqual(['Making a character', 'Ties and growth', 'Tests'])
  })

  it('have two dropdowns with search boxes; a category narrows the second and sets it to Any', async () => {
    const page = await openBasic()
    await links()
    await page.user.click(dropdown('Sub-Category'))
    expect(options()).toEqual(['Any', 'Making a character', 'Ties and growth', 'Tests'])
    expect(screen.getByRole('searchbox', { name: 'Search sub-categories' })).toBeVisible()
    await page.user.click(screen.getByRole('option', { name: 'Tests' }))
    await page.user.click(dropdown('Category'))
    expect(options()).toEqual(['Any', 'Characters', 'Dice and seeds'])
    await page.user.click(screen.getByRole('option', { name: 'Characters' }))
    expect(dropdown('Sub-Category')).toHaveAccessibleName('Sub-Category Any')
    await page.user.click(dropdown('Sub-Category'))
    expect(options()).toEqual(['Any', 'Making a character', 'Ties and growth'])
  })

  it('without a category are under a heading of their own', async () => {
    const stray = aBasicRule({ id: id(9), title: 'A stray rule' })
    await openBasic({ listRuleEntries: [stray] })
    expect(await links()).toEqual(['A stray rule'])
    expect(headings(2)).toEqual(['Quick entries'])
  })

  it('send category and sub-category together', async () => {
    const page = await openBasic()
    await links()
    await choose(page, 'Category', 'Characters')
    await choose(page, 'Sub-Category', 'Ties and growth')
    await pass(500)
    expect(page.api.calls('listRuleEntries').at(-1)?.query).toEqual({
      search: '',
      category: '1',
      subcategory: '12',
    })
  })

  it.each([
    ['nothing is there at all', '', 'No basic rules found.'],
    ['the search finds nothing', '&search=moth', 'No basic rules found.'],
    ['a category is empty', '&category=1', 'No basic rules found.'],
    ['a sub-category is empty', '&subcategory=12', 'This subcategory is empty.'],
    [
      'a sub-category of a category is empty',
      '&category=1&subcategory=12',
      'This subcategory is empty.',
    ],
  ])('say so when %s (ruling 28)', async (_, query, text) => {
    await openBasic({ listRuleEntries: [] }, query)
    await status(text)
  })

  it('are listed even when the names of their categories cannot be loaded', async () => {
    await openBasic({ listRuleCategories: refusal(500) })
    expect(await links()).toHaveLength(4)
    expect(panel().queryByRole('heading')).not.toBeInTheDocument()
  })

  it('keep hostile titles as text', async () => {
    const title = '<img src=x onerror=alert(1)> & "more"'
    await openBasic({ listRuleEntries: [aBasicRule({ title })] })
    expect(await links()).toEqual([title])
    expect(panel().queryByRole('img')).not.toBeInTheDocument()
  })
})

describe('Switching tabs', () => {
  it('clears the search, sets the filters to Any and makes the call at once', async () => {
    const page = openRules()
    await links()
    await page.user.type(searchBox(), 'dice')
    await choose(page, 'Category', 'In trouble')
    await page.user.click(tab('Basic Rules'))
    expect(searchBox()).toHaveValue('')
    expect(dropdown('Category')).toHaveAccessibleName('Category Any')
    expect(await links()).toContain('Grudges')
    expect(page.at()).toBe('/discordia/rules?tab=basic')
    await page.user.click(tab('Quick Rules'))
    expect(searchBox()).toHaveValue('')
    expect(await links()).toContain('Two dice')
    await pass(1000)
    expect(page.api.calls('listQuickEntries').map(({ query }) => query)).toEqual([NO_FILTERS])
    expect(page.at()).toBe('/discordia/rules')
  })
})

describe('Searching', () => {
  it('makes one call for a burst of keys, 500 ms after the last', async () => {
    const { user, api, at } = openRules()
    await links()
    for (const key of 'moth') {
      await user.type(searchBox(), key)
      await pass(400)
    }
    expect(api.calls('listQuickEntries')).toHaveLength(1)
    await pass(100)
    const searches = api.calls('listQuickEntries').map(({ query }) => query.search)
    expect(searches).toEqual(['', 'moth'])
    expect(at()).toBe('/discordia/rules?search=moth')
  })

  it('never lets an older response replace a newer one', async () => {
    const slow = later<unknown>()
    const { user } = openRules({
      listQuickEntries: ({ query }: FakeCall) => {
        if (query.search === 'a') return slow.promise
        return query.search === 'ab' ? [aQuickRule({ id: id(8), title: 'Newer' })] : quickRules
      },
    })
    await links()
    await user.type(searchBox(), 'a')
    await pass(500)
    await user.type(searchBox(), 'b')
    await pass(500)
    expect(await panel().findByRole('link', { name: 'Newer' })).toBeVisible()
    slow.resolve([aQuickRule({ id: id(7), title: 'Older' })])
    await pass(100)
    expect(await links()).toEqual(['Newer'])
  })

  it('suggests similar titles when nothing was found', async () => {
    const near = { 'X-Suggestions': encodeURIComponent(JSON.stringify(['Two dice'])) }
    const { user } = openRules(
      {
        listQuickEntries: ({ query }: FakeCall) =>
          query.search === 'Two dive' ? reply(200, [], near) : quickRules,
      },
      { at: '/discordia/rules?search=Two+dive' },
    )
    await status('No quick rules found.')
    const offered = within(panel().getByRole('list', { name: 'Did you mean:' }))
    await user.click(offered.getByRole('button', { name: 'Two dice' }))
    expect(searchBox()).toHaveValue('Two dice')
    expect(await panel().findByRole('link', { name: 'Two dice' })).toBeVisible()
  })

  it('begins with the / key, but not while the visitor is typing', async () => {
    const { user } = openRules()
    await links()
    await user.keyboard('/')
    expect(searchBox()).toHaveFocus()
    expect(searchBox()).toHaveValue('')
    await user.keyboard('1/2')
    expect(searchBox()).toHaveValue('1/2')
    await user.click(dropdown('Category'))
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search categories' })).toHaveValue('/')
  })
})

describe('A list that cannot be loaded', () => {
  it('says so and can be retried', async () => {
    const { user, api } = openRules({ listQuickEntries: refusal(500) })
    expect(await panel().findByRole('alert')).toHaveTextContent('We couldn’t load this.')
    api.respond({ listQuickEntries: quickRules })
    await user.click(panel().getByRole('button', { name: 'Try again' }))
    expect(await links()).toHaveLength(2)
  })
})

describe('The URL', () => {
  it('brings tab, search and filters again', async () => {
    const { api } = openRules(
      {},
      { at: '/discordia/rules?tab=basic&search=te&category=2&subcategory=21' },
    )
    await links()
    expect(tab('Basic Rules')).toHaveAttribute('aria-selected', 'true')
    expect(searchBox()).toHaveValue('te')
    await waitFor(() =>
      expect(dropdown('Category')).toHaveAccessibleName('Category Dice and seeds'),
    )
    expect(dropdown('Sub-Category')).toHaveAccessibleName('Sub-Category Tests')
    const query = { search: 'te', category: '2', subcategory: '21' }
    expect(api.calls('listRuleEntries').map((call) => call.query)).toEqual([query])
  })

  it('counts as the default where it is invalid', async () => {
    const { api } = openRules({}, { at: '/discordia/rules?tab=x&category=1&subcategory=-1%27' })
    await links()
    expect(api.calls('listQuickEntries').map(({ query }) => query)).toEqual([NO_FILTERS])
  })

  it('of the menu shows the page from its beginning', async () => {
    const { user } = openRules({}, { at: '/discordia/rules?search=dice' })
    await links()
    await user.click(screen.getByRole('link', { name: 'Menu: Rules' }))
    expect(searchBox()).toHaveValue('')
  })
})
