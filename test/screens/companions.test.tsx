import { screen, waitFor, within } from '@testing-library/react'
import type { OwnRegistration, Registration } from '#contract/registration.ts'
import { App } from '#src/app/SiteTree.tsx'
import { anEvent, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const CLOSES = '2030-05-04T10:00:00.000Z'
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
const mine = (over: Partial<OwnRegistration> = {}): OwnRegistration => ({
  state: 'coming',
  place: null,
  offered_until: null,
  answers: [],
  ...over,
})

async function open(registration: () => Registration, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    getNews: refusal(404),
    getEvent: anEvent({ id: id(7), registration: { seats: 12, closes_at: CLOSES } }),
    listNext: [],
    getRegistration: registration,
    getProfile: { username: 'Mara', email: 'mara@example.org', is_staff: false },
    listInvites: [],
    ...answers,
  })
  const { user } = renderWithStore(<App />, { at: '/discordia/news/7', state: asMember() })
  const shown = within(await screen.findByRole('region', { name: 'Registration' }))
  return { api, user, shown }
}
const IN_ORDER = /^The waiting list goes strictly in order\./

describe('Companions at an event', () => {
  it('are chosen and named; the button is that of their number, and nothing typed is lost', async () => {
    const { api, user, shown } = await open(aRegistration, { signUp: refusal(500) })
    const choice = await shown.findByRole('button', { name: 'Companions 0 companions' })
    expect(shown.getByRole('button', { name: 'Sign up' })).toBeVisible()
    expect(shown.getByText(IN_ORDER)).toBeVisible()
    await user.click(choice)
    await user.click(screen.getByRole('option', { name: '2 companions' }))
    // The questions come with the first press, as always, and the focus stays.
    expect(shown.queryByRole('textbox', { name: 'What do you eat?' })).toBeNull()
    expect(shown.getByRole('button', { name: 'Companions 2 companions' })).toHaveFocus()
    const join = shown.getByRole('button', { name: 'Join the waiting list' })
    const [first, second] = [1, 2].map((number) =>
      shown.getByRole('textbox', { name: `Name of companion ${number}` }),
    )
    await user.click(join)
    expect(first).toHaveFocus()
    expect(first).toHaveAccessibleDescription('Please fill this in.')
    await user.type(first as HTMLElement, 'Ann')
    await user.type(second as HTMLElement, 'Bo')
    await user.click(join)
    await user.type(await shown.findByRole('textbox', { name: 'What do you eat?' }), 'Soup')
    await user.click(join)
    expect(await shown.findByText('We couldn’t sign you up. Please try again.')).toBeVisible()
    expect(api.calls('signUp')).toMatchObject([
      { body: { answers: ['Soup'], companions: ['Ann', 'Bo'], may_wait: true } },
    ])
    expect(second).toHaveValue('Bo')
  })

  it('are unknown to other servers, whose calls stay as they are', async () => {
    const { api, user, shown } = await open(
      () => {
        const { companions_max, companion_names, ...bare } = aRegistration({ questions: [] })
        return bare
      },
      { signUp: refusal(500) },
    )
    await user.click(await shown.findByRole('button', { name: 'Sign up' }))
    expect(shown.queryByText(/[Cc]ompanion|strictly/)).toBeNull()
    expect(api.calls('signUp')[0]?.body).not.toHaveProperty('companions')
  })

  it('keep free seats for the party that is next, and says so', async () => {
    const { shown } = await open(() => aRegistration({ left: 0, waiting: 3 }))
    expect(
      await shown.findByText(/^All 12 seats are taken or held for the waiting list\./),
    ).toBeVisible()
    expect(shown.getByText(IN_ORDER)).toBeVisible()
  })

  it.each([
    ['coming', 'Give the seat of Bo back'],
    ['waiting', 'Take Bo off the list'],
  ] as const)('of a member who is %s are given back one by one', async (state, name) => {
    let companions = ['', 'Bo']
    const { api, user, shown } = await open(
      () => aRegistration({ mine: mine({ state, place: 1, companions }) }),
      {
        giveBackCompanion: () => {
          companions = ['']
          return aRegistration({ mine: mine({ state, place: 1, companions }) })
        },
      },
    )
    const list = within(await shown.findByRole('list', { name: 'Who comes with you' }))
    expect(list.getByText('Companion 1')).toBeVisible()
    expect(shown.queryByText(IN_ORDER) !== null).toBe(state === 'waiting')
    await user.click(list.getByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name }))
    expect(api.calls('giveBackCompanion')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(shown.getAllByRole('listitem')).toHaveLength(1))
    expect(api.calls('giveBackCompanion')).toMatchObject([
      { body: { companions: ['', 'Bo'], index: 1 } },
    ])
    await waitFor(() => expect(screen.getByRole('region', { name: 'Registration' })).toHaveFocus())
  })

  it('that have changed are shown as they are now', async () => {
    const { user, shown } = await open(
      () => aRegistration({ mine: mine({ companions: ['Bo'] }) }),
      {
        giveBackCompanion: refusal(409, 'companions_changed'),
      },
    )
    await user.click(await shown.findByRole('button', { name: 'Give the seat of Bo back' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Yes' }))
    expect(await shown.findByText(/^Your companions just changed\./)).toBeVisible()
  })
})
