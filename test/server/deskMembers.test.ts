import { addPending } from '#test/helpers/fixtures/deskRows.ts'
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
        distrusted_at: null,
        restrictions: [],
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
    await server.update('users', { id: mara.id }, { language: 'de' })
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
    const { id } = await server.insert('name_changes', {
      user_id,
      new_name: 'Ferrywoman',
      reason: '',
      created_at: 1,
    })
    await root.post(`/name-changes/${id}/approve`)
    expect((await author()).username).toBe('Ferrywoman')
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
