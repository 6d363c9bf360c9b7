import { profileApi } from '#src/store/profile/api.ts'
import { NO_DETAILS } from '#src/store/profile/orderFields.ts'
import { orderDetailsEdited } from '#src/store/profile/slice.ts'
import { loggedIn, sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { selectIsLostByClosing } from '#src/store/unsaved/selectors.ts'
import { fakeApi, later, refusal, reply } from '../helpers/screens/fakeApi.ts'

const tokens = (sub: string | null) => ({
  access: sub === null ? 'opaque' : `x.${btoa(JSON.stringify({ sub }))}.x`,
  refresh: 'refresh-1',
})
const draft = { ...NO_DETAILS, city: 'Graz' }
const other = { ...NO_DETAILS, city: 'Linz' }

function typed(sub: string | null = '7') {
  fakeApi({ getProfile: refusal(500) })
  const session = { status: 'member', ...tokens(sub) } as const
  const store = setupStore({ session }, { devTools: false })
  store.dispatch(orderDetailsEdited({ draft, isMuchTyped: true }))
  const draftNow = () => store.getState().orderDetails.draft
  return { store, draftNow }
}

test.each([
  ['the same member after a session that has expired', 'expired', '7', draft],
  ['another member after a session that has expired', 'expired', '8', null],
  ['the same member after a logout', undefined, '7', null],
] as const)('order details half typed wait for %s', (_who, end, sub, expected) => {
  const { store, draftNow } = typed()
  store.dispatch(sessionEnded(end))
  expect(draftNow()).toBeNull()
  store.dispatch(loggedIn(tokens(sub)))
  expect(draftNow()).toEqual(expected)
  expect(selectIsLostByClosing(store.getState())).toBe(expected !== null)
})

test('they wait until the next login, not until the one after it', () => {
  const { store, draftNow } = typed()
  store.dispatch(sessionEnded('expired'))
  store.dispatch(loggedIn(tokens('8')))
  store.dispatch(sessionEnded('expired'))
  store.dispatch(loggedIn(tokens('7')))
  expect(draftNow()).toBeNull()
})

test('they wait for nobody when the token does not name the member', () => {
  const { store, draftNow } = typed(null)
  store.dispatch(sessionEnded('expired'))
  store.dispatch(loggedIn(tokens(null)))
  expect(draftNow()).toBeNull()
})

test.each([
  ['saved', reply(200, {}), draft, null],
  ['saved, and changed meanwhile', reply(200, {}), other, other],
  ['refused', refusal(400), draft, draft],
])('a draft that is %s', async (_what, answer, now, left) => {
  const saving = later<Response>()
  const { store, draftNow } = typed()
  fakeApi({ saveOrderDetails: () => saving.promise })
  const call = store.dispatch(profileApi.endpoints.saveOrderDetails.initiate(draft))
  store.dispatch(orderDetailsEdited({ draft: now, isMuchTyped: true }))
  saving.resolve(answer)
  await call
  expect(draftNow()).toEqual(left)
  expect(store.getState().orderDetails.sent).toEqual(draft)
})
