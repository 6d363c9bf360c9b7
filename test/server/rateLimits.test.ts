import { cleanUp } from '#server/compose/background.ts'
import { buildApp, buildDesk } from '#server/compose/site.ts'
import type { App } from '#server/http/deps.ts'
import { memoryStore } from '#server/http/plugins/rateLimit.ts'
import { isKnownNetwork, networkDigest } from '#server/modules/account/sessions/repository.ts'
import { member, PASSWORD } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { type RegisteredRoute, registeredRoutes } from '#test/helpers/server/registeredRoutes.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { engines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'

describe.each(engines)('rate limits on %s', (engine) => {
  let server: TestServer
  const start = async (env: Record<string, string> = {}) => {
    server = await startServer(engine, { RATE_LIMITS: 'on', ...env })
  }
  afterEach(() => server.close())

  const attempt = (over: { email?: string; from?: string; app?: App; headers?: object } = {}) =>
    (over.app ?? server.app).inject({
      method: 'POST',
      url: '/api/users/login/',
      payload: { email: over.email ?? 'mara@example.org', password: 'Wrong-Apple-412' },
      headers: { ...over.headers },
      ...(over.from && { remoteAddress: over.from }),
    })
  const attempts = async (count: number, over: (i: number) => Parameters<typeof attempt>[0]) =>
    (await Promise.all(Array.from({ length: count }, (_, i) => attempt(over(i))))).map(
      ({ statusCode }) => statusCode,
    )

  test('guessing at one account is blocked after ten tries, with Retry-After', async () => {
    await start()
    expect(await attempts(10, () => ({}))).toEqual(Array(10).fill(401))
    const refused = await attempt({ email: ' MARA@example.org' })
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, 'throttled'])
    expect(refused.json().detail).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/)
    expect((await attempt({ email: 'other@example.org' })).statusCode).toBe(401)
    expect((await attempt({ from: '10.0.0.9' })).statusCode).toBe(401)
  })

  test.each(['planning/answer', 'notifications/unsubscribe-planning'])(
    'a network opens 60 links of emails a minute, whatever their tokens: %s',
    async (page) => {
      await start()
      const open = async (token: string, from = '10.0.0.1') =>
        (await server.app.inject({ url: `/api/${page}/${token}`, remoteAddress: from })).statusCode
      const statuses: number[] = []
      for (let n = 0; n < 61; n++) statuses.push(await open(`${n}.x`))
      expect(statuses).toEqual([...Array(60).fill(404), 429])
      expect(await open('x', '10.0.0.2')).toBe(404)
    },
  )

  test('one address cannot try many accounts either', async () => {
    await start()
    const responses = await attempts(61, (i) => ({ email: `user${i}@example.org` }))
    expect(responses.filter((status) => status === 429)).toHaveLength(1)
    const refused = await attempt({ email: 'one-more@example.org' })
    expect(refused.statusCode).toBe(429)
    // Seconds; the window is a minute.
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json().detail).toMatch(/Try again in ([1-9]|[1-5]\d|60) seconds/)
    const health = await server.app.inject('/api/health')
    expect(health.statusCode).toBe(200)
  })

  test('a forged X-Forwarded-For gives no new attempts', async () => {
    await start()
    const responses = await attempts(11, (i) => ({ headers: { 'x-forwarded-for': `10.0.0.${i}` } }))
    expect(responses.filter((status) => status === 429)).toHaveLength(1)
  })

  test('behind a configured proxy, the forwarded address counts', async () => {
    await start({ TRUST_PROXY: '127.0.0.1' })
    const responses = await attempts(11, (i) => ({ headers: { 'x-forwarded-for': `10.0.0.${i}` } }))
    expect(responses).toEqual(Array(11).fill(401))
    const stranger = await attempts(11, (i) => ({
      from: '192.0.2.1',
      email: 'stranger@example.org',
      headers: { 'x-forwarded-for': `10.0.0.${i}` },
    }))
    expect(stranger.filter((status) => status === 429)).toHaveLength(1)
  })

  test('one IPv6 network is one caller', async () => {
    await start()
    const responses = await attempts(61, (i) => ({
      email: `user${i}@example.org`,
      from: `2001:db8::${i.toString(16)}`,
    }))
    expect(responses.filter((status) => status === 429)).toHaveLength(1)
  })

  test('malformed tries are refused as such and are not counted', async () => {
    await start()
    const url = '/api/users/register/'
    const responses = await Promise.all(
      Array.from({ length: 70 }, () => server.app.inject({ method: 'POST', url, payload: {} })),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([400]))
  })

  test('nothing is counted when limits are off', async () => {
    await start({ RATE_LIMITS: 'off' })
    expect(await attempts(12, () => ({}))).toEqual(Array(12).fill(401))
  })

  if (engine === 'postgres') {
    test('two processes on one database count together, and store no address', async () => {
      await start()
      const other = await buildApp(server.deps)
      expect(await attempts(10, (i) => (i % 2 ? { app: other } : {}))).toEqual(Array(10).fill(401))
      expect((await attempt({ app: other })).statusCode).toBe(429)
      expect((await attempt()).statusCode).toBe(429)
      await other.close()
      const rows = await server.deps.db.selectFrom('rate_limits').selectAll().execute()
      expect(rows).toHaveLength(3)
      expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0|mara/)
    })

    test('a clock that is set back locks nobody out for longer than the window', async () => {
      await start()
      await attempts(11, () => ({}))
      expect((await attempt()).statusCode).toBe(429)
      server.passTime(-3_600_000)
      expect((await attempt()).statusCode).toBe(401)
    })

    test('a window ends, restarts, and is swept', async () => {
      await start()
      await attempts(11, () => ({}))
      server.passTime(10 * 60_000)
      expect((await attempt()).statusCode).toBe(401)
      server.passTime(60 * 60_000 + 1)
      await cleanUp(server.deps, server.app.log)
      expect(await server.deps.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
    })
  }
})

