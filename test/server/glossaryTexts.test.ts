import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { ENTRY_TEXT_MAX } from '#contract/formatting.ts'
import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { PENDING_ENTRIES_MAX } from '#server/modules/glossary/policy.ts'
import { searchKey } from '#shared/search.ts'
import {
  addEntries,
  addGlossaryType,
  clearEntries,
  entryForm,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { startDesk } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

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
    const indexed = async () =>
      (
        await server.deps.db
          .selectFrom('glossary_entries')
          .select('search_text')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).search_text
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
    const { updated_at } = await server.deps.db
      .selectFrom('glossary_entries')
      .select('updated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
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
