import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/SiteTree.tsx'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { storedState } from '#src/store/session/tokenStorage.ts'
import { toastRaised } from '#src/store/toasts/slice.ts'
import { anInvite, asMember, asStaff } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const quiet = {
  listInvites: [],
  listGroups: [],
  listMutes: [],
  listLatest: [],
  logVisit: { message: 'ok' },
  whoAmI: { username: 'Mira' },
  getProfile: { username: 'Mira', email: 'mira@example.org', is_staff: false },
  listNameChanges: [],
  getPreferences: { email_notifications: false },
  listOrderDetails: [],
  listCountries: [],
}
const menu = () => screen.getByRole('navigation', { name: 'Main' })
const names = () =>
  within(menu())
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('redirects (behaviour 2.1)', () => {
  test.each([
    ['/discordia/no-such-page', '/discordia/'],
    ['/discordia', '/discordia'],
    ['/auth/no-such-page', '/auth/login'],
    ['/admin', '/auth/login'],
  ])('a logged-out visitor of %s comes to %s (ruling 16, 17)', async (from, to) => {
    fakeApi(quiet)
    const { at } = renderWithStore(<App />, { at: from })
    await waitFor(() => expect(at()).toBe(to))
    await screen.findByRole('heading', { level: 1 })
  })

  test('a logged-out visitor of the dashboard comes to the login (ruling 13)', async () => {
    fakeApi(quiet)
    const { at } = renderWithStore(<App />, { at: '/discordia/dashboard' })
    await waitFor(() => expect(at()).toBe('/auth/login'))
  })

  test.each([
    '/auth/register',
    '/auth/login',
    '/auth/forgot-password',
    '/auth/verified-change-password/abc',
    '/auth/activate-account/abc',
  ])('a logged-in visitor of %s is sent to /discordia/ (ruling 12)', async (from) => {
    const api = fakeApi(quiet)
    const { at } = renderWithStore(<App />, { at: from, state: asMember() })
    await waitFor(() => expect(at()).toBe('/discordia/'))
    expect(api.calls('activateAccount')).toEqual([])
    expect(api.calls('verifyPasswordReset')).toEqual([])
  })

  test('staff who stray to the login keep their state (ruling 15)', async () => {
    fakeApi({ ...quiet, getProfile: { ...quiet.getProfile, is_staff: true } })
    const { at, store } = renderWithStore(<App />, { at: '/auth/login', state: asStaff() })
    await waitFor(() => expect(at()).toBe('/discordia/'))
    expect(store.getState().staff.isStaff).toBe(true)
  })
})

