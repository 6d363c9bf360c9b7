import { waitFor } from '@testing-library/react'
import { hasTexts, keepText } from '#src/platform/keptTexts.ts'
import { accountApi } from '#src/store/account/api.ts'
import { credentialsApi } from '#src/store/account/credentials/api.ts'
import { secondFactorApi } from '#src/store/account/second-factor/api.ts'
import { sessionsApi } from '#src/store/account/sessions/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { glossaryActions } from '#src/store/glossary/slice.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { selectGroups } from '#src/store/groups/selectors.ts'
import { groupsActions, inviteMuteChosen } from '#src/store/groups/slice.ts'
import { isNotConfirmed } from '#src/store/http/errors.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import type { Services } from '#src/store/session/services.ts'
import {
  loggedIn,
  logoutChosen,
  selectHasExpired,
  selectHasLeft,
  selectVisitor,
  sessionEnded,
  sessionRestored,
  staffCleared,
  tokensRefreshed,
} from '#src/store/session/slice.ts'
import { confirmationDeclined, ownerConfirmed } from '#src/store/session/stepUp.ts'
import { setupStore } from '#src/store/store.ts'
import { aStepUp } from '../helpers/fixtures/security.ts'
import { aGroup, aProfile, asMember, asStaff, id, TOKENS } from '../helpers/fixtures/siteState.ts'
import { fakeApi, later, noNetwork, refusal, tokenRejected } from '../helpers/screens/fakeApi.ts'

const NO_STAFF = { isStaff: false, isSuperuser: false }

describe('The session', () => {
  const { groupToggled } = groupsActions

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

  test.each([
    ['the end of a session', sessionEnded()],
    ['a login', loggedIn(TOKENS)],
  ])('%s removes what nobody is known to have written', (_, action) => {
    const { store } = makeStore()
    keepText('', 'contact', { values: { message: 'Bells' }, saved: {} })
    expect(hasTexts('')).toBe(true)
    store.dispatch(action)
    expect(hasTexts('')).toBe(false)
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
  ])('a login that is %s returns its error and changes nothing', async (_, answer) => {
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
    store.dispatch(inviteMuteChosen({ id: id(1), level: '1m' }))
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
    const loggedInWith = (refresh: string | null) =>
      makeStore({ session: { status: 'member', access: 'access-1', refresh } })
    /** What the last profile in this browser has announced. */
    const announce = () => localStorage.setItem('logout', 'true')
    /** Long enough for a call to leave: another one has been answered. */
    const settled = (store: ReturnType<typeof setupStore>) =>
      store.dispatch(accountApi.endpoints.requestPasswordReset.initiate({ email: 'a@b.c' }))

    test('ends the session on the server that announces it, without a token in its header', async () => {
      const api = fakeApi({
        login: TOKENS,
        getProfile: aProfile({ features: ['logout'] }),
        logout: {},
      })
      const { store, visited } = makeStore()
      await store.dispatch(login.initiate(CREDENTIALS)).unwrap()
      await waitFor(() => expect(localStorage.getItem('logout')).toBe('true'))
      store.dispatch(logoutChosen())
      expect(store.getState().session).toEqual({ status: 'anonymous' })
      expect(visited).toContain('/auth/login')
      await waitFor(() => expect(api.calls('logout')).toHaveLength(1))
      expect(api.calls('logout')[0]?.body).toEqual({ refresh: 'refresh-1' })
      expect(api.calls('logout')[0]?.headers.get('Authorization')).toBeNull()
      expect(JSON.stringify(store.getState())).not.toContain('refresh-1')
    })

    test('uses the newest refresh token', async () => {
      announce()
      const api = fakeApi({ logout: {} })
      const { store } = loggedInWith('refresh-1')
      store.dispatch(tokensRefreshed({ access: 'access-2', refresh: 'refresh-2' }))
      store.dispatch(logoutChosen())
      await waitFor(() => expect(api.calls('logout')).toHaveLength(1))
      expect(api.calls('logout')[0]?.body).toEqual({ refresh: 'refresh-2' })
    })

    test.each([
      ['whose last profile did not announce it', false, 'refresh-1'],
      ['that gave no refresh token', true, null],
    ])('makes no call to a server %s', async (_, isAnnounced, refresh) => {
      if (isAnnounced) announce()
      const api = fakeApi({ logout: {}, requestPasswordReset: {} })
      const { store } = loggedInWith(refresh)
      store.dispatch(logoutChosen())
      expect(store.getState().session).toEqual({ status: 'anonymous' })
      await settled(store)
      expect(api.calls('logout')).toEqual([])
    })

    test('holds when the server cannot be reached', async () => {
      announce()
      const api = fakeApi({ logout: noNetwork })
      const { store } = loggedInWith('refresh-1')
      store.dispatch(logoutChosen())
      await waitFor(() => expect(api.calls('logout')).toHaveLength(1))
      expect(store.getState().session).toEqual({ status: 'anonymous' })
    })

    test('a session that ends by a refused refresh makes no such call', async () => {
      announce()
      const api = fakeApi({ logout: {}, getProfile: tokenRejected(), refresh: tokenRejected() })
      const { store } = loggedInWith('refresh-1')
      await store.dispatch(getProfile.initiate())
      expect(store.getState().session).toEqual({ status: 'anonymous' })
      expect(api.calls('logout')).toEqual([])
    })
  })
})

