import { act, screen, waitFor } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageFacts, PageRenderer } from '#contract/pages.ts'
import { preloadScreenAt } from '#src/app/pages.ts'
import { SiteTree } from '#src/app/SiteTree.tsx'
import { readServed } from '#src/app/served.ts'
import type { RootState } from '#src/store/reducer.ts'
import { setupStore } from '#src/store/store.ts'
import {
  aBasicRule,
  aContentItem,
  aDownloadCategory,
  aGlossaryEntry,
  anEvent,
  aQuickRule,
  id,
} from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { pageAnswer } from '#test/helpers/screens/pageAnswer.ts'
import { testI18n } from '#test/helpers/screens/testI18n.ts'
import { english as texts } from '#test/helpers/texts.ts'

/*
 * The renderer of the server and the site in the browser, with React's development checks: any difference between the
 * two is an error on the console, and fails the test.
 */

// The renderer is built for Node and needs this function.
globalThis.setImmediate ??= ((work: () => void) => setTimeout(work)) as never

const FACTS: PageFacts = {
  // A zone that differs from that of any machine that runs the tests.
  timeZone: 'Asia/Kathmandu',
  hasConsent: false,
  language: 'en',
}
/** A text that tries to break out of the page's script element. */
const HOSTILE = '</script><script>alert(1)</script><!-- \u2028\u2029 $& '

const article = aContentItem({ id: id(7), title: `The bell ${HOSTILE}` })

const responses = {
  listLatest: [article, anEvent({ id: id(8), event_end: '2026-12-16T17:00:00Z' })],
  listNews: [article],
  listEvents: [anEvent({ id: id(8) })],
  getNews: ({ path }: { path: string }) => (path.endsWith('/7') ? article : refusal(404)),
  getEvent: () => refusal(404),
  listNext: [anEvent({ id: id(8) })],
  listDownloads: [aDownloadCategory()],
  listRuleVideos: [{ video_title: 'How to begin', file_url: '/a.mp4' }],
  listRuleCategories: [{ id: 1, name: 'Tests' }],
  listRuleSubcategories: [{ id: 1, name: 'Dice', category: 1 }],
  listQuickSubcategories: [{ id: 1, name: 'At the table' }],
  listRuleEntries: [aBasicRule({ id: id(1), subcategory: id(1) })],
  listQuickEntries: [aQuickRule({ id: id(2), quick_subcategory: id(1) })],
  listRuleSubEntries: [{ id: 1, title: 'First', content: 'Take two dice.' }],
  listQuickSubEntries: [{ id: 2, title: 'Quickly', content: 'Sit down.' }],
  listGlossaryTypes: { count: 1, results: [{ id: 1, name: 'People', icon: null }] },
  listGlossarySubtypes: { results: [{ id: 1, name: 'The Living' }] },
  listSubtypesOfType: { subtypes: [{ id: 1, name: 'The Living' }] },
  listGlossaryEntries: [aGlossaryEntry({ id: id(3) })],
  listGlossarySubEntries: [{ title: 'Habits', content: 'Rings at dusk.', glossary_entry: 3 }],
  logVisit: {},
}

let root: Root | null = null
afterEach(() => {
  act(() => root?.unmount())
  root = null
  document.body.innerHTML = ''
  window.history.replaceState(null, '', '/')
})

async function rendered(address: string, facts: Partial<PageFacts> = {}) {
  const [path = '', search = ''] = address.split('?')
  const page = await renderer.pageOf(path, search)
  if (page.kind !== 'public') throw new Error(`${address} is ${page.kind}`)
  return renderer.renderPage({
    url: page.url,
    facts: { ...FACTS, ...facts },
    texts,
    answer: pageAnswer,
  })
}

/** Opens the page as the server sends it, and hydrates it. */
async function takeOver(address: string, facts: Partial<PageFacts> = {}) {
  const api = fakeApi(responses)
  const { html } = await rendered(address, facts)
  document.body.innerHTML = html
  const before = document.body.textContent
  const sentBefore = api.calls().length
  window.history.replaceState(null, '', address)
  await preloadScreenAt(window.location.pathname)
  const served = readServed(Date.now())
  const store = setupStore(served?.state as Partial<RootState>, { devTools: false })
  const recovered: unknown[] = []
  const container = document.getElementById('root')
  if (!container || !served) throw new Error('Nothing was served')
  await act(async () => {
    root = hydrateRoot(
      container,
      <SiteTree
        i18n={testI18n}
        store={store}
        facts={served.facts}
        router={(site) => <BrowserRouter>{site}</BrowserRouter>}
      />,
      { onRecoverableError: (error) => recovered.push(error) },
    )
  })
  await waitFor(() => expect(document.querySelector('[data-dehydrated]')).toBeNull())
  return { api, store, before, recovered, sent: () => api.calls().slice(sentBefore) }
}

