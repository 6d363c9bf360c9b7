import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { CoreAdminContext } from 'react-admin'
import { useKeptFocus } from '#desk/frame/DeskLayout.tsx'
import { LoginPage } from '#desk/frame/LoginPage.tsx'
import { makeAuthProvider } from '#desk/session/authProvider.ts'
import { makeClient } from '#desk/session/client.ts'
import { fakeDesk, type Responses, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import {
  browserWithoutPasskeys,
  browserWithPasskeys,
  CHALLENGE,
} from '#test/helpers/screens/passkeys.ts'

const SESSION = {
  user: { id: 4, username: 'Sue', role: 'staff' },
  csrf: 'token',
  expires_at: null,
  needs_second_factor: false,
  set_up: null,
  passkeys: false,
  not_set_up: null,
}
const PASSKEY = 'Log in with a passkey'
const NOBODY = { ...SESSION, user: null, csrf: null }
const refusedWith = (code: string, detail: string) =>
  Response.json({ detail, errors: [{ code, detail, attr: null }] }, { status: 401 })

function open(responses: Responses) {
  const calls = fakeDesk({ 'GET /session': NOBODY, ...responses })
  render(
    <CoreAdminContext authProvider={makeAuthProvider(makeClient())}>
      <LoginPage />
    </CoreAdminContext>,
  )
  return { calls, user: userEvent.setup() }
}
async function logIn(user: ReturnType<typeof open>['user']) {
  await user.type(screen.getByLabelText('Email'), 'sue@example.org')
  await user.type(screen.getByLabelText('Password'), 'Golden-Apple-412')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

describe('the login of the desk', () => {
  test('says that a site is not set up, with the command on the machine itself alone', async () => {
    open({ 'GET /session': { ...NOBODY, not_set_up: 'elsewhere' } })
    expect(await screen.findByText('This site isn’t set up yet')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Log in' })).not.toBeInTheDocument()
    expect(screen.queryByText(/admin -- setup/)).not.toBeInTheDocument()
    cleanup()
    open({ 'GET /session': { ...NOBODY, not_set_up: 'here' } })
    expect(await screen.findByText(/admin -- setup/)).toBeVisible()
  })

  test('asks for the code of the second step in place, and keeps what was typed', async () => {
    const bodies: unknown[] = []
    const answers = [
      refusedWith('second_factor_required', 'Enter the code.'),
      refusedWith('second_factor_invalid', 'This code is wrong.'),
      SESSION,
    ]
    const { user } = open({
      'POST /session': ({ body }: Sent) => {
        bodies.push(body)
        return answers.shift()
      },
    })
    await logIn(user)
    const code = await screen.findByLabelText(/^Code from your authenticator app/)
    expect(code).toHaveFocus()
    expect(screen.getByLabelText('Password')).toHaveValue('Golden-Apple-412')
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('This code is wrong.')).toBeVisible()
    await user.clear(code)
    await user.type(code, '123456{Enter}')
    const login = { email: 'sue@example.org', password: 'Golden-Apple-412' }
    expect(bodies).toEqual([login, { ...login, code: '000000' }, { ...login, code: '123456' }])
  })

  test('another e-mail address begins again', async () => {
    const { user } = open({
      'POST /session': () => refusedWith('second_factor_required', 'Enter the code.'),
    })
    await logIn(user)
    await screen.findByLabelText(/^Code from/)
    await user.type(screen.getByLabelText('Email'), 'x')
    expect(screen.queryByLabelText(/^Code from/)).toBeNull()
  })

  test('the login is sent without a code once the password is another one', async () => {
    const bodies: unknown[] = []
    const { user } = open({
      'POST /session': ({ body }: Sent) => {
        bodies.push(body)
        return refusedWith('second_factor_required', 'Enter the code.')
      },
    })
    await logIn(user)
    await user.type(await screen.findByLabelText(/^Code from/), '123456')
    await user.type(screen.getByLabelText('Password'), '!')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(bodies.at(-1)).toEqual({ email: 'sue@example.org', password: 'Golden-Apple-412!' })
  })

  test('offers no passkey where the server or the browser has none', async () => {
    const { calls } = open({ 'GET /session': { ...NOBODY, passkeys: true } })
    await waitFor(() => expect(calls).toEqual(['GET /session']))
    expect(screen.queryByRole('button', { name: PASSKEY })).toBeNull()
  })
})

describe('a passkey at the desk', () => {
  afterEach(browserWithoutPasskeys)
  const WITH_PASSKEYS = { 'GET /session': { ...NOBODY, passkeys: true } }

  test('is not offered under another address of the desk', async () => {
    browserWithPasskeys()
    for (const [origin, isOffered] of [
      ['https://desk.club.example', false],
      [window.location.origin, true],
    ] as const) {
      fakeDesk({ 'GET /session': { ...NOBODY, passkeys: true, passkey_origin: origin } })
      expect(await makeAuthProvider(makeClient()).offersPasskeys()).toBe(isOffered)
    }
  })

  test('logs in where the server announces it', async () => {
    const browser = browserWithPasskeys()
    const bodies: unknown[] = []
    const { user, calls } = open({
      ...WITH_PASSKEYS,
      'POST /session/passkey/start': CHALLENGE,
      'POST /session/passkey': ({ body }: Sent) => {
        bodies.push(body)
        return SESSION
      },
    })
    await user.click(await screen.findByRole('button', { name: PASSKEY }))
    await waitFor(() => expect(browser.asked).toMatchObject([{ challenge: 'challenge' }]))
    browser.answer()
    await waitFor(() => expect(bodies).toMatchObject([{ response: { id: 'cGFzc2tleQ' } }]))
    expect(calls).not.toContain('POST /session')
  })

  test('that is refused says so; one that was not chosen says nothing', async () => {
    const browser = browserWithPasskeys()
    const { user, calls } = open({
      ...WITH_PASSKEYS,
      'POST /session/passkey/start': CHALLENGE,
      'POST /session/passkey': () => refused(401, 'This passkey was not accepted.'),
    })
    await user.click(await screen.findByRole('button', { name: PASSKEY }))
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    browser.refuse()
    await waitFor(() => expect(screen.getByRole('button', { name: PASSKEY })).toBeEnabled())
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['', ''])
    await user.click(screen.getByRole('button', { name: PASSKEY }))
    await waitFor(() => expect(browser.asked).toHaveLength(2))
    browser.answer()
    expect(await screen.findByText('This passkey was not accepted.')).toBeVisible()
    expect(calls.filter((call) => call === 'POST /session/passkey')).toHaveLength(1)
  })

  test('is not offered by a server that says nothing of it', async () => {
    browserWithPasskeys()
    const { calls } = open({ 'GET /session': { user: null, csrf: null, expires_at: null } })
    await waitFor(() => expect(calls).toEqual(['GET /session']))
    expect(screen.queryByRole('button', { name: PASSKEY })).toBeNull()
  })
})

describe('the mailed code before the set-up', () => {
  const waiting = (set_up: string) => ({ ...SESSION, needs_second_factor: true, set_up })
  const [SEND, CHECK] = ['POST /second-factor/send-code', 'POST /second-factor/check-code']
  const MAILED: Responses = {
    'GET /session': waiting('send'),
    [SEND]: {},
    [CHECK]: ({ body }: Sent) =>
      (body as { code: string }).code === '1234 5678' ? {} : refused(400, 'This is not the code.'),
    'POST /second-factor/start': { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x' },
  }
  const field = () => screen.getByLabelText('Code from the email')
  const submit = () => screen.getByRole('button', { name: 'Continue' })

  test('is requested once by the page, and leads to the app', async () => {
    const { user, calls } = open(MAILED)
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus()
    await user.type(field(), '1111 1111')
    await user.click(submit())
    expect(await screen.findByText('This is not the code.')).toBeVisible()
    expect(field()).toHaveAccessibleDescription('This is not the code.')
    await user.clear(field())
    await user.type(field(), '1234 5678')
    await user.click(submit())
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(calls.filter((call) => call === SEND)).toHaveLength(1)
  })

  test('is not requested again by a page that is loaded again, but with its button', async () => {
    const { user, calls } = open({ ...MAILED, 'GET /session': waiting('code') })
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText(/^A new code is on its way/)).toBeVisible()
    expect(field()).toHaveFocus()
    expect(calls.filter((call) => call === SEND)).toHaveLength(1)
  })

  test('that could not be sent is said, and sent again', async () => {
    const answers = [refused(429, 'Too many. Try again later.'), {}]
    const { user } = open({ ...MAILED, [SEND]: () => answers.shift() })
    expect(await screen.findByText('Too many. Try again later.')).toBeVisible()
    expect(screen.queryByText(/^We’ve emailed a code/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText(/^We’ve emailed a code of 8 digits/)).toBeVisible()
    expect(screen.queryByText(/^Too many/)).toBeNull()
  })

  test('has no place where the account has a passkey', async () => {
    const { user, calls } = open({ 'GET /session': waiting('passkey'), 'DELETE /session': {} })
    expect(await screen.findByRole('heading', { name: 'Use your passkey' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(calls).toEqual(['GET /session', 'DELETE /session'])
  })
})

describe('the set-up of the second step', () => {
  const CODES = ['k7m2a-9qrst', 'k7m2b-9qrst']
  const HALF = { ...SESSION, needs_second_factor: true, set_up: 'app' }
  const SET_UP: Responses = {
    'GET /session': HALF,
    'POST /second-factor/start': { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x' },
    'POST /second-factor/confirm': ({ body }: Sent) =>
      (body as { code: string }).code === '123456'
        ? { codes: CODES }
        : refused(400, 'This code is wrong.'),
  }
  const QR = { name: 'QR code for the authenticator app' }
  const turnOn = () => screen.getByRole('button', { name: 'Turn on two-step login' })
  /** Whether the browser would ask before it closes the tab. */
  const asksBeforeUnload = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

  async function showCodes() {
    const page = open(SET_UP)
    await screen.findByRole('img', QR)
    await page.user.type(screen.getByLabelText('Code'), '123456')
    await page.user.click(turnOn())
    expect(await screen.findByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
    return page
  }

  test('follows a login of an account without one, and starts no other call', async () => {
    const { user, calls } = open({ ...SET_UP, 'GET /session': NOBODY, 'POST /session': HALF })
    await logIn(user)
    expect(await screen.findByRole('heading', { name: 'Set up two-step login' })).toHaveFocus()
    expect(await screen.findByRole('img', QR)).toBeVisible()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(calls).toEqual(['GET /session', 'POST /session', 'POST /second-factor/start'])
  })

  test('goes on after the page was loaded again', async () => {
    const { calls } = open(SET_UP)
    expect(await screen.findByRole('img', QR)).toBeVisible()
    expect(calls).toEqual(['GET /session', 'POST /second-factor/start'])
  })

  test('a wrong code is said at its field, and the same secret stays', async () => {
    const { user, calls } = open(SET_UP)
    await screen.findByRole('img', QR)
    await user.type(screen.getByLabelText('Code'), '1')
    await user.click(turnOn())
    expect(await screen.findByText('This code is wrong.')).toBeVisible()
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('This code is wrong.')
    expect(calls.filter((call) => call === 'POST /second-factor/start')).toHaveLength(1)
  })

  test('a set-up that could not begin is tried again', async () => {
    const starts = [refused(500, 'Broken.'), { secret: 'JBSW', url: 'otpauth://totp/x' }]
    const { user } = open({ ...SET_UP, 'POST /second-factor/start': () => starts.shift() })
    expect(await screen.findByText('Broken.')).toBeVisible()
    expect(turnOn()).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img', QR)).toBeVisible()
  })

  test('can be left for another account', async () => {
    const { user, calls } = open({ ...SET_UP, 'DELETE /session': {} })
    await user.click(await screen.findByRole('button', { name: 'Use another account' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(calls).toContain('DELETE /session')
  })

  test('shows the recovery codes once: to copy, to download, and before the page is left', async () => {
    const { user } = await showCodes()
    const listed = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(listed).toEqual(CODES)
    expect(asksBeforeUnload()).toBe(true)

    const write = jest.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied.')).toBeVisible()
    expect(write).toHaveBeenCalledWith(`${CODES.join('\n')}\n`)
    write.mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(/^Your browser couldn’t copy the codes\./)).toBeVisible()

    const file = screen.getByRole('link', { name: 'Download' })
    expect(file).toHaveAttribute('download', 'discordia-recovery-codes.txt')
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain(CODES.join('\n'))
  })

  test('asks no more when the codes are kept', async () => {
    const { user } = await showCodes()
    // jsdom cannot load the desk.
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    expect(asksBeforeUnload()).toBe(false)
  })
})

/** A page whose entries are removed by their buttons. */
const Page = ({ kind }: { kind: 'cards' | 'rows' }) => {
  useKeptFocus()
  const [left, setLeft] = useState(['Ash', 'Birch', 'Cedar'])
  const approve = (name: string) => (
    <button onClick={() => setLeft(left.filter((one) => one !== name))} type="button">
      Approve {name}
    </button>
  )
  return (
    <div id="root">
      <h1>Queue</h1>
      <main>
        {kind === 'rows' ? (
          <table>
            <tbody>
              {left.map((name) => (
                <tr key={name}>
                  <td>
                    <a href={`#${name}`}>{name}</a>
                  </td>
                  <td>{approve(name)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <div>
            <p>What waits</p>
            {left.map((name) => (
              <article key={name}>
                <h2>{name}</h2>
                {approve(name)}
              </article>
            ))}
          </div>
        )}
      </main>
    </div>
  )
}

const activate = async (name: string) => {
  screen.getByRole('button', { name: `Approve ${name}` }).focus()
  await userEvent.keyboard('{Enter}')
}

test('after a decision the focus goes to the next card, from the last one to the one before, then to the page', async () => {
  render(<Page kind="cards" />)
  await activate('Ash')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Birch' })).toHaveFocus())
  await activate('Cedar')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Birch' })).toHaveFocus())
  await activate('Birch')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Queue' })).toHaveFocus())
})

test('of a table the next row has the focus, at its first control', async () => {
  render(<Page kind="rows" />)
  await activate('Birch')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Cedar' })).toHaveFocus())
})

test('a focus that was given up does not come back', async () => {
  render(<Page kind="cards" />)
  const button = screen.getByRole('button', { name: 'Approve Ash' })
  button.focus()
  await userEvent.click(screen.getByText('What waits'))
  expect(document.body).toHaveFocus()
  // The row is removed without a click of the user.
  act(() => button.click())
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(document.body).toHaveFocus()
})
