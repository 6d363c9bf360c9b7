import sharp from 'sharp'
import type { GlossaryEntry } from '#contract/glossary.ts'
import type { BasicRuleEntry, QuickRuleEntry, RuleVideo } from '#contract/rules.ts'
import { seedAccounts } from '#server/db/seed/accounts.ts'
import { seedGlossary } from '#server/db/seed/glossary.ts'
import { demoTexts } from '#server/db/seed/languages.ts'
import { seedRules } from '#server/db/seed/rules.ts'
import { seedFiles } from '#server/db/seed/seedFiles.ts'
import { reading } from '#server/work/work.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('the demonstration’s rules and glossary on %s', (server) => {
  beforeAll(async () => {
    const files = seedFiles(server.deps.files, 'demo')
    await server.deps.db.transaction().execute(async (tx) => {
      const users = await seedAccounts(tx, 'none', server.deps.clock())
      await seedRules(tx, { ...server.deps, files }, demoTexts('rules', 'en'))
      await seedGlossary(tx, { ...server.deps, files }, users, demoTexts('glossary', 'en'))
    })
  })

  const get = (path: string, headers = {}) => server.app.inject({ url: path, headers })
  const json = async <T>(path: string): Promise<T> => (await get(`/api${path}`)).json<T>()
  const entriesOf = async (username: string): Promise<GlossaryEntry[]> => {
    const { db } = server.deps
    const find = db.selectFrom('users').selectAll().where('username', '=', username)
    const { access } = await server.app.siteTokens.issue(
      reading(server.deps),
      await find.executeTakeFirstOrThrow(),
    )
    const headers = { authorization: `Bearer ${access}` }
    return (await get('/api/glossary/entries/?showMyEntries=true', headers)).json()
  }

  test('69 basic and 29 quick rules are read from first to last by nextId', async () => {
    for (const [kind, count] of [
      ['entries', 69],
      ['quick-entries', 29],
    ] as const) {
      const all = await json<(BasicRuleEntry | QuickRuleEntry)[]>(`/rules/${kind}/`)
      expect(all).toHaveLength(count)
      expect(all.map(({ nextId }) => nextId)).toEqual([...all.slice(1).map(({ id }) => id), null])
    }
  })

  test('no field of its lists is empty', async () => {
    for (const { title, category, subcategory } of await json<BasicRuleEntry[]>('/rules/entries/'))
      for (const value of [title, category, subcategory]) expect(value).toBeTruthy()
    for (const { title, entry_type } of await json<GlossaryEntry[]>('/glossary/entries/'))
      for (const value of [title, entry_type]) expect(value).toBeTruthy()
    for (const { file_url, captions_url } of await json<RuleVideo[]>('/rules/get'))
      for (const value of [file_url, captions_url]) expect(value).toBeTruthy()
  })

  test('every rule but one has sections', async () => {
    const all = await json<BasicRuleEntry[]>('/rules/entries/')
    const counts = await Promise.all(
      all.map(
        async ({ id }) => (await json<unknown[]>(`/rules/entries/${id}/sub-entries/`)).length,
      ),
    )
    expect(counts.filter((count) => count === 0)).toHaveLength(1)
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
    const own = [...(await entriesOf('mira')), ...(await entriesOf('tomas'))]
    expect(own.filter((entry) => entry.is_rejected)).toHaveLength(2)
    expect(own.filter((entry) => entry.pending && !entry.is_rejected)).toHaveLength(3)
  })

  test('searching finds titles, texts and sections, without marks and with plain quotes', async () => {
    for (const search of ['sundering', 'golden apple', "somebody's aunt", 'KEELSLED']) {
      const found = await json<unknown[]>(`/glossary/entries/?search=${encodeURIComponent(search)}`)
      expect([search, found.length > 0]).toEqual([search, true])
    }
    const { headers } = await get('/api/glossary/entries/?search=sunderign')
    expect(decodeURIComponent(String(headers['x-suggestions']))).toContain('The Sundering Feast')
  })

  test('every picture of the first page exists in the size that the list gives', async () => {
    for (const { image, pictures = [] } of await json<GlossaryEntry[]>(
      '/glossary/entries/?limit=10',
    )) {
      if (image === null) continue
      expect((await get(image)).headers['content-type']).toBe('image/jpeg')
      const [narrow] = pictures
      const { width, height } = await sharp((await get(narrow?.url ?? '')).rawPayload).metadata()
      expect({ width, height }).toEqual({ width: narrow?.width, height: narrow?.height })
    }
  })
})
