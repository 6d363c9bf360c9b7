import { screen, waitFor, within } from '@testing-library/react'
import { ProgrammePage } from '#desk/content/ProgrammePage.tsx'
import { type Responses, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const at = (hour: number) => new Date(2026, 11, 12, hour).toISOString()
const event = {
  id: 7,
  kind: 'event',
  state: 'published',
  title: 'Games evening',
  starts_at: at(14),
  location: 'Graz',
  seats: null,
  publish_at: at(1),
  slots: [
    { id: 3, starts_at: at(14), ends_at: at(18) },
    { id: 5, starts_at: at(19), ends_at: at(23) },
  ],
}
const table = (id: number, title: string, over: object = {}) => ({
  id,
  title,
  kind: 'event',
  state: 'published',
  parent_id: 7,
  slot: 3,
  starts_at: at(14),
  ends_at: at(18),
  location: 'Attic',
  leader: 'Mira',
  seats: 5,
  taken: 2,
  publish_at: at(1),
  cancelled_at: null,
  waits_since: null,
  table: { system: 'Moth' },
  ...over,
})
const TABLES = [
  table(11, 'Ashes', { state: 'cancelled', cancelled_at: at(2) }),
  table(12, 'Boats', { state: 'offered', publish_at: null, slot: null, location: null }),
  table(13, 'Cranes', { leader: null, state: 'offered', waits_since: at(2) }),
  table(14, 'Doors', { location: '' }),
]
const person = (id: number, content_id: number, username: string, companions: string[] = []) => ({
  id,
  content_id,
  companions,
  name: null,
  user: { id: id + 100, username },
})

async function openProgramme(responses: Responses = {}) {
  const asked: unknown[] = []
  const view = renderInDesk(<ProgrammePage />, {
    resource: 'contents',
    at: '/contents/7/programme',
    route: '/contents/:id/programme',
    responses: {
      'GET /contents/7': event,
      'GET /contents': ({ query }: Sent) => {
        expect(query.get('filter')).toBe('{"parent_id":7}')
        return TABLES
      },
      'GET /registrations': ({ query }: Sent) => {
        asked.push(JSON.parse(query.get('filter') ?? ''))
        return [person(1, 13, 'Olwen', ['Bo', 'Zoë']), person(2, 14, 'Tam'), person(3, 13, 'Ægir')]
      },
      ...responses,
    },
  })
  await screen.findByRole('heading', { name: 'Offered tables' })
  return { ...view, asked }
}
const section = (name: string | RegExp) => {
  const [heading] = screen.getAllByRole('heading', { name })
  return within(heading?.closest('section') ?? document.body)
}
const paper = () => {
  const found = document.querySelector<HTMLElement>('div.desk-paper')
  return within(found ?? document.body)
}

test('offers are on top, the other tables in their slots', async () => {
  await openProgramme()
  const titles = (name: string | RegExp) =>
    section(name)
      .queryAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
  expect(titles('Offered tables')).toEqual([['Boats', '/contents/12']])
  expect(
    section('Offered tables').getByText('Moth · Led by Mira · No room yet · 2 of 5'),
  ).toBeVisible()
  expect(titles(/14:00–18:00$/)).toEqual([
    ['Ashes', '/contents/11'],
    ['Cranes', '/contents/13'],
    ['Doors', '/contents/14'],
  ])
  const first = section(/14:00–18:00$/)
  expect(first.getByText('Moth · No leader yet · Attic · 2 of 5')).toBeVisible()
  expect(first.getAllByText(/^(Cancelled|No leader|Published)$/)).toHaveLength(3)
  expect(section(/19:00–23:00$/).getByText('No tables yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'New table' })).toHaveAttribute(
    'href',
    '/contents/create?kind=event&parent=7',
  )
})

test('the programme is printed with rooms and leaders, and reads nobody’s name', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user, asked } = await openProgramme()
  await user.click(screen.getByRole('button', { name: 'Print the programme' }))
  expect(print).toHaveBeenCalledTimes(1)
  const rows = paper()
    .getAllByRole('row')
    .map((row) => row.textContent)
  const head = 'TableGameRoomLeader'
  expect(rows).toEqual([head, 'CranesMothAtticNo leader yet', 'DoorsMothNo room yetMira', head])
  expect(screen.getByRole('heading', { name: 'Games evening' }).closest('.desk-screen')).toBeNull()
  expect(asked).toEqual([])
})

test('the door sheets are one page a table, with the people who come', async () => {
  const sheets: string[][] = []
  const print = jest.spyOn(window, 'print').mockImplementation(() => {
    const pages = paper().queryAllByRole('region')
    sheets.push(...pages.map((page) => [...page.children].map((part) => part.textContent)))
  })
  const { user, asked } = await openProgramme()
  await user.click(screen.getByRole('button', { name: 'Print the door sheets' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(asked).toEqual([{ content_id: [13, 14], state: ['coming'] }])
  expect(sheets).toEqual([
    [
      'Cranes',
      expect.stringMatching(/^Attic · .*14:00–18:00$/),
      'No leader yet · Moth',
      'Ægir Olwen 3 people, Bo, Zoë',
    ],
    ['Doors', expect.stringMatching(/^No room yet · /), 'Led by Mira · Moth', 'Tam '],
  ])
  // The heading of the event would have a page of its own.
  expect(
    screen.getByRole('heading', { name: 'Games evening' }).closest('.desk-screen'),
  ).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Print the programme' }))
  expect(paper().queryAllByRole('region')).toEqual([])
})

test('door sheets without their names are not printed', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user } = await openProgramme({ 'GET /registrations': () => refused(500, 'This failed.') })
  await user.click(screen.getByRole('button', { name: 'Print the door sheets' }))
  expect(await screen.findByText('This failed.')).toBeVisible()
  expect(print).not.toHaveBeenCalled()
  expectComplaint(/HttpError/)
})
