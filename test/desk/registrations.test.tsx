import { screen, within } from '@testing-library/react'
import { EventRegistrations } from '#desk/content/EventRegistrations.tsx'
import { RowActions } from '#desk/registration/RowActions.tsx'
import { recorded } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const row = {
  id: 7,
  user: { id: 3, username: 'Mara' },
  state: 'coming',
  attended_at: null,
  answers: [],
}
const names = () => screen.getAllByRole('button').map((button) => button.textContent)

test.each([
  ['coming', ['Came', 'Take off the list']],
  ['waiting', ['Give a seat', 'Take off the list']],
  ['offered', ['Give a seat', 'Take off the list']],
  ['cancelled', ['Give a seat']],
])('a registration that is %s has the actions of its state', (state, expected) => {
  renderInDesk(<RowActions />, { resource: 'registrations', record: { ...row, state } })
  expect(names()).toEqual(expected)
})

test('who came is marked with one click, and the mark is taken back', async () => {
  const { sent, responses } = recorded('POST /registrations/7/attend')
  const { user } = renderInDesk(<RowActions />, {
    resource: 'registrations',
    record: row,
    responses,
  })
  await user.click(screen.getByRole('button', { name: 'Came' }))
  expect(await screen.findByText('Marked as having come.')).toBeVisible()
  expect(sent).toEqual([['POST /registrations/7/attend', { came: true }]])
})

test('a member is taken off the list only after a confirmation', async () => {
  const { sent, responses } = recorded('POST /registrations/7/take-off')
  const { user } = renderInDesk(<RowActions />, {
    resource: 'registrations',
    record: row,
    responses,
  })
  await user.click(screen.getByRole('button', { name: 'Take off the list' }))
  expect(sent).toEqual([])
  const dialog = within(screen.getByRole('dialog', { name: 'Take off the list: Mara' }))
  await user.click(dialog.getByRole('button', { name: 'Take off the list' }))
  expect(await screen.findByText('The member is off the list.')).toBeVisible()
})

describe('an event with seats', () => {
  const event = { id: 9, title: 'Open Table', seats: 12, publish_at: '2026-12-15T10:00:00.000Z' }
  const open = (record: object = event) => {
    const { sent, responses } = recorded('POST /contents/9/write-to-registered')
    const options = { resource: 'contents', record: { ...event, ...record }, responses }
    return { ...renderInDesk(<EventRegistrations />, options), sent }
  }

  test('leads to its list and to its file', () => {
    open()
    const filter = encodeURIComponent(JSON.stringify({ content_id: 9 }))
    expect(screen.getByRole('link', { name: 'Registrations' })).toHaveAttribute(
      'href',
      `/registrations?filter=${filter}`,
    )
    expect(screen.getByRole('link', { name: 'Registrations as CSV' })).toHaveAttribute(
      'href',
      '/desk/api/contents/9/registrations.csv',
    )
  })

  test.each([{ seats: null }, { publish_at: null }])('shows none of it with %j', (record) => {
    open(record)
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('a mail needs subject and text, and goes to whom it is for', async () => {
    const { user, sent } = open()
    await user.click(screen.getByRole('button', { name: 'Write to those who signed up' }))
    const dialog = within(screen.getByRole('dialog'))
    const send = dialog.getByRole('button', { name: 'Write to those who signed up' })
    await user.type(dialog.getByRole('textbox', { name: 'Subject' }), 'The room')
    await user.click(send)
    expect(await dialog.findByText('Subject and text are needed.')).toBeVisible()
    expect(sent).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'Upstairs.')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'To' }), 'The waiting list, too')
    await user.click(send)
    expect(await screen.findByText('The mails are on their way.')).toBeVisible()
    expect(sent).toEqual([
      [
        'POST /contents/9/write-to-registered',
        { to: 'everybody', subject: 'The room', text: 'Upstairs.' },
      ],
    ])
  })
})
