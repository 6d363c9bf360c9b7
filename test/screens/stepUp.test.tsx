import { act as reactAct, screen, waitFor, within } from '@testing-library/react'
import { StepUpDialog } from '#src/features/account/second-factor/StepUpDialog.tsx'
import { TwoStepSection } from '#src/features/account/second-factor/TwoStepSection.tsx'
import { sessionEnded } from '#src/store/session/slice.ts'
import { ownerConfirmed } from '#src/store/session/stepUp.ts'
import { aPasskey, aSecondFactor, aStepUp } from '#test/helpers/fixtures/security.ts'
import { aProfile, asMember } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import {
  browserWithoutPasskeys,
  browserWithPasskeys,
  CHALLENGE,
} from '#test/helpers/screens/passkeys.ts'
import { ownerIn } from '#test/helpers/screens/passwordOwner.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const SECRET = { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/Discordia:wren?secret=JBSWY3DP' }
const TITLE = 'Confirm it’s you'

const dialog = () => within(screen.getByRole('dialog', { name: TITLE }))
const password = () => dialog().getByLabelText('Password', { selector: 'input' })
const confirm = () => dialog().getByRole('button', { name: 'Confirm' })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const isSetUpShown = () => screen.findByRole('img', { name: 'QR code for your authenticator app' })
const startButton = () => screen.getByRole('button', { name: 'Set up two-step login' })

function open(responses: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    getProfile: aProfile({ features: ['two_step', 'passkeys'] }),
    getSecondFactor: aSecondFactor(),
    listPasskeys: [],
    startSecondFactor: SECRET,
    stepUp: () => aStepUp(),
    ...responses,
  })
  const page = renderWithStore(
    <>
      <TwoStepSection />
      <StepUpDialog />
    </>,
    { state: asMember(), at: '/?section=two-step' },
  )
  return { api, ...page }
}

/** Starts a sensitive call. */
async function act(responses: Parameters<typeof fakeApi>[0] = {}) {
  const page = open(responses)
  await page.user.click(await screen.findByRole('button', { name: 'Set up two-step login' }))
  return page
}

afterEach(browserWithoutPasskeys)

