import { createHmac } from 'node:crypto'
import type { TokenPair } from '#contract/shapes.ts'
import { cleanUp } from '#server/compose/background.ts'
import { endSessions } from '#server/modules/account/sessions/repository.ts'
import { reading } from '#server/work/work.ts'
import { bearer, post } from '#test/helpers/server/accounts.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

const SECOND = 1000

const DAY = 24 * 3600 * SECOND

serverTests('sessions and their tokens on %s', (server) => {
  beforeEach(() => server.empty())
  const [user] = playersOf(server, 'Olwen')
  const refresh = ({ refresh }: Pick<TokenPair, 'refresh'>) =>
    post(server, '/users/login/refresh/', { refresh })

  describe('the end of a session', () => {
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
      await server.update('refresh_tokens', {}, { family_started_at: null })
      const next: TokenPair = (await refresh(user.tokens)).json()
      const { family_started_at } = await server.row('refresh_tokens', { used_at: null })
      expect(family_started_at).toBe(server.deps.clock())
      expect((await profile(next)).statusCode).toBe(200)
    })
  })

  describe('tokens', () => {
    const profile = (authorization: string) =>
      server.app.inject({ url: '/api/users/profile/', headers: { authorization } })

    test('a refresh gives a new pair, which can be refreshed', async () => {
      const first: TokenPair = (await refresh(user.tokens)).json()
      expect(first.refresh).not.toBe(user.tokens.refresh)
      expect((await profile(bearer(first).authorization)).statusCode).toBe(200)
      expect((await refresh(first)).statusCode).toBe(200)
    })

    test('ten simultaneous refreshes of one token all succeed, each with its own successor (ruling 48)', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(user.tokens)))
      expect(responses.map((response) => response.statusCode)).toEqual(Array(10).fill(200))
      const pairs: TokenPair[] = responses.map((response) => response.json())
      expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(10)
      const next = await Promise.all(pairs.map(refresh))
      expect(next.map((response) => response.statusCode)).toEqual(Array(10).fill(200))
    })

    test('a used token is accepted again within ten seconds, and ends the family afterwards', async () => {
      const first: TokenPair = (await refresh(user.tokens)).json()
      server.passTime(9999)
      const replayed: TokenPair = (await refresh(user.tokens)).json()
      expect((await profile(bearer(replayed).authorization)).statusCode).toBe(200)

      server.passTime(1)
      const reused = await refresh(user.tokens)
      expect([reused.statusCode, reused.json().errors[0].code]).toEqual([401, 'token_not_valid'])
      for (const pair of [first, replayed]) expect((await refresh(pair)).statusCode).toBe(401)
    })

    test('a used token counts as just used within a minute before its use, and not before that, where clocks differ', async () => {
      await refresh(user.tokens)
      server.passTime(-60 * SECOND)
      expect((await refresh(user.tokens)).statusCode).toBe(200)
      server.passTime(-1)
      expect((await refresh(user.tokens)).statusCode).toBe(401)
    })

    test('ten simultaneous reuses end the family once and leave no token behind', async () => {
      await refresh(user.tokens)
      server.passTime(11 * SECOND)
      const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(user.tokens)))
      expect(responses.map((response) => response.statusCode)).toEqual(Array(10).fill(401))
      const alive = await server.deps.db
        .selectFrom('refresh_tokens')
        .select('id')
        .where('revoked_at', 'is', null)
        .execute()
      expect(alive).toEqual([])
    })

    test('a reuse that races with the rightful successor leaves no token alive', async () => {
      const first: TokenPair = (await refresh(user.tokens)).json()
      server.passTime(11 * SECOND)
      const [, rightful] = await Promise.all([refresh(user.tokens), refresh(first)])
      if (rightful.statusCode === 200) expect((await refresh(rightful.json())).statusCode).toBe(401)
      const alive = await server.deps.db
        .selectFrom('refresh_tokens')
        .select('id')
        .where('revoked_at', 'is', null)
        .execute()
      expect(alive).toEqual([])
    })

    test('an ended session is not revived by a replay within the grace', async () => {
      const first: TokenPair = (await refresh(user.tokens)).json()
      await endSessions(reading(server.deps), user.id)
      for (const pair of [user.tokens, first]) expect((await refresh(pair)).statusCode).toBe(401)
    })

    test('another login is another family and survives', async () => {
      const other = await server.renew(user)
      await refresh(user.tokens)
      server.passTime(11 * SECOND)
      await refresh(user.tokens)
      expect((await refresh(other.tokens)).statusCode).toBe(200)
    })

    test('an access token lasts ten minutes, a refresh token thirty days', async () => {
      server.passTime(600 * SECOND - 1)
      expect((await profile(user.auth.authorization)).statusCode).toBe(200)
      server.passTime(1)
      expect((await profile(user.auth.authorization)).json().errors[0].code).toBe('token_not_valid')
      server.passTime(30 * DAY - 600 * SECOND)
      expect((await refresh(user.tokens)).statusCode).toBe(401)
    })

    test('sweeping deletes ended tokens, keeps used ones for two days, and keeps the rest', async () => {
      const first: TokenPair = (await refresh(user.tokens)).json()
      server.passTime(2 * DAY - 1)
      await cleanUp(server.deps, server.app.log)
      const count = async () =>
        (await server.deps.db.selectFrom('refresh_tokens').select('id').execute()).length
      expect(await count()).toBe(2)
      server.passTime(2)
      await cleanUp(server.deps, server.app.log)
      expect(await count()).toBe(1)
      expect((await refresh(first)).statusCode).toBe(200)
    })

    test('a token with another owner, another version, no signature or another use is refused', async () => {
      const other = await server.addUser('Otto')
      const [head = '', claims = '', signature = ''] = user.tokens.access.split('.')
      const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = (over: object, secret = server.deps.jwtSecret) => {
        const content = `${head}.${encoded({ ...said, ...over })}`
        return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
      }
      expect((await profile(`Bearer ${signed({})}`)).statusCode).toBe(200)
      const bad = [
        `${head}.${encoded({ ...said, sub: String(other.id) })}.${signature}`,
        `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.`,
        signed({}, 'another secret of more than thirty-two signs'),
        signed({ ver: said.ver + 1 }),
        signed({ use: 'desk' }),
        signed({ sub: '999999' }),
        signed({ sub: 'x' }),
        signed({ exp: undefined }),
        signed({ exp: 'later' }),
        signed({ sub: '1e400' }),
        signed({ sub: ` ${said.sub}` }),
        signed({ sub: `${said.sub} ` }),
        signed({ sub: undefined }),
        signed({ ver: String(said.ver) }),
        signed({ fam: undefined }),
        signed({ exp: server.deps.clock() / SECOND }),
      ]
      for (const token of bad) expect((await profile(`Bearer ${token}`)).statusCode).toBe(401)
    })
  })
})
