import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { collected } from '#server/compose/collect.ts'
import { clearAreas } from '#server/http/cache/clearing.ts'
import { linkTexts } from '#server/modules/linking/linker.ts'
import { claim } from '#server/modules/linking/repository.ts'
import { reading } from '#server/work/work.ts'
import { addNews, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('linked texts on %s', (server) => {
  let mara: TestUser
  let type_id: GlossaryTypeId
  beforeEach(async () => {
    await server.empty()
    mara = await server.addUser('Mara')
    type_id = await addGlossaryType(server, 'Places')
  })

  const link = () => linkTexts(server.deps, collected.links)
  const get = async (path: string) => (await server.app.inject(`/api${path}`)).json()
  const entry = (title: string, text: string, over = {}) =>
    addEntry(server, mara.id, title, { type_id, ...over }, { Text: text })
  const change = (id: GlossaryEntryId, columns: object) => {
    server.passTime(1000)
    return server.deps.db
      .updateTable('glossary_entries')
      .set({ ...columns, updated_at: server.deps.clock() })
      .where('id', '=', id)
      .execute()
  }
  const termsIn = async (id: GlossaryEntryId): Promise<unknown[]> => {
    const [section] = await get(`/glossary/entries/${id}/sub-entries/`)
    const found = JSON.stringify(section.content_rich ?? []).matchAll(/"term":(\{[^}]*\})/g)
    return [...found].map(([, json]) => JSON.parse(json ?? ''))
  }
  const term = (id: number, kind = 'glossary') => ({ kind, id })

  test('have links to approved entries and rules; a text without any has no tree', async () => {
    const keep = await entry('Ash Keep', 'A keep. Nothing else.')
    const pending = await entry('Old Mill', 'x', { approved_at: null })
    const rule = await addRule(server, 'Falling')
    const town = await entry('Town', 'Near the Ash Keep and the old mill. See falling.')
    expect(await link()).toBe(4)
    expect(await termsIn(town)).toEqual([term(keep), term(rule, 'rule')])
    const [section] = await get(`/glossary/entries/${keep}/sub-entries/`)
    expect(section).not.toHaveProperty('content_rich')
    await change(pending, { approved_at: 1 })
    await link()
    expect(await termsIn(town)).toContainEqual(term(pending))
  })

  test('are updated by a rename, an alias, a rejection and a deletion', async () => {
    const keep = await entry('Ash Keep', 'x')
    const town = await entry('Town', 'The Ash Keep, once the Grey Tower.')
    await link()
    expect(await termsIn(town)).toEqual([term(keep)])
    await change(keep, { title: 'Burnt Keep' })
    await link()
    expect(await termsIn(town)).toEqual([])
    await change(keep, { aliases: '["Grey Tower"]' })
    await link()
    expect(await termsIn(town)).toEqual([term(keep)])
    await change(keep, { approved_at: null, rejected_at: 1 })
    await link()
    expect(await termsIn(town)).toEqual([])
    await change(keep, { approved_at: 1, rejected_at: null })
    await link()
    expect(await termsIn(town)).toEqual([term(keep)])
    await server.deps.db.deleteFrom('glossary_entries').where('id', '=', keep).execute()
    await link()
    expect(await termsIn(town)).toEqual([])
  })

  test('are read again only if a name in them has changed', async () => {
    await entry('Ash Keep', 'x')
    await entry('Town', 'The Ash Keep and the Grey Tower.')
    await entry('Village', 'Nothing.')
    expect(await link()).toBe(3)
    expect(await link()).toBe(0)
    await entry('Grey Tower', 'y')
    expect(await link()).toBe(2)
  })

  test('never show an earlier text, and are formatted before they are linked', async () => {
    const keep = await entry('Ash Keep', 'x')
    const town = await entry('Town', 'The **Ash Keep**.', { format: 'light' })
    const rich = async () => (await get(`/glossary/entries/${town}/sub-entries/`))[0].content_rich
    expect(await rich()).toEqual([
      { type: 'paragraph', runs: ['The ', { text: 'Ash Keep', strong: true }, '.'] },
    ])
    await link()
    expect(await termsIn(town)).toEqual([term(keep)])
    await server.deps.db
      .updateTable('glossary_sub_entries')
      .set({ content: 'A *new* Ash Keep' })
      .where('entry_id', '=', town)
      .execute()
    server.deps.responseCache.clear('glossary')
    expect(JSON.stringify(await rich())).toContain('"em":true')
    expect(await termsIn(town)).toEqual([])
  })

  test('from before formatting stay as they were typed', async () => {
    const town = await entry('Town', '1. A *star* and **two**')
    await link()
    const [section] = await get(`/glossary/entries/${town}/sub-entries/`)
    expect(section).not.toHaveProperty('content_rich')
  })

  test('a card has the first line and the public texts that mention it', async () => {
    const keep = await entry('Ash Keep', '**Old** walls.\n\nMore.', { format: 'light' })
    const town = await entry('Town', 'The Ash Keep.')
    await entry('Secret', 'The Ash Keep.', { approved_at: null })
    await link()
    expect(await get(`/terms/glossary/${keep}`)).toEqual({
      kind: 'glossary',
      id: keep,
      title: 'Ash Keep',
      label: 'Places',
      text: 'Old walls.',
      image: null,
      mentioned_in: [{ kind: 'glossary', id: town, title: 'Town' }],
    })
    const [section] = await get(`/glossary/entries/${keep}/sub-entries/`)
    expect(section).toMatchObject({ mentioned: true })
    expect((await get(`/glossary/entries/${town}/sub-entries/`))[0]).not.toHaveProperty('mentioned')
  })

  test('only public texts count as a mention', async () => {
    const keep = await entry('Ash Keep', 'Old walls.')
    const falling = await addRule(server, 'Falling', {}, { Text: 'It hurts.' })
    const text = 'Falling from the Ash Keep.'
    const secret = await entry('Secret', text, { approved_at: null })
    const article = (over: object) => addNews(server, { description: text, ...over })
    await article({ publish_at: null })
    await article({ publish_at: server.deps.clock() + HOUR })
    await article({ unpublished_at: server.deps.clock() })
    await link()
    const read = async () => {
      const rule = await server.app.inject(`/api/rules/entries/${falling}/sub-entries/`)
      const [section] = await get(`/glossary/entries/${keep}/sub-entries/`)
      return [rule.json()[0].mentioned, section.mentioned]
    }
    expect(await read()).toEqual([undefined, undefined])
    await change(secret, { approved_at: 1 })
    clearAreas(server.deps, ['glossary', 'rules'])
    expect(await read()).toEqual([true, true])
    await change(secret, { approved_at: null })
    server.passTime(HOUR)
    clearAreas(server.deps, ['glossary', 'rules'])
    expect(await read()).toEqual([true, true])
  })

  test('a pending, unknown or impossible target has no card', async () => {
    const pending = await entry('Old Mill', 'x', { approved_at: null })
    const status = async (path: string) =>
      (await server.app.inject(`/api/terms/${path}`)).statusCode
    expect(await status(`glossary/${pending}`)).toBe(404)
    expect(await status('rule/999')).toBe(404)
    expect(await status('content/1')).toBe(404)
    expect(await status('glossary/0')).toBe(400)
  })

  test('one process links at a time, and an interrupted one is continued', async () => {
    for (let number = 0; number < 60; number++) await entry(`House ${number}`, 'x')
    await claim(reading(server.deps), 'another')
    expect(await link()).toBeNull()
    server.passTime(31_000)
    expect(await link()).toBe(60)
    await server.deps.db.deleteFrom('linked_texts').execute()
    let calls = 0
    expect(
      await linkTexts(server.deps, collected.links, {
        process: 'dies',
        isStopped: () => calls++ > 0,
      }),
    ).toBe(25)
    expect(await link()).toBe(35)
  })
})