describe('Before a sensitive call (behaviour 12.5)', () => {
  test('the dialog asks for the password, and the call continues by itself', async () => {
    const { user, api } = await act()
    expect(await screen.findByRole('dialog', { name: TITLE })).toBeVisible()
    expect(password()).toHaveFocus()
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    const owner = ownerIn(password())
    await waitFor(() => expect(owner).toHaveValue(aProfile().email))
    expect(owner).toHaveAttribute('readonly')
    expect(owner).not.toBeVisible()
    expect(api.calls('startSecondFactor')).toEqual([])
    await user.keyboard('Orchard!7')
    await user.click(confirm())
    await isSetUpShown()
    await isClosed()
    expect(api.calls('stepUp').map(({ body }) => body)).toEqual([{ password: 'Orchard!7' }])
    const [sent] = api.calls('startSecondFactor')
    expect(sent?.headers.get('x-step-up')).toBe('step-up-1')
  })

  test.each([
    ['passkey_required', /^Your role needs more than the password here\. Use your passkey\./],
    ['set_up_at_desk', /Set up two-step login at the staff desk first\.$/],
  ])('staff read why the password alone is refused: %s', async (code, words) => {
    const { user } = await act({ stepUp: refusal(403, code) })
    await user.type(password(), 'Orchard!7')
    await user.click(confirm())
    expect(await dialog().findByText(words)).toBeVisible()
  })

  test('no dialog opens while the confirmation is valid', async () => {
    const { user, store, api } = open()
    await screen.findByRole('button', { name: 'Set up two-step login' })
    store.dispatch(ownerConfirmed(aStepUp('step-up-0')))
    await user.click(startButton())
    await isSetUpShown()
    expect(api.calls('stepUp')).toEqual([])
    expect(api.calls('startSecondFactor')[0]?.headers.get('x-step-up')).toBe('step-up-0')
  })

  test('a wrong clock of the computer opens no needless dialog', async () => {
    const { user, store, api } = open()
    await screen.findByRole('button', { name: 'Set up two-step login' })
    store.dispatch(ownerConfirmed(aStepUp('step-up-0', -60)))
    await user.click(startButton())
    await isSetUpShown()
    expect(api.calls('stepUp')).toEqual([])
  })

  test('asks again when the server refuses it', async () => {
    const { user, store, api } = open({
      startSecondFactor: ({ headers }: FakeCall) =>
        headers.get('x-step-up') === 'step-up-1' ? SECRET : refusal(403, 'step_up_required'),
    })
    await screen.findByRole('button', { name: 'Set up two-step login' })
    store.dispatch(ownerConfirmed(aStepUp('step-up-0')))
    await user.click(startButton())
    expect(await screen.findByRole('dialog', { name: TITLE })).toBeVisible()
    await user.keyboard('Orchard!7')
    await user.click(confirm())
    await isSetUpShown()
    expect(api.calls('startSecondFactor')).toHaveLength(2)
  })

  test.each(['Cancel', 'Close dialog'])('%s leaves all as it was', async (name) => {
    const { user, api, store } = await act()
    await screen.findByRole('dialog', { name: TITLE })
    await user.click(dialog().getByRole('button', { name }))
    await isClosed()
    expect(startButton()).toHaveFocus()
    await waitFor(() => expect(startButton()).not.toHaveAttribute('aria-busy'))
    expect(api.calls('startSecondFactor')).toEqual([])
    expect(store.getState().toasts.queue).toEqual([])
    await user.click(startButton())
    expect(await screen.findByRole('dialog', { name: TITLE })).toBeVisible()
    expect(password()).toHaveValue('')
  })

  test('a wrong password is said at its field, and no session ends', async () => {
    const { user, store } = await act({ stepUp: refusal(403, 'wrong_password') })
    await screen.findByRole('dialog', { name: TITLE })
    await user.click(confirm())
    expect(password()).toHaveAccessibleDescription('Please enter your password.')
    await user.type(password(), 'orchard')
    await user.click(confirm())
    await waitFor(() => expect(password()).toBeInvalid())
    expect(password()).toHaveAccessibleDescription('That’s not your password.')
    await user.type(password(), 's')
    expect(password()).toBeValid()
    expect(store.getState().session.status).toBe('member')
  })

  test('the code is asked for in place where the account has a second step', async () => {
    const { user, api } = await act({
      stepUp: ({ body }: FakeCall) => {
        const { code } = body as { code?: string }
        if (code === undefined) return refusal(403, 'second_factor_required')
        return code === '123456' ? aStepUp() : refusal(403, 'second_factor_invalid')
      },
    })
    await screen.findByRole('dialog', { name: TITLE })
    await user.keyboard('Orchard!7')
    await user.click(confirm())
    const code = await dialog().findByRole('textbox', { name: 'Code' })
    expect(code).toHaveFocus()
    expect(password()).toHaveValue('Orchard!7')
    await user.keyboard('000000')
    await user.click(confirm())
    await waitFor(() => expect(code).toBeInvalid())
    expect(code).toHaveAccessibleDescription(/This code is wrong/)
    await user.clear(code)
    await user.keyboard('123456')
    await user.click(confirm())
    await isSetUpShown()
    expect(api.calls('stepUp')).toHaveLength(3)
  })

  test.each([
    [429, /^Too many attempts\./],
    [500, /^We couldn’t check that it’s you\./],
  ])('a %i is said, and what was typed stays', async (status, text) => {
    const { user } = await act({ stepUp: refusal(status) })
    await screen.findByRole('dialog', { name: TITLE })
    await user.keyboard('Orchard!7')
    await user.click(confirm())
    expect(await dialog().findByRole('alert')).toHaveTextContent(text)
    expect(password()).toHaveValue('Orchard!7')
  })

  test('a passkey confirms as well, where the member has one', async () => {
    const browser = browserWithPasskeys()
    const { user, api } = await act({ listPasskeys: [aPasskey()], startStepUp: CHALLENGE })
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    browser.answer()
    await isSetUpShown()
    expect(api.calls('stepUp')[0]?.body).toMatchObject({ response: { id: 'cGFzc2tleQ' } })
  })

  test('a refused passkey is said; one that was not chosen is not', async () => {
    const browser = browserWithPasskeys()
    const { user, api } = await act({
      listPasskeys: [aPasskey()],
      startStepUp: CHALLENGE,
      stepUp: refusal(403, 'invalid'),
    })
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    browser.refuse()
    await waitFor(() =>
      expect(dialog().getByRole('button', { name: 'Use a passkey' })).not.toHaveAttribute(
        'aria-busy',
      ),
    )
    expect(dialog().queryByRole('alert')).toBeNull()
    await user.click(dialog().getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(browser.asked).toHaveLength(2))
    browser.answer()
    expect(await dialog().findByRole('alert')).toHaveTextContent('We couldn’t accept this passkey.')
    expect(api.calls('startSecondFactor')).toEqual([])
  })

  test('no passkey is offered to a member without one', async () => {
    browserWithPasskeys()
    const { api } = await act()
    await screen.findByRole('dialog', { name: TITLE })
    await waitFor(() => expect(api.calls('listPasskeys')).toHaveLength(1))
    expect(dialog().queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })

  test('the end of the session closes the dialog and cancels the call', async () => {
    const { store, api } = await act()
    await screen.findByRole('dialog', { name: TITLE })
    reactAct(() => void store.dispatch(sessionEnded()))
    await isClosed()
    expect(api.calls('startSecondFactor')).toEqual([])
  })

  test('the confirmation is in no storage', async () => {
    const { user } = await act()
    await screen.findByRole('dialog', { name: TITLE })
    await user.keyboard('Orchard!7')
    await user.click(confirm())
    await isSetUpShown()
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('step-up-1')
  })
})
