import { waitFor } from '@testing-library/react'
import { accountApi } from '#src/store/account/api.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { followWhenAnnounced } from '#src/store/live/announced.ts'
import { ALL_TAGS, changeHeard, tagsOf } from '#src/store/live/changes.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aProfile, asMember } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, tokenRejected } from '../helpers/screens/fakeApi.ts'
import { fakeStream } from '../helpers/screens/fakeStream.ts'

const { listGroups, listInvites } = groupsApi.endpoints
const LIVE = { ...aProfile(), features: ['live'] }

const stores: ReturnType<typeof setupStore>[] = []

/** A store of a member whose page shows both lists, following changes. */
async function follow(answers: Parameters<typeof fakeApi>[0] = {}) {
  const streams = [fakeStream(), fakeStream(), fakeStream()]
  let opened = 0
  const api = fakeApi({
    getProfile: LIVE,
    listGroups: [],
    listInvites: [],
    followChanges: () => streams[opened++]?.response ?? refusal(404),
    ...answers,
  })
  const store = setupStore(asMember(), { devTools: false })
  stores.push(store)
  store.dispatch(followWhenAnnounced())
  void store.dispatch(listGroups.initiate())
  void store.dispatch(listInvites.initiate())
  await store.dispatch(accountApi.endpoints.getProfile.initiate())
  return {
    api,
    store,
    streams,
    count: (row: 'listGroups' | 'listInvites') => api.calls(row).length,
  }
}
const isOpen = (api: ReturnType<typeof fakeApi>, times = 1) =>
  waitFor(() => expect(api.calls('followChanges')).toHaveLength(times), { timeout: 5000 })

afterEach(() => {
  jest.restoreAllMocks()
  for (const store of stores.splice(0)) store.dispatch(sessionEnded())
})

test.each([
  [{ kind: 'groups', subject: null }, ['Group', 'GroupPlan', 'GroupPage', 'Upcoming']],
  [
    { kind: 'group', subject: 3 },
    [
      'Group',
      { type: 'GroupPlan', id: 3 },
      { type: 'GroupPage', id: 3 },
      { type: 'InviteLink', id: 3 },
      'Upcoming',
    ],
  ],
  [{ kind: 'invites', subject: null }, ['Invite', 'Upcoming']],
  [{ kind: 'registration', subject: 5 }, [{ type: 'Registration', id: 5 }, 'Upcoming']],
  [{ kind: 'entry', subject: 6 }, ['GlossaryEntry']],
  [{ kind: 'name_change', subject: null }, ['NameChange', 'Profile']],
] as const)('%j makes the responses old that show it', (change, tags) => {
  expect(tagsOf(change)).toEqual(tags)
  expect(changeHeard(change).type).toBe('live/changeHeard')
})

test('a server that does not announce it is not called', async () => {
  const { api } = await follow({ getProfile: aProfile() })
  await new Promise((resolve) => setTimeout(resolve))
  expect(api.calls('followChanges')).toEqual([])
})

test('a change is fetched by the list that shows it, once for many, and without the overlay', async () => {
  const { api, store, streams, count } = await follow()
  await isOpen(api)
  expect(api.calls('followChanges')[0]?.headers.get('authorization')).toMatch(/^Bearer /)
  await waitFor(() => expect(selectIsLoading(store.getState())).toBe(false))
  const answer = later<unknown>()
  api.answer({ listInvites: () => answer.promise })
  streams[0]?.tell('invites')
  streams[0]?.tell('invites')
  streams[0]?.tell('unknown')
  await waitFor(() => expect(count('listInvites')).toBe(2))
  expect(selectIsLoading(store.getState())).toBe(false)
  answer.resolve([])
  await waitFor(() => expect(store.getState().ahead).toEqual([]))
  expect([count('listInvites'), count('listGroups')]).toEqual([2, 1])
})

test('what was fetched after the change was heard is not fetched again', async () => {
  const { api, store, streams, count } = await follow()
  await isOpen(api)
  streams[0]?.tell('groups')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await store.dispatch(listGroups.initiate(undefined, { forceRefetch: true }))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(count('listGroups')).toBe(2)
})

test('a stream that ends goes on where it was', async () => {
  const { api, streams, count } = await follow()
  await isOpen(api)
  streams[0]?.tell('beat', null, '70-0')
  streams[0]?.tell('expired')
  streams[0]?.write('id: 71-2\nevent: gro')
  streams[0]?.end()
  await isOpen(api, 2)
  expect(api.calls('followChanges')[1]?.headers.get('last-event-id')).toBe('1-1')
  streams[1]?.tell('groups')
  await waitFor(() => expect(count('listGroups')).toBe(2))
})

test('a reset, and a stream that has no place to go on from, fetch all that is shown', async () => {
  const { api, streams, count } = await follow()
  await isOpen(api)
  streams[0]?.break()
  await isOpen(api, 2)
  await waitFor(() => expect([count('listInvites'), count('listGroups')]).toEqual([2, 2]))
  streams[1]?.tell('reset', null, '9-0')
  await waitFor(() => expect([count('listInvites'), count('listGroups')]).toEqual([3, 3]))
  expect(ALL_TAGS).toEqual(expect.arrayContaining(['Group', 'Invite', 'Registration', 'Profile']))
})

test('an expired token is refreshed once, as for any call', async () => {
  let isOld = true
  const stream = fakeStream()
  const { api, store } = await follow({
    followChanges: () => (isOld ? tokenRejected() : stream.response),
    refresh: () => {
      isOld = false
      return { access: 'new', refresh: 'newer' }
    },
  })
  await isOpen(api, 2)
  expect(api.calls('followChanges')[1]?.headers.get('authorization')).toBe('Bearer new')
  expect(api.calls('refresh')).toHaveLength(1)
  expect(store.getState().session.status).toBe('member')
})

test('the end of the session ends the stream, and nothing opens another', async () => {
  const { api, store } = await follow()
  await isOpen(api)
  store.dispatch(sessionEnded())
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(api.calls('followChanges')).toHaveLength(1)
})

test('a hidden tab has no stream, and one that is shown again goes on', async () => {
  const { api, streams, count } = await follow()
  await isOpen(api)
  streams[0]?.tell('beat', null, '80-0')
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(api.calls('followChanges')).toHaveLength(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await isOpen(api, 2)
  expect(api.calls('followChanges')[1]?.headers.get('last-event-id')).toBe('80-0')
  expect(count('listGroups')).toBe(1)
})

test('a server that no longer knows the call is left alone', async () => {
  const { api } = await follow({ followChanges: refusal(404) })
  await isOpen(api)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(api.calls('followChanges')).toHaveLength(1)
})
