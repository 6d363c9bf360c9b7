import { XMLParser } from 'fast-xml-parser'
import ICAL from 'ical.js'
import { contentHead } from '#server/modules/content/preview.ts'
import { contentRepository } from '#server/modules/content/repository.ts'
import { withHead } from '#server/plugins/pageHead.ts'
import { addEvent, addNews, clearContents, DAY, HOUR } from '#test/helpers/contents.ts'
import { engines, startTestServer, type TestServer } from '#test/helpers/testServer.ts'

const SITE = 'https://discordia.example'
/** A title as an enemy of every format would write it. */
const HOSTILE = `<b>A & "B"</b>, 'c'; </script><script>alert(1)</script> ]]> $& \\n ÄÖ 🎲`

describe.each(engines)('feeds and previews on %s', (engine) => {
  let server: TestServer
  let now: number
  beforeAll(async () => {
    server = await startTestServer(engine, { PUBLIC_URL: SITE })
  })
  beforeEach(async () => {
    await clearContents(server)
    now = server.deps.clock()
  })
  afterAll(() => server.close())

  const get = (path: string, headers = {}) =>
    server.app.inject({ url: `/api/contents/${path}`, headers })
  const change = async (
    ...[id, patch]: [Parameters<typeof contentRepository.change>[1], object]
  ) => {
    await contentRepository.change(server.deps.db, id, patch, server.deps.clock())
    server.deps.answers.clear('contents')
  }

  describe('the calendar', () => {
    async function events(path = 'events.ics') {
      const answer = await get(path)
      expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
      const calendar = new ICAL.Component(ICAL.parse(answer.body))
      return calendar.getAllSubcomponents('vevent').map((one) => ({
        event: new ICAL.Event(one),
        status: one.getFirstPropertyValue('status'),
        url: one.getFirstPropertyValue('url'),
        stamp: String(one.getFirstPropertyValue('dtstamp')),
      }))
    }

    test('an event is there with its times, its place and the address of its page', async () => {
      const id = await addEvent(server, { title: HOSTILE, location: 'Graz; café, 2nd floor' })
      const [first, ...more] = await events()
      expect(more).toEqual([])
      expect(first?.event.summary).toBe(HOSTILE)
      expect(first?.event.location).toBe('Graz; café, 2nd floor')
      expect(first?.event.description).toBe('In short\n\nAt length')
      expect(first?.event.startDate.toJSDate()).toEqual(new Date(now + DAY))
      expect(first?.event.endDate.toJSDate()).toEqual(new Date(now + DAY + 3 * HOUR))
      expect([first?.status, first?.url]).toEqual(['CONFIRMED', `${SITE}/discordia/news/${id}`])
    })

    test('a change keeps the UID and makes the SEQUENCE and the tag grow', async () => {
      const id = await addEvent(server)
      const before = await get('events.ics')
      const [first] = await events()
      server.passTime(HOUR)
      await change(id, { starts_at: now + 2 * DAY, ends_at: now + 2 * DAY + HOUR })
      const [second] = await events()
      expect(second?.event.uid).toBe(first?.event.uid)
      expect(second?.event.sequence).toBe((first?.event.sequence ?? 0) + 1)
      expect(second?.stamp).not.toBe(first?.stamp)
      expect((await get('events.ics')).headers.etag).not.toBe(before.headers.etag)
    })

    test('without a change every fetch gives the same bytes and 304 for the tag', async () => {
      await addEvent(server)
      const first = await get('events.ics')
      server.passTime(10_000)
      const second = await get('events.ics', { 'if-none-match': first.headers.etag })
      expect([second.statusCode, second.body]).toEqual([304, ''])
      expect((await get('events.ics')).body).toBe(first.body)
    })

    test('a cancelled event stays as CANCELLED, an unpublished one is gone', async () => {
      const cancelled = await addEvent(server, { starts_at: now + DAY })
      const withdrawn = await addEvent(server, { starts_at: now + 2 * DAY })
      await change(cancelled, { cancelled_at: now })
      await change(withdrawn, { unpublished_at: now })
      await addNews(server)
      expect((await events()).map(({ status }) => status)).toEqual(['CANCELLED'])
      expect((await events(`events/${cancelled}.ics`)).map(({ status }) => status)).toEqual([
        'CANCELLED',
      ])
    })

    test('one event alone can be taken along as a file', async () => {
      await addEvent(server, { title: 'Another' })
      const id = await addEvent(server, { title: 'This one' })
      expect((await events(`events/${id}.ics`)).map(({ event }) => event.summary)).toEqual([
        'This one',
      ])
      const { headers } = await get(`events/${id}.ics`)
      expect(headers['content-disposition']).toBe(
        `attachment; filename="discordia-event-${id}.ics"`,
      )
    })

    test.each(['abc', '999999', '-1'])('there is no calendar of event %s', async (id) => {
      expect((await get(`events/${id}.ics`)).statusCode).toBe(404)
    })
  })

  describe('the news feed', () => {
    const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' })
    const feed = async () => {
      const answer = await get('news.atom')
      expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
      return parser.parse(answer.body).feed
    }
    /** What a reader makes of a text that is declared as HTML. */
    const asText = (html: string) =>
      html
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')

    test('links to the list and to itself; the & of the address is escaped', async () => {
      await addNews(server)
      const { body } = await get('news.atom')
      expect(body).toContain(`href="${SITE}/discordia/news&amp;events/"`)
      expect(body).not.toContain('news&events')
      expect((await feed()).link).toEqual([
        { '@_rel': 'alternate', '@_href': `${SITE}/discordia/news&events/` },
        { '@_rel': 'self', '@_href': `${SITE}/api/contents/news.atom` },
      ])
    })

    test('an entry has its page, its times and an id that stays', async () => {
      const id = await addNews(server)
      const [entry] = (await feed()).entry
      expect(entry.link['@_href']).toBe(`${SITE}/discordia/news/${id}`)
      expect(entry.published).toBe(new Date(now - HOUR).toISOString())
      server.passTime(HOUR)
      await change(id, { title: 'Another title' })
      const [changed] = (await feed()).entry
      expect(changed.id).toBe(entry.id)
      expect(changed.updated).toBe(new Date(now + HOUR).toISOString())
      expect((await feed()).updated).toBe(changed.updated)
    })

    test('texts of any kind arrive as they were written', async () => {
      await addNews(server, { title: HOSTILE, short_description: HOSTILE, description: HOSTILE })
      const [entry] = (await feed()).entry
      expect(asText(entry.title['#text'])).toBe(HOSTILE)
      expect(asText(entry.summary['#text'])).toBe(HOSTILE)
      expect(entry.content['#text']).not.toMatch(/<(?!\/?p>)/)
    })

    test('newest first, news only; an empty feed is one too', async () => {
      expect((await feed()).entry).toBeUndefined()
      await addNews(server, { title: 'Older', publish_at: now - DAY })
      await addNews(server, { title: 'Newer' })
      await addEvent(server)
      const titles = (await feed()).entry.map((one: { title: object }) => one.title)
      expect(titles).toMatchObject([{ '#text': 'Newer' }, { '#text': 'Older' }])
    })
  })

  describe('the head of a page', () => {
    const PAGE =
      '<html><head><title>Discordia</title><meta name="description" content="x"></head></html>'
    const parser = new XMLParser({
      ignoreAttributes: false,
      unpairedTags: ['meta', 'link'],
      stopNodes: ['*.script'],
    })
    async function headOf(path: string) {
      const head = await contentHead(server.deps)(path)
      if (head === null) return null
      const page = withHead(PAGE, head)
      // Browsers end a script at the first of these, whatever stands around it.
      expect(page.split(/<\/?script/i)).toHaveLength(3)
      const { title, meta, link, script } = parser.parse(page).html.head
      return {
        title,
        canonical: link['@_href'],
        meta: Object.fromEntries(
          meta.map((one: Record<string, string>) => [
            one['@_name'] ?? one['@_property'],
            one['@_content'],
          ]),
        ),
        data: JSON.parse(script['#text']),
        tags: meta.length,
      }
    }

    test('a news item tells its title, description, address and picture', async () => {
      const picture = { key: 'p.jpg', width: 1200, height: 750, variants: [] }
      const id = await addNews(server, { picture: JSON.stringify(picture) })
      const page = await headOf(`/discordia/news/${id}`)
      expect(page?.title).toBe('A title – Discordia')
      expect(page?.canonical).toBe(`${SITE}/discordia/news/${id}`)
      expect(page?.meta).toMatchObject({
        description: 'In short',
        'og:title': 'A title',
        'og:url': `${SITE}/discordia/news/${id}`,
        'og:image': `${SITE}/api/files/p.jpg`,
        'og:image:width': '1200',
        'twitter:card': 'summary_large_image',
      })
      expect(page?.tags).toBe(Object.keys(page?.meta ?? {}).length)
      expect(page?.data).toMatchObject({
        '@type': 'NewsArticle',
        headline: 'A title',
        datePublished: new Date(now - HOUR).toISOString(),
      })
    })

    test('an event tells its times, mode, place and whether it takes place', async () => {
      const id = await addEvent(server, { event_type: 'Both' })
      const data = (await headOf(`/discordia/news/${id}/`))?.data
      expect(data).toMatchObject({
        '@type': 'Event',
        startDate: new Date(now + DAY).toISOString(),
        endDate: new Date(now + DAY + 3 * HOUR).toISOString(),
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      })
      expect(data.location[0]).toMatchObject({ '@type': 'Place', name: 'Vienna' })
      await change(id, { cancelled_at: now })
      const cancelled = await headOf(`/discordia/news/${id}`)
      expect(cancelled?.data.eventStatus).toMatch(/EventCancelled$/)
      const title = 'Cancelled: A title'
      expect([cancelled?.title, cancelled?.meta['og:title']]).toEqual([
        `${title} – Discordia`,
        title,
      ])
    })

    test('an event is described by when and where it takes place', async () => {
      const starts_at = Date.UTC(2026, 11, 15, 9)
      const id = await addEvent(server, { starts_at, ends_at: starts_at + 32 * HOUR })
      const when = '15 December 2026, 10:00 – 16 December 2026, 18:00 (CET), Vienna. In short'
      const meta = (await headOf(`/discordia/news/${id}`))?.meta
      expect([meta?.description, meta?.['og:description']]).toEqual([when, when])
    })

    test('a hostile title stays a title', async () => {
      const id = await addNews(server, { title: HOSTILE, short_description: HOSTILE })
      const page = await headOf(`/discordia/news/${id}`)
      expect(page?.title).toBe(`${HOSTILE} – Discordia`)
      expect(page?.meta['og:description']).toBe(HOSTILE)
      expect(page?.data.headline).toBe(HOSTILE)
    })

    test('other pages and unknown ids have the site’s own head', async () => {
      await addNews(server, { publish_at: null })
      for (const path of ['/discordia/', '/discordia/news/999999', '/discordia/news/0', '/auth/1'])
        expect([path, await headOf(path)]).toEqual([path, null])
    })
  })
})
