import { screen, waitFor, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { App } from '#src/app/SiteTree.tsx'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { PasskeysSection } from '#src/features/account/passkeys/PasskeysSection.tsx'
import { ownerConfirmed } from '#src/store/session/stepUp.ts'
import { aPasskey, aStepUp } from '#test/helpers/fixtures/security.ts'
import { aProfile, asMember, TOKENS } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import {
  announceInHead,
  announcePasskeysAt,
  withdrawHead,
} from '#test/helpers/screens/pageFeatures.ts'
import {
  browserWithoutPasskeys,
  browserWithPasskeys,
  CHALLENGE,
} from '#test/helpers/screens/passkeys.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

type Responses = Parameters<typeof fakeApi>[0]

afterEach(browserWithoutPasskeys)

describe('Login with a passkey (behaviour 12.5)', () => {
  const NAME = 'Log in with a passkey'
  const main = () => within(screen.getByRole('main'))
  const email = () => main().getByRole('textbox', { name: 'Email' })

  async function openLogin(responses: Responses = {}) {
    toast.remove()
    const api = fakeApi({
      getProfile: aProfile({ features: ['passkeys'] }),
      listInvites: [],
      listLatest: [],
      logVisit: { message: 'ok' },
      startPasskeyLogin: CHALLENGE,
      passkeyLogin: TOKENS,
      ...responses,
    })
    const view = renderWithStore(<App />, { at: '/auth/login' })
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    return { api, ...view }
  }
  beforeEach(() => announceInHead('passkey_login'))
  afterEach(withdrawHead)
  /** What an earlier login in this browser has left. */
  const remember = () => localStorage.setItem('passkeys', 'true')

  test('is offered by a server that announces it, and calls nothing before a click', async () => {
    const browser = browserWithPasskeys({ hasSuggestions: true })
    const { user, api, at } = await openLogin()
    const button = await main().findByRole('button', { name: NAME })
    expect(api.calls()).toEqual([])
    await user.click(button)
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    expect(browser.asked).toEqual([{ kind: 'get', isSuggested: false, challenge: 'challenge' }])
    expect(screen.getByRole('main')).toHaveAttribute('aria-busy', 'false')

    browser.answer()
    await waitFor(() => expect(at()).toBe('/discordia/'))
    expect(api.calls('passkeyLogin')[0]?.body).toMatchObject({ response: { id: 'cGFzc2tleQ' } })
    expect(localStorage.getItem('access_token')).toBe(TOKENS.access)
    const region = await screen.findByRole('region', { name: 'Site notifications' })
    expect(await within(region).findByRole('status')).toHaveTextContent('Welcome to Discordia!')
  })

  test('is not offered by a server that does not announce it', async () => {
    withdrawHead()
    remember()
    browserWithPasskeys({ hasSuggestions: true })
    const { api } = await openLogin()
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(main().queryByRole('button', { name: NAME })).toBeNull()
    expect(api.calls()).toEqual([])
  })

  test('is among the suggestions for the e-mail field where the browser has that, and the last profile', async () => {
    remember()
    const browser = browserWithPasskeys({ hasSuggestions: true })
    const { at } = await openLogin()
    expect(email()).toHaveAttribute('autocomplete', 'username webauthn')
    await waitFor(() => expect(browser.asked).toMatchObject([{ isSuggested: true }]))
    browser.answer()
    await waitFor(() => expect(at()).toBe('/discordia/'))
  })

  test('a refused passkey is said, and the password can be typed', async () => {
    const browser = browserWithPasskeys()
    const { user } = await openLogin({ passkeyLogin: refusal(401, 'invalid') })
    await user.click(await main().findByRole('button', { name: NAME }))
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    browser.answer()
    expect(await main().findByRole('alert')).toHaveTextContent('We couldn’t accept this passkey.')
    await fillIn(user, email(), 'ada@example.org')
    expect(email()).toHaveValue('ada@example.org')
  })

  test("cancelling the browser's passkey dialog shows no error", async () => {
    const browser = browserWithPasskeys()
    const { user, api } = await openLogin()
    await user.click(await main().findByRole('button', { name: NAME }))
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    browser.refuse()
    await waitFor(() => expect(main().getByRole('button', { name: NAME })).not.toBeDisabled())
    expect(main().queryByRole('alert')).toBeNull()
    expect(api.calls('passkeyLogin')).toEqual([])
  })

  test('shows no error when the server has no options for the suggestions', async () => {
    remember()
    const browser = browserWithPasskeys({ hasSuggestions: true })
    const { api } = await openLogin({ startPasskeyLogin: refusal(404) })
    await waitFor(() => expect(api.calls('startPasskeyLogin')).toHaveLength(1))
    expect(main().queryByRole('alert')).toBeNull()
    expect(browser.asked).toEqual([])
  })

  test('is not offered where the browser has no passkeys', async () => {
    remember()
    const { api } = await openLogin()
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(main().queryByRole('button', { name: NAME })).toBeNull()
    expect(api.calls()).toEqual([])
  })
})

describe('Passkeys in the settings', () => {
  const laptop = aPasskey({ name: 'Laptop', last_used_at: '2026-05-04T10:00:00.000Z' })
  const button = (name: string) => screen.getByRole('button', { name })
  const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
  const name = () => screen.getByRole('textbox', { name: 'Name of the new passkey' })

  async function open(responses: Responses = {}) {
    toast.remove()
    const api = fakeApi({ listPasskeys: [laptop], startPasskey: CHALLENGE, ...responses })
    const page = renderWithStore(
      <>
        <PasskeysSection />
        <ToastLayer />
      </>,
      { state: asMember(), at: '/?section=passkeys' },
    )
    page.store.dispatch(ownerConfirmed(aStepUp()))
    await screen.findByRole('list', { name: 'Passkeys' })
    return { api, ...page }
  }
  const addOne = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await fillIn(user, name(), ' Telephone ')
    await user.click(button('Add a passkey'))
  }

  test('are listed with name and dates', async () => {
    await open({ listPasskeys: [laptop, aPasskey({ id: 2, name: 'Key', is_synced: true })] })
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toMatch(/^LaptopAdded Sun 3 May( 2026)?, last used Mon 4 May/)
    expect(rows[1]).toMatch(/^KeyAdded Sun 3 May( 2026)?, not used yet, also on your other devices/)
  })

  test('are added with a name', async () => {
    const browser = browserWithPasskeys()
    const telephone = aPasskey({ name: 'Telephone' })
    const { user, api } = await open({ listPasskeys: [], addPasskey: reply(201, telephone) })
    expect(screen.getByText('You have no passkeys yet.')).toBeVisible()
    await addOne(user)
    await waitFor(() => expect(browser.asked).toMatchObject([{ kind: 'create' }]))
    api.respond({ listPasskeys: [telephone] })
    browser.answer()
    expect(await screen.findByText('Telephone')).toBeVisible()
    expect(await toasts().findByRole('status')).toHaveTextContent('Passkey added.')
    expect(api.calls('addPasskey')[0]?.body).toMatchObject({
      name: 'Telephone',
      response: { id: 'cGFzc2tleQ', response: { attestationObject: expect.any(String) } },
    })
    expect(name()).toHaveValue('')
  })

  test.each([
    ['InvalidStateError', 'This device has a passkey for your account.'],
    ['NotAllowedError', 'No passkey was created. You can try again at any time.'],
  ])('after %s of the browser an error says why and the name stays', async (error, text) => {
    const browser = browserWithPasskeys()
    const { user, api } = await open()
    await addOne(user)
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    browser.refuse(error)
    expect(await screen.findByText(text)).toBeVisible()
    expect(name()).toHaveValue(' Telephone ')
    expect(api.calls('addPasskey')).toEqual([])
  })

  test('need a name', async () => {
    browserWithPasskeys()
    const { user, api } = await open()
    await user.click(button('Add a passkey'))
    expect(name()).toHaveAccessibleDescription(/Please give the passkey a name\./)
    expect(api.calls('startPasskey')).toEqual([])
  })

  test('are renamed in place', async () => {
    const { user, api } = await open({ renamePasskey: aPasskey({ name: 'Old laptop' }) })
    await user.click(button('Rename Laptop'))
    const field = screen.getByRole('textbox', { name: 'New name' })
    expect(field).toHaveFocus()
    await user.clear(field)
    await fillIn(user, field, 'Old laptop')
    api.respond({ listPasskeys: [{ ...laptop, name: 'Old laptop' }] })
    await user.click(button('Save'))
    expect(await screen.findByRole('button', { name: 'Rename Old laptop' })).toHaveFocus()
    expect(api.calls('renamePasskey')).toMatchObject([
      { path: '/users/security/passkeys/1', body: { name: 'Old laptop' } },
    ])
  })

  test('are removed after a question', async () => {
    const { user, api } = await open({ removePasskey: {} })
    await user.click(button('Remove Laptop'))
    expect(await screen.findByRole('dialog', { name: 'Remove passkey' })).toBeVisible()
    await user.click(button('No'))
    expect(api.calls('removePasskey')).toEqual([])
    await user.click(button('Remove Laptop'))
    api.respond({ listPasskeys: [] })
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('You have no passkeys yet.')).toBeVisible()
    expect(await toasts().findByRole('status')).toHaveTextContent('Passkey removed.')
  })

  test('are not added under another address than the one that they work at', async () => {
    browserWithPasskeys()
    announcePasskeysAt('https://club.example')
    await open()
    expect(
      screen.getByText(
        'Passkeys only work at https://club.example. Open the site there to add one.',
      ),
    ).toBeVisible()
    withdrawHead()
  })

  test('are listed and removed, not added, in a browser that has none', async () => {
    await open()
    expect(screen.getByText('This browser can’t create passkeys.')).toBeVisible()
    expect(button('Remove Laptop')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('cannot be added beyond the limit of an account', async () => {
    browserWithPasskeys()
    await open({
      listPasskeys: Array.from({ length: 20 }, (_, at) => aPasskey({ id: at + 1 })),
    })
    expect(screen.getByText(/^You have 20 passkeys/)).toBeVisible()
  })
})
