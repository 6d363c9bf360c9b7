import { sql } from 'kysely'
import Value from 'typebox/value'
import { glossaryCalls as contract } from '#contract/glossary.ts'
import type { GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import {
  addEntry,
  addGlossarySubtype,
  addGlossaryType,
  clearEntries,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { makePlainDatabase } from '#test/helpers/server/plainPostgres.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestServer, type TestUser } from '#test/helpers/server/startServer.ts'

const HOUR = 3_600_000

serverTests('the glossary on %s', (server, engine) => {
  let mira: TestUser
  let tomas: TestUser
  let ada: TestUser
  let places: GlossaryTypeId
  let foods: GlossaryTypeId
  let cities: GlossarySubtypeId
  let drinks: GlossarySubtypeId
  let now: number

  beforeAll(async () => {
    now = server.deps.clock()
    mira = await server.addUser('mira')
    tomas = await server.addUser('tomas')
    ada = await server.addUser('ada', 'staff')
    foods = await addGlossaryType(server, 'Foods', 2)
    places = await addGlossaryType(server, 'Places', 1)
    drinks = await addGlossarySubtype(server, foods, 'Drinks')
    cities = await addGlossarySubtype(server, places, 'Cities', 2)
    await addGlossarySubtype(server, places, 'Wilds', 1)
  })
  beforeEach(() => clearEntries(server))

  const as = (user?: TestUser) => glossaryCalls(server, user)
  const visitor = () => as()
  const get = (path: string) => server.app.inject({ url: `/api/glossary/${path}` })

  test('types are on one page, in their order, with icons (ruling 38)', async () => {
    expect((await get('entry-types/')).json()).toEqual({
      count: 2,
      results: [
        { id: places, name: 'Places', icon: 'places-icon' },
        { id: foods, name: 'Foods', icon: 'foods-icon' },
      ],
    })
  })

  test('sub-types are in the order of their types, or those of one type', async () => {
    const all = (await get('entry-subtypes/')).json().results
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['Wilds', 'Cities', 'Drinks'])
    expect((await get(`get-subtypes/${foods}/`)).json()).toEqual({
      subtypes: [{ id: drinks, name: 'Drinks' }],
    })
    expect((await get('get-subtypes/999/')).statusCode).toBe(404)
    expect((await get('get-subtypes/all/')).statusCode).toBe(400)
  })

  test('an entry has the fields of the contract', async () => {
    const description = 'A town of towers.'
    const of = { type_id: places, subtype_id: cities, description }
    const id = await addEntry(server, mira.id, 'Halm', of)
    const entries = await visitor().entries()
    expect(entries).toEqual([
      {
        id,
        title: 'Halm',
        description,
        image: null,
        entry_type: places,
        entry_type_detail: { name: 'Places', icon: 'places-icon' },
        entry_subtype: cities,
        entry_subtype_name: 'Cities',
        created_by: { username: 'mira', is_staff: false },
        pending: false,
        is_rejected: false,
      },
    ])
    const schema = contract.listGlossaryEntries.response[200]
    expect([...Value.Errors(schema, entries)]).toEqual([])
  })

  test('a rejected entry has the reason for its author, if there is one', async () => {
    const of = { type_id: places, approved_at: null, rejected_at: now }
    await addEntry(server, mira.id, 'Sled', { ...of, rejection_reason: 'Sleds do not explode.' })
    await addEntry(server, mira.id, 'Spoon', { ...of, rejection_reason: ' ' })
    expect(await as(mira).entries({ showMyEntries: 'true' })).toMatchObject([
      { title: 'Sled', is_rejected: true, rejection_reason: 'Sleds do not explode.' },
      expect.not.objectContaining({ rejection_reason: expect.anything() }),
    ])
    expect(await as(tomas).entries({ showMyEntries: 'true' })).toEqual([])
  })

  test('types and sub-types filter, also together; Any and empty do not', async () => {
    await addEntry(server, ada.id, 'Halm', { type_id: places, subtype_id: cities })
    await addEntry(server, ada.id, 'Marsh', { type_id: places })
    await addEntry(server, ada.id, 'Soup', { type_id: foods })
    const { titles } = visitor()
    expect(await titles({ type: places })).toEqual(['Halm', 'Marsh'])
    expect(await titles({ type: places, subtype: cities })).toEqual(['Halm'])
    expect(await titles({ type: 'Any', subtype: drinks })).toEqual([])
    expect(await titles({ type: foods, subtype: cities })).toEqual([])
    expect(await titles({ type: 'Any', subtype: 'Any' })).toHaveLength(3)
    expect(await titles({ type: '', subtype: '' })).toHaveLength(3)
    for (const unknown of ['0', '999', 'Places', '-1', '1e3', '9'.repeat(30), "' or 1=1"])
      expect([unknown, await titles({ type: unknown })]).toEqual([unknown, []])
  })

  test('Alphabetical is the default, without regard to case and marks', async () => {
    for (const title of ['élan', 'Zebra', 'eland', 'Æther', 'apple', '“Quoted”', 'Écho'])
      await addEntry(server, ada.id, title, { type_id: places })
    const inOrder = ['“Quoted”', 'Æther', 'apple', 'Écho', 'élan', 'eland', 'Zebra']
    expect(await visitor().titles()).toEqual(inOrder)
    expect(await visitor().titles({ sort: 'Alphabetical' })).toEqual(inOrder)
    expect(await visitor().titles({ sort: 'Neueste zuerst' })).toEqual(inOrder)
  })

  test('Newest First and Oldest First go by the time of creation', async () => {
    await addEntry(server, ada.id, 'B', { type_id: places, created_at: now - HOUR })
    await addEntry(server, ada.id, 'A', { type_id: places, created_at: now })
    await addEntry(server, ada.id, 'C', { type_id: places, created_at: now - 2 * HOUR })
    expect(await visitor().titles({ sort: 'Newest First' })).toEqual(['A', 'B', 'C'])
    expect(await visitor().titles({ sort: 'Oldest First' })).toEqual(['C', 'B', 'A'])
  })

  test('user-made entries are those of authors who are not staff now (ruling 55)', async () => {
    const oskar = await server.addUser('oskar')
    await addEntry(server, ada.id, 'By staff', { type_id: places })
    await addEntry(server, mira.id, 'By a player', { type_id: places })
    await addEntry(server, oskar.id, 'By a rising player', { type_id: places })
    const userMade = () => visitor().titles({ showUserEntries: 'true' })
    expect(await userMade()).toEqual(['By a player', 'By a rising player'])
    expect(await visitor().titles({ showUserEntries: 'false' })).toHaveLength(3)
    const { responseCache } = server.deps
    for (const role of ['superuser', 'staff'] as const) {
      await server.update('users', { id: oskar.id }, { role })
      responseCache.clear('glossary')
      expect([role, await userMade()]).toEqual([role, ['By a player']])
    }
    const rising = (await visitor().entries()).find(({ title }) => title === 'By a rising player')
    expect(rising?.created_by).toEqual({ username: 'oskar', is_staff: true })
  })

  describe('unapproved entries', () => {
    beforeEach(async () => {
      await addEntry(server, mira.id, 'Approved', { type_id: places })
      const open = { type_id: places, approved_at: null }
      await addEntry(server, mira.id, 'Pending', open, { 'A secret': 'Nobody knows.' })
      await addEntry(server, mira.id, 'Rejected', { ...open, rejected_at: now })
      await addEntry(server, tomas.id, 'Of another', open)
      await addEntry(server, ada.id, 'Of staff', open)
    })
    const idOf = async (title: string): Promise<number> => {
      const found = server.deps.db.selectFrom('glossary_entries').where('title', '=', title)
      return (await found.select('id').executeTakeFirstOrThrow()).id
    }
    const strangers = () => [visitor(), as(tomas), as(ada)]

    test('are in their author’s own list, marked, and nowhere else (ruling 34)', async () => {
      const mine = await as(mira).entries({ showMyEntries: 'true' })
      expect(mine.map((e) => [e.title, e.pending, e.is_rejected])).toEqual([
        ['Approved', false, false],
        ['Pending', true, false],
        ['Rejected', true, true],
      ])
      expect(await as(mira).titles()).toEqual(['Approved'])
      expect(await as(mira).titles({ showMyEntries: 'false' })).toEqual(['Approved'])
      expect(await as(tomas).titles({ showMyEntries: 'true' })).toEqual(['Of another'])
      for (const { titles } of strangers()) expect(await titles()).toEqual(['Approved'])
    })

    test('are not in totals, searches and suggestions of others', async () => {
      for (const { list } of strangers()) {
        const all = await list({ limit: 10 })
        expect(all.headers['x-total-count']).toBe('1')
        for (const search of ['Pending', 'pe', 'secret', 'nobody', 'rejecte', 'pendnig']) {
          const response = await list({ search, limit: 10 })
          expect([search, response.body]).toEqual([search, '[]'])
          expect(response.headers['x-total-count']).toBe('0')
          expect(response.headers['x-suggestions']).toBeUndefined()
        }
      }
      const { titles, list } = as(mira)
      expect(await titles({ search: 'secret', showMyEntries: 'true' })).toEqual(['Pending'])
      expect(await titles({ search: 'pe', showMyEntries: 'true' })).toEqual(['Pending'])
      const near = await list({ search: 'pendnig', showMyEntries: 'true' })
      expect(decodeURIComponent(String(near.headers['x-suggestions']))).toBe('["Pending"]')
    })

    test('have no sections for others: 404', async () => {
      const id = await idOf('Pending')
      for (const { sections } of strangers()) {
        const response = await sections(id)
        expect([response.statusCode, response.json().errors[0].code]).toEqual([
          404,
          'entry_not_found',
        ])
      }
      expect((await as(mira).sections(id)).json()).toEqual([
        { title: 'A secret', content: 'Nobody knows.', glossary_entry: id },
      ])
      expect((await visitor().sections(await idOf('Approved'))).json()).toEqual([])
      expect((await visitor().sections(12345)).statusCode).toBe(404)
    })

    test('both filters together intersect (ruling 39)', async () => {
      const both = { showMyEntries: 'true', showUserEntries: 'true' }
      expect(await as(mira).titles(both)).toHaveLength(3)
      expect(await as(ada).titles(both)).toEqual([])
    })

    test('a visitor has no own entries: the flag has no effect', async () => {
      expect(await visitor().titles({ showMyEntries: 'true' })).toEqual(['Approved'])
    })
  })

  test('a bad token is refused, on the list and on sections (ruling 33)', async () => {
    for (const path of ['entries/', 'entries/1/sub-entries/'])
      for (const authorization of ['Bearer made-up', 'Basic abc', 'Bearer', '']) {
        const url = `/api/glossary/${path}`
        const response = await server.app.inject({ url, headers: { authorization } })
        expect([path, authorization, response.statusCode]).toEqual([path, authorization, 401])
        expect(response.json().errors[0].code).toBe('token_not_valid')
      }
  })

  test('only lists that do not depend on the caller are cached', async () => {
    await addEntry(server, mira.id, 'Mine', { type_id: places, approved_at: null })
    const open = await visitor().list()
    expect(open.headers).toMatchObject({
      etag: expect.any(String),
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding, authorization',
    })
    const id = await addEntry(server, mira.id, 'Open', { type_id: places }, { One: 'text' })
    const sections = await visitor().sections(id)
    expect(sections.json()).toHaveLength(1)
    expect(sections.headers).toMatchObject({
      etag: expect.any(String),
      vary: 'accept-encoding, authorization',
    })
    const own = await as(mira).list({ showMyEntries: 'true' })
    expect(own.headers.etag).toBeUndefined()
    expect(own.headers['cache-control']).toBe('no-store')
    const headers = { 'if-none-match': String(open.headers.etag) }
    const url = '/api/glossary/entries/?'
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200)
    const now = { 'if-none-match': String((await visitor().list()).headers.etag) }
    expect((await server.app.inject({ url, headers: now })).statusCode).toBe(304)
    const again = await server.app.inject({
      url: `${url}showMyEntries=true`,
      headers: { ...now, ...mira.auth },
    })
    expect(again.statusCode).toBe(200)
    expect(again.json()).toMatchObject([{ title: 'Mine' }, { title: 'Open' }])
  })

  test('texts stay as they were written', async () => {
    const title = '<img src=x onerror=alert(1)> {{7*7}} \u202Etxet'
    await addEntry(server, mira.id, title, { type_id: places, description: "'; drop table users" })
    const [entry] = await visitor().entries({ search: '<IMG' })
    expect(entry).toMatchObject({ title, description: "'; drop table users" })
  })

  if (engine === 'postgres')
    describe('without the trigram extension', () => {
      let database: Awaited<ReturnType<typeof makePlainDatabase>>
      let plain: TestServer
      beforeAll(async () => {
        database = await makePlainDatabase()
        plain = await startServer(engine, { DATABASE_URL: database.url })
      }, 30_000)
      afterAll(async () => {
        await plain.close()
        await database.drop()
      })

      test('the same entries are found', async () => {
        const extension = sql`select 1 from pg_extension where extname = 'pg_trgm'`
        expect((await extension.execute(plain.deps.db)).rows).toEqual([])
        const author = await plain.addUser('author')
        const type = await addGlossaryType(plain, 'Places')
        const sections = { Towers: '100% rope_bridges' }
        await addEntry(plain, author.id, 'Halm', { type_id: type }, sections)
        const { titles, list } = glossaryCalls(plain)
        for (const search of ['hal', 'ha', '100%', 'rope_b'])
          expect([search, await titles({ search })]).toEqual([search, ['Halm']])
        expect(await titles({ search: 'rope%b' })).toEqual([])
        expect((await list({ search: 'hlam' })).headers['x-suggestions']).toBe('%5B%22Halm%22%5D')
      })
    })
})
