import { FORMER_MEMBER } from '#contract/account.ts'
import type { DeskRoute } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { COMMAND_LINE, logChange } from '#server/desk/audit.ts'
import { ACTS, addPending } from '#test/helpers/fixtures/deskRows.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

const changing = Object.entries(deskCalls).flatMap(([resource, calls]) =>
  Object.entries<DeskRoute>(calls)
    .filter(([, { method, changesNothing }]) => method !== 'GET' && !changesNothing)
    .map(([call, { method }]) => ({ resource, call, method })),
)

deskTests('the log of the desk on %s', (server) => {
  let root: DeskCaller

  describe('the log of the desk', () => {
    beforeAll(async () => {
      root = await server.staff('Root', 'superuser')
    })

    const log = () => server.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute()

    const prepared = (resource: string, call: string, who: DeskCaller) => {
      const prepare = ACTS[`${resource}.${call}`]
      if (prepare === undefined)
        throw new Error(`test/helpers/fixtures/deskRows.ts has no ${resource}.${call}`)
      return prepare(server, who)
    }

    test.each(changing)('$resource.$call writes its row', async ({ resource, call, method }) => {
      // The call ends or limits the session.
      const isLeaving = call === 'logOut' || resource === 'second-factor'
      const who = isLeaving ? await server.staff(`Leaver${call}`) : root
      const { path, body = {}, type } = await prepared(resource, call, who)
      const before = (await log()).length
      const response = await who.ask(method, path, body, type)
      expect([response.statusCode < 300, response.body]).toEqual([true, response.body])
      const added = (await log()).slice(before)
      expect(added).toMatchObject([
        { resource, action: call, actor_id: who.user.id, actor_name: who.user.username },
      ])
      for (const text of [added[0]?.before, added[0]?.after])
        expect(text ?? '').not.toMatch(/password_hash|argon2/)
    })

    test('shows before and after, to superusers', async () => {
      const made = (await root.post('/rule-categories', { name: 'Before' })).json()
      await root.put(`/rule-categories/${made.id}`, { name: 'After' })
      const filter = JSON.stringify({ resource: 'rule-categories', record: String(made.id) })
      const rows = (await root.get(`/audit?filter=${encodeURIComponent(filter)}`)).json()
      expect(rows).toMatchObject([
        { action: 'update', before: { name: 'Before' }, after: { name: 'After' } },
        { action: 'create', before: null, after: { name: 'Before' } },
      ])
      expect((await root.get(`/audit/${rows[0].id}`)).json()).toEqual(rows[0])
    })

    test('distinguishes accounts from the command line, the server and deleted accounts', async () => {
      const { id } = await server.addUser('Former')
      const entry = {
        timestamp: 1,
        resource: 'contents',
        action: 'remove',
        before: null,
        after: null,
      }
      const actors = [{ id, username: 'Former' }, { id, username: FORMER_MEMBER }, COMMAND_LINE]
      for (const actor of actors) await logChange(server.deps, { ...entry, actor, record: '1' })
      const rows = (await root.get('/audit?range=[0,2]')).json()
      expect(rows).toMatchObject([
        { actor_name: 'command line', actor_id: null, by_account: false },
        { actor_name: 'a former member', by_account: false },
        { actor_name: 'Former', by_account: true },
      ])
    })

    test('has the name of a record, and of the account concerned', async () => {
      const { id } = await server.addUser('Buyer')
      await root.post(`/members/${id}/end-sessions`)
      const made = (await root.post('/rule-categories', { name: 'Gone soon' })).json()
      await root.remove(`/rule-categories/${made.id}`)
      const login = { email: 'root@example.org', password: 'Golden-Apple-412' }
      await root.post('/session', { ...login, code: await server.code() })
      const rows = (await root.get('/audit?range=[0,3]')).json()
      const shown = rows.map((row: { action: string; record_name: string | null }) => [
        row.action,
        row.record_name,
      ])
      expect(shown).toEqual([
        ['logIn', 'Root'],
        ['remove', 'Gone soon'],
        ['create', 'Gone soon'],
        ['endSessions', 'Buyer'],
      ])
    })

    test('has the member whose seat a change is about', async () => {
      const { path, body } = await prepared('registrations', 'attend', root)
      await root.post(path, body)
      const [row] = (await root.get('/audit?range=[0,0]')).json()
      expect(row.record_name).toBe(row.after.user.username)
    })

    test('cannot be changed, not even by a statement of the product', async () => {
      const { db } = server.deps
      const before = await log()
      await expect(server.update('audit_log', {}, { actor_name: 'X' })).rejects.toThrow(
        /append-only/,
      )
      await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/)
      expect(await log()).toEqual(before)
    })

    test('a change is rolled back when its row cannot be written', async () => {
      const { db } = server.deps
      const entry = await addPending(server)
      const member = await server.addUser('Steady')
      const state = async () => ({
        contents: await db.selectFrom('contents').selectAll().execute(),
        entries: await db.selectFrom('glossary_entries').selectAll().execute(),
        reviews: await db.selectFrom('glossary_reviews').selectAll().execute(),
        outbox: await db.selectFrom('outbox').selectAll().execute(),
        users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
        sessions: await db.selectFrom('desk_sessions').selectAll().execute(),
      })
      const before = await state()
      // The missing table has the effect of a process that dies after the change and before its row.
      await db.schema.alterTable('audit_log').renameTo('audit_away').execute()
      try {
        const news = { kind: 'news', title: 'T', short_description: 'S', description: 'D' }
        for (const [path, body] of [
          ['/contents', news],
          [`/review/${entry}/reject`, { reason: 'No' }],
          [`/members/${member.id}/deactivate`, {}],
          [`/members/${member.id}/role`, { role: 'superuser' }],
        ] as const)
          expect([path, (await root.post(path, body)).statusCode]).toEqual([path, 500])
      } finally {
        await db.schema.alterTable('audit_away').renameTo('audit_log').execute()
      }
      expect(await state()).toEqual(before)
    })
  })

  describe('reading personal data at the desk', () => {
    let ada: DeskCaller
    beforeAll(async () => {
      await server.empty()
      ada = await server.staff('Ada')
      root = await server.staff('Root', 'superuser')
    })

    const log = async () =>
      server.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute()

    test('reading a member’s postal address writes a row with reader and member, without the address', async () => {
      const { id } = await server.addUser('Buyer')
      const place = { country_key: 'AT', city: 'Vienna', zipcode: '1010', address: 'Ring 1' }
      await server.insert('order_details', {
        ...orderDetails({ last_name: 'Uyer', ...place }),
        user_id: id,
        updated_at: 1,
      })
      const before = (await log()).length
      expect((await root.get(`/members/${id}/order-details`)).json()).toMatchObject(place)
      const added = (await log()).slice(before)
      expect(added).toMatchObject([
        { resource: 'members', action: 'orderDetails', record: String(id), actor_name: 'Root' },
      ])
      expect(JSON.stringify(added)).not.toMatch(/Vienna|Ring|Uyer/)
    })

    test('reading messages writes a row for each list and each message, without their texts', async () => {
      const words = { name: 'Nell', email: 'n@example.org', subject: 'Hello', message: 'A secret' }
      const { id } = await server.insert('contact_messages', { ...words, created_at: 1 })
      const before = (await log()).length
      expect((await root.get(listOf('messages', {}))).json()).toMatchObject([words])
      expect((await root.get(`/messages/${id}`)).json()).toMatchObject(words)
      const added = (await log()).slice(before)
      expect(added).toMatchObject([
        { resource: 'messages', action: 'list', record: null, after: `{"ids":[${id}]}` },
        { resource: 'messages', action: 'get', record: String(id) },
      ])
      expect(JSON.stringify(added)).not.toMatch(/Nell|secret|example\.org/)
    })

    describe('what a message is about', () => {
      const addMessage = async (email = 'n@example.org') => {
        const words = { name: 'Nell', subject: 'A complaint', message: 'Too loud' }
        const { id } = await server.insert('contact_messages', { ...words, email, created_at: 1 })
        return id
      }
      const lookUp = async (id: number, name: string) =>
        (await ada.post(`/messages/${id}/look-up`, { name })).json()

      test('staff see which account has the sender’s address, and no more of it', async () => {
        const { id: member } = await server.addUser('Vera')
        const id = await addMessage(' VERA@example.org')
        const shown = (await ada.get(`/messages/${id}`)).json()
        expect(shown.member).toEqual({ id: member, username: 'Vera', state: 'active' })
        const stranger = await addMessage('nobody@example.org')
        expect((await ada.get(`/messages/${stranger}`)).json().member).toBeNull()
      })

      test('staff find a member and groups by their whole name, with the facts that an answer needs', async () => {
        const owner = await server.addUser('Marta')
        await addGroups(server, owner.id, 1)
        const { name } = await server.row('groups', { owner_id: owner.id })
        const id = await addMessage()
        const { members } = await lookUp(id, ' marta ')
        expect(members).toEqual([
          { id: owner.id, username: 'Marta', state: 'active', created_at: expect.any(String) },
        ])
        const { groups } = await lookUp(id, name.toUpperCase())
        expect(groups).toMatchObject([
          { name, state: 'active', size: 1, owner: { id: owner.id, username: 'Marta' } },
        ])
        expect(JSON.stringify([members, groups])).not.toContain('@')
        expect(groups[0]).not.toHaveProperty('members')
        for (const part of ['mart', 'Mart%', '_arta'])
          expect([part, await lookUp(id, part)]).toEqual([part, { members: [], groups: [] }])
      })

      test('a look-up writes who has looked at whom, and for which message', async () => {
        const { id: member } = await server.addUser('Watched')
        const id = await addMessage()
        await lookUp(id, 'Watched')
        expect((await log()).at(-1)).toMatchObject({
          resource: 'messages',
          action: 'lookUp',
          record: String(id),
          actor_name: 'Ada',
          after: JSON.stringify({
            subject: 'A complaint',
            members: [{ id: member, username: 'Watched' }],
            groups: [],
          }),
        })
        expect((await ada.post('/messages/999999/look-up', { name: 'Watched' })).statusCode).toBe(
          404,
        )
      })
    })

    test('staff find a member by the whole name without a message, and the row says whom', async () => {
      const { id } = await server.addUser('Sought')
      const lookUp = async (name: string) => (await ada.post('/members/look-up', { name })).json()
      const members = [{ id, username: 'Sought', state: 'active', created_at: expect.any(String) }]
      expect(await lookUp(' SOUGHT ')).toEqual({ members })
      const row = { resource: 'members', action: 'lookUp', actor_name: 'Ada', after: null }
      expect((await log()).at(-1)).toMatchObject({ ...row, record: String(id) })
      for (const part of ['Sough', 'Sough%', '_ought'])
        expect([part, await lookUp(part)]).toEqual([part, { members: [] }])
      expect((await log()).at(-1)).toMatchObject({ ...row, record: null })
    })

    test('nothing is shown when the row cannot be written', async () => {
      const { db } = server.deps
      await db.schema.alterTable('audit_log').renameTo('audit_away').execute()
      try {
        const response = await root.get(listOf('messages', {}))
        expect(response.statusCode).toBe(500)
        expect(response.body).not.toContain('secret')
      } finally {
        await db.schema.alterTable('audit_away').renameTo('audit_log').execute()
      }
    })
  })
})
