import { screen, waitFor, within } from '@testing-library/react'
import type { ContentDetail } from '#contract/content.ts'
import type { Programme } from '#contract/programme.ts'
import { clockOf, dayOf } from '#shared/timeRange.ts'
import { App } from '#src/app/SiteTree.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import {
  anOffer,
  aPlayer,
  aProgramme,
  aTable,
  aTableOf,
} from '#test/helpers/fixtures/programmes.ts'
import { anEvent, aProfile, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const SEATS = { seats: 80, closes_at: '2030-05-04T10:00:00.000Z' }
const evening: ContentDetail = {
  ...anEvent({ id: id(7), title: 'Evening of one-shots', registration: SEATS }),
  programme: { slots: 3 },
}
const { slots: SLOTS } = aProgramme()
const clocks = ({ starts_at, ends_at }: (typeof SLOTS)[number]) =>
  [starts_at, ends_at].map((at) => clockOf(at, readerTimeZone())).join('–')
const days = SLOTS.map(({ starts_at }) => dayOf(starts_at, readerTimeZone()))

const registration = {
  ...SEATS,
  left: 3,
  waiting: 0,
  waiting_max: 5,
  is_open: true,
  questions: [],
  mine: null,
}

type Responses = Parameters<typeof fakeApi>[0] & { isMember?: boolean }

const open = ({ isMember = true, ...answers }: Responses = {}) => {
  const api = fakeApi({
    getNews: refusal(404),
    getEvent: evening,
    getProgramme: aProgramme(),
    listNext: [],
    getRegistration: registration,
    getProfile: aProfile(),
    listInvites: [],
    ...answers,
  })
  const page = renderWithStore(<App />, {
    at: '/discordia/news/7',
    ...(isMember && { state: asMember() }),
  })
  return { api, ...page }
}
const section = async () => within(await screen.findByRole('region', { name: 'Programme' }))
const card = async (title: string) => {
  const link = await (await section()).findByRole('link', { name: title })
  const item = link.closest('li')
  if (item === null) throw new Error(`${title} is no card`)
  return within(item)
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('The programme of an event (behaviour 12.31)', () => {
  it('shows slots below their days, in the zone of the reader, with links to them', async () => {
    open()
    const shown = await section()
    await shown.findByRole('link', { name: 'The drowned bell' })
    expect(shown.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Programme',
      days[0],
      ...SLOTS.slice(0, 1).map(clocks),
      'The drowned bell',
      ...SLOTS.slice(1, 2).map(clocks),
      days[2],
      ...SLOTS.slice(2).map(clocks),
    ])
    expect(shown.getAllByText('No tables yet.')).toHaveLength(2)
    expect(shown.getByText(/^All times are /)).toBeVisible()
    const links = within(shown.getByRole('navigation', { name: 'Times' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      SLOTS.map((one) => `/discordia/news/7#slot-${one.id}`),
    )
  })

  it('moves to the slot of a link', async () => {
    const { user } = open()
    const shown = await section()
    const links = within(await shown.findByRole('navigation', { name: 'Times' }))
    await user.click(links.getAllByRole('link')[1] as HTMLElement)
    expect(
      await shown.findByRole('heading', { name: SLOTS.slice(1, 2).map(clocks)[0] }),
    ).toHaveFocus()
  })

  it('has no links where slots are few', async () => {
    open({ getProgramme: aProgramme({ slots: SLOTS.slice(0, 2) }) })
    await card('The drowned bell')
    expect((await section()).queryByRole('navigation')).toBeNull()
  })

  it('says of a table what is played, for whom and where, and leads to its page', async () => {
    open()
    const shown = await card('The drowned bell')
    for (const text of [
      'A village that nobody leaves.',
      'Beginners welcome',
      'Two dice',
      'German',
      '3.5 hours',
      'Cellar',
      'Olwen',
      'at least 3',
      'Drowning',
      '2 of 5 seats are free.',
    ])
      expect(shown.getByText(text)).toBeVisible()
    expect(shown.getByRole('link')).toHaveAttribute('href', '/discordia/news/21')
  })

  it.each([
    ['a seat', { mine: 'coming' }, 'You have a seat'],
    ['a place on the list', { mine: 'waiting' }, 'You’re on the waiting list'],
    ['an offered seat', { mine: 'offered' }, 'We’re holding a seat for you'],
    ['an own table', { is_mine: true }, 'You lead this table'],
    [
      'a full table',
      { left: 0, waiting: 2 },
      /^All 5 seats are taken\. 2 people are on the waiting/,
    ],
    ['a closed table', { is_open: false }, 'Sign-up is closed.'],
    ['a cancelled table', { cancelled_at: '2030-05-01T10:00:00.000Z' }, 'Cancelled'],
  ] as const)('shows %s', async (_what, over, text) => {
    open({ getProgramme: aProgramme({ tables: [aTable(over)] }) })
    expect((await card('The drowned bell')).getByText(text)).toBeVisible()
  })

  it('leads those without a seat to the registration first, if tables need one', async () => {
    let has_seat = false
    const { user } = open({
      getProgramme: () => aProgramme({ needs_seat: true, has_seat }),
      signUp: () => {
        has_seat = true
        return {
          ...registration,
          mine: { state: 'coming', place: null, offered_until: null, answers: [] },
        }
      },
    })
    const link = await (await section()).findByRole('link', { name: 'Sign up for the event' })
    await user.click(link)
    expect(screen.getByRole('region', { name: 'Registration' })).toHaveFocus()
    await user.click(await screen.findByRole('button', { name: 'Sign up' }))
    await waitFor(() => expect(link).not.toBeInTheDocument())
  })

  it('is not asked for without the announcement', async () => {
    const { api } = open({ getEvent: anEvent({ id: id(7) }) })
    await screen.findByRole('article', { name: 'Article' })
    await waitFor(() => expect(api.calls('listNext')).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Programme' })).toBeNull()
    expect(api.calls('getProgramme')).toEqual([])
  })

  it('that cannot be loaded offers a retry', async () => {
    open({ getProgramme: refusal(500) })
    expect(await (await section()).findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

describe('Offers of tables', () => {
  const offering = (over: Partial<Programme> = {}) => aProgramme({ takes_offers: true, ...over })
  const openForm = async (responses: Responses) => {
    const page = open({ getProgramme: offering(), ...responses })
    await page.user.click(await (await section()).findByRole('button', { name: 'Offer a table' }))
    return { ...page, form: await dialog('Offer a table') }
  }
  const fill = async ({ user, form }: Awaited<ReturnType<typeof openForm>>) => {
    const texts = {
      'Title of the table': 'Salt and lanterns',
      Game: 'Two dice',
      'The table in one sentence': 'Smugglers at low tide.',
      'What players can expect': 'At length.',
      'Players at least (optional)': '2',
    }
    for (const [name, text] of Object.entries(texts)) {
      const field = await form.findByLabelText(name)
      await user.clear(field)
      await user.type(field, text)
    }
  }

  it('are made in a form, and then wait for the team', async () => {
    const opened = await openForm({
      offerTable: offering({ offers: [anOffer()] }),
    })
    await fill(opened)
    await opened.user.click(opened.form.getByRole('button', { name: 'Send offer' }))
    expect(await (await section()).findByText('Salt and lanterns')).toBeVisible()
    expect((await section()).getByText('Waits for the team')).toBeVisible()
    const { id: _, ...body } = anOffer({ players_min: 2, seats: 5 })
    expect(opened.api.calls('offerTable')).toMatchObject([
      { path: '/contents/programme/7/offers/', body },
    ])
  })

  it('say at each field what is wrong', async () => {
    const { api, form, user } = await openForm({})
    const seats = await form.findByLabelText('Players at most')
    await user.clear(seats)
    await user.type(form.getByLabelText('Length in hours (optional)'), '13')
    await user.click(form.getByRole('button', { name: 'Send offer' }))
    const title = form.getByLabelText('Title of the table')
    expect(title).toHaveFocus()
    expect(title).toHaveAccessibleDescription('Please fill this in.')
    expect(seats).toHaveAccessibleDescription('Please enter a number from 1 to 1000.')
    expect(form.getByLabelText('Length in hours (optional)')).toHaveAccessibleDescription(
      /at most 12 hours/,
    )
    expect(api.calls('offerTable')).toEqual([])
  })

  it('that are refused keep what was typed, also when the dialog is closed', async () => {
    const opened = await openForm({ offerTable: refusal(409, 'too_many_offers') })
    await fill(opened)
    const { form, user } = opened
    await user.click(form.getByRole('button', { name: 'Send offer' }))
    expect(await form.findByText(/^You’ve offered as many tables as you can/)).toBeVisible()
    expect(form.getByLabelText('Title of the table')).toHaveValue('Salt and lanterns')
    await user.click(form.getByRole('button', { name: 'Close dialog' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Offer a table' }))
    const again = await dialog('Offer a table')
    expect(again.getByLabelText('What players can expect')).toHaveValue('At length.')
  })

  it('can be changed and withdrawn while they wait', async () => {
    let offers = [anOffer()]
    const { api, user } = open({
      getProgramme: () => offering({ offers }),
      changeOffer: () => offering({ offers }),
      withdrawOffer: () => {
        offers = []
        return offering()
      },
    })
    const shown = await section()
    await user.click(await shown.findByRole('button', { name: 'Change “Salt and lanterns”' }))
    const form = await dialog('Change offer')
    await user.type(await form.findByLabelText('Game'), ' and a coin')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls('changeOffer')).toMatchObject([
      { path: '/contents/offers/31', body: { system: 'Two dice and a coin', seats: 4 } },
    ])
    await user.click(shown.getByRole('button', { name: 'Withdraw “Salt and lanterns”' }))
    await user.click((await dialog('Withdraw offer')).getByRole('button', { name: 'Keep offer' }))
    expect(api.calls('withdrawOffer')).toEqual([])
    await user.click(shown.getByRole('button', { name: 'Withdraw “Salt and lanterns”' }))
    const question = await dialog('Withdraw offer')
    await user.click(question.getByRole('button', { name: 'Withdraw offer' }))
    await waitFor(() => expect(shown.queryByText('Salt and lanterns')).toBeNull())
  })

  it('end at a limit, with those that were accepted', async () => {
    const offers = [anOffer(), anOffer({ id: id(32), title: 'Rooks' })]
    open({ getProgramme: offering({ offers, tables: [aTable({ is_mine: true })] }) })
    const shown = await section()
    expect(await shown.findByText(/^You’ve offered 3 tables\./)).toBeVisible()
    expect(shown.queryByRole('button', { name: 'Offer a table' })).toBeNull()
  })

  it('lead visitors to the login', async () => {
    open({ isMember: false, getProgramme: offering() })
    const shown = await section()
    expect(await shown.findByRole('link', { name: 'Log in to offer a table' })).toBeVisible()
    expect(shown.queryByRole('button')).toBeNull()
  })

  it('are not there for an event that takes none', async () => {
    open({ isMember: false })
    await card('The drowned bell')
    expect((await section()).queryByText(/offer/i)).toBeNull()
  })
})

describe('The page of a table', () => {
  const page: ContentDetail = {
    ...anEvent({ id: id(21), title: 'The drowned bell', registration: SEATS }),
    table: aTableOf(7),
  }
  const players = [
    aPlayer(),
    aPlayer({
      ...{ id: id(42), name: 'Sam', companions: [], state: 'waiting' },
      answers: [{ question: 'Which hero?', answer: 'The smith' }],
    }),
  ]
  const asLeader = {
    getEvent: page,
    getProgramme: aProgramme({ tables: [aTable({ is_mine: true })] }),
    getRegistration: { ...registration, leads: true },
    listPlayers: players,
  }
  const list = async () => within(await screen.findByRole('region', { name: 'Your players' }))

  it('leads to its event and says what is played', async () => {
    const { api } = open({ isMember: false, getEvent: page })
    const about = within(await screen.findByRole('region', { name: 'About this table' }))
    expect(about.getByRole('link', { name: 'Evening of one-shots' })).toHaveAttribute(
      'href',
      '/discordia/news/7#programme',
    )
    expect(await about.findByText('Two dice')).toBeVisible()
    expect(about.getByText('Olwen')).toBeVisible()
    expect([...api.calls('getProgramme'), ...api.calls('listPlayers')]).toEqual([])
  })

  it('shows its leader who plays, with their answers, in place of a sign-up', async () => {
    open(asLeader)
    const shown = await list()
    expect(await shown.findByText('3 people have a seat.')).toBeVisible()
    const [mara, sam] = shown.getAllByRole('listitem')
    expect(mara).toHaveTextContent('MaraHas a seat. With Bo and Companion 2.')
    expect(sam).toHaveTextContent('SamOn the waiting list.Which hero?The smith')
    expect(shown.getAllByRole('checkbox')).toHaveLength(1)
    const seats = within(screen.getByRole('region', { name: 'Registration' }))
    expect(await seats.findByText(/^3 of 80 seats/)).toBeVisible()
    expect(seats.queryByRole('button', { name: 'Sign up' })).toBeNull()
  })

  it('shows the players to no one else', async () => {
    const { api } = open({ ...asLeader, getProgramme: aProgramme() })
    await waitFor(() => expect(api.calls('getProgramme')).toHaveLength(1))
    await screen.findByText('Two dice')
    expect(screen.queryByRole('region', { name: 'Your players' })).toBeNull()
    expect(api.calls('listPlayers')).toEqual([])
  })

  it('takes a tick for who came, and shows a refusal', async () => {
    const { api, user } = open({ ...asLeader, markPlayer: [aPlayer({ came: true })] })
    const came = await (await list()).findByRole('checkbox', { name: 'Came: Mara' })
    await user.click(came)
    await waitFor(() => expect(came).toBeChecked())
    expect(api.calls('markPlayer')).toMatchObject([{ body: { player: 41, came: true } }])
    api.respond({ markPlayer: refusal(500) })
    await user.click(came)
    expect(
      await (await list()).findByText('We couldn’t save who came. Please try again.'),
    ).toBeVisible()
  })

  it('is no longer led by who says so, after a question', async () => {
    const { api, user } = open({ ...asLeader, withdrawOffer: aProgramme() })
    await user.click(await (await list()).findByRole('button', { name: 'Stop leading' }))
    const question = await dialog('Stop leading this table?')
    api.respond({ getProgramme: aProgramme() })
    await user.click(question.getByRole('button', { name: 'Stop leading' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your players' })).toBeNull())
    expect(api.calls('withdrawOffer')).toHaveLength(1)
  })

  it('mails the players; the text stays until it is sent', async () => {
    const { api, user } = open({ ...asLeader, writeToPlayers: refusal(500) })
    await user.click(await (await list()).findByRole('button', { name: 'Write to the players' }))
    const first = await dialog('Write to the players')
    await user.type(await first.findByLabelText('Subject'), 'Bring dice')
    await user.type(first.getByLabelText('Message'), 'Two each.')
    await user.click(first.getByRole('button', { name: 'Send email' }))
    expect(await first.findByText('We couldn’t send this. Please try again.')).toBeVisible()
    await user.click(first.getByRole('button', { name: 'Close dialog' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    api.respond({ writeToPlayers: { told: 2 } })
    await user.click((await list()).getByRole('button', { name: 'Write to the players' }))
    const again = await dialog('Write to the players')
    expect(again.getByLabelText('Message')).toHaveValue('Two each.')
    await user.click(again.getByRole('button', { name: 'Send email' }))
    expect(await screen.findByText('We’re emailing 2 people.')).toBeVisible()
    expect(api.calls('writeToPlayers')).toMatchObject([
      { path: '/contents/tables/21/message' },
      { body: { subject: 'Bring dice', text: 'Two each.' } },
    ])
  })

  it.each([
    ['needs_evening_seat', /^Sign up for the event first/],
    ['slot_taken', /^You have a place at another table/],
    ['leads_in_slot', /^You lead another table/],
  ])('explains the refusal %s', async (code, text) => {
    const { user } = open({ getEvent: page, signUp: refusal(409, code) })
    await user.click(await screen.findByRole('button', { name: 'Sign up' }))
    expect(await screen.findByText(text)).toBeVisible()
  })
})
