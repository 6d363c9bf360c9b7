import type { PageFacts, PageRenderer } from '#contract/pages.ts'
import { fakeApi } from '#test/helpers/screens/fakeApi.ts'
import { pageAnswer } from '#test/helpers/screens/pageAnswer.ts'
import { english } from '#test/helpers/texts.ts'

// The renderer is built for Node and needs this function.
globalThis.setImmediate ??= ((work: () => void) => setTimeout(work)) as never

let renderer: PageRenderer
beforeAll(async () => {
  renderer = (await import('#src/server.tsx')).renderer
})
const OF_RULES = { listQuickSubcategories: [], listQuickEntries: [], listRuleVideos: [] }
beforeEach(() => void fakeApi({ listLatest: [], ...OF_RULES }))

type Area = keyof typeof english
const FACTS: PageFacts = { timeZone: 'UTC', language: 'en', hasConsent: false }
const KIT = { stamp: '17', name: 'Ours', mark: 'coloured' } as const

/** A public page as the server draws it, with other words in one area of the texts. */
async function drawn(
  url: string,
  area: Area,
  words: Record<string, string>,
  kit?: PageFacts['kit'],
  calls: string[] = [],
) {
  const texts = { ...english, [area]: { ...english[area], ...words } }
  const { html } = await renderer.renderPage({
    url,
    facts: { ...FACTS, ...(kit && { kit }) },
    texts,
    answer: (call) => {
      calls.push(call.path)
      return pageAnswer(call)
    },
  })
  const page = document.createElement('div')
  page.innerHTML = html
  return page
}

const { landing_page: landing, initiative } = english

test('the landing page has no introduction without its title, and no place without its name', async () => {
  const whole = await drawn('/discordia/', 'landing_page', {})
  expect(whole.querySelectorAll('figure')).toHaveLength(3)
  const two = await drawn('/discordia/', 'landing_page', {
    place_glass: '',
    introduction_2: '',
    kicker: '',
  })
  expect([...two.querySelectorAll('h3')].map((title) => title.textContent)).toEqual(
    expect.arrayContaining([landing.place_halm, landing.place_harrow]),
  )
  expect(two.querySelectorAll('figure')).toHaveLength(2)
  expect(two.textContent).not.toContain('landing_page.')
  const none = await drawn('/discordia/', 'landing_page', { introduction_title: '' })
  expect(none.querySelector(`[aria-label="${landing.introduction}"]`)).toBeNull()
  expect(none.textContent).not.toContain(landing.scroll_to_introduction)
})

test('the landing page says for whom the site is once a community has words for it', async () => {
  const lines = async (words: Record<string, string>) => {
    const page = await drawn('/discordia/', 'landing_page', words)
    return [...page.querySelectorAll('[aria-labelledby="for-whom"] li')].map((li) => li.textContent)
  }
  expect(await lines({})).toEqual([])
  const words = { for_whom_cost: 'Free', for_whom_age: 'From 12 on' }
  expect(await lines(words)).toEqual(['Free', 'From 12 on'])
})

test.each([
  ['initiative', '/discordia/', 'nav a[href="/discordia/rpg-initiative"]'],
  ['introduction', '/discordia/', `[aria-label="${landing.introduction}"]`],
  ['plates', '/discordia/', 'figure'],
  ['news', '/discordia/', '#latest-news'],
  ['contact', '/discordia/', '#contact, footer [href$="#contact"]'],
  ['videos', '/discordia/rules', '#rules-videos'],
] as const)(
  'a page without the part %s lacks it alone, and calls nothing for it',
  async (part, url, element) => {
    const calls: string[] = []
    const kit = { ...KIT, hidden: [part] }
    const without = await drawn(url, 'navbar', {}, kit, calls)
    expect(without.querySelector(element)).toBeNull()
    expect(without.querySelector('h1')).not.toBeNull()
    expect(calls.filter((path) => /latest|videos/.test(path))).toEqual(
      part === 'videos' || part === 'news' ? [] : url === '/discordia/' ? ['/contents/latest'] : [],
    )
    expect((await drawn(url, 'navbar', {}, KIT)).querySelector(element)).not.toBeNull()
  },
)

test('a page that has left the menu opens by its address', async () => {
  const kit = { ...KIT, hidden: ['initiative'] as const }
  const page = await drawn('/discordia/rpg-initiative', 'navbar', {}, kit)
  expect(page.querySelector('h1')?.textContent).toBe(initiative.title)
})

test('the initiative page has no book where the site has none', async () => {
  const heading = async (kit?: PageFacts['kit']) =>
    (await drawn('/discordia/rpg-initiative', 'initiative', {}, kit)).querySelector('#rulebook')
  expect(await heading({ ...KIT, book: null })).toBeNull()
  expect(await heading(KIT)).not.toBeNull()
  expect(await heading()).not.toBeNull()
})

test('the initiative page has no section without its title, and no number without its value', async () => {
  const page = await drawn('/discordia/rpg-initiative', 'initiative', {
    people_title: '',
    schools_fact_years: '',
  })
  const titles = [...page.querySelectorAll('h2')].map((title) => title.textContent)
  expect(titles).toContain(initiative.what_title)
  expect(titles).not.toContain(initiative.people_title)
  expect(page.querySelectorAll('dt')).toHaveLength(3)
  expect(page.textContent).not.toContain('initiative.')
})

test('the footer has no notice without its text', async () => {
  const page = await drawn('/discordia/', 'footer', { funding: '' })
  expect(page.querySelector('footer')?.textContent).not.toMatch(/funding/)
})

test('pictures name the kit, so that they change with it; so does the mark', async () => {
  const page = await drawn('/discordia/', 'navbar', { brand: 'Ours' }, KIT)
  const drawings = [...page.querySelectorAll('img, source')].flatMap((image) =>
    ['src', 'srcset'].flatMap((name) => image.getAttribute(name)?.split(', ') ?? []),
  )
  expect(drawings.filter((url) => /^\/images\/(hero|default)-/.test(url)).length).toBeGreaterThan(5)
  expect(
    drawings.filter((url) => /^\/images\/(hero|default)-/.test(url) && !url.includes('?kit=17')),
  ).toEqual([])
  expect(page.querySelector('header img')?.getAttribute('src')).toBe('/icons/mark.svg?kit=17')
  const inPageColour = await drawn('/discordia/', 'navbar', {}, { ...KIT, mark: 'plain' })
  expect(inPageColour.querySelector('header a')?.firstElementChild?.tagName).toBe('SPAN')
  const plain = await drawn('/discordia/', 'navbar', {})
  expect(plain.innerHTML).not.toContain('kit=')
})

test('the glow of the default moon lies over no other picture of the landing page', async () => {
  const glowing = async (kit?: PageFacts['kit']) =>
    (await drawn('/discordia/', 'navbar', {}, kit)).querySelector('.animate-pulse') !== null
  expect([await glowing(), await glowing(KIT), await glowing({ ...KIT, landing: true })]).toEqual([
    true,
    true,
    false,
  ])
})
