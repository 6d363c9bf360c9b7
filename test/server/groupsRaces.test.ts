import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import {
  GROUP_SIZE_MAX,
  GROUPS_OWNED_MAX,
  INVITES_RECEIVED_MAX,
  MEMBERSHIPS_MAX,
  MUTES_MAX,
} from '#server/modules/groups/limits.ts'
import { addGroups, addPeople } from '#test/helpers/fixtures/groups.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

type Request = () => Promise<number>

/**
 * Each pair runs in both orders and at once. Whatever the order: no 5xx, at most what both orders allow,
 * and afterwards the whole database keeps its invariants.
 */
serverTests('races in groups on %s', { engines: bothEngines }, (server) => {
  let group: GroupId
  let invite: InviteId
  beforeEach(() => server.empty())
  const [owner, friend, other] = playersOf(server, 'Olwen', 'Finn', 'Otto')
  /** Olwen owns the group, Finn is in it, Otto is invited. */
  beforeEach(async () => {
    await call(owner, 'POST', '/create/', { name: 'Ravens' })()
    group = (await server.row('groups')).id
    await call(owner, 'POST', `/invite/${group}`, { username: 'Finn' })()
    await call(friend, 'GET', `/accept/${await onlyInvite()}`)()
    await call(owner, 'POST', `/invite/${group}`, { username: 'Otto' })()
    invite = await onlyInvite()
  })

  const onlyInvite = async (): Promise<InviteId> => (await server.row('invites')).id

  const calls = groupCallsOf(server)
  const call =
    (...made: Parameters<typeof calls.call>): Request =>
    async () =>
      (await calls.call(...made)).statusCode

  const requests: Record<string, () => Request> = {
    accept: () => call(other, 'GET', `/accept/${invite}`),
    'accept again': () => call(other, 'GET', `/accept/${invite}`),
    reject: () => call(other, 'POST', `/reject/${invite}`, { mute_level: '2w' }),
    cancel: () => call(owner, 'DELETE', `/cancel/${invite}`),
    disband: () => call(owner, 'GET', `/disband/${group}`),
    'leave as owner': () =>
      call(owner, 'GET', `/leave/${group}`, undefined, { 'x-new-owner': String(friend.id) }),
    'leave as member': () => call(friend, 'GET', `/leave/${group}`),
    'remove the member': () =>
      call(owner, 'POST', '/remove/', { group_id: group, member_id: friend.id }),
    transfer: () =>
      call(owner, 'POST', '/transfer-ownership/', { group_id: group, new_owner_id: friend.id }),
    'invite again': () => call(owner, 'POST', `/invite/${group}`, { username: 'Otto' }),
  }

  const pairs = [
    ['accept', 'cancel'],
    ['accept', 'disband'],
    ['accept', 'accept again'],
    ['accept', 'reject'],
    ['accept', 'leave as owner'],
    ['accept', 'invite again'],
    ['reject', 'cancel'],
    ['leave as member', 'remove the member'],
    ['leave as member', 'transfer'],
    ['leave as member', 'leave as owner'],
    ['leave as owner', 'remove the member'],
    ['leave as owner', 'disband'],
    ['leave as owner', 'transfer'],
    ['transfer', 'remove the member'],
    ['disband', 'transfer'],
  ] as const
  /** Pairs of which at most one can succeed, whatever the order. */
  const exclusive = new Set([
    'accept+cancel',
    'accept+accept again',
    'accept+reject',
    'reject+cancel',
    'leave as member+remove the member',
    'leave as owner+disband',
    'disband+transfer',
  ])

  async function expectInvariants(): Promise<void> {
    const { db } = server.deps
    const groups = await db.selectFrom('groups').selectAll().execute()
    const memberships = await db.selectFrom('memberships').selectAll().execute()
    const invites = await db.selectFrom('invites').selectAll().execute()
    for (const one of groups)
      expect(memberships).toContainEqual(
        expect.objectContaining({ group_id: one.id, user_id: one.owner_id }),
      )
    const known = new Set(groups.map((one) => one.id))
    for (const row of [...memberships, ...invites]) expect(known).toContain(row.group_id)
    for (const row of invites)
      expect(memberships).not.toContainEqual(
        expect.objectContaining({ group_id: row.group_id, user_id: row.target_user_id }),
      )
  }

  const orders = ['first, then second', 'second, then first', 'both at once'] as const
  const cases = pairs.flatMap(([a, b]) => orders.map((order) => [a, b, order] as const))

  test.each(cases)('%s against %s: %s', async (a, b, order) => {
    const [first, second] = [requests[a]?.(), requests[b]?.()]
    if (!first || !second) throw new Error('unknown call')
    const statuses: number[] = []
    if (order === 'both at once') statuses.push(...(await Promise.all([first(), second()])))
    else
      for (const one of order === 'first, then second' ? [first, second] : [second, first])
        statuses.push(await one())
    for (const status of statuses) expect(status).toBeLessThan(500)
    const succeeded = statuses.filter((status) => status < 300).length
    expect(succeeded).toBeGreaterThanOrEqual(1)
    if (exclusive.has(`${a}+${b}`)) expect(succeeded).toBe(1)
    await expectInvariants()
  })

  test('twenty simultaneous accepts, invites and leaves leave a consistent group', async () => {
    const storm = Array.from({ length: 20 }, (_, i) => Object.values(requests)[i % 6]).filter(
      (make) => make !== undefined,
    )
    const statuses = await Promise.all(storm.map((make) => make()()))
    for (const status of statuses) expect(status).toBeLessThan(500)
    await expectInvariants()
  })
})

serverTests('limits of groups on %s', (server) => {
  beforeEach(() => server.empty())
  const [owner, friend] = playersOf(server, 'Olwen', 'Finn')

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
    await server.insert(
      'memberships',
      ...joined.map((group_id) => ({ group_id, user_id: friend.id, joined_at: 2 })),
    )
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
    await server.insert(
      'memberships',
      ...people.map(({ id }) => ({ group_id: group, user_id: id, joined_at: 2 })),
    )
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
    await server.insert(
      'mutes',
      ...people.map(({ id }) => ({ user_id: friend.id, muted_user_id: id, created_at: 1, until })),
    )
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
