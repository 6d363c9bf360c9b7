import type { TokenPair } from '#contract/shapes.ts'
import { cleanUp } from '#server/compose/background.ts'
import { bearer, post } from '#test/helpers/server/accounts.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

serverTests('the end of a session on %s', (server) => {
  let user: TestUser
  beforeEach(async () => {
    await server.empty()
    user = await server.addUser('Olwen')
  })

  const refresh = ({ refresh }: Pick<TokenPair, 'refresh'>) =>
    post(server, '/users/login/refresh/', { refresh })
  const logOut = (token: string) => post(server, '/users/logout/', { refresh: token })
  const profile = (tokens: TokenPair) =>
    server.app.inject({ url: '/api/users/profile/', headers: bearer(tokens) })
  const statuses = async (pair: TokenPair) => [
    (await profile(pair)).statusCode,
    (await refresh(pair)).statusCode,
  ]

  test('a logout ends access and refresh tokens at once', async () => {
    const response = await logOut(user.tokens.refresh)
    expect([response.statusCode, response.body]).toEqual([200, '{}'])
    const refused = await profile(user.tokens)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([401, 'token_not_valid'])
    expect(await statuses(user.tokens)).toEqual([401, 401])
  })

  test('a logout ends every token that came of the same login, and no other login', async () => {
    const other = await server.renew(user)
    const next: TokenPair = (await refresh(user.tokens)).json()
    await logOut(user.tokens.refresh)
    expect(await statuses(next)).toEqual([401, 401])
    expect(await statuses(user.tokens)).toEqual([401, 401])
    expect(await statuses(other.tokens)).toEqual([200, 200])
  })

  test('a logout responds alike for live, ended, unknown and endless tokens', async () => {
    for (const token of [
      user.tokens.refresh,
      user.tokens.refresh,
      'unknown',
      '',
      'x'.repeat(9999),
    ]) {
      const response = await logOut(token)
      expect([response.statusCode, response.body]).toEqual([200, '{}'])
    }
    expect((await post(server, '/users/logout/', {})).statusCode).toBe(400)
  })

  test('a logout that races with refreshes leaves no token alive', async () => {
    const responses = await Promise.all([
      refresh(user.tokens),
      logOut(user.tokens.refresh),
      refresh(user.tokens),
    ])
    for (const response of responses)
      if (response.body !== '{}' && response.statusCode === 200)
        expect(await statuses(response.json())).toEqual([401, 401])
    expect(await statuses(user.tokens)).toEqual([401, 401])
  })

  test('reuse of an old refresh token ends the access tokens of its session too', async () => {
    const next: TokenPair = (await refresh(user.tokens)).json()
    server.passTime(11 * SECOND)
    expect((await profile(next)).statusCode).toBe(200)
    expect((await refresh(user.tokens)).statusCode).toBe(401)
    expect(await statuses(next)).toEqual([401, 401])
    expect(await statuses(user.tokens)).toEqual([401, 401])
  })

  test('a session that is used every day ends ninety days after its login', async () => {
    let pair = user.tokens
    for (let day = 1; day < 90; day++) {
      server.passTime(DAY)
      await cleanUp(server.deps, server.app.log)
      pair = (await refresh(pair)).json()
      expect((await profile(pair)).statusCode).toBe(200)
    }
    server.passTime(DAY - 60 * SECOND)
    pair = (await refresh(pair)).json()
    expect((await profile(pair)).statusCode).toBe(200)
    server.passTime(60 * SECOND)
    expect(await statuses(pair)).toEqual([401, 401])
  })

  test('a session from before the upgrade counts its ninety days from its newest token', async () => {
    await server.deps.db.updateTable('refresh_tokens').set({ family_started_at: null }).execute()
    const next: TokenPair = (await refresh(user.tokens)).json()
    const { family_started_at } = await server.deps.db
      .selectFrom('refresh_tokens')
      .select('family_started_at')
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(family_started_at).toBe(server.deps.clock())
    expect((await profile(next)).statusCode).toBe(200)
  })
})
