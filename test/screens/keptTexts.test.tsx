import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import type { DatePoll } from '#contract/datePolls.ts'
import type { PastDetails } from '#contract/past.ts'
import type { Plan } from '#contract/planning.ts'
import type { Registration } from '#contract/registration.ts'
import { NewEntryDialog } from '#src/features/glossary/NewEntryDialog.tsx'
import { LineForm } from '#src/features/groups/openings/LineForm.tsx'
import { OpeningForm } from '#src/features/groups/openings/OpeningForm.tsx'
import { MailInviteForm } from '#src/features/groups/page/InvitesByLink.tsx'
import { EditPageForm } from '#src/features/groups/page/PageParts.tsx'
import { PastDialog } from '#src/features/groups/past/PastList.tsx'
import { PollForm } from '#src/features/groups/planning/PlannerButtons.tsx'
import { OwnComment } from '#src/features/groups/planning/PollCard.tsx'
import { OptionsForm } from '#src/features/groups/planning/PollFields.tsx'
import { SessionForm } from '#src/features/groups/planning/SessionDialog.tsx'
import { DetailsTab, NameChangeDialog } from '#src/features/profile/DetailsTab.tsx'
import { SignUpForm } from '#src/features/registration/RegistrationPanel.tsx'
import { SecretForm } from '#src/features/secrets/SecretsPanel.tsx'
import { loggedIn, logoutChosen, sessionEnded } from '#src/store/session/slice.ts'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { aNameChange, aProfile, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { group, page } from './openGroup.tsx'

const tokensOf = (sub: string) => ({
  access: `e30.${btoa(JSON.stringify({ sub }))}.x`,
  refresh: `refresh-${sub}`,
})
const NOTE = 'We kept what you were writing.'
const done = jest.fn()
const calendarLinks = {
  kind: 'calendar',
  secrets: [],
  max: 10,
  nameMax: 100,
  onMake: async () => ({}),
  onEnd: async () => ({}),
  secretOf: () => '',
  hints: () => null,
} as const
const ravens = { ...group('owner'), isExpanded: true, isNew: false }
const mara = { member_id: id<never>(1), name: 'Mara' }
const poll: DatePoll = {
  id: id(20),
  title: '',
  notes: '',
  made_by: 'Mara',
  options: ['2030-05-04T17:00:00.000Z', '2030-05-11T17:00:00.000Z'].map((starts_at, at) => ({
    id: id(at + 1),
    starts_at,
    ends_at: '',
    answers: [],
    mine: null,
    is_best: false,
  })),
}
const plan: Plan = {
  planners: 'owners',
  may_plan: true,
  may_choose: true,
  polls: [],
  dates: [],
  later: 0,
}
const past: PastDetails = {
  date: {
    id: id(9),
    title: 'Into the mine',
    starts_at: '2024-05-04T17:00:00.000Z',
    ends_at: '2024-05-04T21:00:00.000Z',
    place: 'Graz',
    came: [],
    came_gone: 0,
    has_recap: false,
    excerpt: [],
  },
  recap: { text: '', version: 0, written_by: null, written_at: null },
}
const registration: Registration = {
  seats: 12,
  left: 3,
  waiting: 0,
  waiting_max: 5,
  closes_at: '2030-05-04T10:00:00.000Z',
  is_open: true,
  questions: [{ text: 'What do you eat?', is_required: false }],
  mine: null,
}
const QUIET = {
  getProfile: aProfile(),
  getPlan: plan,
  getPastDate: past,
  listNameChanges: [],
  listOrderDetails: [orderDetails()],
  listCountries: [],
  listGlossaryTypes: [],
}

type Row = {
  screen: () => ReactElement
  typed: Record<string, string>
  /** Shows the fields, where a press does. */
  show?: string
  /** The button that saves, and the response. */
  save?: [string, Parameters<typeof fakeApi>[0]]
}
const FORMS: Record<string, Row> = {
  'the page of a group': {
    screen: () => <EditPageForm group={ravens} page={page()} onClose={done} />,
    typed: { 'What this group is about': 'Bells in the harbour' },
    save: ['Save page', { saveGroupPage: page() }],
  },
  'what a group that looks for players says': {
    screen: () => <OpeningForm group={ravens} opening={null} onClose={done} />,
    typed: { 'What you play': 'The lantern road' },
  },
  'a request to join': {
    screen: () => (
      <LineForm
        title="Ask"
        label="Line"
        hint=""
        send="Send"
        close="Cancel"
        keep="ask/9"
        onSend={async () => undefined}
        onClose={done}
      />
    ),
    typed: { Line: 'I know the road' },
    save: ['Send', {}],
  },
  'an invite by email': {
    screen: () => <MailInviteForm group={ravens} />,
    typed: { 'Email address': 'finn@example.org' },
  },
  'a recap': {
    screen: () => <PastDialog group={ravens.id} kind="recap" id={id(9)} onClose={done} />,
    typed: { 'What happened': 'We found the bell' },
    save: ['Save recap', { saveRecap: past }],
  },
  'a session': {
    screen: () => (
      <SessionForm group={ravens.id} target={{ kind: 'new', members: [] }} onDone={done} />
    ),
    typed: { 'Title (optional)': 'Into the mine', Start: '2030-05-04T19:00' },
    save: ['Save session', { planSession: plan }],
  },
  'a poll': {
    screen: () => <PollForm group={ravens.id} onDone={done} />,
    typed: {
      'Title (optional)': 'Which evening?',
      'Date 1': '2030-05-04T19:00',
      'Date 2': '2030-05-11T19:00',
    },
    save: ['Ask members', { makePoll: plan }],
  },
  'the dates of a poll': {
    screen: () => <OptionsForm group={ravens.id} poll={poll} onDone={done} />,
    typed: { 'Date 2': '2030-05-12T19:00' },
    save: ['Save', { changeOptions: plan }],
  },
  'a comment on a poll': {
    screen: () => <OwnComment group={ravens.id} poll={poll} reader={mara} />,
    typed: { 'Comment (optional)': 'Not on Fridays' },
    save: ['Save comment', { answerPoll: plan }],
  },
  'a request for another name': {
    screen: () => <NameChangeDialog open onClose={done} />,
    typed: { 'New Name': 'Wren', 'Reason for name change': 'It is shorter' },
    save: ['Confirm', { createNameChange: reply(201, aNameChange()) }],
  },
  'order details': {
    screen: () => <DetailsTab />,
    typed: { City: 'Graz' },
    save: ['Save', { saveOrderDetails: {} }],
  },
  'answers to the questions of an event': {
    screen: () => <SignUpForm id={id(7)} registration={registration} />,
    show: 'Sign up',
    typed: { 'What do you eat?': 'Bread and apples' },
    save: ['Sign up', { signUp: registration }],
  },
  'the name of a calendar link': {
    screen: () => <SecretForm {...calendarLinks} onMade={done} />,
    typed: { 'Device or app': 'Kitchen tablet' },
  },
  'a new entry': {
    screen: () => <NewEntryDialog />,
    typed: { Name: 'Lamp-moth', 'Sub-title': 'Habits', Text: 'Nocturnal.' },
  },
}

function open({ screen: of }: Row, sub: string, responses: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ ...QUIET, ...responses })
  const state = asMember({ session: { status: 'member', ...tokensOf(sub) } })
  const shown = renderWithStore(of(), {
    at: '/discordia/dashboard',
    state: { ...state, entryDraft: { ...ENTRY, isFormOpen: true } },
  })
  return { ...shown, api }
}
const ENTRY = {
  draft: {
    title: '',
    typeId: null,
    subtypeId: null,
    sections: [{ key: 1, title: '', content: '' }],
    createdId: null,
  },
  draftNumber: 1,
}
const shownField = (label: string) =>
  screen.findByLabelText(new RegExp(`^${label.replace(/[()?]/g, '.')}`))

