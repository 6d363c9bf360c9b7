import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyContextConfig } from 'fastify'
import { CSRF_HEADER, DESK_API_BASE, type DeskRoute } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { guard } from '#server/desk/guard.ts'
import type { App } from '#server/http/deps.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, deskLogIn, startDesk } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const all = Object.entries(deskCalls).flatMap(([resource, calls]) =>
  Object.entries<DeskRoute>(calls).map(([call, route]) => ({
    name: `${resource}.${call}`,
    ...route,
  })),
)
const addressOf = ({ path }: DeskRoute): string =>
  `${DESK_API_BASE}${path.replace(':id', '999999').replace(':purpose', 'file').replace(':area', 'rules')}`

deskTests('access to the desk on %s', (server) => {
  let member: TestUser
  let root: DeskCaller
  const ask = (route: DeskRoute, headers: Record<string, string>) =>
    server.desk.inject({
      method: route.method,
      url: addressOf(route),
      headers,
      ...(route.method !== 'GET' && { payload: {} }),
    })

  beforeAll(async () => {
    member = await server.addUser('Mara')
    await server.staff('Ada')
    root = await server.staff('Root', 'superuser')
  })

  test('every row of the contract is served once, and no other route is possible', async () => {
    for (const { method, path } of all)
      expect([path, server.desk.hasRoute({ method, url: `${DESK_API_BASE}${path}` })]).toEqual([
        path,
        true,
      ])
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length)

    const [staff, traced] = [{ deskRole: 'staff' }, { isAudited: true }] as const
    const refused = /has no role in the contract/
    const start = (method: 'GET' | 'POST', url: string, config: FastifyContextConfig) => {
      const app = Fastify({ exposeHeadRoutes: false }).withTypeProvider<TypeBoxTypeProvider>()
      app.register(
        async (api: App) => {
          guard(api, server.deps, async () => null)
          api.route({ method, url, config, handler: async () => ({}) })
        },
        { prefix: DESK_API_BASE },
      )
      return app.ready()
    }
    await expect(start('GET', '/contents', staff)).resolves.toBeDefined()
    await expect(start('POST', '/contents', { ...staff, ...traced })).resolves.toBeDefined()
    await expect(start('GET', '/secrets', staff)).rejects.toThrow(refused)
    await expect(start('POST', '/contents/:id', { ...staff, ...traced })).rejects.toThrow(refused)
    await expect(start('GET', '/audit', staff)).rejects.toThrow(refused)
    await expect(start('GET', '/contents', {})).rejects.toThrow(refused)
    await expect(start('POST', '/contents', staff)).rejects.toThrow(refused)
  })

  test.each(all.filter(({ method }) => method !== 'GET'))(
    '$name is refused without the token, from another origin and from another site',
    async (route) => {
      const { cookie, csrf } = root
      const attempts: Record<string, string>[] = [
        { cookie },
        ...(route.role === 'open' ? [] : [{ cookie, [CSRF_HEADER]: 'made-up' }]),
        { cookie, [CSRF_HEADER]: csrf, origin: 'http://localhost:3000' },
        { cookie, [CSRF_HEADER]: csrf, 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of attempts) {
        const response = await ask(route, headers)
        expect([response.statusCode, response.json().errors[0].code]).toEqual([403, 'csrf'])
      }
    },
  )

  test('a login with a new browser sends a mail; a browser is known by its cookie or its name and network', async () => {
    const { user } = await server.staff('Nia')
    const enter = async (remoteAddress: string, browser: string, cookie = '') => {
      const response = await server.desk.inject({
        method: 'POST',
        url: `${DESK_API_BASE}/session`,
        remoteAddress,
        headers: { [CSRF_HEADER]: 'login', 'user-agent': `Mozilla/5.0 ${browser}/120.0`, cookie },
        payload: { email: 'nia@example.org', password: PASSWORD, code: await server.code() },
      })
      expect([response.statusCode, response.body]).toEqual([200, response.body])
      return String(response.headers['set-cookie']).match(/discordia-browser=[^;]+/)?.[0]
    }
    const mails = async () =>
      (await deliveredMail(server)).filter(
        ({ to, subject }) =>
          to === 'nia@example.org' && subject === 'A new browser logged in to the staff desk',
      )
    const cookie = await enter('203.0.113.7', 'Firefox')
    expect(await mails()).toHaveLength(1)
    await enter('203.0.113.7', 'Firefox')
    await enter('198.51.100.1', 'Firefox', cookie)
    expect(await mails()).toHaveLength(1)
    await enter('192.0.2.9', 'Firefox')
    const notices = await mails()
    expect(notices).toHaveLength(2)
    expect(notices[1]?.text).toContain('Network: 192.0.2.x')
    expect(notices[1]?.text).toContain('That was not me')
    // The site knows the browser, too.
    const site = await server.app.inject({
      method: 'POST',
      url: '/api/users/login/',
      remoteAddress: '192.0.2.9',
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/120.0' },
      payload: { email: 'nia@example.org', password: PASSWORD, code: await server.code() },
    })
    expect(site.statusCode).toBe(200)
    const events = server.deps.db.selectFrom('security_events').select('event')
    const ofUser = await events.where('user_id', '=', user.id).execute()
    expect(ofUser.filter(({ event }) => event === 'logged_in_new_browser')).toEqual([])
  })

  test('only staff log in, and the cookie belongs to the desk only', async () => {
    const code = await server.code()
    const response = await deskLogIn(server.desk, 'ada@example.org', PASSWORD, code)
    expect(response.json().user).toMatchObject({ username: 'Ada', role: 'staff' })
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^discordia-desk=\S+; Max-Age=28800; Path=\/desk\/api; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^discordia-browser=[\w-]{43}; Max-Age=34560000; Path=\/desk\/api; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const hash = (await server.row('users', { username: 'Ada' })).password_hash
    await server.update('users', { id: member.id }, { password_hash: hash })
    for (const [email, password] of [
      ['mara@example.org', PASSWORD],
      ['ada@example.org', 'wrong'],
      ['nobody@example.org', PASSWORD],
    ] as const) {
      const refused = await deskLogIn(server.desk, email, password)
      expect([refused.statusCode, refused.json().errors[0].code]).toEqual([
        401,
        'no_active_account',
      ])
    }
    const { cookie } = root
    const onSite = await server.app.inject({ url: '/api/users/whoami', headers: { cookie } })
    expect(onSite.statusCode).toBe(401)
    const rows = await server.deps.db.selectFrom('desk_sessions').select('hash').execute()
    for (const { hash: stored } of rows) expect(cookie).not.toContain(stored)
  })

  test.each([
    ['logging out', async (who: DeskCaller) => void (await who.remove('/session'))],
    ['being made a player', (who: DeskCaller) => change(who, { role: 'player' })],
    ['being deactivated', (who: DeskCaller) => change(who, { deactivated_at: 1 })],
    ['a new password', (who: DeskCaller) => change(who, { token_version: 1 })],
    ['eight hours', async () => server.passTime(8 * 3_600_000)],
  ])('a session ends by %s, at once', async (what, end) => {
    const ben = await server.staff(`Ben${what.replace(/\W/g, '')}`)
    expect((await ben.get('/contents')).statusCode).toBe(200)
    await end(ben)
    expect((await ben.get('/contents')).statusCode).toBe(401)
    expect((await ben.get('/session')).json()).toEqual({
      user: null,
      csrf: null,
      expires_at: null,
      needs_second_factor: false,
      set_up: null,
      passkeys: false,
      not_set_up: null,
    })
  })
  async function change({ user }: DeskCaller, columns: Record<string, string | number>) {
    await server.update('users', { id: user.id }, columns)
  }
})

