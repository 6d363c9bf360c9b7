import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addPending, FILM, PNG, WEBM } from '#test/helpers/fixtures/deskRows.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { listOf } from '#test/helpers/server/startDesk.ts'

type Titled = { readonly title: string }

deskTests('rules and glossary at the desk on %s', (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  describe('rules and their files at the desk', () => {
    const site = (path: string) => server.app.inject(`/api${path}`)
    const made = async (resource: string, body: object): Promise<number> => {
      const response = await ada.post(`/${resource}`, body)
      expect([response.statusCode, response.body]).toEqual([201, response.body])
      return response.json().id
    }
    const stored = (): string[] => {
      return ['public', 'private'].flatMap((shelf) => {
        try {
          return readdirSync(join(server.dataDir, 'uploads', shelf))
        } catch {
          return []
        }
      })
    }
    const picture = () => ada.upload('picture', PNG, 'a.png', 'image/png')

    test('a rule has the categories of its kind, and keeps its kind', async () => {
      const category_id = await made('rule-categories', { name: 'Dice' })
      const subcategory_id = await made('rule-subcategories', { name: 'Tests', category_id })
      const quick_subcategory_id = await made('quick-subcategories', { name: 'Start' })
      const other = await made('rule-categories', { name: 'Travel' })
      const basic = { kind: 'basic', title: 'A' }
      const quick = { kind: 'quick', title: 'A' }
      for (const [body, attr] of [
        [{ ...quick, category_id }, 'category_id'],
        [{ ...quick, subcategory_id }, 'subcategory_id'],
        [{ ...basic, quick_subcategory_id }, 'quick_subcategory_id'],
        [{ ...basic, subcategory_id }, 'category_id'],
      ] as const) {
        const refused = await ada.post('/rule-entries', body)
        expect([refused.statusCode, refused.json().errors[0].attr]).toEqual([400, attr])
      }
      const foreign = { ...basic, category_id: other, subcategory_id }
      expect((await ada.post('/rule-entries', foreign)).statusCode).toBe(409)
      const none = { category_id: null, subcategory_id: null, quick_subcategory_id: null }
      const id = await made('rule-entries', { ...basic, ...none, category_id, subcategory_id })
      const changed = await ada.put(`/rule-entries/${id}`, { ...quick, ...none })
      expect([changed.statusCode, changed.json().errors[0].attr]).toEqual([400, 'kind'])
      expect((await ada.put(`/rule-entries/${id}`, basic)).json()).toMatchObject({
        ...basic,
        ...none,
      })
    })

    test('rules without a category come last, quick ones too, and ties are ordered by id', async () => {
      const one = await made('quick-subcategories', { name: 'One', position: 0 })
      const two = await made('quick-subcategories', { name: 'Two', position: 0 })
      const add = (title: string, place: object, position = 0) =>
        made('rule-entries', { kind: 'quick', title, position, ...place })
      await add('none', {})
      await add('two', { quick_subcategory_id: two })
      await add('one, later', { quick_subcategory_id: one }, 1)
      await add('one', { quick_subcategory_id: one })
      await add('two again', { quick_subcategory_id: two })
      const dice = await made('rule-categories', { name: 'Dice', position: 0 })
      const travel = await made('rule-categories', { name: 'Travel', position: 0 })
      const basic = (title: string, place: object) =>
        made('rule-entries', { kind: 'basic', title, position: 0, ...place })
      const [road, sea] = [
        await made('rule-subcategories', { name: 'Road', category_id: travel, position: 0 }),
        await made('rule-subcategories', { name: 'Sea', category_id: travel, position: 0 }),
      ]
      await basic('sea', { category_id: travel, subcategory_id: sea })
      await basic('road', { category_id: travel, subcategory_id: road })
      await basic('sea again', { category_id: travel, subcategory_id: sea })
      await basic('dice', { category_id: dice })
      const titles = async (path: string) =>
        (await site(path)).json().map(({ title }: Titled) => title)
      const quick = ['one', 'one, later', 'two', 'two again', 'none']
      expect(await titles('/rules/quick-entries/')).toEqual(quick)
      expect(await titles('/rules/entries/')).toEqual(['dice', 'road', 'sea', 'sea again'])
    })

    test('sections keep their ids, are stored in the given order, and are deleted when they are left out', async () => {
      const of = (...titles: string[]) => titles.map((title) => ({ title, content: `${title}!` }))
      const id = await made('rule-entries', {
        kind: 'basic',
        title: 'A',
        sub_entries: of('1', '2', '3'),
      })
      const [first, second, third] = (await ada.get(`/rule-entries/${id}`)).json().sub_entries
      const sub_entries = [
        third,
        { ...first, title: ' One ' },
        { title: 'New', content: '', level: 1 },
      ]
      const body = { kind: 'basic', title: 'A', sub_entries }
      expect((await ada.put(`/rule-entries/${id}`, body)).json().sub_entries).toEqual([
        { ...third, level: 0 },
        { ...first, title: 'One' },
        { id: expect.any(Number), title: 'New', content: '', level: 1 },
      ])
      const sections = (await site(`/rules/entries/${id}/sub-entries/`)).json()
      expect(sections.map(({ title }: Titled) => title)).toEqual(['3', 'One', 'New'])
      expect((await site('/rules/entries/?search=2!')).json()).toEqual([])
      // A section of another rule stays there, and is copied here.
      const other = await made('rule-entries', { kind: 'basic', title: 'B', sub_entries: [second] })
      await ada.put(`/rule-entries/${other}`, { ...body, title: 'B', sub_entries: [third] })
      expect((await site(`/rules/entries/${id}/sub-entries/`)).json()).toHaveLength(3)
      expect((await site(`/rules/entries/${other}/sub-entries/`)).json()).toMatchObject([
        { title: '3' },
      ])
    })

    test.each(['contents', 'rule-entries', 'glossary-entries', 'download-files'])(
      'a picture of %s is replaced, kept and removed with its file',
      async (resource) => {
        const start = stored().length
        const body = {
          contents: { kind: 'news', title: 'T', short_description: 'S', description: 'D' },
          'rule-entries': { kind: 'basic', title: 'T' },
          'glossary-entries': { title: 'T', type_id: await made('glossary-types', { name: 'A' }) },
          'download-files': {
            display_name: 'T',
            category_id: await made('download-categories', { title: 'A' }),
          },
        }[resource]
        const files = resource === 'download-files' && {
          file_upload: await ada.upload('file', Buffer.from('text'), 'a.txt', 'text/plain'),
        }
        const id = await made(resource, { ...body, ...files, picture_upload: await picture() })
        const before = stored().length
        const urlOf = async (): Promise<string> =>
          (await ada.get(`/${resource}/${id}`)).json().picture.url
        const first = await urlOf()
        const next = { ...body, picture_upload: await picture() }
        expect((await ada.put(`/${resource}/${id}`, next)).statusCode).toBe(200)
        const second = await urlOf()
        expect([(await server.app.inject(first)).statusCode, stored().length]).toEqual([
          404,
          before,
        ])
        await ada.put(`/${resource}/${id}`, body ?? {})
        expect((await server.app.inject(second)).statusCode).toBe(200)
        expect((await ada.remove(`/${resource}/${id}`)).statusCode).toBe(200)
        expect((await server.app.inject(second)).statusCode).toBe(404)
        expect(stored()).toHaveLength(start)
      },
    )

    test('each file of a film is replaced separately, and all are deleted with it', async () => {
      const sent = {
        file_upload: () => ada.upload('video', FILM, 'a.mp4'),
        webm_upload: () => ada.upload('webm', WEBM, 'a.webm'),
        captions_upload: () => ada.upload('captions', Buffer.from('WEBVTT\n\n'), 'a.vtt'),
        poster_upload: picture,
      }
      const urls = { file_upload: 'file_url', webm_upload: 'webm_url' } as const
      const fields = [
        ...Object.entries(urls),
        ['captions_upload', 'captions_url'],
        ['poster_upload', 'poster_url'],
      ] as [keyof typeof sent, string][]
      const start = stored().length
      const uploads = await Promise.all(
        fields.map(async ([field]) => [field, await sent[field]()] as const),
      )
      const id = await made('rule-videos', { title: 'Film', ...Object.fromEntries(uploads) })
      const film = async () => (await ada.get(`/rule-videos/${id}`)).json()
      for (const [field, url] of fields) {
        const before = await film()
        const changed = await ada.put(`/rule-videos/${id}`, {
          title: ' Film ',
          [field]: await sent[field](),
        })
        expect(changed.json()).toEqual({
          ...before,
          [url]: expect.not.stringMatching(before[url]),
          updated_at: expect.any(String),
        })
        expect((await server.app.inject(before[url])).statusCode).toBe(404)
        expect((await server.app.inject(changed.json()[url])).statusCode).toBe(200)
        expect(stored()).toHaveLength(start + 4)
      }
      expect((await ada.remove(`/rule-videos/${id}`)).statusCode).toBe(200)
      expect(stored()).toHaveLength(start)
      const none = await ada.post('/rule-videos', { title: 'None' })
      expect([none.statusCode, none.json().errors[0].attr]).toEqual([400, 'file_upload'])
    })
  })

  describe('the glossary at the desk', () => {
    const site = async (path: string) => (await server.app.inject(`/api/glossary/${path}`)).json()
    const made = async (resource: string, body: object): Promise<number> =>
      (await ada.post(`/${resource}`, body)).json().id
    const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title)

    test('an entry of the staff is approved at once; a later change keeps author and times', async () => {
      const type_id = await made('glossary-types', { name: 'Places' })
      const subtype_id = await made('glossary-subtypes', { name: 'Cities', type_id })
      const now = new Date(server.deps.clock()).toISOString()
      const body = { title: ' Halm ', description: 'Of towers.', type_id, subtype_id }
      const entry = (await ada.post('/glossary-entries', body)).json()
      expect(entry).toMatchObject({
        title: 'Halm',
        state: 'approved',
        approved_at: now,
        created_at: now,
        created_by: { id: ada.user.id, username: 'Ada', is_staff: true },
      })
      server.passTime(1000)
      const ben = await server.staff('Ben')
      const changed = await ben.put(`/glossary-entries/${entry.id}`, { title: 'Holm', type_id })
      expect(changed.json()).toEqual({
        ...entry,
        title: 'Holm',
        subtype_id: null,
        updated_at: new Date(server.deps.clock()).toISOString(),
      })
      expect(await site('entries/?search=of%20towers')).toMatchObject([{ title: 'Holm' }])
      const elsewhere = await made('glossary-types', { name: 'Foods' })
      const foreign = { title: 'Holm', type_id: elsewhere, subtype_id }
      expect((await ben.put(`/glossary-entries/${entry.id}`, foreign)).statusCode).toBe(409)
    })

    test('sections that change places are in their new order, the first one in the list', async () => {
      const type_id = await made('glossary-types', { name: 'Places' })
      const body = { title: 'Halm', type_id }
      const sub_entries = ['One', 'Two', 'Three'].map((title) => ({ title, content: `${title}.` }))
      const id = await made('glossary-entries', { ...body, sub_entries })
      const [one, , three] = (await ada.get(`/glossary-entries/${id}`)).json().sub_entries
      await ada.put(`/glossary-entries/${id}`, { ...body, sub_entries: [three, one] })
      expect(titles(await site(`entries/${id}/sub-entries/`))).toEqual(['Three', 'One'])
      expect(await site('entries/')).toMatchObject([{ excerpt: 'Three.' }])
      expect(await site('entries/?search=two')).toEqual([])
    })

    test('an edit of a pending entry at the desk is what the search finds', async () => {
      const id = await addPending(server, 'A wish')
      const own = { pending_text: 'a wish for ropes' }
      await server.update('glossary_entries', {}, own)
      const { type_id } = (await ada.get(`/review/${id}`)).json()
      const entry = { title: 'A wish', description: 'For chains.', type_id }
      expect((await ada.put(`/glossary-entries/${id}`, entry)).json().state).toBe('pending')
      expect((await ada.post(`/review/${id}/approve`)).statusCode).toBe(200)
      expect(await site('entries/?search=chains')).toMatchObject([{ id }])
      expect(await site('entries/?search=ropes')).toEqual([])
    })

    test('types without an icon have none, and lists are narrowed by type, sub-type and author', async () => {
      const places = (await ada.post('/glossary-types', { name: ' Places ', icon: '' })).json()
      expect(places).toMatchObject({ name: 'Places', icon: null })
      const foods = await made('glossary-types', { name: 'Foods', icon: 'eel' })
      const cities = await made('glossary-subtypes', { name: 'Cities', type_id: places.id })
      await made('glossary-subtypes', { name: 'Drinks', type_id: foods })
      const ofPlaces = listOf('glossary-subtypes', { filter: { type_id: places.id } })
      expect((await ada.get(ofPlaces)).json()).toMatchObject([{ id: cities }])
      await made('glossary-entries', { title: 'Halm', type_id: places.id, subtype_id: cities })
      await made('glossary-entries', { title: 'Marsh', type_id: places.id })
      const ben = await server.staff('Ben')
      await ben.post('/glossary-entries', { title: 'Soup', type_id: foods })
      for (const [filter, expected] of [
        [{ type_id: places.id }, ['Halm', 'Marsh']],
        [{ subtype_id: cities }, ['Halm']],
        [{ created_by: ben.user.id }, ['Soup']],
        [{ q: 'SOU' }, ['Soup']],
        [{ q: 'Sóup' }, ['Soup']],
      ] as const)
        expect(titles((await ada.get(listOf('glossary-entries', { filter }))).json())).toEqual(
          expected,
        )
    })
  })
})
