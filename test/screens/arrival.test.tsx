import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/App.tsx'
import { aContentItem, asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

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
  test('the first page leaves it alone', async () => {
    fakeApi(quiet)
    renderWithStore(<App />, { at: '/auth/login' })
    await heading('Login')
    expect(document.body).toHaveFocus()
  })

  test('nor does a redirect of the first page take it', async () => {
    fakeApi(quiet)
    const { at } = renderWithStore(<App />, { at: '/discordia/dashboard' })
    await heading('Login')
    expect(at()).toBe('/auth/login')
    expect(document.body).toHaveFocus()
  })

  test('it goes to the heading of the new page, and of the first one when the visitor returns to it', async () => {
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

  test('between the two frames as well, and without a move of the page', async () => {
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

    test('it waits on the page and goes on to the heading', async () => {
      const { arrive } = await openStory()
      arrive()
      await waitFor(async () => expect(await heading('The bells of Harrow')).toHaveFocus())
    })

    test('and stays with a visitor who has moved it meanwhile', async () => {
      const { user, arrive } = await openStory()
      await user.tab()
      const footer = screen.getByRole('link', { name: 'Privacy Policy' })
      expect(footer).toHaveFocus()
      arrive()
      await heading('The bells of Harrow')
      expect(footer).toHaveFocus()
    })
  })

  test('filters in the URL are no change of pages', async () => {
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
    api.answer({ activateAccount: reply(202, {}) })
    await user.click(again)
    await waitFor(async () => expect(await heading('Account activated')).toHaveFocus())
  })
})
