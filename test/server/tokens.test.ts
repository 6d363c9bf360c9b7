import { createHmac } from 'node:crypto'
import type { TokenPair } from '#contract/shapes.ts'
import { cleanUp } from '#server/compose/background.ts'
import { endSessions } from '#server/modules/account/sessions/repository.ts'
import { reading } from '#server/work/work.ts'
import { bearer, post } from '#test/helpers/server/accounts.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

serverTests('tokens on %s', (server) => {
  let user: TestUser
  beforeEach(async () => {
    await server.empty()
    user = await server.addUser('Olwen')
  })

  const refresh = ({ refresh }: Pick<TokenPair, 'refresh'>) =>
    post(server, '/users/login/refresh/', { refresh })
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
