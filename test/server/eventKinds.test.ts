import { ACCESS_MAX, EVENT_KINDS_MAX } from '#contract/content.ts'
import { addEvent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

deskTests('kinds of events on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const site = async (path: string) => (await server.app.inject(`/api/${path}`)).json()
  const add = async (name: string) => (await ada.post('/event-kinds', { name })).json()
  const event = (over: object = {}) => ({
    kind: 'event',
    title: 'A long evening',
    short_description: 'In short',
    description: 'Long',
    starts_at: new Date(server.deps.clock() + DAY).toISOString(),
    ends_at: new Date(server.deps.clock() + DAY + 3 * HOUR).toISOString(),
    event_scope: 'National',
    event_type: 'Both',
    ...over,
  })
  async function publish(over: object) {
    const { id } = (await ada.post('/contents', event(over))).json()
    await ada.post(`/contents/${id}/publish`)
    return id
  }

  test('an event shows its kind in lists and on its page, and how to get in on its page', async () => {
    const { id: event_kind_id } = await add(' Workshop ')
    const event_kind = { id: event_kind_id, name: 'Workshop' }
    const access = 'No steps.\nLift on the left.'
    const id = await publish({ event_kind_id, access: ` ${access}\n` })
    await addEvent(server)
    for (const list of ['activeEvents', 'latest']) {
      const [one, other] = await site(`contents/${list}`)
      expect([one, other].find((row) => row.id === id)).toMatchObject({ event_kind })
      expect([one, other].filter((row) => 'event_kind' in row || 'access' in row)).toHaveLength(1)
    }
    expect(await site(`contents/getEvent/${id}`)).toMatchObject({ event_kind, access })
    const plain = (await site('contents/activeEvents')).find((row: { id: number }) => row.id !== id)
    const shown = await site(`contents/getEvent/${plain.id}`)
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['event_kind']))
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['access']))
  })

  test('a change without the fields keeps them, and null takes them off', async () => {
    const { id: event_kind_id } = await add('Workshop')
    const id = await publish({ event_kind_id, access: 'Ring twice' })
    const kept = (await ada.put(`/contents/${id}`, event())).json()
    expect(kept).toMatchObject({ event_kind_id, access: 'Ring twice' })
    const none = { event_kind_id: null, access: null }
    expect((await ada.put(`/contents/${id}`, event(none))).json()).toMatchObject(none)
  })

  test('a renamed kind shows at once; a deleted one leaves its events without one', async () => {
    const { id: event_kind_id } = await add('Workshop')
    await publish({ event_kind_id })
    await site('contents/activeEvents')
    await ada.put(`/event-kinds/${event_kind_id}`, { name: 'Course' })
    expect(await site('contents/activeEvents')).toMatchObject([{ event_kind: { name: 'Course' } }])
    expect((await ada.remove(`/event-kinds/${event_kind_id}`)).statusCode).toBe(200)
    const [shown] = await site('contents/activeEvents')
    expect(shown).not.toHaveProperty('event_kind')
    const { before } = await server.deps.db
      .selectFrom('audit_log')
      .select('before')
      .where('action', '=', 'remove')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(before ?? '')).toMatchObject({ name: 'Course', events: 1 })
  })

  test('a kind that does not exist is refused, and so are the fields of events for news', async () => {
    const missing = await ada.post('/contents', event({ event_kind_id: 999 }))
    expect([missing.statusCode, missing.json().errors[0].code]).toEqual([409, 'broken_reference'])
    const { id } = await add('Workshop')
    const news = { kind: 'news', title: 'T', short_description: 'S', description: 'D' }
    for (const over of [{ event_kind_id: id }, { access: 'Ring' }]) {
      const refused = await ada.post('/contents', { ...news, ...over })
      const [{ code, attr }] = refused.json().errors
      expect([code, attr]).toEqual(['unwanted', Object.keys(over)[0]])
    }
    const long = await ada.post('/contents', event({ access: 'x'.repeat(ACCESS_MAX + 1) }))
    expect(long.statusCode).toBe(400)
  })

  test('there are at most so many kinds, in an order', async () => {
    for (let n = 0; n < EVENT_KINDS_MAX; n++)
      await server.insert('event_kinds', { name: `Kind ${n}`, position: n })
    const refused = await ada.post('/event-kinds', { name: 'One more' })
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'You can have at most 50 kinds of events. Delete one first.',
    ])
    const file = { ...event(), key: 'a', event_kind: 'One more' }
    const entries = [file]
    const sent = { format: 'discordia-contents', version: 1, entries }
    expect((await ada.transfer('contents', sent)).json().detail).toBe(refused.json().detail)
    const kinds = (await ada.get('/event-kinds?range=[0,99]')).json()
    expect(kinds).toHaveLength(EVENT_KINDS_MAX)
    const ids = kinds.map(({ id }: { id: number }) => id).reverse()
    expect((await ada.post('/event-kinds/order', { ids })).json()).toEqual({ ids })
  })

  describe('a file', () => {
    const row = (over: object) => ({ ...event(), key: 'evening', ...over })
    const send = async (...entries: object[]) =>
      (await ada.transfer('contents', { format: 'discordia-contents', version: 1, entries })).json()
    const kinds = async () =>
      (await ada.get('/event-kinds')).json().map(({ name }: { name: string }) => name)
    const exported = async () => (await ada.get('/transfer/contents')).json()

    test('names kinds, which are added where they are missing, and goes back whole', async () => {
      await add('Workshop')
      const access = 'No steps.\nPark behind the house.'
      const report = await send(
        row({ event_kind: 'WORKSHOP', access }),
        row({ key: 'b', event_kind: 'Open table' }),
        row({ key: 'c', event_kind: 'Open table' }),
        row({ key: 'd' }),
      )
      expect(report).toMatchObject({ problems: [], added: 5 })
      expect(await kinds()).toEqual(['Workshop', 'Open table'])
      const { entries } = await exported()
      expect(entries.map((one: { event_kind: string }) => one.event_kind)).toEqual([
        'Workshop',
        'Open table',
        'Open table',
        null,
      ])
      expect(entries[0].access).toBe(access)
      expect(await send(...entries)).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
      // A row without the fields keeps them.
      expect(await send(row({ title: 'Longer' }))).toMatchObject({ changed: 1 })
      expect((await exported()).entries[0]).toMatchObject({ event_kind: 'Workshop', access })
    })

    test('is undone with the kinds that it has added, unless other events have them', async () => {
      await send(row({ event_kind: 'Workshop' }), row({ key: 'b', event_kind: 'Open table' }))
      const [{ id }] = (await ada.get('/event-kinds?filter={"q":"Open"}')).json()
      await publish({ event_kind_id: id })
      const [{ id: imported }] = (await ada.get('/imports')).json()
      await ada.post(`/imports/${imported}/undo`)
      expect(await kinds()).toEqual(['Open table'])
    })

    test('with a kind of news is refused at its field', async () => {
      const { errors } = await send({
        ...{ key: 'n', kind: 'news', title: 'T', short_description: 'S', description: 'D' },
        event_kind: 'Workshop',
      })
      expect(errors).toMatchObject([{ attr: 'entries[0] "n".event_kind' }])
      expect(await kinds()).toEqual([])
    })
  })
})
