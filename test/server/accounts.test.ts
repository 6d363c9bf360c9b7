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
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestServer } from '#test/helpers/server/startServer.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests('accounts on %s', { env }, (server, engine) => {
  beforeEach(() => server.empty())

  const countUsers = async () =>
    (await server.deps.db.selectFrom('users').select('id').execute()).length

  test('an account that is deactivated while its password is compared is not entered', async () => {
    await member(server)
    const { passwords } = server.deps
    const compare = jest.spyOn(passwords, 'verify').mockImplementation(async () => {
      await server.update('users', {}, { deactivated_at: 1 })
      return true
    })
    const response = await logIn(server)
    compare.mockRestore()
    expect(response.statusCode).toBe(401)
  })

  test('a visitor registers, opens the mailed link and logs in', async () => {
    const registered = await register(server)
    expect([registered.statusCode, registered.json()]).toEqual([201, { email: 'mara@example.org' }])

    const [mail, ...more] = await deliveredMail(server)
    expect(more).toEqual([])
    expect(mail?.to).toBe('mara@example.org')
    expect(mail?.link).toBe(`https://discordia.example/auth/activate-account/${mail?.secret}`)

    expect((await activate(server, mail?.secret ?? '')).statusCode).toBe(202)
    const login = await logIn(server)
    expect(login.statusCode).toBe(200)
    expect(Object.keys(login.json())).toEqual(['access', 'refresh'])

    const headers = bearer(login.json())
    const profile = await server.app.inject({ url: '/api/users/profile/', headers })
    expect(profile.json()).toEqual({
      username: 'Mara',
      email: 'mara@example.org',
      is_staff: false,
      is_first_visit: true,
      features: expect.arrayContaining(['two_step']),
    })
    const whoAmI = await server.app.inject({ url: '/api/users/whoami', headers })
    expect(whoAmI.json()).toEqual({ username: 'Mara' })
  })

  test('the profile has the URL of the desk for staff, if it is configured', async () => {
    const ask = async (at: TestServer, role: 'player' | 'staff') => {
      const { auth } = await at.addUser(`A ${role}`, role)
      const profile = await at.app.inject({ url: '/api/users/profile/', headers: auth })
      return profile.json().desk_url
    }
    expect(await ask(server, 'staff')).toBeUndefined()
    const linked = await startServer(engine, { DESK_URL: 'https://desk.discordia.example' })
    expect(await ask(linked, 'staff')).toBe('https://desk.discordia.example')
    expect(await ask(linked, 'player')).toBeUndefined()
    await linked.close()
  })

  test('activation responds with different statuses for activated, already used and not found', async () => {
    await register(server)
    const secret = (await deliveredMail(server))[0]?.secret ?? ''
    expect((await activate(server, 'made-up')).statusCode).toBe(404)
    const both = await Promise.all([activate(server, secret), activate(server, secret)])
    expect(both.map((response) => response.statusCode).sort()).toEqual([202, 226])
    expect((await activate(server, secret)).statusCode).toBe(226)
  })

  test('a taken name and a taken address are refused with the sentences that the site compares', async () => {
    await register(server)
    const name = await register(server, { email: 'other@example.org' })
    expect(name.statusCode).toBe(400)
    expect(name.json()).toEqual({
      errors: [
        { code: 'username_exists', detail: 'A user with this username exists.', attr: 'username' },
      ],
      detail: 'A user with this username exists.',
    })
    const address = await register(server, { username: 'Other' })
    expect([address.statusCode, address.json().detail]).toEqual([
      400,
      'A user with this email exists.',
    ])
  })

  test('one of ten simultaneous registrations of a name succeeds, and one mail is enqueued', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => register(server, { email: `mara${i}@example.org` })),
    )
    const refused = responses.filter((response) => response.statusCode !== 201)
    expect(refused).toHaveLength(9)
    for (const response of refused)
      expect([response.statusCode, response.json().detail]).toEqual([
        400,
        'A user with this username exists.',
      ])
    expect(await countUsers()).toBe(1)
    expect(await deliveredMail(server)).toHaveLength(1)
  })

  test.each([
    ['both password rules in one', 'Abcdef1@'],
    ['400 characters, none of them cut off', `Aa1!${'x'.repeat(396)}`],
  ])('a password may have %s', async (_what, password) => {
    expect((await register(server, { password })).statusCode).toBe(201)
    await activate(server, (await deliveredMail(server))[0]?.secret ?? '')
    expect((await logIn(server, 'mara@example.org', password)).statusCode).toBe(200)
    const cut = `${password.slice(0, -1)}?`
    expect((await logIn(server, 'mara@example.org', cut)).statusCode).toBe(401)
  })

  test('names and addresses of 400 characters are accepted, also with four bytes each', async () => {
    const username = '𝔐'.repeat(400)
    const email = `${'𐍈'.repeat(396)}@b.c`
    expect((await register(server, { username, email })).statusCode).toBe(201)
    expect((await register(server, { username: 'Other', email })).json().detail).toBe(
      'A user with this email exists.',
    )
  })

  describe('login', () => {
    const refusal = {
      errors: [
        {
          code: 'no_active_account',
          detail: 'No active account found with the given credentials',
          attr: null,
        },
      ],
      detail: 'No active account found with the given credentials',
    }

    test('a wrong password, an unknown address and a deactivated account get the same response', async () => {
      await member(server)
      await register(server, { email: 'later@example.org', username: 'Later' })
      const responses = await Promise.all([
        logIn(server, 'mara@example.org', 'Wrong-Apple-412'),
        logIn(server, 'nobody@example.org'),
        logIn(server, 'later@example.org'),
      ])
      for (const response of responses) {
        expect(response.statusCode).toBe(401)
        expect(response.json()).toEqual(refusal)
      }
    })

    test('a deactivated account cannot log in and its access token is refused', async () => {
      const tokens = await member(server)
      await server.update('users', {}, { deactivated_at: 1 })
      expect((await logIn(server)).json()).toEqual(refusal)
      const headers = bearer(tokens)
      const profile = await server.app.inject({ url: '/api/users/profile/', headers })
      expect([profile.statusCode, profile.json().errors[0].code]).toEqual([401, 'token_not_valid'])
      expect(
        (await post(server, '/users/login/refresh/', { refresh: tokens.refresh })).statusCode,
      ).toBe(401)
    })

    test('the address may be typed in any case, with blanks around it', async () => {
      await member(server)
      expect((await logIn(server, ' Mara@Example.ORG ')).statusCode).toBe(200)
    })
  })
})

