import { waitFor } from '@testing-library/react'
import { accountApi } from '#src/store/account/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { glossaryActions } from '#src/store/glossary/slice.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { selectGroups } from '#src/store/groups/selectors.ts'
import { groupsActions, inviteMuteChosen, mutedListToggled } from '#src/store/groups/slice.ts'
import type { Services } from '#src/store/session/services.ts'
import {
  logoutChosen,
  selectVisitor,
  sessionEnded,
  staffCleared,
  tokensRefreshed,
} from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aGroup, aProfile, asMember, asStaff, id } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, noNetwork, refusal, tokenRejected } from '../helpers/screens/fakeApi.ts'

const { dialogOpened, groupToggled } = groupsActions

const { formOpened } = entryDraftActions

const { searchTyped } = glossaryActions

const TOKENS = { access: 'access-1', refresh: 'refresh-1' }
const CREDENTIALS = { email: 'wren@example.org', password: 'Abcdef1!' }
const { login, getProfile } = accountApi.endpoints

function makeStore(state?: Parameters<typeof setupStore>[0]) {
  const store = setupStore(state, { devTools: false })
  const visited: string[] = []
  store.dispatch((_dispatch, _getState, services: Services) => {
    services.goTo = (path) => visited.push(path)
  })
  return { store, visited }
}

test('a login stores the tokens, then loads the profile, which has the staff flag', async () => {
  const api = fakeApi({ login: TOKENS, getProfile: aProfile({ is_staff: true }) })
  const { store } = makeStore()
  await store.dispatch(login.initiate(CREDENTIALS)).unwrap()
  await waitFor(() =>
    expect(selectVisitor(store.getState())).toEqual({
      isMember: true,
      isStaff: true,
      isSuperuser: false,
    }),
  )
  expect(api.calls().map(({ row }) => row)).toEqual(['login', 'getProfile'])
  expect(api.calls('login')[0]?.body).toEqual(CREDENTIALS)
  expect(api.calls('getProfile')[0]?.headers.get('Authorization')).toBe('Bearer access-1')
})

test('a profile that does not load leaves the member logged in', async () => {
  const api = fakeApi({ login: TOKENS, getProfile: refusal(500) })
  const { store } = makeStore()
  await store.dispatch(login.initiate(CREDENTIALS)).unwrap()
  await waitFor(() => expect(api.calls('getProfile')).toHaveLength(1))
  expect(selectVisitor(store.getState())).toMatchObject({ isMember: true, isStaff: false })
})

test.each([
  [
    'refused',
    refusal(401, 'no_active_account', 'No active account found with the given credentials'),
  ],
  ['answered without tokens', { access: 'only-one' }],
])('a login that is %s is told to the screen and changes nothing', async (_, answer) => {
  fakeApi({ login: answer })
  const { store } = makeStore()
  await expect(store.dispatch(login.initiate(CREDENTIALS)).unwrap()).rejects.toBeDefined()
  expect(store.getState().session.status).toBe('anonymous')
})

test('neither password nor tokens stay behind in the calls of the state', async () => {
  fakeApi({ login: TOKENS, getProfile: aProfile() })
  const { store } = makeStore()
  await store.dispatch(login.initiate(CREDENTIALS)).unwrap()
  const { api } = store.getState()
  expect(JSON.stringify(api)).not.toMatch(/Abcdef1!|access-1|refresh-1/)
  expect(Object.values(api.mutations)).toMatchObject([{ endpointName: 'login', data: null }])
})

test('the end of a session clears what the member left, and leads to the login page', async () => {
  fakeApi({ listGroups: [aGroup()] })
  const { store, visited } = makeStore(asStaff())
  await store.dispatch(groupsApi.endpoints.listGroups.initiate())
  store.dispatch(groupToggled(id(1)))
  store.dispatch(dialogOpened({ kind: 'disband', groupId: id(1) }))
  store.dispatch(inviteMuteChosen({ id: id(1), level: '1m' }))
  store.dispatch(mutedListToggled())
  store.dispatch(searchTyped('moth'))
  store.dispatch(formOpened())
  expect(selectGroups(store.getState())).toHaveLength(1)
  store.dispatch(sessionEnded())

  const { api: _calls, ...left } = store.getState()
  const { api: _none, ...fresh } = setupStore(undefined, { devTools: false }).getState()
  expect(left).toEqual({ ...fresh, lastSession: { end: 'left' } })
  expect(selectGroups(store.getState())).toEqual([])
  expect(visited).toEqual(['/auth/login'])
})

