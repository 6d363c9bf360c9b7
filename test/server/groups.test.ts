import type { Group, Notice } from '#contract/groups.ts'
import type { GroupId, NoticeId } from '#contract/ids.ts'
import { expireRows } from '#server/compose/background.ts'
import { NOTICE_DAYS } from '#server/modules/groups/limits.ts'
import { reading } from '#server/work/work.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const DAY = 24 * 3600 * 1000

serverTests('groups on %s', (server) => {
  const { call, groupsOf, invitesOf, mutesOf, found, ...calls } = groupCallsOf(server)
  const invite = (user: TestUser, { id }: Group, username: string) =>
    calls.invite(user, id, username)
  const join = (user: TestUser, by: TestUser, { id }: Group) => calls.join(user, by, id)

  beforeEach(() => server.empty())
  const [other, owner, friend] = playersOf(server, 'Otto', 'Olwen', 'Finn')

  test('creating a group responds with its name and makes the caller its only owner', async () => {
    const response = await call(owner, 'POST', '/create/', { name: '  Ravens ' })
    expect([response.statusCode, response.json()]).toEqual([201, { name: 'Ravens' }])
    expect(await groupsOf(owner)).toEqual([
      {
        id: expect.any(Number),
        name: 'Ravens',
        is_owner: true,
        members: [{ id: owner.id, name: 'Olwen', owner: true }],
        invites: [],
        notices: [],
        plan: { next_session: null, open_polls: 0, may_plan: true },
        page: { crest: null, role: 'owner', has_note: false },
      },
    ])
  })

  test('an invite shows group name, leader and size, and accepting joins the group', async () => {
    const group = await found(owner)
    const response = await invite(owner, group, ' fInN ')
    expect([response.statusCode, response.json()]).toEqual([201, { target_user_username: 'Finn' }])
    const [received] = await invitesOf(friend)
    expect(received).toEqual({
      id: expect.any(Number),
      group_name: 'Ravens',
      group_leader: 'Olwen',
      group_size: 1,
      invited_at: new Date(server.deps.clock()).toISOString(),
    })
    expect((await groupsOf(owner))[0]?.invites).toEqual([
      { id: received?.id, name: 'Ravens', target_user_username: 'Finn' },
    ])
    const accepted = await call(friend, 'GET', `/accept/${received?.id}`)
    expect([accepted.statusCode, accepted.json()]).toEqual([200, { group_name: 'Ravens' }])
    expect((await groupsOf(friend))[0]).toMatchObject({
      is_owner: false,
      members: [
        { name: 'Olwen', owner: true },
        { name: 'Finn', owner: false },
      ],
    })
    expect(await invitesOf(friend)).toEqual([])
  })

  test('inviting responds 400 when already invited or already a member', async () => {
    const group = await found(owner)
    await join(friend, owner, group)
    await invite(owner, group, 'Otto')
    const again = await invite(owner, group, 'otto')
    const member = await invite(owner, group, 'FINN')
    expect([again.statusCode, codeOf(again)]).toEqual([400, 'already_invited'])
    expect([member.statusCode, codeOf(member)]).toEqual([400, 'already_member'])
  })

  test.each([
    ['2w', 14],
    ['1m', 30],
  ])(
    'rejecting with %s mutes the inviter for %i days: 423 until the instant it ends',
    async (mute_level, days) => {
      const group = await found(owner)
      await invite(owner, group, 'Finn')
      const [received] = await invitesOf(friend)
      expect(
        (await call(friend, 'POST', `/reject/${received?.id}`, { mute_level })).statusCode,
      ).toBe(200)
      expect(await mutesOf(friend)).toEqual([
        { id: expect.any(Number), mute_invites_from_name: 'Olwen', duration_left: days },
      ])
      expect((await invite(owner, group, 'Finn')).statusCode).toBe(423)
      server.passTime(days * DAY - 1)
      for (const one of [owner, friend]) Object.assign(one, await server.renew(one))
      expect((await mutesOf(friend))[0]?.duration_left).toBe(1)
      expect((await invite(owner, await found(owner, 'Second table'), 'Finn')).statusCode).toBe(423)
      server.passTime(1)
      expect(await mutesOf(friend)).toEqual([])
      expect((await invite(owner, group, 'Finn')).statusCode).toBe(201)
    },
  )

  test('a later mute replaces a shorter one, never a longer one; other invites stay (ruling 7)', async () => {
    const [first, second] = [await found(owner, 'First'), await found(owner, 'Second')]
    await invite(owner, first, 'Finn')
    await invite(owner, second, 'Finn')
    const [a, b] = await invitesOf(friend)
    await call(friend, 'POST', `/reject/${a?.id}`, { mute_level: '1m' })
    expect(await invitesOf(friend)).toEqual([b])
    await call(friend, 'POST', `/reject/${b?.id}`, { mute_level: '2w' })
    expect((await mutesOf(friend)).map((mute) => mute.duration_left)).toEqual([30])
  })

  test('a mute is on the sender of the invite, also after the group has a new owner', async () => {
    const group = await found(owner)
    await join(other, owner, group)
    await invite(owner, group, 'Finn')
    const [received] = await invitesOf(friend)
    const successor = { group_id: group.id, new_owner_id: other.id }
    await call(owner, 'POST', '/transfer-ownership/', successor)
    await call(friend, 'POST', `/reject/${received?.id}`, { mute_level: '2w' })
    expect(await mutesOf(friend)).toMatchObject([{ mute_invites_from_name: 'Olwen' }])
  })

  test('unmuting lets the inviter try again; another member’s mute is not found', async () => {
    const group = await found(owner)
    await invite(owner, group, 'Finn')
    const [received] = await invitesOf(friend)
    await call(friend, 'POST', `/reject/${received?.id}`, { mute_level: '2w' })
    const [mute] = await mutesOf(friend)
    expect((await call(other, 'DELETE', `/unmute/${mute?.id}`)).statusCode).toBe(404)
    expect((await call(friend, 'DELETE', `/unmute/${mute?.id}`)).statusCode).toBe(200)
    expect((await invite(owner, group, 'Finn')).statusCode).toBe(201)
  })

  describe('leaving (ruling 1)', () => {
    const leave = (user: TestUser, group: Group, headers = {}) =>
      call(user, 'GET', `/leave/${group.id}`, undefined, headers)

    test('a member leaves and gets the name of the group', async () => {
      const group = await found(owner)
      await join(friend, owner, group)
      expect((await leave(friend, group)).json()).toEqual({ name: 'Ravens' })
      expect((await groupsOf(owner))[0]?.members).toHaveLength(1)
    })

    test('the owner names a successor in X-New-Owner', async () => {
      const group = await found(owner)
      await join(friend, owner, group)
      await join(other, owner, group)
      expect((await leave(owner, group, { 'X-New-Owner': String(other.id) })).statusCode).toBe(200)
      expect((await groupsOf(other))[0]).toMatchObject({ is_owner: true })
      expect(await groupsOf(owner)).toEqual([])
    })

    test('without the header the longest-serving member follows, then the lowest id', async () => {
      const group = await found(owner)
      await join(other, owner, group)
      server.passTime(1000)
      await join(friend, owner, group)
      await leave(owner, group)
      expect((await groupsOf(other))[0]?.is_owner).toBe(true)
      const tie = await found(friend, 'Tie')
      await join(other, friend, tie)
      await join(owner, friend, tie)
      await leave(friend, tie)
      const lowest = owner.id < other.id ? owner : other
      expect((await groupsOf(lowest)).find((one) => one.name === 'Tie')?.is_owner).toBe(true)
    })
  })

  test('transfer-ownership makes another member the owner (ruling 2, 5)', async () => {
    const group = await found(owner)
    await join(friend, owner, group)
    const transfer = (by: TestUser, new_owner_id: number) =>
      call(by, 'POST', '/transfer-ownership/', { group_id: group.id, new_owner_id })
    expect((await transfer(friend, friend.id)).statusCode).toBe(403)
    expect((await transfer(owner, other.id)).statusCode).toBe(400)
    expect((await transfer(owner, friend.id)).statusCode).toBe(200)
    expect((await groupsOf(friend))[0]?.members[0]).toMatchObject({ name: 'Finn', owner: true })
  })
})

