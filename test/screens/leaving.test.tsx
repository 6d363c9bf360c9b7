import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/App.tsx'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, tokenRejected } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

/** A token that names its owner, as those of our server do. */
const tokensOf = (sub: string) => ({
  access: `e30.${btoa(JSON.stringify({ sub }))}.x`,
  refresh: `refresh-${sub}`,
})
const quiet = {
  listInvites: [],
  listGroups: [],
  listMutes: [],
  listLatest: [],
  logVisit: { message: 'ok' },
  login: tokensOf('7'),
  getProfile: { username: 'Mira', email: 'mira@example.org', is_staff: false },
  getPreferences: { email_notifications: false },
  savePreferences: {},
  listOrderDetails: [orderDetails()],
  listCountries: [],
}
const open = (at: string, isMember: boolean, answers: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({ ...quiet, ...answers })
  const state = isMember ? asMember({ session: { status: 'member', ...tokensOf('7') } }) : undefined
  return { api, ...renderWithStore(<App />, { at, state }) }
}
const menu = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const answer = async (name: string) =>
  within(await question()).getByRole('button', { name, hidden: false })
const asksBeforeUnload = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

// Fetched with the first letter typed; a person is never as fast as a test.
beforeAll(async () => void (await import('#src/app/LeaveDialog.tsx')))

describe('Unsaved settings', () => {
  const openSettings = async (answers = {}) => {
    const page = open('/discordia/dashboard?tab=settings', true, answers)
    await page.user.click(await screen.findByRole('checkbox'))
    await waitFor(() => expect(asksBeforeUnload()).toBe(true))
    // The question is drawn once its chunk is there.
    await act(() => import('#src/app/LeaveDialog.tsx'))
    return page
  }

  test('ask before another page, and stay or leave as chosen', async () => {
    const { user, at } = await openSettings()
    await user.click(menu('Rules'))
    await user.click(await answer('Stay here'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).toBe('/discordia/dashboard?tab=settings')
    expect(screen.getByRole('checkbox')).toBeChecked()
    await user.click(menu('Rules'))
    await user.click(await answer('Leave'))
    await waitFor(() => expect(at()).toBe('/discordia/rules'))
    expect(asksBeforeUnload()).toBe(false)
  })

  test('ask before a logout, which ends the session only then', async () => {
    const { user, at, store } = await openSettings()
    await user.click(menu('Logout'))
    await question()
    expect(store.getState().session.status).toBe('member')
    await user.click(await answer('Leave'))
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(store.getState().session.status).toBe('anonymous')
  })

  test('survive another tab of the dashboard, and ask nothing once they are saved or as before', async () => {
    const { user, at, api } = await openSettings()
    await user.click(screen.getByRole('tab', { name: 'Groups' }))
    await user.click(screen.getByRole('tab', { name: 'Settings' }))
    expect(await screen.findByRole('checkbox')).toBeChecked()
    await user.click(screen.getByRole('checkbox'))
    expect(asksBeforeUnload()).toBe(false)
    await user.click(screen.getByRole('checkbox'))
    expect(screen.getByText('Not saved yet.')).toBeVisible()
    api.answer({ getPreferences: { email_notifications: true } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asksBeforeUnload()).toBe(false))
    await user.click(menu('Rules'))
    expect(at()).toBe('/discordia/rules')
  })

  test('do not block a visitor whose session has expired', async () => {
    const { user, at } = await openSettings({
      refresh: refusal(401),
      savePreferences: tokenRejected(),
    })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('A message half typed', () => {
  test('asks before its page is left; a name alone does not', async () => {
    const { user, at } = open('/discordia/', false)
    const form = within(await screen.findByRole('form', { name: 'Contact' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'W')
    expect(asksBeforeUnload()).toBe(false)
    await user.type(form.getByRole('textbox', { name: 'Message' }), 'They')
    expect(asksBeforeUnload()).toBe(true)
    await user.click(menu('Login'))
    await user.click(await answer('Stay here'))
    expect(at()).toBe('/discordia/')
    expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('They')
  })
})

describe('Order details half typed', () => {
  const openDetails = async (answers = {}) => {
    const page = open('/discordia/dashboard?tab=details', true, answers)
    await page.user.type(await screen.findByRole('textbox', { name: 'City' }), '!')
    await waitFor(() => expect(asksBeforeUnload()).toBe(true))
    return page
  }
  const city = () => screen.findByRole('textbox', { name: 'City' })

  test('wait on other pages without a question, but not for the end of the tab or a logout', async () => {
    const { user, at } = await openDetails()
    await user.click(menu('Rules'))
    await waitFor(() => expect(at()).toBe('/discordia/rules'))
    expect(asksBeforeUnload()).toBe(true)
    await user.click(menu('Logout'))
    await user.click(await answer('Stay here'))
    expect(at()).toBe('/discordia/rules')
  })

  test.each([
    ['the same member', '7', 'Vienna!'],
    ['another member', '8', 'Vienna'],
  ])('wait for %s after a session that has expired', async (_who, sub, text) => {
    const { user, api, at } = await openDetails({
      listOrderDetails: [orderDetails({ city: 'Vienna' })],
      refresh: refusal(401),
      saveOrderDetails: tokenRejected(),
    })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.type(await screen.findByLabelText('Email'), 'a@example.org')
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'x')
    api.answer({ login: tokensOf(sub) })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(at()).toBe('/discordia/dashboard?tab=details'))
    expect(await city()).toHaveValue(text)
  })
})
