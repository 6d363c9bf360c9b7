import type { GroupId } from '#contract/ids.ts'
import { addPeople } from '#test/helpers/fixtures/groups.ts'
import { addOpening } from '#test/helpers/fixtures/openingActs.ts'
import { groupCallsOf, statusOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests(
  'blocks between members on %s (behaviour 12.35)',
  { engines: bothEngines, env },
  (server) => {
    const { call, ...calls } = groupCallsOf(server)
    const group = async (by: TestUser, name = `${by.username}’s`) =>
      (await calls.found(by, name)).id
    beforeEach(() => server.empty())
    /** Olwen blocks Finn; Tam has nothing to do with it. */
    const [olwen, finn, tam] = playersOf(server, 'Olwen', 'Finn', 'Tam')

    const blocks = (
      method: 'GET' | 'POST' | 'DELETE',
      { auth }: TestUser,
      path = '',
      body?: object,
    ) => server.send(method, `/api/users/blocks/${path}`, auth, body)
    const block = (by = olwen, whom = finn) => blocks('POST', by, '', { username: whom.username })
    const namesOf = async (user: TestUser) =>
      (await blocks('GET', user)).json().map(({ username }: { username: string }) => username)
    const openings = async (user: TestUser): Promise<string[]> =>
      (await call(user, 'GET', '/openings/'))
        .json()
        .groups.map(({ group_name }: { group_name: string }) => group_name)
    const ask = (user: TestUser, id: number) =>
      call(user, 'POST', `/openings/${id}/ask/`, { message: '' })
    const requestsTo = async (user: TestUser, id: number) =>
      (await call(user, 'GET', `/openings/${id}`)).json().requests
    const sentOf = async (user: TestUser) =>
      (await calls.groupsOf(user))
        .flatMap(({ invites }) => invites)
        .map((one) => one.target_user_username)
    const mailTo = async ({ username }: TestUser) =>
      (await deliveredMail(server))
        .filter(({ to }) => to === `${username.toLowerCase()}@example.org`)
        .map(({ kind }) => kind)

    describe('the list', () => {
      test('has the blocked by name; who is blocked twice is there once, and the other has no such list', async () => {
        expect((await block()).statusCode).toBe(201)
        expect((await block(olwen, tam)).json()).toEqual(
          ['Finn', 'Tam'].map((username) => ({
            id: expect.any(Number),
            username,
            created_at: expect.stringMatching(/Z$/),
          })),
        )
        expect((await block()).statusCode).toBe(201)
        expect(await namesOf(olwen)).toEqual(['Finn', 'Tam'])
        expect(await namesOf(finn)).toEqual([])
      })

      test('refuses oneself, unknown names, deactivated accounts and the 201st', async () => {
        expect(await statusOf(block(olwen, olwen))).toBe('400 own_block username')
        const { db } = server.deps
        await db.updateTable('users').set({ deactivated_at: 1 }).where('id', '=', finn.id).execute()
        for (const username of ['Nobody', 'Finn'])
          expect(await statusOf(blocks('POST', olwen, '', { username }))).toBe(
            '404 user_not_found username',
          )
        const people = await addPeople(server, 200)
        const rows = people.map(({ id }) => ({ user_id: olwen.id, blocked_id: id, created_at: 1 }))
        await db.insertInto('blocks').values(rows).execute()
        expect(await statusOf(block(olwen, tam))).toBe('409 too_many_blocks username')
        expect(await statusOf(blocks('POST', olwen, '', { username: 'Person 7' }))).toBe('201')
        expect(await namesOf(olwen)).toHaveLength(200)
      })

      test('is the member’s own: nobody else ends a block; its end lets everything show', async () => {
        const [{ id }] = (await block()).json()
        await calls.invite(finn, await group(finn), 'Olwen')
        expect(await calls.invitesOf(olwen)).toEqual([])
        expect(await statusOf(blocks('DELETE', finn, id))).toBe('404 block_not_found')
        expect(await statusOf(blocks('DELETE', olwen, id))).toBe('200')
        expect(await statusOf(blocks('DELETE', olwen, id))).toBe('404 block_not_found')
        expect(await calls.invitesOf(olwen)).toMatchObject([{ group_leader: 'Finn' }])
      })
    })

    describe('invites', () => {
      test('by the blocked are accepted, open for the inviter, and neither shown, mailed nor accepted', async () => {
        const id = await group(finn)
        await block()
        expect((await calls.invite(finn, id, 'Olwen')).json()).toEqual({
          target_user_username: 'Olwen',
        })
        expect(await statusOf(calls.invite(finn, id, 'Olwen'))).toBe('400 already_invited username')
        expect(await sentOf(finn)).toEqual(['Olwen'])
        expect(await calls.invitesOf(olwen)).toEqual([])
        expect(await mailTo(olwen)).toEqual([])
        const { id: invite } = await server.row('invites')
        expect(await statusOf(call(olwen, 'GET', `/accept/${invite}`))).toBe('404 invite_not_found')
        expect(await sentOf(finn)).toEqual(['Olwen'])
        expect(await statusOf(call(finn, 'DELETE', `/cancel/${invite}`))).toBe('200')
      })

      test('of before are hidden on both sides', async () => {
        await calls.invite(finn, await group(finn), 'Olwen')
        await calls.invite(olwen, await group(olwen), 'Finn')
        await block()
        for (const user of [olwen, finn]) expect(await calls.invitesOf(user)).toEqual([])
        for (const user of [olwen, finn]) expect(await mailTo(user)).toEqual([])
        const { db } = server.deps
        for (const { id, target_user_id } of await db.selectFrom('invites').selectAll().execute())
          expect(
            await statusOf(call(target_user_id === finn.id ? finn : olwen, 'GET', `/accept/${id}`)),
          ).toBe('404 invite_not_found')
      })

      test('to the blocked are refused as those to nobody', async () => {
        await block()
        expect(await statusOf(calls.invite(olwen, await group(olwen), 'Finn'))).toBe(
          '404 user_not_found username',
        )
      })

      test('by a co-owner into a group whose owner is apart are not shown either', async () => {
        const id = await group(finn)
        await calls.join(tam, finn, id)
        await calls.setRole(finn, id, tam.id)
        await block()
        expect((await calls.invite(tam, id, 'Olwen')).statusCode).toBe(201)
        expect(await calls.invitesOf(olwen)).toEqual([])
      })

      test('that are not shown do not fill the list of the invited for others', async () => {
        const { db } = server.deps
        const owners = await addPeople(server, 200)
        await db.transaction().execute(async (tx) => {
          const made = await tx
            .insertInto('groups')
            .values(
              owners.map(({ id, username }) => ({ name: username, owner_id: id, created_at: 1 })),
            )
            .returning(['id', 'owner_id'])
            .execute()
          await tx
            .insertInto('memberships')
            .values(
              made.map(({ id, owner_id }) => ({ group_id: id, user_id: owner_id, joined_at: 1 })),
            )
            .execute()
          const sent = { target_user_id: olwen.id, created_at: 1 }
          await tx
            .insertInto('invites')
            .values(
              made.map(({ id, owner_id }) => ({ ...sent, group_id: id, invited_by: owner_id })),
            )
            .execute()
        })
        const id = await group(tam)
        expect(await statusOf(calls.invite(tam, id, 'Olwen'))).toBe('409 too_many_invites username')
        const rows = owners.map((one) => ({ user_id: olwen.id, blocked_id: one.id, created_at: 1 }))
        await db.insertInto('blocks').values(rows).execute()
        expect(await statusOf(calls.invite(tam, id, 'Olwen'))).toBe('201')
      })

      test('a mute wins where it is specified', async () => {
        await block()
        const mute = { user_id: olwen.id, muted_user_id: finn.id, created_at: 1, until: 9e15 }
        await server.insert('mutes', mute)
        expect(await statusOf(calls.invite(finn, await group(finn), 'Olwen'))).toBe(
          '423 muted username',
        )
      })

      test.each(['first the block', 'first the invite', 'both at once'])(
        'a block while an invite is accepted: %s',
        async (order) => {
          await calls.invite(finn, await group(finn), 'Olwen')
          const { id } = await server.row('invites')
          const accept = () => call(olwen, 'GET', `/accept/${id}`)
          if (order === 'first the block') await block()
          const accepted = accept()
          if (order === 'first the invite') await accepted
          const [{ statusCode }] = await Promise.all([accepted, block()])
          const isIn = (await calls.groupsOf(olwen)).length === 1
          expect(statusCode).toBe(isIn ? 200 : 404)
          expect(await sentOf(finn)).toEqual(isIn ? [] : ['Olwen'])
          if (order !== 'both at once') expect(isIn).toBe(order === 'first the invite')
        },
      )
    })

    describe('links', () => {
      const linkOf = async (user: TestUser, id: GroupId): Promise<string> =>
        (await call(user, 'POST', `/links/${id}/`, { days: 1, uses: 5 })).json().secret
      const redeem = (user: TestUser, secret: string) =>
        statusOf(call(user, 'POST', '/redeem-link/', { secret }))

      test('of the blocked look used up for the blocker; the blocked may use one, and gets what is not shown', async () => {
        const [own, others] = [
          await linkOf(olwen, await group(olwen)),
          await linkOf(finn, await group(finn)),
        ]
        await block()
        expect(await redeem(olwen, others)).toBe(await redeem(tam, 'x'.repeat(43)))
        expect(await redeem(finn, own)).toBe('201')
        expect(await calls.invitesOf(finn)).toEqual([])
        expect(await redeem(tam, own)).toBe('201')
      })

      test('that one mails to the address of the other are not sent', async () => {
        await block()
        for (const [from, to] of [
          [finn, olwen],
          [olwen, finn],
        ] as const) {
          const email = `${to.username.toLowerCase()}@example.org`
          const mailed = await call(from, 'POST', `/links/${await group(from)}/mail/`, { email })
          expect([mailed.statusCode, mailed.json().email]).toEqual([201, email])
          expect(await mailTo(to)).toEqual([])
        }
      })
    })

    describe('groups that look for players', () => {
      let own: GroupId
      let others: GroupId
      beforeEach(async () => {
        own = await group(olwen)
        others = await group(finn)
        for (const id of [own, others]) await addOpening(server, id)
      })

      test('are left out for who has blocked the owner; who is blocked asks, and only the group does not see it', async () => {
        await block()
        expect(await openings(olwen)).toEqual([])
        expect(await statusOf(ask(olwen, others))).toBe('404 opening_not_found')
        expect(await openings(finn)).toEqual(['Olwen’s'])
        expect((await ask(finn, own)).json()).toMatchObject({ answer: 'open' })
        expect(await statusOf(ask(finn, own))).toBe('409 already_asked')
        expect(await requestsTo(olwen, own)).toEqual([])
        expect((await calls.groupsOf(olwen))[0]?.page).not.toHaveProperty('requests')
        expect(await mailTo(olwen)).toEqual([])
        const { id } = await server.row('join_requests')
        expect(await statusOf(call(olwen, 'POST', `/join-requests/${id}/accept/`, {}))).toBe(
          '404 join_request_not_found',
        )
        expect(await statusOf(call(finn, 'DELETE', `/join-requests/${id}`))).toBe('200')
      })

      test('a request of the blocker from before, and the answer to one, end without a word', async () => {
        await ask(olwen, others)
        await ask(finn, own)
        const { db } = server.deps
        const [first] = await db.selectFrom('join_requests').selectAll().orderBy('id').execute()
        await call(finn, 'POST', `/join-requests/${first?.id}/accept/`, {})
        await block()
        expect(await requestsTo(olwen, own)).toEqual([])
        expect((await call(olwen, 'GET', '/join-requests/')).json()).toEqual([])
        expect(await mailTo(olwen)).toEqual([])
      })

      test('don’t show a request of one who is apart from the owner to co-owners either', async () => {
        await calls.join(tam, olwen, own)
        await calls.setRole(olwen, own, tam.id)
        await block()
        await ask(finn, own)
        expect(await requestsTo(tam, own)).toEqual([])
        expect(await mailTo(tam)).not.toContain('join-request')
      })

      test('of which the blocker is no owner show the request to the others alone', async () => {
        await calls.join(olwen, tam, await group(tam))
        const shared = (await calls.groupsOf(tam))[0]?.id as GroupId
        await calls.setRole(tam, shared, olwen.id)
        await addOpening(server, shared)
        await block()
        await ask(finn, shared)
        expect(await requestsTo(olwen, shared)).toEqual([])
        expect(await requestsTo(tam, shared)).toMatchObject([{ name: 'Finn' }])
      })
    })

    test('names are suggested to neither of the two', async () => {
      const shared = await group(tam)
      for (const user of [olwen, finn]) await calls.join(user, tam, shared)
      const suggested = async (user: TestUser, prefix: string) =>
        (await call(user, 'GET', `/suggestions/${await group(user)}?prefix=${prefix}`)).json()
      expect(await suggested(finn, 'ol')).toHaveLength(1)
      await block()
      expect(await suggested(finn, 'ol')).toEqual([])
      expect(await suggested(olwen, 'fi')).toEqual([])
      expect(await suggested(tam, 'ol')).toEqual([])
      // Each stays in what the group that they share shows.
      for (const user of [olwen, finn])
        expect((await calls.groupsOf(user)).find(({ id }) => id === shared)?.members).toHaveLength(
          3,
        )
    })
  },
)
