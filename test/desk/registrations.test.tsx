import { act, screen, waitFor, within } from '@testing-library/react'
import { EventTabs } from '#desk/parts/EventTabs.tsx'
import { RegistrationsPage } from '#desk/registration/RegistrationsPage.tsx'
import { registrations } from '#desk/registration/registrations.tsx'
import { type Responses, recorded, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { announce } from '#test/helpers/screens/announceLanguages.ts'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const AT = '2026-12-15T10:00:00.000Z'
const event = {
  id: 9,
  kind: 'event',
  title: 'Open Table',
  seats: 12,
  publish_at: AT,
  starts_at: AT,
  location: 'Graz',
}
const person = (id: number, username: string, over: object = {}) => ({
  id,
  user: { id: id + 100, username },
  name: null,
  companions: [],
  state: 'coming',
  answers: [{ question: 'Diet?', answer: 'Soup' }],
  queued_at: AT,
  offered_until: null,
  attended_at: null,
  ...over,
})
const PEOPLE = [
  person(1, 'Olwen'),
  person(2, 'Mara', { attended_at: AT }),
  person(3, 'Ægir', { answers: [{ question: 'Diet?', answer: '' }] }),
  person(4, 'Tam', { state: 'waiting' }),
  person(5, 'Bo', { state: 'offered', offered_until: AT }),
  person(6, 'Cleo', { state: 'cancelled' }),
]

type Door = { search?: string; responses?: Responses; role?: 'staff' | 'superuser' }

async function openDoor({ search = '', responses = {}, role = 'staff' }: Door = {}) {
  const acts = recorded('POST /contents/9/write-to-registered', 'POST /registrations/4/give-seat')
  const view = renderInDesk(<RegistrationsPage />, {
    resource: 'contents',
    at: `/contents/9/registrations${search}`,
    route: '/contents/:id/registrations',
    user: { id: 1, username: 'Sue', role },
    responses: {
      'GET /contents/9': event,
      'GET /registrations': ({ query }: Sent) => {
        const { state, content_id } = JSON.parse(query.get('filter') ?? '')
        return PEOPLE.filter((one) => content_id === 9 && state.includes(one.state))
      },
      ...acts.responses,
      ...responses,
    },
  })
  await screen.findByRole('heading', { level: 2, name: 'Open Table' })
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/\d/))
  return { ...view, sent: acts.sent }
}
const boxes = () => screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))
const box = (name: string) => screen.getByRole('checkbox', { name: `${name} came` })
const names = () =>
  screen.getAllByRole('listitem').map((row) => within(row).getByRole('strong').textContent)
const choose = () => screen.getByRole('combobox', { name: 'Show' })

