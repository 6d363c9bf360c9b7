import { screen, waitFor, within } from '@testing-library/react'
import { openings } from '#desk/groups/openings.tsx'
import { recorded } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const created_at = '2026-03-01T10:00:00.000Z'
const opening = {
  id: 5,
  group: { id: 7, name: 'Ravens' },
  owner: { id: 2, username: 'Ben' },
  plays: 'The lantern road',
  languages: ['de', 'en'],
  mode: 'both',
  place: 'Vienna',
  rhythm: '',
  beginners: true,
  content_notes: 'Spiders',
  free: 2,
  requests: 1,
  created_at,
  updated_at: created_at,
}
const List = openings.list as () => React.JSX.Element
const Page = openings.show as () => React.JSX.Element

test('the list says whether members see open groups, and turning them off asks first', async () => {
  const { sent, responses } = recorded('POST /openings/switch')
  const { user } = renderInDesk(<List />, {
    resource: 'openings',
    responses: {
      'GET /openings': [opening],
      'GET /openings/switch': { is_on: true },
      ...responses,
    },
  })
  expect(await screen.findByRole('link', { name: 'Ravens' })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  const dialog = await screen.findByRole('dialog', { name: 'Turn off open groups?' })
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Open groups are off.')).toBeVisible()
  expect(sent).toEqual([['POST /openings/switch', { is_on: false }]])
})

test('turned off, the list offers to turn them on', async () => {
  const { sent, responses } = recorded('POST /openings/switch')
  const { user } = renderInDesk(<List />, {
    resource: 'openings',
    responses: { 'GET /openings': [], 'GET /openings/switch': { is_on: false }, ...responses },
  })
  await user.click(await screen.findByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('Open groups are on.')).toBeVisible()
  expect(sent).toEqual([['POST /openings/switch', { is_on: true }]])
})

test('an opening is closed with a reason', async () => {
  const { sent, responses } = recorded('POST /openings/5/close')
  const { user } = renderInDesk(<Page />, {
    resource: 'openings',
    id: 5,
    responses: { 'GET /openings/5': opening, ...responses },
  })
  expect(await screen.findByText('German and English')).toBeVisible()
  expect(screen.getByText('Online and in person, Vienna')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close opening' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close the opening of “Ravens”?' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Advertising')
  await user.click(within(dialog).getByRole('button', { name: 'Close opening' }))
  await waitFor(() => expect(screen.getByText('Opening of “Ravens” closed.')).toBeVisible())
  expect(sent).toEqual([['POST /openings/5/close', { reason: 'Advertising' }]])
})
