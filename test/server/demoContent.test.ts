import sharp from 'sharp'
import type { ContentItem } from '#contract/content.ts'
import type { DownloadCategory } from '#contract/downloads.ts'
import { seedContent } from '#server/db/seed/content.ts'
import { seedDownloads } from '#server/db/seed/index.ts'
import { demoTexts } from '#server/db/seed/languages.ts'
import { seedFiles } from '#server/db/seed/seedFiles.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('the demonstration’s content on %s', (server) => {
  beforeAll(async () => {
    const files = seedFiles(server.deps.files, 'demo')
    await server.deps.db.transaction().execute(async (tx) => {
      await seedContent(tx, { ...server.deps, files }, 'en')
      await seedDownloads(tx, { ...server.deps, files }, demoTexts('downloads', 'en').categories)
    })
  })

  const get = (path: string) => server.app.inject({ url: `/api${path}` })
  const items = async (list: string) => (await get(`/contents/${list}`)).json<ContentItem[]>()
  const categories = async () => (await get('/downloads/active')).json<DownloadCategory[]>()

  test('there are news, and events of every scope and mode, with and without a picture', async () => {
    const news = await items('active')
    const events = await items('activeEvents')
    expect(news.length).toBeGreaterThanOrEqual(14)
    expect(events.length).toBeGreaterThanOrEqual(10)
    const kinds = new Set(events.map((event) => `${event.event_scope} ${event.event_type}`))
    expect([...kinds].sort()).toEqual([
      'International Both',
      'International Offline',
      'International Online',
      'National Both',
      'National Offline',
      'National Online',
    ])
    for (const list of [news, events])
      expect(new Set(list.map((item) => item.background_image === null))).toEqual(
        new Set([true, false]),
      )
  })

  test('past events are kept for calendars and are in no list', async () => {
    const shown = (await items('activeEvents')).length
    const { body } = await get('/contents/events.ics')
    expect(body.split('BEGIN:VEVENT').length - 1).toBeGreaterThan(shown)
  })

  test('dates are around now: news are past, events are not over, both in order', async () => {
    const now = server.deps.clock()
    const newsTimes = (await items('active')).map(({ date }) => Date.parse(date))
    const eventTimes = (await items('activeEvents')).map(({ date }) => Date.parse(date))
    expect(Math.max(...newsTimes)).toBeLessThanOrEqual(now)
    expect(newsTimes).toEqual([...newsTimes].sort((a, b) => b - a))
    expect(Math.min(...eventTimes)).toBeGreaterThan(now)
    expect(eventTimes).toEqual([...eventTimes].sort((a, b) => a - b))
    const latest = (await items('latest')).slice(0, 3)
    expect(new Set(latest.map(({ type }) => type))).toEqual(new Set(['News', 'Event']))
  })

  test('no field of its lists is empty', async () => {
    for (const { title, date, short_description, description } of await items('active'))
      expect([title, short_description, description, date]).not.toContain('')
    for (const { title, date, event_scope, event_type } of await items('activeEvents'))
      for (const value of [title, date, event_scope, event_type]) expect(value).toBeTruthy()
  })

  test('every id is unique (ruling 22)', async () => {
    const ids = [...(await items('active')), ...(await items('activeEvents'))].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every picture exists in the size that the list gives', async () => {
    for (const { background_image, pictures = [] } of await items('latest')) {
      if (background_image === null) continue
      expect((await get(background_image.replace('/api', ''))).statusCode).toBe(200)
      const [narrow] = pictures
      const response = await get(narrow?.url.replace('/api', '') ?? '')
      const { width, height } = await sharp(response.rawPayload).metadata()
      expect({ width, height }).toEqual({ width: narrow?.width, height: narrow?.height })
    }
  })

  test('four categories, one of them empty, nine files of four types, one without a description', async () => {
    const all = await categories()
    const files = all.flatMap(({ download_files }) => download_files)
    expect(all).toHaveLength(4)
    expect(all.filter(({ download_files }) => download_files.length === 0)).toHaveLength(1)
    expect(files).toHaveLength(9)
    expect(files.filter(({ description }) => description === null)).toHaveLength(1)
    expect(files.some(({ image }) => image !== null)).toBe(true)
    const types = new Set<unknown>()
    for (const { id, size, download_file_name } of files) {
      const response = await get(`/downloads/download/${id}`)
      expect([response.statusCode, response.rawPayload.length]).toEqual([200, size])
      expect(response.headers['content-disposition']).toContain(download_file_name)
      types.add(response.headers['content-type'])
    }
    expect([...types].sort()).toEqual([
      'application/pdf',
      'image/png',
      'text/csv; charset=utf-8',
      'text/markdown; charset=utf-8',
    ])
  })
})
