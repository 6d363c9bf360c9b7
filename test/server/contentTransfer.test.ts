import { DAY_MS, HOUR_MS } from '#server/config/time.ts'
import { announceDue } from '#server/modules/notifications/announcer.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

deskTests('files of news and events on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const at = (ms: number) => new Date(server.deps.clock() + ms).toISOString()
  const news = (over: object = {}) => ({
    key: 'opening',
    kind: 'news',
    title: 'We open',
    short_description: 'Come in.',
    description: '# Doors\n\nThey open at **seven**.',
    format: 'light',
    ...over,
  })
  const event = (over: object = {}) => ({
    key: 'evening',
    kind: 'event',
    title: 'A long evening',
    short_description: 'We play.',
    description: 'See [the news](entry:opening).',
    starts_at: at(14 * DAY_MS),
    ends_at: at(14 * DAY_MS + 3 * HOUR_MS),
    location: 'Hafen 3',
    event_scope: 'International',
    event_type: 'Both',
    seats: 2,
    waiting_max: 3,
    registration_closes_at: at(13 * DAY_MS),
    confirm_hours: 12,
    questions: [{ text: 'Which system?', is_required: true }],
    ...over,
  })
  const fileOf = (entries: readonly object[]) => ({
    format: 'discordia-contents',
    version: 1,
    entries,
  })
  const send = async (...entries: object[]) =>
    (await ada.transfer('contents', fileOf(entries))).json()
  const exported = async () => (await ada.get('/transfer/contents')).json()
  const rows = async (): Promise<Readonly<Record<string, unknown>>[]> =>
    (await ada.get('/contents?sort=["id","ASC"]')).json()
  const row = async (title: string) => (await rows()).find((one) => one['title'] === title)
  const undo = async () => {
    const [{ id }] = (await ada.get('/imports')).json()
    return (await ada.post(`/imports/${id}/undo`)).json()
  }
  const site = async (path: string) => (await server.app.inject(`/api/${path}`)).json()
  async function subscriber() {
    const { id } = await server.addUser('Mira')
    await server.insert('preferences', { user_id: id, notify_since: 1 })
  }

  const all = () => [
    news({ published_at: at(-DAY_MS) }),
    event({ published_at: at(DAY_MS) }),
    event({
      key: 'off',
      title: 'Called off',
      seats: null,
      published_at: at(-2 * DAY_MS),
      cancelled_at: at(-DAY_MS),
    }),
    news({
      key: 'old',
      title: 'Plain *stars*',
      description: '1. as typed\n\n\n# no heading\n- a\\b [x](y)',
      format: 'plain',
      published_at: at(-2 * DAY_MS),
      unpublished_at: at(-DAY_MS),
    }),
    news({ key: 'draft', title: 'A draft', description: '## Deep\n\n> - one\n\n| a |\n| --- |' }),
    ...[1, 2].map((week) =>
      event({
        ...{ key: `weekly-${week}`, title: `Week ${week}`, published_at: at(-DAY_MS) },
        series: {
          ...{ key: 'weekly@example.org', time_zone: 'Europe/Vienna' },
          repeats: { unit: 'week', every: 1, weekdays: ['MO'] },
          planned_at: at(7 * week * DAY_MS),
        },
      }),
    ),
  ]

  test.each(['markdown', 'csv'])('an export as %s is the same when it comes back', async (form) => {
    expect(await send(...all())).toMatchObject({ added: 7, problems: [] })
    const { rawPayload } = await ada.get(`/transfer/contents?form=${form}`)
    const name = form === 'csv' ? 'a.csv' : 'a.zip'
    const report = (await ada.transfer('contents', rawPayload, name)).json()
    expect(report).toMatchObject({ added: 0, changed: 0, unchanged: 7, losses: [], problems: [] })
  })

  test('an export has all of an article, and comes back the same here and on an empty site', async () => {
    await send(...all())
    const before = await exported()
    const again = (await ada.transfer('contents', before)).json()
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 7, losses: [], problems: [] })
    const states = async () => (await rows()).map(({ title, state }) => [title, state])
    const shown = await states()
    await undo()
    expect(await rows()).toEqual([])
    await ada.transfer('contents', before)
    expect(await exported()).toEqual(before)
    expect(await states()).toEqual(shown)
  })

  test('a series whose rhythm has changed, with one date before, comes back as one', async () => {
    const [first, second, third] = [1, 2, 3].map((week) => at(7 * week * DAY_MS))
    const rhythm = { unit: 'week', every: 1, weekdays: ['MO'] } as const
    const dated = (planned_at: string | undefined, n: number, series: object) =>
      event({
        ...{ key: `n${n}`, title: `Date ${n}`, starts_at: planned_at },
        ends_at: new Date(Date.parse(planned_at ?? '') + HOUR_MS).toISOString(),
        registration_closes_at: null,
        series: { time_zone: 'UTC', planned_at, ...series },
      })
    const until = new Date(first ?? '').toISOString().replace('.000', '')
    const old = { key: 'old', repeats: { ...rhythm, until } }
    const next = { key: 'new', first: 'old', repeats: rhythm }
    const sent = [dated(first, 1, old), dated(second, 2, next), dated(third, 3, next)]
    expect(await send(news(), ...sent)).toMatchObject({ added: 4, problems: [] })
    const before = await exported()
    expect(before.entries[3].series).toMatchObject({ key: 'new', first: 'old' })
    await undo()
    expect((await ada.transfer('contents', before)).json()).toMatchObject({ added: 4 })
    expect(await exported()).toEqual(before)
    expect(await rows()).toHaveLength(2)
  })

  test('a link between articles leads to the page, and back to the key', async () => {
    await send(event(), news())
    const { id } = (await row('We open')) ?? {}
    expect((await row('A long evening'))?.['description']).toBe(
      `See [the news](/discordia/news/${String(id)}).`,
    )
    expect((await exported()).entries[0].description).toBe('See [the news](entry:opening).')
  })

  test('what is published comes to the site at once, into lists, search and feeds, and mails nobody', async () => {
    await subscriber()
    expect(await site('contents/active')).toEqual([])
    await site('search/?q=open')
    await send(
      news({ published_at: at(-DAY_MS) }),
      event({ published_at: at(-1) }),
      news({ key: 'd', title: 'Draft' }),
    )
    expect(await site('contents/active')).toMatchObject([{ title: 'We open' }])
    expect(await site('contents/activeEvents')).toMatchObject([{ title: 'A long evening' }])
    expect(JSON.stringify(await site('search/?q=seven'))).toContain('We open')
    expect((await server.app.inject('/api/contents/events.ics')).body).toContain('A long evening')
    expect(await announceDue(server.deps)).toBe(0)
    const { id } = (await row('Draft')) ?? {}
    await ada.post(`/contents/${String(id)}/publish`, {})
    expect(await announceDue(server.deps)).toBe(1)
  })

  test('what is published later announces itself then, and an announcement that is on its way goes on', async () => {
    await subscriber()
    await send(news({ published_at: at(HOUR_MS) }))
    expect(await announceDue(server.deps)).toBe(0)
    server.passTime(HOUR_MS)
    Object.assign(ada, await server.staff('Ben'))
    expect(await send(news({ title: 'We open, again' }))).toMatchObject({ changed: 1 })
    expect(await announceDue(server.deps)).toBe(1)
  })

  test('calendars see a change, and only a change', async () => {
    const evening = event()
    await send(evening, news())
    const first = await row('A long evening')
    server.passTime(1000)
    expect(await send(evening, news())).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await row('A long evening')).toEqual(first)
    await send({ ...evening, location: 'Hafen 4' })
    const moved = await row('A long evening')
    expect(moved).toMatchObject({ location: 'Hafen 4', sequence: 1, updated_at: at(0) })
    server.passTime(1000)
    expect(await undo()).toEqual({ undone: 1, kept: [] })
    expect(await row('A long evening')).toEqual({ ...first, sequence: 2, updated_at: at(0) })
  })

  test.each([
    ['news with a place', () => news({ location: 'Here' }), 'location'],
    ['news with seats', () => news({ seats: 3 }), 'seats'],
    ['an event without a scope', () => event({ event_scope: null }), 'event_scope'],
    ['an event that ends before it starts', () => event({ ends_at: at(0) }), 'ends_at'],
    ['a day that no month has', () => news({ published_at: '2026-02-31T10:00Z' }), 'published_at'],
    [
      'a registration that closes too late',
      () => event({ registration_closes_at: at(20 * DAY_MS) }),
      'registration_closes_at',
    ],
    ['news that are cancelled', () => news({ cancelled_at: at(0) }), 'cancelled_at'],
    [
      'a question that nobody can read',
      () => event({ questions: [{ text: 'a\u0007', is_required: true }] }),
      'text',
    ],
    ['no short description', () => news({ short_description: ' ' }), 'short_description'],
  ])('%s: the row is named, and nothing is changed', async (_what, bad, field) => {
    const { errors } = await send(news({ key: 'good' }), bad())
    expect(errors).toHaveLength(1)
    expect(errors[0].attr).toMatch(/^entries\[1\] "(?:opening|evening)"\./)
    expect(errors[0].attr.endsWith(`.${field}`)).toBe(true)
    expect(await rows()).toEqual([])
  })

  test('what was decided at the desk is changed there', async () => {
    const { entries } = fileOf([event({ published_at: at(-1) }), news({ published_at: at(-1) })])
    await send(...entries)
    for (const [over, field] of [
      [event({ published_at: null }), 'published_at'],
      [event({ published_at: at(DAY_MS) }), 'published_at'],
      [event({ cancelled_at: at(0) }), 'cancelled_at'],
      [event({ unpublished_at: at(0) }), 'unpublished_at'],
      [event({ seats: null }), 'seats'],
      [news({ key: 'evening' }), 'kind'],
    ] as const)
      expect((await send(over)).errors).toMatchObject([{ attr: `entries[0] "evening".${field}` }])
    expect(await send(news({ published_at: at(-DAY_MS) }))).toMatchObject({ changed: 1 })
    await send(news({ key: 'later', published_at: at(DAY_MS) }))
    expect((await send(news({ key: 'later', published_at: at(-1) }))).errors).toMatchObject([
      { attr: 'entries[0] "later".published_at' },
    ])
    expect(await send(event(), news())).toMatchObject({ changed: 0, unchanged: 2 })
  })

  test('an undone import leaves nothing, but for what was edited, linked to or signed up for since', async () => {
    const calls = registrationsOf(server)
    const published = { published_at: at(-1), questions: [] }
    await send(
      event({ ...published, description: 'Words.' }),
      event({ ...published, key: 'linked', title: 'Linked', description: 'Words.' }),
      event({ ...published, key: 'gone', title: 'Gone', description: 'Words.' }),
      news({ published_at: at(-1) }),
    )
    const idOf = async (title: string) => Number((await row(title))?.['id'])
    const evening = await idOf('A long evening')
    const mira = await server.addUser('Mira')
    expect((await calls.signUp(mira, evening as never)).statusCode).toBe(200)
    await ada.put(`/contents/${await idOf('We open')}`, {
      ...news(),
      description: `See [it](/discordia/news/${await idOf('Linked')}).`,
    })
    expect(await undo()).toEqual({
      undone: 1,
      kept: expect.arrayContaining([
        { name: 'A long evening', reason: 'filled' },
        { name: 'Linked', reason: 'linked' },
        { name: 'We open', reason: 'edited' },
      ]),
    })
    expect(await rows()).toHaveLength(3)
  })

  test('a draft that an import has published is a draft again, and is announced when it is published', async () => {
    await subscriber()
    await send(news())
    await send(news({ published_at: at(-1) }))
    expect((await row('We open'))?.['state']).toBe('published')
    expect(await undo()).toEqual({ undone: 1, kept: [] })
    const { id, state } = (await row('We open')) ?? {}
    expect(state).toBe('draft')
    await ada.post(`/contents/${String(id)}/publish`, {})
    expect(await announceDue(server.deps)).toBe(1)
  })

  test('an event to which an import has given seats keeps them if a member has taken one', async () => {
    const calls = registrationsOf(server)
    await send(event({ published_at: at(-1), seats: null, description: 'Words.' }))
    await send(event({ description: 'Words.', questions: [] }))
    const { id } = (await row('A long evening')) ?? {}
    await calls.signUp(await server.addUser('Mira'), Number(id) as never)
    expect(await undo()).toEqual({
      undone: 0,
      kept: [{ name: 'A long evening', reason: 'filled' }],
    })
  })

  test('an undone import keeps the evenings of tables that stay, and leaves none of the others', async () => {
    const calls = registrationsOf(server)
    const slots = [{ id: 1, starts_at: at(14 * DAY_MS), ends_at: at(14 * DAY_MS + HOUR_MS) }]
    const facts = { system: 'Fate', language: 'en', beginners: true, content_notes: '' }
    const table = { ...facts, hours: null, players_min: null }
    const open = { published_at: at(-1), description: 'Words.', questions: [] }
    const evening = (key: string) => event({ ...open, key, title: key, slots, seats: null })
    const tableOf = (parent: string) =>
      event({ ...open, key: `at ${parent}`, title: `at ${parent}`, parent, slot: 1, table })
    await send(...['a', 'b', 'c'].map(evening), tableOf('a'), tableOf('b'))
    const stored = () => server.deps.db.selectFrom('contents').select(['id', 'title']).execute()
    const idOf = async (name: string) => (await stored()).find(({ title }) => title === name)?.id
    const mira = await server.addUser('Mira')
    expect((await calls.signUp(mira, (await idOf('at a')) as never)).statusCode).toBe(200)
    const { key: _key, ...byHand } = tableOf('c')
    const made = await ada.post('/contents', { ...byHand, title: 'x', parent_id: await idOf('c') })
    expect(made.statusCode).toBe(201)
    expect(await undo()).toEqual({
      undone: 2,
      kept: ['at a', 'a', 'c'].map((name) => ({ name, reason: 'filled' })),
    })
    const left = (await stored()).map(({ title }) => title)
    expect(left.toSorted()).toEqual(['a', 'at a', 'c', 'x'])
  })
})
