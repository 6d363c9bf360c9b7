import { waitFor } from '@testing-library/react'
import { accountApi } from '#src/store/account/api.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { loggedIn, logoutChosen, sessionEnded, staffCleared } from '#src/store/session/slice.ts'
import { storedState } from '#src/store/session/tokenStorage.ts'
import { setupStore } from '#src/store/store.ts'
import { aGroup, id } from '../helpers/fixtures/siteState.ts'
import {
  type FakeCall,
  fakeApi,
  later,
  refusal,
  tokenRejected,
} from '../helpers/screens/fakeApi.ts'
import { otherTab, otherTabIsHeard, otherTabWrites } from '../helpers/screens/otherTab.ts'

const { groupToggled } = groupsActions

const FIRST = { access_token: 'access-1', refresh_token: 'refresh-1' }
const SECOND = { access_token: 'access-2', refresh_token: 'refresh-2' }
const { listGroups } = groupsApi.endpoints

let disconnect = () => {}
afterEach(() => {
  disconnect()
  Reflect.deleteProperty(navigator, 'locks')
})

function openTab() {
  const store = setupStore(storedState(), { devTools: false })
  disconnect = store.connect()
  return store
}

function openMembersTab() {
  otherTabWrites(FIRST)
  return openTab()
}

const stored = () => ({
  access_token: localStorage.getItem('access_token'),
  refresh_token: localStorage.getItem('refresh_token'),
})

const acceptingOnly =
  (...tokens: string[]) =>
  ({ headers }: FakeCall) =>
    tokens.some((token) => headers.get('Authorization') === `Bearer ${token}`)
      ? [aGroup()]
      : tokenRejected()

