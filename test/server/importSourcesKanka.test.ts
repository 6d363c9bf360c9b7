import { readKanka } from '#server/transfer/sources/kanka/read.ts'
import { UnreadableSource } from '#server/transfer/sources/source.ts'
import { inWords } from '#test/helpers/server/inWords.ts'
import { sourceFiles, withTexts } from '#test/helpers/server/sourceFiles.ts'

const PICTURE = '0a1b2c3d-0000-4000-8000-00000000000a'
const CAMPAIGN = { 'campaign.json': { id: 1, name: 'Die Mark' } }

/** One entity with what the test says of it. */
const entity = (id: number, name: string, own: object = {}, model: object = {}) => ({
  id: id + 1000,
  name,
  ...model,
  entity: { id, name, ...own },
})
const read = async (files: Readonly<Record<string, unknown>>) =>
  inWords(withTexts(await readKanka(sourceFiles({ ...CAMPAIGN, ...files }))))
/** The only entry and the problems of an export of Mara. */
async function mara(
  own: object,
  model: object = {},
  files: Readonly<Record<string, unknown>> = {},
) {
  const source = await read({ 'characters/mara.json': entity(1, 'Mara', own, model), ...files })
  const entry = source.entries.find(({ id }) => id === '1')
  if (entry === undefined) throw new Error('Mara is missing')
  return { entry, problems: source.losses.map(({ problem }) => problem), source }
}

test('an entity is an entry: its folder is its kind, its type the part, its texts are sections', async () => {
  const { entry, problems } = await mara(
    {
      type: 'Müllerin',
      entry:
        '<p>Über <b>Mara</b></p><h3>Jugend</h3><p>am Fluss</p><table><tr><th>Größe</th><th>Alter</th></tr><tr><td>groß</td><td>30</td></tr></table>',
      posts: [
        { name: 'Später', entry: '<p>zwei</p>', position: 2 },
        { name: 'Zuerst', entry: '<p>eins</p><h2>Mehr</h2><p>x</p>', position: 1 },
      ],
      entityTags: [{ tag_id: 1005 }, { tag_id: 1006 }],
    },
    { title: 'Die Kluge', age: 30, is_dead: 0, image: null, location_id: null },
    {
      'tags/mark.json': entity(5, 'Märker'),
      'tags/geheim.json': entity(6, 'Geheim', {}, { is_private: 1 }),
    },
  )
  expect(entry).toEqual({
    id: '1',
    place: 'characters/mara.json',
    title: 'Mara',
    kind: 'characters',
    part: 'Müllerin',
    aliases: [],
    description: 'Über **Mara**',
    sections: [
      {
        title: 'Jugend',
        content: 'am Fluss\n\n| Größe | Alter |\n| --- | --: |\n| groß | 30 |',
        level: 0,
      },
      { title: 'Zuerst', content: 'eins', level: 0 },
      { title: 'Mehr', content: 'x', level: 1 },
      { title: 'Später', content: 'zwei', level: 0 },
    ],
    fields: { Title: 'Die Kluge', Age: '30', Tags: 'Märker' },
  })
  expect(problems).toEqual(['“Geheim” is private and was left out.'])
})

test('exports of older versions have the text and the type beside the entity', async () => {
  const { entry } = await mara({}, { entry: '<p>Alt</p>', type: 'NSC' })
  expect(entry).toMatchObject({ description: 'Alt', part: 'NSC' })
})

test('a kind of the campaign has its own name, and the export may lie in a folder', async () => {
  const { entries } = await readKanka(
    sourceFiles({
      'Sicherung/campaign.json': {},
      'Sicherung/settings/custom-modules.json': [
        { id: 77, code: 'hero_cults', plural: 'Heldenkulte' },
      ],
      'Sicherung/heroCults_77/bund.json': { entity: { id: 3, name: 'Bund', entry: '<p>x</p>' } },
    }),
  )
  expect(entries).toMatchObject([{ id: '3', title: 'Bund', kind: 'Heldenkulte' }])
})

describe('mentions', () => {
  const others = {
    'locations/burg.json': entity(2, 'Burg & Tor'),
    'characters/spion.json': entity(3, 'Der Spion', { is_private: true }),
  }
  const described = async (entry: string) => {
    const { entry: found, problems } = await mara({ entry }, {}, others)
    return { text: found.description, problems: problems.filter((one) => !one.includes('“')) }
  }

  test.each([
    ['[location:2]', '[Burg & Tor](entry:2)'],
    ['[location:2|die Burg]', '[die Burg](entry:2)'],
    ['[location:2|page:map|das Tor]', '[das Tor](entry:2)'],
    [
      '<a href="https://app.kanka.io/w/mark/entities/2-burg" data-mention="[location:2]">Tor</a>',
      '[Tor](entry:2)',
    ],
    ['<a href="https://wiki.test/a_(b)">Wiki</a>', '[Wiki](https://wiki.test/a_%28b%29)'],
    ['<a href="javascript:alert(1)">js</a>', 'js'],
  ])('%s', async (html, text) => {
    const found = await described(`<p>${html}</p>`)
    expect(found.text).toBe(text)
    expect(found.problems).toEqual([])
  })

  test('a link to the page of a private entity is words', async () => {
    expect(await described('<a href="https://app.kanka.io/w/mark/entities/3">er</a>')).toEqual({
      text: 'er',
      problems: ['A text links to the private entity 3. The link was left out.'],
    })
  })

  test('of a private entity show neither its name nor a link', async () => {
    expect(await described('[character:3] [character:3|er]')).toEqual({
      text: 'Unknown er',
      problems: ['A text links to the private entity 3. The link was left out.'],
    })
  })

  test('of an entity that is not there are words, and one loss', async () => {
    expect(await described('[character:9|Ada] [item:9]')).toEqual({
      text: 'Ada Unknown',
      problems: ['A text links to the entity 9, which isn’t in the export.'],
    })
  })
})

