import { act, screen, within } from '@testing-library/react'
import { App } from '#src/app/SiteTree.tsx'
import { ToastRegion } from '#src/ui/ToastRegion.tsx'
import { aContentItem, aGroup, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn, letFormsBeRead } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { translatePage } from '#test/helpers/screens/translatePage.ts'
import texts from '../../locales/en/translation.json'
import { notifications, openDashboard } from './openDashboard.tsx'

letFormsBeRead()

const main = () => within(screen.getByRole('main'))
const button = (name: string) => main().getByRole('button', { name })
const translate = () => act(translatePage)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const busy = (name: string) => expect(button(name)).toHaveAttribute('aria-busy', 'true')

const quiet = { listLatest: [], logVisit: { message: 'ok' }, listNews: [], listEvents: [] }

/** Opens a page and translates it as a browser does. */
async function open(at: string, title: string, responses: Parameters<typeof fakeApi>[0] = {}) {
  fakeApi({ ...quiet, ...responses })
  const view = renderWithStore(<App />, { at })
  await heading(title)
  translate()
  return view
}

describe('A page that the browser has translated keeps working (decision 023)', () => {
  test('a login that is refused, and one that is not', async () => {
    const response = later<Response>()
    const { user, at } = await open('/auth/login', 'Login', { login: () => response.promise })
    const email = main().getByRole('textbox', { name: 'Email' })
    await fillIn(user, email, 'ada@example.org')
    await fillIn(user, main().getByLabelText('Password', { selector: 'input' }), 'x')
    await user.click(button('Login'))
    busy('Login')
    translate()
    response.resolve(refusal(401, 'x', 'No active account found with the given credentials'))
    expect(await main().findByRole('alert')).toHaveTextContent(/no active account/i)
    expect(email).toHaveValue('ada@example.org')
    translate()
    await user.click(button('Show password'))
    await user.click(main().getByRole('link', { name: 'Forgot password?' }))
    await heading('Forgot password')
    expect(at()).toBe('/auth/forgot-password')
  })

  test('a registration', async () => {
    const response = later<Response>()
    const responses = { register: () => response.promise }
    const { user } = await open('/auth/register', 'Register', responses)
    await user.click(button('Register'))
    expect(await main().findByRole('alert')).toHaveTextContent('Please fill in all fields.')
    translate()
    for (const [label, text] of Object.entries({
      Email: 'ada@example.org',
      Username: 'Ada',
      Password: 'Orchard#1',
      'Confirm Password': 'Orchard#1',
    }))
      await fillIn(user, main().getByLabelText(label, { selector: 'input' }), text)
    await user.click(button('Register'))
    busy('Register')
    translate()
    response.resolve(reply(201, {}))
    expect(await main().findByText(/ada@example\.org/)).toBeVisible()
  })

  test('a forgotten password', async () => {
    const response = later<Response>()
    const responses = { requestPasswordReset: () => response.promise }
    const { user } = await open('/auth/forgot-password', 'Forgot password', responses)
    await fillIn(user, main().getByRole('textbox'), 'ada@example.org')
    const [send] = main().getAllByRole('button')
    if (send) await user.click(send)
    expect(send).toHaveAttribute('aria-busy', 'true')
    translate()
    response.resolve(reply(200, {}))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('This page fell apart')).toBeNull()
  })

  test('a message of the contact form', async () => {
    const { user } = await open('/discordia/', texts.landing_page.title)
    const response = later<Response>()
    jest.spyOn(globalThis, 'fetch').mockImplementation(() => response.promise)
    const form = within(screen.getByRole('form', { name: 'Contact' }))
    for (const name of ['Name', 'Email', 'Subject', 'Message'])
      await fillIn(user, form.getByRole('textbox', { name }), 'ada@example.org')
    translate()
    await user.click(form.getByRole('button', { name: 'Send' }))
    translate()
    response.resolve(new Response('OK'))
    expect(await screen.findByText(/^Thanks for reaching out!/)).toBeVisible()
  })

  test('Show More, and the dialog of Read more', async () => {
    const detail = later<unknown>()
    const listNews = Array.from({ length: 6 }, (_, n) =>
      aContentItem({ id: id(n + 1), title: `News ${n + 1}` }),
    )
    const { user } = await open('/discordia/news&events/', 'News & Events', {
      listNews,
      getNews: () => detail.promise,
    })
    await main().findByRole('article', { name: 'News 1' })
    translate()
    await user.click(button('Show More'))
    expect(main().getAllByRole('article')).toHaveLength(6)
    translate()
    const card = within(main().getByRole('article', { name: 'News 1' }))
    await user.click(card.getByRole('button', { name: 'Read more' }))
    translate()
    detail.resolve(listNews[0])
    const dialog = within(await screen.findByRole('dialog', { name: 'News 1' }))
    translate()
    await user.click(dialog.getByRole('button', { name: 'Close dialog' }))
    expect(card.getByRole('button', { name: 'Read more' })).not.toHaveAttribute('aria-busy')
  })

  test('order details that are saved', async () => {
    const response = later<Response>()
    const { user } = openDashboard(
      { listOrderDetails: [], listCountries: [], saveOrderDetails: () => response.promise },
      { at: '/discordia/dashboard?tab=details' },
    )
    await fillIn(user, await screen.findByRole('textbox', { name: 'City' }), 'Graz')
    translate()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    translate()
    response.resolve(refusal(500))
    await notifications().findByRole('alert')
    translate()
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Graz')
    expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy')
  })

  test('tabs and groups of the dashboard', async () => {
    const { user } = openDashboard({ listGroups: [aGroup({ name: 'The Lamp-Lighters' })] })
    const group = await screen.findByRole('button', { name: /Lamp-Lighters/ })
    translate()
    await user.click(group)
    translate()
    await user.click(group)
    expect(group).toHaveAttribute('aria-expanded', 'false')
    await user.click(screen.getByRole('tab', { name: /Invites/ }))
    translate()
    await user.click(screen.getByRole('tab', { name: /Groups/ }))
    expect(await screen.findByRole('button', { name: /Lamp-Lighters/ })).toBeVisible()
  })

  test('toasts that come and go', () => {
    const region = (messages: readonly string[]) => (
      <ToastRegion
        label="Notifications"
        place="top-centre"
        toasts={messages.map((message) => ({
          id: message,
          message,
          tone: 'error',
          isVisible: true,
        }))}
        onDismiss={() => undefined}
        onPause={() => undefined}
        onResume={() => undefined}
      />
    )
    const { rerender } = renderWithStore(region(['One', 'Two']))
    translate()
    rerender(region(['Three', 'Two']))
    translate()
    rerender(region(['Two']))
    expect(screen.getAllByRole('alert').map((toast) => toast.textContent)).toEqual(['Two'])
  })
})
