import type { GroupId } from '#contract/ids.ts'
import type { CheckedList, ListRow, MemberInvite } from '#contract/memberInvites.ts'
import { cleanUp } from '#server/compose/background.ts'
import { DAY_MS } from '#server/config/time.ts'
import { inviteForTeam } from '#server/modules/groups/invites.ts'
import { findGroupsByName, insertMember } from '#server/modules/groups/repository.ts'
import { INVITES_A_DAY, readList } from '#server/modules/member-invites/deskRoutes.ts'
import { followInvites } from '#server/modules/member-invites/follow.ts'
import { changing } from '#server/work/work.ts'
import { activate, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { listOf, startDesk } from '#test/helpers/server/startDesk.ts'

const ADA = 'ada@example.org'

const BEN = 'Ben@Example.org'

deskTests('invites to register by a list, on %s', (server, engine) => {
  let again = 0
  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])

  const send = (list: string, who = root) => who.post('/member-invites', { list })
  const rowsOf = (response: { json: () => CheckedList }): ListRow[] => response.json().rows
  const results = (response: { json: () => CheckedList }) =>
    rowsOf(response).map(({ result }) => result)
  const check = (list: string) => root.post('/member-invites/check', { list })
  const listed = async (filter = {}): Promise<MemberInvite[]> =>
    (await root.get(listOf('member-invites', { filter }))).json()
  const follow = () => followInvites(server.deps, inviteForTeam)
  const mailsTo = async (address: string) =>
    (await deliveredMail(server)).filter(({ to }) => to.toLowerCase() === address.toLowerCase())
  async function pass(ms: number) {
    server.passTime(ms)
    Object.assign(root, await server.staff(`Root${++again}`, 'superuser'))
  }
  const stopLinkIn = (text = '') =>
    new URL(/http\S+unsubscribe-invites\S+/.exec(text)?.[0] ?? 'http://none').pathname
  const refuse = (path: string) =>
    server.send(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded' },
      'List-Unsubscribe=One-Click',
    )
  async function join(email: string, username: string) {
    await register(server, { email, username })
    const mail = (await mailsTo(email)).findLast(({ kind }) => kind === 'activation')
    await activate(server, mail?.secret ?? '')
  }

  test('a check says what would become of each row, and changes nothing', async () => {
    await server.addUser('Mara')
    await send(BEN)
    const { statusCode, ...response } = await check(
      `Name;E-Mail;Group\nAda;${ADA};\n;ADA@example.org;\n;mara@example.org;\n;ben@example.org;\n;nothing;\n;x@y@z;\n;cy@example.org;Owls\n\n;di@example.org;`,
    )
    expect([statusCode, results({ json: () => JSON.parse(response.body) })]).toEqual([
      200,
      'will_invite twice member invited no_address no_address no_group will_invite'.split(' '),
    ])
    expect(JSON.parse(response.body).rows.at(-1)).toMatchObject({ row: 10, name: null })
    expect(await listed()).toHaveLength(1)
    expect(await mailsTo(ADA)).toEqual([])
  })

  test('an invite is a mail with a link to the registration; no account comes of it', async () => {
    expect(results(await send(`${ADA},Ada L.\nnothing`))).toEqual(['will_invite', 'no_address'])
    const [mail, ...more] = await mailsTo(ADA)
    expect([more, mail?.link?.endsWith('/register')]).toEqual([[], true])
    expect(mail?.text).toContain('For: Ada L.')
    expect(mail?.text).not.toContain('group')
    expect(await listed()).toMatchObject([
      { email: ADA, name: 'Ada L.', state: 'invited', invited_by: { username: 'Root' } },
    ])
    expect(await server.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  test('who came is seen by name, and the address is deleted', async () => {
    await send(`${BEN},Ben\n${ADA}`)
    await register(server, { email: 'ben@example.org', username: 'Bo' })
    await follow()
    expect(await listed({ state: 'came' })).toEqual([])
    const mail = (await mailsTo('ben@example.org')).find(({ kind }) => kind === 'activation')
    await activate(server, mail?.secret ?? '')
    expect((await Promise.all([follow(), follow()])).map(({ came }) => came).toSorted()).toEqual([
      0, 1,
    ])
    expect(await listed({ state: 'came' })).toMatchObject([
      { email: null, name: null, member: { username: 'Bo' }, state: 'came' },
    ])
    expect(await listed({ state: 'invited' })).toMatchObject([{ email: ADA }])
    expect(results(await check(BEN))).toEqual(['member'])
  })

  test('who comes gets the invite of the group, and decides about it', async () => {
    const owner = await server.addUser('Olwen')
    const headers = owner.auth
    const call = async (url: string, auth = headers) =>
      (await server.app.inject({ url: `/api/rpggroups/${url}`, headers: auth })).json()
    await server.send('POST', '/api/rpggroups/create/', headers, { name: 'Ravens' })
    expect(results(await send(`${ADA},,Ravens\n${BEN},,ravens`))).toEqual([
      'will_invite',
      'no_group',
    ])
    expect((await mailsTo(ADA))[0]?.text).toContain('group “Ravens”')
    await join(ADA, 'Ada')
    await follow()
    const [{ id, invites, members }] = await call('list')
    expect(invites).toMatchObject([{ target_user_username: 'Ada' }])
    expect(members).toHaveLength(1)
    const [entry] = (await call(`page/${id}`)).log.entries
    expect(entry).toMatchObject({ kind: 'team_invited', actor: null, subject: 'Ada' })
    expect((await mailsTo(ADA)).filter(({ kind }) => kind === 'group-invite')).toHaveLength(1)
  })

  test('a group that is gone, or a name of two groups, is no hindrance', async () => {
    const { db } = server.deps
    const owner = await server.addUser('Olwen')
    for (const name of ['Owls', 'Owls', 'Crows'])
      await server.send('POST', '/api/rpggroups/create/', owner.auth, { name })
    expect([...(await findGroupsByName({ db }, ['Owls', 'Crows'])).keys()]).toEqual(['Crows'])
    await send(`${ADA},,Crows`)
    await db.deleteFrom('groups').where('name', '=', 'Crows').execute()
    await join(ADA, 'Ada')
    expect(await follow()).toMatchObject({ came: 1 })
    const ada = await db.selectFrom('users').select('id').where('email', '=', ADA).execute()
    const [{ id } = { id: owner.id }] = ada
    expect(await changing(server.deps, (w) => inviteForTeam(w, 999 as GroupId, id))).toBe(false)
    const [owls] = await db.selectFrom('groups').select('id').execute()
    const invite = () =>
      changing(server.deps, (w) => inviteForTeam(w, owls?.id ?? (0 as GroupId), id))
    expect([await invite(), await invite()]).toEqual([true, false])
  })

  test('a removed member is not brought back by a list, in the name of the owner', async () => {
    const owner = await server.addUser('Olwen')
    const send = async (url: string, payload: object) =>
      server.send('POST', `/api/rpggroups/${url}`, owner.auth, payload)
    const group = async () =>
      (await server.app.inject({ url: '/api/rpggroups/list', headers: owner.auth })).json()[0]
    await send('create/', { name: 'Ravens' })
    const { id: group_id } = await group()
    await root.post('/member-invites', { list: `${ADA},,Ravens` })
    await join(ADA, 'Ada')
    const { db, clock } = server.deps
    const ada = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', ADA)
      .executeTakeFirstOrThrow()
    await insertMember({ db, now: clock() }, group_id, ada.id)
    expect((await send('remove/', { group_id, member_id: ada.id })).statusCode).toBe(200)
    expect(await follow()).toMatchObject({ came: 1 })
    expect((await group()).invites).toEqual([])
    expect((await mailsTo(ADA)).filter(({ kind }) => kind === 'group-invite')).toEqual([])
    expect((await send(`invite/${group_id}`, { username: 'Ada' })).statusCode).toBe(201)
  })

  test('one reminder is sent after a week, to nobody who came, registered, refused or was taken back', async () => {
    await send(`${ADA}\n${BEN}\nregistered@example.org\nrefuses@example.org\nback@example.org`)
    await join(BEN, 'Ben')
    await register(server, { email: 'registered@example.org', username: 'Reg' })
    await refuse(stopLinkIn((await mailsTo('refuses@example.org'))[0]?.text))
    const back = (await listed()).find(({ email }) => email === 'back@example.org')
    expect((await root.post(`/member-invites/${back?.id}/take-back`)).statusCode).toBe(200)
    await pass(7 * DAY_MS - 1)
    expect(await follow()).toEqual({ came: 1, reminded: 0 })
    await pass(1)
    await server.insert('admissions', { name: 'site', mode: 'closed', refused_domains: '' })
    expect(await follow()).toEqual({ came: 0, reminded: 0 })
    await server.update('admissions', { name: 'site' }, { mode: 'open' })
    const runs = await Promise.all([follow(), follow()])
    expect(runs.map(({ reminded }) => reminded).toSorted()).toEqual([0, 1])
    await pass(8 * DAY_MS)
    expect(await follow()).toEqual({ came: 0, reminded: 0 })
    const mails = (await deliveredMail(server)).filter(({ subject }) => /^Reminder/.test(subject))
    expect(mails.map(({ to }) => to)).toEqual([ADA])
    expect(await listed({ state: 'reminded' })).toMatchObject([{ email: ADA }])
  })

  test('what waits to be sent when registration closes is not sent', async () => {
    await send(ADA)
    await server.insert('admissions', { name: 'site', mode: 'closed', refused_domains: '' })
    expect(await mailsTo(ADA)).toEqual([])
  })

  test('a refusal needs a click on a button, holds for all invites by email, and keeps no address', async () => {
    await send(`${ADA},Ada L.`)
    const path = stopLinkIn((await mailsTo(ADA))[0]?.text)
    expect((await server.app.inject(path)).body).toContain('Stop all invites')
    await follow()
    expect(await listed({ state: 'refused' })).toEqual([])
    expect((await refuse(path)).statusCode).toBe(200)
    expect(results(await check(ADA))).toEqual(['refused'])
    await follow()
    expect(await listed({ state: 'refused' })).toMatchObject([{ email: null, name: null }])
    expect(results(await check(ADA))).toEqual(['refused'])
    expect((await send(ADA)).statusCode).toBe(409)
    const owner = await server.addUser('Olwen')
    const call = (url: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api${url}`, headers: owner.auth, payload })
    await call('/rpggroups/create/', { name: 'Ravens' })
    const groups = await server.deps.db.selectFrom('groups').select('id').execute()
    const url = `/rpggroups/links/${groups[0]?.id}/mail/`
    expect((await call(url, { email: ADA })).statusCode).toBe(201)
    expect(await mailsTo(ADA)).toHaveLength(1)
    const { db } = server.deps
    const kept = [
      await db.selectFrom('member_invites').selectAll().execute(),
      await db.selectFrom('stopped_addresses').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().execute(),
    ]
    expect(JSON.stringify(kept)).not.toMatch(/ada/i)
  })

  test('the link in a mailed group invite refuses them, too, also one whose mail waits', async () => {
    const owner = await server.addUser('Olwen')
    const call = (url: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api${url}`, headers: owner.auth, payload })
    await call('/rpggroups/create/', { name: 'Ravens' })
    const groups = await server.deps.db.selectFrom('groups').select('id').execute()
    await call(`/rpggroups/links/${groups[0]?.id}/mail/`, { email: ADA })
    const [group] = await mailsTo(ADA)
    await send(ADA)
    await refuse(stopLinkIn(group?.text))
    expect(await mailsTo(ADA)).toHaveLength(1)
    await follow()
    expect(await listed()).toMatchObject([{ state: 'refused' }])
  })

  test('an invite that is taken back before its mail is not sent, and can be made again', async () => {
    await send(ADA)
    const [{ id } = { id: 0 }] = await listed()
    expect((await root.post(`/member-invites/${id}/take-back`)).json()).toMatchObject({
      state: 'ended',
      email: null,
    })
    expect((await root.post(`/member-invites/${id}/take-back`)).statusCode).toBe(409)
    const log = await server.deps.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(log)).not.toMatch(/ada/i)
    expect(await mailsTo(ADA)).toEqual([])
    expect(results(await send(ADA))).toEqual(['will_invite'])
    expect(await mailsTo(ADA)).toHaveLength(1)
    const [again] = await listed({ state: 'invited' })
    await root.post(`/member-invites/${again?.id}/take-back`)
    await send(ADA)
    expect(await mailsTo(ADA)).toHaveLength(1)
  })

  test('who has registered before the mail is sent gets none', async () => {
    await send(ADA)
    await register(server, { email: ADA, username: 'Ada' })
    expect((await mailsTo(ADA)).map(({ kind }) => kind)).toEqual(['activation'])
  })

  test('who comes after the invite has ended, or is deactivated, has not come by it', async () => {
    await send(`${ADA}\n${BEN}`)
    await join(BEN, 'Ben')
    await server.update('users', { username: 'Ben' }, { deactivated_at: 1 })
    expect(await follow()).toMatchObject({ came: 0 })
    await pass(30 * DAY_MS)
    await join(ADA, 'Ada')
    expect(await follow()).toMatchObject({ came: 0 })
    expect((await listed()).map(({ state }) => state)).toEqual(['ended', 'ended'])
  })

  test('two lists at once invite an address once', async () => {
    const other = await server.staff('Rue', 'superuser')
    const responses = await Promise.all([send(`${ADA}\nb@example.org`), send(ADA, other)])
    expect(responses.map(({ statusCode }) => statusCode)).toContain(200)
    expect(await listed({ q: ADA })).toHaveLength(1)
    expect(await mailsTo(ADA)).toHaveLength(1)
  })

  test('all lists together invite a limited number a day, and one list has a limit of its own', async () => {
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `p${from + n}@example.org`).join('\n')
    expect((await check(people(0, 1001))).json().errors[0].code).toBe('long_list')
    expect((await send(people(0, INVITES_A_DAY - 1))).statusCode).toBe(200)
    const refused = await send(`${ADA}\n${BEN}`)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'many_invites'])
    expect(await listed({ q: ADA })).toEqual([])
    expect((await send(ADA)).statusCode).toBe(200)
    await pass(DAY_MS)
    expect((await send(BEN)).statusCode).toBe(200)
  })

  test('a superuser sends a limited number of lists an hour', async () => {
    const strict = await startDesk(engine, { RATE_LIMITS: 'on' })
    const eager = await strict.staff('Egon', 'superuser')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await send('nothing', eager)).statusCode)
    expect(statuses.slice(9)).toEqual([409, 429])
    await strict.close()
  })

  test('it ends after 30 days, and is deleted a day later', async () => {
    await send(ADA)
    await pass(30 * DAY_MS)
    expect(await listed()).toMatchObject([{ state: 'ended', email: ADA }])
    expect(await mailsTo(ADA)).toEqual([])
    await pass(DAY_MS + 1)
    await cleanUp(server.deps, server.app.log)
    expect(await listed()).toEqual([])
  })

  test('the log has who invited how many, and no address', async () => {
    await send(`${ADA},Ada\n${BEN}\nnothing`)
    const [event] = (await root.get(listOf('audit', { filter: { action: 'send' } }))).json()
    expect(event).toMatchObject({
      resource: 'member-invites',
      actor_name: 'Root',
      after: { invited: 2, rows: 3, ids: [expect.any(Number), expect.any(Number)] },
    })
  })
})

