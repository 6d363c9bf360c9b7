import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { sweepLooseFiles } from '#server/db/looseFiles.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { photo } from '#test/helpers/fixtures/imageAttacks.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

deskTests('pictures of imported entries on %s', { engines: bothEngines }, (server) => {
  let mill: Buffer
  let harbour: Buffer
  beforeAll(async () => {
    mill = await photo(64, 48).png().toBuffer()
    harbour = await photo(48, 64).jpeg().toBuffer()
  })
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')
  beforeEach(async () => {
    rmSync(folder(), { recursive: true, force: true })
  })

  const folder = () => join(server.dataDir, 'uploads/public')
  const world = (
    front: string,
    files: Readonly<Record<string, Buffer>> = { 'img/mill.png': mill },
  ) => zipOf({ 'mill.md': `---\ntype: Places\npicture: ${front}\n---\n\nIt grinds.`, ...files })
  const send = async (call: string, bytes: Buffer) =>
    (await ada.transfer(call, bytes, 'world.zip', {})).json()
  const pictureOf = async () => (await ada.get('/glossary-entries')).json()[0].picture
  const undo = async () => {
    const [{ id }] = (await ada.get('/imports')).json()
    return (await ada.post(`/imports/${id}/undo`)).json()
  }
  const stored = async () => {
    const { db, files, clock } = server.deps
    await sweepLooseFiles(db, files, clock())
    return existsSync(folder()) ? readdirSync(folder()) : []
  }

  test.each(['img/mill.png', '"[[mill.png]]"'])(
    'come along as %s, once, and an undo leaves none of them',
    async (front) => {
      const file = await world(front)
      expect(await send('glossary/check', file)).toMatchObject({ added: 2, losses: [] })
      expect(await stored()).toEqual([])
      expect(await send('glossary', file)).toMatchObject({ added: 2, losses: [], problems: [] })
      expect(await pictureOf()).toMatchObject({ width: 64, height: 48 })
      expect(await send('glossary', file)).toMatchObject({ added: 0, changed: 0, losses: [] })
      expect(await stored()).toHaveLength(1)
      expect(await undo()).toEqual({ undone: 2, kept: [] })
      expect(await stored()).toEqual([])
    },
  )

  const background = { r: 0, g: 80, b: 40, alpha: 0.5 }
  const clear = sharp({ create: { width: 64, height: 48, channels: 4, background } })
  test.each([
    ['a WebP', () => photo(64, 48).webp(), 'jpg'],
    ['a WebP with holes', () => clear.webp(), 'png'],
    ['a GIF', () => photo(64, 48).gif(), 'png'],
  ])('become a format that every reader knows: %s', async (_what, make, extension) => {
    const file = await world('img/mill.png', { 'img/mill.png': await make().toBuffer() })
    expect(await send('glossary', file)).toMatchObject({ losses: [] })
    expect((await pictureOf()).url).toMatch(new RegExp(`-64x48\\.${extension}$`))
    expect(await send('glossary', file)).toMatchObject({ changed: 0, losses: [] })
  })

  test('come to an entry that has none, and go with the undo', async () => {
    await send('glossary', await zipOf({ 'mill.md': '---\ntype: Places\n---\nIt grinds.' }))
    expect(await send('glossary', await world('/img/mill.png'))).toMatchObject({ changed: 1 })
    expect(await pictureOf()).toMatchObject({ width: 64 })
    await undo()
    expect(await pictureOf()).toBeNull()
    expect(await stored()).toEqual([])
  })

  test('never replace another one, and the report says so', async () => {
    await send('glossary', await world('img/mill.png'))
    const before = await pictureOf()
    const { losses, changed } = await send(
      'glossary',
      await world('img/mill.png', { 'img/mill.png': harbour }),
    )
    expect([changed, losses]).toEqual([
      0,
      [
        {
          place: 'mill.md',
          problem: 'img/mill.png: The entry has another picture here, which stays.',
        },
      ],
    ])
    expect(await pictureOf()).toEqual(before)
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['img/none.png', 'The picture “img/none.png” is missing.'],
    [
      'https://e.org/a.png',
      'The picture “https://e.org/a.png” is on another site: it is left out.',
    ],
    ['bad.png', 'bad.png: The picture is broken, moves, or is no JPEG, PNG, WebP or GIF.'],
  ])('are losses where they cannot come: %s', async (front, problem) => {
    const file = await world(front, { 'bad.png': Buffer.from('no picture') })
    const { losses } = await send('glossary', file)
    expect(losses).toContainEqual({ place: 'mill.md', problem })
    expect(await pictureOf()).toBeNull()
  })

  test('that are damaged in the archive are a loss, in a text too, and the rest arrives', async () => {
    const front = '---\npicture: mill.png\n---\n\n![Mill](mill.png)'
    const whole = await zipOf({ 'mill.md': front, 'mill.png': mill }, { compress: false })
    const damaged = Buffer.from(whole)
    const at = damaged.indexOf(mill.subarray(0, 8)) + 40
    damaged.writeUInt8(damaged.readUInt8(at) ^ 255, at)
    const { added, losses } = await send('glossary', damaged)
    const loss = {
      place: 'mill.md',
      problem: 'mill.png: The file “mill.png” is damaged in the archive.',
    }
    expect([added, losses]).toEqual([2, [loss, loss]])
  })

  test('are in an export as Markdown, which brings them to an empty site', async () => {
    await send('glossary', await world('img/mill.png'))
    const { rawPayload } = await ada.get('/transfer/glossary?form=markdown')
    expect(await send('glossary', rawPayload)).toMatchObject({ added: 0, changed: 0, losses: [] })
    await undo()
    expect(await send('glossary', rawPayload)).toMatchObject({ added: 2, losses: [] })
    expect(await pictureOf()).toMatchObject({ width: 64, height: 48 })
  })

  test('a refused import keeps none of them', async () => {
    const file = await zipOf({
      'mill.md': '---\nkey: mill\npicture: mill.png\n---\n',
      'other.md': '---\nkey: mill\n---\n',
      'mill.png': mill,
    })
    const answer = await ada.transfer('glossary', file, 'world.zip', {})
    expect([answer.statusCode, answer.body]).toEqual([400, answer.body])
    expect(await stored()).toEqual([])
  })
})

