import { act, screen } from '@testing-library/react'
import { followWhenAnnounced } from '#src/store/live/announced.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { aGroup, anInvite, aProfile } from '#test/helpers/fixtures/siteState.ts'
import { fakeStream } from '#test/helpers/screens/fakeStream.ts'
import { openDashboard } from './openDashboard.tsx'

test('an invite by somebody else appears at the tab while a name is typed, and nothing is lost', async () => {
  const stream = fakeStream()
  const { api, store, user } = openDashboard({
    getProfile: { ...aProfile(), features: ['live'] },
    listGroups: [aGroup({ name: 'Ravens', is_owner: true })],
    followChanges: () => stream.response,
  })
  store.dispatch(followWhenAnnounced())
  const field = await screen.findByRole('textbox', { name: 'New group name' })
  await user.type(field, 'The Ow')
  await screen.findByText('Ravens')

  api.answer({ listInvites: [anInvite()] })
  stream.tell('invites')
  expect(await screen.findByRole('tab', { name: 'Invites (1 pending)' })).toBeVisible()

  api.answer({ listGroups: [aGroup({ name: 'Crows', is_owner: true })] })
  stream.tell('groups')
  expect(await screen.findByText('Crows')).toBeVisible()
  expect(field).toHaveValue('The Ow')
  expect(field).toHaveFocus()
  act(() => void store.dispatch(sessionEnded()))
})
