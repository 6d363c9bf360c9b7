import { webcrypto } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/sha'
import type { GuestSignUp } from '#contract/guests.ts'
import type { Registration } from '#contract/registration.ts'
import { App } from '#src/app/SiteTree.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import { anEvent, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, fakeApi, later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const CLOSES = '2030-05-04T10:00:00.000Z'
const SECRET = 'secret'
const aRegistration = (over: Partial<Registration> = {}): Registration => ({
  seats: 12,
  left: 2,
  waiting: 0,
  waiting_max: 5,
  closes_at: CLOSES,
  is_open: true,
  questions: [{ text: 'What do you eat?', is_required: true }],
  companions_max: 2,
  companion_names: true,
  mine: null,
  ...over,
})
const getProof = () =>
  createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    keyPrefix: '00',
    deriveKey,
    hmacSignatureSecret: SECRET,
  })
const isProven = async ({ body }: FakeCall) => {
  const { challenge, solution } = JSON.parse((body as GuestSignUp).proof)
  const found = { challenge, solution, deriveKey, hmacSignatureSecret: SECRET }
  return (await verifySolution(found)).verified
}

type Given = Parameters<typeof fakeApi>[0] & { isMember?: boolean; guests?: boolean }
async function open({ isMember = false, guests = true, ...answers }: Given = {}) {
  const registration = { seats: 12, closes_at: CLOSES, ...(guests && { guests }) }
  const api = fakeApi({
    getNews: refusal(404),
    getEvent: anEvent({ id: id(7), registration }),
    listNext: [],
    getRegistration: aRegistration(),
    getProfile: { username: 'Mara', email: 'mara@example.org', is_staff: false },
    listInvites: [],
    getProof,
    signUpGuest: {},
    ...answers,
  })
  const { user } = renderWithStore(<App />, {
    at: '/discordia/news/7',
    ...(isMember && { state: asMember() }),
  })
  const shown = within(await screen.findByRole('region', { name: 'Registration' }))
  await shown.findByText(/seats (is|are) free|seats are taken/)
  return { api, user, shown }
}
const NAME = 'Sign up without an account'
type Opened = Awaited<ReturnType<typeof open>>

/** The form with everything that it needs. */
async function fill({ user, shown }: Opened) {
  await user.click(shown.getByRole('button', { name: NAME }))
  const form = within(await shown.findByRole('form', { name: NAME }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), ' Ann ')
  await user.type(form.getByRole('textbox', { name: 'Email address' }), ' ann@example.org ')
  await user.type(form.getByRole('textbox', { name: 'What do you eat?' }), 'Soup')
  return form
}

/** jsdom has no digests. */
const withCrypto = (crypto: unknown) =>
  jest.spyOn(globalThis, 'crypto', 'get').mockReturnValue(crypto as Crypto)

