import type { ReportKind } from '#contract/sets.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { addReportables, type Reported } from '#test/helpers/fixtures/reportables.ts'
import { codeOf, statusOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'

deskTests('reported things that change on %s (behaviour 12.34)', (server) => {
  beforeEach(() => server.empty())
  const [author, rita, sven] = playersOf(server, 'Olwen', 'Rita', 'Sven')
  const [ada, ben, root] = staffOf(server, 'Ada', 'Ben', ['Root', 'superuser'] as const)
  let things: Readonly<Record<ReportKind, Reported>>
  beforeEach(async () => {
    things = await addReportables(server, author, rita)
  })

  const report = (kind: ReportKind, by = rita) => {
    const body = { kind, ...things[kind], reason: 'insult', line: '' }
    return server.send('POST', '/api/reports/', by.auth, body)
  }
  const caseOf = async (kind: ReportKind): Promise<number> => {
    expect((await report(kind)).statusCode).toBe(201)
    return (await ada.get('/reports')).json()[0].id
  }
  const decide = (id: number, act: string, over: object = {}, by = ada) =>
    by.post(`/reports/${id}/decide`, { act, reason: 'Be kind.', ...over })
  const appeal = async (id: number) => {
    await server.update(
      'report_cases',
      { id },
      { appeal: 'Why?', appealed_at: server.deps.clock() },
    )
    return ben.post(`/reports/${id}/appeal`, { outcome: 'restore', reason: 'You are right.' })
  }
  const lastMail = async () => (await deliveredMail(server)).at(-1)?.text

  test('what another member has written since is left alone', async () => {
    const id = await caseOf('recap')
    const texts = { text: 'A fair tale.', written_by: rita.id }
    await server.update('date_recaps', {}, texts)
    for (const act of ['hide', 'edit'])
      expect(await statusOf(decide(id, act, { text: 'Ours' }))).toBe('409 state act')
    expect(await server.row('date_recaps')).toMatchObject(texts)
    expect((await decide(id, 'warn')).statusCode).toBe(200)
  })

  test('what has changed is another case, so that staff see what its reporter saw', async () => {
    await server.update('users', { id: sven.id }, { distrusted_at: 1 })
    expect((await report('opening', sven)).statusCode).toBe(201)
    await server.update('group_openings', {}, { plays: 'VILE WORDS' })
    const id = await caseOf('opening')
    expect((await ada.get(`/reports/${id}`)).json().text).toContain('VILE WORDS')
  })

  test('words that an act has removed are reported again when they come back', async () => {
    const comment = await server.row('date_comments')
    await decide(await caseOf('comment'), 'hide')
    await server.insert('date_comments', comment)
    expect((await report('comment')).statusCode).toBe(201)
    expect(codeOf(await report('comment'))).toBe('reported_already')
  })

  test('superusers alone act on what staff have written, and undo that', async () => {
    await server.update('users', { id: author.id }, { role: 'staff' })
    const id = await caseOf('name')
    const until = { until: new Date(server.deps.clock() + DAY).toISOString() }
    for (const act of ['hide', 'silence', 'warn'])
      expect(await statusOf(decide(id, act, until))).toBe('403 forbidden')
    expect((await decide(id, 'hide', {}, root)).statusCode).toBe(200)
    expect((await ben.post(`/reports/${id}/undo`)).statusCode).toBe(403)
    // No other superuser could do it.
    expect((await root.post(`/reports/${id}/undo`)).statusCode).toBe(200)
    expect((await decide(id, 'nothing')).statusCode).toBe(200)
  })

  test('an appeal is granted where the thing has changed since, and leaves that alone', async () => {
    const id = await caseOf('recap')
    await decide(id, 'hide')
    await server.update('date_recaps', {}, { text: 'A new tale.', version: 9 })
    expect((await appeal(id)).statusCode).toBe(200)
    expect((await server.row('date_recaps')).text).toBe('A new tale.')
    expect(await lastMail()).toContain('Whatever has changed since, we’ve left as it is.')
  })

  test('an appeal is granted where the account is open again', async () => {
    const id = await caseOf('name')
    await decide(id, 'close', {}, root)
    await server.update('users', { id: author.id }, { deactivated_at: null })
    await server.update('users', { id: ben.user.id }, { role: 'superuser' })
    expect((await appeal(id)).statusCode).toBe(200)
  })

  test('a comment of a member who has left the group does not come back', async () => {
    const { group_id } = await server.row('date_comments')
    await server.insert('memberships', { group_id, user_id: sven.id, joined_at: 1 })
    await server.update('date_comments', {}, { user_id: sven.id })
    things = { ...things, comment: { ...things.comment, name: sven.username } }
    const id = await caseOf('comment')
    await decide(id, 'hide')
    await server.deps.db.deleteFrom('memberships').where('user_id', '=', sven.id).execute()
    expect(await statusOf(ben.post(`/reports/${id}/undo`))).toBe('409 state')
    expect((await appeal(id)).statusCode).toBe(200)
  })
})
