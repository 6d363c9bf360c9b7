import { fetchEarly, takeEarlyResponse } from '#src/platform/earlyResponses.ts'

const URL_OF_GROUPS = 'http://localhost/api/rpggroups/list'
const asked = (token: string, url = URL_OF_GROUPS) =>
  new Request(url, { headers: { authorization: `Bearer ${token}` } })

test('an early response is for one call with the same address and the same token', async () => {
  const network = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('[]'))
  fetchEarly(URL_OF_GROUPS, 'access-1')
  expect(network).toHaveBeenCalledTimes(1)
  expect(takeEarlyResponse(asked('access-2'))).toBeUndefined()
  expect(takeEarlyResponse(asked('access-1', `${URL_OF_GROUPS}/invites`))).toBeUndefined()
  const response = await takeEarlyResponse(asked('access-1'))
  expect(await response?.text()).toBe('[]')
  expect(takeEarlyResponse(asked('access-1'))).toBeUndefined()
  network.mockRestore()
})
