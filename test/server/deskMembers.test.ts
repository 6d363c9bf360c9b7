import { addPending } from '#test/helpers/fixtures/deskRows.ts'
import { orderDetails } from '#test/helpers/fixtures/orderDetails.ts'
import { activate, logIn, post, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

deskTests('members at the desk on %s', (server) => {
  let root: DeskCaller
  beforeAll(async () => {
    root = await server.staff('Root', 'superuser')
  })

  const whoAmI = async (headers: { authorization: string }) =>
    (await server.app.inject({ url: '/api/users/whoami', headers })).statusCode

  test('are found by name, role and state, without their secrets', async () => {
    const mara = await server.addUser('Mara')
    const found = await root.get(
      listOf('members', { filter: { q: 'MAR', role: 'player', state: 'active' } }),
    )
    expect(found.json()).toEqual([
      {
        id: mara.id,
        username: 'Mara',
        email: 'mara@example.org',
        role: 'player',
        created_at: expect.any(String),
        activated_at: expect.any(String),
        deactivated_at: null,
        second_factor_at: null,
        passkeys: 0,
        deletion_due_at: null,
        invited_at: null,
        email_change: null,
        state: 'active',
      },
    ])
    expect((await root.get(listOf('members', { filter: { password_hash: 'x' } }))).statusCode).toBe(
      400,
    )
  })

  test('have their language where they have one', async () => {
    const mara = await server.addUser('Wren')
    const { db } = server.deps
    await db.updateTable('users').set({ language: 'de' }).where('id', '=', mara.id).execute()
    expect((await root.get(`/members/${mara.id}`)).json()).toMatchObject({ language: 'de' })
  })

  test('a deactivated member is logged out at once and returns without the old sessions', async () => {
    const zoe = await server.addUser('Zoe')
    expect(await whoAmI(zoe.auth)).toBe(200)
    expect((await root.post(`/members/${zoe.id}/deactivate`)).json().state).toBe('deactivated')
    expect(await whoAmI(zoe.auth)).toBe(401)
    expect((await root.post(`/members/${zoe.id}/reactivate`)).json().state).toBe('active')
    expect(await whoAmI(zoe.auth)).toBe(401)
    expect((await root.post(`/members/${zoe.id}/reactivate`)).statusCode).toBe(409)
  })

  test.each(['end-sessions', 'deactivate'])(
    '%s ends the sessions on the site, their refresh tokens, and the one at the desk',
    async (call) => {
      const ada = await server.staff(`Ada-${call}`)
      const { refresh } = ada.user.tokens
      expect((await root.post(`/members/${ada.user.id}/${call}`)).statusCode).toBe(200)
      if (call === 'deactivate') await root.post(`/members/${ada.user.id}/reactivate`)
      expect(await whoAmI(ada.user.auth)).toBe(401)
      expect((await post(server, '/users/login/refresh/', { refresh })).statusCode).toBe(401)
      expect((await ada.get('/contents')).statusCode).toBe(401)
    },
  )

  test('a change of role shows at the member’s glossary entries at once', async () => {
    const id = await addPending(server, 'The toll bridge')
    await root.post(`/review/${id}/approve`)
    const author = async () =>
      (await server.app.inject({ url: '/api/glossary/entries/?search=toll' })).json()[0].created_by
    const { username, is_staff } = await author()
    expect(is_staff).toBe(false)
    const [member] = (await root.get(listOf('members', { filter: { q: username } }))).json()
    await root.post(`/members/${member.id}/role`, { role: 'staff' })
    expect((await author()).is_staff).toBe(true)
  })

  test('another name shows at the member’s glossary entries at once', async () => {
    const entry = await addPending(server, 'The ferry')
    await root.post(`/review/${entry}/approve`)
    const author = async () =>
      (await server.app.inject({ url: '/api/glossary/entries/?search=ferry' })).json()[0].created_by
    const [{ id: user_id }] = (
      await root.get(listOf('members', { filter: { q: (await author()).username } }))
    ).json()
    const { id } = await server.deps.db
      .insertInto('name_changes')
      .values({ user_id, new_name: 'Ferrywoman', reason: '', created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await root.post(`/name-changes/${id}/approve`)
    expect((await author()).username).toBe('Ferrywoman')
  })

  test('no activation mail goes to a deactivated account', async () => {
    await register(server, { email: 'never@example.org', username: 'Never' })
    const filter = { q: 'never@example.org' }
    const [{ id }] = (await root.get(listOf('members', { filter }))).json()
    await root.post(`/members/${id}/deactivate`)
    expect((await root.post(`/members/${id}/resend-activation`)).statusCode).toBe(409)
  })

  test('roles are granted and revoked, never one’s own', async () => {
    const ben = await server.staff('Ben')
    expect((await ben.get('/members')).statusCode).toBe(403)
    await root.post(`/members/${ben.user.id}/role`, { role: 'superuser' })
    expect((await ben.get('/members')).statusCode).toBe(200)
    await root.post(`/members/${ben.user.id}/role`, { role: 'player' })
    expect((await ben.get('/contents')).statusCode).toBe(401)
    for (const [call, body] of [
      ['role', { role: 'player' }],
      ['deactivate', {}],
    ] as const)
      expect((await root.post(`/members/${root.user.id}/${call}`, body)).statusCode).toBe(409)
  })

  test('of two superusers who demote each other at the same moment one stays', async () => {
    const ada = await server.staff('Ada', 'superuser')
    const bob = await server.staff('Bob', 'superuser')
    const demote = (by: DeskCaller, { user }: DeskCaller) =>
      by.post(`/members/${user.id}/role`, { role: 'player' })
    const answers = await Promise.all([demote(ada, bob), demote(bob, ada)])
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    // The other one is a player by then, whose session at the desk may have ended already.
    expect([
      [200, 401],
      [200, 403],
    ]).toContainEqual(statuses)
  })

  test('an activation mail is sent again to an account that is not activated', async () => {
    await register(server, { email: 'new@example.org', username: 'Newcomer' })
    const [newcomer] = (
      await root.get(listOf('members', { filter: { state: 'registered' } }))
    ).json()
    await root.post(`/members/${newcomer.id}/resend-activation`)
    const mails = (await deliveredMail(server)).filter(({ to }) => to === 'new@example.org')
    expect(mails).toHaveLength(2)
    expect((await activate(server, mails[1]?.secret ?? '')).statusCode).toBe(202)
    expect((await logIn(server, 'new@example.org')).statusCode).toBe(200)
    expect((await root.post(`/members/${newcomer.id}/resend-activation`)).statusCode).toBe(409)
  })

  test('order details are for superusers', async () => {
    const { id } = await server.addUser('Buyer')
    expect((await root.get(`/members/${id}/order-details`)).statusCode).toBe(404)
    const details = orderDetails()
    await server.deps.db
      .insertInto('order_details')
      .values({ ...details, user_id: id, updated_at: 1 })
      .execute()
    expect((await root.get(`/members/${id}/order-details`)).json()).toEqual({ id, ...details })
  })

  test('dead mails are shown and retried; messages are read and unread', async () => {
    const { db } = server.deps
    await db
      .insertInto('outbox')
      .values({
        kind: 'contact',
        recipient: 'r@example.org',
        data: '{}',
        created_at: 1,
        next_attempt_at: 1,
        attempts: 8,
        dead_at: 2,
        last_error: '550 no',
      })
      .execute()
    const [dead] = (await root.get(listOf('outbox', { filter: { state: 'dead' } }))).json()
    expect(dead).toMatchObject({ last_error: '550 no', state: 'dead' })
    expect((await root.post(`/outbox/${dead.id}/retry`)).json()).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    expect((await root.post(`/outbox/${dead.id}/retry`)).statusCode).toBe(409)

    await db
      .insertInto('contact_messages')
      .values({
        name: 'N',
        email: 'n@example.org',
        subject: 'Hello',
        message: 'There',
        created_at: 1,
      })
      .execute()
    const unread = listOf('messages', { filter: { state: 'unread' } })
    const [message] = (await root.get(unread)).json()
    expect((await root.post(`/messages/${message.id}/read`)).json().read_at).not.toBeNull()
    expect((await root.get(unread)).json()).toEqual([])
    expect((await root.post(`/messages/${message.id}/unread`)).json().read_at).toBeNull()
  })

  test('counters have a row for each day, empty ones included', async () => {
    await server.app.inject({ url: '/api/visits/log-visit/' })
    const rows = (await root.get(listOf('counters', { filter: { days: 3 } }))).json()
    expect(rows.map(({ id }: { id: string }) => id)).toEqual([
      '2026-05-30',
      '2026-05-31',
      '2026-06-01',
    ])
    expect(rows[0]).toEqual({ id: '2026-05-30', visits: 0, members: 0, groups: 0, entries: 0 })
    expect(rows[2].visits).toBe(1)
    expect(rows[2].members).toBeGreaterThan(3)
    expect((await root.get(listOf('counters', { filter: { days: 0 } }))).statusCode).toBe(400)
  })
})
