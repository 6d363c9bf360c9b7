import { VALUE_MAX } from '#src/platform/storage.ts'
import { accountApi } from '#src/store/account/api.ts'
import { sessionEnded, staffCleared, tokensRefreshed } from '#src/store/session/slice.ts'
import { storedState } from '#src/store/session/tokenStorage.ts'
import { setupStore } from '#src/store/store.ts'
import { aProfile, asMember } from '../helpers/fixtures/siteState.ts'
import { fakeApi } from '../helpers/screens/fakeApi.ts'

const ANONYMOUS = {
  session: { status: 'anonymous' },
  staff: { isStaff: false, isSuperuser: false },
}
const restart = (hash?: string) => setupStore(storedState(hash), { devTools: false })
const everyKey = () => Object.fromEntries(Object.entries(localStorage))

async function logIn(isStaff = false) {
  fakeApi({
    login: { access: 'access-1', refresh: 'refresh-1' },
    getProfile: aProfile({ is_staff: isStaff }),
  })
  const store = restart()
  const { login, getProfile } = accountApi.endpoints
  await store.dispatch(login.initiate({ email: 'wren@example.org', password: 'Abcdef1!' }))
  await store.dispatch(getProfile.initiate())
  return store
}

test('a login is kept under plain keys, as plain texts', async () => {
  await logIn(true)
  expect(everyKey()).toEqual({
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    is_staff: 'true',
  })
})

test('the access token is written last: a tab that sees it finds the rest in place', async () => {
  const setItem = jest.spyOn(Storage.prototype, 'setItem')
  await logIn()
  const written = setItem.mock.calls.map(([key]) => key).filter((key) => key.endsWith('_token'))
  expect(written).toEqual(['refresh_token', 'access_token'])
})

test('the first state after a restart is the stored one', async () => {
  await logIn(true)
  localStorage.setItem('is_superuser', 'yes')
  expect(restart().getState()).toMatchObject({
    session: { status: 'member', access: 'access-1', refresh: 'refresh-1' },
    staff: { isStaff: true, isSuperuser: true },
  })
})

test('behind a mailed page that has ended every session the tokens count no more, elsewhere they do', async () => {
  await logIn(true)
  for (const hash of ['', '#contact'])
    expect(restart(hash).getState()).toMatchObject({ session: { status: 'member' } })
  expect(restart('#sessions-ended').getState()).toMatchObject({ session: { status: 'anonymous' } })
})

test('new tokens replace the old ones at once', async () => {
  const store = await logIn()
  store.dispatch(tokensRefreshed({ access: 'access-2', refresh: 'refresh-2' }))
  expect(everyKey()).toEqual({
    access_token: 'access-2',
    refresh_token: 'refresh-2',
    is_staff: 'false',
  })
})

test('the end of a session removes tokens and flags, and leaves the language alone', async () => {
  const store = await logIn(true)
  localStorage.setItem('is_superuser', 'true')
  localStorage.setItem('selectedLanguage', 'en')
  store.dispatch(sessionEnded())
  expect(everyKey()).toEqual({ selectedLanguage: 'en' })
})

test('showing the login screen removes the flags, also one that was put there by hand', () => {
  localStorage.setItem('is_staff', 'true')
  const store = restart()
  localStorage.setItem('is_superuser', 'true')
  store.dispatch(staffCleared())
  expect(everyKey()).toEqual({})
})

test.each([
  ['is_staff', { isStaff: true, isSuperuser: false }],
  ['is_superuser', { isStaff: false, isSuperuser: true }],
])('%s counts without a token too', (key, staff) => {
  localStorage.setItem(key, 'true')
  expect(restart().getState()).toMatchObject({ session: { status: 'anonymous' }, staff })
})

test('a start writes nothing', () => {
  localStorage.setItem('access_token', 'null')
  localStorage.setItem('is_superuser', 'true')
  restart()
  expect(everyKey()).toEqual({ access_token: 'null', is_superuser: 'true' })
})

describe('damage', () => {
  const HUGE = 'x'.repeat(VALUE_MAX + 1)

  test.each(['', ' ', 'null', 'undefined', 'zwei Wörter', 'ключ', HUGE])(
    'an access token that reads %.20j means logged out',
    (value) => {
      localStorage.setItem('access_token', value)
      localStorage.setItem('refresh_token', 'refresh-1')
      expect(restart().getState()).toMatchObject(ANONYMOUS)
    },
  )

  test.each(['', 'null', 'undefined', HUGE])(
    'a refresh token that reads %.20j is none, the access token counts',
    (value) => {
      localStorage.setItem('access_token', 'access-1')
      localStorage.setItem('refresh_token', value)
      expect(restart().getState().session).toEqual({
        status: 'member',
        access: 'access-1',
        refresh: null,
      })
    },
  )

  test.each(['', 'null', 'undefined', 'false', '1', '{"a":1}', HUGE])(
    'is_staff that reads %.20j is not set',
    (value) => {
      localStorage.setItem('access_token', 'access-1')
      localStorage.setItem('is_staff', value)
      expect(restart().getState().staff.isStaff).toBe(false)
    },
  )

  test.each([
    ['', false],
    ['null', false],
    ['undefined', false],
    ['false', false],
    ['true', true],
    ['0', true],
    ['{}', true],
  ])('is_superuser that reads %j counts as %j', (value, expected) => {
    localStorage.setItem('access_token', 'access-1')
    localStorage.setItem('is_superuser', value)
    expect(restart().getState().staff.isSuperuser).toBe(expected)
  })

  test('a full storage: the session lives on in memory', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const store = await logIn(true)
    expect(store.getState()).toMatchObject({
      session: { status: 'member', access: 'access-1' },
      staff: { isStaff: true },
    })
    store.dispatch(tokensRefreshed({ access: 'access-2', refresh: 'refresh-2' }))
    store.dispatch(sessionEnded())
    expect(store.getState()).toMatchObject(ANONYMOUS)
    expect(everyKey()).toEqual({})
  })

  test('a full storage keeps old tokens: they are no news', async () => {
    localStorage.setItem('access_token', 'access-1')
    localStorage.setItem('refresh_token', 'refresh-1')
    const store = restart()
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    store.dispatch(tokensRefreshed({ access: 'access-2', refresh: 'refresh-2' }))
    expect(store.getState().session).toMatchObject({ access: 'access-2' })
    expect(everyKey()).toEqual({ access_token: 'access-1', refresh_token: 'refresh-1' })
  })

  test('a blocked storage: the site starts and a login works', async () => {
    const blocked = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const store = await logIn()
    expect(blocked).toHaveBeenCalled()
    expect(store.getState().session).toMatchObject({ status: 'member', access: 'access-1' })
    store.dispatch(sessionEnded())
    expect(store.getState()).toMatchObject(ANONYMOUS)
  })
})

test('state that tests or the server hand in needs no storage', () => {
  setupStore(asMember(), { devTools: false })
  expect(everyKey()).toEqual({})
})
