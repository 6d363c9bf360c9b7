import Value from 'typebox/value'
import { type ContentItem, contentCalls } from '#contract/content.ts'
import {
  addEvent,
  addNews,
  changeContent,
  clearContents,
  DAY,
  HOUR,
} from '#test/helpers/fixtures/contents.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('news and events on %s', (server) => {
  let now: number
  beforeEach(async () => {
    await clearContents(server)
    now = server.deps.clock()
  })

  const get = (path: string) => server.app.inject({ url: `/api/contents/${path}` })
  const idsOf = async (path: string): Promise<number[]> =>
    (await get(path)).json<ContentItem[]>().map(({ id }) => id)
  const statusOf = async (path: string) => (await get(path)).statusCode

  test('active news are the published ones, newest first', async () => {
    const older = await addNews(server, { publish_at: now - 2 * DAY })
    const newer = await addNews(server, { publish_at: now - DAY })
    await addNews(server, { publish_at: null })
    await addNews(server, { publish_at: now + DAY })
    await addNews(server, { unpublished_at: now - 1 })
    await addEvent(server)
    expect(await idsOf('active')).toEqual([newer, older])
  })

  test('a list that is made in several steps is whole and in order', async () => {
    const ids: number[] = []
    for (let day = 0; day < 251; day++)
      ids.push(await addNews(server, { publish_at: now - day * DAY }))
    expect(await idsOf('active')).toEqual(ids)
  })

  test('news are dated by their publication, events by their beginning', async () => {
    await addNews(server, { created_at: now - 3 * DAY, publish_at: now - DAY })
    await addEvent(server, { publish_at: now - DAY, starts_at: now + DAY })
    const dates = async (path: string) =>
      (await get(path)).json<ContentItem[]>().map(({ date }) => Date.parse(date))
    expect(await dates('active')).toEqual([now - DAY])
    expect(await dates('activeEvents')).toEqual([now + DAY])
  })

  test('an item appears at its time and disappears when it is withdrawn', async () => {
    const id = await addNews(server, { publish_at: now + DAY })
    expect(await idsOf('active')).toEqual([])
    server.passTime(DAY)
    expect(await idsOf('active')).toEqual([id])
    await changeContent(server, id, { unpublished_at: server.deps.clock() })
    expect(await idsOf('active')).toEqual([])
    expect(await statusOf(`get/${id}`)).toBe(404)
  })

  test('active events are not over, soonest first; cancelled ones are marked', async () => {
    const later = await addEvent(server, { starts_at: now + 9 * DAY })
    const soon = await addEvent(server, { starts_at: now + DAY })
    const running = await addEvent(server, { starts_at: now - HOUR })
    await addEvent(server, { starts_at: now - 3 * HOUR })
    const cancelled = await addEvent(server, { starts_at: now + 2 * DAY, cancelled_at: now })
    await addNews(server)
    expect(await idsOf('activeEvents')).toEqual([running, soon, cancelled, later])
    const marks = (await get('activeEvents')).json().map((event: object) => 'cancelled_at' in event)
    expect(marks).toEqual([false, false, true, false])
    server.passTime(2 * HOUR)
    expect(await idsOf('activeEvents')).toEqual([soon, cancelled, later])
  })

  test('latest mixes news and active events by their publication', async () => {
    const first = await addNews(server, { publish_at: now - 4 * DAY })
    const second = await addEvent(server, { publish_at: now - 3 * DAY })
    const third = await addNews(server, { publish_at: now - 2 * DAY })
    await addEvent(server, { publish_at: now - DAY, starts_at: now - DAY })
    await addEvent(server, { publish_at: now - DAY, cancelled_at: now })
    expect(await idsOf('latest')).toEqual([third, second, first])
  })

  test('an item of each kind has the fields that the site reads', async () => {
    const picture = { key: 'a.jpg', width: 1200, height: 750 }
    const variants = [{ key: 'a-480.webp', width: 480, height: 300 }]
    const news = await addNews(server, { picture: JSON.stringify({ ...picture, variants }) })
    const event = await addEvent(server, { event_scope: 'International', event_type: 'Both' })

    const newsDetail = (await get(`get/${news}`)).json()
    expect(newsDetail).toEqual({
      id: news,
      type: 'News',
      title: 'A title',
      short_description: 'In short',
      description: 'At length',
      date: new Date(now - HOUR).toISOString(),
      news_date: new Date(now - HOUR).toISOString(),
      background_image: '/api/files/a.jpg',
      event_scope: null,
      event_type: null,
      pictures: [{ url: '/api/files/a-480.webp', width: 480, height: 300 }],
      image_size: { width: 1200, height: 750 },
    })
    const eventDetail = (await get(`getEvent/${event}`)).json()
    expect(eventDetail).toMatchObject({
      type: 'Event',
      date: new Date(now + DAY).toISOString(),
      event_date: new Date(now + DAY).toISOString(),
      event_end: new Date(now + DAY + 3 * HOUR).toISOString(),
      published_at: expect.any(String),
      location: 'Vienna',
      background_image: null,
      event_scope: 'International',
      event_type: 'Both',
      calendar_url: `/api/contents/events/${event}.ics`,
    })
    expect(Value.Check(contentCalls.getNews.response[200], newsDetail)).toBe(true)
    expect(Value.Check(contentCalls.getEvent.response[200], eventDetail)).toBe(true)
    const lists = [(await get('active')).json(), (await get('latest')).json()]
    for (const list of lists)
      expect(Value.Check(contentCalls.listNews.response[200], list)).toBe(true)
  })

  test('an event offers its calendar entry until its end', async () => {
    const id = await addEvent(server, { starts_at: now - HOUR, ends_at: now + HOUR })
    const detail = async () => (await get(`getEvent/${id}`)).json()
    expect((await detail()).calendar_url).toBe(`/api/contents/events/${id}.ics`)
    server.passTime(HOUR)
    expect(await detail()).not.toHaveProperty('calendar_url')
  })

  test('a past or cancelled event keeps its page and offers no calendar entry', async () => {
    const over = await addEvent(server, { starts_at: now - DAY })
    const cancelled = await addEvent(server, { cancelled_at: now - HOUR })
    expect((await get(`getEvent/${over}`)).json()).not.toHaveProperty('calendar_url')
    const detail = (await get(`getEvent/${cancelled}`)).json()
    expect(detail).not.toHaveProperty('calendar_url')
    expect(detail.cancelled_at).toBe(new Date(now - HOUR).toISOString())
  })

  test('an id belongs to one kind only: the other call responds 404 (ruling 22)', async () => {
    const ids = [await addNews(server), await addEvent(server), await addNews(server)]
    expect(new Set(ids).size).toBe(3)
    const [news, event] = ids
    expect([await statusOf(`get/${news}`), await statusOf(`getEvent/${news}`)]).toEqual([200, 404])
    expect([await statusOf(`get/${event}`), await statusOf(`getEvent/${event}`)]).toEqual([
      404, 200,
    ])
  })

  test('no call finds drafts and withdrawn items', async () => {
    const hidden = [
      await addNews(server, { publish_at: null }),
      await addNews(server, { publish_at: now + HOUR }),
      await addNews(server, { unpublished_at: now - HOUR }),
      await addEvent(server, { publish_at: null }),
    ]
    for (const id of hidden)
      for (const call of [`get/${id}`, `getEvent/${id}`, `getNext/${id}`, `events/${id}.ics`])
        expect([call, await statusOf(call)]).toEqual([call, 404])
    expect(await idsOf('latest')).toEqual([])
  })

  test.each(['get', 'getEvent', 'getNext'])('%s refuses what is no id', async (call) => {
    expect(await statusOf(`${call}/999999`)).toBe(404)
    for (const bad of ['abc', '0', '-1', '1.5', '99999999999999999999'])
      expect([bad, await statusOf(`${call}/${bad}`)]).toEqual([bad, 400])
  })

  test('next is the circle of news, newest first, then events, without the item itself', async () => {
    const old = await addNews(server, { publish_at: now - 3 * DAY })
    const mid = await addNews(server, { publish_at: now - 2 * DAY })
    const young = await addNews(server, { publish_at: now - DAY })
    const soon = await addEvent(server, { starts_at: now + DAY })
    const late = await addEvent(server, { starts_at: now + 2 * DAY })
    const past = await addEvent(server, { starts_at: now - DAY })
    expect(await idsOf(`getNext/${young}`)).toEqual([mid, old, soon, late])
    expect(await idsOf(`getNext/${old}`)).toEqual([soon, late, young, mid])
    expect(await idsOf(`getNext/${late}`)).toEqual([young, mid, old, soon])
    expect(await idsOf(`getNext/${past}`)).toEqual([soon, late, young, mid, old])
  })

  test('items of the same moment are ordered by id: news descending, events ascending', async () => {
    const news = [await addNews(server), await addNews(server), await addNews(server)]
    const events = [await addEvent(server), await addEvent(server)]
    const [one, two, three] = news
    const [first, second] = events
    expect(await idsOf('active')).toEqual([three, two, one])
    expect(await idsOf('activeEvents')).toEqual([first, second])
    expect(await idsOf('latest')).toEqual([second, first, three, two, one])
    expect(await idsOf(`getNext/${two}`)).toEqual([one, first, second, three])
    expect(await idsOf(`getNext/${first}`)).toEqual([second, three, two, one])
  })

  test('a running event is among the latest and the next; a cancelled one is not', async () => {
    const news = await addNews(server)
    const running = await addEvent(server, { starts_at: now - HOUR })
    const off = await addEvent(server, { cancelled_at: now })
    expect(await idsOf('latest')).toEqual([running, news])
    expect(await idsOf(`getNext/${news}`)).toEqual([running])
    expect(await idsOf(`getNext/${off}`)).toEqual([news, running])
    server.passTime(2 * HOUR - 1)
    expect(await idsOf('latest')).toEqual([running, news])
    server.passTime(1)
    expect([await idsOf('latest'), await idsOf(`getNext/${news}`)]).toEqual([[news], []])
  })

  test('the list has ten latest and eight next items', async () => {
    for (let count = 0; count < 11; count++) await addNews(server)
    const [newest = 0] = await idsOf('active')
    expect(await idsOf('active')).toHaveLength(11)
    expect([(await idsOf('latest')).length, (await idsOf(`getNext/${newest}`)).length]).toEqual([
      10, 8,
    ])
  })

  test('an event that is cancelled at its publication stays in the list', async () => {
    const id = await addEvent(server, { publish_at: now, cancelled_at: now })
    await addEvent(server, { publish_at: now, cancelled_at: now - 1 })
    expect(await idsOf('activeEvents')).toEqual([id])
  })

  test('the only item has no next one', async () => {
    expect(await idsOf(`getNext/${await addNews(server)}`)).toEqual([])
  })

  test('the database refuses an event without its times and news with a cancellation', async () => {
    await expect(addEvent(server, { ends_at: null })).rejects.toThrow()
    await expect(addEvent(server, { ends_at: now - DAY })).rejects.toThrow()
    await expect(addNews(server, { cancelled_at: now })).rejects.toThrow()
  })
})
