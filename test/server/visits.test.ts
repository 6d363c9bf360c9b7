import { serverTests } from '#test/helpers/server/serverTests.ts'

const DAY = 24 * 3_600_000

serverTests('visits on %s', (server) => {
  beforeEach(() => server.deps.db.deleteFrom('visits').execute())

  const visit = (method: 'GET' | 'HEAD' = 'GET', headers = {}) =>
    server.app.inject({ method, url: '/api/visits/log-visit/', headers })
  const rows = () => server.deps.db.selectFrom('visits').selectAll().orderBy('day').execute()

  test('a visit is counted on its day (UTC) and gets a message as the response', async () => {
    const today = server.deps.clock() - (server.deps.clock() % DAY)
    const response = await visit()
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Visit logged.' }])
    expect(response.headers['cache-control']).toBe('no-store')
    await visit()
    server.passTime(DAY)
    await visit()
    expect(await rows()).toEqual([
      { day: today, hits: 2 },
      { day: today + DAY, hits: 1 },
    ])
  })

  test('nothing about the visitor is stored: a day and a number (ruling 56)', async () => {
    await visit('GET', { 'user-agent': 'Teapot', 'x-forwarded-for': '192.0.2.7' })
    expect((await rows()).map((row) => Object.keys(row))).toEqual([['day', 'hits']])
  })

  test('HEAD and prefetching do not count', async () => {
    expect((await visit('HEAD')).statusCode).toBe(404)
    expect((await visit('GET', { 'sec-purpose': 'prefetch;prerender' })).statusCode).toBe(400)
    expect((await visit('GET', { purpose: 'prefetch' })).statusCode).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('simultaneous visits are all counted', async () => {
    const responses = await Promise.all(Array.from({ length: 25 }, () => visit()))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await rows()).map(({ hits }) => hits)).toEqual([25])
  })
})