/** Browser locks for one page: a held lock is granted when its holder releases it. */
function giveLocks() {
  let held: Promise<unknown> | null = null
  const hold = (work: () => unknown) => {
    held = Promise.resolve(work()).finally(() => {
      held = null
    })
    return held
  }
  const request = async (
    _name: string,
    ...[options, work]: [(lock: unknown) => unknown] | [object, (lock: unknown) => unknown]
  ) => {
    if (typeof options !== 'function') return held ? work?.(null) : hold(() => work?.({}))
    while (held) await held
    return hold(() => options({}))
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  return { request }
}

describe('while a refresh is wanted', () => {
  test('tokens that another tab has stored are adopted, with or without an event', async () => {
    const api = fakeApi({ listGroups: acceptingOnly('access-2') })
    const store = openMembersTab()
    otherTabWrites(SECOND)
    await store.dispatch(listGroups.initiate()).unwrap()

    expect(api.calls('refresh')).toHaveLength(0)
    expect(store.getState().session).toMatchObject({ access: 'access-2', refresh: 'refresh-2' })
    expect(stored()).toEqual(SECOND)
  })

  test('a tab that had to wait for the lock waits for the news as well', async () => {
    const locks = giveLocks()
    const otherTabsRefresh = later<void>()
    void locks.request('discordia-refresh', () => otherTabsRefresh.promise)
    const api = fakeApi({ listGroups: acceptingOnly('access-2') })
    const store = openMembersTab()
    const groups = store.dispatch(listGroups.initiate()).unwrap()
    await waitFor(() => expect(api.calls('listGroups')).toHaveLength(1))
    const listening = jest.spyOn(window, 'addEventListener')
    otherTabsRefresh.resolve()
    // The lock is free, but the tokens of the other process have not arrived.
    await waitFor(() => expect(listening).toHaveBeenCalledWith('storage', expect.anything()))
    otherTab(SECOND)

    await expect(groups).resolves.toHaveLength(1)
    expect(api.calls('refresh')).toHaveLength(0)
  })

  test('a tab whose forerunner brought nothing refreshes by itself', async () => {
    const locks = giveLocks()
    const otherTabsRefresh = later<void>()
    void locks.request('discordia-refresh', () => otherTabsRefresh.promise)
    const api = fakeApi({
      listGroups: acceptingOnly('access-3'),
      refresh: { access: 'access-3', refresh: 'refresh-3' },
    })
    const store = openMembersTab()
    const groups = store.dispatch(listGroups.initiate()).unwrap()
    await waitFor(() => expect(api.calls('listGroups')).toHaveLength(1))
    otherTabsRefresh.resolve()

    await expect(groups).resolves.toHaveLength(1)
    expect(api.calls('refresh')).toHaveLength(1)
    expect(stored()).toEqual({ access_token: 'access-3', refresh_token: 'refresh-3' })
  })

  test('a refused refresh is forgiven when another tab has succeeded meanwhile', async () => {
    const api = fakeApi({
      listGroups: acceptingOnly('access-2'),
      refresh: () => {
        otherTabWrites(SECOND)
        return tokenRejected()
      },
    })
    const store = openMembersTab()
    await store.dispatch(listGroups.initiate()).unwrap()

    expect(api.calls('refresh')).toHaveLength(1)
    expect(store.getState().session).toMatchObject({ access: 'access-2' })
  })

  test('tokens of this tab do not bring back a session that another tab has ended', async () => {
    const refreshed = later<unknown>()
    const api = fakeApi({ listGroups: tokenRejected(), refresh: () => refreshed.promise })
    const store = openMembersTab()
    const groups = store.dispatch(listGroups.initiate())
    await waitFor(() => expect(api.calls('refresh')).toHaveLength(1))
    otherTabWrites({ access_token: null, refresh_token: null })
    refreshed.resolve({ access: 'access-2', refresh: 'refresh-2' })
    await groups
    expect(stored()).toEqual({ access_token: null, refresh_token: null })

    otherTabIsHeard({ access_token: null })
    expect(store.getState().session.status).toBe('anonymous')
  })
})

test('a logout in another tab logs out here', () => {
  fakeApi()
  const store = openMembersTab()
  otherTab({ refresh_token: null, access_token: null })
  expect(store.getState().session).toEqual({ status: 'anonymous' })
})

test('a storage that another tab emptied logs out here', () => {
  fakeApi()
  const store = openMembersTab()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(store.getState().session).toEqual({ status: 'anonymous' })
})

test('a login in another tab logs in here, with its flag when that comes', () => {
  const api = fakeApi()
  const store = openTab()
  otherTab(SECOND)
  expect(store.getState().session).toMatchObject({ status: 'member', access: 'access-2' })
  otherTab({ is_staff: 'true' })
  expect(store.getState().staff.isStaff).toBe(true)
  expect(api.calls()).toHaveLength(0)
  expect(localStorage.getItem('is_staff')).toBe('true')
})

test.each([
  ['is_staff', { isStaff: true, isSuperuser: false }],
  ['is_superuser', { isStaff: false, isSuperuser: true }],
])('%s that another tab stores or removes counts without a token too', (key, staff) => {
  fakeApi()
  const store = openTab()
  otherTab({ [key]: 'true' })
  expect(store.getState()).toMatchObject({ session: { status: 'anonymous' }, staff })
  expect(localStorage.getItem(key)).toBe('true')
  otherTab({ [key]: null })
  expect(store.getState().staff).toEqual({ isStaff: false, isSuperuser: false })
})

test('a flag that another tab has stored is removed when the login is shown', () => {
  fakeApi()
  const store = openTab()
  otherTab({ is_staff: 'true' })
  store.dispatch(staffCleared())
  expect(localStorage.getItem('is_staff')).toBeNull()
})

test('new tokens of another tab are taken over without a logout', () => {
  fakeApi()
  const store = openMembersTab()
  const seen = new Set<string>()
  store.subscribe(() => seen.add(store.getState().session.status))
  otherTab({ refresh_token: SECOND.refresh_token, access_token: SECOND.access_token })
  expect(store.getState().session).toMatchObject({ access: 'access-2', refresh: 'refresh-2' })
  expect([...seen]).toEqual(['member'])
})

test('another member logs in in another tab before this tab gets the event of the logout: nothing is lost', () => {
  fakeApi()
  const store = openMembersTab()
  store.dispatch(groupToggled(id(1)))
  otherTabWrites({ access_token: null, refresh_token: null, is_staff: null })
  otherTabWrites({ ...SECOND, is_staff: 'true' })
  otherTabIsHeard({ refresh_token: null, access_token: null, is_staff: null })

  expect(stored()).toEqual(SECOND)
  expect(localStorage.getItem('is_staff')).toBe('true')
  expect(store.getState()).toMatchObject({
    session: { status: 'member', access: 'access-2' },
    staff: { isStaff: true },
    groups: { expandedIds: [] },
  })
})

test('a logout here does not remove tokens that another tab has stored since', () => {
  fakeApi()
  const store = openMembersTab()
  otherTabWrites(SECOND)
  store.dispatch(sessionEnded())
  expect(stored()).toEqual(SECOND)
})

test('a login here replaces whatever is stored', () => {
  fakeApi({ getProfile: refusal(500) })
  const store = openTab()
  otherTabWrites(SECOND)
  store.dispatch(loggedIn({ access: 'mine', refresh: 'mine-too' }))
  expect(stored()).toEqual({ access_token: 'mine', refresh_token: 'mine-too' })
})

test('a stopped tab ignores events', () => {
  fakeApi()
  const store = openMembersTab()
  disconnect()
  otherTab({ access_token: null })
  expect(store.getState().session.status).toBe('member')
})

describe('with a server that announces its logout', () => {
  const TOKENS = { access_token: 'access-1', refresh_token: 'refresh-1' }
  beforeEach(() => localStorage.setItem('logout', 'true'))

  test('a logout after a reload ends the session on the server', async () => {
    const api = fakeApi({ logout: {} })
    otherTabWrites(TOKENS)
    openTab().dispatch(logoutChosen())
    expect(stored()).toEqual({ access_token: null, refresh_token: null })
    await waitFor(() => expect(api.calls('logout')).toHaveLength(1))
    expect(api.calls('logout')[0]?.body).toEqual({ refresh: 'refresh-1' })
  })

  test('a tab that gets the event of a logout makes no call of its own', async () => {
    const api = fakeApi({ logout: {}, requestPasswordReset: {} })
    otherTabWrites(TOKENS)
    const store = openTab()
    otherTab({ access_token: null, refresh_token: null })
    expect(store.getState().session).toEqual({ status: 'anonymous' })
    await store.dispatch(
      accountApi.endpoints.requestPasswordReset.initiate({ email: 'a@example.org' }),
    )
    expect(api.calls().map(({ row }) => row)).toEqual(['requestPasswordReset'])
  })
})

describe('a page that Back or Forward brings back as it was left', () => {
  const tokenOf = (sub: string, version = 1) => `e30.${btoa(JSON.stringify({ sub, version }))}.x`
  const reappear = () =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  const openPageOf = (sub: string) => {
    fakeApi()
    otherTabWrites({ access_token: tokenOf(sub), refresh_token: 'refresh-1' })
    return openTab()
  }

  test('is logged out if the session has ended meanwhile', () => {
    const store = openPageOf('1')
    otherTabWrites({ access_token: null, refresh_token: null })
    reappear()
    expect(store.getState().session).toEqual({ status: 'anonymous' })
  })

  test('has nothing of the last member for the next one', () => {
    const store = openPageOf('1')
    store.dispatch(groupToggled(id(3)))
    otherTabWrites({ access_token: tokenOf('2'), refresh_token: 'refresh-2', is_staff: 'true' })
    reappear()
    expect(store.getState()).toMatchObject({
      session: { status: 'member', access: tokenOf('2') },
      staff: { isStaff: true },
      groups: { expandedIds: [] },
    })
  })

  test('continues with the newer tokens of the same member, or with its own', () => {
    const store = openPageOf('1')
    store.dispatch(groupToggled(id(3)))
    reappear()
    otherTabWrites({ access_token: tokenOf('1', 2), refresh_token: 'refresh-2' })
    reappear()
    expect(store.getState()).toMatchObject({
      session: { access: tokenOf('1', 2), refresh: 'refresh-2' },
      groups: { expandedIds: [3] },
    })
  })

  test('is logged in if someone has logged in in another tab', () => {
    fakeApi()
    const store = openTab()
    otherTabWrites(SECOND)
    reappear()
    expect(store.getState().session).toMatchObject({ status: 'member', access: 'access-2' })
  })
})
