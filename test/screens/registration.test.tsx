import { screen, waitFor, within } from '@testing-library/react'
import type { OwnRegistration, Registration } from '#contract/registration.ts'
import { timeRange } from '#shared/timeRange.ts'
import { App } from '#src/app/SiteTree.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import { anEvent, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const CLOSES = '2030-05-04T10:00:00.000Z'
const event = anEvent({ id: id(7), registration: { seats: 12, closes_at: CLOSES } })
const aRegistration = (over: Partial<Registration> = {}): Registration => ({
  seats: 12,
  left: 3,
  waiting: 0,
  waiting_max: 5,
  closes_at: CLOSES,
  is_open: true,
  questions: [],
  mine: null,
  ...over,
})
const mine = (over: Partial<OwnRegistration> = {}): OwnRegistration => ({
  state: 'coming',
  place: null,
  offered_until: null,
  answers: [],
  ...over,
})
const coming = aRegistration({ left: 2, mine: mine() })

const open = (
  registration: Registration | (() => unknown),
  {
    isMember = true,
    at = '/discordia/news/7',
    ...answers
  }: Parameters<typeof fakeApi>[0] & { isMember?: boolean; at?: string } = {},
) => {
  const api = fakeApi({
    getNews: refusal(404),
    getEvent: event,
    listNext: [],
    getRegistration: registration,
    getProfile: { username: 'Mara', email: 'mara@example.org', is_staff: false },
    listInvites: [],
    ...answers,
  })
  const page = renderWithStore(<App />, {
    at,
    ...(isMember && { state: asMember() }),
  })
  return { api, ...page }
}
const panel = async () => within(await screen.findByRole('region', { name: 'Registration' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** Responds with the state before a call, and after it. */
const becoming = (before: Registration, after: Registration) => {
  let current = before
  return { read: () => current, change: () => (current = after) }
}

describe('The registration of an event', () => {
  it('shows the seats that are left and until when, with the time zone', async () => {
    open(aRegistration())
    const shown = await panel()
    expect(await shown.findByText('3 of 12 seats are free.')).toBeVisible()
    const closes = timeRange(CLOSES, null, readerTimeZone(), { hasYear: true, hasZone: true })
    expect(shown.getByText(closes ?? '')).toBeVisible()
  })

  it.each([
    [1, '1 seat, still free'],
    [0, 'The only seat is taken.'],
  ])('says of an event with one seat that %i is left', async (left, text) => {
    open(aRegistration({ seats: 1, left }))
    expect(await (await panel()).findByText(text)).toBeVisible()
  })

  it.each([true, false])('is in view when a link names it (member: %p)', async (isMember) => {
    const scrolled: unknown[] = []
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.id)
    })
    open(aRegistration(), { isMember, at: '/discordia/news/7#registration' })
    expect(await screen.findByRole('region', { name: 'Registration' })).toHaveFocus()
    expect(scrolled).toEqual(['registration'])
  })

  it('is absent for an event without one, and makes no call', async () => {
    const { api } = open(aRegistration(), { getEvent: anEvent({ id: id(7) }) })
    await screen.findByRole('article', { name: 'Article' })
    expect(screen.queryByRole('region', { name: 'Registration' })).toBeNull()
    expect(api.calls('getRegistration')).toEqual([])
  })

  it('takes a seat, with the time zone of the reader', async () => {
    const { read, change } = becoming(aRegistration(), coming)
    const { api, user } = open(read, { signUp: change })
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: 'Sign up' }))
    expect(await shown.findByText(/^You’re coming\./)).toBeVisible()
    expect(api.calls('signUp')).toMatchObject([
      {
        path: '/contents/registration/7',
        body: { answers: [], may_wait: false, time_zone: readerTimeZone() },
      },
    ])
    // The response of the change has it.
    expect(api.calls('getRegistration')).toHaveLength(1)
    // The button that was pressed is gone.
    expect(screen.getByRole('region', { name: 'Registration' })).toHaveFocus()
  })

  it('asks the questions; a required one must be answered, and nothing typed is lost', async () => {
    const questions = [
      { text: 'What do you eat?', is_required: true },
      { text: 'Have you played before?', is_required: false },
    ]
    const { api, user } = open(aRegistration({ questions }), { signUp: refusal(500) })
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: 'Sign up' }))
    const first = await shown.findByRole('textbox', { name: 'What do you eat?' })
    expect(first).toHaveFocus()
    expect(first).not.toHaveAccessibleDescription()
    const second = shown.getByRole('textbox', { name: 'Have you played before?' })
    await user.type(second, 'Twice')
    await user.click(shown.getByRole('button', { name: 'Sign up' }))
    expect(first).toHaveFocus()
    expect(first).toHaveAccessibleDescription('Please fill this in.')
    expect(api.calls('signUp')).toEqual([])
    await user.type(first, 'Soup')
    await user.click(shown.getByRole('button', { name: 'Sign up' }))
    expect(await shown.findByText('We couldn’t sign you up. Please try again.')).toBeVisible()
    await waitFor(() => expect(api.calls('getRegistration')).toHaveLength(2))
    expect(api.calls('signUp')).toMatchObject([
      { body: { answers: ['Soup', 'Twice'], questions: questions.map(({ text }) => text) } },
    ])
    expect([first, second].map((field) => (field as HTMLInputElement).value)).toEqual([
      'Soup',
      'Twice',
    ])
  })

  it('offers the waiting list when all seats are taken', async () => {
    const full = aRegistration({ left: 0, waiting: 1 })
    const waiting = { ...full, waiting: 2, mine: mine({ state: 'waiting', place: 2 }) }
    const { read, change } = becoming(full, waiting)
    const { api, user } = open(read, { signUp: change })
    const shown = await panel()
    expect(
      await shown.findByText('All 12 seats are taken. 1 person is on the waiting list.'),
    ).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Join the waiting list' }))
    expect(await shown.findByText(/You’re number 2 on the waiting list\./)).toBeVisible()
    expect(api.calls('signUp')).toMatchObject([{ body: { may_wait: true } }])
  })

  it('shows when the last seat has been taken, and offers the waiting list instead', async () => {
    let current = aRegistration({ left: 1 })
    const { user } = open(() => current, {
      signUp: () => {
        current = aRegistration({ left: 0 })
        return refusal(409, 'only_waiting_list')
      },
    })
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: 'Sign up' }))
    expect(await shown.findByRole('button', { name: 'Join the waiting list' })).toBeVisible()
    expect(shown.getByText(/There aren’t enough seats left now/)).toBeVisible()
  })

  it.each([
    ['full', aRegistration({ left: 0, waiting: 5 }), /The waiting list is full, too\./],
    ['closed', aRegistration({ is_open: false }), 'Sign-up is closed.'],
  ])('offers nothing when it is %s', async (_what, registration, text) => {
    open(registration)
    const shown = await panel()
    expect(await shown.findByText(text)).toBeVisible()
    expect(shown.queryByRole('button')).toBeNull()
  })

  it('takes an offered seat', async () => {
    const offered = aRegistration({
      left: 0,
      mine: mine({ state: 'offered', offered_until: CLOSES }),
    })
    const { read, change } = becoming(offered, coming)
    const { user } = open(read, { confirmSeat: change })
    const shown = await panel()
    expect(await shown.findByText(/A seat is free! We’re holding it for you until/)).toBeVisible()
    expect(shown.getByRole('button', { name: 'Decline' })).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Take the seat' }))
    expect(await shown.findByText(/^You’re coming\./)).toBeVisible()
  })

  it('gives the seat back after a confirmation, and shows the answers until then', async () => {
    const answers = [{ question: 'What do you eat?', answer: 'Soup' }]
    const before = aRegistration({ mine: mine({ answers }) })
    const { read, change } = becoming(before, aRegistration({ mine: mine({ state: 'cancelled' }) }))
    const { api, user } = open(read, { cancelRegistration: change })
    const shown = await panel()
    expect(await shown.findByText('Soup')).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Give my seat back' }))
    await user.click((await dialog('Give my seat back')).getByRole('button', { name: 'No' }))
    expect(api.calls('cancelRegistration')).toEqual([])
    await user.click(shown.getByRole('button', { name: 'Give my seat back' }))
    await user.click((await dialog('Give my seat back')).getByRole('button', { name: 'Yes' }))
    expect(await shown.findByText(/You’re no longer on the list/)).toBeVisible()
    expect(shown.getByRole('button', { name: 'Sign up' })).toBeVisible()
  })

  it('tells visitors of the waiting list before they log in', async () => {
    open(aRegistration({ left: 0 }), { isMember: false })
    const shown = await panel()
    expect(
      await shown.findByRole('link', { name: 'Log in to join the waiting list' }),
    ).toBeVisible()
  })

  it('leads visitors through the login and back', async () => {
    const tokens = { access: 'access', refresh: 'refresh' }
    const { user, at } = open(aRegistration(), { isMember: false, login: tokens })
    const shown = await panel()
    await user.click(await shown.findByRole('link', { name: 'Log in to sign up' }))
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'mara@example.org')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(at()).toBe('/discordia/news/7#registration'))
    expect(await screen.findByRole('region', { name: 'Registration' })).toHaveFocus()
    expect(await (await panel()).findByRole('button', { name: 'Sign up' })).toBeVisible()
  })

  it('that cannot be loaded offers a retry', async () => {
    open(() => refusal(500))
    expect(await (await panel()).findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
