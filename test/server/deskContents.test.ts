import { enqueue } from '#server/mail/outbox.ts'
import { addEvent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { PNG } from '#test/helpers/fixtures/deskRows.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

const news = {
  kind: 'news',
  title: 'Doors open',
  short_description: 'In short',
  description: 'Long',
}

deskTests('news and events at the desk on %s', (server) => {
  let ada: DeskCaller
  beforeAll(async () => {
    ada = await server.staff('Ada')
  })

  const site = async (path: string) =>
    (await server.app.inject({ method: 'GET', url: `/api${path}` })).json()
  const event = () => ({
    kind: 'event',
    title: 'A long evening',
    short_description: 'In short',
    description: 'Long',
    starts_at: new Date(server.deps.clock() + DAY).toISOString(),
    ends_at: new Date(server.deps.clock() + DAY + 3 * HOUR).toISOString(),
    location: 'Vienna',
    event_scope: 'National',
    event_type: 'Both',
  })

  test('a draft is only visible at the desk until it is published, and on the site right after', async () => {
    const made = await ada.post('/contents', news)
    expect(made.statusCode).toBe(201)
    const { id } = made.json()
    expect(made.json()).toMatchObject({ ...news, state: 'draft', publish_at: null, sequence: 0 })
    expect(await site('/contents/active')).toEqual([])
    const published = await ada.post(`/contents/${id}/publish`)
    expect(published.json()).toMatchObject({ id, state: 'published', sequence: 1 })
    expect(await site('/contents/active')).toMatchObject([{ id, title: 'Doors open' }])

    const changed = await ada.put(`/contents/${id}`, { ...news, title: 'Doors closed' })
    expect(changed.json()).toMatchObject({ title: 'Doors closed', sequence: 2 })
    expect(await site('/contents/active')).toMatchObject([{ title: 'Doors closed' }])

    expect((await ada.remove(`/contents/${id}`)).statusCode).toBe(409)
    expect((await ada.post(`/contents/${id}/unpublish`)).json().state).toBe('unpublished')
    expect(await site('/contents/active')).toEqual([])
    expect((await ada.post(`/contents/${id}/unpublish`)).statusCode).toBe(409)
  })

  test('a change that waited for a publication finds the article published', async () => {
    const ids = [(await ada.post('/contents', news)).json().id]
    ids.push((await ada.post('/contents', news)).json().id)
    for (const id of ids) await ada.post(`/contents/${id}/publish`)
    // The clock is set back to the time at which the others began.
    server.setClockBack(1)
    expect((await ada.remove(`/contents/${ids[0]}`)).statusCode).toBe(409)
    expect((await ada.post(`/contents/${ids[1]}/unpublish`)).json().state).toBe('unpublished')
    server.passTime(1)
    expect((await ada.post(`/contents/${ids[0]}/unpublish`)).json().state).toBe('unpublished')
  })

  test('an event that is scheduled for a minute appears at that minute, in the list, the feeds and the calendar', async () => {
    const { id } = (await ada.post('/contents', event())).json()
    const evening = (await ada.post('/contents', { ...news, title: 'A long evening' })).json()
    const at = new Date(server.deps.clock() + 90_000).toISOString()
    expect((await ada.post(`/contents/${id}/publish`, { at })).json()).toMatchObject({
      state: 'scheduled',
      publish_at: at,
    })
    await ada.post(`/contents/${evening.id}/publish`, { at })
    const feeds = async () =>
      Promise.all(
        ['/contents/events.ics', '/contents/news.atom'].map(
          async (path) => (await server.app.inject({ method: 'GET', url: `/api${path}` })).body,
        ),
      )
    server.passTime(89_999)
    expect(await site('/contents/activeEvents')).toEqual([])
    for (const feed of await feeds()) expect(feed).not.toContain('A long evening')
    // The event is read in the same moment, although all of this was cached just before.
    server.passTime(1)
    expect(await site('/contents/activeEvents')).toMatchObject([{ id, event_type: 'Both' }])
    for (const feed of await feeds()) expect(feed).toContain('A long evening')

    expect((await ada.post(`/contents/${id}/cancel`)).json().state).toBe('cancelled')
    expect(await site('/contents/activeEvents')).toMatchObject([
      { id, cancelled_at: expect.any(String) },
    ])
    expect((await feeds())[0]).toContain('STATUS:CANCELLED')
    expect((await ada.post(`/contents/${id}/publish`)).statusCode).toBe(409)
  })

  test('unpublishing a scheduled article makes it a draft again', async () => {
    const { id } = (await ada.post('/contents', news)).json()
    const at = new Date(server.deps.clock() + 60_000).toISOString()
    await ada.post(`/contents/${id}/publish`, { at })
    expect((await ada.post(`/contents/${id}/unpublish`)).json()).toMatchObject({
      state: 'draft',
      publish_at: null,
    })
    expect((await ada.remove(`/contents/${id}`)).statusCode).toBe(200)
  })

  test('a withdrawn article is deleted with all that belongs to it, and counted before', async () => {
    const { db, clock, files } = server.deps
    const mara = await server.addUser('Mara')
    const picture_upload = await ada.upload('picture', PNG, 'a.png', 'image/png')
    const { id } = (await ada.post('/contents', { ...event(), seats: 3, picture_upload })).json()
    const { picture } = (await ada.post(`/contents/${id}/publish`)).json()
    const count = async () => (await ada.post('/contents/count-belongings', { ids: [id] })).json()
    const one = { registrations: 0, signed_up: 0, pictures: 1, messages: 0, mails: 0 }
    expect(await count()).toEqual(one)
    await registrationsOf(server).signUp(mara, id)
    await ada.post(`/contents/${id}/write-to-registered`, { to: 'coming', subject: 'S', text: 'T' })
    // Another article's mail stays.
    for (const article of [id, 11 * id]) {
      const onceKey = `content:${article}:${mara.id}`
      await enqueue(
        { db, now: clock() },
        { kind: 'new-content', recipient: 'mara@example.org', onceKey },
      )
    }
    const all = { registrations: 1, signed_up: 1, pictures: 1, messages: 1, mails: 3 }
    expect(await count()).toEqual(all)

    const refused = await ada.remove(`/contents/${id}`)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'This is on the site. Unpublish it before you delete it.',
    ])
    await ada.post(`/contents/${id}/unpublish`)
    expect((await ada.remove(`/contents/${id}`)).json()).toMatchObject({ id })
    for (const table of ['registrations', 'registration_messages'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('outbox').select('once_key').execute()).toEqual([
      { once_key: `content:${11 * id}:${mara.id}` },
    ])
    expect(await files.size(`public/${picture.url.split('/').at(-1)}`)).toBeNull()
    for (const path of [`/api/contents/getEvent/${id}`, `/api/contents/events/${id}.ics`])
      expect((await server.app.inject(path)).statusCode).toBe(404)
    const { before } = await server.row('audit_log', { record: String(id), action: 'remove' })
    const { signed_up: _ahead, ...logged } = all
    expect(JSON.parse(before ?? '')).toMatchObject({ id, title: 'A long evening', ...logged })
    expect(await count()).toEqual({ ...one, pictures: 0 })
  })

  test('news have no place, an event ends after it begins, and the kind stays', async () => {
    expect((await ada.post('/contents', { ...news, location: 'Vienna' })).statusCode).toBe(400)
    const backwards = { ...event(), ends_at: new Date(server.deps.clock()).toISOString() }
    expect((await ada.post('/contents', backwards)).statusCode).toBe(409)
    const { id } = (await ada.post('/contents', news)).json()
    expect((await ada.put(`/contents/${id}`, event())).statusCode).toBe(400)
    expect((await ada.remove(`/contents/${id}`)).json()).toMatchObject({ id })
    expect((await ada.get(`/contents/${id}`)).statusCode).toBe(404)
  })

  test('the state of an article decides about the allowed actions', async () => {
    const made = async (body: object): Promise<number> =>
      (await ada.post('/contents', body)).json().id
    const refusalOf = async (id: number, call: string): Promise<string> =>
      (await ada.post(`/contents/${id}/${call}`)).json().detail
    const draft = await made(news)
    expect(await refusalOf(draft, 'unpublish')).toBe('This isn’t published.')
    expect(await refusalOf(draft, 'cancel')).toBe('You can only cancel events.')
    const first = (await ada.post(`/contents/${draft}/publish`)).json()
    // An article that was published in this very millisecond has been public.
    expect((await ada.remove(`/contents/${draft}`)).statusCode).toBe(409)
    const gone = (await ada.post(`/contents/${draft}/unpublish`)).json()
    expect(gone).toMatchObject({ publish_at: first.publish_at, state: 'unpublished', sequence: 2 })
    server.passTime(1)
    const again = (await ada.post(`/contents/${draft}/publish`)).json()
    expect(again).toMatchObject({ unpublished_at: null, state: 'published', sequence: 3 })
    expect(Date.parse(again.publish_at)).toBe(Date.parse(first.publish_at) + 1)

    const off = await made(event())
    expect((await ada.post(`/contents/${off}/cancel`)).json()).toMatchObject({
      state: 'cancelled',
      sequence: 1,
      updated_at: new Date(server.deps.clock()).toISOString(),
    })
    expect(await refusalOf(off, 'cancel')).toBe('This event is cancelled.')
    expect(await refusalOf(off, 'publish')).toBe('This event is cancelled.')
    expect(
      (await ada.post(`/contents/${draft}/publish`, { at: '2026-13-45T99:00Z' })).json(),
    ).toMatchObject({ errors: [{ attr: 'at' }] })
  })

  test.each(['starts_at', 'ends_at', 'event_scope', 'event_type'])(
    'an event without %s is refused, and news with it',
    async (field) => {
      const { [field]: value, ...half } = { ...event() } as Record<string, unknown>
      for (const body of [half, { ...half, [field]: null }, { ...news, [field]: value }]) {
        const refused = await ada.post('/contents', body)
        expect([refused.statusCode, refused.json().errors[0].attr]).toEqual([400, field])
      }
    },
  )

  test('texts are trimmed, and an event may end as it begins', async () => {
    const { starts_at } = event()
    const body = {
      ...event(),
      title: ' T ',
      short_description: ' S ',
      location: ' ',
      ends_at: starts_at,
    }
    const made = (await ada.post('/contents', body)).json()
    expect(made).toMatchObject({
      title: 'T',
      short_description: 'S',
      location: null,
      ends_at: starts_at,
    })
    const there = await ada.put(`/contents/${made.id}`, { ...body, location: ' Graz ' })
    expect(there.json()).toMatchObject({ location: 'Graz', created_at: made.created_at })
    const wrong = await ada.put(`/contents/${made.id}`, { ...body, ends_at: '2026-02-31T25:61Z' })
    expect([wrong.statusCode, wrong.json().errors[0].attr]).toEqual([400, 'ends_at'])
  })

  test('each state has its own list, and the same name in all of them', async () => {
    const { db, clock } = server.deps
    await db.deleteFrom('contents').execute()
    const now = clock()
    const rows = {
      draft: [{ publish_at: null }],
      scheduled: [{ publish_at: now + 1 }],
      published: [{ publish_at: now }, { publish_at: now - DAY }],
      unpublished: [
        { publish_at: now - DAY, unpublished_at: now },
        { publish_at: now + DAY, unpublished_at: now },
        { publish_at: now - DAY, unpublished_at: now, cancelled_at: now },
      ],
      cancelled: [
        { publish_at: now - DAY, cancelled_at: now },
        { publish_at: now + DAY, cancelled_at: now },
        { publish_at: null, cancelled_at: now },
      ],
    }
    for (const [state, ofState] of Object.entries(rows))
      for (const row of ofState) await addEvent(server, { ...row, title: state })
    for (const [state, { length }] of Object.entries(rows)) {
      const found = (await ada.get(listOf('contents', { filter: { state } }))).json()
      const named = found.map((row: { title: string; state: string }) => [row.title, row.state])
      expect(named).toEqual(Array(length).fill([state, state]))
    }
  })
})
