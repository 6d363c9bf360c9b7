import { cleanUp } from '#server/compose/background.ts'
import { buildApp, buildDesk } from '#server/compose/site.ts'
import type { App } from '#server/http/deps.ts'
import { type RegisteredRoute, registeredRoutes } from '#test/helpers/server/registeredRoutes.ts'
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
    'POST /desk/api/messages/:id/look-up': [120, 10],
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