test('everyone with a seat has a box, by name, beside the answers below their question; how many came is counted', async () => {
  await openDoor()
  expect(boxes()).toEqual(['Ægir came', 'Mara came', 'Olwen came'])
  expect(box('Mara')).toBeChecked()
  expect(screen.getByRole('status')).toHaveTextContent('1 of 3 came')
  expect(screen.getAllByText('Soup')).toHaveLength(2)
  const [head = document.body] = screen.getAllByText('Diet?')
  const [answer = head] = screen.getAllByText('Soup')
  expect(head.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a tick shows at once, is saved, and is taken back by another; the calls keep their order', async () => {
  const sent: unknown[] = []
  const first = Promise.withResolvers<object>()
  const attend = ({ body }: Sent) => {
    sent.push(body)
    return sent.length === 1 ? first.promise : {}
  }
  const { user, calls } = await openDoor({ responses: { 'POST /registrations/1/attend': attend } })
  await user.click(box('Olwen'))
  await waitFor(() => expect(box('Olwen')).toBeChecked())
  expect(screen.getByRole('status')).toHaveTextContent('2 of 3 came')
  await user.click(box('Olwen'))
  await waitFor(() => expect(box('Olwen')).not.toBeChecked())
  expect(sent).toEqual([{ came: true }])
  await act(async () => first.resolve({}))
  await waitFor(() => expect(sent).toEqual([{ came: true }, { came: false }]))
  expect(screen.getByRole('status')).toHaveTextContent('1 of 3 came')
  // Reading the list leaves a row in the audit log.
  expect(calls.filter((call) => call === 'GET /registrations')).toHaveLength(1)
})

test('a tick that is refused is taken back, with the reason', async () => {
  const responses = { 'POST /registrations/1/attend': () => refused(409, 'Mara has no seat.') }
  const { user } = await openDoor({ responses })
  await user.click(box('Olwen'))
  expect(await screen.findByText('Mara has no seat.')).toBeVisible()
  await waitFor(() => expect(box('Olwen')).not.toBeChecked())
  expect(screen.getByRole('status')).toHaveTextContent('1 of 3 came')
  expectComplaint(/HttpError/)
})

test('who is not here yet is a list of its own, in which a tick can still be taken back', async () => {
  const { responses } = recorded('POST /registrations/1/attend')
  const { user, router } = await openDoor({ responses })
  await user.selectOptions(choose(), 'Not here yet')
  await waitFor(() => expect(boxes()).toEqual(['Ægir came', 'Olwen came']))
  await user.click(box('Olwen'))
  await waitFor(() => expect(box('Olwen')).toBeChecked())
  await user.selectOptions(choose(), 'With a seat')
  await user.selectOptions(choose(), 'Not here yet')
  await waitFor(() => expect(boxes()).toEqual(['Ægir came']))
  expect(router.state.location.search).toBe('?show=missing')
})

test('names are found in any spelling; the address keeps what the list shows', async () => {
  const { user, router } = await openDoor()
  const field = screen.getByRole('searchbox', { name: 'Search by name' })
  await user.type(field, 'AEG')
  expect(boxes()).toEqual(['Ægir came'])
  expect(router.state.location.search).toBe('?name=AEG')
  await user.type(field, 'x')
  expect(screen.getByText('Nobody here has this name.')).toBeVisible()
  await user.clear(field)
  expect(boxes()).toHaveLength(3)
  expect(router.state.location.search).toBe('')
})

test('the address opens the list as it was', async () => {
  await openDoor({ search: '?show=missing&name=ol' })
  expect(boxes()).toEqual(['Olwen came'])
  expect(choose()).toHaveDisplayValue('Not here yet')
})

test.each([
  ['waiting', ['Tam', 'Bo'], '2 people'],
  ['cancelled', ['Cleo'], '1 person'],
])('those of “%s” have no box, and those who wait keep their order', async (show, found, count) => {
  await openDoor({ search: `?show=${show}` })
  await waitFor(() => expect(names()).toEqual(found))
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent(count)
})

const details = (name: string) => screen.getByRole('button', { name: `Details of ${name}` })

test.each([
  ['coming', 'Olwen', ['Remove from list']],
  ['waiting', 'Tam', ['Give a seat', 'Remove from list']],
  ['waiting', 'Bo', ['Give a seat', 'Remove from list']],
  ['cancelled', 'Cleo', ['Give a seat']],
])('of the %s, %s has the actions of the state', async (show, name, expected) => {
  const { user } = await openDoor({ search: `?show=${show}` })
  const row = within((await screen.findByText(name)).closest('li') ?? document.body)
  await user.click(details(name))
  expect(row.getByText('Diet?')).toBeVisible()
  const actions = row.getAllByRole('button').map((button) => button.textContent)
  expect(actions.filter((text) => text !== '')).toEqual(expected)
  expect(row.queryByText('Seat offered until') !== null).toBe(name === 'Bo')
})

test('only superusers are led to the page of a member', async () => {
  const { user, unmount } = await openDoor({ role: 'superuser' })
  await user.click(details('Olwen'))
  expect(await screen.findByRole('link', { name: 'Open member' })).toHaveAttribute(
    'href',
    '/members/101/show',
  )
  unmount()
  const staff = await openDoor()
  await staff.user.click(details('Olwen'))
  expect(screen.queryByRole('link', { name: 'Open member' })).toBeNull()
})

test('a seat is given only after a confirmation', async () => {
  const { user, sent } = await openDoor({ search: '?show=waiting' })
  await screen.findByText('Tam')
  await user.click(details('Tam'))
  await user.click(screen.getByRole('button', { name: 'Give a seat' }))
  expect(sent).toEqual([])
  const dialog = within(screen.getByRole('dialog', { name: 'Give Tam a seat?' }))
  await user.click(dialog.getByRole('button', { name: 'Give a seat' }))
  expect(await screen.findByText('This person has a seat.')).toBeVisible()
  expect(sent).toEqual([['POST /registrations/4/give-seat', {}]])
})

test('parties count as people; those without an account lead nowhere, and a name can be forgotten', async () => {
  const guests = [
    person(7, '', { user: null, name: 'Anna', companions: ['Bo', 'Zoë'], attended_at: AT }),
    person(8, '', { user: null, name: '', companions: ['', ''] }),
  ]
  const { user } = await openDoor({
    role: 'superuser',
    responses: { 'GET /registrations': () => guests },
  })
  expect(screen.getByRole('status')).toHaveTextContent('3 of 6 came')
  expect(names()).toEqual(['Anna', 'Name removed'])
  expect(screen.getByText('3 people, Bo, Zoë')).toBeVisible()
  await user.click(details('Anna'))
  expect(screen.queryByRole('link', { name: 'Open member' })).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'zoe')
  expect(names()).toEqual(['Anna'])
})

