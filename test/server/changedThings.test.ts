import type { GroupId } from '#contract/ids.ts'
import type { ReportKind } from '#contract/sets.ts'
import { publicUrlPath, readPicture } from '#server/files/pictureNames.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { addReportables, type Reported } from '#test/helpers/fixtures/reportables.ts'
import { addTextPicture } from '#test/helpers/fixtures/textPictures.ts'
import { codeOf, statusOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'

const MINUTE = 60_000

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
  const appeal = async (id: number, outcome = 'restore') => {
    await server.update(
      'report_cases',
      { id },
      { appeal: 'Why?', appealed_at: server.deps.clock() },
    )
    return ben.post(`/reports/${id}/appeal`, { outcome, reason: 'You are right.' })
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

  test('what a reporter who is trusted again has sent meanwhile is reported once more, and seen', async () => {
    await server.update('users', { id: rita.id }, { distrusted_at: 1 })
    await report('comment')
    expect(codeOf(await report('comment'))).toBe('reported_already')
    const member = (await root.post(`/members/${rita.id}/trust`)).json()
    expect(member.distrusted_at).toBeNull()
    expect((await report('comment')).statusCode).toBe(201)
    expect((await ada.get('/reports')).json()).toMatchObject([
      { reports: [{ by: { id: rita.id } }] },
    ])
    expect(codeOf(await report('comment'))).toBe('reported_already')
  })

  test('a search for players is reported by a member who has blocked its owner before', async () => {
    const block = { user_id: sven.id, blocked_id: author.id, created_at: 1 }
    await server.insert('blocks', block)
    expect((await report('opening', sven)).statusCode).toBe(201)
  })

  test.each(['hide', 'edit'])('%s acts on what its decider has seen', async (act) => {
    const id = await caseOf('comment')
    const { version } = (await ada.get(`/reports/${id}`)).json().now
    await server.update('date_comments', {}, { text: 'I am sorry.' })
    const sent = { version, text: 'Ours' }
    expect(await statusOf(decide(id, act, sent))).toBe('409 state act')
    const { now, text } = (await ada.get(`/reports/${id}`)).json()
    expect([text, now.text]).toEqual(['You goat.', 'I am sorry.'])
    expect((await decide(id, act, { ...sent, version: now.version })).statusCode).toBe(200)
    expect((await ada.get(`/reports/${id}`)).json().now).toBeNull()
  })

  test.each(['entry', 'picture'] as const)(
    '%s: the picture is no longer served where its readers know it, and comes back elsewhere',
    async (kind) => {
      const path = await addTextPicture(server, author.id)
      const stored = (await server.row('text_pictures')).picture
      await server.deps.db.deleteFrom('text_pictures').execute()
      await server.update('glossary_entries', {}, { picture: stored })
      const served = async (url: string) => (await server.send('GET', url)).statusCode
      const thumbnail = path.replace(/\.\w+$/, '-160.webp')
      const id = await caseOf(kind)
      expect(await decide(id, 'hide')).toMatchObject({ statusCode: 200 })
      expect([await served(path), await served(thumbnail)]).toEqual([404, 404])
      if (kind === 'picture') {
        const { picture } = (await ada.get(`/reports/${id}`)).json()
        expect(await served(picture.url)).toBe(200)
      }
      expect((await ben.post(`/reports/${id}/undo`)).statusCode).toBe(200)
      const { picture } = await server.row('glossary_entries')
      expect(await served(publicUrlPath(readPicture(picture)?.key ?? ''))).toBe(200)
      expect(await server.deps.db.selectFrom('loose_files').selectAll().execute()).toEqual([])
    },
  )

  test('staff decide neither about their own reports nor about a group of which they are owners', async () => {
    const { id: group_id = 0 as GroupId } = things.group as { id?: GroupId }
    const place = { group_id, user_id: ben.user.id }
    await server.insert('memberships', { ...place, joined_at: 1 })
    expect((await report('group', ben.user)).statusCode).toBe(201)
    const { id } = await server.row('report_cases')
    const own = { member_id: ben.user.id, is_distrusted: true }
    expect(await statusOf(decide(id, 'warn', {}, ben))).toBe('409 own_report')
    expect((await ben.post(`/reports/${id}/distrust`, own)).statusCode).toBe(404)
    await server.update('memberships', place, { role: 'co_owner' })
    expect((await ben.get('/reports')).json()).toEqual([])
    expect((await ben.get(`/reports/${id}`)).statusCode).toBe(404)
    expect((await decide(id, 'warn')).statusCode).toBe(200)
  })

  test('who was mailed a decision is mailed that it is taken back, and no one else', async () => {
    const id = await caseOf('recap')
    await decide(id, 'nothing')
    expect((await deliveredMail(server)).map(({ to }) => to)).toEqual([])
    server.passTime(11 * MINUTE)
    expect((await deliveredMail(server)).map(({ to }) => to)).toEqual(['rita@example.org'])
    await ben.post(`/reports/${id}/undo`)
    expect(await lastMail()).toContain('taken back what it decided about your report')
    await decide(id, 'nothing', {}, ben)
    await ada.post(`/reports/${id}/undo`)
    server.passTime(11 * MINUTE)
    expect(await deliveredMail(server)).toHaveLength(2)
  })

  test('a decision with an appeal is not undone: its answer stays with what the member wrote', async () => {
    const id = await caseOf('comment')
    await decide(id, 'hide')
    const waiting = async () => (await ada.get('/reports?filter={"state":"open"}')).json().length
    expect(await waiting()).toBe(0)
    await server.update('report_cases', { id }, { appeal: 'Why?', appealed_at: 1 })
    expect(await waiting()).toBe(1)
    await appeal(id, 'uphold')
    expect(await statusOf(ben.post(`/reports/${id}/undo`))).toBe('409 state')
    expect((await ada.get(`/reports/${id}`)).json().appeal).toMatchObject({
      text: 'Why?',
      outcome: 'uphold',
    })
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
