import { waitFor } from '@testing-library/react'
import type { Feature } from '#contract/sets.ts'
import { accountApi } from '#src/store/account/api.ts'
import { logoutChosen } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aProfile, TOKENS } from '../helpers/fixtures/siteState.ts'
import { fakeApi } from '../helpers/screens/fakeApi.ts'

const remembered = () => localStorage.getItem('passkeys')

/** Logs in, with a profile that announces this. */
async function logIn(features: unknown) {
  const api = fakeApi({ login: TOKENS, getProfile: { ...aProfile(), features } })
  const store = setupStore(undefined, { devTools: false })
  const body = { email: 'wren@example.org', password: 'Orchard!7' }
  await store.dispatch(accountApi.endpoints.login.initiate(body))
  await waitFor(() => expect(api.calls('getProfile')).toHaveLength(1))
  await store.dispatch(accountApi.endpoints.getProfile.initiate())
  return store
}

describe('what the profile announces (behaviour 12)', () => {
  test('passkeys are remembered over a logout, until a profile comes without them', async () => {
    const features: Feature[] = ['two_step', 'passkeys']
    const store = await logIn(features)
    expect(remembered()).toBe('true')
    store.dispatch(logoutChosen())
    expect(localStorage.getItem('access_token')).toBeNull()
    expect(remembered()).toBe('true')
    await logIn(undefined)
    expect(remembered()).toBeNull()
  })

  test('so is the formatting of texts, which the glossary asks no profile for', async () => {
    await logIn(['formatting'])
    expect([localStorage.getItem('formatting'), remembered()]).toEqual(['true', null])
    await logIn(['live'])
    expect(localStorage.getItem('formatting')).toBeNull()
  })

  test.each([[undefined], [null], ['passkeys'], [{ passkeys: true }], [[null, 7]]])(
    'features %j of another server announce none',
    async (features) => {
      await logIn(features)
      expect(remembered()).toBeNull()
    },
  )
})