describe('A seat without an account', () => {
  beforeEach(() => withCrypto(webcrypto))

  it.each<[string, Given]>([
    ['where the event does not announce it', { guests: false }],
    ['to members', { isMember: true }],
    [
      'when seats and waiting list are full',
      { getRegistration: aRegistration({ left: 0, waiting: 5 }) },
    ],
  ])('is not offered %s', async (_, given) => {
    const { shown } = await open(given)
    expect(shown.queryByText(/without an account|plain page/)).toBeNull()
  })

  it('is asked for with a solved challenge, and held', async () => {
    const [made, challenge] = [await getProof(), later<Awaited<ReturnType<typeof getProof>>>()]
    const page = await open({ getProof: () => challenge.promise })
    const { api, user, shown } = page
    const form = await fill(page)
    expect(form.getByText(/^We hold your seat for 30 minutes\./)).toBeVisible()
    expect(form.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/legal.html',
    )
    await user.click(form.getByRole('button', { name: 'Companions 0 companions' }))
    await user.click(screen.getByRole('option', { name: '1 companion' }))
    await user.type(form.getByRole('textbox', { name: 'Name of companion 1' }), 'Bo')
    await user.click(form.getByRole('button', { name: 'Sign up' }))
    expect(await form.findByText('Checking…')).toHaveRole('status')
    challenge.resolve(made)
    const held = await shown.findByText(/^Look into your mailbox: our email has the link/)
    const note = held.closest('[role="status"]')
    expect(note).toHaveFocus()
    expect(shown.queryByRole('form')).toBeNull()
    const [call] = api.calls('signUpGuest')
    expect(call).toMatchObject({
      path: '/contents/registration/7/guest',
      body: {
        name: 'Ann',
        email: 'ann@example.org',
        answers: ['Soup'],
        questions: ['What do you eat?'],
        companions: ['Bo'],
        may_wait: false,
        time_zone: readerTimeZone(),
      },
    })
    expect(await isProven(call as FakeCall)).toBe(true)
    await waitFor(() => expect(api.calls('getRegistration')).toHaveLength(2))
  })

  it('needs a name, an address and answers', async () => {
    const { api, user, shown } = await open()
    await user.click(shown.getByRole('button', { name: NAME }))
    const form = within(await shown.findByRole('form', { name: NAME }))
    await user.click(form.getByRole('button', { name: 'Sign up' }))
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Please fill this in.',
      'Please enter a valid email address.',
      'Please fill this in.',
    ])
    expect(api.calls('getProof')).toEqual([])
  })

  it('makes a refused proof anew once, without a word', async () => {
    let refusals = 1
    const page = await open({
      signUpGuest: () => (refusals-- > 0 ? refusal(400, 'proof_refused') : {}),
    })
    const form = await fill(page)
    await page.user.click(form.getByRole('button', { name: 'Sign up' }))
    expect(await page.shown.findByText(/^Look into your mailbox/)).toBeVisible()
    const proofs = page.api.calls('signUpGuest').map(({ body }) => (body as GuestSignUp).proof)
    expect(new Set(proofs).size).toBe(2)
  })

  it.each([
    [400, 'proof_refused', 'We couldn’t check your browser. Please try again.'],
    [409, 'guests_busy', /^Too many seats are waiting .+ in 30 minutes/],
    [409, 'questions_changed', 'The questions just changed. Please answer them again.'],
    [429, 'throttled', 'Too many attempts. Please wait a while, then try again.'],
    [500, 'server_error', 'We couldn’t sign you up. Please try again.'],
  ])('says why it is refused (%i %s), and keeps what was typed', async (status, code, text) => {
    const page = await open({ signUpGuest: refusal(status, code) })
    const { api, user } = page
    const form = await fill(page)
    await user.click(form.getByRole('button', { name: 'Sign up' }))
    expect(await form.findByText(text)).toBeVisible()
    expect(form.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual([
      ' Ann ',
      'ann@example.org',
      'Soup',
    ])
    // Others may have been quicker.
    await waitFor(() => expect(api.calls('getRegistration').length).toBeGreaterThan(1))
  })

  it('that has just been taken leads to the waiting list', async () => {
    let left = 2
    const page = await open({
      getRegistration: () => aRegistration({ left }),
      signUpGuest: ({ body }: FakeCall) => {
        left = 0
        return (body as GuestSignUp).may_wait ? {} : refusal(409, 'only_waiting_list')
      },
    })
    const form = await fill(page)
    await page.user.click(form.getByRole('button', { name: 'Sign up' }))
    await page.user.click(await form.findByRole('button', { name: 'Join the waiting list' }))
    expect(
      await page.shown.findByText(/^Look into your mailbox: to join the waiting list/),
    ).toBeVisible()
  })

  it('is asked for on a plain page by browsers without digests', async () => {
    withCrypto({})
    const { shown } = await open()
    expect(shown.getByRole('link', { name: 'Sign up on a plain page' })).toHaveAttribute(
      'href',
      '/api/contents/registration/7/form',
    )
    expect(shown.queryByRole('button', { name: NAME })).toBeNull()
  })
})
