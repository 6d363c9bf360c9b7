import { screen, waitFor, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { App } from '#src/app/SiteTree.tsx'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { TwoStepSection } from '#src/features/account/second-factor/TwoStepSection.tsx'
import { ownerConfirmed } from '#src/store/session/stepUp.ts'
import { aSecondFactor, aStepUp } from '#test/helpers/fixtures/security.ts'
import { asMember, TOKENS } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const main = () => within(screen.getByRole('main'))
const button = (name: string) => main().getByRole('button', { name })
const box = (name: string) => main().getByRole('textbox', { name })
const findBox = (name: string) => main().findByRole('textbox', { name })
const password = () => main().getByLabelText('Password', { selector: 'input' })

const required = () => refusal(401, 'second_factor_required', 'Enter the code.')
const invalid = () => refusal(401, 'second_factor_invalid', 'Wrong code.')
const codeOf = ({ body }: FakeCall) => (body as { code?: string }).code

/** Accepts one code, and requires it after the right password. */
const login = (call: FakeCall) => {
  const code = codeOf(call)
  if (code === undefined) return required()
  return code === '123456' || code === 'k7m2p-9qrst' ? TOKENS : invalid()
}

async function submit(responses: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    login,
    getProfile: { username: 'Ada', email: 'ada@example.org', is_staff: false },
    listInvites: [],
    listLatest: [],
    logVisit: { message: 'ok' },
    ...responses,
  })
  const view = renderWithStore(<App />, { at: '/auth/login' })
  await screen.findByRole('heading', { level: 1, name: 'Login' })
  await fillIn(view.user, box('Email'), 'ada@example.org')
  await fillIn(view.user, password(), 'Orchard!7')
  await view.user.click(button('Login'))
  return { api, ...view }
}

describe('Login with a second step (behaviour 12.5)', () => {
  test('asks for the code in place: nothing typed is lost, and the field has the focus', async () => {
    const { user, api, at } = await submit()
    const code = await findBox('Code')
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveAttribute('inputmode', 'numeric')
    expect(code).toHaveAccessibleDescription(/6 digits/)
    expect(main().queryByRole('alert')).toBeNull()
    expect(box('Email')).toHaveValue('ada@example.org')
    expect(password()).toHaveValue('Orchard!7')

    await user.keyboard('123456{Enter}')
    await waitFor(() => expect(at()).toBe('/discordia/'))
    const sent = { email: 'ada@example.org', password: 'Orchard!7' }
    expect(api.calls('login').map(({ body }) => body)).toEqual([sent, { ...sent, code: '123456' }])
  })

  test('takes a recovery code, with the letters of a telephone', async () => {
    const { user, api, at } = await submit()
    await findBox('Code')
    await user.click(button('Use a recovery code'))
    const code = box('Recovery code')
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('inputmode', 'text')
    await user.keyboard(' k7m2p-9qrst {Enter}')
    await waitFor(() => expect(at()).toBe('/discordia/'))
    expect(api.calls('login').map(codeOf)).toEqual([undefined, 'k7m2p-9qrst'])
  })

  test('says at the field that a code is wrong, until it is changed', async () => {
    const { user } = await submit()
    await findBox('Code')
    await user.keyboard('000000{Enter}')
    expect(await main().findByRole('alert')).toHaveTextContent(
      /^This code is wrong, expired or used/,
    )
    expect(box('Code')).toBeInvalid()
    await waitFor(() => expect(box('Code')).toHaveFocus())
    expect(box('Code')).toHaveValue('000000')
    await user.keyboard('1')
    expect(box('Code')).toBeValid()
    expect(password()).toHaveValue('Orchard!7')
  })

  test('does not send an empty code', async () => {
    const { user, api } = await submit()
    await findBox('Code')
    await user.click(button('Login'))
    expect(await main().findByRole('alert')).toHaveTextContent('Please enter the code.')
    expect(api.calls('login')).toHaveLength(1)
  })

  test('says that there were too many wrong codes', async () => {
    const { user } = await submit({
      login: (call: FakeCall) => (codeOf(call) ? refusal(429, 'throttled') : required()),
    })
    await findBox('Code')
    await user.keyboard('123456{Enter}')
    expect(await main().findByRole('alert')).toHaveTextContent(/^Too many wrong codes\./)
    expect(box('Code')).toHaveValue('123456')
  })

  test.each([
    ['e-mail address', () => box('Email')],
    ['password', password],
  ])('begins again when the %s is edited', async (_, field) => {
    const { user, api } = await submit()
    await findBox('Code')
    await user.keyboard('12')
    await user.type(field(), 'x')
    expect(main().queryByRole('textbox', { name: 'Code' })).toBeNull()
    await user.click(button('Login'))
    expect(await findBox('Code')).toHaveValue('')
    expect(api.calls('login').map(codeOf)).toEqual([undefined, undefined])
  })

  test('is as specified with a server that knows no second step', async () => {
    const { api } = await submit({
      login: refusal(401, 'x', 'No active account found with the given credentials'),
    })
    expect(await main().findByRole('alert')).toHaveTextContent(/no active account/)
    expect(main().getAllByRole('textbox')).toHaveLength(1)
    expect(box('Email')).toHaveAttribute('autocomplete', 'username')
    expect(main().queryByRole('button', { name: /passkey/i })).toBeNull()
    expect(api.calls().map(({ row }) => row)).toEqual(['login'])
  })
})