describe('the navigation bar (behaviour 2.3)', () => {
  test('a visitor sees the public pages, Register and Login', async () => {
    fakeApi(quiet)
    renderWithStore(<App />, { at: '/auth/login' })
    const specified = [
      'Home',
      'RPG Initiative',
      'News & Events',
      'Downloads',
      'Rules',
      'World',
      'Register',
      'Login',
    ]
    expect(names().filter((name) => specified.includes(name))).toEqual(specified)
    expect(names()).not.toContain('My Account')
    expect(within(menu()).getByRole('link', { name: 'Login' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await screen.findByRole('heading', { level: 1, name: 'Login' })
  })

  test.each([
    ['/discordia/news/1', 'News & Events'],
    ['/discordia/ruleItem/1', 'Rules'],
  ])('at %s the entry %s is marked, though it is another page', async (at, name) => {
    fakeApi(quiet)
    renderWithStore(<App />, { at })
    const entry = within(menu()).getByRole('link', { name })
    expect(entry).toHaveAttribute('aria-current', 'true')
    expect(
      within(menu())
        .getAllByRole('link')
        .filter((link) => link.ariaCurrent),
    ).toEqual([entry])
    await screen.findByRole('heading', { level: 1 })
  })

  test('a member sees My Account with the number of pending invites, and Logout', async () => {
    fakeApi({ ...quiet, listInvites: [anInvite(), anInvite({ group_name: 'Second' })] })
    renderWithStore(<App />, { at: '/discordia/rules', state: asMember() })
    // Browsers report no click on a node that is replaced during the press.
    const pressed = within(menu()).getByText('My Account')
    const name = 'My Account (2 pending invites)'
    const account = await within(menu()).findByRole('link', { name })
    expect(account).toContainElement(pressed)
    expect(pressed).toHaveTextContent(/^My Account$/)
    expect(within(account).getByText('2')).toBeVisible()
    expect(within(menu()).queryByRole('link', { name: 'Home' })).toBeNull()
    expect(within(menu()).queryByRole('link', { name: 'Register' })).toBeNull()
    expect(within(menu()).getByRole('link', { name: 'Logout' })).toBeInTheDocument()
  })

  test('the menu button of a phone announces pending invites without changing its name', async () => {
    fakeApi({ ...quiet, listInvites: [anInvite(), anInvite({ group_name: 'Second' })] })
    const { user } = renderWithStore(<App />, { at: '/discordia/rules', state: asMember() })
    await within(menu()).findByRole('link', { name: 'My Account (2 pending invites)' })
    const button = screen.getByRole('button', { name: 'Menu' })
    await waitFor(() => expect(button).toHaveAccessibleDescription('2 pending invites'))
    await user.click(button)
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveAccessibleDescription(
      '2 pending invites',
    )
  })

  test('staff do not see Home, logged out too: the stored flag counts, until the login clears it (ruling 18, 69)', async () => {
    fakeApi(quiet)
    localStorage.setItem('is_staff', 'true')
    const { user } = renderWithStore(<App />, { at: '/discordia/rules', state: storedState() })
    expect(names()).not.toContain('Home')
    await user.click(within(menu()).getByRole('link', { name: 'Login' }))
    await within(menu()).findByRole('link', { name: 'Home' })
    expect(localStorage.getItem('is_staff')).toBeNull()
  })

  test('without pending invites the entry has no badge', async () => {
    fakeApi(quiet)
    renderWithStore(<App />, { at: '/discordia/rules', state: asMember() })
    await within(menu()).findByRole('link', { name: 'My Account' })
  })

  test('Logout clears both tokens and leads to the login', async () => {
    fakeApi(quiet)
    const { user, at, store } = renderWithStore(<App />, {
      at: '/discordia/rules',
      state: asMember(),
    })
    await user.click(within(menu()).getByRole('link', { name: 'Logout' }))
    expect(store.getState().session).toEqual({ status: 'anonymous' })
    expect(at()).toBe('/auth/login')
    expect([localStorage.getItem('access_token'), localStorage.getItem('refresh_token')]).toEqual([
      null,
      null,
    ])
    await screen.findByRole('heading', { level: 1, name: 'Login' })
  })

  test('clicking the brand logo navigates to /discordia/', async () => {
    fakeApi(quiet)
    const { user, at } = renderWithStore(<App />, { at: '/auth/login' })
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Discordia' }))
    expect(at()).toBe('/discordia/')
    await screen.findByRole('heading', { level: 1 })
  })

  test('the menu toggle opens and closes the menu; Escape closes it', async () => {
    fakeApi(quiet)
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    const toggle = screen.getByRole('button', { name: 'Menu' })
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{Escape}')
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  test('a language selector is present and renders nothing (behaviour 1.3; ruling 57, 84)', async () => {
    fakeApi(quiet)
    const { container } = renderWithStore(<App />, { at: '/auth/login' })
    expect(container.querySelector('[data-language-selector]')).toBeEmptyDOMElement()
    await screen.findByRole('heading', { level: 1 })
  })
})

describe('the frame of every page', () => {
  test.each(['/discordia/rules', '/auth/login'])('%s has the landmarks once', async (at) => {
    fakeApi({ ...quiet, listRuleVideos: [] })
    renderWithStore(<App />, { at })
    for (const role of ['banner', 'main', 'contentinfo'])
      expect(screen.getAllByRole(role)).toHaveLength(1)
    await screen.findByRole('heading', { level: 1 })
  })

  describe('the footer', () => {
    const setting = process.env['LEGAL_URL']
    afterEach(() => {
      if (setting === undefined) delete process.env['LEGAL_URL']
      else process.env['LEGAL_URL'] = setting
    })

    test.each([
      ['the operator’s own page', '', '/legal.html'],
      ['the page elsewhere that is set', 'https://a.example/legal', 'https://a.example/legal'],
    ])('opens %s by both legal links, in a new tab (ruling 77)', async (_name, url, href) => {
      process.env['LEGAL_URL'] = url
      fakeApi(quiet)
      renderWithStore(<App />, { at: '/auth/login' })
      const footer = within(screen.getByRole('contentinfo'))
      for (const name of ['Privacy Policy', 'Disclaimer']) {
        expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
        expect(footer.getByRole('link', { name })).toHaveAttribute('target', '_blank')
      }
      expect(footer.getByText(/public funding/)).toBeInTheDocument()
      await screen.findByRole('heading', { level: 1 })
    })
  })

  test.each([
    ['a visitor finds the contact form by the footer', undefined, 1],
    ['a member, who sees no such form, finds no link to it', asMember(), 0],
  ])('%s', async (_who, state, count) => {
    fakeApi(quiet)
    renderWithStore(<App />, { at: '/discordia/rpg-initiative', state })
    const links = within(screen.getByRole('contentinfo')).queryAllByRole('link', {
      name: 'Contact',
    })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(count).fill('/discordia/#contact'),
    )
    await screen.findByRole('heading', { level: 1 })
  })

  test.each([null, 'true'])(
    'a member writes to the team by the footer once it is announced: %s',
    async (stored) => {
      if (stored) localStorage.setItem('reports', stored)
      fakeApi(quiet)
      renderWithStore(<App />, { at: '/discordia/rpg-initiative', state: asMember() })
      const links = within(screen.getByRole('contentinfo')).queryAllByRole('link', {
        name: 'Write to our team',
      })
      expect(links.map((link) => link.getAttribute('href'))).toEqual(
        stored ? ['/discordia/dashboard?tab=settings&section=letter#section-letter'] : [],
      )
      await screen.findByRole('heading', { level: 1 })
    },
  )

  test('the consent banner is visible until a consent cookie exists; accepting stores it (behaviour 4.13)', async () => {
    fakeApi(quiet)
    const first = renderWithStore(<App />, { at: '/auth/login' })
    const banner = screen.getByRole('region', { name: 'Cookie consent' })
    await first.user.click(within(banner).getByRole('button', { name: 'Accept' }))
    expect(screen.queryByRole('region', { name: 'Cookie consent' })).toBeNull()
    expect(document.cookie).toContain('Discordia-consent-cookie=')
    first.unmount()
    renderWithStore(<App />, { at: '/auth/login' })
    expect(screen.queryByRole('region', { name: 'Cookie consent' })).toBeNull()
    await screen.findByRole('heading', { level: 1 })
  })

  test('the loading overlay is shown from the first open request to the last (ruling 53)', async () => {
    const [one, two] = [later<unknown>(), later<unknown>()]
    fakeApi({ ...quiet, listInvites: () => one.promise, listGroups: () => two.promise })
    renderWithStore(<App />, { at: '/discordia/dashboard', state: asMember() })
    await screen.findByRole('status', { name: 'Loading...' })
    expect(screen.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    one.resolve([])
    await screen.findByRole('status', { name: 'Loading...' })
    two.resolve([])
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading...' })).toBeNull())
    expect(screen.getByRole('main')).toHaveAttribute('aria-busy', 'false')
  })

  test('tags that the server wrote for its page follow each click; what it announces stays (ruling 72)', async () => {
    fakeApi()
    document.head.insertAdjacentHTML(
      'beforeend',
      '<link rel="canonical" href="http://localhost/auth/login" data-page=""><meta name="description" content="x" data-page=""><meta name="features" content="feeds">',
    )
    const all = (selector: string) => [...document.head.querySelectorAll(selector)]
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    expect(all('link, meta')).toHaveLength(3)
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }))
    await screen.findByRole('heading', { level: 1, name: 'Forgot password' })
    const hrefs = all('link[rel=canonical]').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(['http://localhost/auth/forgot-password'])
    expect(all('meta[name=description]')).toHaveLength(1)
    expect(all('meta[content=x]')).toEqual([])
    expect(all('meta[name=features]')).toHaveLength(1)
    for (const tag of all('link, meta')) tag.remove()
  })

  test('both toast regions exist from the start', async () => {
    fakeApi(quiet)
    renderWithStore(<App />, { at: '/auth/login' })
    await screen.findByRole('region', { name: 'Site notifications' })
    await screen.findByRole('region', { name: 'Notifications' })
  })

  test('a toast closes after 5 seconds; the pointer stops the clock (behaviour 9.1)', async () => {
    jest.useFakeTimers()
    const { store } = renderWithStore(<ToastLayer />)
    const notice = {
      area: 'page',
      kind: 'error',
      key: 'toast.settings_save_failed',
      values: {},
    } as const
    const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))
    act(() => void store.dispatch(toastRaised(notice)))
    pass(4900)
    const region = screen.getByRole('region', { name: 'Notifications' })
    fireEvent.pointerEnter(region)
    pass(20_000)
    expect(within(region).getByRole('alert')).toBeVisible()
    fireEvent.pointerLeave(region)
    pass(500)
    // It fades out.
    pass(200)
    expect(within(region).queryByRole('alert')).toBeNull()
    jest.useRealTimers()
  })

  test('the page scrolls to the top on every route change', async () => {
    fakeApi(quiet)
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    scrollTo.mockClear()
    await user.click(within(menu()).getByRole('link', { name: 'Register' }))
    await screen.findByRole('heading', { level: 1, name: 'Register' })
    expect(scrollTo).toHaveBeenCalledWith(0, 0)
  })
})
