import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { cleanUp } from '#server/compose/background.ts'
import { networkDigest, saveNetwork } from '#server/modules/account/sessions/repository.ts'
import {
  activate,
  bearer,
  logIn,
  member,
  PASSWORD,
  post,
  register,
} from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NEW_PASSWORD = 'Silver-Pear-413'

/** Changes of one account must leave all others as they are. */
const env = {
  PUBLIC_URL: 'https://discordia.example',
  DESK_URL: 'https://desk.discordia.example',
}

deskTests('several accounts beside each other on %s', { env }, (server) => {
  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])

  const whoAmI = async (access: string) =>
    (await server.app.inject({ url: '/api/users/whoami', headers: bearer({ access }) })).statusCode
  const askReset = (email: string) => post(server, '/discordia/request-change-password/', { email })
  const mailsTo = async (to: string, kind: string) =>
    (await deliveredMail(server)).filter((mail) => mail.to === to && mail.kind.includes(kind))
  const setPassword = (request_id: string) =>
    post(server, '/discordia/verified-change-password/', { request_id, new_password: NEW_PASSWORD })

  test('a name and an address that are both taken are refused for the name', async () => {
    await register(server)
    expect((await register(server)).json().errors).toMatchObject([
      { code: 'username_exists', attr: 'username' },
    ])
  })

  test('a new password ends the sessions and spends the links of its account only', async () => {
    const mara = await member(server)
    const zoe = await member(server, 'zoe@example.org', 'Zoe')
    for (const email of ['mara@example.org', 'zoe@example.org']) await askReset(email)
    const [ofMara] = await mailsTo('mara@example.org', 'reset')
    const [ofZoe] = await mailsTo('zoe@example.org', 'reset')
    expect((await setPassword(ofMara?.secret ?? '')).statusCode).toBe(200)
    expect([await whoAmI(mara.access), await whoAmI(zoe.access)]).toEqual([401, 200])
    const { refresh } = zoe
    expect((await post(server, '/users/login/refresh/', { refresh })).statusCode).toBe(200)
    expect((await logIn(server, 'zoe@example.org')).statusCode).toBe(200)
    expect((await setPassword(ofZoe?.secret ?? '')).statusCode).toBe(200)
    expect(await mailsTo('zoe@example.org', 'security-notice')).toHaveLength(1)
    expect(await mailsTo('mara@example.org', 'security-notice')).toHaveLength(1)
  })

  test('a new password keeps the activation time, or sets it', async () => {
    await member(server)
    await register(server, { email: 'new@example.org', username: 'New' })
    const activatedAt = async () =>
      (
        await server.deps.db
          .selectFrom('users')
          .select('activated_at')
          .where('username', 'in', ['Mara', 'New'])
          .orderBy('id')
          .execute()
      ).map(({ activated_at }) => activated_at)
    const start = server.deps.clock()
    expect(await activatedAt()).toEqual([start, null])
    server.passTime(HOUR)
    for (const email of ['mara@example.org', 'new@example.org']) {
      await askReset(email)
      await setPassword((await mailsTo(email, 'reset'))[0]?.secret ?? '')
    }
    expect(await activatedAt()).toEqual([start, start + HOUR])
  })

  test('mails of other kinds, and to others, do not count towards five an hour', async () => {
    await register(server)
    await register(server, { email: 'zoe@example.org', username: 'Zoe' })
    for (let time = 0; time < 6; time++) {
      await post(server, '/users/resend-activation/', { email: 'mara@example.org' })
      await deliveredMail(server)
    }
    await askReset('mara@example.org')
    await post(server, '/users/resend-activation/', { email: 'zoe@example.org' })
    expect(await mailsTo('mara@example.org', 'activation')).toHaveLength(5)
    expect(await mailsTo('mara@example.org', 'reset')).toHaveLength(1)
    expect(await mailsTo('zoe@example.org', 'activation')).toHaveLength(2)
  })

  test('the mails name the page for an own password, and the lifetime of a link', async () => {
    await register(server)
    await askReset('mara@example.org')
    const [activation] = await mailsTo('mara@example.org', 'activation')
    expect(activation?.text).toContain('https://discordia.example/auth/forgot-password')
    const [reset] = await mailsTo('mara@example.org', 'reset')
    expect(reset?.text).toMatch(/\b2 hours/)
    expect(reset?.link).toBe(
      `https://discordia.example/auth/verified-change-password/${reset?.secret}`,
    )
    const check = async () =>
      (
        await post(server, '/discordia/verify-change-password/', {
          request_id: reset?.secret,
        })
      ).json()
    server.passTime(2 * HOUR - 1)
    expect(await check()).toEqual({ valid: true })
    server.passTime(1)
    expect(await check()).toEqual({ valid: false })
  })

  test('no activation mail is sent to an account that was activated in the meantime', async () => {
    await register(server)
    await server.update('users', { username: 'Mara' }, { activated_at: 5 })
    expect(await deliveredMail(server)).toEqual([])
  })

  test('using an activation link leaves the link to set a password open', async () => {
    await register(server)
    await askReset('mara@example.org')
    const [activation] = await mailsTo('mara@example.org', 'activation')
    const [reset] = await mailsTo('mara@example.org', 'reset')
    expect((await activate(server, activation?.secret ?? '')).statusCode).toBe(202)
    expect((await setPassword(reset?.secret ?? '')).statusCode).toBe(200)
  })

  test('old reset links are deleted; a used activation link is kept and recognized', async () => {
    await member(server)
    const [activation] = await mailsTo('mara@example.org', 'activation')
    await askReset('mara@example.org')
    await deliveredMail(server)
    server.passTime(40 * DAY)
    await cleanUp(server.deps, server.app.log)
    const links = await server.deps.db.selectFrom('account_links').select('purpose').execute()
    expect(links).toEqual([{ purpose: 'activation' }])
    expect((await activate(server, activation?.secret ?? '')).statusCode).toBe(226)
  })

  test('networks are forgotten by account, least recently used first', async () => {
    const { db, jwtSecret } = server.deps
    const [mara, zoe] = [await server.addUser('Mara'), await server.addUser('Zoe')]
    const use = (user: typeof mara, network: number, now: number) =>
      saveNetwork(
        { db, now },
        user.id,
        networkDigest(jwtSecret, user.username, `10.${network}.0.1`),
      )
    await use(zoe, 0, 1)
    for (let network = 0; network < 20; network++) await use(mara, network, 10 + network)
    await use(mara, 0, 50)
    await use(mara, 20, 51)
    const times = await db
      .selectFrom('known_networks')
      .select(['user_id', 'last_used_at'])
      .orderBy('last_used_at')
      .execute()
    const ofMara = times.filter(({ user_id }) => user_id === mara.id)
    expect(ofMara.map(({ last_used_at }) => last_used_at)).toEqual([
      ...Array.from({ length: 18 }, (_, at) => 12 + at),
      50,
      51,
    ])
    expect(times.filter(({ user_id }) => user_id === zoe.id)).toHaveLength(1)
  })

  test.each(['staff', 'superuser'] as const)(
    'the profile of a %s has the staff flag and the URL of the desk',
    async (role) => {
      const { auth } = await server.addUser('Sam', role)
      const profile = await server.app.inject({ url: '/api/users/profile/', headers: auth })
      expect(profile.json()).toMatchObject({
        is_staff: true,
        desk_url: 'https://desk.discordia.example',
      })
    },
  )

  describe('at the desk', () => {
    test.each(['end-sessions', 'deactivate', 'role'])(
      '%s ends the sessions of one member and not those of another',
      async (call) => {
        const [ada, ben] = [await server.staff('Ada'), await server.staff('Ben')]
        await root.post(`/members/${ada.user.id}/${call}`, { role: 'player' })
        expect((await ada.get('/contents')).statusCode).toBe(401)
        expect((await ben.get('/contents')).statusCode).toBe(200)
        expect(await whoAmI(ben.user.tokens.access)).toBe(200)
        // A role does not affect the sessions of the site.
        expect(await whoAmI(ada.user.tokens.access)).toBe(call === 'role' ? 200 : 401)
        const { refresh } = ben.user.tokens
        expect((await post(server, '/users/login/refresh/', { refresh })).statusCode).toBe(200)
      },
    )

    test('a superuser who becomes staff stays at the desk, with fewer rights', async () => {
      const sue = await server.staff('Sue', 'superuser')
      await root.post(`/members/${sue.user.id}/role`, { role: 'staff' })
      expect((await sue.get('/members')).statusCode).toBe(403)
      expect((await sue.get('/contents')).statusCode).toBe(200)
    })

    test('logging out ends this session and no other one of the same account', async () => {
      const ada = await server.staff('Ada')
      const again = await server.desk.inject({
        method: 'POST',
        url: `${DESK_API_BASE}/session`,
        payload: { email: 'ada@example.org', password: PASSWORD, code: await server.code() },
        headers: { [CSRF_HEADER]: 'login' },
      })
      const cookie = String(again.headers['set-cookie']).split(';', 1)[0] ?? ''
      const left = await ada.remove('/session')
      expect(String(left.headers['set-cookie'])).toMatch(/^discordia-desk=;.*Path=\/desk\/api/)
      expect((await ada.get('/contents')).statusCode).toBe(401)
      const other = await server.desk.inject({
        url: `${DESK_API_BASE}/contents`,
        headers: { cookie },
      })
      expect(other.statusCode).toBe(200)
    })
  })
})
