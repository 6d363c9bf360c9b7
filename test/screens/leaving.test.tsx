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

describe('An unsaved setting', () => {
  const openSettings = async () => {
    const page = open('/discordia/dashboard?tab=settings', true)
    await page.user.click(await screen.findByRole('checkbox'))
    return page
  }

  test('asks nothing: a checkbox is ticked again in a moment (ruling 80)', async () => {
    const { user, at } = await openSettings()
    expect(screen.getByText('Not saved yet.')).toBeVisible()
    expect(asksBeforeUnload()).toBe(false)
    await user.click(menu('Rules'))
    expect(at()).toBe('/discordia/rules')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('survives another tab of the dashboard', async () => {
    const { user } = await openSettings()
    await user.click(screen.getByRole('tab', { name: 'Groups' }))
    await user.click(screen.getByRole('tab', { name: 'Settings' }))
    expect(await screen.findByRole('checkbox')).toBeChecked()
  })
})

describe('A message half typed', () => {
  const openMessage = async (text: string) => {
    const page = open('/discordia/', false)
    const form = within(await screen.findByRole('form', { name: 'Contact' }))
    const message = form.getByRole('textbox', { name: 'Message' })
    await page.user.type(message, text)
    return { ...page, form, message }
  }

  test('asks before its page is left, and stays or leaves as chosen', async () => {
    const { user, at, message } = await openMessage('They came at night')
    await waitFor(() => expect(asksBeforeUnload()).toBe(true))
    // The question is drawn once its chunk is there.
    await act(() => import('#src/app/LeaveDialog.tsx'))
    await user.click(menu('Rules'))
    await user.click(await answer('Stay here'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).toBe('/discordia/')
    expect(message).toHaveValue('They came at night')
    await user.click(menu('Rules'))
    await user.click(await answer('Leave'))
    await waitFor(() => expect(at()).toBe('/discordia/rules'))
    expect(asksBeforeUnload()).toBe(false)
  })

  test('asks nothing with a few words, or a name alone (ruling 80)', async () => {
    const { user, at, form } = await openMessage('They came early')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Wren of the Long Street')
    expect(asksBeforeUnload()).toBe(false)
    await user.click(menu('Login'))
    await waitFor(() => expect(at()).toBe('/auth/login'))
  })
})

describe('Order details half typed', () => {
  const openDetails = async (answers = {}) => {
    const page = open('/discordia/dashboard?tab=details', true, answers)
    await page.user.type(await screen.findByRole('textbox', { name: 'City' }), ' in the far north')
    await waitFor(() => expect(asksBeforeUnload()).toBe(true))
    return page
  }
  const city = () => screen.findByRole('textbox', { name: 'City' })

  test('wait on other pages without a question, but not for the end of the tab or a logout', async () => {
    const { user, at, store } = await openDetails()
    await user.click(menu('Rules'))
    await waitFor(() => expect(at()).toBe('/discordia/rules'))
    expect(asksBeforeUnload()).toBe(true)
    await user.click(menu('Logout'))
    await user.click(await answer('Stay here'))
    expect(at()).toBe('/discordia/rules')
    expect(store.getState().session.status).toBe('member')
    await user.click(menu('Logout'))
    await user.click(await answer('Leave'))
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(store.getState().session.status).toBe('anonymous')
  })

  test.each([
    ['the same member', '7', 'Vienna in the far north'],
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