const start = () => {
  fakeApi({ getProfile: refusal(500) })
  const store = setupStore(asMember(), { devTools: false })
  const end = () => {
    const state = store.getState()
    return { hasExpired: selectHasExpired(state), hasLeft: selectHasLeft(state) }
  }
  return { store, end }
}
const NONE = { hasExpired: false, hasLeft: false }

test.each([
  ['refused tokens', 'expired', { hasExpired: true, hasLeft: false }],
  ['a logout', undefined, { hasExpired: false, hasLeft: true }],
] as const)('a session that ended by %s is told from the other', (_by, how, expected) => {
  const { store, end } = start()
  expect(end()).toEqual(NONE)
  store.dispatch(sessionEnded(how))
  expect(end()).toEqual(expected)
})

test.each([
  ['here', loggedIn(TOKENS)],
  ['in another tab', sessionRestored({ ...TOKENS, ...NO_STAFF })],
])('a login %s makes an end before it forgotten', (_where, action) => {
  const { store, end } = start()
  for (const how of ['expired', undefined] as const) {
    store.dispatch(sessionEnded(how))
    store.dispatch(action)
    expect(end()).toEqual(NONE)
  }
})

const { changePassword } = credentialsApi.endpoints
const { removeSecondFactor } = secondFactorApi.endpoints
const { endOtherSessions } = sessionsApi.endpoints
const makeStore = () => setupStore(asMember(), { devTools: false })
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('sensitive calls', () => {
  test('that wait together are confirmed together', async () => {
    const api = fakeApi({ changePassword: {}, removeSecondFactor: {} })
    const store = makeStore()
    const acts = [
      store.dispatch(changePassword.initiate({ new_password: 'Orchard!8' })),
      store.dispatch(removeSecondFactor.initiate()),
    ]
    await settled()
    expect(api.calls()).toEqual([])
    store.dispatch(ownerConfirmed(aStepUp()))
    await Promise.all(acts)
    expect(api.calls().map(({ headers }) => headers.get('x-step-up'))).toEqual([
      'step-up-1',
      'step-up-1',
    ])
  })

  test('are not loading while they wait for the visitor', async () => {
    fakeApi({ removeSecondFactor: {} })
    const store = makeStore()
    const act = store.dispatch(removeSecondFactor.initiate())
    await settled()
    expect(store.getState().stepUp.isAsked).toBe(true)
    expect(selectIsLoading(store.getState())).toBe(false)
    store.dispatch(confirmationDeclined())
    const { error } = await act
    expect(isNotConfirmed(error)).toBe(true)
    expect(store.getState().toasts.queue).toEqual([])
  })

  test('that are refused for another reason open no dialog', async () => {
    fakeApi({ removeSecondFactor: refusal(403, 'forbidden') })
    const store = makeStore()
    store.dispatch(ownerConfirmed(aStepUp()))
    const { error } = await store.dispatch(removeSecondFactor.initiate())
    expect(error).toMatchObject({ status: 403 })
    expect(store.getState().stepUp.isAsked).toBe(false)
  })
})

test('other calls are sent without the confirmation', async () => {
  const api = fakeApi({ endOtherSessions: {} })
  const store = makeStore()
  store.dispatch(ownerConfirmed(aStepUp()))
  await store.dispatch(endOtherSessions.initiate())
  expect(api.calls('endOtherSessions')[0]?.headers.has('x-step-up')).toBe(false)
})

test.each([
  ['', sessionEnded()],
  [' that a login in another tab replaces', sessionRestored({ ...TOKENS, ...NO_STAFF })],
])('the confirmation ends with the session%s', (_, action) => {
  const store = makeStore()
  store.dispatch(ownerConfirmed(aStepUp()))
  expect(store.getState().stepUp).toMatchObject({ proof: { token: 'step-up-1' } })
  store.dispatch(action)
  expect(store.getState().stepUp).toEqual({})
})

test('who am I: asks once and gives the name', async () => {
  const api = fakeApi({ whoAmI: { username: 'Wren' } })
  const store = setupStore(asMember(), { devTools: false })
  const { data } = await store.dispatch(accountApi.endpoints.whoAmI.initiate())
  expect(data).toEqual({ username: 'Wren' })
  expect(api.calls().map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /users/whoami'])
})
