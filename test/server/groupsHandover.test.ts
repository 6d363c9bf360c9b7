import { sql } from 'kysely'
import type { Group } from '#contract/groups.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { statementsOf } from '#server/db/migrate.ts'
import { type Db, updateRow } from '#server/db/rows.ts'
import { handOverGroups } from '#server/modules/groups/departureRepository.ts'
import { addGameSession } from '#test/helpers/fixtures/gameSessions.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { beside } from '#test/helpers/server/held.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'
import { listOf } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

deskTests('groups of deactivated members on %s', (server, engine) => {
  let group: GroupId
  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])
  const [owner, second, first] = playersOf(server, 'Owner', 'Second', 'First')
  /** A group of three; the longest-serving after the owner comes first. */
  beforeEach(async () => {
    group = (await addGroups(server, owner.id, 1))[0] as GroupId
    await join(first, 2)
    await join(second, 3)
  })

  const join = (user: TestUser, joined_at: number) =>
    server.insert('memberships', { group_id: group, user_id: user.id, joined_at })
  const { call, groupsOf } = groupCallsOf(server)
  const groupOf = async (user: TestUser) => (await groupsOf(user))[0]
  const ownerNow = async (): Promise<MemberId | undefined> =>
    (
      await server.deps.db
        .selectFrom('groups')
        .select('owner_id')
        .where('id', '=', group)
        .executeTakeFirst()
    )?.owner_id
  const deactivate = ({ id }: TestUser) => root.post(`/members/${id}/deactivate`)
  const reactivate = ({ id }: TestUser) => root.post(`/members/${id}/reactivate`)
  const mark = (user: TestUser) => server.update('users', { id: user.id }, { deactivated_at: 1 })
  const addInvite = (target: TestUser, by: TestUser, to = group) =>
    server.insert('invites', {
      group_id: to,
      target_user_id: target.id,
      invited_by: by.id,
      created_at: 1,
    })
  const ofSecond = (name: string) => ({ group_id: group, [name]: second.id })
  const invites = () =>
    server.deps.db.selectFrom('invites').select(['target_user_id', 'invited_by']).execute()

  test('a deactivated member cannot become the owner, neither by leaving nor by a transfer', async () => {
    await mark(first)
    const leave = await call(owner, 'GET', `/leave/${group}`, {}, { 'x-new-owner': `${first.id}` })
    const give = await call(owner, 'POST', '/transfer-ownership/', {
      group_id: group,
      new_owner_id: first.id,
    })
    for (const response of [leave, give])
      expect([response.statusCode, response.json().errors[0].code]).toEqual([
        400,
        'successor_not_a_member',
      ])
    expect(await ownerNow()).toBe(owner.id)
    const members = (await groupOf(owner))?.members
    expect(members?.find(({ id }) => id === first.id)).toMatchObject({ is_active: false })
    expect(members?.find(({ id }) => id === second.id)).not.toHaveProperty('is_active')
  })

  test('a deactivation transfers the groups and deletes the open invites from and to the member', async () => {
    const guest = await server.addUser('Guest')
    await addInvite(guest, owner)
    const [other] = await addGroups(server, guest.id, 1)
    await addInvite(owner, guest, other)
    await addInvite(first, guest, other)
    await mark(first)
    await deactivate(owner)
    expect(await ownerNow()).toBe(second.id)
    expect(await groupOf(second)).toMatchObject({ is_owner: true })
    expect(await invites()).toEqual([{ target_user_id: first.id, invited_by: guest.id }])
  })

  test('a group of deactivated members waits, and the first reactivated one owns it', async () => {
    await mark(first)
    await mark(second)
    await deactivate(owner)
    expect(await ownerNow()).toBe(owner.id)
    await reactivate(second)
    expect(await ownerNow()).toBe(second.id)
    await reactivate(owner)
    expect(await ownerNow()).toBe(second.id)
  })

  test('a leave, a transfer and an invite during a deactivation leave no group with a deactivated owner', async () => {
    const requests = [
      () => call(owner, 'GET', `/leave/${group}`, {}, { 'x-new-owner': `${first.id}` }),
      () =>
        call(owner, 'POST', '/transfer-ownership/', { group_id: group, new_owner_id: first.id }),
      () => call(first, 'POST', '/create/', { name: 'Mine' }),
      () => call(owner, 'POST', `/invite/${group}`, { username: `Root` }),
      () => deactivate(first),
      () => deactivate(owner),
    ]
    const responses = await Promise.all(requests.map((request) => request()))
    for (const { statusCode } of responses) expect(statusCode).toBeLessThan(500)
    const stuck = await server.deps.db
      .selectFrom('groups as g')
      .innerJoin('users as u', 'u.id', 'g.owner_id')
      .innerJoin('memberships as m', 'm.group_id', 'g.id')
      .innerJoin('users as o', 'o.id', 'm.user_id')
      .select('g.id')
      .where('u.deactivated_at', 'is not', null)
      .where('o.deactivated_at', 'is', null)
      .execute()
    expect(stuck).toEqual([])
    expect((await invites()).filter(({ invited_by }) => invited_by === owner.id)).toEqual([])
  })

  test('the migration repairs groups that were stuck before', async () => {
    await mark(owner)
    await mark(first)
    await addInvite(second, owner)
    const { db } = server.deps
    const repairs = statementsOf('0012_members', engine).filter((text) =>
      /^(update|delete)/m.test(text),
    )
    for (const statement of repairs) await sql.raw(statement).execute(db)
    expect([await ownerNow(), await invites()]).toEqual([second.id, []])
  })

  describe('at the desk', () => {
    const at = (path = '') => `/groups/${group}${path}`

    test('are found by their state and shown with their members', async () => {
      await mark(owner)
      const found = (await root.get(listOf('groups', { filter: { state: 'stuck' } }))).json()
      expect(found.map(({ id }: { id: number }) => id)).toContain(group)
      expect((await root.get(at())).json()).toMatchObject({
        state: 'stuck',
        owner: { id: owner.id },
        size: 3,
        members: [
          { username: owner.username, state: 'deactivated' },
          { username: first.username, state: 'active' },
          { username: second.username, state: 'active' },
        ],
      })
    })

    test('are given to an active member, lose a member, are closed; each action is logged', async () => {
      await mark(owner)
      await mark(first)
      const give = (user: TestUser) => root.post(at('/owner'), { member_id: user.id })
      expect((await give(first)).statusCode).toBe(400)
      expect((await give(root.user)).statusCode).toBe(400)
      expect((await give(second)).json()).toMatchObject({ state: 'active', size: 3 })
      const remove = (user: TestUser) => root.post(at('/remove-member'), { member_id: user.id })
      expect((await remove(second)).statusCode).toBe(400)
      expect((await remove(root.user)).statusCode).toBe(404)
      expect((await remove(first)).json().size).toBe(2)
      expect((await root.post(at('/close'), { reason: 'Empty' })).statusCode).toBe(200)
      expect((await root.get(at())).statusCode).toBe(404)
      const filter = { resource: 'groups', record: String(group) }
      const log = (await root.get(listOf('audit', { filter }))).json()
      expect(log.map(({ action }: { action: string }) => action)).toEqual([
        'close',
        'removeMember',
        'giveOwnership',
      ])
    })

    test('lose a member for whom the links of the group are closed, and whom the log lets leave', async () => {
      const made = await call(owner, 'POST', `/links/${group}`, { days: 7, uses: 2 })
      const removed = await root.post(at('/remove-member'), { member_id: first.id })
      expect(removed.statusCode).toBe(200)
      const redeemed = await call(first, 'POST', '/redeem-link/', { secret: made.json().secret })
      expect(redeemed.json().errors[0].code).toBe('removed_from_group')
      const { log } = (await call(owner, 'GET', `/page/${group}`)).json()
      expect(log.entries[0]).toMatchObject({ kind: 'left', actor: first.username, subject: null })
    })

    test('end the links of the owner for good when they are given to another', async () => {
      const made = await call(owner, 'POST', `/links/${group}`, { days: 7, uses: 2 })
      await root.post(at('/owner'), { member_id: second.id })
      const body = { member_id: owner.id, is_co_owner: true }
      expect((await call(second, 'POST', `/page/${group}/co-owner/`, body)).statusCode).toBe(200)
      const guest = await server.addUser('Guest')
      const redeemed = await call(guest, 'POST', '/redeem-link/', { secret: made.json().secret })
      expect(redeemed.json().errors[0].code).toBe('invite_link_over')
    })

    test('are closed with a mail to active members, and one about each session ahead, whoever made it', async () => {
      const { db, clock } = server.deps
      await addGameSession(server, group, { updated_at: clock() })
      await mark(second)
      await db.deleteFrom('outbox').execute()
      expect((await root.post(at('/close'), { reason: 'Empty' })).statusCode).toBe(200)
      const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).execute()
      expect(mails.map(({ kind, recipient }) => `${kind} ${recipient.split('@')[0]}`)).toEqual([
        ...['group-closed owner', 'group-closed first', 'session-gone owner', 'session-gone first'],
      ])
    })
  })

  // SQLite has one writer at a time: a request after the deactivation finds its token revoked.
  if (engine === 'postgres')
    test.each([
      ['leaves', () => call(owner, 'GET', `/leave/${group}`)],
      ['hands over', () => call(owner, 'POST', '/transfer-ownership/', ofSecond('new_owner_id'))],
      ['removes', () => call(owner, 'POST', '/remove/', ofSecond('member_id'))],
      ['disbands', () => call(owner, 'GET', `/disband/${group}`)],
    ])(
      'an owner who is being deactivated %s no more, and the group is as after the deactivation',
      async (_what, request) => {
        const deactivation = async (tx: Db) => {
          const none = () => undefined
          const effects = { publish: none, mail: none, clear: none, afterwards: none }
          await handOverGroups({ db: tx, now: 1, ...effects }, owner.id)
          await updateRow(tx, 'users', owner.id, { deactivated_at: 1 })
        }
        const response = await beside(server, deactivation, request)
        expect([response.statusCode, response.json().errors[0].code]).toEqual([
          401,
          'token_not_valid',
        ])
        expect(await ownerNow()).toBe(first.id)
        const { members, notices } = (await groupOf(first)) as Group
        expect(members).toHaveLength(3)
        expect(notices).toEqual([])
      },
    )
})
