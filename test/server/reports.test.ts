import { sql } from 'kysely'
import type { GlossaryEntryId } from '#contract/ids.ts'
import type { ReportKind } from '#contract/sets.ts'
import { REPORT_ACTS, REPORT_KINDS } from '#contract/sets.ts'
import { cleanUp, expireRows } from '#server/compose/background.ts'
import { collected } from '#server/compose/collect.ts'
import { SERVER } from '#server/desk/audit.ts'
import { eraseAccount } from '#server/modules/account/personal-data/eraser.ts'
import { readPersonalRows } from '#server/work/personalData.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { addReportables, type Reported } from '#test/helpers/fixtures/reportables.ts'
import { codeOf, statusOf } from '#test/helpers/server/groupCalls.ts'
import { guestsOf } from '#test/helpers/server/guests.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const MINUTE = 60_000

deskTests('reports of members on %s (behaviour 12.34)', (server) => {
  beforeEach(() => server.empty())
  const [author, rita, sven] = playersOf(server, 'Olwen', 'Rita', 'Sven')
  const [ada, ben, root] = staffOf(server, 'Ada', 'Ben', ['Root', 'superuser'] as const)
  let things: Readonly<Record<ReportKind, Reported>>
  beforeEach(async () => {
    things = await addReportables(server, author, rita)
  })

  const report = (kind: ReportKind, by = rita, over: object = {}) => {
    const body = { kind, ...things[kind], reason: 'insult', line: 'This is bad.', ...over }
    return server.send('POST', '/api/reports/', by.auth, body)
  }
  const write = (text: string, by = rita) =>
    server.send('POST', '/api/reports/team/', by.auth, { text })
  const cases = async (by: DeskCaller = ada) => (await by.get('/reports')).json()
  const caseOf = async (kind: ReportKind, by: TestUser = rita): Promise<number> => {
    expect((await report(kind, by)).statusCode).toBe(201)
    return (await cases()).find((one: { kind: string }) => one.kind === kind).id
  }
  const decide = (id: number, act: string, over: object = {}, by = ada) =>
    by.post(`/reports/${id}/decide`, { act, reason: 'Be kind.', ...over })
  const year = () => new Date(server.deps.clock() + 300 * DAY).toISOString()
  const stored = async (kind: ReportKind) => {
    const { id = 0 } = things[kind]
    const columns = {
      entry: sql`select description as text from glossary_entries where id = ${id} and approved_at is not null`,
      picture: sql`select picture as text from glossary_entries where id = ${id}`,
      comment: sql`select text from date_comments where poll_id = ${id} and user_id = ${author.id}`,
      recap: sql`select text from date_recaps where date_id = ${id}`,
      group: sql`select name || purpose || note as text from groups join group_pages on group_id = id where id = ${id}`,
      opening: sql`select plays as text from group_openings where group_id = ${id}`,
      name: sql`select username as text from users where id = ${author.id}`,
    }
    const { rows } = await sql<{ text: string }>`${columns[kind]}`.execute(server.deps.db)
    return rows[0]?.text || null
  }
  const mails = async () => {
    server.passTime(11 * MINUTE)
    return deliveredMail(server)
  }

  test.each(REPORT_KINDS)('%s: reported, shown as it was, removed and restored', async (kind) => {
    const before = await stored(kind)
    const id = await caseOf(kind)
    const item = (await ada.get(`/reports/${id}`)).json()
    expect(item).toMatchObject({
      kind,
      state: 'open',
      user: { username: 'Olwen' },
      reports: [{ by: { username: 'Rita' }, reason: 'insult', line: 'This is bad.' }],
    })
    if (kind === 'picture') expect(item.picture.url).toContain('aaaa')
    else expect(item.text).toMatch(/goat|Goat|lantern|Olwen/)
    expect((await decide(id, 'hide')).json()).toMatchObject({
      state: 'decided',
      decision: { act: 'hide', reason: 'Be kind.', by: { username: 'Ada' } },
    })
    const hidden = await stored(kind)
    expect(hidden).not.toBe(before)
    if (kind === 'group')
      expect(await server.row('group_log', {})).toMatchObject({ kind: 'team_changed_page' })
    expect(hidden ?? '').not.toMatch(/goat|Goat|lantern|Olwen/)
    expect(await statusOf(ada.post(`/reports/${id}/undo`))).toBe('409 own_decision')
    expect((await ben.post(`/reports/${id}/undo`)).json()).toMatchObject({ state: 'open' })
    expect(await stored(kind)).toBe(before)
    expect(await mails()).toEqual([])
  })

  test.each(REPORT_KINDS)('%s: the text of the staff takes its place', async (kind) => {
    const before = await stored(kind)
    const id = await caseOf(kind)
    const edited = await decide(id, 'edit', { text: 'Peaceful words' })
    if (kind === 'picture') return expect(edited.statusCode).toBe(400)
    expect(edited.statusCode).toBe(200)
    expect(await stored(kind)).toBe('Peaceful words')
    // What was changed since stays as it is.
    const other = kind === 'name' ? 'users' : null
    if (other)
      await server.update('users', { id: author.id }, { username: 'Else', username_key: 'else' })
    const undone = await ben.post(`/reports/${id}/undo`)
    expect(undone.statusCode).toBe(other ? 409 : 200)
    expect(await stored(kind)).toBe(other ? 'Else' : before)
    return undefined
  })

  test('a text takes the place of all sections of an entry, which come back whole', async () => {
    const sections = () =>
      server.deps.db
        .selectFrom('glossary_sub_entries')
        .select(['title', 'content'])
        .orderBy('position')
        .execute()
    const entry_id = things.entry.id as GlossaryEntryId
    const titles = ['Looks', 'Manners']
    for (const [position, title] of titles.entries())
      await server.insert('glossary_sub_entries', { entry_id, title, content: 'A goat', position })
    const before = await sections()
    const id = await caseOf('entry')
    await decide(id, 'edit', { text: 'Peaceful words' })
    expect(await sections()).toEqual([{ title: 'Looks', content: 'Peaceful words' }])
    await ben.post(`/reports/${id}/undo`)
    expect(await sections()).toEqual(before)
  })

  test('what its reporter does not see is the same 404 as what does not exist; nobody reports themselves', async () => {
    for (const kind of ['comment', 'recap', 'group'] as const) {
      const [unseen, gone] = [await report(kind, sven), await report(kind, sven, { id: 99_999 })]
      expect([kind, unseen.statusCode, unseen.json()]).toEqual([kind, 404, gone.json()])
    }
    await server.update('glossary_entries', {}, { approved_at: null })
    expect((await report('entry')).statusCode).toBe(404)
    expect(codeOf(await report('name', author))).toBe('own_thing')
    expect(codeOf(await report('group', author))).toBe('own_thing')
  })

  test('reports about one thing join its open case; a second one of a member is refused', async () => {
    const both = await Promise.all([report('opening'), report('opening', sven), report('opening')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409])
    const [one, ...others] = await cases()
    expect(others).toEqual([])
    expect(one.reports).toHaveLength(2)
    expect(codeOf(await report('opening'))).toBe('reported_already')
    await decide(one.id, 'nothing')
    expect(codeOf(await report('opening'))).toBe('reported_already')
    await server.update('group_openings', {}, { plays: 'Another road' })
    expect((await report('opening')).statusCode).toBe(201)
    const [next] = await cases()
    expect((await ada.get(`/reports/${next.id}`)).json().earlier).toMatchObject([
      { id: one.id, act: 'nothing' },
    ])
  })

  test('a member has twenty open reports and five open letters at most', async () => {
    await report('entry')
    const now = server.deps.clock()
    for (let n = 0; n < 19; n++) {
      const row = { kind: 'name' as const, subject_id: n, title: '', text: '', created_at: now }
      const { id } = await server.insert('report_cases', row)
      await server.insert('reports', {
        ...{ case_id: id, reporter_id: rita.id, reason: 'spam', line: '', created_at: now },
      })
    }
    expect(codeOf(await report('name'))).toBe('too_many_reports')
    for (let n = 0; n < 5; n++) expect((await write(`Letter ${n}`)).statusCode).toBe(201)
    expect(codeOf(await write('One more'))).toBe('too_many_reports')
  })

  test('a letter is answered by mail, and nothing else', async () => {
    await write('Where do I find dice?')
    const [{ id, kind, text, user }] = await cases()
    expect({ kind, text, user }).toEqual({
      kind: 'letter',
      text: 'Where do I find dice?',
      user: null,
    })
    expect((await decide(id, 'warn')).statusCode).toBe(400)
    expect((await decide(id, 'nothing', { reason: 'In the chest.' })).statusCode).toBe(200)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'rita@example.org', subject: 'Our answer to your letter' })
    expect(mail?.text).toContain('In the chest.')
    expect(mail?.text).toContain('Where do I find dice?')
  })

  test('one of two simultaneous decisions wins; a claim keeps others away', async () => {
    const id = await caseOf('recap')
    const both = await Promise.all([decide(id, 'hide'), decide(id, 'warn', {}, ben)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const other = await caseOf('comment')
    expect((await ada.post(`/reports/${other}/claim`)).json().claim.by.username).toBe('Ada')
    expect(await statusOf(decide(other, 'hide', {}, ben))).toBe('409 claimed_by_other')
    await ada.post(`/reports/${other}/release`)
    expect((await decide(other, 'hide', {}, ben)).statusCode).toBe(200)
  })

  test('both sides get mail ten minutes later: what was decided, without a name of staff', async () => {
    const id = await caseOf('comment')
    await decide(id, 'hide')
    expect(await deliveredMail(server)).toEqual([])
    const sent = await mails()
    expect(sent.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
      'olwen@example.org: Decided: something of yours on Discordia',
      'rita@example.org: Decided: your report',
    ])
    const [toAuthor] = sent.filter(({ to }) => to.startsWith('olwen'))
    expect(toAuthor?.text).toMatch(/You goat\.[\s\S]*Be kind\./)
    expect(toAuthor?.link).toContain('/api/reports/appeals/')
    const [toReporter] = sent.filter(({ to }) => to.startsWith('rita'))
    expect(toReporter?.text).toContain('We’ve removed it.')
    expect(toReporter?.text).not.toContain('Be kind.')
    expect(JSON.stringify(sent)).not.toMatch(/Ada/)
    // Undone later, the member learns it.
    await ben.post(`/reports/${id}/undo`)
    expect((await mails()).at(-1)?.subject).toMatch(/^Taken back/)
  })

  test('a member whose name is removed reads the new one, and of the own account', async () => {
    await decide(await caseOf('name'), 'hide')
    await decide(await caseOf('recap'), 'bar', { until: year() })
    const own = (await mails()).flatMap(({ to, text }) => (to.startsWith('olwen') ? text : []))
    expect(own.join()).toMatch(
      /now called “Member \d+”.*settings[\s\S]*You can’t sign up for events/,
    )
  })

  test('who has reported something is nowhere that the reported member looks, at the desk as well', async () => {
    const reported = await server.staff('Olga', 'superuser')
    things = await addReportables(server, reported.user, rita)
    const secret = 'The line of the reporter'
    await report('recap', rita, { line: secret })
    const { id } = (await cases())[0]
    await root.post(`/reports/${id}/claim`)
    await decide(id, 'silence', { until: year() }, root)
    const sent = await mails()
    const own = sent.filter(({ to }) => to === 'olga@example.org')
    expect(own).toHaveLength(1)
    const answers = []
    for (const path of [
      '/reports',
      `/reports?filter=${encodeURIComponent('{"state":"decided"}')}`,
      `/reports/${id}`,
    ])
      answers.push((await reported.get(path)).body)
    expect((await reported.get(`/reports/${id}`)).statusCode).toBe(404)
    expect((await reported.post(`/reports/${id}/undo`)).statusCode).toBe(404)
    const range = encodeURIComponent('[0,999]')
    for (const path of [
      `/audit?range=${range}`,
      `/outbox?range=${range}`,
      '/overview',
      '/overview/waiting',
    ])
      answers.push((await reported.get(path)).body)
    const mail = await server.row('outbox', { kind: 'report-decided' })
    expect((await reported.get(`/outbox/${mail.id}`)).statusCode).toBe(404)
    expect((await reported.post(`/outbox/${mail.id}/retry`)).statusCode).toBe(404)
    answers.push(JSON.stringify(own))
    const subject = { id: reported.user.id, emails: ['olga@example.org'] }
    for (const { tables } of collected.personalData)
      for (const [table, personal] of Object.entries(tables))
        for await (const row of readPersonalRows(server.deps, table as never, personal, subject))
          answers.push(JSON.stringify(row))
    for (const answer of answers) {
      expect(answer).not.toContain(secret)
      expect(answer).not.toContain('rita@example.org')
      expect(answer).not.toContain(`"user_id":${reported.user.id},"kind":"recap"`)
    }
    expect((await root.get(`/audit?range=${range}`)).body).toContain('"decide"')
    expect(answers.join()).toContain('silence')
    const waiting = JSON.parse((await reported.get('/overview/waiting')).body)
    expect(waiting.find((one: { resource: string }) => one.resource === 'reports').count).toBe(0)
  })

  test('an appeal is sent once, and decided by another person than the decision', async () => {
    const before = await stored('recap')
    const id = await caseOf('recap')
    await decide(id, 'hide')
    const sent = await mails()
    const path = new URL(sent.find(({ to }) => to.startsWith('olwen'))?.link ?? '').pathname
    const post = (text: string) => guestsOf(server).form(path, { text })
    const page = await server.send('GET', path)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Be kind.')])
    expect((await post(' ')).statusCode).toBe(400)
    expect((await post('It was a joke')).statusCode).toBe(200)
    expect((await post('Once more')).statusCode).toBe(409)
    expect((await server.send('GET', `${path}x`)).statusCode).toBe(404)
    const [appealed] = (await ada.get('/reports?filter=%7B%22state%22%3A%22appealed%22%7D')).json()
    expect(appealed).toMatchObject({ id, state: 'appealed', appeal: { text: 'It was a joke' } })
    const answer = { outcome: 'restore', reason: 'You are right.' }
    expect(await statusOf(ada.post(`/reports/${id}/appeal`, answer))).toBe('409 own_decision')
    expect((await ben.post(`/reports/${id}/appeal`, answer)).json().state).toBe('decided')
    expect(await stored('recap')).toBe(before)
    const last = (await mails()).at(-1)
    expect(last).toMatchObject({
      to: 'olwen@example.org',
      subject: expect.stringContaining('taken our decision back'),
    })
    expect(last?.text).toContain('You are right.')
  })

  test('an appeal comes within thirty days, and not once the decision is undone', async () => {
    const id = await caseOf('recap')
    await decide(id, 'warn')
    const path = new URL((await mails()).find(({ to }) => to.startsWith('olwen'))?.link ?? '')
      .pathname
    server.passTime(30 * DAY)
    expect((await server.send('GET', path)).statusCode).toBe(410)
    const again = await server.staff('Cleo')
    await again.post(`/reports/${id}/undo`)
    expect((await server.send('GET', path)).statusCode).toBe(410)
  })

  test('a silence and a bar end with the case that is undone; closing is for superusers', async () => {
    const id = await caseOf('name')
    expect(await statusOf(decide(id, 'silence'))).toBe('400 required until')
    expect(await statusOf(decide(id, 'close'))).toBe('403 forbidden')
    await decide(id, 'silence', { until: year() })
    const member = async () => (await root.get(`/members/${author.id}`)).json()
    expect((await member()).restrictions).toMatchObject([{ kind: 'writing', reason: 'Be kind.' }])
    await ben.post(`/reports/${id}/undo`)
    expect((await member()).restrictions).toEqual([])
    expect((await decide(id, 'close', {}, root)).statusCode).toBe(200)
    expect((await member()).state).toBe('deactivated')
    const reached = (await mails()).map(({ to }) => to).sort()
    expect(reached).toEqual(['olwen@example.org', 'rita@example.org'])
    expect((await ben.post(`/reports/${id}/undo`)).statusCode).toBe(403)
    // No other superuser could do it.
    expect((await root.post(`/reports/${id}/undo`)).statusCode).toBe(200)
    expect((await member()).state).toBe('active')
  })

  test('reports of a member who is not taken seriously are accepted as ever, and not shown', async () => {
    const id = await caseOf('recap')
    const trust = (is_distrusted: boolean) =>
      ada.post(`/reports/${id}/distrust`, { member_id: rita.id, is_distrusted })
    expect((await trust(true)).json().reports[0].by.is_distrusted).toBe(true)
    const [unseen, seen] = [await report('comment'), await report('opening', sven)]
    expect([unseen.statusCode, unseen.json()]).toEqual([seen.statusCode, seen.json()])
    expect((await cases()).map(({ kind }: { kind: string }) => kind)).toEqual(['opening', 'recap'])
    await report('opening')
    expect((await cases())[0].reports).toHaveLength(1)
    expect((await root.get(`/members/${rita.id}`)).json().distrusted_at).not.toBeNull()
    expect((await trust(false)).statusCode).toBe(200)
    await report('entry')
    expect((await cases()).map(({ kind }: { kind: string }) => kind)).toContain('entry')
  })

  test('a decided case is forgotten after a year, with the picture that was taken away; an open one never', async () => {
    const [hidden, open] = [await caseOf('picture'), await caseOf('recap')]
    await decide(hidden, 'hide')
    server.passTime(365 * DAY - MINUTE)
    const { db, clock } = server.deps
    expect((await expireRows({ db, now: clock() }))['reportCases']).toBe(0)
    server.passTime(2 * MINUTE)
    expect((await expireRows({ db, now: clock() }))['reportCases']).toBe(1)
    expect((await server.row('report_cases')).id).toBe(open)
    expect((await server.row('loose_files')).key).toContain('public/aaaa')
    await cleanUp(server.deps, server.app.log)
  })

  test.each(['the reporter', 'the reported member'])(
    'the erasure of %s keeps the decision without names',
    async (who) => {
      const id = await caseOf('comment')
      await decide(id, 'hide')
      const erased = who === 'the reporter' ? rita : author
      const due = { id: erased.id, isDue: () => true, actor: SERVER }
      await eraseAccount(server.deps, collected.personalData, due)
      const item = (await root.get(`/reports/${id}`)).json()
      const reason = who === 'the reporter' ? 'Be kind.' : ''
      expect(item.decision).toMatchObject({ act: 'hide', reason })
      expect(JSON.stringify(item)).not.toContain(erased.username)
      expect(item.reports).toMatchObject([{ line: '' }])
      if (who === 'the reporter') expect(item.reports[0].by).toBeNull()
      else expect(item).toMatchObject({ user: null, title: '', text: '' })
    },
  )

  test('a case that waits goes with the reported account, and the log keeps none of its words', async () => {
    const id = await caseOf('comment')
    await ada.post(`/reports/${id}/claim`)
    const due = { id: author.id, isDue: () => true, actor: SERVER }
    await eraseAccount(server.deps, collected.personalData, due)
    expect(await cases()).toEqual([])
    const log = server.deps.db.selectFrom('audit_log').selectAll().where('action', '=', 'claim')
    const last = await log.orderBy('id', 'desc').executeTakeFirst()
    expect(last).toMatchObject({ resource: 'reports', before: null, after: null })
  })

  test.each(REPORT_ACTS)('the act %s has words for its mails', async (act) => {
    const id = await caseOf('name')
    const decided = await decide(id, act, { until: year(), text: 'Kind Olwen' }, root)
    expect(decided.statusCode).toBe(200)
    expect((await mails()).map(({ to }) => to).sort()).toEqual([
      ...(act === 'nothing' ? [] : ['olwen@example.org']),
      'rita@example.org',
    ])
  })
})
