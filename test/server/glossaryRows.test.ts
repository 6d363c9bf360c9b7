import sharp from 'sharp'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { ENTRY_TEXT_MAX } from '#contract/formatting.ts'
import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { publicUrlPath, readPicture } from '#server/files/pictureNames.ts'
import { makeVariant, removeImage, storeImage } from '#server/files/pictures.ts'
import { PENDING_ENTRIES_MAX } from '#server/modules/glossary/policy.ts'
import { entryHead } from '#server/modules/glossary/siteRoutes.ts'
import { searchKey } from '#shared/search.ts'
import {
  addEntries,
  addEntry,
  addGlossaryType,
  clearEntries,
  decide,
  entryForm,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { deskTests, serverTests } from '#test/helpers/server/serverTests.ts'
import { startDesk } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const SITE = 'https://discordia.example'

serverTests('rows of the glossary on %s', { env: { PUBLIC_URL: SITE } }, (server) => {
  let mira: TestUser
  let tomas: TestUser
  let type_id: GlossaryTypeId
  beforeAll(async () => {
    mira = await server.addUser('mira')
    tomas = await server.addUser('tomas')
    type_id = await addGlossaryType(server, 'Places')
  })
  beforeEach(() => clearEntries(server))

  const visitor = () => glossaryCalls(server)
  const picture = async (width: number) =>
    storeImage(
      server.deps.files,
      await sharp({ create: { width, height: width / 2, channels: 3, background: '#c96' } })
        .jpeg()
        .toBuffer(),
    )

  describe('the excerpt', () => {
    test('is the first line of the first section if there is no description, cut between two words', async () => {
      const long = `${'Everybody owns it on Tuesdays. '.repeat(9)}\nNext.`
      await addEntry(
        server,
        mira.id,
        'A',
        { type_id },
        { One: '\n  A town. \nTwo.', Two: 'Three.' },
      )
      await addEntry(server, mira.id, 'B', { type_id, description: ' \n' }, { One: long })
      await addEntry(server, mira.id, 'C', { type_id, description: 'Said.' }, { One: 'Unsaid.' })
      await addEntry(server, mira.id, 'D', { type_id })
      const [a, b, c, d] = await visitor().entries()
      expect(a?.excerpt).toBe('A town.')
      expect(b?.excerpt).toMatch(/^Everybody owns it on Tuesdays\. .{50,130}\w…$/)
      for (const entry of [c, d]) expect(entry).not.toHaveProperty('excerpt')
    })

    test('has 160 characters at most', async () => {
      const whole = `${'word '.repeat(31)}words`
      await addEntry(server, mira.id, 'A', { type_id }, { One: whole })
      await addEntry(server, mira.id, 'B', { type_id }, { One: `${whole}!` })
      await addEntry(server, mira.id, 'C', { type_id }, { One: 'x'.repeat(161) })
      const lines = (await visitor().entries()).map(({ excerpt }) => excerpt)
      expect([whole.length, lines[0]]).toEqual([160, whole])
      expect(lines[1]).toBe(`${'word '.repeat(31).trim()}…`)
      expect(lines[2]).toBe(`${'x'.repeat(80)}…`)
    })

    test('is read with the rows: one statement for a page, however long it is', async () => {
      for (const title of ['A', 'B', 'C', 'D', 'E'])
        await addEntry(server, mira.id, title, { type_id }, { One: title })
      const asked = jest.spyOn(server.deps.db, 'selectFrom')
      expect(await visitor().entries({ limit: 2 })).toHaveLength(2)
      const few = asked.mock.calls.length
      asked.mockClear()
      expect(await visitor().entries({ limit: 4 })).toHaveLength(4)
      expect(asked.mock.calls).toHaveLength(few)
      asked.mockRestore()
    })
  })

  test('thumbnails have two widths, are rendered on request, and are deleted with the picture', async () => {
    const stored = await picture(800)
    await addEntry(server, mira.id, 'A', { type_id, picture: JSON.stringify(stored) })
    const small = JSON.stringify(await picture(100))
    await addEntry(server, mira.id, 'B', { type_id, picture: small })
    await addEntry(server, mira.id, 'C', { type_id })
    const [a, b, c] = await visitor().entries()
    expect(a?.thumbnails).toMatchObject([
      { width: 160, height: 80 },
      { width: 320, height: 160 },
    ])
    expect(a?.pictures?.map(({ width }) => width)).toEqual([480, 800])
    expect([b?.thumbnails, c?.thumbnails]).toEqual([[], undefined])
    const response = await server.app.inject(a?.thumbnails?.[0]?.url ?? '')
    const drawn = await sharp(response.rawPayload).metadata()
    expect([response.statusCode, drawn.format, drawn.width]).toEqual([200, 'webp', 160])
    const { files } = server.deps
    const name = a?.thumbnails?.[1]?.url.split('/').at(-1) ?? ''
    expect(await makeVariant(files, name)).toBe(true)
    await removeImage(files, stored)
    expect(await files.size(`public/${name}`)).toBeNull()
  })

  describe('an entry by its id', () => {
    const open = { approved_at: null }
    const one = async (id: number | string, user?: TestUser) =>
      glossaryCalls(server, user).titles({ entry: id, ...(user && { showMyEntries: 'true' }) })

    test('is found wherever it stands', async () => {
      const id = await addEntry(server, mira.id, 'Zebra', { type_id })
      await addEntry(server, mira.id, 'Apple', { type_id })
      expect((await visitor().list({ limit: 1 })).json()[0].title).toBe('Apple')
      expect(await one(id)).toEqual(['Zebra'])
      for (const unknown of [id + 100, 0, -1, 'x', '1e3', '9'.repeat(30), "' or 1=1"])
        expect([unknown, await one(unknown)]).toEqual([unknown, []])
    })

    test('that is not approved is found by its author only', async () => {
      const id = await addEntry(server, mira.id, 'Secret', { type_id, ...open })
      expect(await one(id, mira)).toEqual(['Secret'])
      expect([await one(id), await one(id, tomas)]).toEqual([[], []])
      await decide(server, id, 'approved_at')
      expect(await one(id)).toEqual(['Secret'])
    })

    test('has tags of its own in the head of its page; an invisible one has none', async () => {
      const head = async (id: number | string, path = '/discordia/world') => {
        const query = new URLSearchParams({ entry: String(id) })
        return (await entryHead(server.deps)({ path, query, language: 'en' }))?.tags ?? null
      }
      const own = JSON.stringify(await picture(800))
      const title = 'The "Red" <Gate>'
      const of = { type_id, description: 'Never & nowhere shut.\nMore.', picture: own }
      const id = await addEntry(server, mira.id, title, of)
      const tags = (await head(id)) ?? ''
      expect(tags).toContain('<title>The &quot;Red&quot; &lt;Gate&gt; – Discordia</title>')
      expect(tags).toContain('<meta name="description" content="Never &amp; nowhere shut. More."')
      expect(tags).toContain(`<link rel="canonical" href="${SITE}/discordia/world?entry=${id}"`)
      const image = publicUrlPath(readPicture(own)?.key ?? '')
      expect(tags).toContain(`<meta property="og:image" content="${SITE}${image}"`)
      const plain = await addEntry(server, mira.id, 'Plain', { type_id }, { One: 'First line.' })
      expect(await head(plain)).toContain('<meta name="description" content="First line."')
      expect(await head(plain)).toContain(`content="${SITE}/images/social.jpg"`)
      const secret = await addEntry(server, mira.id, 'Secret', { type_id, ...open })
      for (const none of [secret, id + 100, 'x', '']) expect(await head(none)).toBeNull()
      expect(await head(id, '/discordia/rules')).toBeNull()
      await server.deps.db.deleteFrom('glossary_entries').execute()
      server.deps.responseCache.clear('glossary')
      expect(await head(id)).toBeNull()
    })
  })
})

describe('folding a text for the search', () => {
  test('truncates no text in any language', () => {
    for (const unit of ['각', 'ệ', 'Ǆ', '𝔸'])
      expect([unit, searchKey(unit.repeat(9000)) === searchKey(unit).repeat(9000)]).toEqual([
        unit,
        true,
      ])
  })
})

deskTests('texts of glossary entries on %s', (server) => {
  let mira: TestUser
  let type: GlossaryTypeId
  beforeAll(async () => {
    mira = await server.addUser('mira')
    type = await addGlossaryType(server, 'Places')
  })
  beforeEach(() => clearEntries(server))

  const as = (user?: TestUser) => glossaryCalls(server, user)
  const send = (title: string) => as(mira).create(entryForm({ title, entry_type: type }))
  const created = async (title = 'Halm') => (await send(title)).json<{ id: GlossaryEntryId }>().id
  const section = (content: string) => ({ title: 'Part', content })
  const refusalOf = (response: { statusCode: number; json: () => { errors: object[] } }) => [
    response.statusCode,
    response.json().errors[0],
  ]

  test('are limited together, in one call and over several', async () => {
    const full = Array.from({ length: ENTRY_TEXT_MAX / LONG_TEXT_MAX }, () =>
      section('x'.repeat(LONG_TEXT_MAX)),
    )
    const tooLong = [400, { code: 'too_long', attr: 'sub_entries' }]
    const first = await created()
    expect(refusalOf(await as(mira).extend(first, [...full, section('x')]))).toMatchObject(tooLong)
    expect((await as(mira).sections(first)).json()).toEqual([])
    expect((await as(mira).extend(first, full)).statusCode).toBe(201)
    expect(refusalOf(await as(mira).extend(first, [section('x')]))).toMatchObject(tooLong)
  })

  test('are indexed at the approval, and found by their author before', async () => {
    const id = await created()
    await as(mira).extend(id, [section('Tall Élan')])
    const indexed = async () => (await server.row('glossary_entries', { id })).search_text
    expect(await indexed()).toBe('QQha\nhalm')
    expect(await as(mira).titles({ search: 'elan', showMyEntries: 'true' })).toEqual(['Halm'])
    expect(await as().titles({ search: 'elan' })).toEqual([])
    const reviewer = await server.staff('Reviewer')
    expect((await reviewer.post(`/review/${id}/approve`)).statusCode).toBe(200)
    expect(await indexed()).toContain('tall elan')
    expect(await as().titles({ search: 'elan' })).toEqual(['Halm'])
    expect(await as(mira).titles({ search: 'elan', showMyEntries: 'true' })).toEqual(['Halm'])
  })

  test('of a later call come after the earlier ones, and all of them are found', async () => {
    const id = await created()
    const sent = (title: string, content: string) => ({ title, content })
    const calls = [
      [sent('One', 'tall'), sent('Two', 'towers')],
      [sent('Two', 'of stone')],
      [sent('Three', 'of stone')],
      [sent('Three', 'of stone'), sent('Three', 'of wood')],
    ]
    for (const call of calls) {
      server.passTime(1)
      expect((await as(mira).extend(id, call)).statusCode).toBe(201)
    }
    const all = calls.flat().map((one) => ({ ...one, glossary_entry: id }))
    expect((await as(mira).sections(id)).json()).toEqual(all)
    for (const search of ['halm', 'tall', 'of wood'])
      expect(await as(mira).titles({ search, showMyEntries: 'TRUE' })).toEqual(['Halm'])
    const { updated_at } = await server.row('glossary_entries', { id })
    expect(updated_at).toBe(server.deps.clock())
  })

  test('of one member are pending up to a limit, also when they are sent at the same time', async () => {
    const pending = (at: number) => ({ title: `Title ${at}`, type_id: type, approved_at: null })
    await addEntries(server, mira.id, PENDING_ENTRIES_MAX - 1, pending)
    // Entries of others, and decided ones, do not count.
    const tomas = await server.addUser('tomas')
    await addEntries(server, tomas.id, 3, pending)
    await addEntries(server, mira.id, 3, (at) => ({ title: `Shown ${at}`, type_id: type }))
    const rejected = { approved_at: null, rejected_at: 1 }
    await addEntries(server, mira.id, 3, (at) => ({ ...pending(at), ...rejected }))
    const responses = await Promise.all(['A', 'B'].map((title) => send(title)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400])
    const refused = responses.find(({ statusCode }) => statusCode === 400)
    expect(refused?.json().errors[0].code).toBe('too_many_entries')
    const taken = responses.findIndex(({ statusCode }) => statusCode === 201)
    // The repeated first call updates the same entry.
    expect((await send(['A', 'B'][taken] ?? '')).statusCode).toBe(201)
    await as(mira).remove(responses[taken]?.json().id)
    expect((await send('D')).statusCode).toBe(201)
  })
})

test('a member may add sections a limited number of times in an hour', async () => {
  const server = await startDesk('sqlite', { RATE_LIMITS: 'on' })
  const { extend } = glossaryCalls(server, await server.addUser('mira'))
  const statuses: number[] = []
  for (let one = 0; one < 61; one++)
    statuses.push((await extend(999, [{ title: 'Part', content: 'x' }])).statusCode)
  expect([statuses.indexOf(429), new Set(statuses.slice(0, 60))]).toEqual([60, new Set([404])])
  await server.close()
})