async function type(row: Row, page: ReturnType<typeof open>) {
  if (row.show) await page.user.click(screen.getByRole('button', { name: row.show }))
  for (const [label, text] of Object.entries(row.typed))
    fireEvent.change(await shownField(label), { target: { value: text } })
}
async function shows(row: Row) {
  for (const [label, text] of Object.entries(row.typed))
    expect(await shownField(label)).toHaveValue(text)
}
/** The session ends, and the next one is in another tab. */
function end({ store, unmount }: ReturnType<typeof open>) {
  act(() => void store.dispatch(sessionEnded('expired')))
  unmount()
  sessionStorage.clear()
}

beforeEach(() => done.mockReset())

describe.each(Object.entries(FORMS))('What was typed into %s', (_what, row) => {
  it('is back after the end of the session, for its member alone, until it is saved', async () => {
    const first = open(row, '7')
    await type(row, first)
    end(first)
    const [label = '', text = ''] = Object.entries(row.typed)[0] ?? []
    const other = open(row, '8')
    if (row.show) await other.user.click(await screen.findByRole('button', { name: row.show }))
    expect(await shownField(label)).not.toHaveValue(text)
    expect(screen.queryByText(NOTE)).toBeNull()
    end(other)

    const again = open(row, '7', row.save?.[1])
    await shows(row)
    expect(screen.getByText(NOTE)).toBeVisible()
    const [button] = row.save ?? ['Discard']
    again.api.respond({ listOrderDetails: [orderDetails({ city: 'Graz' })] })
    await again.user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(Object.keys(localStorage).filter(isText)).toEqual([]))
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
  })
})
const isText = (key: string) => key.startsWith('typed/')