const read = (text: string) => readList(text).map(({ email, name, group }) => [email, name, group])

describe('a list of people to invite', () => {
  test.each([
    ['commas', 'ada@example.org,Ada L.,Ravens'],
    ['semicolons', 'ada@example.org;Ada L.;Ravens'],
    ['tabs', 'ada@example.org\tAda L.\tRavens'],
    ['quotation marks', '"ada@example.org","Ada L.","Ravens"'],
    ['headings', 'Email,Name,Group\nada@example.org,Ada L.,Ravens'],
    ['headings in another order', 'Group;Full name;E-mail address\nRavens;Ada L.;ada@example.org'],
    ['columns that are not used', 'No,Email,Age,Name,Group\n1,ada@example.org,7,Ada L.,Ravens'],
    ['a byte order mark', '\ufeffemail,name,group\nada@example.org,Ada L.,Ravens'],
    ['lines of Windows and blank ones', '\r\n ada@example.org , Ada  L. ,Ravens\r\n\r\n,,\r\n'],
  ])('is read with %s', (_what, text) => {
    expect(read(text)).toEqual([[ADA, 'Ada L.', 'Ravens']])
  })

  test('keeps the number of each line, also of one without an address', () => {
    const rows = readList('email\nnothing\n\nada@example.org')
    expect(rows.map(({ row, email, hasAddress }) => [row, email, hasAddress])).toEqual([
      [2, 'nothing', false],
      [4, 'ada@example.org', true],
    ])
  })

  test.each(['Ada <ada@example.org>', 'a@b.c, d@e.f', '=cmd|a@b.c x', `${'a'.repeat(400)}@b.c`])(
    'takes no address from %s',
    (text) => {
      expect(readList(`"${text}"`).map(({ hasAddress }) => hasAddress)).toEqual([false])
    },
  )

  test('has a limit of people, whatever the number of blank lines between them', () => {
    const people = (count: number, between = '\n') =>
      Array.from({ length: count }, (_, n) => `p${n}@example.org`).join(between)
    expect(readList(`email\n${people(1000)}`)).toHaveLength(1000)
    expect(() => readList(people(1001))).toThrow('more than 1000')
    expect(() => readList(people(900, '\n\n\n'))).toThrow('more than 1000')
  })
})
