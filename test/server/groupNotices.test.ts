import type { Notice } from '#contract/groups.ts'
import type { GroupId, NoticeId } from '#contract/ids.ts'
import { expireRows } from '#server/compose/background.ts'
import { NOTICE_DAYS } from '#server/modules/groups/limits.ts'
import { reading } from '#server/work/work.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const DAY = 24 * 3600 * 1000

serverTests('notices to the owner of a group on %s', (server) => {
  const { call, groupsOf, invitesOf, invite, found } = groupCallsOf(server)
  let owner: TestUser
  let friend: TestUser
  let group: GroupId

  beforeEach(async () => {
    await server.empty()
    owner = await server.addUser('Olwen')
    friend = await server.addUser('Finn')
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
