import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import { MUTES_MAX, NOTICE_DAYS, NOTICES_MAX } from '#server/modules/groups/limits.ts'
import { addGroups, addPeople } from '#test/helpers/fixtures/groups.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'
import { listOf } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const DAY = 24 * 3600 * 1000

/** Changes in one group, or by one member, must leave all others as they are. */
deskTests('several groups and members beside each other on %s', (server) => {
  let otto: TestUser
  let ravens: GroupId
  let herons: GroupId

  /** Olwen owns two groups; Finn, whose id is the lowest, belongs to none. */
  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])
  const [finn, olwen] = playersOf(server, 'Finn', 'Olwen')
  beforeEach(async () => {
    otto = await server.addUser('Otto')
    ;[ravens, herons] = (await addGroups(server, olwen.id, 2)) as [GroupId, GroupId]
  })

  const { call, groupsOf, invitesOf, mutesOf, invite } = groupCallsOf(server)
  const reject = (by: TestUser, id: InviteId | undefined, mute_level: string) =>
    call(by, 'POST', `/reject/${id}`, { mute_level })
  const join = (group: GroupId, user: { id: MemberId }, joined_at = 2) =>
    server.insert('memberships', { group_id: group, user_id: user.id, joined_at })
  const mark = (user: TestUser, columns: { activated_at: null } | { deactivated_at: number }) =>
    server.update('users', { id: user.id }, columns)
  const owners = async () =>
    (
      await server.deps.db.selectFrom('groups').select(['id', 'owner_id']).orderBy('id').execute()
    ).map(({ owner_id }) => owner_id)
  const shownAtDesk = async (group: GroupId) => (await root.get(`/groups/${group}`)).json()

  test('the groups of a deactivated owner go to their longest-serving members; other groups stay', async () => {
    await join(ravens, finn, 3)
    await join(ravens, otto, 2)
    await join(herons, finn, 2)
    await join(herons, otto, 3)
    await addGroups(server, otto.id, 1)
    await root.post(`/members/${olwen.id}/deactivate`)
    expect(await owners()).toEqual([otto.id, finn.id, otto.id])
  })

  test('a reactivated member takes over no group of another deactivated owner', async () => {
    await join(ravens, finn)
    await mark(olwen, { deactivated_at: 1 })
    await mark(finn, { deactivated_at: 1 })
    await root.post(`/members/${finn.id}/reactivate`)
    expect(await owners()).toEqual([finn.id, olwen.id])
  })

  test('a mute is on one inviter: others still invite, and the inviter still invites others', async () => {
    await invite(olwen, ravens, 'Finn')
    const [received] = await invitesOf(finn)
    await reject(finn, received?.id, '2w')
    const [owned] = await addGroups(server, otto.id, 1)
    expect((await invite(otto, owned as GroupId, 'Finn')).statusCode).toBe(201)
    expect((await invite(olwen, ravens, 'Otto')).statusCode).toBe(201)
    const mails = await deliveredMail(server)
    expect(mails.map(({ to }) => to).sort()).toEqual(['finn@example.org', 'otto@example.org'])
  })

  test('an account that is unknown, not activated or deactivated cannot be invited', async () => {
    await mark(finn, { activated_at: null })
    await mark(otto, { deactivated_at: 1 })
    for (const name of ['Finn', 'Otto', 'Nobody'])
      expect(codeOf(await invite(olwen, ravens, name))).toBe('user_not_found')
  })

  test('invites of one day: each invited member gets a mail for each group, with its name', async () => {
    for (const group of [ravens, herons])
      for (const name of ['Finn', 'Otto']) await invite(olwen, group, name)
    const mails = await deliveredMail(server)
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual(
      ['finn', 'otto'].flatMap((name) =>
        ['Group 00000', 'Group 00001'].map(
          (group) => `${name}@example.org Olwen invites you to the group “${group}”`,
        ),
      ),
    )
  })

  test('no mail is sent about a cancelled invite while another one is open', async () => {
    await invite(olwen, ravens, 'Finn')
    const [first] = await invitesOf(finn)
    await invite(olwen, herons, 'Finn')
    await invite(olwen, ravens, 'Otto')
    await call(olwen, 'DELETE', `/cancel/${first?.id}`)
    const mails = await deliveredMail(server)
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'finn@example.org Olwen invites you to the group “Group 00001”',
      'otto@example.org Olwen invites you to the group “Group 00000”',
    ])
  })

  test('a name of 80 characters is whole in the mail, a longer one is cut, a leader’s as a group’s', async () => {
    const rename = (group: GroupId, name: string) =>
      server.update('groups', { id: group }, { name })
    await rename(ravens, 'R'.repeat(80))
    await rename(herons, 'H'.repeat(81))
    await server.update('users', { id: olwen.id }, { username: 'O'.repeat(81) })
    for (const group of [ravens, herons]) await invite(olwen, group, 'Finn')
    expect((await deliveredMail(server)).map(({ subject }) => subject).sort()).toEqual([
      `${'O'.repeat(79)}… invites you to the group “${'H'.repeat(79)}…”`,
      `${'O'.repeat(79)}… invites you to the group “${'R'.repeat(80)}”`,
    ])
  })

  test('invites are listed by age, the sent ones and the received ones', async () => {
    await server.addUser('Abel')
    for (const name of ['Otto', 'Finn', 'Abel']) await invite(olwen, herons, name)
    await invite(olwen, ravens, 'Finn')
    const [, sent] = await groupsOf(olwen)
    expect(sent?.invites.map((one) => one.target_user_username)).toEqual(['Otto', 'Finn', 'Abel'])
    expect(await invitesOf(finn)).toMatchObject([
      { group_name: 'Group 00001', group_size: 1 },
      { group_name: 'Group 00000', group_size: 1 },
    ])
  })

  test('groups are listed by name, whatever the case, each with its own members', async () => {
    await join(herons, finn)
    for (const name of ['zebras', 'Alders', 'birches'])
      await call(olwen, 'POST', '/create/', { name })
    const listed = await groupsOf(olwen)
    expect(listed.map(({ name }) => name)).toEqual([
      'Alders',
      'birches',
      'Group 00000',
      'Group 00001',
      'zebras',
    ])
    expect(listed.map(({ members }) => members.length)).toEqual([1, 1, 1, 2, 1])
  })

  test('the owner is first in a group, then the others by length of membership', async () => {
    await join(ravens, otto, 2)
    await join(ravens, finn, 3)
    await call(olwen, 'POST', '/transfer-ownership/', { group_id: ravens, new_owner_id: finn.id })
    const [group] = await groupsOf(finn)
    expect(group?.members.map(({ name }) => name)).toEqual(['Finn', 'Olwen', 'Otto'])
  })

  test('a member who leaves or is removed from one group stays in the others, and so do the others in it', async () => {
    for (const group of [ravens, herons]) for (const user of [finn, otto]) await join(group, user)
    await call(finn, 'GET', `/leave/${ravens}`)
    await call(olwen, 'POST', '/remove/', { group_id: herons, member_id: otto.id })
    const namesIn = async () =>
      (await groupsOf(olwen)).map(({ members }) => members.map(({ name }) => name).sort())
    expect(await namesIn()).toEqual([
      ['Olwen', 'Otto'],
      ['Finn', 'Olwen'],
    ])
    await root.post(`/groups/${herons}/remove-member`, { member_id: finn.id })
    expect(await namesIn()).toEqual([['Olwen', 'Otto'], ['Olwen']])
    expect(await owners()).toEqual([olwen.id, olwen.id])
  })

  test('disbanding one group leaves the other with its members and invites', async () => {
    await join(herons, otto)
    for (const group of [ravens, herons]) await invite(olwen, group, 'Finn')
    await call(olwen, 'GET', `/disband/${ravens}`)
    expect(await groupsOf(olwen)).toMatchObject([
      { id: herons, members: [{ name: 'Olwen' }, { name: 'Otto' }], invites: [{}] },
    ])
    expect(await invitesOf(finn)).toMatchObject([{ group_name: 'Group 00001', group_size: 2 }])
  })

  describe('notices', () => {
    const add = (group_id: GroupId, created_at = server.deps.clock()) =>
      server.insert('group_notices', {
        group_id,
        owner_id: olwen.id,
        user_id: otto.id,
        kind: 'left',
        created_at,
      })
    const counts = async () => (await groupsOf(olwen)).map(({ notices }) => notices?.length)

    test('of one group are limited and dismissed separately from those of another', async () => {
      for (let round = 0; round < NOTICES_MAX; round++) {
        await add(ravens)
        await add(herons)
      }
      await join(herons, finn)
      await call(finn, 'GET', `/leave/${herons}`)
      expect(await counts()).toEqual([NOTICES_MAX, NOTICES_MAX])
      const { id } = await add(herons)
      await call(olwen, 'POST', '/dismiss-notices/', { group_id: herons, up_to: id })
      expect(await counts()).toEqual([NOTICES_MAX, 0])
    })

    test('are shown for thirty days to the millisecond, and name the member and not the owner', async () => {
      const end = server.deps.clock() - NOTICE_DAYS * DAY
      await add(ravens, end)
      await add(ravens, end + 1)
      const [group] = await groupsOf(olwen)
      expect(group?.notices).toMatchObject([
        { name: 'Otto', happened_at: new Date(end + 1).toISOString() },
      ])
    })
  })

  describe('mutes', () => {
    const mute = (user: TestUser, muted_user_id: MemberId, until: number) =>
      server.insert('mutes', { user_id: user.id, muted_user_id, created_at: 1, until })

    test('are listed by their end', async () => {
      const now = server.deps.clock()
      await mute(finn, olwen.id, now + 2 * DAY)
      await mute(finn, otto.id, now + DAY)
      await mute(otto, olwen.id, now + DAY)
      expect(await mutesOf(finn)).toMatchObject([
        { mute_invites_from_name: 'Otto', duration_left: 1 },
        { mute_invites_from_name: 'Olwen', duration_left: 2 },
      ])
    })

    test('that have ended cannot be ended', async () => {
      const { id } = await mute(finn, olwen.id, server.deps.clock())
      expect(codeOf(await call(finn, 'DELETE', `/unmute/${id}`))).toBe('mute_not_found')
    })

    test('of others, ended ones and the one on the same inviter do not count towards the limit', async () => {
      const until = server.deps.clock() + DAY
      const people = await addPeople(server, MUTES_MAX - 1)
      const rows = people.map(({ id }) => ({ muted_user_id: id, created_at: 1, until }))
      await server.insert(
        'mutes',
        ...rows.flatMap((row) => [finn, otto].map(({ id }) => ({ ...row, user_id: id }))),
      )
      await mute(finn, otto.id, server.deps.clock())
      await invite(olwen, ravens, 'Finn')
      await mute(finn, olwen.id, until)
      const [received] = await invitesOf(finn)
      expect((await reject(finn, received?.id, '1m')).statusCode).toBe(200)
      expect((await mutesOf(finn)).at(-1)).toMatchObject({ duration_left: 30 })
    })
  })

  describe('at the desk', () => {
    test('a group shows its members with the time of joining, and its own open invites', async () => {
      await join(ravens, finn, 5000)
      await invite(olwen, ravens, 'Otto')
      await invite(olwen, herons, 'Otto')
      await invite(olwen, herons, 'Finn')
      expect(await shownAtDesk(ravens)).toMatchObject({
        created_at: new Date(1).toISOString(),
        owner: { id: olwen.id, username: 'Olwen' },
        members: [
          { username: 'Olwen', joined_at: new Date(1).toISOString() },
          { username: 'Finn', joined_at: new Date(5000).toISOString() },
        ],
        size: 2,
        open_invites: 1,
      })
      expect(await shownAtDesk(herons)).toMatchObject({ size: 1, open_invites: 2 })
    })

    test('groups are found by owner, state and a part of the name, newest first', async () => {
      const [third] = await addGroups(server, otto.id, 1)
      await mark(otto, { deactivated_at: 1 })
      const found = async (filter: object) =>
        (await root.get(listOf('groups', { filter }))).json().map(({ id }: { id: GroupId }) => id)
      expect(await found({ owner_id: olwen.id })).toEqual([herons, ravens])
      expect(await found({ state: 'active' })).toEqual([herons, ravens])
      expect(await found({ state: 'stuck' })).toEqual([third])
      expect(await found({ q: 'P 00001' })).toEqual([herons])
      expect(await found({})).toEqual([third, herons, ravens])
    })

    test('closing one group leaves the other, and its reason is trimmed', async () => {
      await join(ravens, finn)
      await join(herons, otto)
      await root.post(`/groups/${ravens}/close`, { reason: '  Empty  ' })
      expect(await shownAtDesk(herons)).toMatchObject({ size: 2 })
      const mails = await deliveredMail(server)
      expect(mails.map(({ to }) => to).sort()).toEqual(['finn@example.org', 'olwen@example.org'])
      for (const { text, link } of mails) {
        expect(text).toContain('Group 00000')
        expect(link).toMatch(/\/discordia\/dashboard\?tab=groups$/)
      }
      const [row] = (await root.get(listOf('audit', { filter: { resource: 'groups' } }))).json()
      expect(row).toMatchObject({ before: { size: 2 }, after: { reason: 'Empty', told: 2 } })
    })
  })
})