test('ids beyond 2^53 stay apart', async () => {
  const file = (id: string, name: string, text: string) =>
    `{"id":${id},"name":"${name}","entity":{"id":${id},"name":"${name}","entry":"${text}"}}`
  const { entries } = await read({
    'notes/a.json': file('9007199254740993', 'Ä', '[note:9007199254740992]'),
    'notes/b.json': file('9007199254740992', 'B', ''),
  })
  expect(entries.map(({ id }) => id)).toEqual(['9007199254740993', '9007199254740992'])
  expect(entries[0]?.description).toBe('[B](entry:9007199254740992)')
})

test('what only game masters see is left out, and named', async () => {
  const { entry, problems } = await mara(
    {
      posts: [
        { name: 'Plan', entry: 'geheim', is_private: 1 },
        { name: 'Akte', entry: 'geheim', visibility_id: 2 },
        { name: 'Runde', entry: 'offen', visibility_id: 5 },
      ],
      entityAttributes: [
        { id: 1, name: 'Mut', value: '12' },
        { id: 2, name: 'List', value: 'geheim', is_private: true },
        { id: 3, name: 'Rechnung', value: 'geheim', is_hidden: 1 },
      ],
      relationships: [{ relation: 'kennt', target_id: 1, visibility_id: 3 }],
      assets: [{ type_id: 3, name: 'Geheimname', visibility_id: 2 }],
    },
    {
      is_personality_visible: 0,
      characterTraits: [
        { name: 'Haar', entry: 'grau', section_id: 1 },
        { name: 'Angst', entry: 'geheim', section_id: 2 },
      ],
    },
  )
  expect(JSON.stringify(entry)).not.toMatch(/geheim/i)
  expect(entry.sections.map(({ title }) => title)).toEqual(['Runde', 'Appearance', 'Attributes'])
  expect(problems).toEqual([
    'Private links and other names were left out: 1.',
    'The private text “Plan” was left out.',
    'The private text “Akte” was left out.',
    'Only members of the campaign see the text “Runde” in Kanka. Here, readers of the entry do.',
    'Private traits were left out: 1.',
    'Private attributes were left out: 2.',
    'Private relations were left out: 1.',
  ])
})

test('attributes that are private as a whole, and relations to private entities, are left out', async () => {
  const { entry, problems } = await mara(
    {
      is_attributes_private: 1,
      entityAttributes: [{ id: 1, name: 'Mut', value: '12' }],
      relationships: [{ relation: 'kennt', target_id: 3 }],
    },
    {},
    { 'characters/spion.json': entity(3, 'Der Spion', { is_private: true }) },
  )
  expect(entry.sections).toEqual([])
  expect(problems).toEqual([
    'Private attributes were left out: 1.',
    'Relations to private entities were left out: 1.',
    '“Der Spion” is private and was left out.',
  ])
})

test('attributes and traits are definitions, relations are links, and other names are aliases', async () => {
  const { entry, problems } = await mara(
    {
      entry: 'Mut: {attribute:1}, {attribute:8}',
      entityAttributes: [
        { id: 2, name: 'Ziel_e', value: 'eins\nzwei [location:2]', type_id: 2, default_order: 2 },
        { id: 1, name: 'Mut [range:1,20]', value: '12', type_id: 6, default_order: 1 },
        { id: 3, name: 'Kampf', type_id: 4, default_order: 3 },
        { id: 4, name: 'Reiten', value: '1', type_id: 3, default_order: 4 },
      ],
      relationships: [{ relation: 'wohnt in', target_id: 2 }],
      assets: [
        { type_id: 3, name: 'Die Müllerin' },
        { type_id: 2, name: 'Karte', metadata: { url: 'https://karte.test/' } },
        { type_id: 1, name: 'Brief.pdf' },
      ],
      inventories: [{ id: 1 }, { id: 2 }],
    },
    {
      location_id: 1002,
      characterTraits: [{ name: 'Wesen', entry: 'ruhig', section_id: 2 }],
      organisationMemberships: [{ organisation_id: 1004, role: 'Meisterin' }],
    },
    { 'locations/burg.json': entity(2, 'Burg'), 'organisations/zunft.json': entity(4, 'Zunft') },
  )
  expect(entry.description).toBe('Mut: 12,')
  expect(entry.aliases).toEqual(['Die Müllerin'])
  expect(entry.sections).toEqual([
    { title: 'Personality', content: 'Wesen\n: ruhig', level: 0 },
    {
      title: 'Attributes',
      content:
        'Mut\n: 12\n\nZiel\\_e\n: eins\n    zwei [Burg](entry:2)\n\n### Kampf\n\nReiten\n: ✓',
      level: 0,
    },
    {
      title: 'Relations',
      content:
        '- Location: [Burg](entry:2)\n- Meisterin: [Zunft](entry:4)\n- wohnt in: [Burg](entry:2)',
      level: 0,
    },
    { title: 'Links', content: '- [Karte](https://karte.test/)', level: 0 },
  ])
  expect(problems).toEqual([
    'A text shows an attribute that isn’t there for players.',
    'These lists aren’t imported: inventories (2).',
    'The attached file “Brief.pdf” isn’t imported.',
  ])
})

