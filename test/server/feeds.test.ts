import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import sharp from 'sharp'
import type { ContentId } from '#contract/ids.ts'
import { storeImage } from '#server/files/pictures.ts'
import {
  addEvent,
  addNews,
  changeContent,
  clearContents,
  DAY,
  HOUR,
} from '#test/helpers/fixtures/contents.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const SITE = 'https://discordia.example'
/** A title that is hostile to every format. */
const HOSTILE = `<b>A & "B"</b>, 'c'; </script><script>alert(1)</script> ]]> $& \\n ÄÖ 🎲`

serverTests('feeds and previews on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  let now: number
  beforeEach(async () => {
    await clearContents(server)
    now = server.deps.clock()
  })

  const get = (path: string, headers = {}) =>
    server.app.inject({ url: `/api/contents/${path}`, headers })
  const change = (id: ContentId, patch: object) => changeContent(server, id, patch)

  describe('the calendar', () => {
    async function events(path = 'events.ics') {
      const response = await get(path)
      expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
      const calendar = new ICAL.Component(ICAL.parse(response.body))
      return calendar.getAllSubcomponents('vevent').map((one) => ({
        event: new ICAL.Event(one),
        status: one.getFirstPropertyValue('status'),
        url: one.getFirstPropertyValue('url'),
        stamp: String(one.getFirstPropertyValue('dtstamp')),
      }))
    }

    test('has an event with its times, its place and the URL of its page', async () => {
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

    test('a change keeps the UID and changes SEQUENCE and tag', async () => {
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

    test('a cancelled event stays as CANCELLED, an unpublished one is removed', async () => {
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

    test('a single event can be downloaded as a file', async () => {
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

    test('has the events of the past year, in their order', async () => {
      const old = { starts_at: now - 366 * DAY }
      await addEvent(server, { ...old, title: 'Too old', ends_at: now - 365 * DAY })
      await addEvent(server, { title: 'Next' })
      await addEvent(server, { ...old, title: 'Old', ends_at: now - 365 * DAY + 1 })
      expect((await events()).map(({ event }) => event.summary)).toEqual(['Old', 'Next'])
    })

    test.each(['abc', '999999', '-1'])('event %s has no calendar', async (id) => {
      expect((await get(`events/${id}.ics`)).statusCode).toBe(404)
    })
  })

  describe('the news feed', () => {
    const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' })
    const feed = async (path = 'news.atom') => {
      const response = await get(path)
      expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
      // The parser is lenient; the validator decides whether a strict one would accept it.
      expect(XMLValidator.validate(response.body)).toBe(true)
      return parser.parse(response.body).feed
    }

    test('links to the list and to itself; the & of the URL is escaped (ruling 21)', async () => {
      await addNews(server)
      const { body } = await get('news.atom')
      expect(body).toContain(`href="${SITE}/discordia/news&amp;events/"`)
      expect(body).not.toContain('news&events')
      expect((await feed()).link).toEqual([
        {
          '@_rel': 'alternate',
          '@_type': 'text/html',
          '@_href': `${SITE}/discordia/news&events/`,
        },
        {
          '@_rel': 'self',
          '@_type': 'application/atom+xml',
          '@_href': `${SITE}/api/contents/news.atom`,
        },
      ])
      expect((await feed())['@_xml:lang']).toBe('en')
    })

    test('an entry has its page, its times and a stable id', async () => {
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

    test('a formatted text is sent as its words, with the URLs of its links', async () => {
      await addNews(server, { format: 'light', description: '**See** [*this*](/discordia/rules)' })
      const [entry] = (await feed()).entry
      expect(entry.content['#text']).toBe(`<p>See this (${SITE}/discordia/rules)</p>`)
    })

    test.each<['plain' | 'light', string, string]>([
      ['plain', 'One\nTwo\n\nThree', '<p>One<br>Two</p><p>Three</p>'],
      ['plain', 'One\r\nTwo\r\n \r\nThree\r\n', '<p>One<br>Two</p><p>Three</p>'],
      ['light', '**One**\nTwo\r\n\r\n- a\n- b', '<p>One<br>Two</p><p>a</p><p>b</p>'],
    ])('a %s text keeps its lines and paragraphs: %j', async (format, description, content) => {
      await addNews(server, { format, description })
      const [entry] = (await feed()).entry
      expect(entry.content['#text']).toBe(content)
    })

    test('texts of any kind are sent as they were written', async () => {
      await addNews(server, { title: HOSTILE, short_description: HOSTILE, description: HOSTILE })
      const [entry] = (await feed()).entry
      expect([entry.title, entry.summary]).toEqual([HOSTILE, HOSTILE])
      expect(entry.content['@_type']).toBe('html')
      expect(entry.content['#text']).not.toMatch(/<(?!\/?p>)/)
    })

    test('a picture has an enclosure with its type and its length in bytes', async () => {
      const pictures = await Promise.all(
        (['jpeg', 'png'] as const).map(async (format) => {
          const blank = sharp({
            create: { width: 60, height: 40, channels: 3, background: '#850' },
          })
          return storeImage(server.deps.files, await blank[format]().toBuffer())
        }),
      )
      const gone = { key: `${'0'.repeat(32)}.jpg`, width: 1, height: 1, variants: [] }
      for (const picture of [...pictures, gone])
        await addNews(server, { picture: JSON.stringify(picture) })
      const found = (await feed()).entry.map(({ link }: { link: object[] }) =>
        [link].flat().find((each) => Reflect.get(each, '@_rel') === 'enclosure'),
      )
      const expected = await Promise.all(
        pictures.map(async ({ key }, at) => {
          const file = await server.app.inject(`/api/files/${key}`)
          const type = ['image/jpeg', 'image/png'][at]
          expect(file.headers['content-type']).toBe(type)
          return {
            '@_rel': 'enclosure',
            '@_type': type,
            '@_length': String(file.rawPayload.length),
            '@_href': `${SITE}/api/files/${key}`,
          }
        }),
      )
      expect(found).toEqual([undefined, ...expected.toReversed()])
    })

    test('keeps its id, has the time of its newest change, and ends after fifty', async () => {
      for (let count = 0; count < 51; count++) await addNews(server, { title: `News ${count}` })
      const first = await addNews(server, { publish_at: now - DAY })
      await addEvent(server)
      const { id, updated, entry } = await feed()
      expect(id).toBe(`${SITE}/discordia/news&events/`)
      expect(updated).toBe(new Date(now - HOUR).toISOString())
      expect(entry).toHaveLength(50)
      expect(entry[0].title).toBe('News 50')
      await server.deps.db
        .deleteFrom('contents')
        .where('kind', '=', 'news')
        .where('id', '<>', first)
        .execute()
      await change(first, { updated_at: now })
      await addNews(server)
      expect((await feed()).updated).toBe(new Date(now).toISOString())
      expect((await feed('events.atom')).id).toBe(`${SITE}/api/contents/events.atom`)
    })

    test('newest first, news only; an empty feed is valid', async () => {
      expect((await feed()).entry).toBeUndefined()
      await addNews(server, { title: 'Older', publish_at: now - DAY })
      await addNews(server, { title: 'Newer' })
      await addEvent(server)
      const titles = (await feed()).entry.map((one: { title: string }) => one.title)
      expect(titles).toEqual(['Newer', 'Older'])
    })

    test('events are in a feed of their own, the last announced first; a cancelled one is marked', async () => {
      await addNews(server)
      const past = await addEvent(server, { title: 'Past', starts_at: now - 9 * DAY })
      const cancelled = await addEvent(server, { title: 'Off', publish_at: now - 2 * DAY })
      await addEvent(server, { title: 'Draft', publish_at: null })
      await change(cancelled, { cancelled_at: now })
      const events = await feed('events.atom')
      expect(events.id).not.toBe((await feed()).id)
      expect(events.entry.map((one: { title: string }) => one.title)).toEqual([
        'Past',
        'Cancelled: Off',
      ])
      expect(events.entry[0].link['@_href']).toBe(`${SITE}/discordia/news/${past}`)
      expect(events.entry[0].category).toBeUndefined()
      expect(events.entry[1].category).toEqual({ '@_term': 'cancelled', '@_label': 'Cancelled' })
    })
  })

  test('the same entries are in JSON feeds, as jsonfeed.org describes them', async () => {
    const id = await addEvent(server, { title: HOSTILE })
    const news = await addNews(server)
    await change(id, { cancelled_at: now })
    const response = await get('events.json')
    expect(response.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    const { items, ...feed } = response.json()
    expect(feed).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Discordia: events',
      home_page_url: `${SITE}/discordia/news&events/`,
      feed_url: `${SITE}/api/contents/events.json`,
      description: expect.stringMatching(/./),
      icon: `${SITE}/icons/favicon-180.png`,
      authors: [{ name: 'Discordia' }],
      language: 'en',
    })
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
        url: `${SITE}/discordia/news/${id}`,
        title: `Cancelled: ${HOSTILE}`,
        content_html: '<p>At length</p>',
        summary: expect.stringContaining('In short'),
        date_published: expect.stringMatching(/Z$/),
        date_modified: expect.stringMatching(/Z$/),
        tags: ['Cancelled'],
      },
    ])
    const [{ url }] = (await get('news.json')).json().items
    expect(url).toBe(`${SITE}/discordia/news/${news}`)
  })
})