const HOUR = 3_600_000

serverTests('another activation mail, on %s', { env }, (server) => {
  beforeEach(() => server.empty())

  const again = (email = 'mara@example.org') => post(server, '/users/resend-activation/', { email })
  const activate = (request_id: string) =>
    post(server, '/discordia/verify-activate-user/', { request_id })
  const secretsTo = async (to: string) =>
    (await deliveredMail(server)).filter((mail) => mail.to === to).map(({ secret }) => secret)

  test('its link activates the account, and the first one then counts as used', async () => {
    await register(server)
    const [first = ''] = await secretsTo('mara@example.org')
    expect((await again('MARA@example.org')).json()).toEqual({})
    const secrets = await secretsTo('mara@example.org')
    const second = secrets.find((secret) => secret !== first) ?? ''
    expect((await activate(second)).statusCode).toBe(202)
    expect((await activate(first)).statusCode).toBe(226)
    expect((await logIn(server)).statusCode).toBe(200)
  })

  test('known, unknown, active and deactivated addresses get the same response and the same row; one gets a mail', async () => {
    await member(server)
    await register(server, { email: 'later@example.org', username: 'Later' })
    await register(server, { email: 'gone@example.org', username: 'Gone' })
    await deliveredMail(server)
    const { db } = server.deps
    await server.update('users', { username: 'Gone' }, { deactivated_at: 5 })
    const before = await db.selectFrom('outbox').select('id').execute()
    const addresses = ['mara', 'later', 'gone', 'nobody'].map((name) => `${name}@example.org`)

    const responses = await Promise.all(addresses.map(again))
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      addresses.map(() => [200, '{}']),
    )
    const owed = await db
      .selectFrom('outbox')
      .select(['kind', 'data', 'recipient'])
      .where('id', '>', Math.max(...before.map(({ id }) => id)))
      .execute()
    expect(owed.map(({ recipient }) => recipient).sort()).toEqual(addresses.toSorted())
    expect(new Set(owed.map(({ kind, data }) => `${kind} ${data}`)).size).toBe(1)
    const mails = (await deliveredMail(server)).filter(({ kind }) => kind.includes('again'))
    expect(mails.map(({ to }) => to)).toEqual(['later@example.org'])
  })

  test('is limited to five links an hour, the first one included', async () => {
    await register(server)
    for (let time = 0; time < 8; time++) {
      await again()
      await deliveredMail(server)
    }
    expect(await secretsTo('mara@example.org')).toHaveLength(5)
    server.passTime(HOUR + 1)
    await again()
    expect(await secretsTo('mara@example.org')).toHaveLength(6)
  })

  test('an invalid address is refused before a mail is enqueued', async () => {
    expect((await again('no address')).statusCode).toBe(400)
    expect(await server.deps.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })
})

