import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

deskTests('reading personal data at the desk on %s', (server) => {
  let root: DeskCaller
  beforeAll(async () => {
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
