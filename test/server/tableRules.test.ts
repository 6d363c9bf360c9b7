import type { ContentId } from '#contract/ids.ts'
import { TABLES_MAX } from '#contract/programme.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, playersOf } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { facts, offer, tablesOf } from '#test/helpers/server/tables.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

deskTests('rules of the tables of an event on %s', { engines: bothEngines, env }, (server) => {
  let ada: DeskCaller
  beforeEach(() => server.empty())
  beforeEach(async () => {
    ada = await server.staff('Ada')
  })
  const [mira, lena] = playersOf(server, 'Mira', 'Lena')
  const calls = registrationsOf(server)
  const { at, texts, evening, published, table, send, programme, code, mails } = tablesOf(
    server,
    () => ada,
  )
  type Entry = Record<string, unknown> & { parent?: string; slots?: unknown[] }
  const rowOf = async (id: ContentId) => (await ada.get(`/contents/${id}`)).json()
  const put = async (id: number, body: object) => code(await ada.put(`/contents/${id}`, body))
  const edit = (id: number, over: object) => put(id, { ...texts, seats: 4, table: facts, ...over })
  const waiting = async () => {
    const queues: { resource: string; count: number }[] = (
      await ada.get('/overview/waiting')
    ).json()
    return queues.find(({ resource }) => resource === 'contents')?.count
  }
  /** Errors of the file of all contents, sent again after a change of its entries. */
  const sendChanged = async (change: (entry: Entry) => Entry | null, more: object[] = []) => {
    const file = (await ada.get('/transfer/contents')).json()
    const entries = [...file.entries.flatMap((entry: Entry) => change(entry) ?? []), ...more]
    const { errors = [] } = (await ada.transfer('contents', { ...file, entries })).json()
    return errors.map(({ attr }: { attr: string }) => attr.split(' ')[1])
  }

  test('slots that stay as they are lie within their event', async () => {
    const event = await published(evening())
    const { slots } = await rowOf(event)
    const sent = (over: object) => put(event, evening(over))
    const shorter = { ends_at: at(21) }
    const late = { starts_at: at(18) }
    expect(await sent({ ...shorter, slots })).toBe('state')
    expect(await sent({ ...late, slots })).toBe('state')
    expect(await sent({ ...late, ends_at: at(24), slots })).toBe('ok')
  })

  test('slots of the later dates of a series lie within their dates', async () => {
    const weekly = { unit: 'week', every: 1, count: 2 }
    const { id, slots } = (await ada.post('/contents', evening({ repeats: weekly }))).json()
    const [early] = slots
    const own = evening({ slots: [early], scope: 'this' })
    expect(await put(id, own)).toBe('ok')
    const later = { ...own, ends_at: at(21), scope: 'later' }
    expect(await put(id, { ...later, repeats: weekly })).toBe('state')
  })

  test('dates that a series no longer has are cancelled with their tables', async () => {
    const weekly = { unit: 'week', every: 1, count: 2 }
    const first = await published(evening({ repeats: weekly }))
    const { id: second } = await server.deps.db
      .selectFrom('contents')
      .select('id')
      .where('id', '<>', first)
      .executeTakeFirstOrThrow()
    await ada.post(`/contents/${second}/publish`, {})
    const mill = await table(second, 'The mill')
    expect(await put(first, evening({ repeats: null, scope: 'later' }))).toBe('ok')
    expect([(await rowOf(second)).state, (await rowOf(mill)).state]).toEqual([
      'cancelled',
      'cancelled',
    ])
  })

  test('staff put no person without an account at two tables of one slot', async () => {
    const event = await published(evening())
    const [mill, late] = [await table(event, 'The mill'), await table(event, 'Late', { slot: 2 })]
    await server.deps.db
      .insertInto('registrations')
      .values(
        [mill, late].map((content_id) => ({
          ...{ content_id, state: 'coming' as const, answers: '[]', told: '', queued_at: 1 },
          ...{ name: 'Gus', email: 'gus@example.org', email_key: 'gus@example.org' },
          ...{ created_at: 1, updated_at: 1 },
        })),
      )
      .execute()
    expect(await edit(late, { title: 'Late', slot: 1 })).toBe('twice_in_slot')
    await ada.post(`/contents/${late}/cancel`, {})
    expect(await edit(late, { title: 'Late', slot: 1 })).toBe('ok')
  })

  test('no table comes into an event that is cancelled or over', async () => {
    const [off, over] = [await published(evening()), await published(evening())]
    const body = { ...texts, title: 'The mill', slot: 1, seats: 4, table: facts }
    const draft = (await ada.post('/contents', { ...body, parent_id: over })).json().id
    await ada.post(`/contents/${off}/cancel`, {})
    server.passTime(40 * DAY)
    ada = await server.staff('Eda')
    const sentence = async (path: string, sent: object) =>
      (await ada.post(path, sent)).json().errors[0].detail
    expect(await sentence('/contents', { ...body, parent_id: off })).toBe(
      'This event is cancelled.',
    )
    expect(await sentence('/contents', { ...body, parent_id: over })).toBe('This event is over.')
    expect(await sentence(`/contents/${draft}/publish`, {})).toBe('This event is over.')
  })

  test('a member takes back what a member has offered, and leaves the rest to the staff', async () => {
    const event = await published(evening({ takes_offers: true }))
    const body = { ...texts, title: 'Draft', parent_id: event, slot: 1, seats: 4, table: facts }
    const { id: draft } = (await ada.post('/contents', { ...body, leader: 'Lena' })).json()
    await send(mira, 'POST', `programme/${event}/offers/`, offer)
    const offered = (await programme(mira, event)).offers[0]?.id ?? 0
    await edit(offered, { title: 'The mill', slot: 2, leader: 'Lena' })
    for (const id of [draft, offered]) {
      expect(code(await send(lena, 'DELETE', `offers/${id}`))).toBe('ok')
      expect(await rowOf(id)).toMatchObject({ state: 'draft', leader: null })
      await edit(id, { title: 'x', slot: 1, leader: 'Mira' })
      expect(code(await send(mira, 'PUT', `offers/${id}`, offer))).toBe('offer_decided')
    }
    expect((await programme(mira, event)).offers).toEqual([])
  })

  test('the staff hear of a leader who stops while the table is withdrawn, once it comes back', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill', { leader: 'Lena' })
    await ada.post(`/contents/${mill}/unpublish`, {})
    await send(lena, 'DELETE', `offers/${mill}`)
    await ada.post(`/contents/${mill}/publish`, {})
    expect(await waiting()).toBe(1)
    expect((await programme(null, event)).tables).toHaveLength(1)
  })

  test('a person whom staff have added by name gets the seat back', async () => {
    const event = await published(evening({ seats: 10 }))
    const content_id = await table(event, 'The mill')
    const { id } = (await ada.post('/registrations', { content_id, name: 'Bob' })).json()
    expect((await ada.post(`/registrations/${id}/take-off`)).statusCode).toBe(200)
    expect((await ada.post(`/registrations/${id}/give-seat`)).statusCode).toBe(200)
  })

  test('a message of a leader names the leader, and says where answers go', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill', { leader: 'Lena' })
    await calls.signUp(mira, mill)
    await send(lena, 'POST', `tables/${mill}/message`, { subject: 'Dice', text: 'Bring some.' })
    const mail = (await deliveredMail(server)).at(-1)
    expect(mail?.text).toContain('Lena leads “The mill” and sent you a message:')
    expect(mail?.text).toContain('the organisers get your answer, not Lena.')
    expect(JSON.stringify(mail)).not.toContain('lena@')
    await ada.post(`/contents/${mill}/write-to-registered`, {
      ...{ to: 'everybody', subject: 'Room', text: 'It is up the stairs.' },
    })
    expect((await deliveredMail(server)).at(-1)?.text).toContain('The organisers of “The mill”')
  })

  test('a seat that is given back leaves tables that are cancelled as they are', async () => {
    const event = await published(evening({ seats: 10 }))
    const mill = await table(event, 'The mill')
    await calls.signUp(mira, event)
    await calls.signUp(mira, mill)
    await ada.post(`/contents/${mill}/cancel`, {})
    await calls.update()
    await calls.cancel(mira, event)
    expect((await programme(mira, event)).tables.map(({ mine }) => mine)).toEqual(['coming'])
    const { slots } = await rowOf(event)
    const moved = evening({ seats: 10, starts_at: at(41), ends_at: at(47), slots })
    expect(await put(event, moved)).toBe('ok')
    server.passTime(HOUR)
    await calls.update()
    const told = (await mails()).filter((mail) => mail.startsWith('registration-table-called-off'))
    expect(told).toHaveLength(1)
  })

  test('one act on the evening is one mail for each person, whose files have the tables, too', async () => {
    const event = await published(evening({ seats: 10 }))
    const tables = [await table(event, 'Alpha'), await table(event, 'Beta', { slot: 2 })]
    for (const id of [event, ...tables])
      for (const who of [mira, lena]) expect(code(await calls.signUp(who, id))).toBe('ok')
    const entries = async (from: number) =>
      (await deliveredMail(server))
        .slice(from)
        .map(({ kind, attachments }) => [
          kind,
          attachments.map(({ text }) => /METHOD:(\w+)/.exec(text)?.[1]),
          attachments.map(({ text }) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1])),
        ])
    const count = async () => (await mails()).length
    const first = await count()
    const { slots } = await rowOf(event)
    const moved = evening({ seats: 10, starts_at: at(41), ends_at: at(47), slots })
    expect(await put(event, moved)).toBe('ok')
    server.passTime(HOUR)
    for (const _ of [1, 2]) await calls.update()
    const published3 = ['PUBLISH', 'PUBLISH', 'PUBLISH']
    const change = await entries(first)
    expect(change.map(([kind, methods]) => [kind, methods])).toEqual([
      ['registration-moved', published3],
      ['registration-moved', published3],
    ])
    expect((await deliveredMail(server)).at(-1)?.text).toMatch(/Your tables: Alpha.*; Beta/)
    const second = await count()
    await calls.cancel(lena, event)
    ada = await server.staff('Eda')
    await ada.post(`/contents/${event}/cancel`, {})
    for (const _ of [1, 2]) await calls.update()
    const off = ['CANCEL', 'CANCEL', 'CANCEL']
    const gone = await entries(second)
    expect(gone.map(([kind, methods]) => [kind, methods])).toEqual([
      ['registration-cancelled', off],
      ['registration-called-off', off],
    ])
    const sequences = [change, gone].map((mailed) => mailed.map(([, , numbers]) => numbers))
    expect(JSON.stringify(sequences[0])).not.toBe(JSON.stringify(sequences[1]))
  })

  test('a table reminds those who have no seat at its event, and closes as long before as it did', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill', { registration_closes_at: at(10) })
    await calls.signUp(mira, mill)
    const { slots } = await rowOf(event)
    await put(event, evening({ seats: 10, starts_at: at(41), ends_at: at(47), slots }))
    expect(await rowOf(mill)).toMatchObject({ registration_closes_at: at(34) })
    await calls.signUp(lena, event)
    await calls.signUp(lena, mill)
    server.passTime(Date.parse(at(41)) - server.deps.clock() - 10 * HOUR)
    await calls.update()
    const reminded = (await mails()).filter((mail) => mail.startsWith('registration-reminder'))
    expect(reminded.sort()).toEqual(['registration-reminder lena', 'registration-reminder mira'])
  })

  test('members hear that a table which they offered is cancelled with its event', async () => {
    const event = await published(evening({ takes_offers: true }))
    await send(mira, 'POST', `programme/${event}/offers/`, offer)
    const id = (await programme(mira, event)).offers[0]?.id ?? 0
    await ada.post(`/contents/${event}/cancel`, {})
    for (const _ of [1, 2]) await calls.update()
    expect(await mails()).toEqual(['registration-led-called-off mira'])
    expect(code(await send(mira, 'PUT', `offers/${id}`, offer))).toBe('offer_decided')
  })

  test('a table needs no more players than it has seats, and no more time than a slot has', async () => {
    const event = await published(evening({ takes_offers: true }))
    const offered = async (over: object) => {
      const sent = await send(mira, 'POST', `programme/${event}/offers/`, { ...offer, ...over })
      return sent.statusCode === 200 ? 'ok' : sent.json().errors[0].attr
    }
    expect(await offered({ players_min: 5 })).toBe('players_min')
    expect(await offered({ hours: 3.5 })).toBe('hours')
    expect(await offered({ players_min: 4, hours: 3 })).toBe('ok')
    const mill = await table(event, 'The mill')
    const asked = { ...texts, title: 'The mill', seats: 4, table: { ...facts, hours: 4 } }
    expect((await ada.put(`/contents/${mill}`, asked)).json().errors[0].attr).toBe('table.hours')
  })

  test('tables have the mode of their event', async () => {
    const event = await published(evening())
    const mill = await table(event, 'The mill')
    const { slots } = await rowOf(event)
    await put(event, evening({ slots, event_type: 'Online', event_scope: 'International' }))
    expect(await rowOf(mill)).toMatchObject({ event_type: 'Online', event_scope: 'International' })
  })

  describe('a file', () => {
    const isTable = ({ parent }: Entry) => parent !== undefined

    test('that has not changed changes nothing', async () => {
      const event = await published(evening())
      await table(event, 'The mill')
      const file = (await ada.get('/transfer/contents')).json()
      expect((await ada.transfer('contents', file)).json()).toMatchObject({ changed: 0 })
    })

    test('keeps slots within their event, and those with tables', async () => {
      const event = await published(evening())
      await table(event, 'The mill', { slot: 2 })
      const evenings = (over: (entry: Entry) => object) =>
        sendChanged((entry) => (isTable(entry) ? null : { ...entry, ...over(entry) }))
      const { slots: _, ...moved } = { slots: 0, starts_at: at(41), ends_at: at(47) }
      expect(await evenings(() => ({ ...moved, slots: undefined }))).toEqual([
        '"long-evening".slots.0.starts_at',
      ])
      expect(await evenings(({ slots = [] }) => ({ slots: slots.slice(0, 1) }))).toEqual([
        '"long-evening".slots',
      ])
    })

    test('moves tables with their slots', async () => {
      const event = await published(evening())
      const [mill, late] = [await table(event, 'A'), await table(event, 'B', { slot: 2 })]
      const slots = [
        { id: 1, starts_at: at(17), ends_at: at(18) },
        { id: 2, starts_at: at(18), ends_at: at(19) },
      ]
      expect(await sendChanged((entry) => (isTable(entry) ? null : { ...entry, slots }))).toEqual(
        [],
      )
      expect(await rowOf(mill)).toMatchObject({ starts_at: at(17), ends_at: at(18) })
      const night = { starts_at: at(1), ends_at: at(2) }
      expect(
        await sendChanged((entry) => (isTable(entry) ? { ...entry, ...night } : entry)),
      ).toEqual([])
      expect(await rowOf(late)).toMatchObject({ starts_at: at(18), ends_at: at(19) })
    })

    test('puts no table into the programme without a slot, or with people who play in that slot', async () => {
      const event = await published(evening())
      await calls.signUp(mira, await table(event, 'A'))
      await calls.signUp(mira, await table(event, 'B', { slot: 2 }))
      const placed = (slot: number | null) =>
        sendChanged((entry) => (entry['title'] === 'B' ? { ...entry, slot } : entry))
      expect(await placed(null)).toEqual(['"b".slot'])
      expect(await placed(1)).toEqual(['"a".slot', '"b".slot'])
      expect(await placed(2)).toEqual([])
    })

    test('brings an event no more tables than it can have, and none that takes place when it does not', async () => {
      const event = await published(evening())
      const mill = await table(event, 'The mill')
      const more = (count: number) => {
        const of = { ...texts, starts_at: at(17), ends_at: at(20), slot: 1, seats: 4, table: facts }
        const parts = { event_scope: 'National', event_type: 'Offline', parent: 'evening' }
        return Array.from({ length: count }, (_, n) => ({
          ...{ ...of, ...parts, key: `more-${n}`, title: `More ${n}` },
        }))
      }
      await server.deps.db
        .updateTable('contents')
        .set({ transfer_key: 'evening' })
        .where('id', '=', event)
        .execute()
      const same = (entry: Entry) => entry
      expect(await sendChanged(same, more(TABLES_MAX))).toEqual(['"evening".slots'])
      await ada.post(`/contents/${mill}/cancel`, {})
      expect(await sendChanged(same, more(TABLES_MAX))).toEqual([])
      await ada.post(`/contents/${event}/cancel`, {})
      const late = { ...more(1)[0], key: 'late', title: 'Late', published_at: at(-600) }
      expect(await sendChanged(same, [late])).toEqual([])
      const found = await server.deps.db
        .selectFrom('contents')
        .select('cancelled_at')
        .where('transfer_key', '=', 'late')
        .executeTakeFirst()
      expect(found?.cancelled_at).not.toBeNull()
    })
  })
})
