import { screen } from '@testing-library/react'
import { MoveButtons } from '#desk/parts/MoveButtons.tsx'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const entries = [4, 9, 2].map((id) => ({ id, name: `Entry ${id}` }))
const record = { id: 9, name: 'Wicks', category_id: 3, subcategory_id: undefined }
const within = ['category_id', 'subcategory_id']

test('a click swaps a record with its neighbour in the same list', async () => {
  const filters: unknown[] = []
  const orders: unknown[] = []
  const responses = {
    'GET /rule-categories': ({ query }: Sent) => {
      filters.push(JSON.parse(query.get('filter') ?? ''))
      return entries
    },
    'POST /rule-categories/order': ({ body }: Sent) => {
      orders.push(body)
      return {}
    },
  }
  const { user } = renderInDesk(<MoveButtons within={within} />, { record, responses })
  await user.click(screen.getByRole('button', { name: 'Move up: Wicks' }))
  expect(await screen.findByText('Moved: now 1 of 3 in its list.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Move down: Wicks' }))
  expect(await screen.findByText('Moved: now 3 of 3 in its list.')).toBeVisible()
  expect(orders).toEqual([{ ids: [9, 4, 2] }, { ids: [4, 2, 9] }])
  // A field without a value is null: the entries without a sub-category are a list, too.
  expect(filters[0]).toEqual({ category_id: 3, subcategory_id: null })
})

test.each([
  ['up', [9, 4], 'It is the first of its list already.'],
  ['down', [4, 9], 'It is the last of its list already.'],
])('%s from the end of the list sends nothing', async (direction, ids, message) => {
  const responses = { 'GET /rule-categories': ids.map((id) => ({ id })) }
  const { user, calls } = renderInDesk(<MoveButtons />, { record, responses })
  await user.click(screen.getByRole('button', { name: `Move ${direction}: Wicks` }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(calls).toEqual(['GET /rule-categories'])
})

test('a refusal is a notice, and the buttons keep working', async () => {
  const responses = {
    'GET /rule-categories': entries,
    'POST /rule-categories/order': refused(409, 'The list has changed.'),
  }
  const { user } = renderInDesk(<MoveButtons />, { record, responses })
  const button = screen.getByRole('button', { name: 'Move up: Wicks' })
  await user.click(button)
  expect(await screen.findByText('The list has changed.')).toBeVisible()
  expect(button).toHaveFocus()
  expect(button).toBeEnabled()
  expectComplaint(/HttpError/)
})
