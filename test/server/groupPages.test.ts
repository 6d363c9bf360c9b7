import type { GroupLogEntry, GroupPage } from '#contract/groupPage.ts'
import { handOverGroups } from '#server/modules/groups/departureRepository.ts'
import { LOG_MAX } from '#server/modules/groups/logRepository.ts'
import { changing } from '#server/work/work.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const EMPTY = { purpose: '', note: '', talk_url: null, version: 0 }

serverTests('the page of a group on %s', (server) => {
  const { call, groupsOf, invitesOf, found, ...calls } = groupCallsOf(server)
  const invite = (by: TestUser, whom: TestUser) => calls.invite(by, id, whom.username)
  const join = (user: TestUser, by = owner) => calls.join(user, by, id)
  const setRole = (by: TestUser, whom: TestUser, is_co_owner = true) =>
    calls.setRole(by, id, whom.id, is_co_owner)
  let id: number

  beforeEach(() => server.empty())
  const [owner, friend, other, stranger] = playersOf(server, 'Olwen', 'Finn', 'Otto', 'Sven')
  beforeEach(async () => {
    id = (await found(owner)).id
    await join(friend)
  })

  const pageOf = async (user: TestUser): Promise<GroupPage> =>
    (await call(user, 'GET', `/page/${id}`)).json()
  const save = (user: TestUser, texts: object) =>
    call(user, 'PUT', `/page/${id}`, { ...EMPTY, ...texts })
  const logOf = async (user: TestUser) => (await pageOf(user)).log.entries.map(line)
  const line = ({ actor, kind, subject }: GroupLogEntry) =>
    [actor, kind, subject].filter((part) => part !== null).join(' ')
  test('is announced by the group, with the role of the caller, and whether there is a note', async () => {
    expect((await groupsOf(owner))[0]?.page).toEqual({
      crest: null,
      role: 'owner',
      has_note: false,
    })
    await setRole(owner, friend)
    expect((await save(friend, { note: 'Bring dice' })).statusCode).toBe(200)
    expect((await groupsOf(friend))[0]?.page).toEqual({
      crest: null,
      role: 'co_owner',
      has_note: true,
    })
  })

  test('is read by members, and changed by the owner and co-owners', async () => {
    const texts = { purpose: ' We play\r\nravens ', note: 'Bring dice' }
    const saved = await save(owner, { ...texts, talk_url: 'https://talk.example/ravens' })
    expect(saved.statusCode).toBe(200)
    const page = { purpose: 'We play\nravens', note: 'Bring dice', version: 1 }
    expect(await pageOf(friend)).toMatchObject({
      ...page,
      talk_url: 'https://talk.example/ravens',
      role: 'member',
      co_owners: [],
    })
    expect((await save(friend, { version: 1 })).statusCode).toBe(403)
    expect((await save(stranger, { version: 1 })).statusCode).toBe(404)
  })

  test('the host of the chat is stored in its ASCII form', async () => {
    await save(owner, { talk_url: 'HTTPS://t\u0430lk.example' })
    expect((await pageOf(owner)).talk_url).toBe('https://xn--tlk-6cd.example/')
  })

  test('a change based on an earlier version is refused, and changes nothing', async () => {
    await save(owner, { note: 'First' })
    const late = await save(owner, { note: 'Second' })
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'page_changed'])
    expect((await pageOf(owner)).note).toBe('First')
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://a.example',
    'https://user:secret@a.example/',
    'https://',
    'ftp://a.example',
    `https://a.example/${'x'.repeat(500)}`,
    'https://a.example/\njavascript:alert(1)',
    'https://a.example/\u202Egnp.exe',
  ])('the URL of the chat cannot be %j', async (talk_url) => {
    expect((await save(owner, { talk_url })).statusCode).toBe(400)
  })

  test('a crest that was chosen in an earlier version stays, also when an earlier site sends another', async () => {
    await save(owner, { note: 'Bring dice' })
    await server.update('group_pages', {}, { crest: '3' })
    const saved = await save(owner, { note: 'Bring more dice', crest: '5', version: 1 })
    expect(saved.json()).toMatchObject({ note: 'Bring more dice', crest: '3' })
    expect((await pageOf(friend)).crest).toBe('3')
    expect((await groupsOf(friend))[0]?.page?.crest).toBe('3')
  })

  test('the log shows every member who founded, invited, joined, changed and left', async () => {
    await save(owner, { note: 'Bring dice', purpose: 'Ravens' })
    await call(friend, 'GET', `/leave/${id}`)
    expect((await pageOf(owner)).log.entries[1]?.detail).toBe('purpose,note')
    expect(await logOf(owner)).toEqual([
      'Finn left',
      'Olwen page_changed',
      'Finn joined',
      'Olwen invited Finn',
      'Olwen founded',
    ])
    expect((await call(friend, 'GET', `/page/${id}/log/`)).statusCode).toBe(404)
  })

  test('the log has pages in the order of time, no rows of other groups, and a limit', async () => {
    const { db } = server.deps
    const { id: actor_id } = owner
    const rows = Array.from({ length: LOG_MAX + 5 }, (_, at) => ({
      group_id: id as never,
      actor_id,
      kind: 'page_changed' as const,
      detail: String(at),
      // These come before the rows that are there, two at a time.
      created_at: Math.floor(at / 2),
    }))
    await db.insertInto('group_log').values(rows).execute()
    await save(owner, { note: 'The newest' })
    expect(await db.selectFrom('group_log').select('id').execute()).toHaveLength(LOG_MAX)
    const first = (await pageOf(owner)).log
    const next = await call(owner, 'GET', `/page/${id}/log/?before=${first.next}`)
    const details = [...first.entries, ...next.json().entries].map(({ detail }) => detail)
    const older = Array.from({ length: 36 }, (_, at) => String(504 - at))
    expect(details).toEqual(['note', null, null, null, ...older])
  })

  test('co-owners invite and cancel invites, and see the open ones, but nothing else', async () => {
    expect((await invite(friend, other)).statusCode).toBe(403)
    expect((await setRole(owner, friend)).json().co_owners).toEqual([friend.id])
    expect((await invite(friend, other)).statusCode).toBe(201)
    const [group] = await groupsOf(friend)
    expect(group?.invites.map((one) => one.target_user_username)).toEqual(['Otto'])
    expect(group).not.toHaveProperty('notices')
    const cancelled = await call(friend, 'DELETE', `/cancel/${group?.invites[0]?.id}`)
    expect(cancelled.statusCode).toBe(200)
    await join(other)
    const body = { group_id: id, member_id: other.id, new_owner_id: friend.id }
    expect((await call(friend, 'POST', '/remove/', body)).statusCode).toBe(403)
    expect((await call(friend, 'GET', `/disband/${id}`)).statusCode).toBe(403)
    expect((await call(friend, 'POST', '/transfer-ownership/', body)).statusCode).toBe(403)
    expect((await setRole(friend, other)).statusCode).toBe(403)
    expect((await setRole(owner, friend, false)).json().co_owners).toEqual([])
    expect((await invite(friend, stranger)).statusCode).toBe(403)
    expect((await groupsOf(friend))[0]?.invites).toEqual([])
  })

  test('an invite by a co-owner names the leader and the co-owner, and a mute is on the latter', async () => {
    await setRole(owner, friend)
    await invite(friend, other)
    const [received] = await invitesOf(other)
    expect(received).toMatchObject({ group_leader: 'Olwen', invited_by: 'Finn' })
    await call(other, 'POST', `/reject/${received?.id}`, { mute_level: '2w' })
    expect(codeOf(await invite(friend, other))).toBe('muted')
    expect((await invite(owner, other)).statusCode).toBe(201)
    expect((await invitesOf(other))[0]).not.toHaveProperty('invited_by')
  })

  test('only members become co-owners, not the owner', async () => {
    expect((await setRole(owner, stranger)).statusCode).toBe(404)
    expect((await setRole(owner, owner)).statusCode).toBe(400)
  })

  test('an owner who transfers the group becomes a plain member, whatever the new owner was', async () => {
    await setRole(owner, friend)
    const body = { group_id: id, new_owner_id: friend.id }
    await call(owner, 'POST', '/transfer-ownership/', body)
    expect((await groupsOf(owner))[0]?.page?.role).toBe('member')
    await call(friend, 'POST', '/transfer-ownership/', {
      ...body,
      new_owner_id: owner.id,
    })
    expect((await groupsOf(friend))[0]?.page?.role).toBe('member')
    expect((await logOf(owner)).slice(0, 2)).toEqual([
      'Finn owner_changed Olwen',
      'Olwen owner_changed Finn',
    ])
  })

  test('former members have no names in the log, and the group has a new owner', async () => {
    await setRole(owner, friend)
    await changing(server.deps, (w) => handOverGroups(w, owner.id))
    expect((await groupsOf(owner))[0]?.page?.role).toBe('member')
    expect((await logOf(friend))[0]).toBe('Olwen owner_changed Finn')
    await server.update('group_log', {}, { actor_id: null })
    expect((await pageOf(friend)).log.entries[0]).toMatchObject({ actor: null, subject: 'Finn' })
    // Who got the group in this way is a plain member once it is handed over.
    const body = { group_id: id, new_owner_id: owner.id }
    await call(friend, 'POST', '/transfer-ownership/', body)
    expect((await groupsOf(friend))[0]?.page?.role).toBe('member')
  })

  test('suggests only people with whom the caller plays or has played', async () => {
    await call(owner, 'POST', '/create/', { name: 'Owls' })
    const owls = (await groupsOf(owner)).find(({ name }) => name === 'Owls')?.id
    const suggest = async (user: TestUser, prefix: string) =>
      call(user, 'GET', `/suggestions/${owls}?prefix=${encodeURIComponent(prefix)}`)
    expect((await suggest(owner, 'FI')).json()).toEqual([{ username: 'Finn' }])
    expect((await suggest(owner, 'S')).json()).toEqual([])
    expect((await suggest(owner, '%')).json()).toEqual([])
    await call(friend, 'GET', `/leave/${id}`)
    expect((await suggest(owner, 'f')).json()).toEqual([{ username: 'Finn' }])
    const setDeactivated = (deactivated_at: number | null) =>
      server.update('users', { username: 'Finn' }, { deactivated_at })
    await setDeactivated(1)
    expect((await suggest(owner, 'f')).json()).toEqual([])
    await setDeactivated(null)
    await call(owner, 'POST', `/invite/${owls}`, { username: 'Finn' })
    expect((await suggest(owner, 'f')).json()).toEqual([])
    expect((await suggest(friend, 'o')).statusCode).toBe(404)
  })

  test.each([
    ['left', () => call(friend, 'GET', `/leave/${id}`)],
    ['been removed', () => call(owner, 'POST', '/remove/', { group_id: id, member_id: friend.id })],
  ])('suggests no member who joined after the caller had %s', async (_how, go) => {
    expect((await go()).statusCode).toBe(200)
    await join(other)
    await call(friend, 'POST', '/create/', { name: 'Owls' })
    const [owls] = await groupsOf(friend)
    const url = `/suggestions/${owls?.id}?prefix=o`
    expect((await call(friend, 'GET', url)).json()).toEqual([{ username: 'Olwen' }])
  })
})
