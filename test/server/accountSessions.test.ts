import type { LightMyRequestResponse } from 'fastify'
import { cleanUp } from '#server/compose/background.ts'
import {
  recordEvent,
  SECURITY_EVENTS_PER_KIND,
} from '#server/modules/account/security-log/eventRepository.ts'
import { logIn, member, PASSWORD } from '#test/helpers/server/accounts.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { rowsOf } from '#test/helpers/server/rowsOf.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { newTokens } from '#test/helpers/server/testServer.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const MARA = 'mara@example.org'

serverTests('the sessions of a member, on %s', (server) => {
  beforeEach(() => server.empty())

  const from = (ip: string, agent: string, cookie?: string) => ({
    remoteAddress: ip,
    headers: { 'user-agent': agent, ...(cookie && { cookie }) },
  })
  const enter = (place: ReturnType<typeof from>, password = PASSWORD) =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/login/',
      payload: { email: MARA, password },
      ...place,
    })
  const cookieOf = (response: LightMyRequestResponse) =>
    String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
  const auth = (response: LightMyRequestResponse) => ({
    authorization: `Bearer ${response.json().access}`,
  })
  const get = async (path: string, headers: Record<string, string>) =>
    (await server.app.inject({ url: `/api/users/security/${path}/`, headers })).json()
  const send = (method: 'POST' | 'DELETE', path: string, headers: Record<string, string>) =>
    server.app.inject({ method, url: `/api/users/security/${path}`, headers })
  const subjects = async () => (await deliveredMail(server)).map(({ subject }) => subject)

  describe('sessions', () => {
    test('are listed with browser and coarse network, last used first, this one marked', async () => {
      await member(server)
      const home = await enter(from('203.0.113.77', FIREFOX))
      server.passTime(MINUTE)
      const work = await enter(from('2001:db8:1:2:3::4', CHROME))
      const listed = await get('sessions', auth(home))
      expect(listed).toHaveLength(3)
      expect(listed[0]).toMatchObject({
        browser: 'Chrome on Windows',
        network: '2001:db8:1:x',
        is_current: false,
      })
      expect(listed[1]).toMatchObject({
        browser: 'Firefox on Linux',
        network: '203.0.113.x',
        is_current: true,
      })
      expect((await get('sessions', auth(work)))[0].is_current).toBe(true)
    })

    test('a refresh updates the last use, and keeps the start', async () => {
      await member(server)
      server.passTime(MINUTE)
      const home = await enter(from('203.0.113.77', FIREFOX))
      const [before] = await get('sessions', auth(home))
      server.passTime(MINUTE)
      const renewed = await server.app.inject({
        method: 'POST',
        url: '/api/users/login/refresh/',
        payload: { refresh: home.json().refresh },
        ...from('203.0.113.77', FIREFOX),
      })
      const [after] = await get('sessions', auth(renewed))
      expect([after.id, after.started_at]).toEqual([before.id, before.started_at])
      expect(Date.parse(after.last_used_at) - Date.parse(before.last_used_at)).toBe(MINUTE)
    })

    test('can be ended one by one, or all others at once', async () => {
      await member(server)
      const home = await enter(from('203.0.113.77', FIREFOX))
      const work = await enter(from('198.51.100.1', CHROME))
      const ids: { id: string; browser: string }[] = await get('sessions', auth(home))
      const { id } = ids.find(({ browser }) => browser === 'Chrome on Windows') ?? { id: '' }
      expect((await send('DELETE', `sessions/${id}`, auth(home))).statusCode).toBe(200)
      expect((await send('DELETE', `sessions/${id}`, auth(home))).statusCode).toBe(404)
      expect((await get('sessions', auth(work))).errors[0].code).toBe('token_not_valid')
      expect((await send('POST', 'end-other-sessions/', auth(home))).statusCode).toBe(200)
      expect(await get('sessions', auth(home))).toHaveLength(1)
    })

    test('of another member cannot be ended; desk sessions end with the others', async () => {
      const mara = await server.addUser('Mara')
      const zoe = await server.addUser('Zoe')
      const [{ id }] = await get('sessions', zoe.auth)
      expect((await send('DELETE', `sessions/${id}`, mara.auth)).statusCode).toBe(404)
      expect((await send('DELETE', 'sessions/x', mara.auth)).statusCode).toBe(400)
      expect(await get('sessions', zoe.auth)).toHaveLength(1)
      const { db, clock } = server.deps
      const now = clock()
      const session = { hash: 'h', csrf: 'c', user_id: mara.id, token_version: 0, created_at: now }
      await server.insert('desk_sessions', { ...session, expires_at: now + DAY })
      await send('POST', 'end-other-sessions/', mara.auth)
      expect(await db.selectFrom('desk_sessions').selectAll().execute()).toEqual([])
    })
  })

  describe('a login with a new browser', () => {
    test('sends a mail; the very first login, and one with a known browser, do not', async () => {
      await member(server)
      const first = await enter(from('203.0.113.7', FIREFOX))
      const cookie = cookieOf(first)
      // `member` has logged in without a browser before.
      expect(await subjects()).toEqual(['Activate your Discordia account', NEW_BROWSER])
      await enter(from('198.51.100.1', FIREFOX, cookie))
      await enter(from('203.0.113.7', FIREFOX))
      expect(await subjects()).toHaveLength(2)
      await enter(
        from('198.51.100.99', CHROME, cookie.replace(/.$/, cookie.endsWith('A') ? 'B' : 'A')),
      )
      const mails = await deliveredMail(server)
      expect(mails).toHaveLength(3)
      expect(mails[2]?.text).toContain('Browser: Chrome on Windows\nNetwork: 198.51.100.x')
    })

    test('the cookie is out of reach of scripts and of other calls', async () => {
      await member(server)
      const header = String((await logIn(server)).headers['set-cookie'])
      expect(header).toMatch(
        /^discordia-browser=[\w-]{43}; Max-Age=34560000; Path=\/api\/users; HttpOnly; SameSite=Lax$/,
      )
    })

    test('a browser that was not used for ninety days is new again', async () => {
      await member(server)
      const place = from('203.0.113.7', FIREFOX)
      await enter(place)
      server.passTime(91 * DAY)
      await cleanUp(server.deps, server.app.log)
      await logIn(server)
      await enter(place)
      expect((await subjects()).filter((subject) => subject === NEW_BROWSER)).toHaveLength(2)
    })

    test('the cookie of another account makes no browser known', async () => {
      await member(server)
      await member(server, 'zoe@example.org', 'Zoe')
      const place = from('203.0.113.7', FIREFOX)
      const other = await server.app.inject({
        method: 'POST',
        url: '/api/users/login/',
        payload: { email: 'zoe@example.org', password: PASSWORD },
        ...place,
      })
      await enter(from('198.51.100.1', CHROME, cookieOf(other)))
      expect((await subjects()).filter((subject) => subject === NEW_BROWSER)).toHaveLength(2)
    })
  })

  describe('the security log', () => {
    const events = async (user: Pick<TestUser, 'auth'>) => get('events', user.auth)
    test('has logins and failures of the own account only, in order', async () => {
      await member(server)
      const home = await enter(from('203.0.113.77', FIREFOX))
      const wrong = Array.from({ length: 3 }, () =>
        enter(from('198.51.100.9', CHROME), 'Wrong-Apple-1'),
      )
      await Promise.all(wrong)
      const user = { auth: auth(home) }
      const all: { event: string; times: number }[] = await eventually(
        () => events(user),
        ([last]) => last?.event === 'login_failed' && last.times === 3,
      )
      expect(all[0]).toMatchObject({ browser: 'Chrome on Windows', network: '198.51.100.x' })
      expect(all.map(({ event }) => event)).toEqual([
        'login_failed',
        'logged_in_new_browser',
        'logged_in',
      ])
      const zoe = await server.addUser('Zoe')
      expect(await events(zoe)).toEqual([])
    })

    test('alternating failures in two browsers are two lines, however many there are', async () => {
      const mara = await server.addUser('Mara')
      const { db, clock } = server.deps
      for (let i = 0; i < 10; i++) {
        const browser = i % 2 === 0 ? 'Chrome' : null
        await recordEvent({ db, now: clock() }, mara.id, 'login_failed', { browser, network: null })
      }
      const all: { times: number }[] = await events(mara)
      expect(all.map(({ times }) => times)).toEqual([5, 5])
      server.passTime(61 * MINUTE)
      await recordEvent({ db, now: clock() }, mara.id, 'login_failed', {
        browser: null,
        network: null,
      })
      expect(await events(await server.renew(mara))).toHaveLength(3)
    })

    test('a flood of one kind does not delete another: each has its own lines', async () => {
      await member(server)
      const { db, clock } = server.deps
      const { id } = await server.row('users')
      await recordEvent({ db, now: clock() }, id, 'passkey_added', {
        browser: 'Chrome',
        network: null,
      })
      for (let i = 0; i < 250; i++) {
        server.passTime(1000)
        const thief = { browser: `Browser ${i}`, network: '198.51.100.x' }
        await recordEvent(
          { db, now: clock() },
          id,
          i % 2 === 0 ? 'login_failed' : 'feed_added',
          thief,
        )
      }
      const home = await enter(from('203.0.113.77', FIREFOX))
      const all: { event: string; at: string }[] = await events({ auth: auth(home) })
      const kinds = Map.groupBy(all, ({ event }) => event)
      expect(kinds.get('login_failed')).toHaveLength(SECURITY_EVENTS_PER_KIND)
      expect(kinds.get('feed_added')).toHaveLength(SECURITY_EVENTS_PER_KIND)
      expect(kinds.get('passkey_added')).toHaveLength(1)
      expect(kinds.get('logged_in')).toHaveLength(1)
      const times = all.map(({ at }) => at)
      expect(times).toEqual(times.toSorted().reverse())
    })

    test('lines older than a year are deleted', async () => {
      await member(server)
      server.passTime(366 * DAY)
      await cleanUp(server.deps, server.app.log)
      expect(await server.deps.db.selectFrom('security_events').selectAll().execute()).toEqual([])
    })
  })

  test('no exact IP address is stored anywhere', async () => {
    await member(server)
    const home = await enter(from('203.0.113.77', FIREFOX))
    await enter(from('198.51.100.44', CHROME), 'Wrong-Apple-1')
    await send('POST', 'end-other-sessions/', auth(home))
    const everything = JSON.stringify(await rowsOf(server.deps))
    expect(everything).toContain('203.0.113.x')
    expect(everything).not.toMatch(/203\.0\.113\.77|198\.51\.100\.44/)
  })

  test('a session from before these columns is listed without browser and network', async () => {
    const mara = await server.addUser('Mara')
    await newTokens(server.app, server.deps, { ...mara, token_version: 0 })
    expect(await get('sessions', mara.auth)).toEqual([
      expect.objectContaining({ browser: null, network: null }),
      expect.objectContaining({ browser: null, network: null }),
    ])
  })
})

const NEW_BROWSER = 'A new browser logged in to your Discordia account'
