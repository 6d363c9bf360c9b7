import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/SiteTree.tsx'
import { ConductDialog } from '#src/features/account/admission/ConductDialog.tsx'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { announceInHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const main = () => within(screen.getByRole('main'))
const LINE = 'A line to our team (optional)'
const AGREE = 'I agree to the code of conduct'

async function openForm(admission: object, at = '/auth/register') {
  announceInHead('admission')
  const api = fakeApi({ getAdmission: admission, register: reply(201, {}) })
  const { user } = renderWithStore(<App />, { at })
  await screen.findByRole('heading', { level: 1, name: 'Register' })
  await waitFor(() => expect(api.calls('getAdmission')).toHaveLength(1))
  return { api, user }
}

type User = Awaited<ReturnType<typeof openForm>>['user']

async function send(user: User) {
  const texts = {
    Email: 'ada@example.org',
    Username: 'Ada',
    Password: 'Orchard#1',
    'Confirm Password': 'Orchard#1',
  }
  for (const [label, text] of Object.entries(texts)) {
    const field = main().getByLabelText(label, { selector: 'input' })
    await user.clear(field)
    await fillIn(user, field, text)
  }
  await user.click(main().getByRole('button', { name: 'Register' }))
}

describe('Who may register (behaviour 12.33)', () => {
  test('nothing is asked for on a server that does not announce it', async () => {
    const api = fakeApi({ register: reply(201, {}) })
    const { user } = renderWithStore(<App />, { at: '/auth/register' })
    await screen.findByRole('heading', { level: 1, name: 'Register' })
    await send(user)
    await screen.findByRole('heading', { level: 1, name: 'Almost there' })
    expect(api.calls('getAdmission')).toEqual([])
    expect(main().queryByText(/has to approve/)).toBeNull()
  })

  test('a closed registration has no form', async () => {
    await openForm({ mode: 'closed' })
    expect(await main().findByRole('status')).toHaveTextContent('Registration is closed')
    expect(main().queryByRole('textbox')).toBeNull()
    expect(main().getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('a line goes to the team that decides, and the page says so', async () => {
    const { api, user } = await openForm({ mode: 'approval' })
    await fillIn(user, await main().findByRole('textbox', { name: LINE }), ' I play on Fridays ')
    await send(user)
    expect(await main().findByText(/still has to approve your registration/)).toBeVisible()
    expect(api.calls('register')[0]?.body).toMatchObject({ application: 'I play on Fridays' })
  })

  test('a link of the team sends its secret, and needs neither line nor approval', async () => {
    const { api, user } = await openForm({ mode: 'approval' }, '/auth/register#team=abc')
    await send(user)
    await screen.findByRole('heading', { level: 1, name: 'Almost there' })
    expect(api.calls('register')[0]?.body).toMatchObject({ invite_secret: 'abc' })
    expect(main().queryByRole('textbox', { name: LINE })).toBeNull()
    expect(main().queryByText(/still has to approve/)).toBeNull()
  })

  test.each([
    ['invite_needed', 'You need an invite to register. Open'],
    ['admission_closed', 'Registration is closed at the moment.'],
    ['address_refused', 'We take no registrations with addresses of this provider.'],
  ])('the refusal %s has a sentence, and what was typed stays', async (code, sentence) => {
    const { api, user } = await openForm({ mode: 'invite' })
    api.respond({ register: refusal(400, code) })
    await send(user)
    expect(await main().findByText(new RegExp(sentence))).toBeVisible()
    expect(main().getByRole('textbox', { name: 'Username' })).toHaveValue('Ada')
  })

  test('a login says that the team has not decided yet', async () => {
    fakeApi({
      login: refusal(
        401,
        'awaiting_approval',
        'No active account found with the given credentials',
      ),
    })
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    await fillIn(
      user,
      await screen.findByLabelText('Email', { selector: 'input' }),
      'a@example.org',
    )
    await fillIn(user, screen.getByLabelText('Password', { selector: 'input' }), 'Orchard#1')
    await user.click(main().getByRole('button', { name: 'Login' }))
    expect(await main().findByRole('alert')).toHaveTextContent('still has to approve')
  })

  test('an activation that the team decides about says so, without a link to the login', async () => {
    fakeApi({ activateAccount: reply(202, { awaits_approval: true }) })
    renderWithStore(<App />, { at: '/auth/activate-account/link' })
    await screen.findByRole('heading', { level: 1, name: 'Address confirmed' })
    expect(main().getByText(/still has to approve/)).toBeVisible()
    expect(main().queryByRole('link', { name: 'Login' })).toBeNull()
  })
})

describe('The code of conduct (behaviour 12.33)', () => {
  test('the registration asks for it', async () => {
    const { api, user } = await openForm({ mode: 'open', conduct: 3 })
    const box = await main().findByRole('checkbox', { name: AGREE })
    expect(main().getByRole('link', { name: 'Read the code of conduct' })).toHaveAttribute(
      'href',
      '/conduct.html',
    )
    await send(user)
    expect(await main().findByRole('alert')).toHaveTextContent(
      'Please agree to the code of conduct.',
    )
    expect(api.calls('register')).toEqual([])
    await user.click(box)
    await user.click(main().getByRole('button', { name: 'Register' }))
    await screen.findByRole('heading', { level: 1, name: 'Almost there' })
    expect(api.calls('register')[0]?.body).toMatchObject({ conduct: 3 })
  })

  const TEXTS = { id: 1, purpose: 'Owls', note: '', talk_url: null, version: 0 }

  /** Presses the button once the version is known. */
  async function agree(user: User) {
    const button = screen.getByRole('button', { name: 'I agree' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'))
    await user.click(button)
  }

  async function act() {
    const api = fakeApi({
      getAdmission: { mode: 'open', conduct: 2 },
      acceptConduct: {},
      saveGroupPage: refusal(403, 'conduct_required'),
    })
    const { store, user } = renderWithStore(<ConductDialog />, { state: asMember() })
    const done = store.dispatch(groupPageApi.endpoints.saveGroupPage.initiate(TEXTS as never))
    await screen.findByRole('dialog', { name: 'Our code of conduct' })
    return { api, user, done }
  }

  test('an act waits for the agreement, and goes on by itself', async () => {
    const { api, user, done } = await act()
    api.respond({ saveGroupPage: refusal(409, 'page_changed') })
    await agree(user)
    expect((await done).error).toMatchObject({ status: 409 })
    expect(api.calls('acceptConduct').map(({ body }) => body)).toEqual([{ version: 2 }])
    expect(api.calls('saveGroupPage')).toHaveLength(2)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('an act is given up with the dialog', async () => {
    const { api, user, done } = await act()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((await done).error).toMatchObject({ error: 'not confirmed' })
    expect(api.calls('saveGroupPage')).toHaveLength(1)
  })

  test('a code that changed in the meantime is read again before it is agreed to', async () => {
    const { api, user } = await act()
    api.respond({
      acceptConduct: refusal(409, 'conduct_changed'),
      getAdmission: { mode: 'open', conduct: 3 },
    })
    await agree(user)
    expect(await screen.findByText(/has just changed/)).toBeVisible()
    await waitFor(() => expect(api.calls('getAdmission')).toHaveLength(2))
    api.respond({ acceptConduct: {} })
    await agree(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const versions = api.calls('acceptConduct').map(({ body }) => body)
    expect(versions).toEqual([{ version: 2 }, { version: 3 }])
  })

  test('a failure is said, and the question stays', async () => {
    const { api, user } = await act()
    api.respond({ acceptConduct: refusal(500) })
    await agree(user)
    expect(await screen.findByText(/didn’t get through/)).toBeVisible()
    expect(screen.getByRole('dialog')).toBeVisible()
  })
})