serverTests('refused accounts on %s', (server) => {
  beforeAll(async () => {
    await register(server)
  })

  test.each([
    ['case', { username: 'MARA' }],
    ['blanks around it', { username: '  mara ' }],
    ['another width', { username: 'Ｍａｒａ' }],
  ])('a name that differs only by %s is the same name', async (_what, over) => {
    const again = await register(server, { email: 'other@example.org', ...over })
    expect(again.json().errors?.[0].code).toBe('username_exists')
  })

  test.each([
    ['email', { email: '', password: PASSWORD }],
    ['email', { email: '   ', password: PASSWORD }],
    ['password', { email: 'mara@example.org', password: '' }],
  ])('a blank %s is refused with the sentence that the site compares', async (attr, body) => {
    const response = await post(server, '/users/login/', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      errors: [{ code: 'blank', detail: 'This field may not be blank.', attr }],
      detail: 'This field may not be blank.',
    })
  })
})

const FOREIGN_PASSWORD = 'Foreign-Apple-1'

const OWN_PASSWORD = 'Own-Pear-22'

const MARA = 'mara@example.org'

serverTests('an address that a stranger has registered, on %s', { env }, (server) => {
  beforeEach(async () => {
    await server.empty()
    await register(server, { email: MARA, password: FOREIGN_PASSWORD })
  })

  test('the mail warns that activating also admits the author of the password, and names the page for another', async () => {
    const [mail] = await deliveredMail(server)
    for (const said of [mail?.text, mail?.html]) {
      expect(said).toContain('The person who chose the password can log in.')
      expect(said).toContain('https://discordia.example/auth/forgot-password')
    }
  })

  test('opens for its owner only, by a password that the owner sets', async () => {
    await post(server, '/discordia/request-change-password/', { email: MARA })
    const request_id = (await deliveredMail(server)).at(-1)?.secret ?? ''
    const body = { request_id, new_password: OWN_PASSWORD }
    expect((await post(server, '/discordia/verified-change-password/', body)).statusCode).toBe(200)
    expect((await logIn(server, MARA, FOREIGN_PASSWORD)).statusCode).toBe(401)
    expect((await logIn(server, MARA, OWN_PASSWORD)).statusCode).toBe(200)
  })

  test('stays closed until someone follows the link', async () => {
    await deliveredMail(server)
    expect((await logIn(server, MARA, FOREIGN_PASSWORD)).statusCode).toBe(401)
  })
})
