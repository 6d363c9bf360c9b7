import { DAY_MS, HOUR_MS } from '#server/config/time.ts'
import { announceDue } from '#server/modules/notifications/announcer.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

type Row = Readonly<Record<string, unknown>>

deskTests('news and events of another program on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const rows = async (): Promise<Row[]> => (await ada.get('/contents?sort=["title","ASC"]')).json()
  const send = async (name: string, bytes: Buffer, mapping = {}, call = 'contents') =>
    (await ada.transfer(call, bytes, name, mapping)).json()
  const sheet = (...lines: string[]) => send('events.csv', Buffer.from(lines.join('\n')))
  const markdown = async (files: Readonly<Record<string, string>>, mapping = {}) =>
    send('site.zip', await zipOf(files), mapping)
  const texts = (report: { losses: { problem: string }[] }) =>
    report.losses.map(({ problem }) => problem)

  test('Markdown arrives as drafts, with its sections as headings and its links; twice is the same', async () => {
    const files = {
      'blog/first.md':
        '---\ntitle: First\naliases: Old\n---\n\nSee [the next](../pages/second.md).\n\n# Part\n\nMore.\n\n## Within\n\nEnd.\n',
      'pages/second.md': '# Second\n\n# Part\n\nThe *second* text.\n\nMore of it.\n',
    }
    const report = await markdown(files)
    expect(report).toMatchObject({ added: 2, problems: [] })
    expect(report.recognised.kinds).toEqual([
      { name: 'blog', count: 1, target: 'news' },
      { name: 'pages', count: 1, target: 'news' },
    ])
    expect(texts(report)).toEqual(['There is no room for the other name “Old”.'])
    const [first, second] = await rows()
    expect(first).toMatchObject({
      kind: 'news',
      state: 'draft',
      format: 'light',
      short_description: 'See the next.',
      description: `See [the next](/discordia/news/${String(second?.['id'])}).\n\n# Part\n\nMore.\n\n## Within\n\nEnd.`,
    })
    expect(second?.['short_description']).toBe('The second text.')
    expect(await markdown(files)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  })

  test('front matter says when and where an event is, and when an article is published', async () => {
    await markdown({
      'a.md':
        '---\ntitle: A market\nstarts: 24 Dec 2026, 18:30\nends: 22:00\nlocation: Hafen 3\nsummary: We sell.\nscope: international\nattendance: both\n---\n\nText.\n',
      'b.md': '---\ntitle: B news\ndate: 2020-05-01\n---\n\nText.\n',
      'c.md': '---\ntitle: C draft\ndate: 2020-05-01\ndraft: true\n---\n\nText.\n',
      'd.md': '---\ntitle: D day\ntype: event\ndate: 1. Mai 2027\n---\n\nText.\n',
      'e.md': '---\ntitle: E switch\npublished: true\ndate: 2020-05-01 10:00\n---\n',
    })
    // The zone of the site is that of Vienna.
    expect(await rows()).toMatchObject([
      {
        kind: 'event',
        state: 'draft',
        starts_at: '2026-12-24T17:30:00.000Z',
        ends_at: '2026-12-24T21:00:00.000Z',
        location: 'Hafen 3',
        short_description: 'We sell.',
        event_scope: 'International',
        event_type: 'Both',
        seats: null,
      },
      { kind: 'news', state: 'published', publish_at: '2020-04-30T22:00:00.000Z' },
      { kind: 'news', state: 'draft' },
      {
        kind: 'event',
        state: 'draft',
        starts_at: '2027-04-30T22:00:00.000Z',
        ends_at: '2027-05-01T21:59:00.000Z',
        event_scope: 'National',
        event_type: 'Offline',
      },
      { state: 'published', publish_at: '2020-05-01T08:00:00.000Z', description: 'E switch' },
    ])
  })

  test('columns of a table are fields of events, in any spelling; without an end they last three hours', async () => {
    const report = await sheet(
      'Titel;Beginn;Ende;Ort;Kurzbeschreibung;Plätze;Text',
      'A;24.12.2026 18:30;24.12.2026 23:00;Hafen;Kurz;12;Text',
      'B;Dec 24, 2026 6:30 PM;;;;;Text',
      'C;24/12/2026;;;;;Text',
      'D;;;;;;No event',
      'E;2026-12-24T18:30Z;2026-12-24T17:30Z;;;many;Text',
      'F;05/06/2026;;;;;Text',
      'G;in winter;;;;;Text',
    )
    expect(report).toMatchObject({ added: 7, problems: [] })
    expect(report.losses).toEqual([
      { place: 'row 6', problem: expect.stringContaining('The end “2026-12-24T17:30Z” is before') },
      { place: 'row 6', problem: '“many” is no number of “seats” from 1 to 1000.' },
      { place: 'row 7', problem: '“05/06/2026” could be two dates. We took it as 2026-06-05.' },
      { place: 'row 8', problem: 'We can’t read the date “in winter”.' },
    ])
    const evening = { starts_at: '2026-12-24T17:30:00.000Z', ends_at: '2026-12-24T20:30:00.000Z' }
    expect(await rows()).toMatchObject([
      {
        ...evening,
        ends_at: '2026-12-24T22:00:00.000Z',
        location: 'Hafen',
        short_description: 'Kurz',
        seats: 12,
        waiting_max: 0,
      },
      { ...evening, location: null, short_description: 'Text' },
      { starts_at: '2026-12-23T23:00:00.000Z', ends_at: '2026-12-24T22:59:00.000Z' },
      { kind: 'news', starts_at: null },
      { starts_at: '2026-12-24T18:30:00.000Z', ends_at: '2026-12-24T21:30:00.000Z', seats: null },
      { starts_at: '2026-06-04T22:00:00.000Z' },
      { kind: 'news' },
    ])
  })

  test('a day and its times may have a column each', async () => {
    const report = await sheet(
      'Titel;Datum;Beginn;Ende',
      'A;24.12.2026;18:30;23:00',
      'B;24.12.2026;20:00;01:00',
      'C;Do, 24.12.26;20.30;22 Uhr',
    )
    expect(report.losses).toEqual([])
    expect(await rows()).toMatchObject([
      { starts_at: '2026-12-24T17:30:00.000Z', ends_at: '2026-12-24T22:00:00.000Z' },
      { starts_at: '2026-12-24T19:00:00.000Z', ends_at: '2026-12-25T00:00:00.000Z' },
      { starts_at: '2026-12-24T19:30:00.000Z', ends_at: '2026-12-24T21:00:00.000Z' },
    ])
  })

  test('a text in the place of a date takes no time', async () => {
    const text = `x${'T '.repeat(200_000)}`
    const report = await sheet('title;starts;ends;published', `A;2027-05-01 18:00;20:00;${text}`)
    expect(report).toMatchObject({ added: 1, losses: [{ place: 'row 2' }] })
    expect(await rows()).toMatchObject([{ ends_at: '2027-05-01T18:00:00.000Z' }])
  })

  test('a kind that goes to events is news where it has no start, and that is said', async () => {
    const file = 'Titel;Art;Datum\nA;Treffen;24.12.2026\nB;Treffen;\nC;Blog;24.12.2020\n'
    const mapping = { kinds: { Treffen: 'event' } }
    const report = await send('list.csv', Buffer.from(file), mapping)
    expect(report.recognised.kinds).toEqual([
      { name: 'Treffen', count: 2, target: 'event' },
      { name: 'Blog', count: 1, target: 'news' },
    ])
    expect(report.losses).toEqual([
      { place: 'row 3', problem: 'An event needs a start. Without one it is news.' },
    ])
    expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([
      ['event', 'draft'],
      ['news', 'draft'],
      ['news', 'published'],
    ])
  })

  test('what is published in the past mails nobody, and what is published later announces itself', async () => {
    const { id } = await server.addUser('Mira')
    await server.insert('preferences', { user_id: id, notify_since: 1 })
    const later = new Date(server.deps.clock() + HOUR_MS).toISOString()
    await sheet('title;published;text', 'A;2020-05-01;x', `B;${later};x`, 'C;;x')
    expect(await announceDue(server.deps)).toBe(0)
    server.passTime(DAY_MS)
    expect(await announceDue(server.deps)).toBe(1)
  })

  test('what has been published or withdrawn here stays so, and a new text arrives', async () => {
    const line = (text: string, at: string) =>
      sheet('title;published;text', `A;${at};${text}`, `B;${at || '2020-05-01'};${text}`)
    await line('x', '')
    const [a, b] = await rows()
    await ada.post(`/contents/${String(a?.['id'])}/publish`, {})
    await ada.post(`/contents/${String(b?.['id'])}/unpublish`)
    expect(await line('y', '2030-05-01')).toMatchObject({ changed: 2, problems: [] })
    expect(await rows()).toMatchObject([
      { state: 'published', description: 'y' },
      { state: 'unpublished', description: 'y', publish_at: '2020-04-30T22:00:00.000Z' },
    ])
  })

  test('what the staff have scheduled waits for its time', async () => {
    const line = (text: string) => sheet('title;published;text', `A;2020-05-01;${text}`)
    await sheet('title;text', 'A;x')
    const [a] = await rows()
    const at = new Date(server.deps.clock() + DAY_MS).toISOString()
    await ada.post(`/contents/${String(a?.['id'])}/publish`, { at })
    expect(await line('y')).toMatchObject({ changed: 1, problems: [] })
    expect(await rows()).toMatchObject([{ state: 'scheduled', publish_at: at, description: 'y' }])
  })

  test('the place that the staff have given an event stays if the source knows none', async () => {
    const line = (text: string) => sheet('title;starts;text', `A;2027-05-01;${text}`)
    await line('x')
    const [event] = await rows()
    const { id, picture: _picture, ...body } = event ?? {}
    await ada.put(`/contents/${String(id)}`, { ...body, location: 'Hafen' })
    await line('y')
    expect(await rows()).toMatchObject([{ location: 'Hafen', description: 'y' }])
  })

  test('a text that is too long is cut, and that is said', async () => {
    const report = await send(
      'a.md',
      Buffer.from(`# Long\n\n${'Words and words. '.repeat(1500)}\n`),
    )
    expect(texts(report)).toEqual(['We shortened the text to 20,000 characters.'])
    const [row] = await rows()
    expect(String(row?.['description']).length).toBeLessThanOrEqual(20_000)
    expect(row?.['short_description']).toMatch(/^Words and words\. .*…$/)
  })

  test('dates of a world are no dates of its site', async () => {
    const journal = {
      id: 1,
      name: 'Log',
      date: '2020-05-01',
      location: 'Sea',
      entity: { id: 1, name: 'Log', entry: '<p>Text</p>' },
    }
    const bytes = await zipOf({
      'campaign.json': JSON.stringify({ id: 1, name: 'Mark' }),
      'journals/log.json': JSON.stringify(journal),
    })
    expect(await send('kanka.zip', bytes)).toMatchObject({ added: 1, problems: [] })
    expect(await rows()).toMatchObject([{ kind: 'news', state: 'draft', title: 'Log' }])
  })

  test('an export as Markdown brings events with their registration to an empty site', async () => {
    const event = {
      key: 'evening',
      kind: 'event',
      title: 'Evening',
      short_description: 'We play.',
      description:
        'See [what](/discordia/world?entry=7) we play:\na line of about sixty characters that is not to be joined,\nand the next line of it.',
      format: 'light',
      starts_at: '2027-05-01T18:00:00.000Z',
      ends_at: '2027-05-01T21:00:00.000Z',
      location: 'Hafen',
      event_scope: 'International',
      event_type: 'Both',
      event_kind: 'Open table',
      access: 'Private house: ring.\nNo lift.',
      seats: 4,
      waiting_max: 2,
      registration_closes_at: '2027-04-30T18:00:00.000Z',
      confirm_hours: 5,
      companions_max: 2,
      companion_names: true,
      guests: true,
      slots: [
        { id: 1, starts_at: '2027-05-01T18:00:00.000Z', ends_at: '2027-05-01T21:00:00.000Z' },
      ],
      takes_offers: true,
      questions: [{ text: 'Which, "one"?', is_required: true }],
      published_at: '2027-01-01T00:00:00.123Z',
    }
    const table = {
      ...{ key: 'mill', kind: 'event', title: 'The mill', short_description: 'A bell.' },
      ...{
        description: 'Long.',
        starts_at: event.starts_at,
        ends_at: event.ends_at,
        location: 'Room 1',
      },
      ...{ event_scope: 'International', event_type: 'Both', event_kind: null, access: null },
      ...{ seats: 4, waiting_max: 0, registration_closes_at: null, confirm_hours: 24 },
      ...{ companions_max: null, companion_names: false, guests: false, questions: [] },
      ...{ parent: 'evening', slot: 1, published_at: event.published_at },
      table: {
        ...{ system: 'Fate', language: 'en', beginners: true, content_notes: '' },
        ...{ hours: 2.5, players_min: null },
      },
    }
    const entries = [event, table]
    await ada.transfer('contents', { format: 'discordia-contents', version: 1, entries })
    const { rawPayload } = await ada.get('/transfer/contents?form=markdown')
    await server.deps.db.deleteFrom('contents').execute()
    expect(await send('site.zip', rawPayload)).toMatchObject({ added: 2, losses: [] })
    expect((await ada.get('/transfer/contents')).json().entries).toEqual(entries)
  })
})
