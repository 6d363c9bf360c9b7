import type { OpenGroups } from '#contract/openings.ts'
import { cleanUp } from '#server/compose/background.ts'
import { DAY_MS } from '#server/config/time.ts'
import {
  ASK_AGAIN_MS,
  GROUP_REQUESTS_MAX,
  REQUESTS_KEPT_MS,
  REQUESTS_OPEN_MAX,
} from '#server/modules/groups/limits.ts'
import { addGroups, addPeople } from '#test/helpers/fixtures/groups.ts'
import { addOpening, OPENING } from '#test/helpers/fixtures/openingActs.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('groups that look for players on %s (behaviour 12.20)', (server) => {
  const { call, ...calls } = groupCallsOf(server)
  const found = async (name: string, by = owner) => (await calls.found(by, name)).id
  let id: number

  beforeEach(() => server.empty())
  const [friend, owner, asker] = playersOf(server, 'Finn', 'Olwen', 'Ada')
  beforeEach(async () => {
    id = await found('Ravens')
  })

  const open = (over: object = {}, user = owner, group = id) =>
    call(user, 'PUT', `/openings/${group}`, { ...OPENING, ...over })
  const view = async (user = owner, group = id) =>
    (await call(user, 'GET', `/openings/${group}`)).json()
  const list = async (user = asker, query = ''): Promise<OpenGroups> =>
    (await call(user, 'GET', `/openings/${query}`)).json()
  const names = async (user = asker, query = '') =>
    (await list(user, query)).groups.map((group) => group.group_name)
  const ask = (user = asker, group = id, message = 'May I?') =>
    call(user, 'POST', `/openings/${group}/ask/`, { message })
  const asked = async (user = asker, group = id): Promise<number> =>
    (await ask(user, group)).json().id
  const own = async (user = asker) => (await call(user, 'GET', '/join-requests/')).json()
  const accept = (request: number, user = owner) =>
    call(user, 'POST', `/join-requests/${request}/accept/`, {})
  const decline = (request: number, sentence = '', user = owner) =>
    call(user, 'POST', `/join-requests/${request}/decline/`, { sentence })
  const withdraw = (request: number, user = asker) =>
    call(user, 'DELETE', `/join-requests/${request}`)
  const invitesOf = (user = asker) => calls.invitesOf(user)
  const mails = async () =>
    (await deliveredMail(server)).map(({ to, subject }) => `${to}: ${subject}`)
  async function join(user: TestUser, isCoOwner = false) {
    await calls.join(user, owner, id)
    if (isCoOwner) await calls.setRole(owner, id, user.id)
  }
  /** The user has muted the other for two weeks. */
  const mute = (user: TestUser, muted: TestUser) =>
    server.insert('mutes', {
      user_id: user.id,
      muted_user_id: muted.id,
      created_at: 1,
      until: 9e15,
    })

  test('members find the group with its texts, its owner and its size, and no other member', async () => {
    await join(friend)
    const texts = { plays: '  The lantern\troad ', languages: ['de', 'en'], place: 'Vienna' }
    const opened = await open({ ...texts, mode: 'both', content_notes: 'Spiders' })
    expect(opened.statusCode).toBe(200)
    const shown = {
      plays: 'The lantern road',
      languages: ['de', 'en'],
      mode: 'both',
      place: 'Vienna',
      rhythm: 'Every other Thursday',
      beginners: true,
      content_notes: 'Spiders',
      free: 2,
    }
    expect(opened.json()).toEqual({ opening: { ...shown, version: 1 }, requests: [] })
    const facts = { id, group_name: 'Ravens', owner: 'Olwen', crest: null, players: 2 }
    expect(await list()).toEqual({
      groups: [{ ...shown, ...facts, next_start: null }],
      next: null,
    })
    expect(JSON.stringify(await list())).not.toContain('Finn')
    const visitor = await server.app.inject({ url: '/api/rpggroups/openings/' })
    expect(visitor.statusCode).toBe(401)
  })

  test('owner and co-owners open, change and close; a change names the version that it is based on', async () => {
    await join(friend)
    expect(codeOf(await open({}, friend))).toBe('not_the_owner')
    expect(codeOf(await call(friend, 'DELETE', `/openings/${id}`))).toBe('not_the_owner')
    await call(owner, 'POST', `/page/${id}/co-owner/`, { member_id: friend.id, is_co_owner: true })
    expect((await open({}, friend)).statusCode).toBe(200)
    expect(codeOf(await open({ plays: 'Other' }))).toBe('page_changed')
    expect((await open({ plays: 'Other', version: 1 })).json().opening).toMatchObject({
      plays: 'Other',
      version: 2,
    })
    expect((await call(owner, 'DELETE', `/openings/${id}`)).json().opening).toBeNull()
    expect(await names()).toEqual([])
    // A change of what has been closed meanwhile opens nothing.
    expect(codeOf(await open({ version: 2 }, friend))).toBe('page_changed')
    const { log } = (await call(owner, 'GET', `/page/${id}`)).json()
    expect(log.entries.slice(0, 2)).toMatchObject([
      { kind: 'opening_closed', actor: 'Olwen' },
      { kind: 'opened', actor: 'Finn' },
    ])
  })

  test.each([
    ['a language that no list has', { languages: ['xx'] }, 'languages.0'],
    ['no language', { languages: [] }, 'languages'],
    ['nothing that is played', { plays: ' ' }, 'plays'],
    ['lines in what is played', { plays: 'a\nb' }, 'plays'],
    ['no place', { places: 0 }, 'places'],
  ])('are refused with %s', async (_what, over, attr) => {
    const refused = await open(over)
    expect([refused.statusCode, refused.json().errors[0].attr]).toEqual([400, attr])
    expect((await view()).opening).toBeNull()
  })

  test('have no more places than the group has room', async () => {
    const people = await addPeople(server, 40)
    await server.insert(
      'memberships',
      ...people.map((one) => ({ group_id: id as never, user_id: one.id, joined_at: 5 })),
    )
    const refused = await open({ places: 10 })
    expect([codeOf(refused), refused.json().errors[0].detail]).toEqual([
      'too_many_places',
      'The group has room for 9 more, counting open invites.',
    ])
    expect((await open({ places: 9 })).json().opening.free).toBe(9)
  })

  test('are filtered by language, place, beginners and words, and come page by page', async () => {
    await open()
    const [other] = [await found('Élan', friend)]
    const german = { languages: ['de'], mode: 'in_person', beginners: false, place: 'Graz' }
    await open(german, friend, other)
    const third = await found('Third', friend)
    await open({ mode: 'both', languages: ['en', 'de'] }, friend, third)
    expect(await names()).toEqual(['Third', 'Élan', 'Ravens'])
    expect(await names(asker, '?language=de')).toEqual(['Third', 'Élan'])
    expect(await names(asker, '?mode=online')).toEqual(['Third', 'Ravens'])
    expect(await names(asker, '?mode=in_person&language=de')).toEqual(['Third', 'Élan'])
    expect(await names(asker, '?mode=both')).toEqual(['Third'])
    expect(await names(asker, '?beginners=yes')).toEqual(['Third', 'Ravens'])
    expect(await names(asker, '?q=elan')).toEqual(['Élan'])
    expect(await names(asker, '?q=GRAZ')).toEqual(['Élan'])
    expect(await names(asker, '?q=graz%20elan')).toEqual(['Élan'])
    expect(await names(asker, '?q=graz%20dragon')).toEqual([])
    expect(await names(asker, '?q=%25')).toEqual([])
    for (const group of await addGroups(server, friend.id, 19)) await addOpening(server, group)
    const { groups, next } = await list()
    expect(groups.length).toBe(20)
    expect(await names(asker, `?before=${next}`)).toEqual(['Élan', 'Ravens'])
  })

  test('a request is answered by an invite, which its member accepts as any other', async () => {
    await open()
    const made = await ask()
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ group_id: id, answer: 'open', message: 'May I?' })
    const request = made.json().id
    expect((await view()).requests).toMatchObject([{ id: request, name: 'Ada', message: 'May I?' }])
    expect(await mails()).toEqual(['olwen@example.org: Ada wants to join “Ravens”'])
    const accepted = await accept(request)
    expect(await mails()).toContain('ada@example.org: Accepted: you can join “Ravens”')
    expect(accepted.json()).toMatchObject({ opening: { free: 1 }, requests: [] })
    const [invite] = await invitesOf()
    expect(invite).toMatchObject({ group_name: 'Ravens', group_leader: 'Olwen' })
    expect(await own()).toMatchObject([{ answer: 'accepted', invite_id: invite?.id }])
    expect(await names()).toEqual([])
    expect((await call(asker, 'GET', `/accept/${invite?.id}`)).statusCode).toBe(200)
    expect(await own()).toEqual([])
    expect((await view()).opening.free).toBe(1)
    // The invite is part of the answer, and gets no mail of its own.
    expect(await mails()).toHaveLength(2)
  })

  test('plain members see the opening and no request; answers to requests are for those who may invite', async () => {
    await join(friend)
    await open()
    const request = await asked()
    expect(await view(friend)).toMatchObject({ opening: { free: 2 }, requests: [] })
    for (const user of [friend, asker])
      expect(codeOf(await accept(request, user))).toBe('join_request_not_found')
    expect(codeOf(await decline(request, '', friend))).toBe('join_request_not_found')
    expect(codeOf(await call(asker, 'GET', `/openings/${id}`))).toBe('group_not_found')
  })

  test('who is declined learns the sentence, not who said it, and asks again after four weeks', async () => {
    await join(friend, true)
    await open()
    const request = await asked()
    expect((await decline(request, ' We are\nfull of elves ', friend)).statusCode).toBe(200)
    const [answer] = await own()
    expect(answer).toMatchObject({ answer: 'declined', sentence: 'We are full of elves' })
    const mail = (await deliveredMail(server)).find(({ to }) => to === 'ada@example.org')
    expect(mail?.text).toContain('Their answer: We are full of elves')
    for (const learned of [JSON.stringify(answer), JSON.stringify(mail)])
      expect(learned).not.toMatch(/Finn|Olwen/)
    const log = JSON.stringify((await call(owner, 'GET', `/page/${id}`)).json().log)
    expect(log).not.toContain('Ada')
    expect(codeOf(await ask())).toBe('asked_lately')
    server.passTime(ASK_AGAIN_MS)
    Object.assign(asker, await server.renew(asker))
    expect((await ask()).statusCode).toBe(201)
  })

  test('a request is withdrawn by its member alone, and asked no more than three times in four weeks', async () => {
    await open()
    for (const _time of [1, 2, 3]) {
      const request = await asked()
      expect(codeOf(await ask())).toBe('already_asked')
      expect(codeOf(await withdraw(request, friend))).toBe('join_request_not_found')
      expect((await withdraw(request)).statusCode).toBe(200)
      expect(codeOf(await withdraw(request))).toBe('join_request_not_found')
      expect(codeOf(await accept(request))).toBe('join_request_not_found')
    }
    expect([await own(), (await view()).requests]).toEqual([[], []])
    expect(codeOf(await ask())).toBe('asked_lately')
    // Mail about a withdrawn request is not sent.
    expect(await mails()).toEqual([])
  })

  test('a member has ten open requests, makes ten a day, and a group has thirty', async () => {
    const groups = await addGroups(server, owner.id, REQUESTS_OPEN_MAX + 1)
    for (const group of groups) await addOpening(server, group)
    const [last = 0, ...others] = groups.toReversed()
    const requests: number[] = []
    for (const group of others) requests.push(await asked(asker, group))
    expect(codeOf(await ask(asker, last))).toBe('too_many_requests_open')
    await withdraw(requests[0] ?? 0)
    expect(codeOf(await ask(asker, last))).toBe('too_many_requests_today')
    server.passTime(DAY_MS)
    Object.assign(asker, await server.renew(asker))
    expect((await ask(asker, last)).statusCode).toBe(201)

    const people = await addPeople(server, GROUP_REQUESTS_MAX)
    const row = { group_id: id as never, message: '', answer: 'open' as const, sentence: '' }
    await server.insert(
      'join_requests',
      ...people.map((one) => ({ ...row, user_id: one.id, created_at: 1 })),
    )
    await open({}, await server.renew(owner))
    expect(codeOf(await ask(await server.renew(friend)))).toBe('too_many_requests_waiting')
  })

  test('a full group is not listed, and takes no request', async () => {
    await open({ places: 1 })
    const request = await asked()
    await call(owner, 'POST', `/invite/${id}`, { username: 'Finn' })
    expect(await names()).toEqual([])
    const other = await server.addUser('Otto')
    expect(codeOf(await ask(other))).toBe('no_free_place')
    expect(codeOf(await accept(request))).toBe('no_free_place')
    expect(await own()).toMatchObject([{ answer: 'open' }])
    // A place that is given back is free again.
    await call(friend, 'POST', `/reject/${(await invitesOf(friend))[0]?.id}`, {
      mute_level: 'none',
    })
    expect((await accept(request)).statusCode).toBe(200)
  })

  test('members, removed members and those who have muted the owner do not see the group', async () => {
    await join(friend)
    await open()
    expect([await names(friend), codeOf(await ask(friend))]).toEqual([[], 'already_member'])
    await call(owner, 'POST', '/remove/', { group_id: id, member_id: friend.id })
    await mute(asker, owner)
    for (const user of [friend, asker])
      expect([await names(user), codeOf(await ask(user))]).toEqual([[], 'opening_not_found'])
  })

  test('a request is unseen by whoever has muted its member, who cannot tell', async () => {
    await join(friend, true)
    await open()
    await mute(owner, asker)
    expect(await names()).toEqual(['Ravens'])
    const request = await asked()
    expect((await view(owner)).requests).toEqual([])
    expect(codeOf(await accept(request, owner))).toBe('join_request_not_found')
    expect(codeOf(await decline(request, '', owner))).toBe('join_request_not_found')
    expect((await view(friend)).requests).toMatchObject([{ name: 'Ada' }])
    expect(await mails()).toEqual(['finn@example.org: Ada wants to join “Ravens”'])
    expect((await accept(request, friend)).statusCode).toBe(200)
  })

  test('a request is unseen by a co-owner whom its member has muted, until the mute ends', async () => {
    await join(friend, true)
    await open()
    await mute(asker, friend)
    const request = await asked()
    expect((await view(friend)).requests).toEqual([])
    expect(codeOf(await accept(request, friend))).toBe('join_request_not_found')
    expect(codeOf(await decline(request, '', friend))).toBe('join_request_not_found')
    expect((await view(owner)).requests).toMatchObject([{ name: 'Ada' }])
    expect(await mails()).toEqual(['olwen@example.org: Ada wants to join “Ravens”'])
    const until = server.deps.clock()
    await server.update('mutes', {}, { until })
    expect((await view(friend)).requests).toMatchObject([{ name: 'Ada' }])
    expect((await decline(request, '', friend)).statusCode).toBe(200)
  })

  test('whoever may answer sees how many wait, in the list of groups and in what is next', async () => {
    const plain = await server.addUser('Otto')
    await join(friend, true)
    await join(plain)
    await open()
    const seen = async (user: TestUser) => {
      const [group] = await calls.groupsOf(user)
      const next = (await server.send('GET', '/api/users/next/', user.auth)).json()
      return [group?.page?.requests, next.requests]
    }
    const none = [undefined, { items: [], total: 0 }]
    const some = (count: number) => [
      count,
      { items: [{ group_id: id, group_name: 'Ravens', count }], total: 1 },
    ]
    expect(await seen(owner)).toEqual(none)
    const request = await asked()
    const other = await server.addUser('Mina')
    await mute(friend, other)
    await asked(other)
    expect(await seen(owner)).toEqual(some(2))
    // A number of all would tell a co-owner of the muted member's request.
    expect(await seen(friend)).toEqual(some(1))
    for (const user of [plain, asker]) expect((await seen(user))[1]).toEqual(none[1])
    expect((await seen(plain))[0]).toBeUndefined()
    await decline(request)
    expect([await seen(owner), await seen(friend)]).toEqual([some(1), none])
    await server.insert('group_switches', { name: 'openings', off_at: 1 })
    expect(await seen(owner)).toEqual(none)
  })

  test('requests end with the opening and with the group, and their members get mail', async () => {
    await open()
    await asked()
    await call(owner, 'DELETE', `/openings/${id}`)
    expect(await own()).toMatchObject([{ answer: 'closed' }])
    await open()
    await asked(friend)
    await call(owner, 'GET', `/disband/${id}`)
    expect(await own(friend)).toEqual([])
    expect(await mails()).toEqual([
      'ada@example.org: Closed: “Ravens” is no longer looking for players',
      'finn@example.org: Closed: “Ravens” is no longer looking for players',
    ])
  })

  test('requests are deleted after sixty days', async () => {
    await open()
    await asked()
    server.passTime(REQUESTS_KEPT_MS + 1)
    await cleanUp(server.deps, server.app.log)
    expect(await own(await server.renew(asker))).toEqual([])
  })

  test('an answer that comes late holds for four weeks, too', async () => {
    await open()
    const request = await asked()
    server.passTime(REQUESTS_KEPT_MS - DAY_MS)
    Object.assign(owner, await server.renew(owner))
    await decline(request)
    server.passTime(2 * DAY_MS)
    await cleanUp(server.deps, server.app.log)
    Object.assign(asker, await server.renew(asker))
    expect(await own()).toEqual([expect.objectContaining({ answer: 'declined' })])
    expect(codeOf(await ask())).toBe('asked_lately')
  })
})