const PAGES = [
  ['/discordia/', ['logVisit']],
  ['/discordia/rpg-initiative', []],
  ['/discordia/news&events/', []],
  ['/discordia/news&events/?events=off&lng=en', []],
  ['/discordia/news/7', []],
  ['/discordia/downloads?search=book', []],
  ['/discordia/rules', []],
  ['/discordia/rules?tab=basic&search=dice&category=1', []],
  // Only the browser chooses related rules at random.
  ['/discordia/ruleItem/1', ['listRuleEntries']],
  ['/discordia/ruleItem/2', ['listQuickEntries']],
  ['/discordia/world', []],
  ['/discordia/world?type=1&search=bell&sort=newest', []],
  ['/discordia/world?entry=3', []],
] as const

// The renderer has modules of its own, as on the server: two cannot share a context. Lazy parts are loaded once, here.
let renderer: PageRenderer
beforeAll(() =>
  jest.isolateModulesAsync(async () => {
    renderer = (await import('#src/server.tsx')).renderer
    fakeApi(responses)
    for (const [address] of PAGES) await rendered(address)
  }),
)

describe('a page of the server', () => {
  test.each(PAGES)('%s is hydrated without a change or a repeated call', async (path, calls) => {
    const { recovered, sent } = await takeOver(path)
    expect(recovered).toEqual([])
    await waitFor(() => expect(sent().map(({ row }) => row)).toEqual(calls))
  })

  test('shows what the filters of its URL find', async () => {
    fakeApi(responses)
    const { html } = await rendered('/discordia/rules?tab=basic&search=dice')
    expect(html).toContain('value="dice"')
    expect(html).toMatch(/aria-selected="true"[^>]*>(<[^>]*>)*Basic/)
  })

  test('of an article that does not exist keeps its message after hydration', async () => {
    const { before, recovered } = await takeOver('/discordia/news/9')
    expect(before).toContain(texts.news.missing_title)
    expect(recovered).toEqual([])
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(texts.news.missing_title)
  })

  test('shows the cover of a community’s own book, and links its PDF for readers without scripts', async () => {
    const kit = { stamp: '17', name: 'Chess Club', book: { pages: 3, width: 1600, height: 1131 } }
    const announced = document.createElement('meta')
    announced.name = 'kit'
    announced.content = JSON.stringify(kit)
    document.head.append(announced)
    const { recovered } = await takeOver('/discordia/rpg-initiative', { kit })
    expect(recovered).toEqual([])
    const { html } = await rendered('/discordia/rpg-initiative', { kit })
    announced.remove()
    const page = new DOMParser().parseFromString(html, 'text/html')
    const cover = page.querySelector('img[alt="Page 1"]')
    expect(['src', 'width', 'height'].map((name) => cover?.getAttribute(name))).toEqual([
      '/rulebook/page-01.webp?kit=17',
      '560',
      '396',
    ])
    expect(html).toMatch(/<noscript>.*href="\/rulebook\/RPG-Initiative-Online.pdf\?kit=17"/)
  })

  test('leads to the plain page of an event for readers without scripts, where it takes them', async () => {
    const registration = { seats: 12, closes_at: '2030-05-04T10:00:00.000Z' }
    const link = /<noscript><a href="\/api\/contents\/registration\/7\/form"/
    for (const guests of [true, false]) {
      const event = anEvent({ id: id(7), registration: { ...registration, guests } })
      fakeApi({ ...responses, getNews: refusal(404), getEvent: event })
      const { html } = await rendered('/discordia/news/7')
      expect(link.test(html)).toBe(guests)
    }
  })

  test('has its title for the head', async () => {
    fakeApi(responses)
    const { title } = await rendered('/discordia/world')
    expect(title).toBe('<title>World – Discordia</title>')
  })

  test('has times in the zone of the server, then in the one of the reader', async () => {
    const { before } = await takeOver('/discordia/news&events/?news=off')
    expect(before).toContain('Kathmandu time')
    expect(document.body).not.toHaveTextContent('Kathmandu time')
  })

  test('has the cookie banner for a visitor without consent alone', async () => {
    fakeApi(responses)
    expect((await rendered('/discordia/')).html).toContain(texts.cookies.text)
    expect((await rendered('/discordia/', { hasConsent: true })).html).not.toContain(
      texts.cookies.text,
    )
  })

  test('has its data in an element that no text can break out of', async () => {
    fakeApi(responses)
    const { html } = await rendered('/discordia/')
    const [, data = ''] = html.split('id="served">')
    expect(data.split('</script>')).toHaveLength(2)
    expect(data).not.toMatch(/[\u2028\u2029]|<!--/)
    document.body.innerHTML = html
    const queries = Object.values(readServed(1000)?.state.api.queries ?? {})
    expect(queries).toMatchObject([
      { data: [{ title: article.title }, {}], fulfilledTimeStamp: 1000 },
    ])
  })

  test('keeps every field of a response, whatever its name', async () => {
    const named = { ...article, requestId: 'r', startedTimeStamp: 1, fulfilledTimeStamp: 2 }
    fakeApi({ ...responses, listLatest: [named] })
    document.body.innerHTML = (await rendered('/discordia/')).html
    const [query] = Object.values(readServed(1000)?.state.api.queries ?? {})
    expect(query?.data).toEqual([named])
  })

  test('is the same text for the same data, so that it keeps its ETag', async () => {
    fakeApi(responses)
    expect(await rendered('/discordia/')).toEqual(await rendered('/discordia/'))
  })

  test('is not rendered from a failed response', async () => {
    fakeApi({ ...responses, listDownloads: refusal(503) })
    await expect(rendered('/discordia/downloads')).rejects.toThrow('listDownloads has failed')
  })
})