const groupPage = FORMS['the page of a group'] as Row
const purpose = () => screen.findByRole('textbox', { name: 'What this group is about' })

describe('A kept text', () => {
  async function typedIn(row = groupPage) {
    const first = open(row, '7')
    await type(row, first)
    return first
  }

  it('stays when a save meets the end of the session, whatever the server says', async () => {
    const first = await typedIn()
    first.api.respond({ saveGroupPage: refusal(502) })
    await first.user.click(screen.getByRole('button', { name: 'Save page' }))
    expect(await purpose()).toHaveValue('Bells in the harbour')
    end(first)
    open(groupPage, '7')
    expect(await purpose()).toHaveValue('Bells in the harbour')
  })

  it('shows what others have saved since, and says so', async () => {
    end(await typedIn())
    const newer = page({ purpose: 'Whistles', talk_url: 'https://chat.example.org', version: 4 })
    open(
      { ...groupPage, screen: () => <EditPageForm group={ravens} page={newer} onClose={done} /> },
      '7',
    )
    expect(await purpose()).toHaveValue('Bells in the harbour')
    expect(await shownField('Link to the chat')).toHaveValue('https://chat.example.org')
    expect(screen.getByText(/^We kept .* Someone has changed this since/)).toBeVisible()
    expect(screen.getByText('Whistles')).toBeVisible()
  })

  it('that the server has already is no longer kept', async () => {
    end(await typedIn())
    const saved = page({ purpose: 'Bells in the harbour', version: 4 })
    open(
      { ...groupPage, screen: () => <EditPageForm group={ravens} page={saved} onClose={done} /> },
      '7',
    )
    expect(await purpose()).toHaveValue('Bells in the harbour')
    expect(screen.queryByText(NOTE)).toBeNull()
  })

  it('is discarded with a press, and the form shows what the server has', async () => {
    end(await typedIn())
    const { user } = open(groupPage, '7')
    await purpose()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await purpose()).toHaveValue('')
    expect(screen.queryByText(NOTE)).toBeNull()
    expect(Object.keys(localStorage).filter(isText)).toEqual([])
  })

  it('survives a reload, and is removed when the field is as it was', async () => {
    ;(await typedIn()).unmount()
    open(groupPage, '7')
    expect(await purpose()).toHaveValue('Bells in the harbour')
    fireEvent.change(await purpose(), { target: { value: '' } })
    expect(Object.keys(localStorage).filter(isText)).toEqual([])
  })

  it('is gone after a pressed logout, also one of the same member in another tab; the logout of others leaves it', async () => {
    end(await typedIn())
    const other = open(groupPage, '8')
    act(() => void other.store.dispatch(logoutChosen()))
    expect(Object.keys(localStorage).filter(isText)).toHaveLength(1)
    other.unmount()
    const own = open(groupPage, '7')
    act(() => void own.store.dispatch(logoutChosen()))
    expect(Object.keys(localStorage).filter(isText)).toEqual([])
  })

  it('is announced by the next login of its member', async () => {
    const first = await typedIn()
    const toasts = () => first.store.getState().toasts.queue.map(({ key }) => key)
    act(() => void first.store.dispatch(sessionEnded('expired')))
    first.unmount()
    first.store.dispatch(loggedIn(tokensOf('8')))
    expect(toasts()).not.toContain('kept.after_login')
    first.store.dispatch(loggedIn(tokensOf('7')))
    expect(toasts()).toContain('kept.after_login')
  })

  it('never passes to the member whose tokens take the place of its own in an open page', async () => {
    const first = await typedIn()
    act(() => void first.store.dispatch(loggedIn(tokensOf('8'))))
    expect(await purpose()).toHaveValue('')
    fireEvent.change(await purpose(), { target: { value: 'Whistles' } })
    const texts = Object.entries({ ...localStorage }).filter(([key]) => isText(key))
    expect(texts.map(([key, text]) => [key.split('/')[1], /Bells/.test(String(text))])).toEqual(
      expect.arrayContaining([
        ['7', true],
        ['8', false],
      ]),
    )
  })
})

describe('Fields that were filled in without an event', () => {
  it('are read when the form is submitted, all of them', async () => {
    const { user, api } = open(groupPage, '7', { saveGroupPage: page() })
    const fill = (field: HTMLElement, text: string) =>
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    fill(await purpose(), 'Bells')
    fill(await shownField('Pinned note'), 'Bring a lamp')
    fill(await shownField('Link to the chat'), 'https://chat.example.org')
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    await waitFor(() =>
      expect(api.calls('saveGroupPage')).toMatchObject([
        {
          body: { purpose: 'Bells', note: 'Bring a lamp', talk_url: 'https://chat.example.org' },
        },
      ]),
    )
  })
})
