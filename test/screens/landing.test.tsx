import { act, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { timeRange } from '#shared/timeRange.ts'
import { Screen as LandingPage } from '#src/features/landing/LandingPage.tsx'
import { emailService } from '#src/platform/env.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import type { RootState } from '#src/store/reducer.ts'
import { aContentItem, anEvent, asMember, asStaff, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, noNetwork, refusal } from '#test/helpers/screens/fakeApi.ts'
import { letFormsBeRead } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const NEWS_ERROR = 'There was an error loading the news.'

const open = async (responses: Parameters<typeof fakeApi>[0] = {}, state?: Partial<RootState>) => {
  const api = fakeApi({ listLatest: [aContentItem()], logVisit: { message: 'ok' }, ...responses })
  const page = renderWithStore(
    <StrictMode>
      <LandingPage />
    </StrictMode>,
    { at: '/discordia/', state },
  )
  await screen.findByRole('region', { name: 'Latest News' })
  return { api, ...page }
}
const latest = () => within(screen.getByRole('region', { name: 'Latest News' }))

describe('Header', () => {
  it('has one heading, which is the title of the page', async () => {
    await open()
    await screen.findByRole('form', { name: 'Contact' })
    const heading = screen.getByRole('heading', { level: 1 })
    expect(document.title).toBe(`${heading.textContent} – Discordia`)
  })

  it('invites visitors to join: its button links to the registration', async () => {
    await open()
    const link = screen.getByRole('link', { name: 'join now' })
    expect(link).toHaveAttribute('href', '/auth/register')
    expect(screen.queryByRole('link', { name: 'my account' })).not.toBeInTheDocument()
  })

  it.each([
    ['members', asMember()],
    ['staff', asStaff()],
  ])('leads %s to their account', async (_who, state) => {
    await open({}, state)
    const link = screen.getByRole('link', { name: 'my account' })
    expect(link).toHaveAttribute('href', '/discordia/dashboard')
    expect(screen.queryByRole('link', { name: 'join now' })).not.toBeInTheDocument()
  })

  it.each([
    ['smoothly', false, 'smooth'],
    ['at once where less motion is wanted', true, 'auto'],
  ])('scrolls down to the world introduction %s', async (_how, matches, behavior) => {
    const real = window.matchMedia
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        Object.assign(real(query), { matches: matches && query.includes('reduce') }),
      )
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Scroll to world introduction' }))
    const introduction = screen.getByRole('region', { name: 'World introduction' })
    expect(scroll.mock.contexts).toEqual([introduction])
    expect(scroll).toHaveBeenCalledWith(expect.objectContaining({ behavior }))
    expect(introduction).toHaveFocus()
  })
})