describe('the route table, as the server reads it', () => {
  test.each([
    ['/discordia/news&events', 'utm_source=x&events=off', '/discordia/news&events?events=off'],
    ['/Discordia/News/7', 'a=1', '/discordia/news/7'],
    ['/discordia/', '', '/discordia/'],
    ['/discordia/world', 'search=&show=mine&entry=3', '/discordia/world?entry=3'],
    ['/discordia/rules', 'category=4', '/discordia/rules'],
  ])('%s?%s is one page with %s', async (path, search, url) => {
    expect(await renderer.pageOf(path, search)).toMatchObject({ kind: 'public', url })
  })

  test.each(['/auth/login', '/auth/register', '/auth/activate-account/x'])(
    '%s is drawn by the browser',
    async (path) => {
      expect(await renderer.pageOf(path, '')).toEqual({ kind: 'plain' })
    },
  )

  test.each([
    ['', ''],
    ['tab=settings&section=password', '?tab=settings'],
    ['group=4&part=sessions', ''],
  ])('the dashboard with %j has one shell for all members', async (search, query) => {
    const page = await renderer.pageOf('/discordia/dashboard', search)
    const url = `/discordia/dashboard${query}`
    expect(page).toEqual({ kind: 'shell', route: '/dashboard', url })
  })

  test('a missing article logs nothing', async () => {
    fakeApi(responses)
    const print = jest.spyOn(console, 'info')
    await rendered('/discordia/news/9999')
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })

  test('a preview of a draft is drawn by the browser', async () => {
    expect(await renderer.pageOf('/discordia/news/7', 'preview=token')).toEqual({ kind: 'plain' })
  })

  test('another spelling of a page keeps its query', async () => {
    expect(await renderer.pageOf('/discordia/news%26events/', 'show=events')).toEqual({
      kind: 'redirect',
      to: '/discordia/news&events/?show=events',
    })
  })

  test.each([
    ['/', '/auth/login'],
    ['/nowhere', '/auth/login'],
    ['/auth/nowhere', '/auth/login'],
    ['/discordia/nowhere', '/discordia/'],
    ['/discordia/nowhere%26', '/discordia/'],
    ['/discordia/%zz', '/discordia/'],
    ['/discordia/news%26events/', '/discordia/news&events/'],
    ['/discordia/news%26events', '/discordia/news&events'],
    ['/discordia/%6eews/7', '/discordia/news/7'],
    ['/discordia/%6Eews/%2F%2fx', '/discordia/news/%2F%2Fx'],
    ['/auth/l%6Fgin', '/auth/login'],
    ['//x.test/%64iscordia/rules', '/auth/login'],
  ])('%s leads to %s', async (path, to) => {
    expect(await renderer.pageOf(path, '')).toEqual({ kind: 'redirect', to })
  })
})
