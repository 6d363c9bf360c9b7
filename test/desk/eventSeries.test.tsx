import { screen, waitFor, within } from '@testing-library/react'
import { ContentEdit } from '#desk/content/contents.tsx'
import { type Responses, recorded, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const event = {
  id: 7,
  kind: 'event',
  state: 'published',
  title: 'Open evening',
  short_description: 'Come in.',
  description: 'Bring dice.',
  format: 'plain',
  picture: null,
  seats: null,
  starts_at: '2026-12-10T18:00:00.000Z',
  ends_at: '2026-12-10T21:00:00.000Z',
  event_scope: 'National',
  event_type: 'Offline',
  publish_at: '2026-11-15T10:00:00.000Z',
  series_id: null as number | null,
  repeats: null as object | null,
}
const ofSeries = { ...event, series_id: 3, repeats: { unit: 'week', every: 2, weekdays: ['TH'] } }

async function open(record: typeof event, more: Responses = {}) {
  const saved: unknown[] = []
  const { sent, responses } = recorded('POST /contents/7/cancel', 'POST /contents/7/publish')
  const view = renderInDesk(<ContentEdit />, {
    resource: 'contents',
    id: 7,
    responses: {
      'GET /contents/7': record,
      'PUT /contents/7': ({ body }: Sent) => {
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

test('an event becomes a series by how often it takes place', async () => {
  const { user, saved } = await open(event)
  expect(screen.queryByRole('group', { name: 'On' })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'How often' }), 'Every 2 months')
  await user.click(screen.getByRole('button', { name: 'Thursday' }))
  await user.click(screen.getByRole('button', { name: 'Last' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const repeats = { unit: 'month', every: 2, weekdays: ['TH'], weeks: [-1] }
  await waitFor(() => expect(saved).toMatchObject([{ repeats }]))
})

test('a change of a date asks for the dates that it concerns, and Never ends the series', async () => {
  const { user, saved } = await open(ofSeries)
  expect(screen.getByRole('radio', { name: 'This date only' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'This and later dates' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'How often' }), 'Never')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject([{ repeats: null, scope: 'later' }]))
})

test('a cancellation is of one date unless later ones are chosen', async () => {
  const { user, sent } = await open(ofSeries)
  await user.click(screen.getByRole('button', { name: 'Cancel event' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel “Open evening”?' }))
  expect(dialog.getByRole('combobox', { name: 'Dates' })).toHaveValue('this')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Dates' }), 'later')
  await user.click(dialog.getByRole('button', { name: 'Cancel event' }))
  await waitFor(() => expect(sent).toEqual([['POST /contents/7/cancel', { scope: 'later' }]]))
})

test('a copy needs a start, and is opened', async () => {
  const copies: unknown[] = []
  const { user } = await open(event, {
    'POST /contents/7/copy': ({ body }: Sent) => {
      copies.push(body)
      return { ...event, id: 8 }
    },
    'GET /contents/8': { ...event, id: 8, title: 'The copy' },
  })
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Copy “Open evening”?' }))
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Choose a start first.')
  await user.type(dialog.getByLabelText('Start of the copy'), '2027-01-14T19:00')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  const starts_at = new Date('2027-01-14T19:00').toISOString()
  await waitFor(() => expect(copies).toEqual([{ starts_at }]))
  await screen.findByText('Copied. This is the copy.')
})
