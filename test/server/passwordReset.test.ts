import { logIn, member, PASSWORD, post, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const NEW_PASSWORD = 'Silver-Pear-413'
const MINUTE = 60_000

const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests('password reset on %s', { engines: bothEngines, env }, (server) => {
  beforeEach(() => server.empty())

  const request = (email = 'mara@example.org') =>
    post(server, '/discordia/request-change-password/', { email })
  const verify = (request_id: string) =>
    post(server, '/discordia/verify-change-password/', { request_id })
  const apply = (request_id: string, new_password = NEW_PASSWORD) =>
    post(server, '/discordia/verified-change-password/', { request_id, new_password })
  const resetMails = async () =>
    (await deliveredMail(server)).filter((mail) => mail.kind === 'password-reset')

  async function resetSecret(): Promise<string> {
    await request()
    return (await resetMails()).at(-1)?.secret ?? ''
  }

  test('the mailed link works for one new password', async () => {
    await member(server)
    await request()
    const [mail] = await resetMails()
    expect(mail?.to).toBe('mara@example.org')
    expect(mail?.link).toBe(
      `https://discordia.example/auth/verified-change-password/${mail?.secret}`,
    )
    const secret = mail?.secret ?? ''

    const verified = await verify(secret)
    expect([verified.statusCode, verified.json()]).toEqual([200, { valid: true }])
    expect((await verify(secret)).json()).toEqual({ valid: true })

    expect((await apply(secret)).statusCode).toBe(200)
    expect((await verify(secret)).json()).toEqual({ valid: false })
    expect((await apply(secret)).json().errors[0].code).toBe('invalid_link')

    expect((await logIn(server)).statusCode).toBe(401)
    expect((await logIn(server, 'mara@example.org', NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('known, unknown, closed and deactivated addresses get the same response and the same row', async () => {
    await member(server)
    await register(server, { email: 'later@example.org', username: 'Later' })
    const { id } = await server.addUser('Gone')
    const gone = server.deps.db.updateTable('users').set({ deactivated_at: 1 })
    await gone.where('id', '=', id).execute()
    await deliveredMail(server)
    const before = await server.deps.db.selectFrom('outbox').select('id').execute()

    const names = ['mara', 'later', 'nobody', 'gone']
    const addresses = names.map((name) => `${name}@example.org`)
    const responses = await Promise.all(addresses.map(request))
    expect(responses.map((response) => [response.statusCode, response.body])).toEqual(
      addresses.map(() => [200, '{}']),
    )

    const owed = await server.deps.db
      .selectFrom('outbox')
      .select(['kind', 'data', 'recipient'])
      .where('id', '>', Math.max(...before.map(({ id }) => id)))
      .execute()
    expect(owed.map(({ recipient }) => recipient).sort()).toEqual(addresses.toSorted())
    expect(new Set(owed.map(({ kind, data }) => `${kind} ${data}`)).size).toBe(1)
    expect((await resetMails()).map((mail) => mail.to).sort()).toEqual([
      'later@example.org',
      'mara@example.org',
    ])
  })

  test('the owner of the mailbox opens a closed account by setting its password', async () => {
    await register(server)
    expect((await apply(await resetSecret())).statusCode).toBe(200)
    expect((await logIn(server)).statusCode).toBe(401)
    expect((await logIn(server, 'mara@example.org', NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('the owner gets a mail about the change, and sees it in the security log', async () => {
    await member(server)
    await apply(await resetSecret())
    const events = await server.deps.db
      .selectFrom('security_events')
      .select('event')
      .orderBy('id')
      .execute()
    expect(events.at(-1)).toEqual({ event: 'password_reset' })
    const notice = (await deliveredMail(server)).at(-1)
    expect([notice?.to, notice?.subject]).toEqual([
      'mara@example.org',
      'Your Discordia password was changed',
    ])
  })

  test('a link ends after two hours', async () => {
    await member(server)
    const secret = await resetSecret()
    server.passTime(120 * MINUTE - 1)
    expect((await verify(secret)).json()).toEqual({ valid: true })
    server.passTime(1)
    expect((await verify(secret)).json()).toEqual({ valid: false })
    expect((await apply(secret)).statusCode).toBe(400)
  })

  test('using one of several links ends the others', async () => {
    await member(server)
    const first = await resetSecret()
    const second = await resetSecret()
    expect(first).not.toBe(second)
    expect((await apply(first)).statusCode).toBe(200)
    expect((await verify(second)).json()).toEqual({ valid: false })
  })

  test('an activation link sets no password, a reset link is no activation link', async () => {
    await register(server)
    const activation = (await deliveredMail(server))[0]?.secret ?? ''
    expect((await verify(activation)).json()).toEqual({ valid: false })
    expect((await apply(activation)).statusCode).toBe(400)
    const reset = await resetSecret()
    const response = await post(server, '/discordia/verify-activate-user/', { request_id: reset })
    expect(response.statusCode).toBe(404)
  })

  test('a weak password does not spend the link', async () => {
    await member(server)
    const secret = await resetSecret()
    const weak = await apply(secret, 'all-small-letters')
    expect([weak.statusCode, weak.json().errors[0]]).toMatchObject([
      400,
      { code: 'weak_password', attr: 'new_password' },
    ])
    expect((await apply(secret)).statusCode).toBe(200)
  })

  test('one of five simultaneous uses of one link succeeds', async () => {
    await member(server)
    const secret = await resetSecret()
    const passwords = Array.from({ length: 5 }, (_, i) => `${NEW_PASSWORD}${i}`)
    const responses = await Promise.all(passwords.map((password) => apply(secret, password)))
    const won = responses.flatMap((response, i) => (response.statusCode === 200 ? [i] : []))
    expect(won).toHaveLength(1)
    const logins = await Promise.all(
      passwords.map((password) => logIn(server, 'mara@example.org', password)),
    )
    expect(logins.flatMap((response, i) => (response.statusCode === 200 ? [i] : []))).toEqual(won)
  })

  test('a login or refresh that races with the reset does not outlive it', async () => {
    const tokens = await member(server)
    const secret = await resetSecret()
    const [reset, ...racers] = await Promise.all([
      apply(secret),
      ...Array.from({ length: 6 }, () => logIn(server)),
      ...Array.from({ length: 6 }, () =>
        post(server, '/users/login/refresh/', { refresh: tokens.refresh }),
      ),
    ])
    expect(reset.statusCode).toBe(200)
    for (const racer of racers.filter((response) => response.statusCode === 200)) {
      const { refresh } = racer.json()
      expect((await post(server, '/users/login/refresh/', { refresh })).statusCode).toBe(401)
    }
  })

  test('repeated requests cannot flood a mailbox', async () => {
    await member(server)
    for (let i = 0; i < 8; i++) await request()
    expect(await resetMails()).toHaveLength(5)
    server.passTime(60 * MINUTE)
    await request()
    expect(await resetMails()).toHaveLength(6)
  })

  test('the mail goes to the stored address, not to one that merely looks like it', async () => {
    await member(server, 'kim@example.org', 'Kim')
    // U+212A, the Kelvin sign, is a small k in lower case.
    await request('\u212Aim@example.org')
    expect((await resetMails()).map((mail) => mail.to)).toEqual(['kim@example.org'])
  })

  test('the secret of a link is not in the database, the old password still works until it is used', async () => {
    await member(server)
    const secret = await resetSecret()
    const rows = [
      await server.deps.db.selectFrom('outbox').selectAll().execute(),
      await server.deps.db.selectFrom('account_links').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await logIn(server, 'mara@example.org', PASSWORD)).statusCode).toBe(200)
  })
})
