import { readFoundry } from '#server/transfer/sources/foundry/read.ts'
import { UnreadableSource } from '#server/transfer/sources/source.ts'
import { inWords } from '#test/helpers/server/inWords.ts'
import { withTexts } from '#test/helpers/server/sourceFiles.ts'

const read = async (value: unknown) =>
  inWords(withTexts(await readFoundry(Buffer.from(JSON.stringify(value)))))
const page = (name: string, content: string, own: object = {}) => ({
  _id: `page${name}`,
  name,
  type: 'text',
  title: { show: true, level: 1 },
  text: { format: 1, content },
  ...own,
})
const journal = (name: string, pages: readonly object[], own: object = {}) => ({
  _id: `id${name}`,
  name,
  pages,
  ownership: { default: 2 },
  ...own,
})
/** The text of a journal of one page, and its problems. */
async function text(content: string) {
  const { entries, losses, files } = await read(journal('Burg', [page('Burg', content)]))
  return {
    ...entries[0],
    problems: losses.map(({ problem }) => problem),
    files,
  }
}

test('a journal is an entry, and its pages are sections by their order and level', async () => {
  const { entries, losses } = await read(
    journal('Die Märsche', [
      page('Zweite', '<p>zwei</p><h2>Darin</h2><p>mehr</p>', { sort: 200, title: { level: 2 } }),
      page(
        'Erste',
        '<p>Über <em>alles</em></p><table><tr><th>Größe</th><th>Zahl</th></tr><tr><td>groß</td><td>3</td></tr></table>',
        { sort: 100 },
      ),
    ]),
  )
  expect(entries).toEqual([
    {
      id: 'idDie Märsche',
      place: 'Die Märsche',
      title: 'Die Märsche',
      kind: 'journal',
      part: null,
      aliases: [],
      description: '',
      sections: [
        {
          title: 'Erste',
          content: 'Über *alles*\n\n| Größe | Zahl |\n| --- | --: |\n| groß | 3 |',
          level: 0,
        },
        { title: 'Zweite', content: 'zwei', level: 1 },
        { title: 'Darin', content: 'mehr', level: 2 },
      ],
      fields: {},
    },
  ])
  expect(losses).toEqual([])
})

test.each([
  ['has its name', page('Burg', '<p>Text</p><h1>Teil</h1>')],
  ['shows no title', page('x', '<p>Text</p><h1>Teil</h1>', { title: { show: false } })],
])('the only page of a journal that %s is the entry itself', async (_name, only) => {
  const { entries } = await read(journal('Burg', [only], { ownership: { default: 0 } }))
  expect(entries).toMatchObject([
    { description: 'Text', sections: [{ title: 'Teil', content: '', level: 0 }] },
  ])
})

test('journals of older versions, items and actors are entries of their kinds', async () => {
  const { entries, losses } = await read([
    { _id: 'j', name: 'Alt', ownership: { default: 2 }, content: '<p>alt</p>' },
    {
      _id: 'i',
      permission: { default: 3 },
      name: 'Schwert',
      type: 'weapon',
      img: 'icons/sword.webp',
      system: { description: { value: '<p>scharf</p>', gm: 'verflucht' } },
    },
    {
      _id: 'a',
      name: 'Ork',
      type: 'npc',
      permission: { default: 2 },
      data: { details: { biography: { value: 'groß' } } },
      token: {},
    },
  ])
  expect(entries.map(({ id, kind, description }) => [id, kind, description])).toEqual([
    ['j', 'journal', 'alt'],
    ['i', 'weapon', 'scharf'],
    ['a', 'npc', 'groß'],
  ])
  expect(losses).toEqual([
    { place: 'Schwert', problem: 'Notes for game masters were left out.' },
    { place: 'Schwert', problem: 'Game values, such as damage and price, aren’t imported.' },
    { place: 'Ork', problem: 'Game values, such as damage and price, aren’t imported.' },
  ])
})

