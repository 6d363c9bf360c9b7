import { act, screen, waitFor } from '@testing-library/react'
import type { deskCalls } from '#contract/deskCalls.ts'
import { Screen as NewsPage } from '#src/features/content/NewsPage.tsx'
import { Screen as DownloadsPage } from '#src/features/downloads/DownloadsPage.tsx'
import { Screen as GlossaryPage } from '#src/features/glossary/GlossaryPage.tsx'
import { Screen as InitiativePage } from '#src/features/initiative/InitiativePage.tsx'
import { Screen as LandingPage } from '#src/features/landing/LandingPage.tsx'
import { Screen as RulesPage } from '#src/features/rules/RulesPage.tsx'
import { accountApi } from '#src/store/account/api.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aDownloadCategory, aProfile, asMember, asStaff } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

type Responses = NonNullable<Parameters<typeof fakeApi>[0]>

const DESK = 'https://desk.discordia.example'
const NOTHING_YET = 'There’s nothing here yet. Only staff see this hint.'

const EMPTY: Responses = {
  logVisit: { message: 'ok' },
  listLatest: [],
  listNews: [],
  listEvents: [],
  listDownloads: [],
  listRuleVideos: [],
  listQuickSubcategories: [],
  listQuickEntries: [],
  listRuleCategories: [],
  listRuleEntries: [],
  listGlossaryTypes: { results: [] },
  listGlossarySubtypes: { results: [] },
  listGlossaryEntries: [],
}
const PAGES = {
  landing: { at: '/discordia/', page: <LandingPage /> },
  news: { at: '/discordia/news&events/', page: <NewsPage /> },
  initiative: { at: '/discordia/rpg-initiative', page: <InitiativePage /> },
  downloads: { at: '/discordia/downloads', page: <DownloadsPage /> },
  rules: { at: '/discordia/rules', page: <RulesPage /> },
  glossary: { at: '/discordia/world', page: <GlossaryPage /> },
}
type Page = keyof typeof PAGES

/** Page, its sentences, and for staff the names and resources of the links to the desk. */
const STATES: [Page, string[], [string, keyof typeof deskCalls][]][] = [
  ['landing', ['There was an error loading the news.'], [['Add the first article', 'contents']]],
  ['news', ['There is nothing to display.'], [['Add the first article', 'contents']]],
  ['initiative', [], []],
  [
    'downloads',
    ['There was an error loading the categories and download files.'],
    [['Add the first category', 'download-categories']],
  ],
  [
    'rules',
    ['Error loading videos.', 'No quick rules found.'],
    [
      ['Add the first video', 'rule-videos'],
      ['Add the first rule', 'rule-entries'],
    ],
  ],
  [
    'glossary',
    ['There are no glossary entries to display.'],
    [['Add the first type', 'glossary-types']],
  ],
]

/** An earlier visit of staff to their dashboard, which alone loads the profile. */
async function learnProfile(profile: object, state = asStaff()) {
  fakeApi({ getProfile: { ...aProfile({ is_staff: true }), ...profile } })
  const store = setupStore(state, { devTools: false })
  await store.dispatch(accountApi.endpoints.getProfile.initiate())
  return store
}

async function open(name: Page, state = {}, responses: Responses = {}, query = '') {
  const api = fakeApi({ ...EMPTY, ...responses })
  const { at, page } = PAGES[name]
  const visit = renderWithStore(page, { at: at + query, state })
  await screen.findByRole('heading', { level: 1 })
  return { api, ...visit }
}
const says = async (sentences: readonly string[]) =>
  waitFor(() => {
    const texts = screen.queryAllByRole('status').map(({ textContent }) => textContent)
    expect(texts.filter((text) => text !== '').toSorted()).toEqual(sentences.toSorted())
  })
const links = () =>
  screen
    .queryAllByRole('link', { name: /^Add the first/ })
    .map((link) => [link.textContent, link.getAttribute('href')])

describe.each(STATES)('The %s page of an empty site', (name, sentences, added) => {
  it('shows visitors what is specified', async () => {
    await open(name)
    await says(sentences)
    expect(links()).toEqual([])
    expect(screen.queryByText(NOTHING_YET)).not.toBeInTheDocument()
  })

  it('leads staff to the first item at the desk, without another call', async () => {
    await learnProfile({ desk_url: `${DESK}/` })
    const { api } = await open(name, asStaff())
    await says(sentences)
    const expected = added.map(([label, resource]) => [label, `${DESK}/${resource}/create`])
    expect(links().toSorted()).toEqual(expected.toSorted())
    expect(screen.queryAllByText(NOTHING_YET)).toHaveLength(added.length)
    expect(api.calls('getProfile')).toEqual([])
  })

  it('is for staff of a server without additions that of a visitor', async () => {
    await learnProfile({})
    const { container } = await open(name, asStaff())
    await says(sentences)
    expect(links()).toEqual([])
    expect(container).not.toHaveTextContent(NOTHING_YET)
  })
})

