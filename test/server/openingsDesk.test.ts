import type { GroupId } from '#contract/ids.ts'
import { ASK_AGAIN_MS } from '#server/modules/groups/limits.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { addOpening, OPENING } from '#test/helpers/fixtures/openingActs.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, serverTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { listOf } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

deskTests('groups that look for players, at the desk on %s (behaviour 12.20)', (server) => {
  let group: GroupId

  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])
  const [owner, asker] = playersOf(server, 'Olwen', 'Ada')
  beforeEach(async () => {
    group = (await addGroups(server, owner.id, 1))[0] as GroupId
    await addOpening(server, group)
  })

  const call = (user: TestUser, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    server.send(method, `/api${url}`, user.auth, payload)
  const ask = () => call(asker, 'POST', `/rpggroups/openings/${group}/ask/`, { message: '' })
  const own = async () => (await call(asker, 'GET', '/rpggroups/join-requests/')).json()
  const openings = async (filter = {}) => (await root.get(listOf('openings', { filter }))).json()
  const featuresOf = async (user: TestUser): Promise<string[]> =>
    (await call(user, 'GET', '/users/profile/')).json().features

  test('staff close an opening with a reason, and its requests end', async () => {
    await ask()
    const [opening] = await openings({ q: 'LANTERN' })
    expect(opening).toMatchObject({
      group: { id: group, name: 'Group 00000' },
      owner: { username: 'Olwen' },
      languages: ['en'],
      free: 3,
      requests: 1,
    })
    await deliveredMail(server)
    const closed = await root.post(`/openings/${opening.id}/close`, { reason: 'Advertising' })
    expect([closed.statusCode, closed.json()]).toEqual([200, opening])
    expect([await openings(), await own()]).toMatchObject([[], [{ answer: 'closed' }]])
    const mails = (await deliveredMail(server)).filter(({ kind }) => kind !== 'join-request')
    expect(mails.map(({ to, kind }) => [to, kind]).toSorted()).toEqual([
      ['ada@example.org', 'join-answer'],
      ['olwen@example.org', 'opening-closed'],
    ])
    expect(mails.find(({ kind }) => kind === 'opening-closed')?.text).toContain('Advertising')
    const { log } = (await call(owner, 'GET', `/rpggroups/page/${group}`)).json()
    expect(log.entries[0]).toMatchObject({ kind: 'team_closed_opening', actor: null })
    const [row] = (await root.get(listOf('audit', { filter: { resource: 'openings' } }))).json()
    expect(row).toMatchObject({ action: 'close', after: { reason: 'Advertising', told: 1 } })
  })

  test('requests end with a group that the staff close, and plain members get no email about an opening', async () => {
    const friend = await server.addUser('Finn')
    await server.insert('memberships', { group_id: group, user_id: friend.id, joined_at: 5 })
    await ask()
    const [opening] = await openings()
    await root.post(`/openings/${opening.id}/close`, { reason: 'Advertising' })
    await addOpening(server, group)
    const other = await server.addUser('Otto')
    await call(other, 'POST', `/rpggroups/openings/${group}/ask/`, { message: '' })
    await root.post(`/groups/${group}/close`, { reason: 'Spam' })
    const mails = (await deliveredMail(server)).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`)
    expect(mails).toContain('join-answer otto')
    expect(mails.filter((one) => one.startsWith('opening-closed'))).toEqual([
      'opening-closed olwen',
    ])
  })

  test('a group that is renamed is found by its new name', async () => {
    await root.post(`/groups/${group}/rename`, { name: 'Rooks' })
    const found = await call(asker, 'GET', '/rpggroups/openings/?q=rooks')
    expect(found.json().groups).toMatchObject([{ group_name: 'Rooks' }])
  })

  test('switched off, nothing announces them and every call is unknown; switched on, all is as before', async () => {
    await ask()
    expect(await featuresOf(asker)).toContain('openings')
    const off = await root.post('/openings/switch', { is_on: false })
    expect([off.json(), (await root.get('/openings/switch')).json()]).toEqual([
      { is_on: false },
      { is_on: false },
    ])
    expect(await featuresOf(asker)).not.toContain('openings')
    const path = `/rpggroups/openings/${group}`
    const answers = await Promise.all([
      call(asker, 'GET', '/rpggroups/openings/'),
      call(asker, 'GET', '/rpggroups/openings/?before=none'),
      call(asker, 'GET', '/rpggroups/join-requests/'),
      call(owner, 'GET', path),
      call(owner, 'PUT', path, OPENING),
      call(owner, 'PUT', path, {}),
      ask(),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    expect(answers.map((answer) => answer.json().errors[0].code)).toEqual(
      answers.map(() => 'not_found'),
    )
    // Nothing is mailed about what nobody can open.
    expect(await deliveredMail(server)).toEqual([])
    await root.post('/openings/switch', { is_on: true })
    expect(await own()).toMatchObject([{ answer: 'open' }])
    expect(await featuresOf(asker)).toContain('openings')
  })

  test('the opening of an owner without an active account is not listed, and requests of one end', async () => {
    const list = async (user: TestUser) =>
      (await call(user, 'GET', '/rpggroups/openings/')).json().groups
    const waiting = async () =>
      (await call(owner, 'GET', `/rpggroups/openings/${group}`)).json().requests
    await ask()
    expect([(await waiting()).length, (await list(asker)).length]).toEqual([1, 1])
    await root.post(`/members/${asker.id}/deactivate`)
    expect(await waiting()).toEqual([])
    await root.post(`/members/${owner.id}/deactivate`)
    expect(await list(await server.addUser('Otto'))).toEqual([])
    // Nothing of the requests comes back with the account.
    await root.post(`/members/${asker.id}/reactivate`)
    const rows = await server.deps.db.selectFrom('join_requests').select('answer').execute()
    expect(rows).toEqual([{ answer: 'withdrawn' }])
  })
})

serverTests('requests to join on %s (behaviour 12.20)', (server) => {
  const { call } = groupCallsOf(server)
  let first: GroupId
  let second: GroupId

  beforeEach(() => server.empty())
  const [owner, friend, asker] = playersOf(server, 'Olwen', 'Finn', 'Ada')
  beforeEach(async () => {
    const groups = await addGroups(server, owner.id, 2)
    ;[first = 0 as GroupId, second = 0 as GroupId] = groups
    for (const group of groups) await addOpening(server, group)
  })

  const ask = (user: TestUser, group = first) =>
    call(user, 'POST', `/openings/${group}/ask/`, { message: '' })
  const asked = async (user: TestUser, group = first): Promise<number> =>
    (await ask(user, group)).json().id
  const answers = async (user: TestUser) => {
    const own: { group_id: number; answer: string }[] = (
      await call(user, 'GET', '/join-requests/')
    ).json()
    return Object.fromEntries(own.map(({ group_id, answer }) => [group_id, answer]))
  }
  const join = (user: TestUser, role: 'member' | 'co_owner' = 'member') =>
    server.insert('memberships', { group_id: first, user_id: user.id, joined_at: 5, role })
  const mails = async () =>
    (await deliveredMail(server)).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`)
  const stopMails = (user: TestUser) =>
    server.send('PUT', '/api/users/preferences/', user.auth, {
      email_notifications: false,
      group_log_mails: false,
    })

  test('an invite answers the request of one member to one group, and the end of an opening those to one', async () => {
    for (const user of [asker, friend]) for (const group of [first, second]) await ask(user, group)
    await call(owner, 'POST', `/invite/${first}`, { username: 'Ada' })
    expect(await answers(asker)).toEqual({ [first]: 'accepted', [second]: 'open' })
    expect(await answers(friend)).toEqual({ [first]: 'open', [second]: 'open' })
    await call(owner, 'DELETE', `/openings/${first}`)
    expect(await answers(asker)).toEqual({ [first]: 'accepted', [second]: 'open' })
    expect(await answers(friend)).toEqual({ [first]: 'closed', [second]: 'open' })
  })

  test('mail about a request goes to those who may still answer it when it is sent', async () => {
    await join(friend, 'co_owner')
    await ask(asker)
    const body = { member_id: friend.id, is_co_owner: false }
    await call(owner, 'POST', `/page/${first}/co-owner/`, body)
    expect(await mails()).toEqual(['join-request olwen'])
  })

  test('mail about an accepted request is not sent once its invite is gone', async () => {
    const request = await asked(asker)
    await deliveredMail(server)
    await call(owner, 'POST', `/join-requests/${request}/accept/`, {})
    const [group] = (await call(owner, 'GET', '/list')).json()
    await call(owner, 'DELETE', `/cancel/${group.invites[0].id}`)
    expect(await mails()).toEqual(['join-request olwen'])
  })

  test('no mail about requests goes to members who have stopped it since', async () => {
    await ask(asker)
    const request = await asked(friend)
    await stopMails(owner)
    await call(owner, 'POST', `/join-requests/${request}/decline/`, { sentence: '' })
    await stopMails(friend)
    expect(await mails()).toEqual([])
  })

  test('a request that waits stays the only one of its member, however old it is', async () => {
    await ask(asker)
    server.passTime(ASK_AGAIN_MS + 1)
    Object.assign(asker, await server.renew(asker))
    expect((await ask(asker)).json().errors[0].code).toBe('already_asked')
  })

  test('a group is found again when the mute of its owner is over', async () => {
    const { db, clock } = server.deps
    const mute = { user_id: asker.id, muted_user_id: owner.id, created_at: 1, until: clock() }
    await db.insertInto('mutes').values(mute).execute()
    expect((await call(asker, 'GET', '/openings/')).json().groups).toHaveLength(2)
    expect((await ask(asker)).statusCode).toBe(201)
  })

  test('the free places are beside the invites that are open when they are saved', async () => {
    await call(owner, 'POST', `/invite/${first}`, { username: 'Finn' })
    const saved = await call(owner, 'PUT', `/openings/${first}`, {
      ...OPENING,
      places: 2,
      version: 1,
    })
    expect(saved.json().opening.free).toBe(2)
  })
})