test.each([
  [
    'the id of the world from which it is',
    { _stats: { exportSource: { uuid: 'JournalEntry.abc' } } },
    'abc',
  ],
  ['its name', {}, 'Alt'],
])('an export without an id has %s', async (_name, own, id) => {
  const { entries } = await read({ name: 'Alt', content: 'x', ...own })
  expect(entries[0]?.id).toBe(id)
})

test('an adventure has its journals and items in folders, and scenes are losses', async () => {
  const { entries, losses } = await read({
    name: 'Abenteuer',
    journal: [journal('Burg', [page('Burg', 'x')], { folder: 'f1' })],
    items: [
      {
        _id: 'i',
        name: 'Ring',
        type: 'loot',
        ownership: { default: 2 },
        system: { description: 'golden' },
      },
    ],
    folders: [{ _id: 'f1', name: 'Örter', type: 'JournalEntry', sorting: 'a' }],
    scenes: [{ _id: 's', name: 'Karte' }],
  })
  expect(entries).toMatchObject([
    { title: 'Burg', kind: 'journal', part: 'Örter' },
    { title: 'Ring', kind: 'loot', part: null, description: 'golden' },
  ])
  expect(losses.at(-1)).toEqual({
    place: 'Karte',
    problem: 'Only journals, items and actors are imported. This is something else.',
  })
})

test('the lines of an old compendium: the last one of an id counts, deleted ones are gone', async () => {
  const seen = { permission: { default: 2 } }
  const lines = [
    { _id: 'a', name: 'Ä', ...seen, content: 'eins' },
    { _id: 'b', $$deleted: true },
    { _id: 'c', _key: '!constructor!c', name: 'C', ...seen, content: 'drei' },
    { _id: 'a', name: 'Ä', ...seen, content: 'zwei' },
  ]
  const file = `\uFEFF${lines.map((line) => JSON.stringify(line)).join('\r\n')}\r\n`
  const { entries, losses } = inWords(withTexts(await readFoundry(Buffer.from(file))))
  expect(entries.map(({ title, description }) => [title, description])).toEqual([
    ['Ä', 'zwei'],
    ['C', 'drei'],
  ])
  expect(losses).toEqual([
    { place: 'a', problem: 'The document appears twice. The last one counts.' },
  ])
})

test.each([
  ['@UUID[JournalEntry.idBurg.JournalEntryPage.pageTor]{das Tor}', '[das Tor](entry:idBurg)'],
  ['@UUID[Compendium.world.orte.JournalEntry.idBurg]', '[Burg & Tor](entry:idBurg)'],
  ['@Compendium[world.orte.idBurg]{Burg}', '[Burg](entry:idBurg)'],
  ['@JournalEntry[Burg & Tor]{Burg}', '[Burg](entry:idBurg)'],
  ['@JournalEntry[idBurg]{&lt;b&gt;}', '[<b>](entry:idBurg)'],
  ['<a href="https://wiki.test/">Wiki</a>', '[Wiki](https://wiki.test/)'],
  ['<a href="javascript:alert(1)">js</a>', 'js'],
  ['[[/r 2d6+3]]', '2d6+3'],
  ['[[2d6]] und [[/gmr 1d20 # Wache]]{Probe}', '2d6 und Probe (1d20)'],
  ['[[/r 2d6[feuer]]] [[/save dex 15]]', '2d6\\[feuer\\] save dex 15'],
])('%s', async (html, expected) => {
  const { entries, losses } = await read([
    journal('Weg', [page('Weg', `<p>${html.replace('& ', '&amp; ')}</p>`)]),
    { ...journal('Burg', [page('Tor', 'x')]), name: 'Burg & Tor' },
  ])
  expect(entries[0]?.description).toBe(expected)
  expect(losses).toEqual([])
})