describe('The hint for staff', () => {
  beforeEach(() => learnProfile({ desk_url: DESK }))

  it.each<[string, Page, Responses, string]>([
    ['articles', 'landing', { listLatest: refusal(500) }, ''],
    ['downloads', 'downloads', { listDownloads: refusal(500) }, ''],
    ['videos', 'rules', { listRuleVideos: refusal(500) }, '?search=dice'],
    ['rules', 'rules', { listRuleVideos: refusal(500), listQuickEntries: refusal(500) }, ''],
    ['entries', 'glossary', { listGlossaryEntries: refusal(500) }, ''],
    ['news', 'news', { listNews: refusal(500) }, ''],
  ])('is not there where %s failed to load', async (_what, name, responses, query) => {
    await open(name, asStaff(), responses, query)
    expect(await screen.findAllByRole('button', { name: 'Try again' })).not.toEqual([])
    expect(links()).toEqual([])
  })

  it.each<[Page, string, string]>([
    ['rules', '?search=dice', 'Try another word or a wider category.'],
    ['rules', '?tab=basic&category=7', 'Try another word or a wider category.'],
    ['glossary', '?search=moth', 'Try another word or a wider type.'],
    ['glossary', '?show=users', 'Try another word or a wider type.'],
  ])('is not there for the %s with %s, which others may match', async (name, query, hint) => {
    await open(name, asStaff(), { listRuleVideos: refusal(500) }, query)
    expect(await screen.findByText(hint)).toBeVisible()
    expect(links()).toEqual([])
  })

  it('leads to the form of a file where there is a category', async () => {
    const listDownloads = [aDownloadCategory({ download_files: [] })]
    await open('downloads', asStaff(), { listDownloads })
    await says(['There are currently no files to download.'])
    expect(links()).toEqual([['Add the first file', `${DESK}/download-files/create`]])
  })

  it('leads to the form of an entry where there is a type', async () => {
    const listGlossaryTypes = { results: [{ id: 1, name: 'People', icon: null }] }
    await open('glossary', asStaff(), { listGlossaryTypes })
    await waitFor(() =>
      expect(links()).toEqual([['Add the first entry', `${DESK}/glossary-entries/create`]]),
    )
  })

  it('ends with the session', async () => {
    const { store } = await open('news', asStaff())
    await waitFor(() => expect(links()).toHaveLength(1))
    act(() => void store.dispatch(sessionEnded()))
    await waitFor(() => expect(links()).toEqual([]))
    expect(localStorage.getItem('desk_url')).toBeNull()
  })

  it('comes with the profile, right after the login', async () => {
    localStorage.clear()
    const getProfile = aProfile({ is_staff: true, desk_url: DESK })
    const { store } = await open('news', asMember(), { getProfile })
    await says(['There is nothing to display.'])
    await act(async () => {
      await store.dispatch(accountApi.endpoints.getProfile.initiate())
    })
    await waitFor(() => expect(links()).toHaveLength(1))
  })

  it.each([
    ['the next profile is that of a player', { is_staff: false, desk_url: DESK }],
    ['the next profile has no desk', {}],
    ['the desk is at an address that could run', { desk_url: 'javascript:alert(1)' }],
  ])('ends when %s', async (_when, profile) => {
    await learnProfile(profile)
    await open('news', asStaff())
    await says(['There is nothing to display.'])
    expect(links()).toEqual([])
  })

  it('is not for members whose profile says that they are no staff', async () => {
    await open('news', asMember())
    await says(['There is nothing to display.'])
    expect(links()).toEqual([])
  })
})

describe('What a list will have', () => {
  it.each<[Page, object, string]>([
    ['news', {}, 'Our first news and events will appear here.'],
    ['rules', {}, 'Our first rules will appear here.'],
    ['glossary', {}, 'Our first entries will appear here. Log in to add one.'],
    ['glossary', asMember(), 'Press + to add one.'],
  ])('is said on the %s page of an empty site', async (name, state, hint) => {
    await open(name, state)
    expect(await screen.findByText(hint)).toBeVisible()
  })

  it('is said to members without an entry of their own', async () => {
    await open('glossary', asMember(), {}, '?show=mine')
    expect(await screen.findByText('Press + to add one.')).toBeVisible()
  })
})