/* What players don't see in the source is not published by an import, and the report names it. */

type Report = {
  problems: object[]
  losses: { place: string; problem: string }[]
  recognised: { columns: object[] }
}

type Entry = { title: string; state?: string }

const note = (front: string, body = 'Text.') => `---\n${front}\n---\n\n${body}\n`

/** Front matter and texts of notes that are not for players. */
const HELD: Readonly<Record<string, string>> = {
  'a publish': note('publish: false'),
  'b draft': note('Draft: Yes'),
  'c private': note('PRIVATE: 1'),
  'd secret': note('secret: on'),
  'e gm': note('gm: true'),
  'f privat': note('privat: ja'),
  'g geheim': note('geheim: [wahr]'),
  'h öffentlich': note('Öffentlich: nein'),
  'i tag': note('tags: [coast, "#gm"]'),
  'j tags': note('tags: coast gm/plans'),
  'k status': note('status: GM only'),
  'l words': note('secret: he is the villain'),
  'm in the text': 'Text. #secret',
  'n callout': '> [!gm]- Plan\n> Text.',
  'o broken': note('draft: true\n{{title}}: [x'),
  'p hugo': '+++\ndraft = true\n+++\n\nText.',
  'q notion': '# q notion\n\nPrivate: Yes\n\nText.',
  'GM/r folder': 'Text.',
  's dataview': 'secret:: true\n\nText.',
}

const SEEN: Readonly<Record<string, string>> = {
  'a seen': note('publish: true\ndraft: false\nsecret: no\ntags: [coast]\nstatus: dead'),
  'b seen': 'The [secret](#secret) of the gm, and of `code`.\n\n# GM',
}

const noteFiles = (notes: typeof HELD) =>
  Object.fromEntries(Object.entries(notes).map(([name, text]) => [`${name}.md`, text]))

const namesOf = (notes: typeof HELD) => Object.keys(notes).map((name) => name.split('/').at(-1))

