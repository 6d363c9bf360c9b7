import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import {
  type DeskCaller,
  type DeskServer,
  listOf,
  startDesk,
} from '#test/helpers/server/startDesk.ts'
import { engines } from '#test/helpers/server/startServer.ts'

const news = {
  kind: 'news',
  title: 'Doors open',
  short_description: 'In short',
  description: 'Long',
}

describe.each(engines)('news and events at the desk on %s', (engine) => {
  let server: DeskServer
  let ada: DeskCaller
  beforeAll(async () => {
    server = await startDesk(engine)
    ada = await server.staff('Ada')
  })
  afterAll(() => server.close())

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

  test('a draft is nobody’s but the desk’s until it is published, and at once on the site then', async () => {
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

  test('an event set for a minute appears at that minute, in the list, the feeds and the calendar', async () => {
    const { id } = (await ada.post('/contents', event())).json()
    const told = (await ada.post('/contents', { ...news, title: 'A long evening' })).json()
    const at = new Date(server.deps.clock() + 90_000).toISOString()
    expect((await ada.post(`/contents/${id}/publish`, { at })).json()).toMatchObject({
      state: 'scheduled',
      publish_at: at,
    })
    await ada.post(`/contents/${told.id}/publish`, { at })
    const feeds = async () =>
      Promise.all(
        ['/contents/events.ics', '/contents/news.atom'].map(
          async (path) => (await server.app.inject({ method: 'GET', url: `/api${path}` })).body,
        ),
      )
    server.passTime(89_999)
    expect(await site('/contents/activeEvents')).toEqual([])
    for (const feed of await feeds()) expect(feed).not.toContain('A long evening')
    // Not a moment later, although all of this was answered a moment ago.
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

  test('unpublishing what is only planned makes it a draft again', async () => {
    const { id } = (await ada.post('/contents', news)).json()
    const at = new Date(server.deps.clock() + 60_000).toISOString()
    await ada.post(`/contents/${id}/publish`, { at })
    expect((await ada.post(`/contents/${id}/unpublish`)).json()).toMatchObject({
      state: 'draft',
      publish_at: null,
    })
    expect((await ada.remove(`/contents/${id}`)).statusCode).toBe(200)
  })

  test('an event needs its times, scope and mode; news have none of them; the kind stays', async () => {
    const { starts_at: _starts, ...half } = event()
    const refused = await ada.post('/contents', half)
    expect([refused.statusCode, refused.json().errors[0].attr]).toEqual([400, 'starts_at'])
    expect((await ada.post('/contents', { ...news, location: 'Vienna' })).statusCode).toBe(400)
    const backwards = { ...event(), ends_at: new Date(server.deps.clock()).toISOString() }
    expect((await ada.post('/contents', backwards)).statusCode).toBe(409)
    const { id } = (await ada.post('/contents', news)).json()
    expect((await ada.put(`/contents/${id}`, event())).statusCode).toBe(400)
    expect((await ada.remove(`/contents/${id}`)).json()).toMatchObject({ id })
    expect((await ada.get(`/contents/${id}`)).statusCode).toBe(404)
  })

  test('lists are sorted, ranged and filtered as react-admin asks', async () => {
    for (const title of ['Sorted B', 'Sorted A', 'Sorted C'])
      await ada.post('/contents', { ...news, title })
    const answer = await ada.get(
      listOf('contents', { sort: ['title', 'DESC'], range: [1, 2], filter: { q: 'sorted' } }),
    )
    expect(answer.json().map((row: { title: string }) => row.title)).toEqual([
      'Sorted B',
      'Sorted A',
    ])
    expect(answer.headers['content-range']).toBe('contents 1-2/3')
    const drafts = await ada.get(listOf('contents', { filter: { state: ['draft'], kind: 'news' } }))
    expect(drafts.json()).toHaveLength(3)
    const [first] = drafts.json()
    expect((await ada.get(listOf('contents', { filter: { id: [first.id] } }))).json()).toEqual([
      first,
    ])
    for (const wrong of [
      'sort=["password_hash","ASC"]',
      'range=[5]',
      'filter={"nothing":1}',
      'sort=x',
    ])
      expect((await ada.get(`/contents?${encodeURI(wrong)}`)).statusCode).toBe(400)
  })
})
