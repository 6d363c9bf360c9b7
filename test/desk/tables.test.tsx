import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ContentEdit, contents } from '#desk/content/contents.tsx'
import { EventTabs } from '#desk/parts/EventTabs.tsx'
import { type Responses, recorded, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const at = (hour: number) => new Date(2026, 11, 12, hour).toISOString()
const SLOTS = [
  { id: 3, starts_at: at(14), ends_at: at(18) },
  { id: 5, starts_at: at(19), ends_at: at(23) },
]
const event = {
  id: 7,
  kind: 'event',
  state: 'published',
  title: 'Games evening',
  short_description: 'Six tables.',
  description: 'Bring dice.',
  format: 'plain',
  picture: null,
  seats: null,
  starts_at: at(14),
  ends_at: at(23),
  event_scope: 'National',
  event_type: 'Offline',
  publish_at: at(1),
  slots: SLOTS,
  takes_offers: false,
  parent_id: null,
  series_id: null,
  waits_since: null,
}
const table = {
  ...event,
  id: 8,
  title: 'The Orchard',
  slots: [],
  parent_id: 7,
  slot: 3,
  seats: 5,
  leader: 'Mira',
  location: null,
  table: {
    system: 'Moth',
    language: 'en',
    beginners: true,
    content_notes: '',
    hours: null,
    players_min: null,
  },
}
const offer = { ...table, state: 'offered', publish_at: null, slot: null, waits_since: at(1) }
const leaderless = { ...table, state: 'offered', leader: null, waits_since: at(1) }

async function open(record: { id: number }, more: Responses = {}) {
  const saved: unknown[] = []
  const { sent, responses } = recorded(
    'POST /contents/8/publish',
    'POST /contents/8/keep-open',
    'POST /contents/8/decline',
  )
  const view = renderInDesk(<ContentEdit />, {
    resource: 'contents',
    id: record.id,
    responses: {
      'GET /contents/7': event,
      [`GET /contents/${record.id}`]: record,
      [`PUT /contents/${record.id}`]: ({ body }: Sent) => {
        saved.push(body)
        return record
      },
      ...responses,
      ...more,
    },
  })
  await screen.findByRole('textbox', { name: 'Title' })
  return { ...view, sent, saved }
}
const button = (name: string) => screen.getByRole('button', { name })

test('slots keep their ids while their times change, and a new one follows the last', async () => {
  const { user, saved } = await open(event)
  const [, start] = screen.getAllByLabelText(/^Starts at/)
  fireEvent.change(start ?? document.body, { target: { value: '2026-12-12T15:00' } })
  await user.click(button('Add slot'))
  await user.click(screen.getByRole('switch', { name: 'Members can offer tables' }))
  await user.click(button('Save'))
  const [first, second] = SLOTS
  const slots = [{ ...first, starts_at: at(15) }, second, { starts_at: at(23), ends_at: at(23) }]
  await waitFor(() => expect(saved).toMatchObject([{ slots, takes_offers: true }]))
})

test('people without an account may sign up once the switch of an event says so', async () => {
  const withSeats = { ...event, seats: 12, guests: false }
  const { user, saved } = await open(withSeats)
  const choice = screen.getByRole('switch', { name: 'Sign-up without an account' })
  expect(choice).not.toBeChecked()
  await user.click(choice)
  await user.click(button('Save'))
  await waitFor(() => expect(saved).toMatchObject([{ seats: 12, guests: true }]))
})

test('an event has at most twelve slots', async () => {
  const slots = Array.from({ length: 11 }, (_, id) => ({ ...SLOTS[0], id: id + 1 }))
  const { user } = await open({ ...event, slots } as typeof event)
  await user.click(button('Add slot'))
  expect(screen.queryByRole('button', { name: 'Add slot' })).toBeNull()
})

test('a new table has a slot of its event, a room, facts, a leader and seats for guests as the event, but no times', async () => {
  const { create: Create } = contents
  if (typeof Create !== 'function') throw new Error('There is no form.')
  const saved: unknown[] = []
  const { user } = renderInDesk(<Create />, {
    resource: 'contents',
    at: '/contents/create?kind=event&parent=7',
    route: '/contents/create',
    responses: {
      'GET /contents/7': { ...event, guests: true },
      'POST /contents': ({ body }: Sent) => {
        saved.push(body)
        return { ...table, ...(body as object) }
      },
    },
  })
  const type = async (label: RegExp, text: string) =>
    user.type(await screen.findByLabelText(label), text)
  const choose = async (label: RegExp, name: string | RegExp) => {
    await user.click(await screen.findByRole('combobox', { name: label }))
    await user.click(screen.getByRole('option', { name }))
  }
  await type(/^Title/, 'The Orchard')
  await type(/^Short description/, 'Apples.')
  await type(/^Description/, 'Bring dice.')
  await choose(/^Slot/, /19:00–23:00$/)
  await type(/^Room/, 'Attic')
  await type(/^Leader/, 'Mira')
  await type(/^Game/, 'Moth')
  await choose(/^Language/, 'German')
  await type(/^Players at most/, '5')
  expect(screen.queryByLabelText(/^(Starts at|Scope|Attendance|Kind of event)/)).toBeNull()
  await user.click(button('Save'))
  const facts = { system: 'Moth', language: 'de', beginners: false, content_notes: '' }
  const places = { slot: 5, location: 'Attic', leader: 'Mira', seats: 5, parent_id: 7 }
  const takes = { kind: 'event', guests: true }
  await waitFor(() =>
    expect(saved).toMatchObject([
      { ...places, ...takes, table: { ...facts, hours: null, players_min: null } },
    ]),
  )
  for (const field of ['starts_at', 'ends_at', 'event_scope', 'event_type', 'repeats'])
    expect(saved[0]).not.toHaveProperty(field)
})

test('a table is cancelled as a table, and is not copied', async () => {
  await open(table)
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
  expect(button('Cancel table')).toBeVisible()
})

test('an offer is declined with a reason, which leads back to the programme', async () => {
  const { user, sent, router } = await open(offer)
  expect(screen.getByText(/^Mira has offered this table/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Publish|Cancel|Delete)/ })).toBeNull()
  await user.click(button('Decline'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline “The Orchard”?' }))
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Write a reason first.')
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No room.')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/contents/7/programme'))
  expect(sent).toEqual([['POST /contents/8/decline', { reason: 'No room.' }]])
})

