import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GroupId } from '#contract/ids.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '#test/helpers/fixtures/gameSessions.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { activate, bearer, logIn, post, register } from '#test/helpers/server/accounts.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { statementsOf } from '#test/helpers/server/statements.ts'

const SITE = 'https://discordia.example'

serverTests('mails about invites on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  let group: GroupId

  beforeEach(() => server.empty())
  const [owner, mira] = playersOf(server, 'Olwen', 'Mira')
  beforeEach(async () => {
    group = await found('Ravens')
  })

  const { call, invitesOf, ...calls } = groupCallsOf(server)
  const found = async (name: string) => (await calls.found(owner, name)).id
  const invite = (username = 'Mira', to = group) => calls.invite(owner, to, username)
  const cancel = async () => {
    const [received] = await invitesOf(mira)
    const response = await call(owner, 'DELETE', `/cancel/${received?.id}`)
    expect(response.statusCode).toBe(200)
  }
  const preferences = (method: 'GET' | 'PUT', payload?: object) =>
    server.send(method, `/api/users/preferences${method === 'PUT' ? '/' : ''}`, mira.auth, payload)
  const wantsMail = async () =>
    (await preferences('GET')).json<{ invite_mails: boolean }>().invite_mails
  const save = (wishes: object) => preferences('PUT', wishes)

  test('an invited member gets a mail with inviter and group, whatever the preferences for news and events', async () => {
    await save({ email_notifications: false })
    expect((await invite()).statusCode).toBe(201)
    const [mail, ...more] = await deliveredMail(server)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: 'mira@example.org',
      subject: 'Olwen invites you to the group “Ravens”',
      link: `${SITE}/discordia/dashboard?tab=invites`,
    })
    expect(mail?.text).toContain('From: Olwen\nMembers so far: 1\n')
    for (const part of ['Hello Mira,', `${SITE}/api/notifications/unsub`]) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    expect(mail?.text).not.toMatch(/{{|undefined/)
    const raw = readFileSync(join(server.dataDir, 'mail', mail?.file ?? ''), 'utf8')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(await deliveredMail(server)).toHaveLength(1)
  })

  test('no mail is sent about an invite that was cancelled or answered before', async () => {
    await invite()
    await cancel()
    expect(await deliveredMail(server)).toEqual([])
    const other = await found('Herons')
    await invite('Mira', other)
    const [received] = await invitesOf(mira)
    await call(mira, 'POST', `/reject/${received?.id}`, { mute_level: 'none' })
    expect(await deliveredMail(server)).toEqual([])
  })

  test('alternate invites and cancellations send one mail a day', async () => {
    for (let round = 0; round < 3; round++) {
      await invite()
      expect(await deliveredMail(server)).toHaveLength(1)
      await cancel()
    }
    server.passTime(DAY)
    Object.assign(owner, await server.renew(owner))
    Object.assign(mira, await server.renew(mira))
    await invite()
    expect(await deliveredMail(server)).toHaveLength(2)
  })

  test('a refused invite, a muted inviter and an account that is not active send nothing', async () => {
    expect((await invite('Nobody')).statusCode).toBe(404)
    await server.insert('mutes', {
      user_id: mira.id,
      muted_user_id: owner.id,
      created_at: 1,
      until: 9e15,
    })
    expect((await invite()).statusCode).toBe(423)
    await server.deps.db.deleteFrom('mutes').execute()
    await invite()
    await server.update('users', { id: mira.id }, { deactivated_at: 1 })
    expect(await deliveredMail(server)).toEqual([])
  })

  test('a mute that is active when the mail is due suppresses it, an ended one does not', async () => {
    const mute = (until: number) =>
      server.insert('mutes', { user_id: mira.id, muted_user_id: owner.id, created_at: 1, until })
    await invite()
    await mute(server.deps.clock() + DAY)
    expect(await deliveredMail(server)).toEqual([])
    await server.deps.db.deleteFrom('mutes').execute()
    await mute(server.deps.clock() - DAY)
    await invite('Mira', await found('Herons'))
    expect(await deliveredMail(server)).toHaveLength(1)
  })

  describe('can be stopped', () => {
    let path: string
    beforeEach(async () => {
      await invite()
      const [mail] = await deliveredMail(server)
      path = new URL(/https:\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    })
    const post = (url: string) =>
      server.send(
        'POST',
        url,
        { 'content-type': 'application/x-www-form-urlencoded' },
        'List-Unsubscribe=One-Click',
      )

    test('by one click without a login, separately: news and events stay as chosen', async () => {
      await save({ email_notifications: true })
      const asked = await server.app.inject(path)
      expect([asked.statusCode, asked.body.includes('Stop emails about invites?')]).toEqual([
        200,
        true,
      ])
      expect(await wantsMail()).toBe(true)
      for (let time = 0; time < 2; time++) {
        const response = await post(path)
        expect([response.statusCode, response.body.includes('are off')]).toEqual([200, true])
      }
      expect((await preferences('GET')).json()).toMatchObject({
        ...ALL_MAILS,
        email_notifications: true,
        invite_mails: false,
      })
      await invite('Mira', await found('Herons'))
      expect(await deliveredMail(server)).toHaveLength(1)
      expect(await invitesOf(mira)).toHaveLength(2)
    })

    test('and started again in the settings, which keep them when the request leaves them out', async () => {
      await post(path)
      await save({ email_notifications: true })
      expect(await wantsMail()).toBe(false)
      await save({ email_notifications: true, invite_mails: true })
      expect(await wantsMail()).toBe(true)
      await invite('Mira', await found('Herons'))
      expect(await deliveredMail(server)).toHaveLength(2)
    })

    test('by no link of another kind or of another member', async () => {
      const token = path.split('/').at(-1) ?? ''
      const [, mac] = token.split('.')
      const start = path.slice(0, -token.length)
      const wrong = [
        `${start}x`,
        `${start}${owner.id}.${mac}`,
        `/api/notifications/unsubscribe/${token}`,
      ]
      for (const url of wrong) expect((await post(url)).statusCode).toBe(404)
      expect(await wantsMail()).toBe(true)
    })
  })
})

const env = { PUBLIC_URL: 'https://discordia.example' }

const EMAIL = 'mara@example.org'

serverTests('a visitor with an invite link on %s (behaviour 12.9)', { env }, (server) => {
  let group: GroupId

  beforeEach(() => server.empty())
  const [owner, friend] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
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
    const { clock } = server.deps
    const past = { expires_at: clock() }
    await server.update('invite_links', { id: expired.link.id as never }, past)
    await server.send('DELETE', `/api/rpggroups/links/${revoked.link.id}`, owner.auth)
    await server.update('invite_links', { id: gone.link.id as never }, { created_by: friend.id })
    await server.update('users', { id: friend.id }, { deactivated_at: clock() })
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
    await server.update('users', {}, { first_visit_until: clock() })
    expect(await again()).toBeUndefined()
  })
})
