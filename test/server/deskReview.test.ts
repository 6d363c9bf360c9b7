import { formerMemberId } from '#server/modules/account/personal-data/eraser.ts'
import { openReview } from '#server/modules/glossary/reviewRoutes.ts'
import { said } from '#server/text/sentence.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addPending } from '#test/helpers/fixtures/deskRows.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

const MINUTE = 60_000

deskTests('the review at the desk on %s', (server) => {
  beforeEach(() => server.empty())
  const [ada, ben] = staffOf(server, 'Ada', 'Ben')

  const site = async (path: string) =>
    (await server.app.inject({ method: 'GET', url: `/api${path}` })).json()

  test('pending entries are in a queue, oldest first, with near-duplicate titles and waiting times', async () => {
    const now = server.deps.clock()
    await addPending(server, 'The green lantern', now - HOUR)
    const oldest = await addPending(server, 'The grean lantern', now - 3 * HOUR)
    await addPending(server, 'A quiet road', now - 2 * HOUR)
    const queue = await ada.get('/review')
    expect(queue.headers['content-range']).toBe('review 0-2/3')
    expect(queue.json().map((row: { title: string }) => row.title)).toEqual([
      'The grean lantern',
      'A quiet road',
      'The green lantern',
    ])
    expect(queue.json()[0].near_titles).toMatchObject([
      { title: 'The green lantern', state: 'pending' },
    ])
    expect(queue.json()[1].near_titles).toEqual([])
    expect((await ada.get('/review/stats')).json()).toEqual({
      pending: 3,
      median_wait_ms: null,
      oldest_wait_ms: 3 * HOUR,
    })
    await ada.post(`/review/${oldest}/approve`)
    expect((await ada.get('/review/stats')).json()).toMatchObject({
      pending: 2,
      median_wait_ms: 3 * HOUR,
    })
  })

  test('nobody reviews their own entry, nor undoes a decision about it', async () => {
    const id = await addPending(server)
    await server.update('glossary_entries', {}, { created_by: ada.user.id })
    const tried = async (call: string) => {
      const response = await ada.post(`/review/${id}/${call}`, { reason: 'Because' })
      return [response.statusCode, response.json().errors?.[0].code]
    }
    for (const call of ['claim', 'release', 'approve', 'reject', 'ask-changes'])
      expect([call, ...(await tried(call))]).toEqual([call, 409, 'own_request'])
    expect((await ben.post(`/review/${id}/approve`)).statusCode).toBe(200)
    expect(await tried('undo')).toEqual([409, 'own_request'])
  })

  test('a claim blocks other reviewers for 30 minutes and shows its holder', async () => {
    const id = await addPending(server)
    expect((await ada.post(`/review/${id}/claim`)).json().claim.by.username).toBe('Ada')
    for (const call of ['claim', 'release', 'approve']) {
      const refused = await ben.post(`/review/${id}/${call}`)
      expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'claimed_by_other'])
      expect(refused.json().detail).toContain('Ada')
    }
    server.passTime(30 * MINUTE)
    expect((await ben.get(`/review/${id}`)).json().claim).toBeNull()
    expect((await ben.post(`/review/${id}/claim`)).json().claim.by.username).toBe('Ben')
    expect((await ben.post(`/review/${id}/release`)).json().claim).toBeNull()
    expect((await ada.post(`/review/${id}/approve`)).json().state).toBe('approved')
    // Decided entries are not in the queue, but are found by their ids.
    expect((await ada.get('/review')).json()).toEqual([])
    const named = (await ada.get(listOf('review', { filter: { id: [id] } }))).json()
    expect(named).toMatchObject([{ id, state: 'approved' }])
    expect(await site('/glossary/entries/')).toMatchObject([{ id, title: 'A wish' }])
  })

  test('former members who have decided have a name in every language', async () => {
    const id = await addPending(server)
    await ben.post(`/review/${id}/approve`)
    const { db } = server.deps
    const former = await formerMemberId({ db, now: server.deps.clock() })
    await server.update('glossary_reviews', {}, { decided_by: former })
    const { nameOf } = await openReview({ db }, id)
    expect(nameOf(former)).toEqual(said('desk.former_member'))
  })

  test.each([
    ['approve', 'reject'],
    ['approve', 'approve'],
    ['claim', 'claim'],
  ])('one of two simultaneous reviewers (%s and %s) succeeds', async (one, other) => {
    for (let round = 0; round < 5; round++) {
      const id = await addPending(server, `Race ${round}`)
      const responses = await Promise.all([
        ada.post(`/review/${id}/${one}`, { reason: 'No' }),
        ben.post(`/review/${id}/${other}`, { reason: 'No' }),
      ])
      const statuses = responses.map(({ statusCode }) => statusCode).sort()
      expect(statuses).toEqual([200, 409])
      const loser = responses.find(({ statusCode }) => statusCode === 409)
      expect(loser?.json().detail).toMatch(/Ada|Ben/)
    }
  })

  test('a rejected author gets the reason, once the decision can no longer be undone', async () => {
    const id = await addPending(server)
    const rejected = (await ada.post(`/review/${id}/reject`, { reason: 'Please say more.' })).json()
    expect(rejected).toMatchObject({ state: 'rejected', rejection_reason: 'Please say more.' })
    expect(await deliveredMail(server)).toEqual([])
    server.passTime(10 * MINUTE)
    const [mail] = await deliveredMail(server)
    expect(mail?.text).toContain('Please say more.')
    const late = await ada.post(`/review/${id}/undo`)
    expect([late.statusCode, late.json().errors[0].code]).toEqual([409, 'undo_over'])
    expect((await ada.post(`/review/${id}/reject`, { reason: ' ' })).statusCode).toBe(400)
  })

  test('a decision undone within ten minutes sends no mail', async () => {
    const id = await addPending(server)
    await ada.post(`/review/${id}/approve`)
    expect(await site('/glossary/entries/')).toHaveLength(1)
    server.passTime(10 * MINUTE - 1)
    expect((await ben.post(`/review/${id}/undo`)).json()).toMatchObject({
      state: 'pending',
      decision: null,
    })
    expect(await site('/glossary/entries/')).toEqual([])
    server.passTime(DAY / 24)
    expect(await deliveredMail(server)).toEqual([])
  })

  test('an entry is approved with edits: the site has them, the log has the author’s version, the author gets a mail', async () => {
    const id = await addPending(server, 'The grean lantern')
    await server.insert('glossary_sub_entries', {
      entry_id: id as never,
      position: 0,
      title: 'Light',
      content: 'It is bright',
    })
    const { type_id, updated_at, sub_entries } = (await ada.get(`/review/${id}`)).json()
    const edits = {
      updated_at,
      title: 'The green lantern',
      type_id,
      sub_entries: [{ ...sub_entries[0], content: 'It is green.' }],
    }
    const blank = await ada.post(`/review/${id}/approve`, { edits: { ...edits, title: ' ' } })
    expect([blank.statusCode, blank.json().errors[0].attr]).toEqual([400, 'edits.title'])
    server.passTime(MINUTE)
    const response = await ada.post(`/review/${id}/approve`, { edits, reason: 'One letter.' })
    expect(response.json()).toMatchObject({ state: 'approved', decision: { how: 'edited' } })
    expect(await site('/glossary/entries/?search=green')).toMatchObject([
      { id, title: 'The green lantern' },
    ])
    expect(await site(`/glossary/entries/${id}/sub-entries/`)).toMatchObject([
      { title: 'Light', content: 'It is green.' },
    ])
    const root = await server.staff('Root', 'superuser')
    const [row] = (await root.get(listOf('audit', { filter: { resource: 'review' } }))).json()
    expect(row).toMatchObject({
      action: 'approve',
      before: { title: 'The grean lantern', sub_entries: [{ content: 'It is bright' }] },
      after: { title: 'The green lantern', sub_entries: [{ content: 'It is green.' }] },
    })
    server.passTime(10 * MINUTE)
    const [mail] = await deliveredMail(server)
    expect(mail?.text).toMatch(
      /We changed your entry “The green lantern” in places and approved it/,
    )
    expect(mail?.text).toContain('One letter.')
  })

  test('undoing an approval with edits restores the author’s texts, unless there are newer ones', async () => {
    const rewritten = async (title: string) => {
      const id = await addPending(server, 'As it was sent')
      const { type_id, updated_at } = (await ada.get(`/review/${id}`)).json()
      const edits = { updated_at, title, type_id, sub_entries: [{ title: 'New', content: 'New' }] }
      server.passTime(MINUTE)
      expect((await ada.post(`/review/${id}/approve`, { edits })).statusCode).toBe(200)
      return { id, type_id }
    }
    const plain = await rewritten('Another title')
    expect((await ben.post(`/review/${plain.id}/undo`)).json()).toMatchObject({
      state: 'pending',
      title: 'As it was sent',
      sub_entries: [],
    })
    const newer = await rewritten('A third title')
    server.passTime(MINUTE)
    const mended = { title: 'A fourth title', type_id: newer.type_id }
    await ben.put(`/glossary-entries/${newer.id}`, mended)
    expect((await ben.post(`/review/${newer.id}/undo`)).json().title).toBe('A fourth title')
  })

  test('edits of an entry that has changed since it was read are refused', async () => {
    const id = await addPending(server)
    const { type_id } = (await ada.get(`/review/${id}`)).json()
    const edits = { updated_at: '2020-01-01T00:00:00Z', title: 'A', type_id, sub_entries: [] }
    const late = await ada.post(`/review/${id}/approve`, { edits })
    expect([late.statusCode, late.json().errors[0].code]).toEqual([409, 'changed_meanwhile'])
  })

  test('a request for changes returns an entry to its author, with a mail that has the message', async () => {
    const id = await addPending(server)
    const sent = await ada.post(`/review/${id}/ask-changes`, { reason: 'Where does it hang?' })
    expect(sent.json()).toMatchObject({
      state: 'rejected',
      rejection_reason: 'Where does it hang?',
      decision: { how: 'changes', by: { username: 'Ada' } },
    })
    server.passTime(10 * MINUTE)
    const [mail] = await deliveredMail(server)
    expect(mail?.subject).toMatch(/^Changes requested: your entry “.+”$/)
    expect(mail?.text).toContain('Where does it hang?')
  })

  test('the holder of a claim can extend it, release it and decide', async () => {
    const id = await addPending(server)
    const until = (minutes: number) =>
      new Date(server.deps.clock() + minutes * MINUTE).toISOString()
    const claimed = await ada.post(`/review/${id}/claim`)
    expect(claimed.json().claim).toEqual({
      by: { id: ada.user.id, username: 'Ada' },
      until: until(30),
    })
    server.passTime(20 * MINUTE)
    expect((await ada.post(`/review/${id}/claim`)).json().claim.until).toBe(until(30))
    expect((await ada.post(`/review/${id}/approve`)).json()).toMatchObject({
      claim: null,
      decision: { by: { id: ada.user.id, username: 'Ada' }, at: until(0), undo_until: until(10) },
    })
    server.passTime(10 * MINUTE)
    expect((await ada.get(`/review/${id}`)).json().decision.undo_until).toBeNull()
    const late = await ben.post(`/review/${id}/approve`)
    expect([late.statusCode, late.json().errors[0].code]).toEqual([409, 'already_decided'])
  })

  test('an undone rejection leaves no reason, no decision and no waiting time', async () => {
    const id = await addPending(server)
    const open = await ada.post(`/review/${id}/undo`)
    expect([open.statusCode, open.json().errors[0].code]).toEqual([409, 'state'])
    server.passTime(MINUTE)
    const rejected = await ada.post(`/review/${id}/reject`, { reason: ' Too short.\n' })
    expect(rejected.json().rejection_reason).toBe('Too short.')
    const stats = async () => (await ada.get('/review/stats')).json()
    expect(await stats()).toEqual({ pending: 0, median_wait_ms: MINUTE, oldest_wait_ms: null })
    expect((await ben.post(`/review/${id}/undo`)).json()).toMatchObject({
      state: 'pending',
      rejected_at: null,
      rejection_reason: null,
    })
    expect(await stats()).toEqual({ pending: 1, median_wait_ms: null, oldest_wait_ms: MINUTE })
    server.passTime(DAY / 24)
    expect(await deliveredMail(server)).toEqual([])
  })

  test('the median wait covers the last ninety days', async () => {
    const now = server.deps.clock()
    for (const [title, hours] of [
      ['Long', 9],
      ['Short', 1],
      ['Middle', 3],
      ['Longer', 5],
    ] as const)
      await ada.post(`/review/${await addPending(server, title, now - hours * HOUR)}/approve`)
    const median = async (who: DeskCaller) => (await who.get('/review/stats')).json().median_wait_ms
    expect(await median(ada)).toBe(4 * HOUR)
    server.passTime(90 * DAY - 1)
    expect(await median(await server.staff('Cleo'))).toBe(4 * HOUR)
    server.passTime(1)
    expect(await median(await server.staff('Dora'))).toBeNull()
  })

  test('edits change the type, keep an absent description, and update the search', async () => {
    const id = await addPending(server, 'The lantern')
    const words = { description: 'It swings.', pending_text: 'the lantern it swings on ropes' }
    await server.update('glossary_entries', { id: id as never }, words)
    const type_id = (await ada.post('/glossary-types', { name: 'Things' })).json().id
    const subtype = await ada.post('/glossary-subtypes', { name: 'Lamps', type_id })
    const { updated_at } = (await ada.get(`/review/${id}`)).json()
    const sub_entries = [{ title: 'Light', content: 'On chains.' }]
    const edits = { updated_at, title: 'The lamp', type_id, subtype_id: subtype.json().id }
    const response = await ada.post(`/review/${id}/approve`, { edits: { ...edits, sub_entries } })
    expect(response.json()).toMatchObject({
      title: 'The lamp',
      description: 'It swings.',
      type_id,
      subtype_id: subtype.json().id,
    })
    expect(await site('/glossary/entries/?search=on chains')).toMatchObject([{ id }])
    expect(await site('/glossary/entries/?search=it swings')).toMatchObject([{ id }])
    expect(await site('/glossary/entries/?search=on ropes')).toEqual([])
    expect((await ada.post(`/review/${id}/undo`)).json()).toMatchObject({
      title: 'The lantern',
      subtype_id: null,
      sub_entries: [],
    })
  })

  test('the queue has the undecided entries, and each state its own list', async () => {
    for (const title of ['pending', 'approved', 'rejected']) await addPending(server, title)
    const { clock } = server.deps
    for (const [state, set] of [
      ['approved', { approved_at: clock() }],
      ['rejected', { rejected_at: clock() + 1, rejection_reason: 'No' }],
    ] as const)
      await server.update('glossary_entries', { title: state }, set)
    const titles = async (path: string) =>
      (await ada.get(path)).json().map(({ title }: { title: string }) => title)
    expect(await titles('/review')).toEqual(['pending'])
    expect(await titles('/glossary-entries')).toEqual(['approved', 'pending', 'rejected'])
    for (const state of ['pending', 'approved', 'rejected'])
      for (const resource of ['review', 'glossary-entries'])
        expect(await titles(listOf(resource, { filter: { state } }))).toEqual([state])
    // Entries that were imported, or written at the desk: approved or rejected without a review.
    for (const [state, at] of [
      ['approved', clock()],
      ['rejected', clock() + 1],
    ] as const)
      expect((await ada.get(listOf('review', { filter: { state } }))).json()).toMatchObject([
        { decision: { by: null, at: new Date(at).toISOString(), undo_until: null, how: null } },
      ])
  })
})
