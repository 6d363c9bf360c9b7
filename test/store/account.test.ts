import { accountApi } from '#src/store/account/api.ts'
import { setupStore } from '#src/store/store.ts'
import { asMember } from '../helpers/fixtures/siteState.ts'
import { fakeApi } from '../helpers/screens/fakeApi.ts'

test('who am I: asks once and gives the name', async () => {
  const api = fakeApi({ whoAmI: { username: 'Wren' } })
  const store = setupStore(asMember(), { devTools: false })
  const { data } = await store.dispatch(accountApi.endpoints.whoAmI.initiate())
  expect(data).toEqual({ username: 'Wren' })
  expect(api.calls().map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /users/whoami'])
})
