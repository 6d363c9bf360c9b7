import { calls } from '#contract/calls.ts'
import { glossaryCalls } from '#contract/glossary.ts'
import { groupCalls } from '#contract/groups.ts'
import type { Route } from '#contract/route.ts'
import { READS_PER_MINUTE, WRITES_PER_MINUTE } from '#server/http/plugins/rateLimit.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const isWrite = ({ method, changesData }: Route) => method !== 'GET' || changesData === true
const reads = calls.filter((row) => row.access !== 'open' && !isWrite(row))
const writes = calls.filter((row) => row.access === 'member' && isWrite(row))

serverTests('changes by members on %s', { env: { RATE_LIMITS: 'on' } }, (server) => {
  const send = (user: TestUser, { method, path }: Pick<Route, 'method' | 'path'>, headers = {}) =>
    server.app.inject({
      method,
      // A stream of changes ends at once.
      url: `/api${path.replace(/:\w+/g, '1')}?wait=0`,
      headers: { ...user.auth, ...headers },
      ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
    })

  test.each(writes)('a flood of $method $path is refused with Retry-After', async (row) => {
    const user = await server.addUser(`Flood-${row.method}-${row.path.replace(/\W/g, '')}`)
    const statuses: number[] = []
    for (let sent = 0; sent < WRITES_PER_MINUTE; sent++)
      statuses.push((await send(user, row)).statusCode)
    expect(statuses[0]).not.toBe(429)
    const refused = await send(user, row)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, 'throttled'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 * 60)
  })

  test('are counted together, for each member, and reading continues', async () => {
    const [user, other] = [await server.addUser('Busy'), await server.addUser('Calm')]
    for (let sent = 0; sent < WRITES_PER_MINUTE; sent++)
      await send(user, writes[sent % writes.length] ?? groupCalls.createGroup)
    expect((await send(user, groupCalls.createGroup)).statusCode).toBe(429)
    expect((await send(user, groupCalls.listGroups)).statusCode).toBe(200)
    expect((await send(other, groupCalls.disbandGroup)).statusCode).toBe(404)
  })

  test('by GET are exactly those that refuse a prefetch', async () => {
    const user = await server.addUser('Ahead')
    for (const row of calls.filter(({ method }) => method === 'GET')) {
      const response = await send(user, row, { 'sec-purpose': 'prefetch' })
      const isRefused = response.body.includes('prefetch_refused')
      expect([row.path, isRefused]).toEqual([row.path, row.changesData === true])
    }
  })
})

serverTests('reads by members', { engines: ['sqlite'], env: { RATE_LIMITS: 'on' } }, (server) => {
  let user: TestUser
  beforeAll(async () => {
    user = await server.addUser('Reader')
  })

  const read = ({ path }: Pick<Route, 'path'>, who: Partial<TestUser> = user) =>
    server.app.inject({
      url: `/api${path.replace(/:\w+/g, '1')}?wait=0`,
      headers: { ...who.auth },
    })

  test.each(reads)('a flood of $path is refused with Retry-After', async (row) => {
    const statuses: number[] = []
    for (let sent = 0; sent < READS_PER_MINUTE; sent++) statuses.push((await read(row)).statusCode)
    expect(statuses[0]).not.toBe(429)
    const refused = await read(row)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, 'throttled'])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  test('are counted for each call and member, and visitors are not counted', async () => {
    const [busy, calm] = [await server.addUser('Busy'), await server.addUser('Calm')]
    const { listGroups, listMutes } = groupCalls
    const { listGlossaryEntries } = glossaryCalls
    for (let sent = 0; sent <= READS_PER_MINUTE; sent++) {
      await read(listGroups, busy)
      expect((await read(listGlossaryEntries, {})).statusCode).toBe(200)
    }
    const statusOf = async (...call: Parameters<typeof read>) => (await read(...call)).statusCode
    expect(await statusOf(listGroups, busy)).toBe(429)
    expect([await statusOf(listMutes, busy), await statusOf(listGroups, calm)]).toEqual([200, 200])
    server.passTime(60_000)
    expect(await statusOf(listGroups, busy)).toBe(200)
  })
})
