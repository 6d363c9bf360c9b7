import { render, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { useLocation } from 'react-router'
import { openHistory, PageRouter } from '#src/app/PageRouter.tsx'
import { screenOf } from '#src/app/pages.ts'
import { landingFor } from '#src/app/Router.tsx'
import { isVisible, menuFor, routes, urlOf, type Visitor } from '#src/app/routes.ts'
import { App } from '#src/app/SiteTree.tsx'
import { PageHead } from '#src/app/shell/AfterPaint.tsx'
import { dropServedHead } from '#src/platform/languages.ts'
import { setupStore } from '#src/store/store.ts'
import { aContentItem, asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const visitor = (who: Partial<Visitor> = {}): Visitor => ({
  isMember: false,
  isStaff: false,
  isSuperuser: false,
  ...who,
})

/** The specified rows with their flags; pages that are added stand between them. */
const SPECIFIED: readonly (readonly [url: string, flags: object])[] = [
  ['/discordia/', { requiresLoggedOut: true, staffHide: true }],
  ['/discordia/rpg-initiative', {}],
  ['/discordia/news&events/', {}],
  ['/discordia/news/:news_id', {}],
  ['/discordia/downloads', {}],
  ['/discordia/rules', {}],
  ['/discordia/world', {}],
  ['/discordia/dashboard', { requiresLogin: true }],
  ['/discordia/ruleItem/:id', { hidden: true }],
  ['/auth/register', { requiresLoggedOut: true }],
  ['/auth/login', {}],
  ['/auth/forgot-password', {}],
  ['/auth/verified-change-password/:request_id', { requiresLogin: true }],
  ['/auth/activate-account/:request_id', { requiresLogin: true }],
]
const isSpecified = (entry: Parameters<typeof urlOf>[0]) =>
  SPECIFIED.some(([url]) => url === urlOf(entry))

describe('the route table (behaviour 2.2)', () => {
  test('has the 14 rows with their flags exactly as shown (ruling 61)', () => {
    const rows = routes.filter(isSpecified).map((entry) => {
      const flags = Object.entries(entry).filter(([name]) =>
        /^(hidden|requires|staff|super)/.test(name),
      )
      return [urlOf(entry), Object.fromEntries(flags)]
    })
    expect(rows).toEqual(SPECIFIED)
  })

  test('each row has a translation key for its name and an icon', () => {
    for (const { name, icon } of routes) {
      expect(name).toMatch(/^navbar\./)
      expect(icon).not.toBe('')
    }
  })
})

describe('where a login leads', () => {
  const TABS = '/discordia/dashboard?tab=invites'

  test.each([
    TABS,
    '/discordia/dashboard#invite=a',
    '/discordia/news/7',
    '/discordia/news/7#registration',
  ])('to %s', (returnTo) => {
    expect(landingFor({ returnTo })).toBe(returnTo)
  })

  test.each([
    'https://elsewhere.example/discordia/dashboard',
    '//elsewhere.example',
    '/discordia/dashboard/../../admin',
    '/discordia/dashboards',
    '/discordia/rules',
    7,
  ])('never to %s', (returnTo) => expect(landingFor({ returnTo })).toBe('/discordia/'))
})

describe('the visibility rules of the menu (behaviour 2.3; ruling 18, 19)', () => {
  const entry = { layout: '/discordia', path: '/x', name: 'navbar.home', icon: 'home' } as const
  const member = visitor({ isMember: true })
  const staff = visitor({ isMember: true, isStaff: true })

  test.each([
    ['hidden entries are never listed', { hidden: true }, staff, false],
    ['requires_login entries are shown when logged in', { requiresLogin: true }, member, true],
    ['requires_login entries only when logged in', { requiresLogin: true }, visitor(), false],
    ['requires_logged_out entries when logged out', { requiresLoggedOut: true }, visitor(), true],
    ['requires_logged_out entries only then', { requiresLoggedOut: true }, member, false],
    ['staff_hide entries are not shown to staff', { staffHide: true }, staff, false],
    ['staff_hide entries are shown to others', { staffHide: true }, member, true],
    ['staff_only entries are shown to staff', { staffOnly: true }, staff, true],
    ['staff_only entries only to staff', { staffOnly: true }, member, false],
    ['super_admin_only entries not without is_superuser', { superAdminOnly: true }, staff, false],
    [
      'super_admin_only entries with is_superuser',
      { superAdminOnly: true },
      visitor({ isSuperuser: true }),
      true,
    ],
  ] as const)('%s', (_rule, flags, who, expected) => {
    expect(isVisible({ ...entry, ...flags }, who)).toBe(expected)
  })

  test('the menu lists pages of the site layout without parameters (ruling 14)', () => {
    const paths = (who: Visitor) =>
      menuFor(who)
        .filter(isSpecified)
        .map(({ path }) => path)
    const open = ['/rpg-initiative', '/news&events/', '/downloads', '/rules', '/world']
    expect(paths(visitor())).toEqual(['/', ...open])
    expect(paths(member)).toEqual([...open, '/dashboard'])
    expect(paths(staff)).toEqual([...open, '/dashboard'])
  })
})

const tags = () => document.head.querySelectorAll('[data-page]').length

/** Leaves a first page that was served with these tags. */
function leave(served: string): void {
  document.head.innerHTML = served
  dropServedHead()
}

test('a page has no head of its own where the first one was served without', () => {
  leave('<link rel="canonical" href="https://a.example/"><meta name="description" content="All">')
  renderWithStore(<PageHead />, { at: '/discordia/downloads' })
  expect(tags()).toBe(0)
})

test('a page has the head of its URL where the first one was served with one', () => {
  leave(
    '<link rel="canonical" href="https://a.example/discordia/" data-page=""><meta property="og:site_name" content="Ours" data-page="">',
  )
  renderWithStore(<PageHead />, { at: '/discordia/Downloads/' })
  const canonical = document.head.querySelector('link[rel="canonical"]')
  expect(canonical).toHaveAttribute('href', 'https://a.example/discordia/downloads')
  const name = document.head.querySelector('meta[property="og:site_name"]')
  expect(name).toHaveAttribute('content', 'Ours')
  expect(tags()).toBe(11)
})

const Place = () => <p>{useLocation().pathname}</p>

describe('The router of the pages', () => {
  const open = (opened: ReturnType<typeof openHistory>) =>
    render(
      <Provider store={setupStore()}>
        <PageRouter opened={opened}>
          <Place />
        </PageRouter>
      </Provider>,
    )

  afterEach(() => window.history.replaceState(null, '', '/'))

  test('the page of the first URL is drawn', async () => {
    window.history.replaceState(null, '', '/first')
    open(openHistory())
    expect(await screen.findByText('/first')).toBeVisible()
  })

  test('a URL that changes before the router listens is followed', async () => {
    window.history.replaceState(null, '', '/first')
    const opened = openHistory()
    window.history.replaceState(null, '', '/second')
    open(opened)
    expect(await screen.findByText('/second')).toBeVisible()
  })
})

const Rules = () => <h1>Rules</h1>
const draw = (Screen: ReturnType<ReturnType<typeof screenOf>['component']>) =>
  render(
    <Suspense fallback={<p>Outline</p>}>
      <Screen />
    </Suspense>,
  )

describe('A screen in a chunk of its own', () => {
  it('shows the outline until its chunk is there', async () => {
    draw(screenOf(async () => ({ Screen: Rules })).component())
    expect(screen.getByText('Outline')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Rules' })).toBeVisible()
  })

  it('is rendered at once when its chunk was preloaded, which is done once', async () => {
    const fetchChunk = jest.fn(async () => ({ Screen: Rules }))
    const rules = screenOf(fetchChunk)
    await rules.load()
    await rules.load()
    draw(rules.component())
    expect(screen.getByRole('heading', { name: 'Rules' })).toBeVisible()
    expect(fetchChunk).toHaveBeenCalledTimes(1)
  })

  it('asks again after a failure', async () => {
    const fetchChunk = jest
      .fn(async () => ({ Screen: Rules }))
      .mockRejectedValueOnce(new Error('offline'))
    const rules = screenOf(fetchChunk)
    await expect(rules.load()).rejects.toThrow('offline')
    draw(rules.component())
    expect(await screen.findByRole('heading', { name: 'Rules' })).toBeVisible()
  })
})

const quiet = {
  listInvites: [],
  listGroups: [],
  listMutes: [],
  listLatest: [],
  listNews: [],
  listEvents: [],
  logVisit: { message: 'ok' },
  getProfile: { username: 'Mira', email: 'mira@example.org', is_staff: false },
  getPreferences: { email_notifications: false },
  listOrderDetails: [],
  listCountries: [],
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string, within_ = screen.getByRole('main')) =>
  within(within_).getByRole('link', { name })
const menu = () => screen.getByRole('navigation', { name: 'Main' })

describe('Where the focus is after a change of pages', () => {
  test('the first page does not move it', async () => {
    fakeApi(quiet)
    renderWithStore(<App />, { at: '/auth/login' })
    await heading('Login')
    expect(document.body).toHaveFocus()
  })

  test('a redirect of the first page does not move it either', async () => {
    fakeApi(quiet)
    const { at } = renderWithStore(<App />, { at: '/discordia/dashboard' })
    await heading('Login')
    expect(at()).toBe('/auth/login')
    expect(document.body).toHaveFocus()
  })

  test('it moves to the heading of each new page, also of the first one on return', async () => {
    fakeApi(quiet)
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    await heading('Login')
    await user.click(link('Register'))
    await waitFor(async () => expect(await heading('Register')).toHaveFocus())
    expect(await heading('Register')).toHaveAttribute('tabindex', '-1')
    await user.click(link('Login'))
    await waitFor(async () => expect(await heading('Login')).toHaveFocus())
    await user.tab()
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus()
  })

  test('it also moves between the two layouts, without scrolling', async () => {
    fakeApi(quiet)
    const focus = jest.spyOn(HTMLElement.prototype, 'focus')
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    await heading('Login')
    await user.click(link('News & Events', menu()))
    await waitFor(async () => expect(await heading('News & Events')).toHaveFocus())
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true })
  })

  describe('to a page whose heading comes later', () => {
    async function openStory() {
      const story = later<unknown>()
      const item = aContentItem({ title: 'The bells of Harrow' })
      fakeApi({ ...quiet, listLatest: [item], listNext: [], getNews: () => story.promise })
      const { user } = renderWithStore(<App />, { at: '/discordia/' })
      await user.click(await screen.findByRole('link', { name: /The bells of Harrow/ }))
      await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
      return { user, arrive: () => story.resolve(item) }
    }

    test('it is on main first, then on the heading', async () => {
      const { arrive } = await openStory()
      arrive()
      await waitFor(async () => expect(await heading('The bells of Harrow')).toHaveFocus())
    })

    test('it stays where the visitor has moved it', async () => {
      const { user, arrive } = await openStory()
      await user.tab()
      const footer = screen.getByRole('link', { name: 'Contact' })
      expect(footer).toHaveFocus()
      arrive()
      await heading('The bells of Harrow')
      expect(footer).toHaveFocus()
    })
  })

  test('filters in the URL do not move it', async () => {
    fakeApi(quiet)
    const { user, at } = renderWithStore(<App />, {
      at: '/discordia/dashboard',
      state: asMember(),
    })
    await user.click(await screen.findByRole('tab', { name: 'Settings' }))
    expect(at()).toBe('/discordia/dashboard?tab=settings')
    expect(screen.getByRole('tab', { name: 'Settings' })).toHaveFocus()
  })

  test('after a registration it is at the heading of the next step', async () => {
    fakeApi({ ...quiet, register: reply(201, { email: 'ada@example.org' }) })
    const { user } = renderWithStore(<App />, { at: '/auth/register' })
    await heading('Register')
    const form = { Email: 'ada@example.org', Username: 'Ada', Password: 'Orchard#1' }
    for (const [label, text] of Object.entries({ ...form, 'Confirm Password': 'Orchard#1' }))
      await fillIn(user, screen.getByLabelText(label, { selector: 'input' }), text)
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await heading('Almost there')).toHaveFocus())
  })

  test('after a login, a password change and an activation it is at the next page', async () => {
    fakeApi({
      ...quiet,
      verifyPasswordReset: { valid: true },
      applyPasswordReset: {},
      login: { access: 'access-1', refresh: 'refresh-1' },
    })
    const { user } = renderWithStore(<App />, { at: '/auth/verified-change-password/link-1' })
    await fillIn(user, await screen.findByLabelText('New Password'), 'Orchard!1')
    await user.type(screen.getByLabelText('Confirm New Password'), 'Orchard!1{Enter}')
    await waitFor(async () => expect(await heading('Login')).toHaveFocus())
    await fillIn(user, screen.getByLabelText('Email'), 'ada@example.org')
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'x{Enter}')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(await heading('One apple, seven cities, and a chair kept free for you')).toHaveFocus()
  })

  test('an activation that is tried again and succeeds keeps it on the page', async () => {
    const api = fakeApi({ ...quiet, activateAccount: reply(500, {}) })
    const { user } = renderWithStore(<App />, { at: '/auth/activate-account/link-4' })
    const again = await screen.findByRole('button', { name: 'Try again' })
    api.respond({ activateAccount: reply(202, {}) })
    await user.click(again)
    await waitFor(async () => expect(await heading('Account activated')).toHaveFocus())
  })
})