describe('limits of calls that documents promise', () => {
  /** Requests, in so many minutes. */
  const SITE = {
    'POST /api/users/resend-activation/': [60, 60],
    'POST /api/discordia/request-change-password/': [60, 60],
    'POST /api/users/my-data/': [3, 24 * 60],
    'GET /api/users/live/': [120, 1],
  }
  const DESK = {
    'POST /desk/api/session': [30, 1],
    'POST /desk/api/session/passkey': [30, 1],
    'POST /desk/api/messages/:id/look-up': [30, 60],
    'POST /desk/api/members/look-up': [30, 60],
  }
  const limitsOf = (routes: readonly RegisteredRoute[], keys: readonly string[]) =>
    Object.fromEntries(
      routes
        .map(({ method, url, config }) => [`${method} ${url}`, config.rateLimit] as const)
        .filter(([key]) => keys.includes(key))
        .map(([key, limit]) => [
          key,
          limit ? [limit.max, Number(limit.timeWindow) / 60_000] : null,
        ]),
    )

  test('of the site', async () => {
    const started = Promise.withResolvers<TestServer>()
    const routes = await registeredRoutes(async () => started.resolve(await startServer('sqlite')))
    await (await started.promise).close()
    expect(limitsOf(routes, Object.keys(SITE))).toEqual(SITE)
  })

  test('of the desk', async () => {
    const server = await startServer('sqlite')
    const routes = await registeredRoutes(async () => {
      const desk = await buildDesk(server.deps)
      await desk.ready()
      await desk.close()
    })
    await server.close()
    expect(limitsOf(routes, Object.keys(DESK))).toEqual(DESK)
  })
})

const MINUTE = 60_000

const DAY = 24 * 60 * MINUTE

const MARA = 'mara@example.org'

