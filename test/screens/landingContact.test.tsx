import { act, screen, waitFor, within } from '@testing-library/react'
import { LandingPage } from '#src/features/landing/LandingPage.tsx'
import type { RootState } from '#src/store/reducer.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later } from '#test/helpers/screens/fakeApi.ts'
import { letFormsBeRead } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const THANKS = "Thanks for reaching out! We'll get back to you as soon as possible."

letFormsBeRead()

/** The landing page beside a mail service that answers as told. */
async function open(answer: () => Promise<Response> | Response, state?: Partial<RootState>) {
  fakeApi({ listLatest: [], logVisit: {} })
  const api = globalThis.fetch
  const messages: Record<string, unknown>[] = []
  jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (!new Request(url).url.endsWith('/api/v1.0/email/send-form')) return api(url, init)
    messages.push(Object.fromEntries(init?.body as FormData))
    return Promise.resolve(answer())
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

describe('Contact form', () => {
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
    const answer = later<Response>()
    const page = await open(() => answer.promise)
    await fillIn(page)
    await page.user.dblClick(send())
    expect(send()).toHaveAttribute('aria-busy', 'true')
    answer.resolve(new Response('OK'))
    expect(await screen.findByText(THANKS)).toBeVisible()
    expect(screen.getByText(THANKS).closest('[role="status"]')).not.toBeNull()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(page.messages).toEqual([
      expect.objectContaining({
        name: 'Wren',
        email: 'wren@example.org',
        subject: 'Bells',
        message: 'They rang.\nTwice.',
        service_id: expect.any(String),
        template_id: expect.any(String),
        user_id: expect.any(String),
        lib_version: expect.any(String),
      }),
    ])
  })

  it.each(['Send', 'Message'])(
    'leaves the focus with the section when the form goes that had it (%s)',
    async (name) => {
      const answer = later<Response>()
      const page = await open(() => answer.promise)
      await fillIn(page)
      await page.user.click(send())
      act(() => (name === 'Send' ? send() : field(name)).focus())
      answer.resolve(new Response('OK'))
      await screen.findByText(THANKS)
      expect(screen.getByRole('heading', { level: 2, name: 'Contact' })).toHaveFocus()
    },
  )

  it('leaves the focus where the visitor has moved it meanwhile', async () => {
    const answer = later<Response>()
    const page = await open(() => answer.promise)
    await fillIn(page)
    await page.user.click(send())
    const elsewhere = screen.getByRole('link', { name: 'See all news' })
    act(() => elsewhere.focus())
    answer.resolve(new Response('OK'))
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
    const answers = [new Response('no', { status: 500 }), new Response('OK')]
    const page = await open(() => answers.shift() ?? new Response('no', { status: 500 }))
    await fillIn(page)
    await page.user.click(send())
    await waitFor(() => expect(send()).not.toHaveAttribute('aria-busy'))
    await page.user.click(send())
    expect(await screen.findByText(THANKS)).toBeVisible()
  })
})
