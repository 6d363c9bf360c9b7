import type { ContentId } from '#contract/ids.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, playersOf } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { facts, offer, tablesOf } from '#test/helpers/server/tables.ts'
import type { TestUser } from '#test/helpers/server/testServer.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

deskTests('tables of an event on %s', { engines: bothEngines, env }, (server) => {
  let ada: DeskCaller
  beforeEach(() => server.empty())
  beforeEach(async () => {
    ada = await server.staff('Ada')
  })
  const [mira, olwen, lena] = playersOf(server, 'Mira', 'Olwen', 'Lena')
  const calls = registrationsOf(server)
  const { at, texts, evening, published, table, send, programme, code, site, mails } = tablesOf(
    server,
    () => ada,
  )

  test('the programme has slots and tables, and no list names a table', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill', { location: 'Room 1', leader: 'Lena' })
    await table(event, 'Table 17', { slot: 2 })
    await table(event, 'Table 9', { slot: 2 })
    const { slots, tables } = await programme(null, event)
    expect(slots.map(({ starts_at }) => starts_at)).toEqual([at(17), at(20)])
    expect(tables.map(({ title, slot, room, leader }) => [title, slot, room, leader])).toEqual([
      ['The mill', 1, 'Room 1', 'Lena'],
      ['Table 9', 2, null, null],
      ['Table 17', 2, null, null],
    ])
    expect(await site(`/getEvent/${event}`)).toMatchObject({ programme: { slots: 2 } })
    expect(await site(`/getEvent/${mill}`)).toMatchObject({
      table: { event: { id: event, title: 'Long evening' }, system: 'Dungeon World' },
      registration: { seats: 4 },
      event_date: at(17),
      event_end: at(20),
    })
    for (const path of ['/activeEvents', '/latest', `/getNext/${event}`]) {
      const titles = (await site(path)).map(({ title }: { title: string }) => title)
      expect([path, titles.includes('The mill'), titles.includes('Table 9')]).toEqual([
        path,
        false,
        false,
      ])
    }
    const everywhere = await Promise.all(
      ['/api/contents/events.atom', '/api/contents/events.ics', '/sitemap.xml'].map(
        async (url) => (await server.app.inject({ method: 'GET', url })).body,
      ),
    )
    expect(everywhere.join()).not.toMatch(new RegExp(`The mill|news/${mill}\\b`))
  })

  test('a table is hidden with its event, and comes back with it', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill')
    await ada.post(`/contents/${event}/unpublish`, {})
    expect((await send(null, 'GET', `getEvent/${mill}`)).statusCode).toBe(404)
    expect(code(await calls.signUp(mira, mill))).toBe('not_found')
    await ada.post(`/contents/${event}/publish`, {})
    expect((await programme(null, event)).tables).toHaveLength(1)
  })

  test('a member has a seat at the event, and one place in each slot', async () => {
    const event = await published(evening({ seats: 10 }))
    const [mill, ashes, late] = [
      await table(event, 'The mill'),
      await table(event, 'Ashes'),
      await table(event, 'Late', { slot: 2 }),
    ]
    const signUp = async (id: ContentId) => code(await calls.signUp(mira, id))
    expect(await signUp(mill)).toBe('needs_evening_seat')
    expect([await signUp(event), await signUp(mill)]).toEqual(['ok', 'ok'])
    expect([await signUp(ashes), await signUp(late)]).toEqual(['slot_taken', 'ok'])
    const { tables, has_seat } = await programme(mira, event)
    expect([has_seat, ...tables.map(({ mine }) => mine)]).toEqual([true, null, 'coming', 'coming'])
    await calls.cancel(mira, event)
    expect((await programme(mira, event)).tables.map(({ mine }) => mine)).toEqual([
      null,
      'cancelled',
      'cancelled',
    ])
  })

  test('a companion whose seat at the event is given back leaves the tables, too', async () => {
    const party = { companions_max: 2 }
    const event = await published(evening({ seats: 10, ...party }))
    const mill = await table(event, 'The mill', party)
    await calls.signUp(mira, event, { companions: ['', ''] })
    expect(code(await calls.signUp(mira, mill, { companions: ['', ''] }))).toBe('ok')
    await calls.giveBack(mira, event, ['', ''])
    expect((await calls.read(mira, mill)).mine?.companions).toEqual([''])
    await calls.giveBack(mira, mill, [''])
    expect((await calls.read(mira, event)).mine?.companions).toEqual([''])
  })

  test('slots follow their event, and tables their slots; one with tables stays', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill', { slot: 2 })
    const { slots } = (await ada.get(`/contents/${event}`)).json()
    const later = { starts_at: at(41), ends_at: at(47), slots }
    expect((await ada.put(`/contents/${event}`, evening(later))).statusCode).toBe(200)
    expect(await site(`/getEvent/${mill}`)).toMatchObject({ event_date: at(44), event_end: at(47) })
    const moved = (await ada.get(`/contents/${event}`)).json().slots
    const refused = async (over: object) =>
      (await ada.put(`/contents/${event}`, evening({ ...later, ...over }))).json().errors[0].attr
    expect(await refused({ slots: moved.slice(0, 1) })).toBe('slots')
    const overlapping = [moved[0], { ...moved[1], starts_at: at(43) }]
    expect(await refused({ slots: overlapping })).toBe('slots.1.starts_at')
    expect(await refused({ slots: [...moved, { starts_at: at(47), ends_at: at(48) }] })).toBe(
      'slots.2.starts_at',
    )
  })

  test('staff put no member at two tables of one slot', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill', { leader: 'Lena' })
    const late = await table(event, 'Late', { slot: 2 })
    await calls.signUp(mira, mill)
    await calls.signUp(mira, late)
    const edit = (id: number, over: object) =>
      ada.put(`/contents/${id}`, { ...texts, title: 'x', seats: 4, table: facts, ...over })
    expect((await edit(late, { slot: 1 })).json().errors[0].code).toBe('twice_in_slot')
    expect([(await calls.read(lena, mill)).leads, (await calls.read(mira, mill)).leads]).toEqual([
      true,
      undefined,
    ])
    const ashes = await table(event, 'Ashes', { slot: 2 })
    const led = { slot: 2, leader: 'Mira' }
    expect((await edit(ashes, led)).json().errors[0].code).toBe('twice_in_slot')
    expect((await edit(late, led)).json().errors[0].attr).toBe('leader')
    expect(code(await calls.signUp(lena, mill))).toBe('leads_in_slot')
    const add = await ada.post('/registrations', { content_id: mill, username: 'Lena' })
    expect(add.json().errors[0].code).toBe('leads_in_slot')
  })

  test('a member offers a table, staff place it, and it is led by the member', async () => {
    const event = await published(evening({ takes_offers: true }))
    expect(code(await send(mira, 'POST', `programme/${event}/offers/`, offer))).toBe('ok')
    const { offers, tables } = await programme(mira, event)
    expect([offers.map(({ title }) => title), tables]).toEqual([['The mill'], []])
    expect((await programme(olwen, event)).offers).toEqual([])
    const waiting = (await ada.get('/overview/waiting')).json()
    expect(waiting).toContainEqual(expect.objectContaining({ resource: 'contents', count: 1 }))
    const id = offers[0]?.id ?? 0
    expect(code(await send(olwen, 'PUT', `offers/${id}`, offer))).toBe('not_found')
    expect(code(await send(mira, 'PUT', `offers/${id}`, { ...offer, seats: 5 }))).toBe('ok')
    expect((await ada.post(`/contents/${id}/publish`, {})).json().errors[0].attr).toBe('slot')
    const row = (await ada.get(`/contents/${id}`)).json()
    expect(row).toMatchObject({ state: 'offered', leader: 'Mira', led_by: mira.id, seats: 5 })
    await ada.put(`/contents/${id}`, { ...texts, title: 'The mill', slot: 2, location: 'Room 3' })
    await ada.post(`/contents/${id}/publish`, {})
    server.passTime(HOUR)
    await calls.update()
    await calls.update()
    expect(await mails()).toEqual(['registration-led-accepted mira'])
    const shown = await programme(mira, event)
    expect(shown.tables).toEqual([
      expect.objectContaining({ is_mine: true, room: 'Room 3', slot: 2 }),
    ])
    expect(shown.offers).toEqual([])
    expect(code(await send(mira, 'PUT', `offers/${id}`, offer))).toBe('offer_decided')
  })

  test('an offer that is changed stays in the slot that staff have given it', async () => {
    const event = await published(evening({ takes_offers: true }))
    await send(mira, 'POST', `programme/${event}/offers/`, offer)
    const id = (await programme(mira, event)).offers[0]?.id ?? 0
    await ada.put(`/contents/${id}`, { ...texts, title: 'The mill', slot: 2 })
    expect(code(await send(mira, 'PUT', `offers/${id}`, { ...offer, seats: 5 }))).toBe('ok')
    const row = (await ada.get(`/contents/${id}`)).json()
    expect(row).toMatchObject({ slot: 2, starts_at: at(20), ends_at: at(23), seats: 5 })
  })

  test('offers wait no longer once their event is cancelled or over', async () => {
    const waiting = async () => {
      const queues: { resource: string; count: number }[] = (
        await ada.get('/overview/waiting')
      ).json()
      return queues.find(({ resource }) => resource === 'contents')?.count
    }
    const [off, over] = [
      await published(evening({ takes_offers: true })),
      await published(evening({ takes_offers: true })),
    ]
    for (const event of [off, over]) await send(mira, 'POST', `programme/${event}/offers/`, offer)
    expect(await waiting()).toBe(2)
    await ada.post(`/contents/${off}/cancel`, {})
    expect([await waiting(), (await programme(mira, off)).offers]).toEqual([1, []])
    server.passTime(40 * DAY)
    ada = await server.staff('Eda')
    expect(await waiting()).toBe(0)
  })

  test('a declined offer is gone, with its reason in a mail; three are the most', async () => {
    const event = await published(evening({ takes_offers: true }))
    for (const _ of [1, 2, 3]) await send(mira, 'POST', `programme/${event}/offers/`, offer)
    expect(code(await send(mira, 'POST', `programme/${event}/offers/`, offer))).toBe(
      'too_many_offers',
    )
    const [first, second] = (await programme(mira, event)).offers
    await ada.post(`/contents/${first?.id}/decline`, { reason: 'We have two of these.' })
    expect(code(await send(mira, 'DELETE', `offers/${second?.id}`))).toBe('ok')
    expect((await programme(mira, event)).offers).toHaveLength(1)
    const [mail] = await deliveredMail(server)
    expect(mail?.text).toContain('We have two of these.')
    const closed = await published(evening())
    expect(code(await send(mira, 'POST', `programme/${closed}/offers/`, offer))).toBe('no_offers')
  })

  test('a leader sees the players of the table alone and their answers, ticks who came, and writes to them', async () => {
    const event = await published(evening())
    const questions = [{ text: 'Which hero?', is_required: true }]
    const mill = await table(event, 'The mill', { leader: 'Lena', questions })
    expect(code(await calls.signUp(mira, mill, { answers: [''] }))).toBe('blank')
    await calls.signUp(mira, mill, { answers: ['The smith'] })
    expect(code(await send(olwen, 'GET', `tables/${mill}/players`))).toBe('not_found')
    const [player] = (await send(lena, 'GET', `tables/${mill}/players`)).json()
    expect(player).toMatchObject({ name: 'Mira', state: 'coming', came: false })
    expect(player.answers).toEqual([{ question: 'Which hero?', answer: 'The smith' }])
    const mark = (who: TestUser) =>
      send(who, 'POST', `tables/${mill}/players`, { player: player.id, came: true })
    expect(code(await mark(olwen))).toBe('not_found')
    expect((await mark(lena)).json()).toEqual([expect.objectContaining({ came: true })])
    const text = { subject: 'Dice', text: 'Bring some.' }
    expect(code(await send(mira, 'POST', `tables/${mill}/message`, text))).toBe('not_found')
    expect((await send(lena, 'POST', `tables/${mill}/message`, text)).json()).toEqual({ told: 1 })
    expect(await mails()).toContain('registration-message mira')
  })

  test('players of a cancelled table are mailed once, with the way to the others', async () => {
    const event = await published(evening({ seats: 10 }))
    const mill = await table(event, 'The mill', { leader: 'Lena' })
    await calls.signUp(mira, event)
    await calls.signUp(mira, mill)
    await calls.update()
    const before = (await mails()).length
    await ada.post(`/contents/${mill}/cancel`, {})
    await calls.update()
    await calls.update()
    expect((await mails()).slice(before).sort()).toEqual([
      'registration-led-called-off lena',
      'registration-table-called-off mira',
    ])
    const mail = (await deliveredMail(server)).find(({ kind }) => kind.includes('table-called-off'))
    expect(mail?.text).toContain(`/discordia/news/${event}#programme`)
  })

  test('when a leader goes, the seats stay and the staff hear of it', async () => {
    const event = await published(evening({ takes_offers: true }))
    const [mill, late] = [
      await table(event, 'The mill', { leader: 'Lena' }),
      await table(event, 'Late', { slot: 2, leader: 'Lena' }),
    ]
    await send(lena, 'POST', `programme/${event}/offers/`, offer)
    await calls.signUp(mira, mill)
    expect(code(await send(lena, 'DELETE', `offers/${late}`))).toBe('ok')
    const root = await server.staff('Root', 'superuser')
    await root.post(`/members/${lena.id}/deactivate`, {})
    const waiting = (await ada.get('/overview/waiting')).json()
    expect(waiting).toContainEqual(expect.objectContaining({ resource: 'contents', count: 2 }))
    const { tables } = await programme(mira, event)
    expect(tables.map(({ leader, mine }) => [leader, mine])).toEqual([
      [null, 'coming'],
      [null, null],
    ])
    await ada.post(`/contents/${mill}/keep-open`, {})
    expect((await ada.get(`/contents/${mill}`)).json().waits_since).toBeNull()
  })

  test('a copy has the slots at its own time, and no table', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill')
    const copy = (await ada.post(`/contents/${event}/copy`, { starts_at: at(41) })).json()
    expect([copy.slots.map((slot: { starts_at: string }) => slot.starts_at), copy.tables]).toEqual([
      [at(41), at(44)],
      0,
    ])
    expect((await ada.post(`/contents/${mill}/copy`, { starts_at: at(41) })).statusCode).toBe(409)
  })

  test('a file carries the programme and leads tables to their event', async () => {
    const event = await published(evening({ takes_offers: true }))
    await table(event, 'The mill', { slot: 2, leader: 'Lena' })
    const file = (await ada.get('/transfer/contents')).json()
    await server.deps.db.deleteFrom('contents').execute()
    expect((await ada.transfer('contents', file)).statusCode).toBe(200)
    const [row] = await site('/activeEvents')
    expect((await programme(null, row.id)).tables).toEqual([
      expect.objectContaining({
        title: 'The mill',
        slot: 2,
        leader: null,
        system: 'Dungeon World',
      }),
    ])
  })
})
