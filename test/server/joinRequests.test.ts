import type { GroupId } from '#contract/ids.ts'
import { ASK_AGAIN_MS } from '#server/modules/groups/limits.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { addOpening, OPENING } from '#test/helpers/fixtures/openingActs.ts'
import { groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('requests to join on %s (behaviour 12.20)', (server) => {
  const { call } = groupCallsOf(server)
  let owner: TestUser
  let friend: TestUser
  let asker: TestUser
  let first: GroupId
  let second: GroupId

  beforeEach(async () => {
    await server.empty()
    owner = await server.addUser('Olwen')
    friend = await server.addUser('Finn')
    asker = await server.addUser('Ada')
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
    server.deps.db
      .insertInto('memberships')
      .values({ group_id: first, user_id: user.id, joined_at: 5, role })
      .execute()
  const mails = async () =>
    (await deliveredMail(server)).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`)
  const stopMails = (user: TestUser) =>
    server.app.inject({
      method: 'PUT',
      url: '/api/users/preferences/',
      headers: user.auth,
      payload: { email_notifications: false, group_log_mails: false },
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
    asker = await server.renew(asker)
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
