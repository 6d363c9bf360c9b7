import { screen, within } from '@testing-library/react'
import { aBasicRule, aQuickRule, id } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { basicRules, openRules, panel, quickRules, searchBox, tab } from './openRules.tsx'

const ALL = { search: '', category: 'Any', subcategory: 'Any' }
const main = () => within(document.body)
const side = () => within(screen.getByRole('complementary', { name: 'Rule information' }))
const related = () => within(side().getByRole('region', { name: 'You might be interested in:' }))
const title = async (name: string) => {
  await screen.findByRole('heading', { level: 1, name })
  await screen.findByRole('complementary')
}
const openItem = (number: number, responses: Parameters<typeof openRules>[0] = {}, hash = '') =>
  openRules(responses, { at: `/discordia/ruleItem/${number}${hash}`, random: () => 0 })
const sections = [
  { id: 1, title: 'Roll', content: 'Two dice.\n\nOne pale, one dark.' },
  { id: 2, title: 'Roll', content: '  ' },
]

describe('Rule item page, from the rules page', () => {
  it('shows the chosen entry out of the navigation state, without looking for it', async () => {
    const { user, api, at } = openRules()
    await user.click(await panel().findByRole('link', { name: 'Two dice' }))
    await title('Two dice')
    expect(at()).toBe('/discordia/ruleItem/5')
    expect(document.title).toBe('Two dice – Discordia')
    const asked = api.calls('listQuickEntries').map(({ query }) => query)
    expect(asked).toEqual([ALL, { subcategory: '31' }])
    expect(api.calls('listRuleEntries')).toHaveLength(0)
  })

  it('leads back to the rules page as it was left', async () => {
    const { user, at } = openRules({}, { at: '/discordia/rules?tab=basic&search=e&category=1' })
    await user.click(await panel().findByRole('link', { name: 'Grudges' }))
    await title('Grudges')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await title('Making a test')
    await user.click(screen.getByRole('link', { name: 'Back to Rules Page' }))
    expect(at()).toBe('/discordia/rules?tab=basic&search=e&category=1')
    expect(tab('Basic Rules')).toHaveAttribute('aria-selected', 'true')
    expect(searchBox()).toHaveValue('e')
  })
})

describe('Rule item page, from a direct link', () => {
  it('finds a basic entry', async () => {
    const { api } = openItem(2)
    await title('Grudges')
    expect(side().getByRole('heading', { level: 2, name: 'Basic Rule' })).toBeVisible()
    expect(api.calls('listRuleEntries')[0]?.query).toEqual(ALL)
    expect(api.calls('listQuickEntries')).toHaveLength(0)
    expect(api.calls('listRuleSubEntries').map(({ path }) => path)).toEqual([
      '/rules/entries/2/sub-entries/',
    ])
  })

  it('finds a quick entry in the second list', async () => {
    const { api } = openItem(6)
    await title('Armour in one breath')
    expect(side().getByRole('heading', { level: 2, name: 'Quick Rule' })).toBeVisible()
    const rows = api.calls().map(({ row }) => row)
    expect(rows.slice(0, 2)).toEqual(['listRuleEntries', 'listQuickEntries'])
    expect(api.calls('listQuickSubEntries').map(({ path }) => path)).toEqual([
      '/rules/quick-entries/6/sub-entries/',
    ])
  })

  it.each(['999', '0', 'x', '1e400'])(
    'of no entry (%s) has no sections and a way back',
    async (number) => {
      openRules({}, { at: `/discordia/ruleItem/${number}` })
      expect(await screen.findByRole('status')).toHaveTextContent(
        'This rule has no sections to display.',
      )
      expect(screen.getByRole('heading', { level: 1, name: 'Rule' })).toBeVisible()
      expect(screen.getByRole('link', { name: 'Back to Rules Page' })).toHaveAttribute(
        'href',
        '/discordia/rules',
      )
      expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument()
    },
  )

  it('retries after a list failed to load', async () => {
    const { user, api } = openItem(6, { listQuickEntries: refusal(500) })
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load this.')
    api.respond({ listQuickEntries: quickRules })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await title('Armour in one breath')
  })

  it('finds a quick entry although the basic list fails to load', async () => {
    openItem(5, { listRuleEntries: refusal(500) })
    await title('Two dice')
  })
})