test('a link to what is not in the file is its words, and one loss', async () => {
  const { description, problems } = await text(
    '@UUID[Actor.abc]{Ork} @UUID[Actor.abc]{Ork} @Actor[Troll] @UUID[Item.x]',
  )
  expect(description).toBe('Ork Ork Troll …')
  expect(problems).toEqual([
    'The target of the link @UUID[Actor.abc] isn’t in the file.',
    'The target of the link @Actor[Troll] isn’t in the file.',
    'The target of the link @UUID[Item.x] isn’t in the file.',
  ])
})

describe('secrets', () => {
  test.each([
    '<section class="secret" id="x"><p>geheim</p><section>geheim</section></section>',
    '<div><section class="big secret">geheim <table><tr><td>geheim</td></tr></table></section></div>',
    '<table class="secret"><tr><td>geheim</td></tr></table>',
    '<p><span data-visibility="gm">geheim</span></p>',
  ])('are left out, with a loss: %s', async (html) => {
    const { description, problems } = await text(`<p>offen</p>${html}<p>Ende</p>`)
    expect(description).toBe('offen\n\nEnde')
    expect(problems).toEqual([
      'Hidden or secret blocks, which aren’t for players, were left out: 1.',
    ])
  })

  test('that are revealed to players stay', async () => {
    const { description } = await text('<section class="secret revealed"><p>offen</p></section>')
    expect(description).toBe('offen')
  })

  test('stay out of a text of which only the words are read', async () => {
    const secret =
      '<section class="secret">geheim<!-- </section> --><section>geheim</section>geheim</section>'
    const { description, problems } = await text(
      `<div>${'<div>'.repeat(1000)}tief &amp; &valueOf; &#220;*${secret}fest<script>x</script>${'</div>'.repeat(1000)}</div>`,
    )
    expect(description).toBe('tief & &valueOf; Ü\\*fest')
    expect(problems).toEqual([
      'One comment was left out.',
      'The elements of the text are nested too deep. Its words come without formatting, links, pictures and notes.',
      'Hidden or secret blocks, which aren’t for players, were left out: 1.',
    ])
  })

  test('a page that players of a visible journal do not see is one', async () => {
    const { entries, losses } = await read(
      journal('Burg', [page('Tor', 'x'), page('Falle', 'y', { ownership: { default: 0 } })], {
        ownership: { default: 2 },
      }),
    )
    expect(entries[0]?.sections.map(({ title }) => title)).toEqual(['Tor'])
    expect(losses).toEqual([
      {
        place: 'Burg',
        problem: 'Pages that players of the journal don’t see were left out: 1.',
      },
    ])
  })
})

test('scripts and styles are gone, embedded things are losses, and headings have words alone', async () => {
  const { description, sections, problems } = await text(
    '<!-- a > <b>weg</b> --><style>p{}</style><script>alert("<h1>x</h1>")</script><p onclick="x" don\'t>a</p><iframe src="x"></iframe>' +
      '<h2>Der <b>große</b><br>@UUID[Actor.abc]{Ork} <img src="a.png" alt="Bild"></h2>' +
      '<ul><li><h3>in der Liste</h3></li></ul><h4>Tief</h4><h1>Oben</h1>',
  )
  expect(description).toBe('a')
  expect(sections).toEqual([
    { title: 'Der große Ork Bild', content: '- ### in der Liste', level: 0 },
    { title: 'Tief', content: '', level: 1 },
    { title: 'Oben', content: '', level: 0 },
  ])
  expect(problems).toEqual([
    'The target of the link @UUID[Actor.abc] isn’t in the file.',
    'The picture a.png isn’t in the file.',
    'One comment was left out.',
    'Embedded frames, films or drawings were left out: 1.',
  ])
})

