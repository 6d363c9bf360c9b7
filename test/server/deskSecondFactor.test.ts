import { generate } from 'otplib'
import { CSRF_HEADER, DESK_API_BASE, type DeskRoute } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { DEMO_PASSWORD } from '#server/db/seed/accounts.ts'
import { adminOf } from '#test/helpers/server/admin.ts'
import { makeAuthenticator } from '#test/helpers/server/authenticator.ts'
import { demoStaff, deskSetUp } from '#test/helpers/server/deskSetUp.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { APP_SECRET, codeAt, enableSecondStep } from '#test/helpers/server/secondStep.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { deskLogIn } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const MINUTE = 60_000
const calls = Object.entries(deskCalls).flatMap(([resource, rows]) =>
  Object.entries<DeskRoute>(rows).map(([call, row]) => ({ name: `${resource}.${call}`, ...row })),
)
/** Calls that a session may make before its account has a second step. */
const SET_UP = [
  'session.logOut',
  'second-factor.sendCode',
  'second-factor.checkCode',
  'second-factor.start',
  'second-factor.confirm',
]

const env = { DESK_URL: 'https://desk.discordia.example', PUBLIC_URL: 'https://discordia.example' }

deskTests('the second step at the desk, on %s', { env }, (server) => {
  beforeEach(() => server.empty())

  const { promoted, enter, codeOf, confirmMail, codeMails, now } = deskSetUp(() => server)

  describe('an account without one', () => {
    test('gets a session in which every call but the set-up and the logout is refused', async () => {
      await promoted('Rune', 'superuser')
      const { response, ask } = await enter('rune@example.org')
      expect(response.json()).toMatchObject({
        needs_second_factor: true,
        user: { username: 'Rune' },
      })
      const open = calls.filter(({ role }) => role !== 'open')
      expect(open.length).toBeGreaterThan(90)
      for (const { name, method, path } of open.filter((row) => !SET_UP.includes(row.name))) {
        const refused = await ask(method, path.replace(/:\w+/g, '1'))
        expect([name, refused.statusCode, codeOf(refused)]).toEqual([
          name,
          403,
          'second_factor_setup_required',
        ])
      }
    })

    test('is led through the set-up: the first code completes the session and yields recovery codes', async () => {
      await promoted('Rune')
      const { ask } = await enter('rune@example.org')
      await confirmMail(ask)
      const { secret, url } = (await ask('POST', '/second-factor/start')).json()
      expect(url).toContain('otpauth://totp/')
      const wrong = await ask('POST', '/second-factor/confirm', { code: '000000' })
      expect([wrong.statusCode, codeOf(wrong)]).toEqual([400, 'second_factor_invalid'])
      const code = await generate({ secret, epoch: Math.floor(now() / 1000) })
      const { codes } = (await ask('POST', '/second-factor/confirm', { code })).json()
      expect(codes).toHaveLength(10)
      expect((await ask('GET', '/overview')).statusCode).toBe(200)
      expect((await ask('GET', '/session')).json().needs_second_factor).toBe(false)
      expect((await deliveredMail(server)).map(({ subject }) => subject)).toEqual([
        'Your code for the staff desk',
        'Two-step login is on',
      ])
      for (const path of ['/second-factor/start', '/second-factor/confirm'])
        expect((await ask('POST', path, { code })).statusCode).toBe(409)
    })

    test('can leave the set-up, and another of its sessions is not completed by it', async () => {
      await promoted('Rune')
      const first = await enter('rune@example.org')
      const second = await enter('rune@example.org')
      await confirmMail(first.ask)
      const { secret } = (await first.ask('POST', '/second-factor/start')).json()
      const code = await generate({ secret, epoch: Math.floor(now() / 1000) })
      await first.ask('POST', '/second-factor/confirm', { code })
      expect((await second.ask('GET', '/overview')).statusCode).toBe(403)
      expect(codeOf(await second.ask('POST', '/second-factor/start'))).toBe('mail_code_required')
      await confirmMail(second.ask)
      expect(codeOf(await second.ask('POST', '/second-factor/start'))).toBe('second_factor_on')
      expect((await second.ask('DELETE', '/session')).statusCode).toBe(200)
      expect((await second.ask('GET', '/overview')).statusCode).toBe(401)
    })
  })

  describe('an account with one', () => {
    beforeEach(async () => {
      const { id } = await promoted('Rune')
      await enableSecondStep(server.deps, [id])
    })

    test('needs the code after the right password only', async () => {
      expect(codeOf((await enter('rune@example.org')).response)).toBe('second_factor_required')
      const wrong = await deskLogIn(server.desk, 'rune@example.org', 'Wrong-Apple-1')
      expect(codeOf(wrong)).toBe('no_active_account')
      const { response, ask } = await enter('rune@example.org', await codeAt(now()))
      expect(response.json().needs_second_factor).toBe(false)
      expect((await ask('GET', '/overview')).statusCode).toBe(200)
    })

    test('accepts a code once, at site and desk together, and not two minutes late', async () => {
      const code = await codeAt(now())
      expect((await enter('rune@example.org', code)).response.statusCode).toBe(200)
      expect(codeOf((await enter('rune@example.org', code)).response)).toBe('second_factor_invalid')
      const atSite = await server.send(
        'POST',
        '/api/users/login/',
        {},
        { email: 'rune@example.org', password: 'Golden-Apple-412', code },
      )
      expect(atSite.statusCode).toBe(401)
      const old = await codeAt(now())
      server.passTime(2 * MINUTE)
      expect((await enter('rune@example.org', old)).response.statusCode).toBe(401)
    })

    test('rejects the code of another secret', async () => {
      const other = await generate({
        secret: [...APP_SECRET].toReversed().join(''),
        epoch: Math.floor(now() / 1000),
      })
      expect((await enter('rune@example.org', other)).response.statusCode).toBe(401)
    })
  })

  describe('a lost phone', () => {
    test('is reset by a superuser: audited, mailed, all sessions end', async () => {
      const root = await server.staff('Root', 'superuser')
      const mara = await server.staff('Mara')
      const response = await root.post(`/members/${mara.user.id}/reset-second-factor`)
      expect(response.json()).toMatchObject({ second_factor_at: null })
      expect((await mara.get('/overview')).statusCode).toBe(401)
      expect((await deskLogIn(server.desk, 'mara@example.org')).json().needs_second_factor).toBe(
        true,
      )
      const audit = await server.deps.db
        .selectFrom('audit_log')
        .selectAll()
        .where('action', '=', 'resetSecondFactor')
        .execute()
      expect(audit).toMatchObject([{ actor_id: root.user.id, record: String(mara.user.id) }])
      expect((await deliveredMail(server)).map(({ to, subject }) => [to, subject])).toEqual([
        ['mara@example.org', 'Two-step login was removed from your account'],
      ])
      const again = await root.post(`/members/${mara.user.id}/reset-second-factor`)
      expect(again.statusCode).toBe(409)
    })

    test('is not reset by oneself or by staff', async () => {
      const root = await server.staff('Root', 'superuser')
      const staff = await server.staff('Ada')
      const mara = await server.staff('Mara')
      expect((await root.post(`/members/${root.user.id}/reset-second-factor`)).statusCode).toBe(409)
      const path = `/members/${mara.user.id}/reset-second-factor`
      expect((await staff.post(path)).statusCode).toBe(403)
      expect((await mara.get('/overview')).statusCode).toBe(200)
    })

    test('is reset by an operator', async () => {
      const mara = await server.staff('Mara')
      const reset = (email: string) => adminOf(server)('reset-second-factor', email)
      expect(await reset('mara@example.org')).toEqual({
        code: 0,
        text: 'Mara (mara@example.org) now logs in with just the password.',
      })
      expect((await mara.get('/overview')).statusCode).toBe(401)
      expect(await reset('mara@example.org')).toEqual({
        code: 1,
        text: 'Mara has no two-step login and no passkeys.',
      })
      expect(await reset('nobody@example.org')).toEqual({
        code: 1,
        text: 'Nobody is registered with nobody@example.org.',
      })
      const audit = await server.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
      expect(audit.at(-1)).toMatchObject({
        actor_name: 'command line',
        action: 'resetSecondFactor',
      })
    })
  })

  describe('a passkey', () => {
    const ORIGIN = 'https://desk.discordia.example'
    async function passkeyOf(user: TestUser) {
      const device = makeAuthenticator(ORIGIN)
      const row = { ...device.row, user_id: user.id, created_at: now() }
      await server.deps.db.insertInto('passkeys').values(row).execute()
      return device
    }
    const post = (path: string, payload?: object) =>
      server.desk.inject({
        method: 'POST',
        url: `${DESK_API_BASE}${path}`,
        headers: { [CSRF_HEADER]: 'login' },
        ...(payload && { payload }),
      })
    const options = async () => (await post('/session/passkey/start')).json()
    const login = (response: object) => post('/session/passkey', { response })

    test('is counted at the desk, and removed for a lost device', async () => {
      const root = await server.staff('Root', 'superuser')
      const user = await promoted('Rune', 'player')
      await passkeyOf(user)
      await passkeyOf(user)
      const passkeys = async () => (await root.get(`/members/${user.id}`)).json().passkeys
      expect(await passkeys()).toBe(2)
      await root.post(`/members/${user.id}/reset-second-factor`)
      expect(await passkeys()).toBe(0)
    })

    test('of staff opens a complete session, once', async () => {
      const device = await passkeyOf(await promoted('Rune'))
      const response = device.use(await options(), { rpId: 'discordia.example' })
      const responses = await Promise.all([login(response), login(response)])
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
      const opened = responses.find(({ statusCode }) => statusCode === 200)
      expect(opened?.json()).toMatchObject({
        needs_second_factor: false,
        user: { username: 'Rune' },
      })
    })

    test('replaces the password: no second step can be set up beside it', async () => {
      const user = await promoted('Rune')
      const early = await enter('rune@example.org')
      await confirmMail(early.ask)
      await passkeyOf(user)
      const late = await enter('rune@example.org')
      expect(late.response.json()).toMatchObject({ needs_second_factor: true, set_up: 'passkey' })
      for (const { ask } of [early, late])
        for (const call of ['send-code', 'start', 'confirm']) {
          const refused = await ask('POST', `/second-factor/${call}`, { code: '123456' })
          expect([call, refused.statusCode, codeOf(refused)]).toEqual([
            call,
            403,
            'passkey_required',
          ])
        }
      expect((await codeMails()).length).toBe(1)
    })

    test('of a player, of a demoted or of a deactivated account is refused', async () => {
      const device = await passkeyOf(await promoted('Rune', 'player'))
      const use = async () =>
        (await login(device.use(await options(), { rpId: 'discordia.example' }))).statusCode
      expect(await use()).toBe(401)
      await server.update('users', {}, { role: 'staff' })
      expect(await use()).toBe(200)
      await server.update('users', {}, { deactivated_at: 1 })
      expect(await use()).toBe(401)
    })

    test('a challenge of the site is rejected at the desk, and vice versa', async () => {
      const device = await passkeyOf(await promoted('Rune'))
      const ofSite = await server.app.inject({
        method: 'POST',
        url: '/api/users/passkey-login/start/',
      })
      const wrong = device.use(ofSite.json(), { rpId: 'discordia.example' })
      expect((await login(wrong)).statusCode).toBe(401)
      const ofDesk = device.use(await options(), {
        rpId: 'discordia.example',
        origin: 'https://discordia.example',
      })
      const atSite = await server.send(
        'POST',
        '/api/users/passkey-login/',
        {},
        { response: ofDesk },
      )
      expect(atSite.statusCode).toBe(401)
    })

    test('for another origin is refused', async () => {
      const device = await passkeyOf(await promoted('Rune'))
      for (const spoiled of [
        { rpId: 'discordia.example', origin: 'https://evil.example' },
        { rpId: 'evil.example' },
        { rpId: 'discordia.example', isVerified: false },
        { rpId: 'discordia.example', isForged: true },
      ])
        expect((await login(device.use(await options(), spoiled))).statusCode).toBe(401)
    })
  })
})

deskTests('guessed codes at the desk, on %s', { env: { RATE_LIMITS: 'on' } }, (server) => {
  const { promoted, enter, now } = deskSetUp(() => server)

  test('are limited, too', async () => {
    const { id } = await promoted('Rune')
    await enableSecondStep(server.deps, [id])
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await enter('rune@example.org', String(100_000 + guess))).response.statusCode)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses.slice(10)).toEqual([429, 429])
    expect((await enter('rune@example.org', await codeAt(now()))).response.statusCode).toBe(429)
  })
})

describe.each(['demo', 'none'])('the staff of the demonstration, with SEED=%s', (SEED) => {
  deskTests('on %s', { env: { SEED } }, (server) => {
    beforeEach(() => server.empty())

    async function needsSecondStep(password: string): Promise<boolean> {
      await demoStaff(server, password)
      const response = await deskLogIn(server.desk, 'ada@discordia.example', password)
      return response.json().needs_second_factor
    }

    test('log in without one, only there', async () => {
      expect(await needsSecondStep(DEMO_PASSWORD)).toBe(SEED !== 'demo')
    })

    test('need one as soon as the password is their own', async () => {
      expect(await needsSecondStep('Silver-Apple-412')).toBe(true)
    })
  })
})
