import type { ContentId } from '#contract/ids.ts'
import { changeContent, DAY } from '#test/helpers/fixtures/contents.ts'
import { codeOf } from '#test/helpers/server/groupCalls.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

serverTests('companions at an event on %s', { engines: bothEngines }, (server) => {
  const calls = registrationsOf(server)
  beforeEach(() => server.empty())
  const [mara, olwen, tam] = playersOf(server, 'Mara', 'Olwen', 'Tam')
  const party = (over: object = {}) => calls.event({ seats: 5, companions_max: 5, ...over })
  const two = { companions: ['', ''] }

  test('take seats, without names unless the event asks for them', async () => {
    const event = await party()
    const { left, mine } = (await calls.signUp(mara, event, { companions: ['Ann', ''] })).json()
    expect({ left, companions: mine.companions }).toEqual({ left: 2, companions: ['', ''] })
    expect(await calls.read(null, event)).toMatchObject({ companions_max: 5, mine: null })
    expect(await calls.read(null, event)).not.toHaveProperty('companion_names')
    const asking = await party({ companion_names: 1 })
    expect((await calls.read(null, asking)).companion_names).toBe(true)
    const blank = await calls.signUp(mara, asking, { companions: ['Ann', ' '] })
    expect(blank.json().errors[0]).toMatchObject({ code: 'blank', attr: 'companions.1' })
    const named = await calls.signUp(mara, asking, { companions: [' Ann ', 'Bo'] })
    expect(named.json().mine.companions).toEqual(['Ann', 'Bo'])
  })

  test('show nothing where an event allows none', async () => {
    const event = await calls.event()
    const { mine, ...shown } = (await calls.signUp(mara, event)).json()
    for (const one of [mine, shown])
      expect(Object.keys(one).filter((name) => name.startsWith('companion'))).toEqual([])
  })

  test.each([
    ['more than the event allows', { companions_max: 1 }, 'too_many_companions', '1 companion '],
    ['a party beyond all seats', { seats: 2 }, 'party_too_large', '2 seats'],
    ['a party beyond the waiting list', { waiting_max: 2 }, 'event_full', 'Free seats: 1.'],
    ['a party without a wish to wait', {}, 'only_waiting_list', 'Free seats: 1.'],
  ])('refuses %s, with the number', async (_what, over, code, number) => {
    const event = await party({ seats: 3, ...over })
    if (code === 'event_full' || code === 'only_waiting_list')
      await calls.signUp(mara, event, { companions: [''] })
    const refused = await calls.signUp(tam, event, { ...two, may_wait: code === 'event_full' })
    expect(codeOf(refused)).toBe(code)
    expect(refused.json().errors[0].detail).toContain(number)
  })

  test('a party of three waits for three seats, and no one behind it passes', async () => {
    const event = await party({ seats: 3 })
    await calls.signUp(mara, event, two)
    await calls.signUp(olwen, event, two)
    expect((await calls.signUp(tam, event)).json()).toMatchObject({ left: 0, waiting: 4 })
    await calls.giveBack(mara, event, ['', ''])
    await calls.giveBack(mara, event, [''])
    // Two seats are free: the first party does not fit, and the background job does not lock the event for it.
    expect(await calls.update()).toBe(0)
    expect([await calls.mine(olwen, event), await calls.mine(tam, event)]).toEqual([
      'waiting 1',
      'waiting 2',
    ])
    expect((await calls.read(null, event)).left).toBe(0)
    await calls.cancel(mara, event)
    expect([await calls.mine(olwen, event), await calls.mine(tam, event)]).toEqual([
      'offered',
      'waiting 1',
    ])
    // A smaller party leaves a seat of its offer to the next.
    await calls.giveBack(olwen, event, ['', ''])
    expect(await calls.mine(tam, event)).toBe('offered')
  })

  test('a waiting party that becomes smaller is offered the seats that it fits', async () => {
    const event = await party({ seats: 3 })
    await calls.signUp(mara, event, { companions: [''] })
    await calls.signUp(olwen, event, { companions: [''] })
    expect(await calls.mine(olwen, event)).toBe('waiting 1')
    expect((await calls.giveBack(olwen, event, [''])).json().mine.state).toBe('offered')
  })

  test('are given back one by one; a second click gives back no second one', async () => {
    const event = await party({ companion_names: 1 })
    await calls.signUp(mara, event, { companions: ['Ann', 'Bo'] })
    const clicks = await Promise.all([1, 2].map(() => calls.giveBack(mara, event, ['Ann', 'Bo'])))
    expect(clicks.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(clicks.map(codeOf)).toContain('companions_changed')
    expect((await calls.read(mara, event)).mine?.companions).toEqual(['Bo'])
    expect(codeOf(await calls.giveBack(olwen, event, ['']))).toBe('not_registered')
  })

  test('two parties at once never share the last seats', async () => {
    const event = await party({ seats: 4 })
    const members = await Promise.all([1, 2, 3].map((n) => server.addUser(`P${n}x${event}`)))
    const sent = await Promise.all(members.map((who) => calls.signUp(who, event, two)))
    expect(sent.map((one) => one.json().mine.state).toSorted()).toEqual([
      'coming',
      'waiting',
      'waiting',
    ])
  })

  test('mails say for how many people', async () => {
    const event = await party({ seats: 3 })
    for (const act of [
      () => calls.signUp(mara, event, { companions: [''] }),
      () => calls.signUp(olwen, event, two),
      () => calls.cancel(mara, event),
      () => calls.confirm(olwen, event),
      () => calls.giveBack(olwen, event, ['', '']),
      () => calls.signUp(tam, event),
    ]) {
      await act()
      // A mail that is not sent before the next change would be overtaken by it.
      await deliveredMail(server)
    }
    const lines = (await deliveredMail(server)).map(({ kind, text }) => [
      kind.replace('registration-', ''),
      /^For: .*$/m.exec(text)?.[0],
    ])
    expect(lines).toEqual([
      ['confirmed', 'For: 2 people'],
      ['waiting', 'For: 3 people'],
      ['cancelled', undefined],
      ['offered', 'For: 3 people'],
      ['confirmed', 'For: 3 people'],
      ['fewer', 'For: 2 people'],
      ['confirmed', undefined],
    ])
  })
})

deskTests('people whom the staff add on %s', (server) => {
  const calls = registrationsOf(server)
  let ada: DeskCaller
  let names = 0
  beforeEach(async () => {
    ada = await server.staff(`Ada${names++}`)
  })
  const member = (name: string): Promise<TestUser> => server.addUser(`${name}${names++}`)
  const add = (content_id: ContentId, body: object, by = ada) =>
    by.post('/registrations', { content_id, ...body })
  const taken = async (id: ContentId) => (await ada.get(`/contents/${id}`)).json().taken

  test('a member gets a needed mail with a calendar file, on the row of the waiting list', async () => {
    const id = await calls.event({ seats: 3, companions_max: 2 })
    const [mara, olwen] = [await member('Mara'), await member('Olwen')]
    await calls.signUp(mara, id, { companions: [''] })
    await calls.signUp(olwen, id, { companions: ['', ''] })
    await server.insert('preferences', { user_id: olwen.id, event_mails_off_at: 1 })
    const beyond = await add(id, { username: olwen.username.toUpperCase() })
    expect(beyond.json().errors[0]).toMatchObject({ code: 'beyond_seats', attr: 'reason' })
    expect(beyond.json().errors[0].detail).toContain('2 of 3 seats')
    const added = await add(id, { username: olwen.username, reason: 'A guest of the house' })
    expect(added.statusCode).toBe(201)
    expect(added.json()).toMatchObject({ state: 'coming', companions: ['', ''], name: null })
    expect(await taken(id)).toBe(5)
    expect((await deliveredMail(server)).at(-1)).toMatchObject({
      kind: 'registration-added',
      attachments: [{ method: 'PUBLISH' }],
    })
    expect((await add(id, { username: olwen.username, reason: 'Again' })).statusCode).toBe(409)
    const { after } = await server.deps.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'add')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(after ?? '')).toMatchObject({
      user: { id: olwen.id },
      companions: 2,
      reason: 'A guest of the house',
    })
  })

  test('a person without an account is on the list, is marked, taken off and given a seat, without mails', async () => {
    const id = await calls.event({ seats: 2 })
    const before = (await deliveredMail(server)).length
    const { id: row, ...anna } = (await add(id, { name: ' Anna ', companions: ['Bo'] })).json()
    expect(anna).toMatchObject({ user: null, name: 'Anna', companions: ['Bo'], state: 'coming' })
    const act = (call: string, body?: object) => ada.post(`/registrations/${row}/${call}`, body)
    expect((await act('attend', { came: true })).json().attended_at).not.toBeNull()
    expect((await ada.get(`/contents/${id}/registrations.csv`)).body).toContain(',2,Bo')
    expect((await act('take-off')).json().state).toBe('cancelled')
    expect((await act('give-seat')).json().state).toBe('coming')
    const write = { to: 'coming', subject: 'The room', text: 'It is upstairs.' }
    expect((await ada.post(`/contents/${id}/write-to-registered`, write)).statusCode).toBe(409)
    await changeContent(server, id, { location: 'Graz' })
    server.passTime(DAY / 24)
    await calls.update()
    expect(await deliveredMail(server)).toHaveLength(before)
    // The audit log is kept for longer than the names.
    const logged = await server.deps.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('record', '=', String(row))
      .execute()
    expect(JSON.stringify(logged)).not.toMatch(/Anna|Bo/)
  })

  test.each([
    ['neither a member nor a name', {}, 400],
    ['both', { username: 'X', name: 'X' }, 400],
    ['an unknown member', { username: 'Nobody here' }, 404],
  ])('are refused: %s', async (_what, body, status) => {
    expect((await add(await calls.event(), body)).statusCode).toBe(status)
  })

  test('are refused at an event that is over or a draft, and for the own account', async () => {
    const over = await calls.event({ starts_at: 1, ends_at: 2 })
    const draft = await calls.event({ publish_at: null })
    for (const id of [over, draft]) expect((await add(id, { name: 'Anna' })).statusCode).toBe(409)
    const own = await add(await calls.event(), { username: ada.user.username })
    expect(codeOf(own)).toBe('own_request')
  })

  test('by two at once never take the same last seat', async () => {
    const id = await calls.event({ seats: 1 })
    const ben = await server.staff(`Ben${names++}`)
    const both = await Promise.all([add(id, { name: 'Anna' }), add(id, { name: 'Bo' }, ben)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })

  test('seats are not lowered below those in use, not by two at once, but may stay', async () => {
    const starts = server.deps.clock() + 5 * DAY
    const body = (seats: number) => ({
      kind: 'event',
      title: 'A long evening',
      short_description: 'Short',
      description: 'Long',
      event_scope: 'National',
      event_type: 'Offline',
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + DAY).toISOString(),
      seats,
    })
    const id = await calls.event({ seats: 3, companions_max: 1 })
    const put = (seats: number, by = ada) => by.put(`/contents/${id}`, body(seats))
    await calls.signUp(await member('Mara'), id, { companions: [''] })
    const lower = await put(1)
    expect(lower.json().errors[0]).toMatchObject({ code: 'seats_in_use', attr: 'seats' })
    expect(lower.json().errors[0].detail).toMatch(/^2 people /)
    const [lowered, added] = await Promise.all([put(2), add(id, { name: 'Anna' })])
    expect([lowered.statusCode, added.statusCode].toSorted()).toEqual(
      lowered.statusCode === 200 ? [200, 409] : [201, 409],
    )
    await add(id, { name: 'Bo', companions: [''], reason: 'Guests' })
    const { seats } = (await ada.get(`/contents/${id}`)).json()
    expect(await taken(id)).toBeGreaterThan(seats)
    expect((await put(seats)).statusCode).toBe(200)
  })
})
