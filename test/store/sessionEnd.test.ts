import {
  loggedIn,
  selectHasExpired,
  selectHasLeft,
  sessionEnded,
  sessionRestored,
} from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { asMember, TOKENS } from '../helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '../helpers/screens/fakeApi.ts'

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
  ['in another tab', sessionRestored({ ...TOKENS, isStaff: false, isSuperuser: false })],
])('a login %s makes an end before it forgotten', (_where, action) => {
  const { store, end } = start()
  for (const how of ['expired', undefined] as const) {
    store.dispatch(sessionEnded(how))
    store.dispatch(action)
    expect(end()).toEqual(NONE)
  }
})
