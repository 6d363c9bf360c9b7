import { screen, waitFor, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { ToastLayer } from '#src/app/shell/ToastLayer.tsx'
import { TwoStepSection } from '#src/features/dashboard/second-factor/TwoStepSection.tsx'
import { ownerConfirmed } from '#src/store/session/stepUpSlice.ts'
import { aSecondFactor, aStepUp } from '#test/helpers/fixtures/security.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

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

function open(answers: Parameters<typeof fakeApi>[0] = {}, state = asMember()) {
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
    ...answers,
  })
  const page = renderWithStore(
    <>
      <TwoStepSection />
      <ToastLayer />
    </>,
    { state },
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
  page.api.answer({ getSecondFactor: { ...ON, codes_left: 10 } })
  await page.user.click(button('Turn on'))
  await screen.findByRole('heading', { name: 'Your recovery codes' })
  return page
}

describe('Two-step login in the settings (behaviour 12)', () => {
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
    await user.click(button('Copy the key'))
    expect(await screen.findByText('Copied.')).toBeVisible()
    expect(write).toHaveBeenCalledWith(SECRET.secret)
    write.mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    await user.click(button('Copy the key'))
    expect(await screen.findByText(/^Your browser did not copy it\./)).toBeVisible()
  })

  test('a wrong first code is said at its field; the set-up goes on', async () => {
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

  test('shows the recovery codes after the first code, until they are kept', async () => {
    const { user, store } = await turnOn()
    expect(listed()).toEqual(CODES)
    expect(screen.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
    expect(await toasts().findByRole('status')).toHaveTextContent('Two-step login is on.')
    const write = jest.spyOn(navigator.clipboard, 'writeText')
    await user.click(button('Copy'))
    expect(write).toHaveBeenCalledWith(CODES.join('\n'))

    await user.click(button('I have kept them'))
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
    api.answer({ getSecondFactor: aSecondFactor() })
    await user.click(button('Yes'))
    expect(await findButton('Set up two-step login')).toBeVisible()
    expect(await toasts().findByRole('status')).toHaveTextContent('Two-step login is off.')
  })

  test('a failure is a toast, and nothing changes', async () => {
    const { user } = open({ getSecondFactor: ON, removeSecondFactor: refusal(500) })
    await user.click(await findButton('Turn off'))
    await user.click(await findButton('Yes'))
    expect(await toasts().findByRole('alert')).toHaveTextContent('Error changing two-step login')
    expect(button('Turn off')).toBeVisible()
  })

  test('says where a role needs it', async () => {
    open({ getSecondFactor: aSecondFactor({ is_required: true }) })
    expect(await screen.findByText('Your role needs it for the staff desk.')).toBeVisible()
  })

  test.each([
    [0, /^You have no recovery code left\./],
    [1, 'You have 1 unused recovery code.'],
  ])('warns of %i codes left', async (codes_left, text) => {
    open({ getSecondFactor: { ...ON, codes_left } })
    expect(await screen.findByText(text)).toBeVisible()
  })
})