describe('Rule item page, side column', () => {
  it('comes with the sections, as does Next: neither of them is pushed down', async () => {
    const answer = later<unknown>()
    openItem(2, { listRuleSubEntries: () => answer.promise })
    await screen.findByRole('heading', { level: 1, name: 'Grudges' })
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument()
    answer.resolve(sections)
    await title('Grudges')
    expect(screen.getByRole('button', { name: 'Next' })).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 2, name: /^Roll/ })).toHaveLength(2)
  })

  it('has the image of the rule, named by its title', async () => {
    openItem(2, { listRuleEntries: [{ ...basicRules[1], image: '/files/grudge.jpg' }] })
    await title('Grudges')
    const image = side().getByRole('img', { name: 'Grudges' })
    expect(image).toHaveAttribute('src', '/files/grudge.jpg')
  })

  it('has a default image for a rule without one', async () => {
    openItem(2)
    await title('Grudges')
    expect(side().getByRole('img', { name: 'Grudges' })).toHaveAttribute(
      'src',
      '/images/default-rule-960.webp',
    )
  })

  it('lists up to three others of the same sub-category, never the rule itself (ruling 24)', async () => {
    const same = Array.from({ length: 6 }, (_, n) =>
      aBasicRule({ id: id(n + 1), title: `Rule ${n + 1}`, category: id(1), subcategory: id(11) }),
    )
    const { api } = openItem(2, { listRuleEntries: same })
    await title('Rule 2')
    const names = (await related().findAllByRole('link')).map((link) => link.textContent)
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(3)
    expect(names).not.toContain('Rule 2')
    expect(api.calls('listRuleEntries').at(-1)?.query).toEqual({ subcategory: '11' })
  })

  it('draws them once, and again for another entry', async () => {
    const same = Array.from({ length: 9 }, (_, n) =>
      aQuickRule({ id: id(n + 1), title: `Rule ${n + 1}`, quick_subcategory: id(31) }),
    )
    let draws = 0
    const random = () => {
      draws += 1
      return 0.5
    }
    const { user } = openRules(
      { listRuleEntries: [], listQuickEntries: same, listQuickSubEntries: sections.slice(0, 1) },
      { at: '/discordia/ruleItem/1', random },
    )
    await title('Rule 1')
    const before = (await related().findAllByRole('link')).map((link) => link.textContent)
    expect(draws).toBe(3)
    // Another URL of the same page: all of it is mounted anew.
    await user.click(await screen.findByRole('link', { name: /^Roll/ }))
    const [first] = related().getAllByRole('link')
    expect(
      related()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(before)
    await user.click(first ?? document.body)
    await title(before[0] ?? '')
    await related().findAllByRole('link')
    expect(draws).toBe(6)
  })

  it('says that there are none', async () => {
    // Filters like a server: this sub-category contains only the rule itself.
    const alone = ({ query }: FakeCall) =>
      query.search === undefined ? [basicRules[1]] : basicRules
    openItem(2, { listRuleEntries: alone })
    await title('Grudges')
    expect(await related().findByRole('status')).toHaveTextContent('No related entries available')
  })

  it('fetches none without a sub-category', async () => {
    const { api } = openItem(7, { listRuleEntries: [aBasicRule({ id: id(7), title: 'Alone' })] })
    await title('Alone')
    expect(await related().findByRole('status')).toHaveTextContent('No related entries available')
    expect(api.calls('listRuleEntries')).toHaveLength(1)
  })

  it('always says that there are no references (ruling 25)', async () => {
    openItem(2)
    await title('Grudges')
    expect(side().getByRole('region', { name: 'References' })).toHaveTextContent(
      'No references available',
    )
  })
})

