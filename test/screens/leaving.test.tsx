import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import type { Deletion, Export } from '#contract/personalData.ts'
import { App } from '#src/app/SiteTree.tsx'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { Screen as DashboardPage } from '#src/features/dashboard/DashboardPage.tsx'
import { ownerConfirmed } from '#src/store/session/stepUp.ts'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { aStepUp } from '#test/helpers/fixtures/security.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, tokenRejected } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { testI18n } from '#test/helpers/screens/testI18n.ts'
import german from '../../locales/de/translation.json'

describe('Input that is not saved', () => {
  /** Tokens that name their owner, like those of our server. */
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
  const open = (at: string, isMember: boolean, responses: Parameters<typeof fakeApi>[0] = {}) => {
    const api = fakeApi({ ...quiet, ...responses })
    const state = isMember
      ? asMember({ session: { status: 'member', ...tokensOf('7') } })
      : undefined
    return { api, ...renderWithStore(<App />, { at, state }) }
  }
  const menu = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
  const answer = async (name: string) =>
    within(await question()).getByRole('button', { name, hidden: false })
  const asksBeforeUnload = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

  // The site loads it with the first typed letter, which is too late for a test.
  beforeAll(async () => void (await import('#src/app/LeaveDialog.tsx')))

  describe('An unsaved setting', () => {
    const openSettings = async () => {
      const page = open('/discordia/dashboard?tab=settings', true)
      await page.user.click(await screen.findByRole('checkbox'))
      return page
    }

    test('is lost without a question, because ticking again is quick (ruling 80)', async () => {
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
      // The dialog is rendered once its chunk is loaded.
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
    const openDetails = async (responses = {}) => {
      const page = open('/discordia/dashboard?tab=details', true, responses)
      await page.user.type(
        await screen.findByRole('textbox', { name: 'City' }),
        ' in the far north',
      )
      await waitFor(() => expect(asksBeforeUnload()).toBe(true))
      return page
    }
    const city = () => screen.findByRole('textbox', { name: 'City' })

    test('stay on other pages without a question, but closing the tab and a logout ask', async () => {
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
    ])('are restored for %s after an expired session', async (_who, sub, text) => {
      const { user, api, at } = await openDetails({
        listOrderDetails: [orderDetails({ city: 'Vienna' })],
        refresh: refusal(401),
        saveOrderDetails: tokenRejected(),
      })
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await user.type(await screen.findByLabelText('Email'), 'a@example.org')
      await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'x')
      api.respond({ login: tokensOf(sub) })
      await user.click(screen.getByRole('button', { name: 'Login' }))
      await waitFor(() => expect(at()).toBe('/discordia/dashboard?tab=details'))
      expect(await city()).toHaveValue(text)
    })
  })
})

const PROFILE = { username: 'wren', email: 'wren@example.org', is_staff: false }
const DUE = '2026-06-15T12:00:00.000Z'
const archive = (over: Partial<Export> = {}): Export => ({
  state: 'none',
  requested_at: null,
  expires_at: null,
  size: null,
  ...over,
})
const deletion = (over: Partial<Deletion> = {}): Deletion => ({
  due_at: null,
  groups: [],
  kept_entries: 0,
  deleted_entries: 0,
  ...over,
})

function open(responses: Parameters<typeof fakeApi>[0] = {}, isConfirmed = true) {
  toast.remove()
  const api = fakeApi({
    getProfile: { ...PROFILE, features: ['my_data'] },
    getPreferences: { email_notifications: true },
    listInvites: [],
    getExport: archive(),
    getDeletion: deletion(),
    ...responses,
  })
  const page = renderWithStore(
    <>
      <DashboardPage />
      <ToastLayer />
    </>,
    { state: asMember(), at: '/discordia/dashboard?tab=settings&section=data&section=deletion' },
  )
  if (isConfirmed) page.store.dispatch(ownerConfirmed(aStepUp()))
  return { api, ...page }
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))