describe('Latest news', () => {
  const five = [1, 2, 3, 4, 5].map((n) => aContentItem({ id: id(n), title: `Item ${n}` }))

  it('shows at most three items, in the order of the response', async () => {
    await open({ listLatest: five })
    expect(await latest().findByRole('article', { name: 'Item 1' })).toBeVisible()
    const titles = latest().getAllByRole('heading', { level: 3 })
    expect(titles.map(({ textContent }) => textContent)).toEqual(['Item 1', 'Item 2', 'Item 3'])
    expect(latest().queryByRole('status')).not.toBeInTheDocument()
  })

  it('shows when, and a short description, and leads to the page of the item', async () => {
    const start = '2024-05-04T12:00:00.000Z'
    await open({ listLatest: [anEvent({ id: id(7), title: 'A night on the Sea of Glass' })] })
    const item = within(await latest().findByRole('article'))
    expect(item.getByText(/^Sat 4 May 2024, /)).toHaveAttribute('datetime', start)
    expect(item.getByRole('time')).toHaveTextContent(
      timeRange(start, null, readerTimeZone(), { hasZone: true }) ?? 'no range',
    )
    expect(item.getByText('Old Patience has rung.')).toBeVisible()
    expect(item.getByRole('link', { name: 'A night on the Sea of Glass' })).toHaveAttribute(
      'href',
      '/discordia/news/7',
    )
  })

  it('marks a cancelled event', async () => {
    const cancelled_at = '2024-05-01T12:00:00.000Z'
    await open({ listLatest: [aContentItem(), anEvent({ id: id(7), cancelled_at })] })
    const items = await latest().findAllByRole('article')
    const marked = items.map((item) => within(item).queryByText('Cancelled') !== null)
    expect(marked).toEqual([false, true])
  })

  it('has a link to all news', async () => {
    await open()
    expect(latest().getByRole('link', { name: 'See all news' })).toHaveAttribute(
      'href',
      '/discordia/news&events/',
    )
  })

  it('shows the news error when there are no items', async () => {
    await open({ listLatest: [] })
    expect(await latest().findByRole('status')).toHaveTextContent(NEWS_ERROR)
    expect(latest().queryByRole('button')).not.toBeInTheDocument()
  })

  it('shows one item when there is no other', async () => {
    await open({ listLatest: five.slice(0, 1) })
    expect(await latest().findAllByRole('article')).toHaveLength(1)
  })

  it.each([
    ['it is refused', () => refusal(404), '404'],
    ['the server fails', () => refusal(500), '500'],
    ['there is no network', noNetwork, 'no answer'],
  ])('shows it when %s, logs it, and tries again on request', async (_when, failure, logged) => {
    const log = jest.mocked(console.info)
    const { user, api } = await open({ listLatest: failure })
    expect(await latest().findByRole('status')).toHaveTextContent(NEWS_ERROR)
    expect(log).toHaveBeenCalledWith(`listLatest failed: ${logged}`)
    api.respond({ listLatest: five })
    await user.click(latest().getByRole('button', { name: 'Try again' }))
    expect(await latest().findByRole('article', { name: 'Item 3' })).toBeVisible()
    expect(latest().queryByRole('status')).not.toBeInTheDocument()
  })

  it('shows nothing while it loads', async () => {
    const response = later<unknown>()
    await open({ listLatest: () => response.promise })
    expect(latest().queryByRole('status')).not.toBeInTheDocument()
    response.resolve([])
    expect(await latest().findByRole('status')).toBeVisible()
  })

  it('shows hostile texts as text, and no URL that could run', async () => {
    const hostile = '<img src=x onerror="alert(1)">'
    await open({
      listLatest: [
        { id: 1, type: hostile, title: hostile, background_image: 'javascript:alert(1)' },
        { id: 2, title: 'no type' },
        null,
      ],
    })
    const item = await latest().findByRole('article', { name: hostile })
    expect(latest().getAllByRole('article')).toHaveLength(1)
    const [picture, ...others] = item.querySelectorAll('img')
    expect(others).toEqual([])
    expect(picture).toHaveAttribute('src', '/images/default-event-960.webp')
  })
})