describe('Rule item page, main area', () => {
  it('shows title and content of each sub-entry, or that there is none', async () => {
    openItem(2, { listRuleSubEntries: sections })
    const headings = await main().findAllByRole('heading', { level: 2, name: 'Roll' })
    expect(headings).toHaveLength(2)
    expect(screen.getByText('One pale, one dark.')).toBeVisible()
    expect(screen.getByText('This subtitle has no content to display.')).toBeVisible()
  })

  it('says when a rule has no sections', async () => {
    openItem(2)
    expect(await screen.findByText('This rule has no sections to display.')).toHaveAttribute(
      'role',
      'status',
    )
  })

  it('offers to load the sections again', async () => {
    const { user, api } = openItem(2, { listRuleSubEntries: refusal(500) })
    const again = await screen.findByRole('button', { name: 'Try again' })
    api.respond({ listRuleSubEntries: sections })
    await user.click(again)
    expect(await main().findAllByRole('heading', { level: 2, name: 'Roll' })).toHaveLength(2)
  })

  it('has headings that link to themselves and can be opened by URL', async () => {
    const { user, at } = openItem(2, { listRuleSubEntries: sections }, '#rule-roll-2')
    const [first, second] = await main().findAllByRole('heading', { level: 2, name: 'Roll' })
    expect(second).toHaveFocus()
    await user.click(within(first ?? document.body).getByRole('link', { name: 'Roll' }))
    expect(first).toHaveFocus()
    expect(at()).toBe('/discordia/ruleItem/2#rule-roll')
  })

  it('opens the next entry, while there is one', async () => {
    const { user, at } = openItem(1)
    await title('Who you play')
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    await title('Grudges')
    expect(at()).toBe('/discordia/ruleItem/2')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await title('Making a test')
    expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument()
  })

  it('keeps hostile texts as text', async () => {
    const hostile = '<script>alert(1)</script>'
    openItem(2, {
      listRuleSubEntries: ({ path }: FakeCall) => [
        { id: 1, title: hostile, content: `${hostile}${path}` },
      ],
    })
    expect(await main().findByRole('heading', { level: 2, name: hostile })).toBeVisible()
    expect(document.querySelector('main script, section script')).toBeNull()
  })
})

describe('Rule item page, with a server whose basic and quick entries share their ids (ruling 68)', () => {
  const basic = (number: number, next: number | null) =>
    aBasicRule({
      id: id(number),
      title: `Basic ${number}`,
      subcategory: id(1),
      nextId: next === null ? null : id(next),
    })
  const quick = (number: number, next: number | null) =>
    aQuickRule({
      id: id(number),
      title: `Quick ${number}`,
      quick_subcategory: id(1),
      nextId: next === null ? null : id(next),
    })
  const shared = {
    listRuleEntries: [basic(1, 2), basic(2, 4), basic(3, null)],
    listQuickEntries: [quick(1, 2), quick(2, 3), quick(4, null)],
    listRuleSubEntries: [{ id: 1, title: 'Basic section', content: 'Long.' }],
    listQuickSubEntries: [{ id: 1, title: 'Quick section', content: 'Short.' }],
  }
  const next = () => screen.getByRole('button', { name: 'Next' })

  it('Next on a quick rule opens the quick rule of that id, with its own sections and relatives', async () => {
    const { user, api } = openRules(shared)
    await user.click(await panel().findByRole('link', { name: 'Quick 1' }))
    await title('Quick 1')
    await user.click(next())
    await title('Quick 2')
    expect(side().getByRole('heading', { level: 2, name: 'Quick Rule' })).toBeVisible()
    await main().findByRole('heading', { level: 2, name: 'Quick section' })
    const relatives = (await related().findAllByRole('link')).map((link) => link.textContent)
    expect(relatives.toSorted()).toEqual(['Quick 1', 'Quick 4'])
    expect(api.calls('listRuleEntries')).toHaveLength(0)
    expect(api.calls('listRuleSubEntries')).toHaveLength(0)
  })

  it('a heading of the page that Next opened leads to itself, not to the other kind', async () => {
    const { user } = openRules(shared)
    await user.click(await panel().findByRole('link', { name: 'Quick 1' }))
    await title('Quick 1')
    await user.click(next())
    await title('Quick 2')
    await user.click(await main().findByRole('link', { name: 'Quick section' }))
    await title('Quick 2')
  })

  it('Next opens the other kind where the same kind has no such id', async () => {
    const { user } = openRules(shared)
    await user.click(await panel().findByRole('link', { name: 'Quick 2' }))
    await title('Quick 2')
    await user.click(next())
    await title('Basic 3')
  })

  it('Next on a basic rule opens the basic rule of that id, then a quick one', async () => {
    const { user } = openRules(shared, { at: '/discordia/ruleItem/1' })
    await title('Basic 1')
    await user.click(next())
    await title('Basic 2')
    await user.click(next())
    await title('Quick 4')
  })
})
