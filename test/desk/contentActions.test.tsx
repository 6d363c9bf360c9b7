import { screen, within } from '@testing-library/react'
import type { RaRecord } from 'react-admin'
import { ContentActions } from '#desk/content/ContentActions.tsx'
import { DeskForm } from '#desk/parts/DeskForm.tsx'
import { recorded } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const publish_at = '2026-12-15T10:00:00.000Z'
const AUDIENCE = 'GET /contents/7/audience'

function renderActions(fields: object, audience: object = { members: 2, silence: null }) {
  const { sent, responses } = recorded(
    'POST /contents/7/publish',
    'POST /contents/7/unpublish',
    'POST /contents/7/cancel',
  )
  const record: RaRecord = { id: 7, kind: 'event', title: 'Open Table', publish_at, ...fields }
  const form = (
    <DeskForm mayRemove={false}>
      <ContentActions />
    </DeskForm>
  )
  const options = {
    resource: 'contents',
    record,
    responses: { [AUDIENCE]: audience, ...responses },
  }
  return { ...renderInDesk(form, options), sent }
}
const confirm = async (user: ReturnType<typeof renderInDesk>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name }))
  const dialog = screen.getByRole('dialog', { name: `${name}: Open Table` })
  await user.click(within(dialog).getByRole('button', { name }))
}

const PUBLISH = ['Publish now', 'Publish at a time']
test.each([
  ['news', 'draft', PUBLISH],
  ['event', 'draft', PUBLISH],
  ['news', 'scheduled', [...PUBLISH, 'Unpublish']],
  ['event', 'scheduled', [...PUBLISH, 'Unpublish', 'Cancel event']],
  ['news', 'published', ['Unpublish']],
  ['event', 'published', ['Unpublish', 'Cancel event']],
  ['event', 'cancelled', []],
  ['news', 'unpublished', PUBLISH],
])('%s that are %s have the actions of their state', (kind, state, names) => {
  renderActions({ kind, state })
  const buttons = screen.getAllByRole('button').map((button) => button.textContent)
  expect(buttons.filter((name) => name !== 'Save')).toEqual(names)
  expect(screen.getByRole('link', { name: 'Preview' })).toHaveAttribute('href', '/contents/7/show')
})

test('what is published now was a draft: the undo takes it off the site', async () => {
  const { user, sent } = renderActions({ state: 'draft' })
  await confirm(user, 'Publish now')
  expect(await screen.findByText('Published.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It is off the site again.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/publish', {}],
    ['POST /contents/7/unpublish', {}],
  ])
})

test('what is published now was planned: the undo plans it for the same time', async () => {
  const { user, sent } = renderActions({ state: 'scheduled' })
  await confirm(user, 'Publish now')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The time of publishing is as it was.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/publish', {}],
    ['POST /contents/7/publish', { at: publish_at }],
  ])
})

test('a time is required, and sent with its time zone; the undo leaves a draft', async () => {
  const { user, sent } = renderActions({ state: 'draft' })
  await user.click(screen.getByRole('button', { name: 'Publish at a time' }))
  const dialog = screen.getByRole('dialog')
  const submit = within(dialog).getByRole('button', { name: 'Publish at a time' })
  await user.click(submit)
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose a time first.')
  await user.type(within(dialog).getByLabelText('Time of publishing'), '2027-01-02T18:30')
  await user.click(submit)
  expect(await screen.findByText('It will appear at that time.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It is a draft again.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/publish', { at: new Date(2027, 0, 2, 18, 30).toISOString() }],
    ['POST /contents/7/unpublish', {}],
  ])
})

test('what is taken off the site comes back with the time that it had', async () => {
  const { user, sent } = renderActions({ state: 'published' })
  await confirm(user, 'Unpublish')
  expect(await screen.findByText('It is no longer on the site.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It is on the site again.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/unpublish', {}],
    ['POST /contents/7/publish', { at: publish_at }],
  ])
})

test('a cancelled event cannot be taken back', async () => {
  const { user, sent } = renderActions({ state: 'published' })
  await confirm(user, 'Cancel event')
  expect(await screen.findByText(/^The event is cancelled/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(sent).toEqual([['POST /contents/7/cancel', {}]])
})

test.each([
  ['Publish now', 2, null, 'Publish and tell 2 members?'],
  ['Publish now', 1, null, 'Publish and tell 1 member?'],
  ['Publish now', 0, null, /^Publish\? Nobody has asked/],
  ['Publish now', 2, 'told', /^The members were told of it before/],
  ['Publish now', 0, 'over', 'The event is over, so nobody is mailed.'],
  ['Publish at a time', 2, null, 'At that time 2 members are told by mail, as things are now.'],
  ['Publish at a time', 0, null, /^Nobody has asked/],
  ['Publish at a time', 2, 'told', /^The members were told of it before/],
])(
  '%s, %i members, silence %s: the dialog says who is told',
  async (name, members, silence, text) => {
    const { user, calls } = renderActions({ state: 'draft' }, { members, silence })
    expect(calls).not.toContain(AUDIENCE)
    await user.click(screen.getByRole('button', { name }))
    expect(await within(screen.getByRole('dialog')).findByText(text)).toBeVisible()
  },
)
