import { existsSync, readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import type { GlossarySubEntry } from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import {
  addEntry,
  addGlossarySubtype,
  addGlossaryType,
  clearEntries,
  decide,
  entryForm,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestUser } from '#test/helpers/server/startServer.ts'

serverTests('creating glossary entries on %s', (server) => {
  let mira: TestUser
  let tomas: TestUser
  let places: GlossaryTypeId
  let foods: GlossaryTypeId
  let cities: GlossarySubtypeId
  let image: Blob

  beforeAll(async () => {
    mira = await server.addUser('mira')
    tomas = await server.addUser('tomas')
    places = await addGlossaryType(server, 'Places')
    foods = await addGlossaryType(server, 'Foods')
    cities = await addGlossarySubtype(server, places, 'Cities')
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#836' } })
    image = new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' })
  })
  beforeEach(() => clearEntries(server))

  const as = (user?: TestUser) => glossaryCalls(server, user)
  const form = (over: Record<string, string | number> = {}, file?: Blob) =>
    entryForm({ title: 'Halm', entry_type: places, ...over }, file)
  const mine = () => as(mira).entries({ showMyEntries: 'true' })
  const stored = (): string[] => {
    const folder = join(server.dataDir, 'uploads/public')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  async function created(over?: Record<string, string | number>, file?: Blob) {
    const response = await as(mira).create(form(over, file))
    expect(response.statusCode).toBe(201)
    return response.json<{ id: GlossaryEntryId }>().id
  }
  const sectionsOf = async (id: number) =>
    (await as(mira).sections(id)).json<GlossarySubEntry[]>().map((s) => [s.title, s.content])
  const codeOf = (response: { json: () => { errors: { code: string; attr: string | null }[] } }) =>
    response.json().errors.map(({ code, attr }) => `${code} ${attr}`)

  test('the first call responds with the new id; the entry is pending and has no description', async () => {
    const id = await created({ entry_subtype: cities }, image)
    expect(await mine()).toMatchObject([
      {
        id,
        title: 'Halm',
        description: '',
        entry_type: places,
        entry_subtype: cities,
        entry_subtype_name: 'Cities',
        created_by: { username: 'mira', is_staff: false },
        pending: true,
        is_rejected: false,
        image: expect.stringMatching(/^\/api\/files\/[0-9a-f]{32}-40x30\.png$/),
        pictures: [{ width: 40, height: 30, url: expect.any(String) }],
      },
    ])
    const url = (await mine())[0]?.image ?? ''
    expect((await server.app.inject({ url })).headers['content-type']).toBe('image/png')
  })

  test('image and sub-type are optional, and an empty file input counts as none', async () => {
    for (const entry_subtype of ['', 'Any', 'null']) {
      await created({ title: `Without ${entry_subtype}`, entry_subtype })
    }
    const empty = form({ title: 'Empty input' })
    empty.set('image', new Blob([], { type: 'application/octet-stream' }), '')
    expect((await as(mira).create(empty)).statusCode).toBe(201)
    expect((await mine()).map((e) => [e.image, e.entry_subtype])).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    )
  })

  test.each<[Record<string, string | number>, string]>([
    [{ title: '' }, 'blank title'],
    [{ title: '   ' }, 'blank title'],
    [{ title: 'x'.repeat(101) }, 'too_long title'],
    [{ title: 'a\u0000b' }, 'bad_text title'],
    [{ entry_type: '' }, 'required entry_type'],
    [{ entry_type: 'Places' }, 'invalid_type entry_type'],
    [{ entry_type: 0 }, 'out_of_range entry_type'],
    [{ entry_type: '8.4e296' }, 'invalid_type entry_type'],
    [{ entry_type: 9_999_999_999 }, 'out_of_range entry_type'],
    [{ entry_type: 999 }, 'invalid entry_type'],
    [{ entry_subtype: 999 }, 'invalid entry_subtype'],
    [{ entry_subtype: 'x' }, 'invalid_type entry_subtype'],
    [{ image: 'C:\\picture.png' }, 'invalid_image image'],
  ])('%p is refused: %s', async (fields, error) => {
    const response = await as(mira).create(form(fields))
    expect([response.statusCode, codeOf(response)]).toEqual([400, [error]])
    expect(await mine()).toEqual([])
  })

  test('title and type are required, and a sub-type must be one of the type', async () => {
    expect(codeOf(await as(mira).create(entryForm({})))).toEqual([
      'required title',
      'required entry_type',
    ])
    const response = await as(mira).create(
      form({ entry_type: foods, entry_subtype: cities }, image),
    )
    expect(codeOf(response)).toEqual(['invalid entry_subtype'])
    expect(stored()).not.toContainEqual(expect.stringMatching('part'))
  })

  test('a title of 100 characters is accepted, also of ones that count twice elsewhere', async () => {
    await created({ title: '𝔸'.repeat(100) })
    await created({ title: 'ﷺ'.repeat(100) })
    expect(await mine()).toHaveLength(2)
  })

  test('a repeated first call updates the same entry (ruling 35)', async () => {
    const id = await created({}, image)
    const [before] = await mine()
    const again = await created({ title: '  Halm ', entry_subtype: cities }, image)
    expect(again).toBe(id)
    const [after, ...others] = await mine()
    expect([after?.entry_subtype, others]).toEqual([cities, []])
    expect((await server.app.inject({ url: before?.image ?? '' })).statusCode).toBe(404)
    expect((await server.app.inject({ url: after?.image ?? '' })).statusCode).toBe(200)
  })

  test('simultaneous first calls make one entry and leave one image', async () => {
    const before = stored().length
    const responses = await Promise.all([1, 2].map(() => as(mira).create(form({}, image))))
    const ids = new Set(responses.map((response) => response.json<{ id: number }>().id))
    expect([responses.map((a) => a.statusCode), ids.size]).toEqual([[201, 201], 1])
    expect(stored()).toHaveLength(before + 1)
  })

  test('another title, author or state, or sections make another entry', async () => {
    const id = await created()
    const others = [await created({ title: 'halm' })]
    const byTomas = await as(tomas).create(form())
    others.push(byTomas.json().id)
    await as(mira).extend(id, [{ title: 'Towers', content: 'Many.' }])
    const second = await created()
    await decide(server, second, 'rejected_at')
    const third = await created()
    await decide(server, third, 'approved_at')
    others.push(second, third, await created())
    expect(new Set([id, ...others]).size).toBe(6)
  })

  test('the second call adds sections in order, and the search finds them', async () => {
    const id = await created()
    const items = [
      { title: ' Towers ', content: 'Tall Élan\n' },
      { title: 'Bridges', content: 'Of rope' },
    ]
    const response = await as(mira).extend(id, items)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual([
      { title: 'Towers', content: 'Tall Élan\n', glossary_entry: id },
      { title: 'Bridges', content: 'Of rope', glossary_entry: id },
    ])
    expect((await as(mira).sections(id)).json()).toEqual(response.json())
    for (const search of ['elan', 'of rope', 'halm'])
      expect(await as(mira).titles({ search, showMyEntries: 'true' })).toEqual(['Halm'])
    await decide(server, id, 'approved_at')
    expect(await as().titles({ search: 'elan' })).toEqual(['Halm'])
  })

  test('a repeated second call, also at the same time, adds nothing', async () => {
    const id = await created()
    const items = [
      { title: 'Towers', content: 'Tall' },
      { title: 'Towers', content: 'Tall' },
    ]
    const twice = await Promise.all([as(mira).extend(id, items), as(mira).extend(id, items)])
    const third = await as(mira).extend(id, items)
    expect([...twice, third].map((response) => response.statusCode)).toEqual([201, 201, 201])
    expect(await sectionsOf(id)).toEqual([
      ['Towers', 'Tall'],
      ['Towers', 'Tall'],
    ])
    await as(mira).extend(id, [{ title: 'More', content: 'to say' }])
    expect(await sectionsOf(id)).toHaveLength(3)
  })

  const item = { title: 'x', content: 'x' }
  test.each<[string, object[]]>([
    ['wrong_count sub_entries', []],
    ['wrong_count sub_entries', Array.from({ length: 51 }, () => item)],
    ['required sub_entries.0.title', [{ content: 'x' }]],
    ['required sub_entries.0.content', [{ title: 'x' }]],
    ['blank sub_entries.0.title', [{ ...item, title: ' ' }]],
    ['blank sub_entries.1.content', [item, { ...item, content: '\n' }]],
    ['too_long sub_entries.0.title', [{ ...item, title: 'x'.repeat(101) }]],
    ['too_long sub_entries.0.content', [{ ...item, content: 'x'.repeat(20_001) }]],
    ['foreign_parent sub_entries.1.glossary_entry', [item, { ...item, glossary_entry: 2_000_000 }]],
    ['out_of_range sub_entries.0.glossary_entry', [{ ...item, glossary_entry: 8.4e296 }]],
    ['bad_text content', [{ ...item, content: 'a\u0000' }]],
  ])('sub-entries are refused: %s', async (error, items) => {
    const id = await created()
    const response = await as(mira).extend(id, items)
    expect([response.statusCode, codeOf(response)]).toEqual([400, [error]])
    expect(await sectionsOf(id)).toEqual([])
  })

  test('an entry has at most 50 sections over all calls', async () => {
    const id = await created()
    const items = Array.from({ length: 50 }, (_, at) => ({ title: `Part ${at}`, content: 'x' }))
    expect((await as(mira).extend(id, items)).statusCode).toBe(201)
    const more = await as(mira).extend(id, [{ title: 'One more', content: 'x' }])
    expect([more.statusCode, codeOf(more)]).toEqual([400, ['wrong_count sub_entries']])
  })

  test('only a pending entry accepts sections', async () => {
    const items = [{ title: 'Late', content: 'x' }]
    for (const decision of ['approved_at', 'rejected_at'] as const) {
      const id = await created({ title: decision })
      await decide(server, id, decision)
      expect((await as(mira).extend(id, items)).statusCode).toBe(403)
      expect(await sectionsOf(id)).toEqual([])
    }
    const foreign = await addEntry(server, tomas.id, 'Foreign', { type_id: places })
    expect((await as(mira).extend(foreign, items)).statusCode).toBe(403)
    expect((await as(mira).extend(999_999, items)).statusCode).toBe(404)
  })

  test('an own pending or rejected entry can be deleted, with its image and sections', async () => {
    for (const state of ['pending', 'rejected']) {
      const id = await created({ title: state }, image)
      await as(mira).extend(id, [{ title: 'Towers', content: 'Tall' }])
      if (state === 'rejected') await decide(server, id, 'rejected_at')
      const [entry] = await mine()
      const narrow = await server.app.inject({ url: entry?.pictures?.[0]?.url ?? '' })
      expect(narrow.statusCode).toBe(200)
      expect((await as(mira).remove(id)).json()).toEqual({})
      expect(await mine()).toEqual([])
      for (const url of [entry?.image, entry?.pictures?.[0]?.url])
        expect((await server.app.inject({ url: url ?? '' })).statusCode).toBe(404)
    }
    const { db } = server.deps
    expect(await db.selectFrom('glossary_sub_entries').selectAll().execute()).toEqual([])
  })

  test('an approved entry and entries of others cannot be deleted', async () => {
    const id = await created()
    await decide(server, id, 'approved_at')
    const foreign = await addEntry(server, tomas.id, 'Foreign', { type_id: places })
    for (const one of [id, foreign]) {
      const response = await as(mira).remove(one)
      expect([response.statusCode, codeOf(response)]).toEqual([403, ['not_your_open_entry null']])
    }
    expect(await as().titles()).toEqual(['Foreign', 'Halm'])
    expect((await as(mira).remove(999_999)).statusCode).toBe(404)
  })

  test('the second of two simultaneous deletes gets 404', async () => {
    const id = await created({}, image)
    const responses = await Promise.all([as(mira).remove(id), as(mira).remove(id)])
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 404])
  })

  test('a simultaneous approval and delete: one of them succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await created({ title: `Round ${round}` })
      const [removed] = await Promise.all([as(mira).remove(id), decide(server, id, 'approved_at')])
      const isThere = (await as().titles()).includes(`Round ${round}`)
      expect([removed.statusCode, isThere]).toEqual(isThere ? [403, true] : [200, false])
    }
  })

  test('a malformed or oversized form is refused and stores nothing', async () => {
    const before = stored().length
    const url = '/api/glossary/user-entries/'
    const post = (payload: string | object, type?: string) =>
      server.send('POST', url, { ...mira.auth, ...(type && { 'content-type': type }) }, payload)
    const type = 'multipart/form-data; boundary=x'
    for (const response of [
      await post({ title: 'Halm', entry_type: places }),
      await post('no parts', type),
      await post('--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nHalm', type),
      await post('', 'multipart/form-data'),
    ])
      expect([response.statusCode, codeOf(response)]).toEqual([400, ['bad_form null']])
    const twoFiles = form({}, image)
    twoFiles.append('image', image, 'b.png')
    const otherName = form()
    otherName.set('picture', image, 'a.png')
    const twoTitles = form({}, image)
    twoTitles.append('title', 'Other')
    for (const bad of [twoFiles, otherName, twoTitles])
      expect((await as(mira).create(bad)).statusCode).toBe(400)
    expect(await mine()).toEqual([])
    expect(stored()).toHaveLength(before)
  })

  test('a truncated upload stores nothing', async () => {
    const before = stored().length
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const full = new Request('http://localhost', { method: 'POST', body: form({}, image) })
    const bytes = Buffer.from(await full.arrayBuffer())
    await new Promise<void>((resolve) => {
      server.app.server.once('connection', (socket) => socket.once('close', () => resolve()))
      const call = httpRequest(`${address}/api/glossary/user-entries/`, {
        method: 'POST',
        headers: {
          ...mira.auth,
          'content-type': full.headers.get('content-type') ?? '',
          'content-length': bytes.length,
        },
      })
      call.on('error', () => undefined)
      call.write(bytes.subarray(0, bytes.length - 60), () => call.destroy(new Error('cut')))
    })
    expect(await mine()).toEqual([])
    expect(stored()).toHaveLength(before)
  })
})

test('a member may create a limited number of entries in an hour', async () => {
  const server = await startServer('sqlite', { RATE_LIMITS: 'on' })
  const mira = await server.addUser('mira')
  const type = await addGlossaryType(server, 'Places')
  const { create } = glossaryCalls(server, mira)
  const statuses: number[] = []
  for (let one = 0; one < 31; one++)
    statuses.push((await create(entryForm({ title: `Entry ${one}`, entry_type: type }))).statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  const tomas = glossaryCalls(server, await server.addUser('tomas'))
  expect((await tomas.create(entryForm({ title: 'Mine', entry_type: type }))).statusCode).toBe(201)
  await server.close()
})