test('an offer is accepted after a word about the email', async () => {
  const { user, sent } = await open(offer)
  await user.click(button('Accept'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept “The Orchard”?' }))
  expect(dialog.getByText(/We’ll email the member who offered it\.$/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('Accepted. The table is in the programme.')).toBeVisible()
  expect(sent).toEqual([['POST /contents/8/publish', {}]])
})

test('a table without its leader says so, and can be kept, unpublished and cancelled', async () => {
  const { user, sent } = await open(leaderless)
  expect(screen.getByText('No leader')).toBeVisible()
  expect(screen.getByText(/^The leader of this table is gone/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Accept|Decline|Publish)/ })).toBeNull()
  for (const name of ['Unpublish', 'Cancel table']) expect(button(name)).toBeVisible()
  await user.click(button('Keep it as it is'))
  expect(await screen.findByText('The table stays as it is.')).toBeVisible()
  expect(sent).toEqual([['POST /contents/8/keep-open', {}]])
})

test.each([
  [
    event,
    [
      ['Event', '/contents/7'],
      ['Programme', '/contents/7/programme'],
    ],
  ],
  [
    table,
    [
      ['Table', '/contents/8'],
      ['Programme', '/contents/7/programme'],
      ['Registrations', '/contents/8/registrations'],
    ],
  ],
])('the tabs of %j lead to %j', (record, tabs) => {
  renderInDesk(<EventTabs />, { resource: 'contents', record })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(tabs)
})