test('headings of six levels below a page of the third one stay headings in the text', async () => {
  const content = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>H${level}</h${level}>`).join('')
  const { entries } = await read(
    journal('Burg', [page('Tief', content, { title: { level: 3 } }), page('Zwei', '')]),
  )
  expect(entries[0]?.sections.map(({ title, level }) => [title, level])).toEqual([
    ['Tief', 0],
    ['H1', 1],
    ['H2', 2],
    ['H3', 3],
    ['Zwei', 0],
  ])
  expect(entries[0]?.sections[3]?.content).toBe('#### H4\n\n##### H5\n\n###### H6')
})

test('a picture in the text is a file of the source, without a link around it', async () => {
  const base64 = Buffer.from('the picture').toString('base64')
  const { description, files, problems } = await text(
    `<p><a href="https://wiki.test/"><img alt="Türme" src="data:image/png;base64,${base64}"></a></p>`,
  )
  expect(description).toBe('![Türme](picture:pictures/1.png)')
  expect(String(await files.get('pictures/1.png')?.bytes())).toBe('the picture')
  expect(problems).toEqual([])
})

test('a picture in the text of more than 20 MB is left out', async () => {
  const { description, files, problems } = await text(
    `<p>a <img src="data:image/png;base64,${'A'.repeat(26_666_672)}"></p>`,
  )
  expect(description).toBe('a')
  expect(files.size).toBe(0)
  expect(problems).toEqual(['A picture is larger than 20 MB and was left out.'])
})

test('pages of pictures, of other kinds and in Markdown', async () => {
  const { entries, losses } = await read(
    journal('Burg', [
      page('Karte', '', {
        type: 'image',
        src: 'worlds/mark/karte "1".png',
        image: { caption: 'Die <Mark>' },
      }),
      page('Regeln', '', { type: 'pdf', src: 'a.pdf' }),
      page('Notiz', '', { text: { format: 2, content: '', markdown: '**x**' } }),
    ]),
  )
  expect(entries[0]?.sections.map(({ content }) => content)).toEqual([
    'Die <Mark>\n\nDie <Mark>',
    '',
    '**x**',
  ])
  expect(losses.map(({ problem }) => problem)).toEqual([
    'The picture worlds/mark/karte "1".png isn’t in the file.',
    'The page “Regeln” is of the kind pdf: only its text is imported.',
    'The page “Notiz” is in Markdown: its marks come as they are.',
  ])
})

test('ids beyond 2^53 stay apart', async () => {
  const { entries } = await readFoundry(
    Buffer.from(
      '[{"_id":9007199254740993,"name":"A","content":"@JournalEntry[9007199254740992]"},{"_id":9007199254740992,"name":"B","content":""}]',
    ),
  )
  expect(entries.map(({ id }) => id)).toEqual(['9007199254740993', '9007199254740992'])
  expect(entries[0]?.body).toBe('[B](entry:9007199254740992)')
})

test('a text of more than a million characters comes as words', async () => {
  const { description, problems } = await text(`<p>${'<b>wort</b> '.repeat(90_000)}</p>`)
  expect(description?.startsWith('wort wort')).toBe(true)
  expect(problems).toEqual([
    'The text is too long to be read with its formatting. Its words come without formatting, links, pictures and notes.',
  ])
})

test.each([
  ['a database', Buffer.from([0x57, 0xfb, 0x80, 0x8b, 0x00]), /choose Export Data/],
  ['text with zeros', Buffer.from('a\0b'), /choose Export Data/],
  ['no JSON', Buffer.from('{'), /isn’t valid JSON/],
  ['lines of which one is damaged', Buffer.from('{"name":"a"}\n{'), /isn’t valid JSON/],
  ['lists 100,000 deep', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), /nested too deep/],
  ['other JSON', Buffer.from('[{"title": 1}, 2, null]'), /no journals, items or actors/],
  ['scenes alone', Buffer.from('{"scenes":[{"name":"x"}]}'), /no journals, items or actors/],
])('%s: the file is refused in words', async (_name, bytes, words) => {
  const reading = readFoundry(bytes)
  await expect(reading).rejects.toThrow(UnreadableSource)
  await expect(reading).rejects.toThrow(words)
})
