import type { Group } from '#contract/groups.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const DAY = 24 * 3600 * 1000

serverTests('groups on %s', (server) => {
  const { call, groupsOf, invitesOf, mutesOf, found, ...calls } = groupCallsOf(server)
  const invite = (user: TestUser, { id }: Group, username: string) =>
    calls.invite(user, id, username)
  const join = (user: TestUser, by: TestUser, { id }: Group) => calls.join(user, by, id)
  let owner: TestUser
  let friend: TestUser
  let other: TestUser

  beforeEach(async () => {
    await server.empty()
    owner = await server.addUser('Olwen')
    friend = await server.addUser('Finn')
    other = await server.addUser('Otto')
  })

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

  test.each(['', '   '])('an empty or whitespace name %p is refused', async (name) => {
    const response = await call(owner, 'POST', '/create/', { name })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0]).toMatchObject({ code: 'blank', attr: 'name' })
    expect(await groupsOf(owner)).toEqual([])
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
      ;[owner, friend] = [await server.renew(owner), await server.renew(friend)]
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

  test('rejecting refuses an unknown mute level and keeps the invite', async () => {
    await invite(owner, await found(owner), 'Finn')
    const [received] = await invitesOf(friend)
    const response = await call(friend, 'POST', `/reject/${received?.id}`, {
      mute_level: '1y',
    })
    expect(response.statusCode).toBe(400)
    expect(await invitesOf(friend)).toHaveLength(1)
  })

  test('the owner cancels an invite; nobody else can', async () => {
    const group = await found(owner)
    await join(friend, owner, group)
    await invite(owner, group, 'Otto')
    const [received] = await invitesOf(other)
    expect((await call(friend, 'DELETE', `/cancel/${received?.id}`)).statusCode).toBe(404)
    expect((await call(other, 'DELETE', `/cancel/${received?.id}`)).statusCode).toBe(404)
    expect((await call(owner, 'DELETE', `/cancel/${received?.id}`)).statusCode).toBe(200)
    expect((await call(other, 'GET', `/accept/${received?.id}`)).statusCode).toBe(404)
  })

  test('remove: owner only, never on the owner, never on a stranger', async () => {
    const group = await found(owner)
    await join(friend, owner, group)
    const remove = (by: TestUser, member_id: number) =>
      call(by, 'POST', '/remove/', { group_id: group.id, member_id })
    expect((await remove(friend, owner.id)).statusCode).toBe(403)
    expect([codeOf(await remove(owner, owner.id)), codeOf(await remove(owner, other.id))]).toEqual([
      'owner_cannot_be_removed',
      'member_not_found',
    ])
    expect((await remove(owner, friend.id)).statusCode).toBe(200)
    expect(await groupsOf(friend)).toEqual([])
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

  test('disband: owner only; members and invites are deleted with the group', async () => {
    const group = await found(owner)
    await join(friend, owner, group)
    await invite(owner, group, 'Otto')
    expect((await call(friend, 'GET', `/disband/${group.id}`)).statusCode).toBe(403)
    expect((await call(owner, 'GET', `/disband/${group.id}`)).statusCode).toBe(200)
    expect([await groupsOf(owner), await groupsOf(friend), await invitesOf(other)]).toEqual([
      [],
      [],
      [],
    ])
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

  test.each(['leave', 'disband', 'accept'])(
    'HEAD and prefetch change nothing on %s (ruling 3)',
    async (verb) => {
      const group = await found(owner)
      await join(friend, owner, group)
      const url = `/${verb}/${group.id}`
      expect((await call(owner, 'HEAD', url)).statusCode).toBe(404)
      const prefetch = await call(owner, 'GET', url, undefined, { 'Sec-Purpose': 'prefetch' })
      expect([prefetch.statusCode, prefetch.headers['cache-control']]).toEqual([400, 'no-store'])
      expect((await groupsOf(owner))[0]?.members).toHaveLength(2)
    },
  )
})