test('behind a known proxy, the origin is the forwarded one, and the cookie is for HTTPS only', async () => {
  const named = {
    origin: 'https://desk.example',
    'x-forwarded-host': 'desk.example',
    'x-forwarded-proto': 'https',
  }
  const logIn = async (env: Record<string, string>, headers: Record<string, string>) => {
    const server = await startDesk('sqlite', env)
    await server.staff('Ada')
    const response = await server.desk.inject({
      method: 'POST',
      url: `${DESK_API_BASE}/session`,
      payload: { email: 'ada@example.org', password: PASSWORD, code: await server.code() },
      headers: { [CSRF_HEADER]: 'login', ...headers },
    })
    await server.close()
    return [response.statusCode, String(response.headers['set-cookie']).includes('; Secure')]
  }
  expect(await logIn({ TRUST_PROXY: '127.0.0.1' }, named)).toEqual([200, true])
  expect(await logIn({}, named)).toEqual([403, false])
  const handedOn = { origin: 'https://desk.example', host: 'desk.example' }
  expect(await logIn({}, handedOn)).toEqual([200, false])
})

test('guessing a password is rate-limited', async () => {
  const server = await startDesk('sqlite', { RATE_LIMITS: 'on' })
  await server.staff('Ada')
  const statuses = []
  for (let n = 0; n < 11; n++)
    statuses.push((await deskLogIn(server.desk, 'ada@example.org', 'wrong')).statusCode)
  expect(statuses).toEqual([...Array(9).fill(401), 429, 429])
  await server.close()
})