test('pictures of the entity, of its gallery and of its text are files of the source', async () => {
  const png = Buffer.from('png')
  const { entry, problems, source } = await mara(
    {
      image_path: 'w/1/mära (1).png',
      entry: `<p><img data-gallery-id="${PICTURE}" src="https://th.kanka.io/x" alt="Die &quot;Burg&quot;"> <img src="/w/1/fort.png" alt="fort"></p>`,
    },
    {},
    {
      'w/1/mära (1).png': png,
      [`gallery/${PICTURE}.png`]: png,
      [`gallery/${PICTURE}.json`]: { id: PICTURE, visibility_id: 1 },
    },
  )
  expect(entry.description).toBe(
    `![Mara](picture:w/1/m%C3%A4ra%20%281%29.png)\n\n![Die "Burg"](picture:gallery/${PICTURE}.png) fort`,
  )
  expect(new Set(source.files.keys())).toEqual(
    new Set(['w/1/mära (1).png', `gallery/${PICTURE}.png`]),
  )
  expect(problems).toEqual(['The picture /w/1/fort.png isn’t in the export.'])
})

test('a picture that only game masters see is left out', async () => {
  const { entry, problems, source } = await mara(
    { image_uuid: PICTURE },
    {},
    {
      [`gallery/${PICTURE}.json`]: { visibility_id: 2 },
      [`gallery/${PICTURE}.png`]: 'x',
    },
  )
  expect(entry.description).toBe('')
  expect(source.files.size).toBe(0)
  expect(problems).toEqual(['A picture that players don’t see was left out.'])
})

test('a file that is damaged, nested too deep, without a name or there twice is a loss of its own', async () => {
  const { entries, losses } = await read({
    'notes/a.json': entity(1, 'A'),
    'notes/b.json': '{"name": ',
    'notes/c.json': '['.repeat(100_000) + ']'.repeat(100_000),
    'notes/d.json': entity(4, ' '),
    'notes/e.json': entity(1, 'E'),
    'notes/f.json': Buffer.from([0xff, 0x00, 0x80]),
  })
  expect(entries.map(({ title }) => title)).toEqual(['A'])
  expect(losses).toEqual([
    {
      place: 'notes/b.json',
      problem: 'This file isn’t valid JSON. Export it again. It was left out.',
    },
    { place: 'notes/c.json', problem: 'This JSON is nested too deep. It was left out.' },
    { place: 'notes/d.json', problem: 'This file has no name and was left out.' },
    { place: 'notes/e.json', problem: 'The id 1 appears twice. This file was left out.' },
    {
      place: 'notes/f.json',
      problem: 'This file isn’t UTF-8 text. Save it as UTF-8. It was left out.',
    },
  ])
})

test('a file of an entity that is larger than 20 MB is not read', async () => {
  const files = new Map(sourceFiles({ ...CAMPAIGN, 'notes/a.json': entity(1, 'A') }))
  files.set('notes/b.json', {
    name: 'notes/b.json',
    size: 20_000_001,
    bytes: () => Promise.reject(new Error('read')),
  })
  expect(inWords(await readKanka(files)).losses).toEqual([
    { place: 'notes/b.json', problem: 'This file is larger than 20 MB and was left out.' },
  ])
})

test('names of the language itself are no entities', async () => {
  const { entry } = await mara(
    { entry: 'x', __proto__: null },
    JSON.parse('{"__proto__": {"polluted": "yes"}, "constructor": "y"}') as object,
  )
  expect(entry.description).toBe('x')
  expect('polluted' in {}).toBe(false)
})

test('an archive that is no export is refused in words', async () => {
  const reading = readKanka(sourceFiles({ 'a.json': {}, 'gallery/b.json': {}, 'notes/c.txt': 'x' }))
  await expect(reading).rejects.toThrow(UnreadableSource)
  await expect(reading).rejects.toThrow(/isn’t an export of Kanka/)
})
