import type { Application } from '#contract/admission.ts'
import type { GroupId } from '#contract/ids.ts'
import { ADMISSIONS, type Admission } from '#contract/sets.ts'
import type { SiteKit } from '#contract/siteKit.ts'
import { cleanUp } from '#server/compose/background.ts'
import { DAY_MS } from '#server/config/time.ts'
import { insertKit } from '#server/modules/site-kit/repository.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { activate, bearer, logIn, PASSWORD, register } from '#test/helpers/server/accounts.ts'
import { codeOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'
import { listOf } from '#test/helpers/server/startDesk.ts'

const PROVIDER = 'spam.example'

deskTests('who may register, on %s (behaviour 12.33)', (server) => {
  let count = 0
  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])
  const [olwen] = playersOf(server, 'Olwen')

  const settle = (mode: Admission, refused_domains: readonly string[] = []) =>
    root.post('/admission', { mode, refused_domains })
  const person = (domain = 'example.net') => {
    count += 1
    return { username: `Person${count}`, email: `person${count}@${domain}` }
  }
  /** The state of a registration: refused by a code, else whether a confirmed account may log in. */
  async function join(body: object = {}, who = person()) {
    const registered = await register(server, { ...who, ...body })
    if (registered.statusCode !== 201) return codeOf(registered)
    await confirm(who.email)
    const login = await logIn(server, who.email)
    return login.statusCode === 200 ? 'account' : codeOf(login)
  }
  async function confirm(email: string) {
    const mails = await deliveredMail(server)
    const mail = mails.findLast(({ kind, to }) => kind === 'activation' && to === email)
    // A link of a group follows the secret as a fragment.
    return activate(server, mail?.secret?.split('#', 1)[0] ?? '')
  }
  async function linkOfGroup(uses = 5): Promise<string> {
    const [group] = await addGroups(server, olwen.id, 1)
    const path = `/api/rpggroups/links/${group as GroupId}`
    return (await server.send('POST', path, olwen.auth, { days: 1, uses })).json().secret
  }
  async function linkOfTeam(uses = 5): Promise<string> {
    const made = await root.post('/admission/links', { name: 'Fair', days: 1, uses })
    return new URL(made.json().url).hash.slice('#team='.length)
  }
  const listed = async (state = 'waiting'): Promise<Application[]> =>
    (await root.get(listOf('applications', { filter: { state } }))).json()
  const decide = (ids: number[], admits = true, reason = '') =>
    root.post('/applications/decide', { ids, admits, reason })

  const TABLE: Record<Admission, readonly (string | undefined)[]> = {
    open: ['account', 'account', 'account', 'account'],
    approval: ['awaiting_approval', 'awaiting_approval', 'account', 'account'],
    invite: ['invite_needed', 'account', 'account', 'account'],
    closed: ['admission_closed', 'admission_closed', 'admission_closed', 'admission_closed'],
  }

  test.each(ADMISSIONS)('the table of the documents, while it is %s', async (mode) => {
    const [byGroup, byTeam, onList] = [await linkOfGroup(), await linkOfTeam(), person()]
    await root.post('/member-invites', { list: onList.email })
    await settle(mode)
    expect([
      await join(),
      await join({ invite_secret: byGroup }),
      await join({}, onList),
      await join({ invite_secret: byTeam }),
    ]).toEqual(TABLE[mode])
    const made = person()
    expect((await root.post('/members', made)).statusCode).toBe(201)
    const shown = await server.app.inject({ url: '/api/users/admission/' })
    expect(shown.json()).toEqual({ mode })
  })

  test('a setting counts when the registration is sent, and keeps who waits', async () => {
    const waits = person()
    await settle('approval')
    expect(await join({}, waits)).toBe('awaiting_approval')
    await settle('open')
    expect(codeOf(await logIn(server, waits.email))).toBe('awaiting_approval')
    await settle('closed')
    expect(await join()).toBe('admission_closed')
    const [application] = await listed()
    await decide([application?.id ?? 0])
    expect((await logIn(server, waits.email)).statusCode).toBe(200)
  })

  test('links admit as many as they have uses, also at once', async () => {
    await settle('invite')
    for (const secret of [await linkOfGroup(2), await linkOfTeam(2)]) {
      const all = await Promise.all(
        [1, 2, 3, 4].map(() => register(server, { ...person(), invite_secret: secret })),
      )
      const codes = all.map((response) => codeOf(response) ?? 'ok')
      expect(codes.toSorted()).toEqual(['invite_needed', 'invite_needed', 'ok', 'ok'])
    }
    const { links } = (await root.get('/admission')).json()
    expect(links).toMatchObject([{ name: 'Fair', used: 2, uses: 2 }])
  })

  test('a link of the team ends, and a link of a former planner admits nobody', async () => {
    await settle('invite')
    const [byGroup, byTeam] = [await linkOfGroup(), await linkOfTeam()]
    const [{ id }] = (await root.get('/admission')).json().links
    expect((await root.post(`/admission/links/${id}/end`)).json().links).toEqual([])
    await server.update('users', { id: olwen.id }, { deactivated_at: 1 })
    for (const invite_secret of [byGroup, byTeam, 'x'.repeat(43)])
      expect(await join({ invite_secret })).toBe('invite_needed')
  })

  test('a refused domain is refused but to people on a list', async () => {
    await settle('open', [` @${PROVIDER.toUpperCase()} `])
    const onList = person(PROVIDER)
    await root.post('/member-invites', { list: onList.email })
    for (const domain of [PROVIDER, `${PROVIDER}.`, `mail.${PROVIDER}`])
      expect(await join({}, person(domain))).toBe('address_refused')
    expect(await join({}, person(`not${PROVIDER}`))).toBe('account')
    expect(await join({ invite_secret: await linkOfTeam() }, person(PROVIDER))).toBe(
      'address_refused',
    )
    expect(await join({}, onList)).toBe('account')
  })

  test.each([
    [' *.Spam.example ', 'spam.example'],
    ['https://spam.example/', 'spam.example'],
    ['someone@münchen.example', 'xn--mnchen-3ya.example'],
    ['spam', null],
    ['foo bar.example', null],
  ])('the refused domain “%s” is stored as %s', async (typed, stored) => {
    const saved = await settle('open', [typed])
    expect(saved.json().refused_domains ?? null).toEqual(stored === null ? null : [stored])
    expect(saved.statusCode).toBe(stored === null ? 400 : 200)
  })

  test('no invites by list are sent while it is closed', async () => {
    await settle('closed')
    expect(codeOf(await root.post('/member-invites', { list: 'x@example.org' }))).toBe(
      'admission_closed',
    )
  })

  test('a used-up link of the team leaves room for another one', async () => {
    for (let n = 0; n < 20; n++) await linkOfTeam(1)
    const full = await root.post('/admission/links', { name: 'More', days: 1, uses: 1 })
    expect(codeOf(full)).toBe('many_team_links')
    await server.update('team_links', {}, { used: 1 })
    expect(await linkOfTeam()).not.toBe('')
  })

  test('the mail about the approval carries the invite link on', async () => {
    await settle('approval')
    const [invite_secret, who] = [await linkOfGroup(), person()]
    await join({ invite_secret }, who)
    const [application] = await listed()
    await decide([application?.id ?? 0])
    const mail = (await deliveredMail(server)).find(({ kind }) => kind === 'application-admitted')
    expect(mail?.link).toMatch(new RegExp(`/auth/login#invite=${invite_secret}$`))
    const first = (await deliveredMail(server)).find(
      ({ kind, to }) => kind === 'activation' && to === who.email,
    )
    expect(first?.subject).toBe('Confirm your address for Discordia')
  })

  test('an account that staff activate themselves is no registration any more', async () => {
    await settle('approval')
    const who = person()
    await join({}, who)
    const [application] = await listed()
    const { member, id = 0 } = application ?? {}
    await root.post(`/members/${member?.id}/activate`)
    expect(await listed('admitted')).toMatchObject([{ id, decided_by: { username: 'Root' } }])
    server.passTime(31 * DAY_MS)
    await cleanUp(server.deps, server.app.log)
    expect(await server.deps.db.selectFrom('applications').selectAll().execute()).toEqual([])
  })

  test('a closed account is not approved', async () => {
    await settle('approval')
    await join()
    const [application] = await listed()
    const { member, id = 0 } = application ?? {}
    await decide([id], false, 'No')
    await root.post(`/members/${member?.id}/deactivate`)
    expect((await decide([id])).json()).toEqual({ decided: 0 })
  })

  test('what a closed registration answers does not say which addresses have an account', async () => {
    await settle('closed')
    const known = { email: 'olwen@example.org', username: 'Olwen' }
    expect(codeOf(await register(server, known))).toBe('admission_closed')
  })

  test('an application is seen once its address is confirmed, and no member before', async () => {
    await settle('approval')
    const who = person()
    await register(server, { ...who, application: '  I play on Fridays  ' })
    expect([await listed(), (await listed('unconfirmed')).length]).toEqual([[], 1])
    expect(codeOf(await logIn(server, who.email))).toBe('no_active_account')
    const confirmed = await confirm(who.email)
    expect([confirmed.statusCode, confirmed.json()]).toEqual([202, { awaits_approval: true }])
    const refused = await logIn(server, who.email)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      401,
      'No active account found with the given credentials',
    ])
    const wrong = await logIn(server, who.email, `${PASSWORD}x`)
    expect(codeOf(wrong)).toBe('no_active_account')
    expect(await listed()).toMatchObject([
      { line: 'I play on Fridays', domain: 'example.net', member: { username: who.username } },
    ])
    const [group] = await addGroups(server, olwen.id, 1)
    const path = `/api/rpggroups/invite/${group as GroupId}`
    const invited = await server.send('POST', path, olwen.auth, { username: who.username })
    expect(codeOf(invited)).toBe('user_not_found')
  })

  test('a new password does not let in who waits', async () => {
    await settle('approval')
    const who = person()
    await register(server, who)
    await server.send('POST', '/api/discordia/request-change-password/', {}, { email: who.email })
    const mail = (await deliveredMail(server)).findLast(({ kind }) => kind === 'password-reset')
    const new_password = 'Another1!'
    const body = { new_password, request_id: mail?.secret }
    const set = await server.send('POST', '/api/discordia/verified-change-password/', {}, body)
    expect(set.statusCode).toBe(200)
    const login = await logIn(server, who.email, new_password)
    expect(codeOf(login)).toBe('awaiting_approval')
    expect(await listed()).toHaveLength(1)
  })

  test('decisions are mailed once, with their reason, and a declined one can still be approved', async () => {
    await settle('approval')
    const [one, two] = [person(), person()]
    await join({}, one)
    await join({}, two)
    const [first, second] = (await listed()).map(({ id }) => id) as [number, number]
    await deliveredMail(server)
    expect((await decide([first], false)).statusCode).toBe(400)
    const both = await Promise.all([decide([first, second]), decide([first], false, 'Spam')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const admitted = [both[0], await decide([first, second])].map((one) => one.json().decided)
    expect(admitted).toEqual([2, 0])
    expect(await listed()).toEqual([])
    expect((await logIn(server, two.email)).statusCode).toBe(200)
    const mails = (await deliveredMail(server)).filter(
      ({ to, kind }) => to === two.email && kind.startsWith('application'),
    )
    expect(mails.map(({ kind }) => kind)).toEqual(['application-admitted'])
    expect((await logIn(server, one.email)).statusCode).toBe(200)
  })

  test('an approval at the moment of a confirmation, a login and an invite leads to one account in one group', async () => {
    await settle('approval')
    const invite_secret = await linkOfGroup()
    const who = person()
    await register(server, { ...who, invite_secret })
    const [application] = await listed('unconfirmed')
    const id = application?.id ?? 0
    const [confirmed, early, login] = await Promise.all([
      confirm(who.email),
      decide([id]),
      logIn(server, who.email),
    ])
    expect([confirmed.statusCode, early.statusCode]).toEqual([202, 200])
    expect([200, 401]).toContain(login.statusCode)
    const late = await decide([id])
    expect(early.json().decided + late.json().decided).toBe(1)
    const auth = bearer((await logIn(server, who.email)).json())
    const redeem = () =>
      server.send('POST', '/api/rpggroups/redeem-link/', auth, { secret: invite_secret })
    const redeemed = await Promise.all([redeem(), redeem(), decide([id])])
    expect(redeemed.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201, 400])
    const invites = await server.app.inject({ url: '/api/rpggroups/list/invites', headers: auth })
    expect(invites.json()).toHaveLength(1)
  })

  test('a declined account is deleted after thirty days, an unconfirmed one with others, a waiting one after ninety', async () => {
    await settle('approval')
    const [declined, waits, silent] = [person(), person(), person()]
    await join({}, declined)
    await join({}, waits)
    await register(server, silent)
    const [application] = await listed()
    await decide([application?.id ?? 0], false, 'We know you')
    const mail = (await deliveredMail(server)).find(({ kind }) => kind === 'application-declined')
    expect([mail?.to, mail?.text]).toEqual([declined.email, expect.stringContaining('We know you')])
    const left = async (days: number) => {
      server.passTime(days * DAY_MS)
      await cleanUp(server.deps, server.app.log)
      const rows = await server.deps.db.selectFrom('users').select('username').execute()
      return rows.map(({ username }) => username).toSorted()
    }
    expect(await left(31)).toEqual(['Olwen', waits.username, 'Root'].toSorted())
    expect(await left(58)).toContain(waits.username)
    expect(await left(2)).toEqual(['Olwen', 'Root'])
  })

  test('a thousand are approved by one act, and each is mailed once', async () => {
    const { db, clock } = server.deps
    const users = await db
      .insertInto('users')
      .values(
        Array.from({ length: 1000 }, (_, n) => ({
          username: `Flood${n}`,
          username_key: `flood${n}`,
          latin_key: `flood${n}`,
          email: `flood${n}@${PROVIDER}`,
          email_key: `flood${n}@${PROVIDER}`,
          password_hash: 'x',
          role: 'player' as const,
          created_at: clock(),
        })),
      )
      .returning('id')
      .execute()
    const times = { line: '', created_at: clock(), confirmed_at: clock() }
    await db
      .insertInto('applications')
      .values(users.map(({ id }) => ({ user_id: id, ...times })))
      .execute()
    const [{ domain, ids }] = (await root.get('/applications/domains')).json()
    expect([domain, ids.length]).toEqual([PROVIDER, 1000])
    const mails = () =>
      db.selectFrom('outbox').select('id').where('kind', '=', 'application-admitted').execute()
    const both = await Promise.all([decide(ids), decide(ids)])
    expect(both.map((response) => response.json().decided).toSorted()).toEqual([0, 1000])
    expect([(await mails()).length, await listed()]).toEqual([1000, []])
  })

  describe('the code of conduct', () => {
    let version = 0
    async function write(kit: SiteKit) {
      version += 1
      await insertKit(
        server.deps,
        { value: kit, icons: {}, source: 'desk', made_by: null },
        version,
      )
      await server.deps.kit.reload()
    }
    const profileOf = async (auth = olwen.auth) =>
      (await server.app.inject({ url: '/api/users/profile/', headers: auth })).json()
    const offer = () =>
      server.send('PUT', '/api/rpggroups/page/1', olwen.auth, {
        purpose: '',
        note: '',
        talk_url: null,
        version: 0,
      })
    const accept = (which: number) =>
      server.send('POST', '/api/users/conduct/', olwen.auth, { version: which })

    test('is on a page of its own, and waited for by additions alone', async () => {
      await addGroups(server, olwen.id, 1)
      const page = () => server.app.inject({ url: '/conduct.html' })
      expect([(await page()).statusCode, 'conduct' in (await profileOf())]).toEqual([404, false])
      await write({ legal: { conduct: 'Be **kind**.' } })
      expect((await page()).body).toContain('Be <strong>kind</strong>.')
      expect((await profileOf()).conduct).toBe(1)
      expect(codeOf(await offer())).toBe('conduct_required')
      const back = await server.send('DELETE', '/api/contents/registration/1', olwen.auth)
      expect(codeOf(back)).not.toBe('conduct_required')
      const created = await server.send('POST', '/api/rpggroups/create/', olwen.auth, {
        name: 'Owls',
      })
      expect(created.statusCode).toBe(201)
      expect((await accept(2)).statusCode).toBe(409)
      expect((await accept(1)).statusCode).toBe(200)
      expect([codeOf(await offer()), 'conduct' in (await profileOf())]).not.toContain(
        'conduct_required',
      )
      expect('conduct' in (await profileOf())).toBe(false)
    })

    test('is asked for again only when its version rises', async () => {
      await write({ legal: { conduct: 'Be kind.' } })
      await accept(1)
      await write({ legal: { conduct: 'Be kind!' } })
      expect('conduct' in (await profileOf())).toBe(false)
      await write({ legal: { conduct: 'Be kind!' }, conduct_version: 2 })
      expect((await profileOf()).conduct).toBe(2)
    })

    test('is agreed to with the registration', async () => {
      await write({ legal: { conduct: 'Be kind.' } })
      const who = person()
      await register(server, { ...who, conduct: 1 })
      await confirm(who.email)
      const login = await logIn(server, who.email)
      expect('conduct' in (await profileOf(bearer(login.json())))).toBe(false)
    })
  })
})
