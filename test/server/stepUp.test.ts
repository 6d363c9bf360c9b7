import { calls } from '#contract/calls.ts'
import { STEP_UP_MINUTES } from '#contract/security.ts'
import { makeStepUp } from '#server/modules/account/tokens.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { newTokens } from '#test/helpers/server/testServer.ts'

const sensitiveCalls = calls.filter(({ stepUp }) => stepUp === true)

serverTests('a sensitive call on %s', (server) => {
  let mara: TestUser
  let zoe: TestUser
  beforeAll(async () => {
    mara = await server.addUser('Mara')
    zoe = await server.addUser('Zoe')
  })

  test('some calls are sensitive', () => expect(sensitiveCalls.length).toBeGreaterThan(8))

  describe.each(sensitiveCalls)('$name', ({ method, path }) => {
    const ask = (headers: Record<string, string>) =>
      server.app.inject({
        method,
        url: `/api${path.replace(/:\w+/, '1')}`,
        headers,
        ...(method !== 'DELETE' && { payload: {} }),
      })
    const refusal = async (token: string | undefined) => {
      const response = await ask({
        ...mara.auth,
        ...(token !== undefined && { 'x-step-up': token }),
      })
      return [response.statusCode, response.json().errors[0].code]
    }
    const REFUSED = [403, 'step_up_required']

    test('is refused with only a stolen access token, and with any token of another session', async () => {
      expect(await refusal(undefined)).toEqual(REFUSED)
      expect(await refusal('made-up')).toEqual(REFUSED)
      expect(await refusal(mara.tokens.access)).toEqual(REFUSED)
      expect(await refusal(zoe.sensitive['x-step-up'])).toEqual(REFUSED)
      const elsewhere = await newTokens(server.app, server.deps, { ...mara, token_version: 0 })
      expect(await refusal(elsewhere.sensitive['x-step-up'])).toEqual(REFUSED)
    })

    test('is refused when the token has expired', async () => {
      const before = { clock: () => server.deps.clock() - (STEP_UP_MINUTES * 60 + 1) * 1000 }
      const { fam: family } = server.app.jwt.verify<{ fam: string }>(mara.tokens.access)
      const { token } = makeStepUp(server.app, before).issue({ id: mara.id, family })
      expect(await refusal(token)).toEqual(REFUSED)
    })

    test('requires a step-up token only after the access token is accepted', async () => {
      const response = await ask({ authorization: 'Bearer made-up' })
      expect([response.statusCode, response.json().errors[0].code]).toEqual([
        401,
        'token_not_valid',
      ])
    })
  })

  test('the password that was changed while it was compared confirms nothing', async () => {
    const { db, passwords } = server.deps
    const compare = jest.spyOn(passwords, 'verify').mockImplementation(async () => {
      await db.updateTable('users').set({ password_hash: 'another' }).execute()
      return true
    })
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/users/security/step-up/',
      headers: mara.auth,
      payload: { password: 'the former one' },
    })
    compare.mockRestore()
    expect(response.json().errors[0].code).toBe('wrong_password')
  })
})
