import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { collected } from '#server/compose/collect.ts'
import { clearAreas } from '#server/http/cache/clearing.ts'
import { linkTexts } from '#server/modules/linking/linker.ts'
import { claim } from '#server/modules/linking/repository.ts'
import { parseLight } from '#server/text/light.ts'
import {
  isTerm,
  linkTerms,
  plainBlocks,
  type Target,
  TERM_LINKS_MAX,
  termsOf,
} from '#server/text/termLinks.ts'
import { reading } from '#server/work/work.ts'
import { termKey } from '#shared/search.ts'
import { addNews, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('linked texts on %s', (server) => {
  let type_id: GlossaryTypeId
  beforeEach(() => server.empty())
  const [mara] = playersOf(server, 'Mara')
  beforeEach(async () => {
    type_id = await addGlossaryType(server, 'Places')
  })

  const link = () => linkTexts(server.deps, collected.links)
  const get = async (path: string) => (await server.app.inject(`/api${path}`)).json()
  const entry = (title: string, text: string, over = {}) =>
    addEntry(server, mara.id, title, { type_id, ...over }, { Text: text })
  const change = (id: GlossaryEntryId, columns: object) => {
    server.passTime(1000)
    return server.update(
      'glossary_entries',
      { id },
      { ...columns, updated_at: server.deps.clock() },
    )
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
    await server.update('glossary_sub_entries', { entry_id: town }, { content: 'A *new* Ash Keep' })
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

const PICTURE = `/api/files/${'5'.repeat(32)}-640x480.jpg`

const NAMES: Record<string, Target> = {
  Apple: { kind: 'glossary', id: 1 },
  'Golden Apple': { kind: 'glossary', id: 2 },
  'Élan’s Hall': { kind: 'rule', id: 3 },
  'Elan Keep': { kind: 'rule', id: 3 },
  Straße: { kind: 'glossary', id: 4 },
}

const terms = termsOf(
  Object.entries(NAMES).map(([name, { kind, id }]) => ({
    term_key: termKey(name),
    kind,
    target: id,
  })),
)

const NOBODY = { target: null, names: [] }

/** Links in a text: the words, and the target. */
function linksIn(text: string, own: Parameters<typeof linkTerms>[2] = NOBODY): string[] {
  const { tree } = linkTerms(parseLight(text) ?? plainBlocks(text), terms, own)
  return [
    ...JSON.stringify(tree).matchAll(/"text":"([^"]*)"[^{}]*"term":\{"kind":"\w+","id":(\d)/g),
  ].map(([, words, id]) => `${words} ${id}`)
}

test.each([
  ['the longest name', 'A golden apple.', ['golden apple 2']],
  ['each target once', 'Apple, APPLE and a Golden Apple', ['Apple 1', 'Golden Apple 2']],
  ['an alias counts as its target', "Elan Keep near Élan's Hall", ['Elan Keep 3']],
  ['whole words alone', 'Apples, pineapple, apple_pie, Apple2', []],
  ['beside punctuation and possessives', "(Apple's)", ['Apple 1']],
  ['marks, case, quotes and spaces are folded', 'ELAN\u2019S  hall', ['ELAN\u2019S  hall 3']],
  [
    'decomposed letters keep their marks',
    'e\u0301lan\u2019s hall\u0301',
    ['e\u0301lan\u2019s hall\u0301 3'],
  ],
  ['a grave accent is a quote', 'elan`s hall', ['elan`s hall 3']],
  ['letters that become two', 'die STRASSE', ['STRASSE 4']],
  ['invisible characters', 'Ap\u200Bple', ['Ap\u200Bple 1']],
  ['over a line break', 'golden\napple', ['golden\\napple 2']],
  ['within marks', '**Apple** pie', ['Apple 1']],
  ['not half in marks', '**Golden** apple', []],
  ['not a part of a word in marks', '**Apple**s', []],
  ['not in links', '[an Apple](/rules/) here', []],
  ['not in headings', '# Apple\n\nhere', []],
  ['in lists and quotes', '- Apple\n\n> Golden Apple', ['Apple 1', 'Golden Apple 2']],
  [
    'in cells, but not in the heads of columns',
    '| Apple | b |\n|-|-|\n| Straße | Apple |',
    ['Straße 4', 'Apple 1'],
  ],
  ['in captions, but not in alternative texts', `![Straße](${PICTURE} "An Apple")`, ['Apple 1']],
  ['in definitions, but not in their terms', 'Apple\n: Straße', ['Straße 4']],
  ['in callouts, but not in their titles', '> [!TIP] Apple\n> Straße', ['Straße 4']],
  ['in footnotes', 'Straße[^1]\n\n[^1]: Apple', ['Straße 4', 'Apple 1']],
])('%s', (_name, text, links) => expect(linksIn(text)).toEqual(links))

test('a text is never linked to its owner, nor within the name of its owner', () => {
  const own = { target: NAMES['Golden Apple'] ?? null, names: ['Golden Apple', 'Straße'] }
  expect(linksIn('Golden Apple, apple, Straße', own)).toEqual(['apple 1'])
})

test('a link covers the whole match', () => {
  const text = 'x Apple y\n\nGolden Apple.'
  const { tree } = linkTerms(plainBlocks(text), terms, NOBODY)
  const words = tree.map((block) =>
    'runs' in block
      ? block.runs.map((run) => (typeof run === 'string' ? run : run.text)).join('')
      : '',
  )
  expect(words.join('\n\n')).toBe(text)
})

test('a link has the marks of its place, and all around it stays', () => {
  const tree = parseLight('# An Apple\n\n**see an Apple now** and *Golden Apple*, more') ?? []
  const [heading] = tree
  const runs = [
    { text: 'see an ', strong: true },
    { text: 'Apple', strong: true, term: NAMES['Apple'] },
    { text: ' now', strong: true },
    ' and ',
    { text: 'Golden Apple', em: true, term: NAMES['Golden Apple'] },
    ', more',
  ]
  expect(linkTerms(tree, terms, NOBODY).tree).toEqual([heading, { type: 'paragraph', runs }])
  expect(heading).toMatchObject({ type: 'heading' })
})

test('a text has a hundred links at most', () => {
  const names = Array.from({ length: TERM_LINKS_MAX + 1 }, (_, id) => `name${id}`)
  const many = termsOf(
    names.map((name, id) => ({ term_key: name, kind: 'rule' as const, target: id })),
  )
  const { targets } = linkTerms(plainBlocks(names.join(' ')), many, NOBODY)
  expect(targets.map(({ id }) => id)).toEqual([...names.keys()].slice(0, TERM_LINKS_MAX))
})

test('short names and names without a letter are not linked', () => {
  expect(['ab', '***', 'abc', '42nd'].map(isTerm)).toEqual([false, false, true, true])
})

test('ten thousand names with one beginning are matched quickly', () => {
  const many = termsOf(
    Array.from({ length: 10_000 }, (_, id) => ({
      term_key: `the house ${id}`,
      kind: 'rule' as const,
      target: id,
    })),
  )
  const began = performance.now()
  const text = 'the house 5000 and the house of '.repeat(600)
  const { targets } = linkTerms(plainBlocks(text), many, NOBODY)
  expect(targets).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(1000)
})