test('the door names who has not confirmed a seat without an account, and how to write to them', async () => {
  const held = { user: null, name: 'Anna', email: 'anna@example.org', held_until: AT }
  const { user } = await openDoor({
    responses: { 'GET /registrations': () => [person(7, '', held), person(8, 'Olwen')] },
  })
  const notes = screen.getAllByText(/^Not confirmed yet, held until Tue 15 Dec/)
  expect(notes.map((note) => note.closest('li'))).toEqual([box('Anna').closest('li')])
  await user.click(details('Anna'))
  expect(screen.getByRole('link', { name: 'anna@example.org' })).toHaveAttribute(
    'href',
    'mailto:anna@example.org',
  )
})

test('a person is added, beyond the seats with a reason; what was typed stays', async () => {
  const sent: unknown[] = []
  const add = ({ body }: Sent) => {
    sent.push(body)
    return sent.length === 1 ? refused(409, '12 of 12 seats are taken.') : person(9, 'Ina')
  }
  const { user } = await openDoor({ responses: { 'POST /registrations': add } })
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add a person to “Open Table”' }))
  const send = dialog.getByRole('button', { name: 'Add to list' })
  await user.click(send)
  expect(dialog.getByText('Enter a name first.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Username' }), 'Ina')
  await user.type(dialog.getByRole('textbox', { name: 'Companions' }), 'Bo{Enter}Zoë{Enter}')
  await user.click(send)
  expect(await dialog.findByText('12 of 12 seats are taken.')).toBeVisible()
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Who' }),
    'Someone without an account',
  )
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Guests')
  await user.click(send)
  expect(await screen.findByText('The person is on the list.')).toBeVisible()
  const party = { content_id: 9, companions: ['Bo', 'Zoë'] }
  expect(sent).toEqual([
    { ...party, username: 'Ina' },
    { ...party, name: 'Ina', reason: 'Guests' },
  ])
  expectComplaint(/HttpError/)
})

test('the sheet says in which time zone the event starts, and how many people are on it', async () => {
  const { user } = await openDoor()
  expect(screen.getByText(/^Tue 15 Dec( 2026)?, \d\d:00 (UTC|[\w ]+ time) · Graz$/)).toBeVisible()
  expect(screen.getByText('3 people')).toHaveClass('desk-paper')
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'ol')
  expect(screen.getByText('1 person')).toHaveClass('desk-paper')
})

test('the list is printed, and downloaded as a file', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user } = await openDoor()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('link', { name: 'Download as CSV' })).toHaveAttribute(
    'href',
    '/desk/api/contents/9/registrations.csv',
  )
})

test('the file is in the language of the desk where the site has several', async () => {
  announce('de en')
  await openDoor()
  expect(screen.getByRole('link', { name: 'Download as CSV' })).toHaveAttribute(
    'href',
    '/desk/api/contents/9/registrations.csv?lng=en',
  )
})

test('a mail needs subject and text, and goes to whom it is for', async () => {
  const { user, sent } = await openDoor()
  await user.click(screen.getByRole('button', { name: 'Email everyone signed up' }))
  const dialog = within(screen.getByRole('dialog'))
  const send = dialog.getByRole('button', { name: 'Send email' })
  await user.type(dialog.getByRole('textbox', { name: 'Subject' }), 'The room')
  await user.click(send)
  expect(await dialog.findByText('Write a subject and a text first.')).toBeVisible()
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'Upstairs.')
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'To' }),
    'Everyone, with the waiting list',
  )
  await user.click(send)
  expect(await screen.findByText('The emails are on their way.')).toBeVisible()
  expect(sent).toEqual([
    [
      'POST /contents/9/write-to-registered',
      { to: 'everybody', subject: 'The room', text: 'Upstairs.' },
    ],
  ])
})

test.each([
  ['?filter=%7B%22content_id%22%3A9%7D', '/contents/9/registrations'],
  [
    '?filter=%7B%22content_id%22%3A%229%22%2C%22state%22%3A%22coming%22%7D',
    '/contents/9/registrations',
  ],
  ['', '/contents'],
])('the earlier address %p leads to %s', async (search, path) => {
  const { list: List } = registrations
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const { router } = renderInDesk(<List />, {
    at: `/registrations${search}`,
    route: '/registrations',
  })
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

test.each([
  [{}, ['Event', 'Registrations']],
  [{ seats: null }, []],
  [{ publish_at: null }, []],
])('an event with %j has the tabs %j', (over, tabs) => {
  renderInDesk(<EventTabs />, { resource: 'contents', record: { ...event, ...over } })
  expect(screen.queryAllByRole('link').map((link) => link.textContent)).toEqual(tabs)
})
