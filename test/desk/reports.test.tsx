import { screen, within } from '@testing-library/react'
import { reports } from '#desk/reports/reports.tsx'
import { recorded } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const at = '2026-03-01T10:00:00.000Z'
const item = {
  ...{ id: 5, kind: 'recap', state: 'open', title: 'Into the mine', text: 'A goat led us.' },
  ...{ picture: null, subject_id: 3, user: { id: 2, username: 'Olwen' }, created_at: at },
  reports: [
    {
      ...{ id: 8, reason: 'insult', line: 'This is bad.', at },
      by: { id: 4, username: 'Rita', is_distrusted: false },
    },
  ],
  ...{ claim: null, decision: null, appeal: null },
  now: { text: 'A goat led us.', picture: null, version: 'v1' },
  earlier: [{ id: 1, kind: 'comment', title: 'Which evening?', state: 'decided', act: 'warn' }],
}
const Page = reports.show as () => React.JSX.Element
const open = (over: object, responses: object) =>
  renderInDesk(<Page />, {
    resource: 'reports',
    id: 5,
    responses: { 'GET /reports/5': { ...item, ...over }, ...responses },
  })

test('a case shows the thing, its reports and earlier cases, and is decided with a text and a reason', async () => {
  const { sent, responses } = recorded('POST /reports/5/decide')
  const { user } = open({}, responses)
  expect(await screen.findByText('A goat led us.')).toBeVisible()
  expect(screen.getByText('This is bad.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Comment on a date poll: Which evening?' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Decide' }))
  const dialog = await screen.findByRole('dialog', { name: 'Decide about “Into the mine”?' })
  const box = within(dialog)
  await user.selectOptions(box.getByLabelText('What to do'), 'Keep from writing')
  await user.type(box.getByLabelText('Reason'), 'Be kind.')
  await user.click(box.getByRole('button', { name: 'Decide' }))
  expect(await box.findByText('Choose until when first.')).toBeVisible()
  await user.selectOptions(box.getByLabelText('What to do'), 'Change the text')
  await user.clear(box.getByLabelText('New text'))
  await user.type(box.getByLabelText('New text'), 'A friend led us.')
  await user.click(box.getByRole('button', { name: 'Decide' }))
  expect(await screen.findByText(/^Decided\. The emails go out/)).toBeVisible()
  const body = { act: 'edit', reason: 'Be kind.', text: 'A friend led us.', version: 'v1' }
  expect(sent).toEqual([['POST /reports/5/decide', body]])
})

test('a case shows what has been changed since; what is gone is neither removed nor changed, and others wait for a claim', async () => {
  const now = { text: 'I am sorry.', picture: null, version: 'v2' }
  const { unmount } = open({ now }, {})
  const present = await screen.findByRole('heading', { name: 'As it is now' })
  expect(present.parentElement).toHaveTextContent('I am sorry.')
  unmount()
  const gone = open({ now: null }, {})
  expect(await screen.findByText('This is gone by now.')).toBeVisible()
  await gone.user.click(screen.getByRole('button', { name: 'Decide' }))
  const acts = within(await screen.findByRole('dialog')).getByLabelText('What to do')
  expect(acts).not.toHaveTextContent(/Remove it|Change the text/)
  gone.unmount()
  open({ claim: { by: { id: 77, username: 'Ada' }, until: at } }, {})
  expect(await screen.findByText(/^Ada is looking at this/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})

test('an appeal is decided with a reason', async () => {
  const { sent, responses } = recorded('POST /reports/5/appeal')
  const decision = { act: 'hide', reason: 'Be kind.', until: null, by: null, at }
  const appeal = { text: 'It was a joke.', at, outcome: null, reason: null, by: null }
  const { user } = open({ state: 'appealed', decision, appeal }, responses)
  expect(await screen.findByText('It was a joke.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept appeal' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Reason'), 'You are right.')
  await user.click(within(dialog).getByRole('button', { name: 'Accept appeal' }))
  await screen.findByText('Decided. We’ll email the member.')
  const body = { outcome: 'restore', reason: 'You are right.' }
  expect(sent).toEqual([['POST /reports/5/appeal', body]])
})
