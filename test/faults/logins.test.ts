import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { newKey } from '#server/files/fileStore.ts'
import { COST } from '#server/http/passwords.ts'
import { amount, eventually, figure, isLong } from '#test/helpers/server/faults.ts'
import { allOrOne } from '#test/helpers/server/sample.ts'
import { makeDataDir, startProcess } from '#test/helpers/server/serverProcess.ts'
import { engines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'

jest.setTimeout(120_000)

const LOGINS = amount(1200, 120)
/** Logins that the gate runs and queues at once; see server/http/gate.ts. */
const ROOM = 66

describe.each(allOrOne(engines))('a flood of logins on %s', (engine) => {
  let server: TestServer
  afterEach(() => server.close())

  const logIn = (i: number, email: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/login/',
      payload: { email, password: 'Wrong-Apple-412' },
      remoteAddress: `198.51.${Math.floor(i / 200)}.${i % 200}`,
    })

  test('leaves room for files and health, and is refused with Retry-After beyond a short queue', async () => {
    server = await startServer(engine, {}, COST)
    const key = newKey('public', 'vtt')
    await server.deps.files.put(key, Buffer.from('still here'))
    let tried = 0
    let refused = 0
    const logins = Array.from({ length: LOGINS }, async (_, i) => {
      const response = await logIn(i, `user${i}@example.org`)
      if (response.statusCode === 503) refused++
      else tried++
      return response
    })
    // The queue is full.
    while (refused === 0 && tried < LOGINS) await setImmediate()

    for (let i = 0; i < 5; i++) {
      const file = await server.app.inject(`/api/files/${key.replace('public/', '')}`)
      expect([file.statusCode, file.body]).toEqual([200, 'still here'])
      expect((await server.app.inject('/api/health')).statusCode).toBe(200)
    }
    expect(tried).toBeLessThan(ROOM / 2)

    const responses = await Promise.all(logins)
    expect(tried).toBeGreaterThanOrEqual(ROOM)
    expect(tried + refused).toBe(LOGINS)
    for (const response of responses) {
      if (response.statusCode === 401) continue
      expect([response.statusCode, response.json().errors[0].code]).toEqual([503, 'busy'])
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
    figure(`${LOGINS} at once: ${tried} tried, ${refused} told to come again`)
    // A later login gets in.
    expect((await logIn(0, 'later@example.org')).statusCode).toBe(401)
  })

  test('and registrations pass the same gate', async () => {
    server = await startServer(engine)
    const { gates } = server.deps
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const busy = Array.from({ length: ROOM }, () => gates.hashing(() => held))
    const asked = jest.spyOn(gates, 'hashing')
    let isAnswered = false
    const registering = server.app
      .inject({
        method: 'POST',
        url: '/api/users/register/',
        payload: { email: 'mara@example.org', username: 'Mara', password: 'Golden-Apple-412' },
      })
      .finally(() => {
        isAnswered = true
      })
    await eventually(() => isAnswered || asked.mock.calls.length > 0, Boolean)
    letGo()
    await Promise.all(busy)
    const { statusCode, headers } = await registering
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  })

  test('at one account gets hardly more attempts than sequential logins', async () => {
    server = await startServer(engine, { RATE_LIMITS: 'on' })
    const responses = await Promise.all(
      Array.from({ length: LOGINS }, (_, i) => logIn(i, 'mara@example.org')),
    )
    const tried = responses.filter(({ statusCode }) => statusCode === 401).length
    figure(`${tried} attempts of ${LOGINS} (limit 24)`)
    expect(tried).toBeGreaterThanOrEqual(20)
    expect(tried).toBeLessThanOrEqual(24)
  })
})

/** Only Linux shows the names of threads. */
if (process.platform === 'linux')
  test('the server has eight threads for hashes, pictures and files, or as many as the environment sets', async () => {
    const threadsOf = async (env: Record<string, string>): Promise<number> => {
      const dataDir = makeDataDir()
      const child = await startProcess(dataDir.path, env)
      const body = JSON.stringify({ email: 'a@example.org', password: 'Wrong-Apple-412' })
      const headers = { 'content-type': 'application/json' }
      await fetch(`${child.address}/api/users/login/`, { method: 'POST', headers, body })
      const tasks = `/proc/${child.pid}/task`
      const names = readdirSync(tasks).map((id) => readFileSync(`${tasks}/${id}/comm`, 'utf8'))
      child.kill('SIGTERM')
      await child.ended
      dataDir.remove()
      return names.filter((name) => name.startsWith('libuv-worker')).length
    }
    expect(await threadsOf({})).toBe(8)
    // A start takes its time; the short form makes one.
    if (isLong) expect(await threadsOf({ UV_THREADPOOL_SIZE: '5' })).toBe(5)
  })