deskTests('limits of logins on %s', { env: { RATE_LIMITS: 'on' } }, (server) => {
  let days = 0
  beforeEach(async () => {
    await server.empty()
    // The limits of the test before are over.
    server.passTime(++days * DAY)
  })

  type Place = 'site' | 'desk'
  type Attempt = { email?: string; password?: string; from?: string }
  const attempt = (place: Place, { email = MARA, password = 'Wrong-1!', from }: Attempt = {}) => {
    const payload = { email, password }
    const remoteAddress = from ?? '127.0.0.1'
    return place === 'site'
      ? server.app.inject({ method: 'POST', url: '/api/users/login/', payload, remoteAddress })
      : server.desk.inject({
          method: 'POST',
          url: '/desk/api/session',
          payload,
          remoteAddress,
          headers: { 'x-desk-csrf': 'login' },
        })
  }
  async function statuses(place: Place, count: number, over: (i: number) => Attempt) {
    const found: number[] = []
    for (let i = 0; i < count; i++) found.push((await attempt(place, over(i))).statusCode)
    return found
  }
  const manyNetworks = (i: number) => `198.51.${Math.floor(i / 200)}.${i % 200}`

  describe.each<Place>(['site', 'desk'])('at the %s', (place) => {
    test('rotating inside one IPv6 network gives no new attempts, and the refusal has Retry-After', async () => {
      const from = (i: number) => `2001:db8:0:1:${i.toString(16)}::${i.toString(16)}`
      expect(await statuses(place, 11, (i) => ({ from: from(i) }))).toEqual([
        ...Array(10).fill(401),
        429,
      ])
      const refused = await attempt(place, { from: from(99) })
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await attempt(place, { from: '2001:db8:0:2::1' })).statusCode).toBe(401)
    })

    test('guessing from many networks is blocked after twenty attempts in an hour, for known and unknown accounts alike', async () => {
      await member(server)
      for (const email of [MARA, 'nobody@example.org']) {
        const guesses = await statuses(place, 22, (i) => ({ email, from: manyNetworks(i) }))
        expect(guesses).toEqual([...Array(20).fill(401), 429, 429])
        const refused = await attempt(place, { email, from: '203.0.113.9' })
        expect(refused.json().errors[0].code).toBe('throttled')
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect((await attempt(place, { email: 'other@example.org' })).statusCode).toBe(401)
      server.passTime(60 * MINUTE + 1)
      expect((await attempt(place, { from: '203.0.113.9' })).statusCode).toBe(401)
    })

    test('requests that the call’s own limit refuses are not counted for the account', async () => {
      const from = '198.51.100.7'
      const others = await statuses(place, 60, (i) => ({ email: `a${i}@example.org`, from }))
      expect(new Set(others)).toEqual(new Set(place === 'site' ? [401] : [401, 429]))
      expect(await statuses(place, 12, () => ({ from }))).toEqual(Array(12).fill(429))
      server.passTime(MINUTE + 1)
      expect(await statuses(place, 10, () => ({ from }))).toEqual(Array(10).fill(401))
    })
  })

  test('a login from a known network succeeds while strangers guess', async () => {
    await member(server)
    const guesses = await statuses('site', 25, (i) => ({ from: manyNetworks(i) }))
    expect(guesses.filter((status) => status === 429)).toHaveLength(5)
    expect((await attempt('site', { password: PASSWORD, from: '203.0.113.9' })).statusCode).toBe(
      429,
    )
    expect((await attempt('site', { password: PASSWORD })).statusCode).toBe(200)
  })

  test('a reset of the password by mail makes its network known', async () => {
    await member(server)
    await statuses('site', 25, (i) => ({ from: manyNetworks(i) }))
    const from = '203.0.113.9'
    const post = (path: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url: `/api/discordia/${path}/`,
        payload,
        remoteAddress: from,
      })
    await post('request-change-password', { email: MARA })
    const request_id = (await deliveredMail(server)).at(-1)?.secret ?? ''
    const new_password = 'Silver-Pear-413'
    expect((await post('verified-change-password', { request_id, new_password })).statusCode).toBe(
      200,
    )
    expect((await attempt('site', { password: new_password, from })).statusCode).toBe(200)
    expect(
      (await attempt('site', { password: new_password, from: '203.0.113.10' })).statusCode,
    ).toBe(429)
  })

  test('twenty networks of an account are remembered for ninety days, without their addresses', async () => {
    const { db } = server.deps
    await member(server)
    const rows = () => db.selectFrom('known_networks').selectAll().execute()
    for (let i = 0; i < 21; i++) {
      server.passTime(61 * MINUTE)
      const from = manyNetworks(i)
      expect((await attempt('site', { password: PASSWORD, from })).statusCode).toBe(200)
    }
    expect(await rows()).toHaveLength(20)
    expect(JSON.stringify(await rows())).not.toMatch(/127\.0|198\.51|mara/)
    server.passTime(90 * DAY - 60 * MINUTE)
    await cleanUp(server.deps, server.app.log)
    expect(await rows()).toHaveLength(1)
    const digest = networkDigest(server.deps.jwtSecret, MARA, manyNetworks(20))
    const isLastKnown = () => isKnownNetwork({ db, now: server.deps.clock() }, digest)
    expect(await isLastKnown()).toBe(true)
    server.passTime(60 * MINUTE)
    expect(await isLastKnown()).toBe(false)
    await cleanUp(server.deps, server.app.log)
    expect(await rows()).toEqual([])
  })
})

deskTests('look-ups at the desk on %s', { env: { RATE_LIMITS: 'on' } }, (server) => {
  test('are thirty an hour for each of the staff, whatever they find', async () => {
    const [ada, bea] = [await server.staff('Ada'), await server.staff('Bea')]
    const lookUp = async (who: DeskCaller, name: string) =>
      (await who.post('/members/look-up', { name })).statusCode
    for (let n = 0; n < 30; n++) expect(await lookUp(ada, n % 2 ? 'Bea' : `Guess ${n}`)).toBe(200)
    expect([await lookUp(ada, 'Bea'), await lookUp(bea, 'Ada')]).toEqual([429, 200])
    server.passTime(60 * MINUTE + 1)
    expect(await lookUp(ada, 'Bea')).toBe(200)
  })
})

test('a limit that was reached is kept while 51,000 new callers are counted', () => {
  let now = 0
  const Store = memoryStore({ clock: () => now })
  const store = new Store()
  const hit = (key: string): number => {
    let current = 0
    store.incr(
      key,
      (_error, counted) => {
        current = counted?.current ?? 0
      },
      MINUTE,
    )
    return current
  }
  for (let i = 1; i <= 10; i++) expect(hit('guesser')).toBe(i)
  for (let i = 0; i < 51_000; i++) hit(`caller ${i}`)
  expect(hit('guesser')).toBe(11)
  // The newest callers are remembered as well, so that they have limits of their own.
  expect(hit('caller 50999')).toBe(2)
  expect(hit('caller 0')).toBe(1)
  now += MINUTE
  expect(hit('guesser')).toBe(1)
  now -= 2 * MINUTE
  expect(hit('guesser')).toBe(1)
})
