import type { GroupId, InviteId } from '#contract/ids.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

type Request = () => Promise<number>

/**
 * Each pair runs in both orders and at once. Whatever the order: no 5xx, at most what both orders allow,
 * and afterwards the whole database keeps its invariants.
 */
serverTests('races in groups on %s', { engines: bothEngines }, (server) => {
  let owner: TestUser
  let friend: TestUser
  let other: TestUser
  let group: GroupId
  let invite: InviteId

  beforeAll(async () => {
    owner = await server.addUser('Olwen')
    friend = await server.addUser('Finn')
    other = await server.addUser('Otto')
  })

  /** Olwen owns the group, Finn is in it, Otto is invited. */
  beforeEach(async () => {
    const { db } = server.deps
    await db.deleteFrom('groups').execute()
    await db.deleteFrom('mutes').execute()
    await call(owner, 'POST', '/create/', { name: 'Ravens' })()
    group = (await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()).id
    await call(owner, 'POST', `/invite/${group}`, { username: 'Finn' })()
    await call(friend, 'GET', `/accept/${await onlyInvite()}`)()
    await call(owner, 'POST', `/invite/${group}`, { username: 'Otto' })()
    invite = await onlyInvite()
  })

  const onlyInvite = async (): Promise<InviteId> =>
    (await server.deps.db.selectFrom('invites').select('id').executeTakeFirstOrThrow()).id

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
