import type { NameChangeId } from '#contract/ids.ts'
import { addNameChange } from '#test/helpers/fixtures/deskRows.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { listOf } from '#test/helpers/server/startDesk.ts'

const MINUTE = 60_000

deskTests('requests for another name at the desk on %s', (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const decide = async (id: number, call: 'approve' | 'refuse', reason = 'No') => {
    const response = await ada.post(
      `/name-changes/${id}/${call}`,
      call === 'refuse' ? { reason } : {},
    )
    return { status: response.statusCode, body: response.json() }
  }
  const list = async (query: Parameters<typeof listOf>[1] = {}) =>
    (await ada.get(listOf('name-changes', query))).json()
  const iso = (time: number) => new Date(time).toISOString()

  test('nobody decides about their own name', async () => {
    const { id } = await addNameChange(server, 'Mara', 'Marian')
    await server.update('name_changes', {}, { user_id: ada.user.id })
    for (const call of ['approve', 'refuse'] as const) {
      const { status, body } = await decide(id, call)
      expect([status, body.errors[0].code]).toEqual([409, 'own_request'])
    }
    expect(await list()).toMatchObject([{ state: 'pending' }])
  })

  test.each([
    ['approve', 'approved'],
    ['refuse', 'refused'],
  ] as const)('a decision (%s) is final', async (first, state) => {
    const { id, member } = await addNameChange(server, 'Mara', 'Marian')
    expect((await decide(id, first)).body).toMatchObject({
      state,
      decided_at: iso(server.deps.clock()),
    })
    const name = first === 'approve' ? 'Marian' : 'Mara'
    for (const call of ['approve', 'refuse'] as const) {
      const { status, body } = await decide(id, call)
      expect([status, body.errors[0].code]).toEqual([409, 'already_decided'])
      expect(body.detail).toContain(`has ${state} this`)
    }
    const me = await server.app.inject({ url: '/api/users/whoami', headers: member.auth })
    expect(me.json()).toEqual({ username: name })
    expect(await deliveredMail(server)).toHaveLength(1)
    const kept = await server.deps.db
      .selectFrom('name_changes')
      .select(['decided_by', 'answer'])
      .execute()
    expect(kept).toEqual([{ decided_by: ada.user.id, answer: first === 'refuse' ? 'No' : null }])
  })

  test.each(['approve', 'refuse'] as const)(
    'after “%s” the request is neither listed nor withdrawn; the next one is possible',
    async (call) => {
      const { id, member } = await addNameChange(server, 'Mara', 'Marian')
      await decide(id, call)
      const url = '/api/users/name-change-request/'
      const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
        server.send(method, `${url}${path}`, member.auth, payload)
      expect((await ask('GET', '-')).json()).toEqual([])
      expect((await ask('DELETE', `${id}`)).statusCode).toBe(404)
      expect((await ask('POST', '-', { new_name: 'Mariette', reason: '' })).statusCode).toBe(201)
    },
  )

  test('a reason is trimmed, stored and mailed; a member may get two decisions', async () => {
    const { id, member } = await addNameChange(server, 'Mara', 'Marian')
    expect((await decide(id, 'refuse', '  Too long. ')).body.decision_reason).toBe('Too long.')
    server.passTime(MINUTE)
    const next = await server.insert('name_changes', {
      user_id: member.id,
      new_name: 'Mim',
      reason: '',
      created_at: 1,
    })
    expect((await decide(next.id, 'approve')).body).toMatchObject({
      old_name: 'Mara',
      new_name: 'Mim',
      decision_reason: null,
    })
    const mails = await deliveredMail(server)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['mara@example.org', 'Not approved: your new name on Discordia'],
      ['mara@example.org', 'Approved: your new name on Discordia'],
    ])
    expect(mails[0]?.text).toContain('“Marian”')
    expect(mails[0]?.text).toContain('Too long.')
  })

  test('two members renamed at the same moment each keep their old name', async () => {
    const [mara, zoe] = [
      await addNameChange(server, 'Mara', 'Marian'),
      await addNameChange(server, 'Zoe', 'Zoltan'),
    ]
    for (const { id } of [zoe, mara]) await decide(id, 'approve')
    const shown = await list({ sort: ['new_name', 'ASC'] })
    expect(shown.map((row: { old_name: string }) => row.old_name)).toEqual(['Mara', 'Zoe'])
  })

  test('a new name reserves names that look like it', async () => {
    const { id } = await addNameChange(server, 'Mara', 'Coco')
    await decide(id, 'approve')
    const { id: wish } = await addNameChange(server, 'Zoe', 'Сосо')
    expect((await list({ filter: { id: wish } }))[0].obstacle).toBe('username_exists')
    expect((await decide(wish, 'approve')).status).toBe(409)
  })

  test('the own name in other letters is no obstacle, and a decided request has none', async () => {
    const { id } = await addNameChange(server, 'Mara', 'MARA')
    expect((await list())[0]).toMatchObject({ state: 'pending', obstacle: null, decided_at: null })
    expect((await decide(id, 'approve')).body).toMatchObject({ new_name: 'MARA', obstacle: null })
    const taken = await addNameChange(server, 'Zoe', 'mara')
    expect((await list({ filter: { id: taken.id } }))[0].obstacle).toBe('username_exists')
    expect((await decide(taken.id, 'refuse')).body.obstacle).toBeNull()
  })

  test('requests are found by name, reason, member and state, oldest first', async () => {
    const first = await addNameChange(server, 'Mara', 'Marian')
    server.passTime(MINUTE)
    const second = await addNameChange(server, 'Zoe', 'Zoltan')
    const third = await addNameChange(server, 'Wim', 'Willem')
    const change = (id: number, columns: { reason: string } | { created_at: number }) =>
      server.update('name_changes', { id: id as NameChangeId }, columns)
    await change(second.id, { reason: 'Grandmother' })
    await change(third.id, { created_at: 1 })
    const found = async (filter: object) =>
      (await list({ filter })).map(({ id }: { id: number }) => id)
    expect(await found({})).toEqual([third.id, first.id, second.id])
    expect(await found({ q: 'zOLT' })).toEqual([second.id])
    expect(await found({ q: 'grandm' })).toEqual([second.id])
    expect(await found({ user_id: third.member.id })).toEqual([third.id])
    await decide(first.id, 'approve')
    await decide(second.id, 'refuse')
    expect(await found({ state: 'approved' })).toEqual([first.id])
    expect(await found({ state: 'refused' })).toEqual([second.id])
    expect(await found({ state: 'pending' })).toEqual([third.id])
  })
})