describe('the archive with the member’s data', () => {
  test('is requested, and the section shows that it is being made', async () => {
    const { api, user } = open({ requestExport: archive({ state: 'pending' }) })
    const data = await section('Download your data')
    const button = await data.findByRole('button', { name: 'Request your data' })
    api.respond({ getExport: archive({ state: 'pending' }) })
    await user.click(button)
    expect(await toasts().findByText('We’re preparing your archive.')).toBeVisible()
    await waitFor(() =>
      expect(data.getByRole('status')).toHaveTextContent('We’re preparing your archive.'),
    )
    expect(data.queryByRole('button')).toBeNull()
  })

  test('has its size as the language writes numbers', async () => {
    testI18n.addResourceBundle('de', 'translation', german)
    open({ getExport: archive({ state: 'ready', expires_at: DUE, size: 3_500_000 }) })
    await (await section('Download your data')).findByText(/is ready/)
    await act(() => testI18n.changeLanguage('de'))
    expect(await screen.findByText(/\(3,5 MB\)/)).toBeVisible()
    await act(() => testI18n.changeLanguage('en'))
  })

  test('is downloaded by a link that is made for it, after a confirmation', async () => {
    const ready = archive({ state: 'ready', expires_at: DUE, size: 3_500_000 })
    const { api, user } = open({ getExport: ready, linkToExport: { ticket: 'a-ticket' } })
    const clicked = jest
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    const data = await section('Download your data')
    expect(await data.findByText(/is ready \(3\.5 MB\)/)).toBeVisible()
    await user.click(data.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    const [link] = clicked.mock.contexts as HTMLAnchorElement[]
    expect(new URL(link?.href ?? '').pathname).toMatch(/\/users\/my-data\/file\/a-ticket$/)
    expect(link?.download).toBe('discordia-my-data.zip')
    expect(api.calls('linkToExport')[0]?.headers.get('x-step-up')).toBe('step-up-1')
    clicked.mockRestore()
  })

  test('that has expired can be requested again', async () => {
    const ready = archive({ state: 'ready', expires_at: DUE, size: 100 })
    const { api, user } = open({ getExport: ready, linkToExport: refusal(404, 'not_found') })
    const data = await section('Download your data')
    const button = await data.findByRole('button', { name: 'Download' })
    api.respond({ getExport: archive() })
    await user.click(button)
    expect(await toasts().findByText(/We couldn’t download your data/)).toBeVisible()
    expect(await data.findByRole('button', { name: 'Request your data' })).toBeVisible()
  })

  test('that failed shows an error', async () => {
    open({ getExport: archive({ state: 'failed' }) })
    const data = await section('Download your data')
    expect(await data.findByText(/We couldn’t make your archive/)).toBeVisible()
    expect(data.getByRole('button', { name: 'Request your data' })).toBeVisible()
  })
})

describe('the deletion of the account', () => {
  test('shows the consequences before the confirmation', async () => {
    open({
      getDeletion: deletion({
        groups: [
          { name: 'Ravens', new_owner: 'otter' },
          { name: 'Herons', new_owner: null },
        ],
        kept_entries: 2,
        deleted_entries: 1,
      }),
    })
    const list = await (await section('Delete your account')).findByRole('list', {
      name: 'What will happen',
    })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'We erase your account, settings, order details, messages and memberships.',
      '“otter” becomes the owner of the group “Ravens”.',
      'The group “Herons” is deleted because nobody else is in it.',
      '2 approved glossary entries stay, under “a former member”.',
      '1 entry that isn’t approved is deleted.',
    ])
  })

  test('needs a confirmation, and can be withdrawn', async () => {
    const { api, user } = open({
      requestDeletion: deletion({ due_at: DUE }),
      withdrawDeletion: deletion(),
    })
    const part = await section('Delete your account')
    await user.click(await part.findByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }))
    expect(api.calls('requestDeletion')).toEqual([])

    await user.click(part.getByRole('button', { name: 'Delete my account' }))
    api.respond({
      getDeletion: deletion({ due_at: DUE }),
      getProfile: { ...PROFILE, features: ['my_data'], deletion_due_at: DUE },
    })
    const again = within(await screen.findByRole('dialog'))
    await user.click(again.getByRole('button', { name: 'Delete my account' }))
    expect(
      await toasts().findByText('Your account will be deleted. You can still change your mind.'),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Keep it' })).toHaveAttribute(
      'href',
      '/discordia/dashboard?section=deletion&tab=settings#section-deletion',
    )

    api.respond({
      getDeletion: deletion(),
      getProfile: { ...PROFILE, features: ['my_data'] },
    })
    await user.click(await part.findByRole('button', { name: 'Keep my account' }))
    expect(await toasts().findByText('We’ll keep your account.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Keep it' })).toBeNull())
  })

  test('of the last superuser is refused with a message', async () => {
    const { user } = open({ requestDeletion: refusal(409, 'last_superuser') })
    const part = await section('Delete your account')
    await user.click(await part.findByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await toasts().findByText(/You’re the last superuser/)).toBeVisible()
  })

  test('needs a step-up confirmation', async () => {
    const { api, user } = open({ requestDeletion: refusal(403, 'step_up_required') }, false)
    const part = await section('Delete your account')
    await user.click(await part.findByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    expect(api.calls('requestDeletion').length).toBeLessThanOrEqual(1)
  })
})
