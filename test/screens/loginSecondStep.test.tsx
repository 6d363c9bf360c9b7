import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/App.tsx'
import { TOKENS } from '#test/helpers/fixtures/siteState.ts'
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

/** Accepts one code; asks for one after the right password. */
const login = (call: FakeCall) => {
  const code = codeOf(call)
  if (code === undefined) return required()
  return code === '123456' || code === 'k7m2p-9qrst' ? TOKENS : invalid()
}

async function submit(answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    login,
    getProfile: { username: 'Ada', email: 'ada@example.org', is_staff: false },
    listInvites: [],
    listLatest: [],
    logVisit: { message: 'ok' },
    ...answers,
  })
  const view = renderWithStore(<App />, { at: '/auth/login' })
  await screen.findByRole('heading', { level: 1, name: 'Login' })
  await fillIn(view.user, box('Email'), 'ada@example.org')
  await fillIn(view.user, password(), 'Orchard!7')
  await view.user.click(button('Login'))
  return { api, ...view }
}

describe('Login with a second step (behaviour 12)', () => {
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
      /^This code is wrong, too old or used/,
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
