import { runAdmin } from '#server/admin/run.ts'
import { makeSecurityLog } from '#server/http/securityLog.ts'
import { logIn, member, post } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { type DeskServer, deskLogIn, startDesk } from '#test/helpers/server/startDesk.ts'
import { engines } from '#test/helpers/server/startServer.ts'

describe.each(engines)('the security log on %s', (engine) => {
  let server: DeskServer
  afterEach(() => server.close())

  async function start(env: Record<string, string> = {}) {
    server = await startDesk(engine, env)
    const report = jest.spyOn(server.deps.security, 'report')
    return () => report.mock.calls.map(([, event, details]) => ({ event, ...details }))
  }

  test('has failed logins at the site and at the desk, without addresses or passwords', async () => {
    const reported = await start()
    const { id } = (await server.staff('Olwen')).user
    await logIn(server, 'nobody@example.org', 'Wrong-Apple-412')
    await deskLogIn(server.desk, 'olwen@example.org', 'Wrong-Apple-412')
    expect(reported()).toEqual([
      { event: 'login_failed', account: null, ip: '127.0.0.1', route: 'login' },
      { event: 'login_failed', account: id, ip: '127.0.0.1', route: 'desk login' },
    ])
    const metrics = await server.app.inject('/api/metrics')
    expect(metrics.body).toContain('security_events_total{event="login_failed"} 2')
    expect(metrics.body).toContain('security_events_total{event="token_reuse"} 0')
  })

  test('has limits that are reached: of a call, and of one account', async () => {
    const reported = await start({ RATE_LIMITS: 'on' })
    for (let i = 0; i < 11; i++) await logIn(server)
    for (let i = 0; i < 11; i++) {
      const payload = { email: 'mara@example.org', password: 'x' }
      const url = '/api/users/login/'
      const remoteAddress = `198.51.100.${i}`
      await server.app.inject({ method: 'POST', url, payload, remoteAddress })
    }
    for (let i = 0; i < 51; i++) await logIn(server, `a${i}@example.org`)
    const events = reported().map(({ event }) => event)
    expect(events.filter((event) => event === 'rate_limited')).toHaveLength(3)
    expect(events.filter((event) => event === 'account_limited')).toHaveLength(1)
    expect(reported().at(-1)).toEqual({
      event: 'rate_limited',
      account: null,
      ip: '127.0.0.1',
      route: '/api/users/login/',
    })
  })

  test('has one line for an old refresh token that is used repeatedly', async () => {
    const reported = await start()
    const { id, tokens } = await server.addUser('Olwen')
    const refresh = () => post(server, '/users/login/refresh/', { refresh: tokens.refresh })
    await refresh()
    server.passTime(11_000)
    await Promise.all(Array.from({ length: 10 }, refresh))
    expect(reported()).toEqual([{ event: 'token_reuse', account: id, ip: '127.0.0.1' }])
  })

  test('has a password that was changed by a mailed link', async () => {
    const reported = await start()
    await member(server)
    await post(server, '/discordia/request-change-password/', { email: 'mara@example.org' })
    const request_id = (await deliveredMail(server)).at(-1)?.secret ?? ''
    const new_password = 'Silver-Pear-413'
    await post(server, '/discordia/verified-change-password/', { request_id, new_password })
    expect(reported()).toEqual([
      { event: 'password_changed', account: expect.any(Number), ip: '127.0.0.1' },
    ])
  })

  test('has changes of accounts by superusers, and no refused ones', async () => {
    const reported = await start()
    const root = await server.staff('Root', 'superuser')
    const { id } = await server.addUser('Zoe')
    await root.post(`/members/${id}/role`, { role: 'staff' })
    await root.post(`/members/${root.user.id}/role`, { role: 'player' })
    for (const step of ['end-sessions', 'deactivate', 'deactivate', 'reactivate'])
      await root.post(`/members/${id}/${step}`)
    const common = { account: id, by: root.user.id, role: 'staff', ip: '127.0.0.1' }
    expect(reported()).toEqual([
      { event: 'role_changed', ...common },
      { event: 'sessions_ended', ...common },
      { event: 'account_deactivated', ...common },
      { event: 'account_reactivated', ...common },
    ])
  })

  test('has roles that are granted on the command line', async () => {
    await start()
    const { id } = await server.addUser('Olwen')
    const { dataDir, databaseUrl, jwtSecret } = server.deps.settings
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret }
    const lines: string[] = []
    const quiet = () => undefined
    const log = (line: string) => void lines.push(line)
    await runAdmin(['promote', 'olwen@example.org'], env, { print: quiet, complain: quiet, log })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        security: 'role_changed',
        account: id,
        by: null,
        role: 'staff',
        msg: 'the role of an account was changed',
      },
    ])
  })
})

describe('a flood of security events', () => {
  let now = 0
  const start = () => {
    const lines: Record<string, unknown>[] = []
    const warn = (fields: object) => void lines.push({ ...fields })
    const log = { warn } as unknown as Parameters<ReturnType<typeof makeSecurityLog>['report']>[0]
    return { lines, log, security: makeSecurityLog(() => now) }
  }

  test('writes one line for one account and network, counts all, and gives the number of omitted ones', async () => {
    const { lines, log, security } = start()
    for (let i = 0; i < 50; i++) {
      const ip = `2001:db8::${i.toString(16)}`
      security.report(log, 'login_failed', { account: 7, ip })
    }
    expect(lines).toEqual([{ security: 'login_failed', account: 7, ip: '2001:db8::0' }])
    now += 60_000
    security.report(log, 'login_failed', { account: 7, ip: '2001:db8::5' })
    expect(lines.at(-1)).toMatchObject({ security: 'login_failed', suppressed: 49 })
    const { values } = await security.counter.get()
    expect(values.find(({ labels }) => labels.event === 'login_failed')?.value).toBe(51)
  })

  test('writes at most a hundred lines a minute, but every change of an account', () => {
    const { lines, log, security } = start()
    for (let i = 0; i < 5000; i++) {
      const ip = `10.${Math.floor(i / 250)}.1.${i % 250}`
      security.report(log, 'rate_limited', { ip })
    }
    expect(lines).toHaveLength(100)
    for (let i = 0; i < 10; i++)
      security.report(log, 'role_changed', { account: 7, by: 1, role: 'staff' })
    expect(lines).toHaveLength(110)
  })
})