deskTests('what is not for players', {}, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')
  const send = async (bytes: Buffer | object, name: string, call = 'glossary', mapping = {}) => {
    const report: Report = (await ada.transfer(call, bytes, name, mapping)).json()
    expect(report.problems).toEqual([])
    return report
  }
  const entries = async (area = 'glossary'): Promise<Entry[]> =>
    (await ada.get(`/transfer/${area}`)).json().entries
  const titlesIn = async (state: string) =>
    (await entries()).filter((one) => one.state === state).map(({ title }) => title)

  test('notes wait for review, each named, and a decision that was made about them here stays', async () => {
    const bytes = await zipOf(noteFiles({ ...HELD, ...SEEN }))
    const { losses } = await send(bytes, 'vault.zip')
    const waiting = losses.filter(({ problem }) => problem.includes('waits for review'))
    expect(new Set(waiting.map(({ place }) => place))).toEqual(
      new Set(Object.keys(noteFiles(HELD))),
    )
    expect(new Set(await titlesIn('pending'))).toEqual(new Set(namesOf(HELD)))
    expect(await titlesIn('approved')).toEqual(namesOf(SEEN))
    await server.update('glossary_entries', { title: 'd secret' }, { approved_at: 1 })
    const changed = await zipOf({ 'd secret.md': note('secret: true', 'New secrets.') })
    const again = await send(changed, 'vault.zip')
    expect(again).toMatchObject({ added: 0, changed: 0 })
    expect(again.losses).toEqual([
      { place: 'd secret.md', problem: expect.stringContaining('stays as it is') },
    ])
  })

  test('rules have no review: such notes stay out, and links to them are words', async () => {
    const files = {
      'a.md': note('secret: true'),
      'b.md': 'See [[a|the plan]].',
    }
    const { losses } = await send(await zipOf(files), 'vault.zip', 'rules')
    expect(losses).toEqual([
      { place: 'a.md', problem: expect.stringMatching(/secret: true.*left out/) },
      { place: 'b.md', problem: expect.stringMatching(/the plan.*words/) },
    ])
    expect(await entries('rules')).toMatchObject([
      { title: 'b', sections: [{ content: 'See the plan.' }] },
    ])
  })

  test('among news they are drafts, whatever their date', async () => {
    const bytes = Buffer.from('title;date;private;text\nA;2020-05-01;x;Text\nB;2020-05-01;;Text')
    const { losses } = await send(bytes, 'news.csv', 'contents')
    expect(losses).toEqual([
      { place: 'row 2', problem: expect.stringMatching(/private: x.*draft/) },
    ])
    const articles = (await ada.get('/contents?sort=["title","ASC"]')).json()
    expect(articles).toMatchObject([{ state: 'draft' }, { state: 'published' }])
  })

  test('the screen can say otherwise of a name, and notes of game masters are left out', async () => {
    const bytes = await zipOf({ 'a.md': note('gm: Ada\nGM notes: He is the villain.') })
    const first = await send(bytes, 'vault.zip', 'glossary/check')
    expect(first.recognised.columns).toEqual([
      { name: 'gm', field: 'held' },
      { name: 'GM notes', field: null },
    ])
    const { losses } = await send(bytes, 'vault.zip', 'glossary', { columns: { gm: 'list' } })
    expect(losses).toEqual([{ place: 'file', problem: expect.stringContaining('“GM notes”') }])
    expect(await entries()).toMatchObject([
      { state: 'approved', sections: [{ content: 'gm\n: Ada' }] },
    ])
  })

  test('documents of Foundry that some don’t see, and biographies, wait for review', async () => {
    const page = (content: string, own = {}) => ({
      _id: content,
      name: content,
      text: { content },
      ...own,
    })
    const seen = { ownership: { default: 2 } }
    const journal = (name: string, own: object, pages = [page('x')]) => ({
      _id: name,
      name,
      pages,
      ...own,
    })
    const actor = (name: string, biography: object) => ({
      ...{ _id: name, name, type: 'npc', prototypeToken: {}, ...seen },
      system: { details: { biography } },
    })
    const { losses } = await send(
      [
        journal('none', { ownership: { default: 0 } }),
        journal('limited', { ownership: { default: 1, user: 3 } }),
        journal('not for one', { ownership: { default: 2, user: 0 } }),
        journal('old', { permission: { default: 0 } }),
        journal('pages', seen, [page('y', { ownership: { default: 0 } })]),
        journal('seen', { ownership: { default: 2, user: 3 } }, [
          page('open', { ownership: { default: -1 } }),
          page('closed', { ownership: { default: 1 } }),
        ]),
        journal('unknown', {}),
        actor('biography', { value: '<p>villain</p>', public: '<p></p>' }),
        actor('public', { value: '<p>villain</p>', public: '<p>baron</p>' }),
      ],
      'foundry.json',
    )
    expect(await titlesIn('pending')).toEqual([
      'none',
      'limited',
      'not for one',
      'old',
      'pages',
      'biography',
    ])
    expect(await titlesIn('approved')).toEqual(['seen', 'unknown', 'public'])
    expect(
      JSON.stringify((await entries()).filter(({ state }) => state === 'approved')),
    ).not.toMatch(/villain|closed/)
    const waiting = losses.filter(({ problem }) => problem.includes('waits for review'))
    expect(waiting).toHaveLength(6)
    const placeOf = (words: string) => losses.find(({ problem }) => problem.includes(words))?.place
    expect(placeOf('Pages that players')).toBe('seen')
    expect(placeOf('Notes for game masters')).toBe('public')
    expect(placeOf('doesn’t say who sees')).toBe('file')
  })

  test('comments stay out, whatever lies between, and are counted', async () => {
    const open = 'Seen.\n\n%%\nSECRET one\n\nSECRET two'
    const texts = {
      'a.md':
        'Seen %%SECRET\n\n# SECRET\n\n```\nSECRET\n```\n%% seen <!-- SECRET\n\nSECRET --> seen',
      'b.md': '- seen\n- seen %%SECRET\n- SECRET%% seen\n\n> %%\n> SECRET\n> %%\n> seen',
      'c.md': open,
      'd.md': '`%%seen%%`\n\n```mermaid\n%% seen\n```\n\n- ```\n  seen\n\n%%SECRET%%',
      'e.md': 'seen <!-- SECRET\n\nSECRET',
    }
    const { losses } = await send(await zipOf(texts), 'vault.zip')
    const all = JSON.stringify(await entries())
    expect(all).not.toContain('SECRET')
    expect(all.match(/seen/gi)).toHaveLength(12)
    const problems = losses.filter(({ problem }) => /omment/.test(problem))
    expect(problems).toEqual([
      { place: 'a.md', problem: '2 comments were left out.' },
      { place: 'b.md', problem: '2 comments were left out.' },
      { place: 'c.md', problem: expect.stringMatching(/never closed.* 4 words/) },
      { place: 'd.md', problem: 'One comment was left out.' },
      { place: 'e.md', problem: expect.stringMatching(/never closed.* 2 words/) },
    ])
  })
})
