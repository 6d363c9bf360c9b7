import type { GroupId } from '#contract/ids.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { addOpening, OPENING } from '#test/helpers/fixtures/openingActs.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

deskTests('groups that look for players, at the desk on %s (behaviour 12.20)', (server) => {
  let root: DeskCaller
  let owner: TestUser
  let asker: TestUser
  let group: GroupId

  beforeEach(async () => {
    await server.empty()
    root = await server.staff('Root', 'superuser')
    owner = await server.addUser('Olwen')
    asker = await server.addUser('Ada')
    group = (await addGroups(server, owner.id, 1))[0] as GroupId
    await addOpening(server, group)
  })

  const call = (user: TestUser, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api${url}`,
      headers: user.auth,
      ...(payload && { payload }),
    })
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
    await server.deps.db
      .insertInto('memberships')
      .values({ group_id: group, user_id: friend.id, joined_at: 5 })
      .execute()
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