serverTests('notices to the owner of a group on %s', (server) => {
  const { call, groupsOf, invitesOf, invite, found } = groupCallsOf(server)
  let group: GroupId

  beforeEach(() => server.empty())
  const [owner, friend] = playersOf(server, 'Olwen', 'Finn')
  beforeEach(async () => {
    group = (await found(owner)).id
  })

  const noticesOf = async (user: TestUser) => (await groupsOf(user))[0]?.notices
  const shownTo = async (user: TestUser) =>
    (await noticesOf(user))?.map(({ kind, name }) => `${name} ${kind}`)
  async function invited(user: TestUser): Promise<number> {
    await invite(owner, group, user.username)
    return Number((await invitesOf(user))[0]?.id)
  }
  const join = async (user: TestUser) => call(user, 'GET', `/accept/${await invited(user)}`)
  const reject = async (user: TestUser, mute_level = 'none') =>
    call(user, 'POST', `/reject/${await invited(user)}`, { mute_level })
  const leave = (user: TestUser) => call(user, 'GET', `/leave/${group}`)
  const dismiss = (user: TestUser, up_to: NoticeId) =>
    call(user, 'POST', '/dismiss-notices/', { group_id: group, up_to })

  test('have who accepted, rejected or left, newest first, with the time', async () => {
    expect(await noticesOf(owner)).toEqual([])
    const other = await server.addUser('Otto')
    await reject(other, '2w')
    await join(friend)
    server.passTime(60_000)
    await leave(friend)
    const notices = await noticesOf(owner)
    expect(notices).toEqual([
      {
        id: expect.any(Number),
        kind: 'left',
        name: 'Finn',
        happened_at: new Date(server.deps.clock()).toISOString(),
      },
      expect.objectContaining({ kind: 'accepted', name: 'Finn' }),
      expect.objectContaining({ kind: 'rejected', name: 'Otto' }),
    ] satisfies unknown[])
  })

  test('are for the owner only', async () => {
    await join(friend)
    expect(Object.keys((await groupsOf(friend))[0] ?? {})).not.toContain('notices')
    expect(await shownTo(owner)).toEqual(['Finn accepted'])
  })

  test('inform a new owner of the transfer, and show nothing for the former one', async () => {
    await join(friend)
    expect((await leave(owner)).statusCode).toBe(200)
    expect(await shownTo(friend)).toEqual(['Olwen owner_left'])
  })

  test('that are later than the shown ones stay when these are dismissed', async () => {
    await join(friend)
    const [seen] = (await noticesOf(owner)) as [Notice]
    await leave(friend)
    expect((await dismiss(owner, seen.id)).json()).toEqual({})
    expect(await shownTo(owner)).toEqual(['Finn left'])
  })

  test('expire', async () => {
    await reject(friend)
    server.passTime(NOTICE_DAYS * DAY + 1)
    expect((await expireRows(reading(server.deps))).notices).toBe(1)
  })

  test('are deleted with their group', async () => {
    await join(friend)
    expect((await call(owner, 'GET', `/disband/${group}`)).statusCode).toBe(200)
    expect(await server.deps.db.selectFrom('group_notices').selectAll().execute()).toEqual([])
  })
})
