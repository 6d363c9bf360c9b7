import { post } from '#test/helpers/server/accounts.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('an unknown id of a mailed link, on %s', (server) => {
  // The longest is near the limit of a body without a token, 64 kB.
  const lengths = [0, 1, 43, 400, 401, 5000, 60_000]
  const ofLength = (length: number) => ({ request_id: 'x'.repeat(length) })

  test.each(lengths)('activates nothing: 404, with %d characters', async (length) => {
    const response = await post(server, '/discordia/verify-activate-user/', ofLength(length))
    expect([response.statusCode, response.json().errors[0].code]).toEqual([
      404,
      'activation_not_found',
    ])
  })

  test.each(lengths)(
    'is no valid reset link: `valid: false`, with %d characters',
    async (length) => {
      const response = await post(server, '/discordia/verify-change-password/', ofLength(length))
      expect([response.statusCode, response.json()]).toEqual([200, { valid: false }])
    },
  )

  test.each(lengths)('sets no password: an invalid link, with %d characters', async (length) => {
    const body = { ...ofLength(length), new_password: 'Silver-Pear-413' }
    const response = await post(server, '/discordia/verified-change-password/', body)
    expect([response.statusCode, response.json().errors[0].code]).toEqual([400, 'invalid_link'])
  })

  test.each([1, 43, 201, 500, 501, 5000])(
    'unsubscribes nothing: 404, with %d characters',
    async (length) => {
      for (const method of ['GET', 'POST'] as const) {
        const url = `/api/notifications/unsubscribe/${'x'.repeat(length)}`
        expect((await server.app.inject({ method, url })).statusCode).toBe(404)
      }
    },
  )

  test('must be a text and present', async () => {
    for (const body of [{}, { request_id: 7 }, { request_id: null }])
      expect((await post(server, '/discordia/verify-activate-user/', body)).statusCode).toBe(400)
  })
})
