import type { GroupId, MemberId } from '#contract/ids.ts'
import {
  GROUP_SIZE_MAX,
  GROUPS_OWNED_MAX,
  INVITES_RECEIVED_MAX,
  MEMBERSHIPS_MAX,
  MUTES_MAX,
} from '#server/modules/groups/limits.ts'
import { addGroups, addPeople } from '#test/helpers/fixtures/groups.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('limits of groups on %s', (server) => {
  let owner: TestUser
  let friend: TestUser

  beforeEach(async () => {
    await server.empty()
    owner = await server.addUser('Olwen')
    friend = await server.addUser('Finn')
  })

  const { call, groupsOf, invite, invitesOf } = groupCallsOf(server)
  const found = (user: TestUser) => call(user, 'POST', '/create/', { name: 'Ravens' })
  const addInvites = (groups: readonly GroupId[], targets: readonly MemberId[], by: MemberId) =>
    server.deps.db
      .insertInto('invites')
      .values(
        groups.flatMap((group_id) =>
          targets.map((target_user_id) => ({
            group_id,
            target_user_id,
            invited_by: by,
            created_at: 1,
          })),
        ),
      )
      .returning('id')
      .execute()
  const count = async (table: 'groups' | 'memberships' | 'invites' | 'mutes') =>
    (await server.deps.db.selectFrom(table).selectAll().execute()).length
  const codesOf = (responses: readonly Awaited<ReturnType<typeof call>>[]) =>
    responses.map((one) => codeOf(one) ?? '').sort()

  test('a member creates groups up to the limit, also when the last ones are simultaneous', async () => {
    await addGroups(server, owner.id, GROUPS_OWNED_MAX - 1)
    const responses = await Promise.all(Array.from({ length: 6 }, () => found(owner)))
    expect(codesOf(responses)).toEqual(['', ...Array(5).fill('too_many_groups')])
    expect(responses.find((one) => one.statusCode > 299)?.json().detail).toMatch(
      /^You can own at most 200 groups/,
    )
    expect(await count('groups')).toBe(GROUPS_OWNED_MAX)
    expect((await found(friend)).statusCode).toBe(201)
  })

  test('a member joins groups up to the limit, also when the last accepts are simultaneous', async () => {
    const groups = await addGroups(server, owner.id, MEMBERSHIPS_MAX + 3)
    const joined = groups.slice(0, MEMBERSHIPS_MAX - 1)
    await server.deps.db
      .insertInto('memberships')
      .values(joined.map((group_id) => ({ group_id, user_id: friend.id, joined_at: 2 })))
      .execute()
    const open = await addInvites(groups.slice(joined.length), [friend.id], owner.id)
    const responses = await Promise.all(open.map(({ id }) => call(friend, 'GET', `/accept/${id}`)))
    expect(codesOf(responses)).toEqual(['', ...Array(open.length - 1).fill('too_many_memberships')])
    expect(await count('invites')).toBe(open.length - 1)
    expect(codeOf(await found(friend))).toBe('too_many_memberships')
  })

  test('members and open invites of a group are limited together, also at once', async () => {
    const [group = 0 as GroupId] = await addGroups(server, owner.id, 1)
    const people = await addPeople(server, GROUP_SIZE_MAX + 4)
    await addInvites(
      [group],
      people.slice(0, GROUP_SIZE_MAX - 2).map(({ id }) => id),
      owner.id,
    )
    const responses = await Promise.all(
      people.slice(GROUP_SIZE_MAX - 2).map(({ username }) => invite(owner, group, username)),
    )
    expect(codesOf(responses)).toEqual(['', ...Array(responses.length - 1).fill('group_full')])
    // The site would take a 400 for an invite that exists already.
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
    expect(await count('invites')).toBe(GROUP_SIZE_MAX - 1)
  })

  test('a group that was full before the limit admits nobody, and the invite stays', async () => {
    const [group = 0 as GroupId] = await addGroups(server, owner.id, 1)
    const people = await addPeople(server, GROUP_SIZE_MAX - 1)
    await server.deps.db
      .insertInto('memberships')
      .values(people.map(({ id }) => ({ group_id: group, user_id: id, joined_at: 2 })))
      .execute()
    const [open] = await addInvites([group], [friend.id], owner.id)
    expect(codeOf(await call(friend, 'GET', `/accept/${open?.id}`))).toBe('group_full')
    expect(await count('invites')).toBe(1)
    const [listed] = await groupsOf(owner)
    expect(listed?.members).toHaveLength(GROUP_SIZE_MAX)
  })

  test('pending invites of one member are limited, over all groups and simultaneously', async () => {
    const groups = await addGroups(server, owner.id, INVITES_RECEIVED_MAX + 3)
    await addInvites(groups.slice(0, INVITES_RECEIVED_MAX - 1), [friend.id], owner.id)
    const responses = await Promise.all(
      groups.slice(INVITES_RECEIVED_MAX - 1).map((group) => invite(owner, group, 'Finn')),
    )
    expect(codesOf(responses)).toEqual([
      '',
      ...Array(responses.length - 1).fill('too_many_invites'),
    ])
    expect(await invitesOf(friend)).toHaveLength(INVITES_RECEIVED_MAX)
  })

  test('mutes of one member are limited; a rejection without a mute always works', async () => {
    const [group = 0 as GroupId] = await addGroups(server, owner.id, 1)
    const people = await addPeople(server, MUTES_MAX)
    const until = server.deps.clock() + 1000
    await server.deps.db
      .insertInto('mutes')
      .values(
        people.map(({ id }) => ({ user_id: friend.id, muted_user_id: id, created_at: 1, until })),
      )
      .execute()
    const [open] = await addInvites([group], [friend.id], owner.id)
    const reject = (mute_level: string) =>
      call(friend, 'POST', `/reject/${open?.id}`, { mute_level })
    expect(codeOf(await reject('2w'))).toBe('too_many_mutes')
    expect((await reject('none')).statusCode).toBe(200)
    expect([await count('mutes'), await count('invites')]).toEqual([MUTES_MAX, 0])
  })

  test('33,000 groups from before the limits are listed: the first ones, quickly and without an error', async () => {
    await addGroups(server, owner.id, 33_000)
    const started = performance.now()
    const groups = await groupsOf(owner)
    const took = performance.now() - started
    expect(groups).toHaveLength(MEMBERSHIPS_MAX)
    expect(groups[0]?.name).toBe('Group 00000')
    expect(groups[0]?.members).toEqual([{ id: owner.id, name: 'Olwen', owner: true }])
    // Such a request once failed on PostgreSQL and took more than a second on SQLite; it takes about 40 ms.
    expect(took).toBeLessThan(1000)
    expect(codeOf(await found(owner))).toBe('too_many_groups')
  })
})
