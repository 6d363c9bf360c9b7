import type { GlossaryEntryId, GroupId } from '#contract/ids.ts'
import { addNameChange, addPending } from '#test/helpers/fixtures/deskRows.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

deskTests('published changes on %s', (server) => {
  let group: GroupId
  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])
  const [owner, member, guest] = playersOf(server, 'Owner', 'Member', 'Guest')
  beforeEach(async () => {
    group = (await addGroups(server, owner.id, 1))[0] as GroupId
    await server.insert('memberships', { group_id: group, user_id: member.id, joined_at: 2 })
  })

  const call = async (
    user: TestUser,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const response = await server.send(method, `/api/rpggroups${path}`, user.auth, payload)
    expect(response.statusCode).toBeLessThan(300)
  }
  const invite = async () => {
    await call(owner, 'POST', `/invite/${group}`, { username: guest.username })
    const { id } = await server.row('invites', { group_id: group })
    return id
  }
  /** Changes that the action publishes to each member, such as `Guest: invites`. */
  const publishedBy = async (action: () => Promise<unknown>) => {
    await server.deps.db.deleteFrom('live_events').execute()
    await action()
    const rows = await server.deps.db
      .selectFrom('live_events as e')
      .innerJoin('users', 'users.id', 'e.user_id')
      .select(['users.username', 'e.kind', 'e.subject_id'])
      .orderBy('e.id')
      .execute()
    const published = rows.map(({ username, kind, subject_id }) => {
      const about = subject_id === null ? '' : subject_id === group ? ' of the group' : ' of one'
      return `${username}: ${kind}${about}`
    })
    return published.toSorted()
  }
  const BOTH = ['Member: groups', 'Owner: groups']
  const INSIDE = ['Member: group of the group', 'Owner: group of the group']

  test('of invites: to the guest and the members of the group', async () => {
    const withGuest = ['Guest: invites', ...INSIDE]
    expect(await publishedBy(invite)).toEqual(withGuest)
    const cancelled = await server.deps.db
      .selectFrom('invites')
      .select('id')
      .executeTakeFirstOrThrow()
    expect(await publishedBy(() => call(owner, 'DELETE', `/cancel/${cancelled.id}`))).toEqual(
      withGuest,
    )
    const rejected = await invite()
    const reject = () => call(guest, 'POST', `/reject/${rejected}`, { mute_level: 'none' })
    expect(await publishedBy(reject)).toEqual(withGuest)
    const accepted = await invite()
    expect(await publishedBy(() => call(guest, 'GET', `/accept/${accepted}`))).toEqual([
      'Guest: groups',
      'Guest: invites',
      ...BOTH,
    ])
  })

  test('of members: to the members concerned, the removed one too', async () => {
    const transfer = () =>
      call(owner, 'POST', '/transfer-ownership/', { group_id: group, new_owner_id: member.id })
    expect(await publishedBy(transfer)).toEqual(BOTH)
    const remove = () => call(member, 'POST', '/remove/', { group_id: group, member_id: owner.id })
    expect(await publishedBy(remove)).toEqual(BOTH)
    expect(await publishedBy(() => call(owner, 'POST', '/create/', { name: 'Mine' }))).toEqual([
      'Owner: groups',
    ])
  })

  test('of a group that is left or disbanded: to all members and invited users', async () => {
    await invite()
    expect(await publishedBy(() => call(member, 'GET', `/leave/${group}`))).toEqual(BOTH)
    expect(await publishedBy(() => call(owner, 'GET', `/disband/${group}`))).toEqual([
      'Guest: invites',
      'Owner: groups',
    ])
  })

  test('by the desk', async () => {
    await invite()
    const give = () => root.post(`/groups/${group}/owner`, { member_id: member.id })
    expect(await publishedBy(give)).toEqual(BOTH)
    const deactivate = () => root.post(`/members/${owner.id}/deactivate`)
    expect(await publishedBy(deactivate)).toEqual(['Guest: invites', ...BOTH])
    const close = () => root.post(`/groups/${group}/close`, { reason: 'Spam' })
    expect(await publishedBy(close)).toEqual(BOTH)
  })

  test('of decisions: to the author, and to the member who requested another name', async () => {
    const entry = await addPending(server, 'Lantern', server.deps.clock())
    const decided = ['Author: entry of one']
    const { created_by } = await server.row('glossary_entries', { id: entry as GlossaryEntryId })
    await server.update('users', { id: created_by }, { username: 'Author' })
    expect(await publishedBy(() => root.post(`/review/${entry}/approve`))).toEqual(decided)
    expect(await publishedBy(() => root.post(`/review/${entry}/undo`))).toEqual(decided)
    const { id } = await addNameChange(server, 'Wisher', 'Other')
    const refuse = () => root.post(`/name-changes/${id}/refuse`, { reason: 'No' })
    expect(await publishedBy(refuse)).toEqual(['Wisher: name_change'])
  })

  test('of seats: to the next on the waiting list, and to the member’s other tabs', async () => {
    const calls = registrationsOf(server)
    const event = await calls.event({ seats: 1 })
    await calls.signUp(owner, event)
    await calls.signUp(member, event)
    expect(await publishedBy(() => calls.cancel(owner, event))).toEqual([
      'Member: registration of one',
      'Owner: registration of one',
    ])
    const { id } = await server.row('registrations', { user_id: member.id })
    const takeOff = () => root.post(`/registrations/${id}/take-off`)
    expect(await publishedBy(takeOff)).toEqual(['Member: registration of one'])
  })
})