test('a response to the last member does not reach the next', async () => {
  const groups = later<unknown>()
  fakeApi({ listGroups: () => groups.promise })
  const { store } = makeStore(asMember())
  const call = store.dispatch(groupsApi.endpoints.listGroups.initiate())
  store.dispatch(sessionEnded())
  groups.resolve([aGroup()])
  await call
  expect(selectGroups(store.getState())).toEqual([])
})

test('tokens that come after the end are ignored', () => {
  const { store } = makeStore(asMember())
  store.dispatch(sessionEnded())
  store.dispatch(tokensRefreshed(TOKENS))
  expect(store.getState().session).toEqual({ status: 'anonymous' })
})

test('a profile response after the end makes no visitor staff', async () => {
  const profile = later<unknown>()
  fakeApi({ getProfile: () => profile.promise })
  const { store } = makeStore(asMember())
  const call = store.dispatch(getProfile.initiate())
  store.dispatch(sessionEnded())
  profile.resolve(aProfile({ is_staff: true }))
  await call
  expect(store.getState().staff.isStaff).toBe(false)
})

test('showing the login screen clears staff', () => {
  const { store } = makeStore({ staff: { isStaff: true, isSuperuser: true } })
  store.dispatch(staffCleared())
  expect(store.getState().staff).toEqual({ isStaff: false, isSuperuser: false })
})

describe('a logout', () => {
  const jwt = (claims: object) =>
    `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`
  const announcing = {
    access: jwt({ sub: '7', name: 'Ýmir?>', logout: true }),
    refresh: 'refresh-1',
  }
  const loggedInWith = (access: string, refresh: string | null = 'refresh-1') =>
    makeStore({ session: { status: 'member', access, refresh } })
  /** Long enough for a call to leave: another one has been answered. */
  const settled = (store: ReturnType<typeof setupStore>) =>
    store.dispatch(accountApi.endpoints.requestPasswordReset.initiate({ email: 'a@b.c' }))

  test('ends the session on the server that announces it, without a token in its header', async () => {
    const api = fakeApi({ logout: {} })
    const { store, visited } = loggedInWith(announcing.access)
    store.dispatch(logoutChosen())
    expect(store.getState().session).toEqual({ status: 'anonymous' })
    expect(visited).toEqual(['/auth/login'])
    await waitFor(() => expect(api.calls('logout')).toHaveLength(1))
    expect(api.calls('logout')[0]?.body).toEqual({ refresh: 'refresh-1' })
    expect(api.calls('logout')[0]?.headers.get('Authorization')).toBeNull()
    expect(JSON.stringify(store.getState())).not.toContain('refresh-1')
  })

  test('uses the newest refresh token, as the last response announced', async () => {
    const api = fakeApi({ logout: {} })
    const { store } = loggedInWith('no-jwt')
    store.dispatch(tokensRefreshed({ ...announcing, refresh: 'refresh-2' }))
    store.dispatch(logoutChosen())
    await waitFor(() => expect(api.calls('logout')).toHaveLength(1))
    expect(api.calls('logout')[0]?.body).toEqual({ refresh: 'refresh-2' })
  })

  test.each([
    ['whose tokens are no JWT', 'access-1', 'refresh-1'],
    ['whose tokens are broken', 'a.%%%.c', 'refresh-1'],
    ['whose tokens do not announce it', jwt({ sub: '7' }), 'refresh-1'],
    ['that announces something else', jwt({ logout: '/elsewhere' }), 'refresh-1'],
    ['that gave no refresh token', announcing.access, null],
  ])('makes no call to a server %s', async (_, access, refresh) => {
    const api = fakeApi({ logout: {}, requestPasswordReset: {} })
    const { store } = loggedInWith(access, refresh)
    store.dispatch(logoutChosen())
    expect(store.getState().session).toEqual({ status: 'anonymous' })
    await settled(store)
    expect(api.calls('logout')).toEqual([])
  })

  test('holds when the server cannot be reached', async () => {
    const api = fakeApi({ logout: noNetwork })
    const { store } = loggedInWith(announcing.access)
    store.dispatch(logoutChosen())
    await waitFor(() => expect(api.calls('logout')).toHaveLength(1))
    expect(store.getState().session).toEqual({ status: 'anonymous' })
  })

  test('a session that ends by a refused refresh makes no such call', async () => {
    const api = fakeApi({ logout: {}, getProfile: tokenRejected(), refresh: tokenRejected() })
    const { store } = loggedInWith(announcing.access)
    await store.dispatch(getProfile.initiate())
    expect(store.getState().session).toEqual({ status: 'anonymous' })
    expect(api.calls('logout')).toEqual([])
  })
})