describe('Visit log', () => {
  it('is called once when the page loads', async () => {
    const { api } = await open()
    await waitFor(() => expect(api.calls('logVisit')).toHaveLength(1))
    await latest().findByRole('article')
    expect(api.calls('logVisit')).toMatchObject([{ method: 'GET', path: '/visits/log-visit/' }])
  })

  it.each([
    ['is refused', () => refusal(404)],
    ['fails', () => refusal(500)],
    ['does not arrive', noNetwork],
  ])('logs that it %s, and shows nothing', async (_how, logVisit) => {
    const log = jest.mocked(console.info)
    await open({ logVisit })
    await waitFor(() => expect(log).toHaveBeenCalledWith('Could not log visit'))
    expect(await latest().findByRole('article')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('The contact form', () => {
  const THANKS = "Thanks for reaching out! We'll get back to you as soon as possible."

  letFormsBeRead()

  /** The landing page with a mail service that gives this response. */
  async function open(response: () => Promise<Response> | Response, state?: Partial<RootState>) {
    fakeApi({ listLatest: [], logVisit: {} })
    const api = globalThis.fetch
    const messages: Record<string, unknown>[] = []
    jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      if (!new Request(url).url.endsWith('/api/v1.0/email/send-form')) return api(url, init)
      messages.push(Object.fromEntries(init?.body as FormData))
      return Promise.resolve(response())
    })
    const page = renderWithStore(<LandingPage />, { at: '/discordia/', state })
    await screen.findByText('There was an error loading the news.')
    return { messages, ...page }
  }
  const form = () => within(screen.getByRole('form', { name: 'Contact' }))
  const field = (name: string) => form().getByRole('textbox', { name })
  const send = () => form().getByRole('button', { name: 'Send' })

  async function fillIn({ user }: Awaited<ReturnType<typeof open>>) {
    const texts = {
      Name: 'Wren',
      Email: 'wren@example.org',
      Subject: 'Bells',
      Message: 'They rang.\nTwice.',
    }
    for (const [name, text] of Object.entries(texts)) {
      await user.click(field(name))
      await user.paste(text)
    }
  }

  it('is shown only when logged out', async () => {
    const { store } = await open(() => new Response('OK'), asMember())
    expect(store.getState().session.status).toBe('member')
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('leaves validation to the browser: four required fields, one of them an email', async () => {
    await open(() => new Response('OK'))
    for (const name of ['Name', 'Email', 'Subject', 'Message']) expect(field(name)).toBeRequired()
    expect(field('Email')).toHaveAttribute('type', 'email')
    expect(field('Subject')).toHaveAttribute('maxlength', '400')
    expect(screen.getByRole('form', { name: 'Contact' })).not.toHaveAttribute('novalidate')
  })

  it('sends nothing that the browser finds incomplete', async () => {
    const { user, messages } = await open(() => new Response('OK'))
    await user.type(field('Name'), 'Wren')
    await user.type(field('Email'), 'not an address')
    await user.click(send())
    expect(messages).toEqual([])
    expect(form().queryByRole('alert')).not.toBeInTheDocument()
  })

  it('sends name, email, subject and message once for a double click, then shows thanks', async () => {
    const response = later<Response>()
    const page = await open(() => response.promise)
    await fillIn(page)
    await page.user.dblClick(send())
    expect(send()).toHaveAttribute('aria-busy', 'true')
    response.resolve(new Response('OK'))
    expect(await screen.findByText(THANKS)).toBeVisible()
    expect(screen.getByText(THANKS).closest('[role="status"]')).not.toBeNull()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(page.messages).toEqual([
      expect.objectContaining({
        name: 'Wren',
        email: 'wren@example.org',
        subject: 'Bells',
        message: 'They rang.\nTwice.',
        service_id: emailService().serviceId,
        template_id: emailService().templateId,
        user_id: expect.any(String),
        lib_version: expect.any(String),
      }),
    ])
  })

  it.each(['Send', 'Message'])(
    'leaves the focus with the section when the form goes that had it (%s)',
    async (name) => {
      const response = later<Response>()
      const page = await open(() => response.promise)
      await fillIn(page)
      await page.user.click(send())
      act(() => (name === 'Send' ? send() : field(name)).focus())
      response.resolve(new Response('OK'))
      await screen.findByText(THANKS)
      expect(screen.getByRole('heading', { level: 2, name: 'Contact' })).toHaveFocus()
    },
  )

  it('leaves the focus where the visitor has moved it meanwhile', async () => {
    const response = later<Response>()
    const page = await open(() => response.promise)
    await fillIn(page)
    await page.user.click(send())
    const elsewhere = screen.getByRole('link', { name: 'See all news' })
    act(() => elsewhere.focus())
    response.resolve(new Response('OK'))
    await screen.findByText(THANKS)
    expect(elsewhere).toHaveFocus()
  })

  it.each([403, 429, 500])(
    'keeps what was typed and says nothing after a %i (ruling 74)',
    async (status) => {
      const page = await open(() => new Response('no', { status }))
      await fillIn(page)
      await page.user.click(send())
      await waitFor(() =>
        expect(console.info).toHaveBeenCalledWith(`sendMessage failed: ${status}`),
      )
      await waitFor(() => expect(send()).not.toHaveAttribute('aria-busy'))
      expect(field('Name')).toHaveValue('Wren')
      expect(field('Message')).toHaveValue('They rang.\nTwice.')
      expect(screen.queryByText(THANKS)).not.toBeInTheDocument()
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    },
  )

  it('can be sent again after a failure', async () => {
    const responses = [new Response('no', { status: 500 }), new Response('OK')]
    const page = await open(() => responses.shift() ?? new Response('no', { status: 500 }))
    await fillIn(page)
    await page.user.click(send())
    await waitFor(() => expect(send()).not.toHaveAttribute('aria-busy'))
    await page.user.click(send())
    expect(await screen.findByText(THANKS)).toBeVisible()
  })
})
