import type { ContentItem } from '#contract/content.ts'
import type { DownloadCategory } from '#contract/downloads.ts'
import type { GlossaryEntry } from '#contract/glossary.ts'
import type { Programme } from '#contract/programme.ts'
import type { RuleVideo } from '#contract/rules.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { reading } from '#server/work/work.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('the demonstration on %s', (server) => {
  beforeAll(() => seedDemo(server.deps, async () => 'hash'))

  const get = (path: string, headers = {}) => server.app.inject({ url: path, headers })
  const json = async <T>(path: string, headers = {}): Promise<T> =>
    (await get(`/api${path}`, headers)).json<T>()
  /** Headers of an account. */
  const as = async (username: string) => {
    const { db } = server.deps
    const find = db.selectFrom('users').selectAll().where('username', '=', username)
    const { access } = await server.app.siteTokens.issue(
      reading(server.deps),
      await find.executeTakeFirstOrThrow(),
    )
    return { authorization: `Bearer ${access}` }
  }
  const items = (list: string) => json<ContentItem[]>(`/contents/${list}`)

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

  test('nine files of four types are downloaded', async () => {
    const files = (await json<DownloadCategory[]>('/downloads/active')).flatMap(
      ({ download_files }) => download_files,
    )
    expect(files).toHaveLength(9)
    const types = new Set<unknown>()
    for (const { id, size, download_file_name } of files) {
      const response = await get(`/api/downloads/download/${id}`)
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

  test('three films with captions and posters; a film supports ranges', async () => {
    const videos = await json<RuleVideo[]>('/rules/get')
    expect(videos.map(({ video_title }) => video_title)).toEqual([
      'The two dice in one minute',
      'Ripples, boons and seeds',
      'Your first session',
    ])
    for (const { file_url, captions_url, poster_url } of videos) {
      const film = await get(file_url)
      expect(film.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' })
      const part = await get(file_url, { range: 'bytes=4-11' })
      expect([part.statusCode, part.body]).toEqual([206, 'ftypisom'])
      expect(part.headers['content-range']).toBe(`bytes 4-11/${film.rawPayload.length}`)
      const captions = await get(captions_url ?? '')
      expect(captions.headers['content-type']).toBe('text/vtt; charset=utf-8')
      expect(captions.body).toMatch(/^WEBVTT\b/)
      expect((await get(poster_url ?? '')).headers['content-type']).toBe('image/webp')
    }
  })

  test('eight types with sub-types, at least 60 entries, 12 of them made by users', async () => {
    const { results } = await json<{ results: { icon: string | null }[] }>('/glossary/entry-types/')
    expect(results).toHaveLength(8)
    expect(results.every(({ icon }) => icon !== null)).toBe(true)
    const all = await json<GlossaryEntry[]>('/glossary/entries/')
    expect(all.length).toBeGreaterThanOrEqual(60)
    expect(all.filter((entry) => entry.pending || entry.is_rejected)).toEqual([])
    const userMade = await json<GlossaryEntry[]>('/glossary/entries/?showUserEntries=true')
    expect(userMade).toHaveLength(12)
    expect(userMade).toEqual(all.filter(({ created_by }) => !created_by.is_staff))
    expect(new Set(all.map(({ entry_type }) => entry_type)).size).toBe(8)
  })

  test('the demo accounts have pending and rejected entries', async () => {
    const own: GlossaryEntry[] = []
    for (const name of ['mira', 'tomas'])
      own.push(
        ...(await json<GlossaryEntry[]>('/glossary/entries/?showMyEntries=true', await as(name))),
      )
    expect(own.filter((entry) => entry.is_rejected)).toHaveLength(2)
    expect(own.filter((entry) => entry.pending && !entry.is_rejected)).toHaveLength(3)
  })

  test('a group meets on first and third Fridays without an end, at the homes of its members in turn', async () => {
    const { db } = server.deps
    const dates = await db
      .selectFrom('game_dates as d')
      .innerJoin('game_sessions as s', 's.id', 'd.session_id')
      .leftJoin('users as u', 'u.id', 'd.host_id')
      .select(['d.starts_at', 'u.username', 's.extend_at'])
      .where('s.title', '=', 'Goat Friday')
      .orderBy('d.starts_at')
      .execute()
    const days = dates.map(({ starts_at }) => new Date(starts_at))
    expect(dates.length).toBeGreaterThanOrEqual(23)
    expect(days.filter((day) => day.getUTCDay() !== 5)).toEqual([])
    expect(new Set(days.map((day) => Math.ceil(day.getUTCDate() / 7)))).toEqual(new Set([1, 3]))
    expect(dates.slice(0, 4).map(({ username }) => username)).toEqual([
      ...['wren', 'mira', 'sanna'],
      'wren',
    ])
    expect(dates.every(({ extend_at }) => extend_at !== null)).toBe(true)
  })

  test('a player without a group has first steps and two groups to ask', async () => {
    const runa = await as('runa')
    const { first_steps } = await json<{ first_steps: { events: unknown[] } | null }>(
      '/users/next/',
      runa,
    )
    expect(first_steps?.events.length).toBeGreaterThan(0)
    const { groups } = await json<{ groups: unknown[] }>('/rpggroups/openings/', runa)
    expect(groups).toHaveLength(2)
  })

  test('an evening has two slots of three tables with five seats, each member once in a slot, and an offer', async () => {
    const evening = (await items('activeEvents')).find(({ title }) => title === 'Open Table Night')
    const { slots, tables, offers, ...programme } = await json<Programme>(
      `/contents/programme/${evening?.id}`,
      await as('mira'),
    )
    expect(evening?.registration?.seats).toBe(30)
    expect(programme).toMatchObject({ needs_seat: true, takes_offers: true })
    expect(tables.map(({ slot, seats, is_open }) => [slot, seats, is_open])).toEqual(
      [1, 1, 1, 2, 2, 2].map((slot) => [slot, 5, true]),
    )
    expect(offers.map(({ title }) => title)).toEqual(['The oatbread that rang back'])
    const { db } = server.deps
    const players = await db
      .selectFrom('registrations as r')
      .innerJoin('contents as t', 't.id', 'r.content_id')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['t.slot', 'u.username'])
      .where('t.parent_id', 'is not', null)
      .execute()
    for (const { id } of slots) {
      const leaders = tables.filter(({ slot }) => slot === id).map(({ leader }) => leader)
      const seated = players.filter(({ slot }) => slot === id).map(({ username }) => username)
      expect(seated.length).toBeGreaterThan(0)
      expect(new Set([...leaders, ...seated]).size).toBe(leaders.length + seated.length)
    }
  })
})
