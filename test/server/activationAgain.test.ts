import { logIn, member, post, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const HOUR = 3_600_000

const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests('another activation mail, on %s', { env }, (server) => {
  beforeEach(async () => {
    await server.empty()
  })

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
    await db
      .updateTable('users')
      .set({ deactivated_at: 5 })
      .where('username', '=', 'Gone')
      .execute()
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
