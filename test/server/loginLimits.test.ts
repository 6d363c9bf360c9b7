import { cleanUp } from '#server/compose/background.ts'
import { memoryStore } from '#server/http/plugins/rateLimit.ts'
import { isKnownNetwork, networkDigest } from '#server/modules/account/sessions/repository.ts'
import { member, PASSWORD } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'

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
