import { isNotConfirmed } from '#src/store/http/confirmation.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { securityApi } from '#src/store/security/api.ts'
import { sessionEnded } from '#src/store/session/slice.ts'
import { confirmationDeclined, ownerConfirmed } from '#src/store/session/stepUpSlice.ts'
import { setupStore } from '#src/store/store.ts'
import { aStepUp } from '../helpers/fixtures/security.ts'
import { asMember } from '../helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '../helpers/screens/fakeApi.ts'

const { changePassword, removeSecondFactor, endOtherSessions } = securityApi.endpoints
const makeStore = () => setupStore(asMember(), { devTools: false })
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('sensitive acts', () => {
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

  test('that are refused for another reason ask nobody', async () => {
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

test('the confirmation ends with the session', () => {
  const store = makeStore()
  store.dispatch(ownerConfirmed(aStepUp()))
  expect(store.getState().stepUp).toMatchObject({ proof: { token: 'step-up-1' } })
  store.dispatch(sessionEnded())
  expect(store.getState().stepUp).toEqual({})
})