describe('Two-step login in the settings (behaviour 12.5)', () => {
  const SECRET = {
    secret: 'JBSWY3DPEHPK3PXP',
    url: 'otpauth://totp/Discordia:wren?secret=JBSWY3DPEHPK3PXP&issuer=Discordia',
  }
  const CODES = Array.from({ length: 10 }, (_, at) => `k7m2${at}-9qrst`)
  const ON = aSecondFactor({ enabled_at: '2026-05-03T10:00:00.000Z', codes_left: 7 })

  const button = (name: string) => screen.getByRole('button', { name })
  const findButton = (name: string) => screen.findByRole('button', { name })
  const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
  const code = () => screen.getByRole('textbox', { name: 'Code' })
  const listed = () =>
    within(screen.getByRole('list', { name: 'Recovery codes' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)

  function open(responses: Parameters<typeof fakeApi>[0] = {}, state = asMember()) {
    toast.remove()
    const api = fakeApi({
      getSecondFactor: aSecondFactor(),
      startSecondFactor: SECRET,
      confirmSecondFactor: ({ body }: FakeCall) =>
        (body as { code: string }).code === '123456'
          ? { codes: CODES }
          : refusal(400, 'second_factor_invalid'),
      renewRecoveryCodes: { codes: CODES },
      removeSecondFactor: {},
      ...responses,
    })
    const page = renderWithStore(
      <>
        <TwoStepSection />
        <ToastLayer />
      </>,
      { state, at: '/?section=two-step' },
    )
    page.store.dispatch(ownerConfirmed(aStepUp()))
    return { api, ...page }
  }

  async function setUp() {
    const page = open()
    await page.user.click(await findButton('Set up two-step login'))
    await screen.findByRole('heading', { name: 'Connect your authenticator app' })
    return page
  }

  async function turnOn() {
    const page = await setUp()
    await page.user.type(code(), '123456')
    page.api.respond({ getSecondFactor: { ...ON, codes_left: 10 } })
    await page.user.click(button('Turn on'))
    await screen.findByRole('heading', { name: 'Your recovery codes' })
    return page
  }

  test('shows the secret as a picture, as a link and as text', async () => {
    await setUp()
    expect(screen.getByRole('heading', { name: 'Connect your authenticator app' })).toHaveFocus()
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the app on this device' })).toHaveAttribute(
      'href',
      SECRET.url,
    )
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code')
  })

  test('a URL that is none of an authenticator app is no link', async () => {
    const { user } = open({ startSecondFactor: { ...SECRET, url: 'javascript:alert(1)' } })
    await user.click(await findButton('Set up two-step login'))
    await screen.findByText('JBSW Y3DP EHPK 3PXP')
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('the secret is copied', async () => {
    const { user } = await setUp()
    const write = jest.spyOn(navigator.clipboard, 'writeText')
    await user.click(button('Copy key'))
    expect(await screen.findByText('Copied.')).toBeVisible()
    expect(write).toHaveBeenCalledWith(SECRET.secret)
    write.mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    await user.click(button('Copy key'))
    expect(await screen.findByText(/^Your browser didn’t copy it\./)).toBeVisible()
  })

  test('a wrong first code shows an error at its field; the set-up continues', async () => {
    const { user, api } = await setUp()
    await user.click(button('Turn on'))
    expect(code()).toHaveAccessibleDescription('Please enter the code.')
    await user.type(code(), '000000')
    await user.click(button('Turn on'))
    await waitFor(() => expect(code()).toBeInvalid())
    expect(code()).toHaveAccessibleDescription(/^This code is wrong/)
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(api.calls('confirmSecondFactor')).toHaveLength(1)
  })

  test('can be cancelled', async () => {
    const { user, api } = await setUp()
    await user.click(button('Cancel'))
    expect(await findButton('Set up two-step login')).toBeVisible()
    expect(api.calls('confirmSecondFactor')).toEqual([])
  })

  test('shows the recovery codes after the first code, until they are confirmed as saved', async () => {
    const { user, store } = await turnOn()
    expect(listed()).toEqual(CODES)
    expect(screen.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
    expect(await toasts().findByRole('status')).toHaveTextContent('Two-step login is on.')
    const write = jest.spyOn(navigator.clipboard, 'writeText')
    await user.click(button('Copy'))
    expect(write).toHaveBeenCalledWith(CODES.join('\n'))

    await user.click(button('I’ve saved them'))
    expect(await screen.findByText('You have 10 unused recovery codes.')).toBeVisible()
    expect(JSON.stringify(store.getState())).not.toContain(CODES[0])
  })

  test('the codes are saved as a text file', async () => {
    let saved: Blob | null = null
    URL.createObjectURL = (blob) => {
      saved = blob as Blob
      return 'blob:codes'
    }
    const clicked: string[] = []
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.download)
    })
    const { user } = await turnOn()
    await user.click(button('Download'))
    expect(clicked).toEqual(['discordia-recovery-codes.txt'])
    const text = await (saved as Blob | null)?.text()
    expect(text).toBe(`Recovery codes for Discordia\n\n${CODES.join('\n')}\n`)
  })

  test('the codes are printed', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => {})
    const { user } = await turnOn()
    await user.click(button('Print'))
    expect(print).toHaveBeenCalledTimes(1)
  })

  test('a change of tabs does not lose the codes', async () => {
    const { store, unmount } = await turnOn()
    unmount()
    open({ getSecondFactor: ON }, store.getState())
    await screen.findByRole('heading', { name: 'Your recovery codes' })
    expect(listed()).toEqual(CODES)
  })

  test('gets new recovery codes after a question', async () => {
    const { user, api } = open({ getSecondFactor: ON })
    expect(await screen.findByText('You have 7 unused recovery codes.')).toBeVisible()
    await user.click(button('Get new recovery codes'))
    await user.click(await findButton('No'))
    expect(api.calls('renewRecoveryCodes')).toEqual([])
    await user.click(button('Get new recovery codes'))
    await user.click(await findButton('Yes'))
    await screen.findByRole('heading', { name: 'Your recovery codes' })
    expect(listed()).toEqual(CODES)
  })

  test('is turned off after a question', async () => {
    const { user, api } = open({ getSecondFactor: ON })
    await user.click(await findButton('Turn off'))
    expect(await screen.findByRole('dialog', { name: 'Turn off two-step login' })).toBeVisible()
    api.respond({ getSecondFactor: aSecondFactor() })
    await user.click(button('Yes'))
    expect(await findButton('Set up two-step login')).toBeVisible()
    expect(await toasts().findByRole('status')).toHaveTextContent('Two-step login is off.')
  })

  test('a failure is a toast, and nothing changes', async () => {
    const { user } = open({ getSecondFactor: ON, removeSecondFactor: refusal(500) })
    await user.click(await findButton('Turn off'))
    await user.click(await findButton('Yes'))
    expect(await toasts().findByRole('alert')).toHaveTextContent(
      'We couldn’t change two-step login',
    )
    expect(button('Turn off')).toBeVisible()
  })

  test('says where a role needs it', async () => {
    open({ getSecondFactor: aSecondFactor({ is_required: true }) })
    expect(await screen.findByText('You need it to use the staff desk.')).toBeVisible()
  })

  test.each([
    [0, /^You have no recovery codes left\./],
    [1, 'You have 1 unused recovery code.'],
  ])('warns of %i codes left', async (codes_left, text) => {
    open({ getSecondFactor: { ...ON, codes_left } })
    expect(await screen.findByText(text)).toBeVisible()
  })
})
