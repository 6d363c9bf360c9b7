import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

deskTests('reading personal data at the desk on %s', (server) => {
  let root: DeskCaller
  let ada: DeskCaller
  beforeAll(async () => {
    ada = await server.staff('Ada')
    root = await server.staff('Root', 'superuser')
  })

  const log = async () => server.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute()

  test('reading a member’s postal address writes a row with reader and member, without the address', async () => {
    const { id } = await server.addUser('Buyer')
    const place = { country_key: 'AT', city: 'Vienna', zipcode: '1010', address: 'Ring 1' }
    await server.deps.db
      .insertInto('order_details')
      .values({ ...orderDetails({ last_name: 'Uyer', ...place }), user_id: id, updated_at: 1 })
      .execute()
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
    const { id } = await server.deps.db
      .insertInto('contact_messages')
      .values({ ...words, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
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
      const { id } = await server.deps.db
        .insertInto('contact_messages')
        .values({ ...words, email, created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
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
      const { name } = await server.deps.db
        .selectFrom('groups')
        .select('name')
        .where('owner_id', '=', owner.id)
        .executeTakeFirstOrThrow()
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
      expect((await ada.post('/messages/999999/look-up', { name: 'Watched' })).statusCode).toBe(404)
    })
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
