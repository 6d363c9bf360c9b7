import { departGroups } from '#server/modules/groups/departureRepository.ts'
import { INVITE_LINKS_MAX } from '#server/modules/groups/limits.ts'
import { changing } from '#server/work/work.ts'
import { codeOf, groupCallsOf } from '#test/helpers/server/groupCalls.ts'
import { rowsOf } from '#test/helpers/server/rowsOf.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestUser } from '#test/helpers/server/startServer.ts'

serverTests('invite links on %s', (server, engine) => {
  const { call, invitesOf, found, ...calls } = groupCallsOf(server)
  const join = (user: TestUser) => calls.join(user, owner, id)
  const setRole = (whom: TestUser, is_co_owner: boolean) =>
    calls.setRole(owner, id, whom.id, is_co_owner)
  let id: number

  beforeEach(() => server.empty())
  const [owner, friend, other] = playersOf(server, 'Olwen', 'Finn', 'Otto')
  beforeEach(async () => {
    id = (await found(owner)).id
  })

  const make = (user: TestUser, body = { days: 7, uses: 2 }) =>
    call(user, 'POST', `/links/${id}`, body)
  const secretOf = async (user = owner, uses = 2): Promise<string> =>
    (await make(user, { days: 7, uses })).json().secret
  const redeem = (user: TestUser, secret: string) => call(user, 'POST', '/redeem-link/', { secret })
  const look = (secret: string) =>
    server.send('POST', '/api/rpggroups/look-at-link/', {}, { secret })
  const linksOf = async (user: TestUser) => (await call(user, 'GET', `/links/${id}`)).json()
  test('a link makes an ordinary invite by its maker, and its secret is not stored', async () => {
    const made = await make(owner)
    expect(made.statusCode).toBe(201)
    const { secret, link } = made.json()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(link).toMatchObject({ created_by: 'Olwen', uses: 2, uses_left: 2 })
    const redeemed = await redeem(friend, secret)
    expect([redeemed.statusCode, redeemed.json()]).toEqual([201, { group_name: 'Ravens' }])
    expect(await invitesOf(friend)).toMatchObject([{ group_name: 'Ravens', group_leader: 'Olwen' }])
    expect(await linksOf(owner)).toMatchObject([{ uses_left: 1 }])
    const stored = await server.deps.db.selectFrom('invite_links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('is refused, without a use, to members, to invited users, and to those who have muted its maker', async () => {
    const secret = await secretOf()
    expect(codeOf(await redeem(owner, secret))).toBe('already_member')
    await redeem(friend, secret)
    expect(codeOf(await redeem(friend, secret))).toBe('already_invited')
    const [invite] = await invitesOf(friend)
    await call(friend, 'POST', `/reject/${invite?.id}`, { mute_level: '2w' })
    expect(codeOf(await redeem(friend, secret))).toBe('muted')
    expect(await linksOf(owner)).toMatchObject([{ uses_left: 1 }])
  })

  test('unknown, used up, revoked and expired links get the same response', async () => {
    const once = await secretOf(owner, 1)
    await redeem(friend, once)
    const ended = await secretOf()
    const [link] = await linksOf(owner)
    expect((await call(friend, 'DELETE', `/links/${link.id}`)).statusCode).toBe(404)
    expect((await call(owner, 'DELETE', `/links/${link.id}`)).statusCode).toBe(200)
    const late = await secretOf()
    await server.update('invite_links', {}, { expires_at: 1 })
    for (const secret of ['unknown', once, ended, late]) {
      const refused = await redeem(other, secret)
      expect([refused.statusCode, codeOf(refused)]).toEqual([404, 'invite_link_over'])
      const looked = await look(secret)
      expect([looked.statusCode, looked.body]).toEqual([404, refused.body])
    }
    expect(await linksOf(owner)).toEqual([])
  })

  test('a link closes when its maker may not invite any more', async () => {
    await join(friend)
    expect((await make(friend)).statusCode).toBe(403)
    expect((await call(friend, 'GET', `/links/${id}`)).statusCode).toBe(403)
    expect((await make(other)).statusCode).toBe(404)
    await setRole(friend, true)
    const first = await secretOf(friend)
    await setRole(friend, false)
    await setRole(friend, true)
    const second = await secretOf(friend)
    const third = await secretOf(owner)
    await call(friend, 'GET', `/leave/${id}`)
    expect(codeOf(await redeem(other, first))).toBe('invite_link_over')
    expect(codeOf(await redeem(other, second))).toBe('invite_link_over')
    await join(friend)
    const body = { group_id: id, new_owner_id: friend.id }
    await call(owner, 'POST', '/transfer-ownership/', body)
    expect(codeOf(await redeem(other, third))).toBe('invite_link_over')
    const again = { member_id: owner.id, is_co_owner: true }
    await call(friend, 'POST', `/page/${id}/co-owner/`, again)
    expect(codeOf(await redeem(other, third))).toBe('invite_link_over')
    await secretOf(owner)
    await changing(server.deps, (w) => departGroups(w, owner.id))
    expect(await linksOf(friend)).toEqual([])
  })

  test('the last uses, raced by many, succeed for exactly as many', async () => {
    const secret = await secretOf(owner, 3)
    const many = await Promise.all(Array.from({ length: 8 }, (_, n) => server.addUser(`Many${n}`)))
    const responses = await Promise.all(many.map((user) => redeem(user, secret)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...[201, 201, 201],
      ...[404, 404, 404, 404, 404],
    ])
    const [group] = (await call(owner, 'GET', '/list')).json()
    expect(group.invites).toHaveLength(3)
  })

  test('a look needs no session and changes nothing', async () => {
    const secret = await secretOf(owner, 1)
    const before = JSON.stringify(await rowsOf(server.deps))
    for (let n = 0; n < 2; n++) {
      const looked = await look(secret)
      expect(looked.statusCode).toBe(200)
    }
    expect(JSON.stringify(await rowsOf(server.deps))).toBe(before)
    expect((await redeem(friend, secret)).statusCode).toBe(201)
  })

  test('a person uses a link once: redeeming and rejecting repeatedly counts as one use', async () => {
    const secret = await secretOf(owner, 3)
    for (let n = 0; n < 3; n++) {
      await redeem(friend, secret)
      const [invite] = await invitesOf(friend)
      if (invite) await call(friend, 'POST', `/reject/${invite?.id}`, { mute_level: 'none' })
    }
    expect(codeOf(await redeem(friend, secret))).toBe('invite_link_over')
    expect(await linksOf(owner)).toMatchObject([{ uses_left: 2 }])
    expect((await redeem(other, secret)).statusCode).toBe(201)
  })

  test('a removed member cannot return by a link or a co-owner, only by an invite of the owner', async () => {
    await join(friend)
    const secret = await secretOf(owner, 3)
    const remove = () => call(owner, 'POST', '/remove/', { group_id: id, member_id: friend.id })
    expect((await remove()).statusCode).toBe(200)
    const refused = await redeem(friend, secret)
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'removed_from_group'])
    expect(codeOf(await redeem(friend, await secretOf(owner)))).toBe('removed_from_group')
    expect(await linksOf(owner)).toMatchObject([{ uses_left: 3 }, { uses_left: 2 }])
    await join(other)
    await setRole(other, true)
    const byCoOwner = await call(other, 'POST', `/invite/${id}`, { username: 'Finn' })
    expect([byCoOwner.statusCode, codeOf(byCoOwner)]).toEqual([403, 'owner_invites_again'])
    expect(codeOf(await redeem(friend, await secretOf(other)))).toBe('removed_from_group')
    await join(friend)
    await call(friend, 'GET', `/leave/${id}`)
    expect((await redeem(friend, secret)).statusCode).toBe(201)
  })

  test.each([
    ['is removed', () => call(owner, 'POST', '/remove/', { group_id: id, member_id: friend.id })],
    ['is no co-owner any more', () => setRole(friend, false)],
    ['leaves', () => call(friend, 'GET', `/leave/${id}`)],
  ])(
    'the links and open invites of a co-owner who %s end, those of others stay',
    async (_how, end) => {
      await join(friend)
      await setRole(friend, true)
      const third = await server.addUser('Thea')
      const secret = await secretOf(friend)
      await call(friend, 'POST', `/invite/${id}`, { username: 'Otto' })
      await call(owner, 'POST', `/invite/${id}`, { username: 'Thea' })
      const [invite] = await invitesOf(other)
      expect((await end()).statusCode).toBe(200)
      expect(codeOf(await redeem(other, secret))).toBe('invite_link_over')
      expect((await call(other, 'GET', `/accept/${invite?.id}`)).statusCode).toBe(404)
      expect(await invitesOf(other)).toEqual([])
      expect(await invitesOf(third)).toMatchObject([{ group_name: 'Ravens' }])
    },
  )

  test('who returns to one group stays removed from another', async () => {
    await call(owner, 'POST', '/create/', { name: 'Owls' })
    const groups: { id: number; name: string }[] = (await call(owner, 'GET', '/list')).json()
    const owls = groups.find(({ name }) => name === 'Owls')?.id
    const both = [id, owls] as const
    for (const group of both) {
      id = group ?? 0
      await join(friend)
      await call(owner, 'POST', '/remove/', { group_id: id, member_id: friend.id })
    }
    const secret = await secretOf()
    id = both[0]
    await join(friend)
    expect(codeOf(await redeem(friend, secret))).toBe('removed_from_group')
  })

  test('the open invites of an owner who leaves stay, and so do links of their other groups', async () => {
    await join(friend)
    await call(owner, 'POST', `/invite/${id}`, { username: 'Otto' })
    await call(owner, 'POST', '/create/', { name: 'Owls' })
    const [owls] = (await call(owner, 'GET', '/list')).json()
    const made = await call(owner, 'POST', `/links/${owls.id}`, { days: 7, uses: 2 })
    const body = { group_id: id, new_owner_id: friend.id }
    await call(owner, 'POST', '/transfer-ownership/', body)
    await call(owner, 'GET', `/leave/${id}`)
    expect(await invitesOf(other)).toMatchObject([{ group_name: 'Ravens' }])
    expect((await look(made.json().secret)).statusCode).toBe(200)
  })

  test('days, uses and the number of open links are bounded', async () => {
    for (const body of [
      { days: 0, uses: 1 },
      { days: 31, uses: 1 },
      { days: 1, uses: 51 },
      { days: 1, uses: 0 },
      { days: 1.5, uses: 1 },
    ])
      expect((await make(owner, body)).statusCode).toBe(400)
    for (let n = 0; n < INVITE_LINKS_MAX; n++) expect((await make(owner)).statusCode).toBe(201)
    expect(codeOf(await make(owner))).toBe('too_many_links')
  })

  test('guessing secrets is rate-limited', async () => {
    const strict = await startServer(engine, { RATE_LIMITS: 'on' })
    const guesser = await strict.addUser('Gus')
    for (const [path, max] of [
      ['redeem-link', 20],
      ['look-at-link', 60],
    ] as const) {
      const statuses: number[] = []
      for (let n = 0; n <= max; n++) {
        const { statusCode } = await strict.send('POST', `/api/rpggroups/${path}/`, guesser.auth, {
          secret: 'guess',
        })
        statuses.push(statusCode)
      }
      expect(statuses.slice(max - 1)).toEqual([404, 429])
    }
    await strict.close()
  })
})
