import type { GroupId } from '#contract/ids.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '#test/helpers/fixtures/gameSessions.ts'
import { activate, bearer, logIn, post, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { statementsOf } from '#test/helpers/server/statements.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }
const EMAIL = 'mara@example.org'

serverTests('a visitor with an invite link on %s (behaviour 12.9)', { env }, (server) => {
  let owner: TestUser
  let friend: TestUser
  let group: GroupId

  beforeEach(async () => {
    await server.empty()
    owner = await server.addUser('Olwen')
    friend = await server.addUser('Finn')
    group = await addGroup(server, 'Ravens', owner.id, friend.id)
  })

  const makeLink = async (uses = 1): Promise<{ secret: string; link: { id: number } }> =>
    (await post(server, `/rpggroups/links/${group}`, { days: 7, uses }, owner.auth)).json()
  const look = (secret: string) => post(server, '/rpggroups/look-at-link/', { secret })
  const get = (auth: Record<string, string>, path: string) =>
    server.app.inject({ url: `/api/rpggroups/${path}`, headers: auth })
  const redeem = (auth: Record<string, string>, secret: string) =>
    post(server, '/rpggroups/redeem-link/', { secret }, auth)
  const activationLinks = async () =>
    (await deliveredMail(server))
      .filter(({ kind }) => kind.startsWith('activation'))
      .map(({ link = '' }) => new URL(link))
  const outboxText = async () =>
    JSON.stringify(await server.deps.db.selectFrom('outbox').selectAll().execute())

  test('sees the number of members and the next date, and nothing else of the group', async () => {
    const { secret } = await makeLink()
    expect((await look(secret)).json()).toMatchObject({ members: 2, next_start: null })
    const start = server.deps.clock() + 2 * DAY
    await addGameSession(server, group, { link: 'https://talk.example/room' }, [start])
    const looked = await look(secret)
    expect(looked.headers['cache-control']).toBe('no-store')
    expect(looked.json()).toEqual({
      group_name: 'Ravens',
      invited_by: 'Olwen',
      crest: null,
      members: 2,
      next_start: new Date(start).toISOString(),
    })
  })

  test('gets the same refusal by the same statements for every link that is not open', async () => {
    const gone = await makeLink()
    const [spent, expired, revoked, unknown] = [
      await makeLink(),
      await makeLink(),
      await makeLink(),
      { secret: 'x'.repeat(43) },
    ]
    await redeem((await server.addUser('Otto')).auth, spent.secret)
    const { db, clock } = server.deps
    const past = { expires_at: clock() }
    await db
      .updateTable('invite_links')
      .set(past)
      .where('id', '=', expired.link.id as never)
      .execute()
    await server.app.inject({
      method: 'DELETE',
      url: `/api/rpggroups/links/${revoked.link.id}`,
      headers: owner.auth,
    })
    await db
      .updateTable('invite_links')
      .set({ created_by: friend.id })
      .where('id', '=', gone.link.id as never)
      .execute()
    await db
      .updateTable('users')
      .set({ deactivated_at: clock() })
      .where('id', '=', friend.id)
      .execute()
    const seen = new Set<string>()
    for (const { secret } of [spent, expired, revoked, gone, unknown]) {
      let answer = ''
      const statements = await statementsOf(server, async () => {
        const { statusCode, body, headers } = await look(secret)
        answer = [statusCode, body, headers['cache-control']].join(' ')
      })
      seen.add([answer, ...statements.map(({ sql }) => sql)].join('\n'))
    }
    expect(seen.size).toBe(1)
    expect([...seen][0]).toMatch(/^404 .*invite_link_over.* no-store\n/)
  })

  test('finds the invite behind the activation link, in whichever browser, and joins', async () => {
    const { secret } = await makeLink()
    await register(server, { invite_secret: secret })
    const [link] = await activationLinks()
    expect(link?.hash).toBe(`#invite=${secret}`)
    // Encrypted until the mail is written, and in the kept row.
    expect(await outboxText()).not.toContain(secret)
    await activate(server, link?.pathname.split('/').at(-1) ?? '')
    const mara = bearer((await logIn(server)).json())
    expect((await redeem(mara, link?.hash.slice('#invite='.length) ?? '')).statusCode).toBe(201)
    const [invite] = (await get(mara, 'list/invites')).json()
    expect((await get(mara, `accept/${invite.id}`)).json()).toEqual({
      group_name: 'Ravens',
      group_id: group,
    })
  })

  test('finds it behind another activation link, too', async () => {
    const { secret } = await makeLink()
    await register(server)
    await post(server, '/users/resend-activation/', { email: EMAIL, invite_secret: secret })
    expect((await activationLinks()).map(({ hash }) => hash)).toEqual(['', `#invite=${secret}`])
  })

  test('registers all the same when the link is used up in between, and learns it after the login', async () => {
    const { secret } = await makeLink()
    expect((await look(secret)).statusCode).toBe(200)
    const otto = await server.addUser('Otto')
    const [registered, redeemed] = await Promise.all([
      register(server, { invite_secret: secret }),
      redeem(otto.auth, secret),
    ])
    expect([registered.statusCode, redeemed.statusCode]).toEqual([201, 201])
    const [link] = await activationLinks()
    await activate(server, link?.pathname.split('/').at(-1) ?? '')
    const late = await redeem(bearer((await logIn(server)).json()), secret)
    expect([late.statusCode, late.json().errors[0].code]).toEqual([404, 'invite_link_over'])
  })

  test.each(['', 'https://evil.example', 's'.repeat(42), `${'s'.repeat(42)}/`, 's'.repeat(44)])(
    'cannot put %j into the mail of a stranger',
    async (invite_secret) => {
      const refused = await register(server, { invite_secret })
      expect(refused.statusCode).toBe(400)
      const again = { email: EMAIL, invite_secret }
      expect((await post(server, '/users/resend-activation/', again)).statusCode).toBe(400)
      expect(await deliveredMail(server)).toEqual([])
    },
  )

  test('an invite by name does not say which group to open, also after an earlier link', async () => {
    const otto = await server.addUser('Otto')
    const { secret } = await makeLink(2)
    await redeem(otto.auth, secret)
    const [first] = (await get(otto.auth, 'list/invites')).json()
    await post(server, `/rpggroups/reject/${first.id}`, { mute_level: 'none' }, otto.auth)
    server.passTime(1)
    await post(server, `/rpggroups/invite/${group}`, { username: 'Otto' }, owner.auth)
    const [invite] = (await get(otto.auth, 'list/invites')).json()
    expect((await get(otto.auth, `accept/${invite.id}`)).json()).toEqual({ group_name: 'Ravens' })
  })
})

serverTests('the first visit on %s (behaviour 12.2)', (server) => {
  const HOUR = 3_600_000
  beforeEach(() => server.empty())

  async function visit(): Promise<{ again: () => Promise<unknown> }> {
    const auth = bearer((await logIn(server)).json())
    const again = async () =>
      (await server.app.inject({ url: '/api/users/profile/', headers: auth })).json().is_first_visit
    return { again }
  }
  async function newMember(): Promise<void> {
    await register(server)
    const [mail] = await deliveredMail(server)
    await activate(server, mail?.secret ?? '')
  }

  test('lasts until the second login', async () => {
    await newMember()
    // However late the first one is.
    server.passTime(40 * 24 * HOUR)
    const first = await visit()
    expect([await first.again(), await first.again()]).toEqual([true, true])
    const second = await visit()
    expect([await second.again(), await first.again()]).toEqual([undefined, undefined])
    expect(await (await visit()).again()).toBeUndefined()
  })

  test('or for twelve hours', async () => {
    await newMember()
    const { again } = await visit()
    const { db, clock } = server.deps
    const [row] = await db.selectFrom('users').select('first_visit_until').execute()
    expect(row).toEqual({ first_visit_until: clock() + 12 * HOUR })
    await db.updateTable('users').set({ first_visit_until: clock() }).execute()
    expect(await again()).toBeUndefined()
  })
})
