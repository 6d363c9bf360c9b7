import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAIL_INVITE_DAYS, MAIL_INVITES_MAX } from '#contract/groupPage.ts'
import { cleanUp, makeBackground } from '#server/compose/background.ts'
import { DAY_MS } from '#server/config/time.ts'
import { INVITE_MAILS_A_DAY } from '#server/modules/groups/mails.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { startSmtp } from '#test/helpers/server/smtp.ts'
import { startServer, type TestUser } from '#test/helpers/server/startServer.ts'

const SITE = 'https://discordia.example'
const GUEST = 'Guest@example.org'

serverTests('invites by mail on %s', { env: { PUBLIC_URL: SITE } }, (server, engine) => {
  const { call, ...calls } = groupCallsOf(server)
  const found = async (name: string) => (await calls.found(owner, name)).id
  let id: number

  beforeEach(() => server.empty())
  const [other, owner, friend] = playersOf(server, 'Otto', 'Olwen', 'Finn')
  beforeEach(async () => {
    id = await found('Ravens')
  })

  const invite = (email = GUEST, user = owner, group = id) =>
    call(user, 'POST', `/links/${group}/mail/`, { email })
  const redeem = (user: TestUser, secret: string) => call(user, 'POST', '/redeem-link/', { secret })
  const linksOf = async (user: TestUser) => (await call(user, 'GET', `/links/${id}`)).json()
  const mailsTo = async (address: string) =>
    (await deliveredMail(server)).filter(({ to }) => to.toLowerCase() === address.toLowerCase())
  async function secretFor(address = GUEST): Promise<string> {
    const mail = (await mailsTo(address)).at(-1)
    return mail?.link?.split('#invite=')[1] ?? ''
  }
  async function addMember(user: TestUser, is_co_owner: boolean) {
    await calls.join(user, owner, id)
    if (is_co_owner) await calls.setRole(owner, id, user.id)
  }

  test('the mail names inviter and group, and its link makes an ordinary invite, once', async () => {
    const made = await invite()
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual({
      id: expect.any(Number),
      created_by: 'Olwen',
      email: GUEST,
      uses: 1,
      uses_left: 1,
      expires_at: new Date(server.deps.clock() + MAIL_INVITE_DAYS * DAY_MS).toISOString(),
    })
    const [mail, ...more] = await deliveredMail(server)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: GUEST, subject: 'Olwen invites you to the group “Ravens”' })
    expect(mail?.text).toContain('From: Olwen\nMembers so far: 1\nValid until: ')
    for (const part of ['the group “Ravens”', 'No account yet?'])
      expect([part, mail?.text.includes(part), mail?.html.includes(part)]).toEqual([
        part,
        true,
        true,
      ])
    expect(mail?.text).not.toMatch(/{{|undefined/)
    expect(mail?.link).toMatch(/^https:\/\/discordia\.example\/discordia\/dashboard#invite=.{43}$/)
    const secret = await secretFor()
    expect((await redeem(friend, secret)).json()).toEqual({ group_name: 'Ravens' })
    expect((await call(friend, 'GET', '/list/invites')).json()).toMatchObject([
      { group_name: 'Ravens', group_leader: 'Olwen' },
    ])
    expect(codeOf(await redeem(other, secret))).toBe('invite_link_over')
    expect(await linksOf(owner)).toEqual([])
  })

  test('it is sent by a mail server, with the same link as text and as a button', async () => {
    const smtp = await startSmtp()
    await invite()
    const { deps, app } = server
    const settings = { ...deps.settings, smtpUrl: `smtp://${smtp.host}` }
    const { mail } = makeBackground({ ...deps, settings }, app.log)
    await mail.deliverDue()
    await mail.stop()
    await smtp.close()
    expect(smtp.arrived).toEqual([GUEST])
    const [arrived] = smtp.emails
    expect(arrived?.subject).toBe('Olwen invites you to the group “Ravens”')
    const secret = /#invite=([\w-]{43})/.exec(arrived?.text ?? '')?.[1] ?? ''
    expect(arrived?.html).toContain(`href="${SITE}/discordia/dashboard#invite=${secret}"`)
    expect((await redeem(friend, secret)).statusCode).toBe(201)
  })

  test('only owner and co-owners may send it and see the address', async () => {
    await addMember(friend, true)
    expect((await invite('a@example.org', friend)).statusCode).toBe(201)
    expect(await linksOf(owner)).toMatchObject([{ created_by: 'Finn', email: 'a@example.org' }])
    await addMember(other, false)
    expect((await invite('b@example.org', other)).statusCode).toBe(403)
    expect((await call(other, 'GET', `/links/${id}`)).statusCode).toBe(403)
    const stranger = await server.addUser('Stella')
    expect((await invite('b@example.org', stranger)).statusCode).toBe(404)
    const log = (await call(other, 'GET', `/page/${id}`)).body
    expect(log).toContain('"invited_by_mail"')
    expect(log).not.toContain('a@example.org')
  })

  test('it is not sent while no one may register, with or without an account', async () => {
    await invite('early@example.org')
    await server.insert('admissions', { name: 'site', mode: 'closed', refused_domains: '' })
    for (const address of [GUEST, 'finn@example.org'])
      expect(codeOf(await invite(address))).toBe('mail_invites_closed')
    expect(await deliveredMail(server)).toEqual([])
  })

  test('response, row and mail are the same for an address with an account and for one without', async () => {
    await server.update('users', { id: other.id }, { deactivated_at: 1 })
    const addresses = ['nobody@example.org', 'finn@example.org', 'otto@example.org']
    const responses = []
    for (const address of [...addresses, 'olwen@example.org']) {
      const { statusCode, headers, json } = await invite(address)
      const { id: _id, email, ...rest } = json()
      expect(email).toBe(address)
      responses.push({ statusCode, rest, headers: Object.keys(headers).toSorted() })
    }
    for (const response of responses) expect(response).toEqual(responses[0])
    const rows = await server.deps.db.selectFrom('outbox').selectAll().execute()
    expect(new Set(rows.map(({ kind, priority }) => `${kind} ${priority}`)).size).toBe(1)
    await deliveredMail(server)
    for (const address of addresses) expect(await mailsTo(address)).toHaveLength(1)
  })

  test('a member can stop these mails, and the inviter does not learn of it', async () => {
    await invite('finn@example.org')
    const [mail] = await mailsTo('finn@example.org')
    const raw = readFileSync(join(server.dataDir, 'mail', mail?.file ?? ''), 'utf8')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    const stop = new URL(/https:\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    const sent = { 'content-type': 'application/x-www-form-urlencoded' }
    await server.app.inject({ method: 'POST', url: stop, headers: sent, payload: 'x=1' })
    await server.insert('mutes', {
      user_id: other.id,
      muted_user_id: owner.id,
      created_at: 1,
      until: 9e15,
    })
    const { id: mia } = await server.addUser('Mia')
    await server.insert('mutes', {
      user_id: mia,
      muted_user_id: owner.id,
      created_at: 1,
      until: server.deps.clock(),
    })
    const herons = await found('Herons')
    for (const address of ['finn', 'otto', 'mia'].map((name) => `${name}@example.org`))
      expect((await invite(address, owner, herons)).statusCode).toBe(201)
    expect((await invite(GUEST, owner, herons)).statusCode).toBe(201)
    expect(await mailsTo('mia@example.org')).toHaveLength(1)
    expect(await mailsTo('finn@example.org')).toHaveLength(1)
    expect(await mailsTo('otto@example.org')).toEqual([])
    expect(await mailsTo(GUEST)).toHaveLength(1)
  })

  test('a person without an account can stop them for all senders and groups, and no inviter learns of it', async () => {
    await invite()
    const [mail] = await mailsTo(GUEST)
    const raw = readFileSync(join(server.dataDir, 'mail', mail?.file ?? ''), 'utf8')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    const url = new URL(/https:\S+unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    expect(decodeURIComponent(url).toLowerCase()).not.toContain('guest')
    const stopped = () => server.deps.db.selectFrom('stopped_addresses').selectAll().execute()
    const asked = await server.app.inject(url)
    expect([asked.statusCode, asked.body.includes('Stop all invites')]).toEqual([200, true])
    expect(asked.body).not.toContain('settings')
    expect(await stopped()).toEqual([])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (to: string) =>
      server.app.inject({ method: 'POST', url: to, headers, payload: 'x=1' })
    expect((await post(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).statusCode).toBe(
      404,
    )
    for (let n = 0; n < 2; n++) expect((await post(url)).statusCode).toBe(200)
    const rows = JSON.stringify(await stopped()).toLowerCase()
    expect([rows.includes('guest'), (await stopped()).length]).toEqual([false, 1])

    await redeem(friend, await secretFor())
    const again = await invite('guest@Example.org')
    expect([again.statusCode, again.json().email]).toEqual([201, 'guest@Example.org'])
    await call(other, 'POST', '/create/', { name: 'Herons' })
    const [herons] = (await call(other, 'GET', '/list')).json()
    expect((await invite(GUEST, other, herons.id)).statusCode).toBe(201)
    await invite('someone@example.org')
    expect(await mailsTo(GUEST)).toHaveLength(1)
    expect(await mailsTo('someone@example.org')).toHaveLength(1)
  })

  test.each([
    'https://evil.example/win',
    'Win at evil.example!',
    'www.evil.example',
    'a@evil.example',
    'mailto:a@evil.example',
    'Ravens 1.2.3.4',
    'evil。example',
    'evil\u2024example',
    'evil.\u00adexample',
    'win.🎲.example',
  ])('names do not become links, such as %s', async (name) => {
    await invite(GUEST, owner, await found(name))
    const [mail] = await mailsTo(GUEST)
    expect(mail?.subject).toMatch(/^Olwen invites you to the group “.+”$/)
    expect(mail?.subject).not.toMatch(/[.。\u2024][^\s\p{P}]|:\/\/|@\S|mailto:\S/u)
    const quoted = /“(.+)”/.exec(mail?.subject ?? '')?.[1] ?? 'nothing'
    expect([mail?.text.includes(quoted), mail?.html.includes(quoted)]).toEqual([true, true])
    expect(`${mail?.text}${mail?.html}`).not.toContain(name)
  })

  test('names without addresses stay as they are', async () => {
    await invite(GUEST, owner, await found('Dr. Who, 10:30 & co.'))
    expect((await mailsTo(GUEST))[0]?.subject).toContain('“Dr. Who, 10:30 & co.”')
  })

  test('an address has at most one open invite of a group, however it is written', async () => {
    const responses = await Promise.all([invite(), invite('guest@Example.org'), invite(GUEST)])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect(codeOf(await invite('GUEST@EXAMPLE.ORG'))).toBe('already_mailed')
    expect(await mailsTo(GUEST)).toHaveLength(1)
    expect(await linksOf(owner)).toHaveLength(1)
    await redeem(friend, await secretFor())
    expect((await invite()).statusCode).toBe(201)
  })

  test('a group has a limited number of open ones, beside its other links; revoking one makes room', async () => {
    for (let n = 0; n < MAIL_INVITES_MAX; n++)
      expect((await invite(`guest${n}@example.org`)).statusCode).toBe(201)
    const refused = await invite('one-more@example.org')
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'too_many_mail_invites'])
    const body = { days: 1, uses: 1 }
    expect((await call(owner, 'POST', `/links/${id}`, body)).statusCode).toBe(201)
    const [first] = await linksOf(owner)
    await call(owner, 'DELETE', `/links/${first.id}`)
    expect((await invite('one-more@example.org')).statusCode).toBe(201)
    expect(await linksOf(owner)).toHaveLength(MAIL_INVITES_MAX + 1)
  })

  test('an address gets a limited number of them a day, of all groups together', async () => {
    const groups = [id, await found('Herons'), await found('Owls'), await found('Crows')]
    const statuses = []
    for (const group of groups) statuses.push((await invite(GUEST, owner, group)).statusCode)
    expect(statuses).toEqual([201, 201, 201, 409])
    const [link] = await linksOf(owner)
    await call(owner, 'DELETE', `/links/${link.id}`)
    expect(codeOf(await invite())).toBe('mailed_enough')
    expect(await linksOf(owner)).toEqual([])
    expect(await mailsTo(GUEST)).toHaveLength(INVITE_MAILS_A_DAY - 1)
    server.passTime(DAY_MS)
    Object.assign(owner, await server.renew(owner))
    expect((await invite()).statusCode).toBe(201)
    expect(await mailsTo(GUEST)).toHaveLength(INVITE_MAILS_A_DAY)
  })

  test('a revoked one, or one whose maker may not invite any more, is neither mailed nor redeemed', async () => {
    await addMember(friend, true)
    await invite('a@example.org', friend)
    const secret = await secretFor('a@example.org')
    await invite('b@example.org', friend)
    await invite('c@example.org')
    const mailed = await linksOf(owner)
    const ended = mailed.find(({ email }: { email: string }) => email === 'c@example.org')
    expect((await call(friend, 'DELETE', `/links/${ended.id}`)).statusCode).toBe(200)
    const body = { member_id: friend.id, is_co_owner: false }
    await call(owner, 'POST', `/page/${id}/co-owner/`, body)
    expect(await mailsTo('b@example.org')).toEqual([])
    expect(await mailsTo('c@example.org')).toEqual([])
    expect(codeOf(await redeem(other, secret))).toBe('invite_link_over')
  })

  test('it expires after a fortnight, and its address is deleted a day later', async () => {
    await invite()
    const secret = await secretFor()
    server.passTime(MAIL_INVITE_DAYS * DAY_MS)
    Object.assign(friend, await server.renew(friend))
    expect(codeOf(await redeem(friend, secret))).toBe('invite_link_over')
    server.passTime(DAY_MS + 1)
    await cleanUp(server.deps, server.app.log)
    expect(await server.deps.db.selectFrom('invite_links').selectAll().execute()).toEqual([])
    server.passTime(30 * DAY_MS)
    await cleanUp(server.deps, server.app.log)
    expect(await server.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('a removed member can return by an invite that the owner has mailed to their address since', async () => {
    await addMember(friend, false)
    await invite('finn@example.org')
    const before = await secretFor('finn@example.org')
    await call(owner, 'POST', '/remove/', { group_id: id, member_id: friend.id })
    expect(codeOf(await redeem(friend, before))).toBe('removed_from_group')
    const [link] = await linksOf(owner)
    await call(owner, 'DELETE', `/links/${link.id}`)
    server.passTime(1000)
    await invite(GUEST)
    expect(codeOf(await redeem(friend, await secretFor()))).toBe('removed_from_group')
    await addMember(other, true)
    await invite('finn@example.org', other)
    const byCoOwner = await secretFor('finn@example.org')
    expect(codeOf(await redeem(friend, byCoOwner))).toBe('removed_from_group')
    const links: { id: number; email: string }[] = await linksOf(owner)
    const [mailed] = links.filter(({ email }) => email === 'finn@example.org')
    await call(owner, 'DELETE', `/links/${mailed?.id}`)
    await invite('finn@example.org')
    expect((await redeem(friend, await secretFor('finn@example.org'))).statusCode).toBe(201)
  })

  test('the address is deleted with the use, and with the group', async () => {
    await invite()
    await redeem(friend, await secretFor())
    const stored = () => server.deps.db.selectFrom('invite_links').select('email').execute()
    expect(await stored()).toEqual([{ email: null }])
    await invite('a@example.org')
    await call(owner, 'GET', `/disband/${id}`)
    expect(await stored()).toEqual([])
  })

  test('two simultaneous redemptions invite one person', async () => {
    await invite()
    const secret = await secretFor()
    const responses = await Promise.all([redeem(friend, secret), redeem(other, secret)])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 404])
    const [group] = (await call(owner, 'GET', '/list')).json()
    expect(group.invites).toHaveLength(1)
  })

  test('a retried mail has a working link, and the secret is in no other place', async () => {
    await invite()
    await server.update('outbox', {}, { dead_at: 1 })
    expect(await mailsTo(GUEST)).toEqual([])
    await server.update('outbox', {}, { dead_at: null })
    const secret = await secretFor()
    const stored = JSON.stringify([
      await server.deps.db.selectFrom('invite_links').selectAll().execute(),
      await server.deps.db.selectFrom('outbox').selectAll().execute(),
    ])
    expect(stored).not.toContain(secret)
    expect((await redeem(friend, secret)).statusCode).toBe(201)
  })

  test('long names, which strangers choose, are cut', async () => {
    const group = await found(`${'R'.repeat(200)} win at http://evil.example`)
    await invite(GUEST, owner, group)
    const [mail] = await mailsTo(GUEST)
    expect(mail?.subject).toContain(`${'R'.repeat(79)}…`)
    expect(mail?.text).not.toContain('evil.example')
  })

  test('a member can mail a limited number an hour', async () => {
    const strict = await startServer(engine, { RATE_LIMITS: 'on' })
    const eager = await strict.addUser('Egon')
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) {
      const { statusCode } = await strict.send('POST', '/api/rpggroups/links/1/mail/', eager.auth, {
        email: `guest${n}@example.org`,
      })
      statuses.push(statusCode)
    }
    expect(statuses.slice(29)).toEqual([404, 429])
    await strict.close()
  })
})
