import { DAY_MS } from '#server/config/time.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const types = [{ key: 'places', name: 'Places', subtypes: [{ key: 'towns', name: 'Towns' }] }]
const glossary = (...entries: object[]) => ({
  format: 'discordia-glossary',
  version: 1,
  types,
  entries: entries.map((entry) => ({ type: 'places', format: 'light', ...entry })),
})
const salt = {
  key: 'salt',
  title: 'Salt',
  description: 'White, see [the harbour](entry:harbour%20%28old%29).',
  sections: [{ title: 'Trade', content: 'By [ship](entry:harbour%20%28old%29).' }],
}
const harbour = { key: 'harbour (old)', title: 'The harbour', description: 'Busy.' }

deskTests('imports on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')

  const send = async (...entries: object[]) =>
    (await ada.transfer('glossary', glossary(...entries), 'world.json')).json()
  const listed = async () => (await ada.get('/imports')).json()
  const undo = async () => ada.post(`/imports/${(await listed())[0].id}/undo`)
  const entries = async () => (await ada.get('/glossary-entries')).json()
  const titled = async (title: string) =>
    (await entries()).find((row: { title: string }) => row.title === title)

  test('lead from links by key to the entries, which the search finds, and back to keys in an export', async () => {
    expect(await send(salt, harbour)).toMatchObject({ added: 4, problems: [] })
    const { id } = await titled('The harbour')
    const { description, sub_entries } = await titled('Salt')
    expect([description, sub_entries[0].content]).toEqual([
      `White, see [the harbour](/discordia/world?entry=${id}).`,
      `By [ship](/discordia/world?entry=${id}).`,
    ])
    const found = await server.app.inject('/api/glossary/entries/?search=by [ship]')
    expect(found.json()).toMatchObject([{ title: 'Salt' }])
    expect(await send(salt, harbour)).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
    const file = (await ada.get('/transfer/glossary')).json()
    expect(JSON.stringify(file.entries)).toContain('[ship](entry:harbour%20%28old%29)')
  })

  test('refuse a link to an entry that neither the file nor the site has', async () => {
    expect((await send({ ...harbour, description: '[x](entry:gone)' })).errors).toEqual([
      expect.objectContaining({
        attr: 'entries[0] "harbour (old)"',
        detail: 'There is no “gone”.',
      }),
    ])
  })

  test('are listed, and can be undone: nothing is left of what they added', async () => {
    await send(salt, harbour)
    expect(await listed()).toEqual([
      {
        id: expect.any(Number),
        area: 'glossary',
        name: 'world.json',
        by: { id: ada.user.id, username: 'Ada' },
        created_at: expect.any(String),
        added: 4,
        changed: 0,
        undone_at: null,
        undo_until: expect.any(String),
      },
    ])
    expect((await undo()).json()).toEqual({ undone: 4, kept: [] })
    expect(await entries()).toEqual([])
    expect((await ada.get('/glossary-types')).json()).toEqual([])
    expect(await listed()).toMatchObject([{ undone_at: expect.any(String), undo_until: null }])
    expect((await undo()).json()).toMatchObject({ errors: [{ code: 'import_kept' }] })
  })

  test('are undone to what was there before', async () => {
    await send(salt, harbour)
    const before = await entries()
    await send({ ...salt, description: 'Grey.', sections: [] })
    expect(await titled('Salt')).toMatchObject({ description: 'Grey.', sub_entries: [] })
    expect((await undo()).json()).toEqual({ undone: 1, kept: [] })
    const logged = await server.deps.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const row = { table: 'glossary_entries', key: 'salt', fields: ['description', 'sections'] }
    const was = { description: expect.stringContaining('White') }
    const is = { description: 'Grey.' }
    expect(logged.map(({ action, after }) => [action, JSON.parse(after ?? '').rows])).toEqual([
      ['undo', [{ ...row, act: 'restored', before: is, after: was }]],
      ['import', [{ ...row, act: 'changed', before: was, after: is }]],
    ])
    const now = await entries()
    const bare = (rows: { sub_entries: object[] }[]) =>
      rows.map((row) => ({
        ...row,
        sub_entries: row.sub_entries.map((one) => ({ ...one, id: 0 })),
      }))
    expect(bare(now)).toEqual(bare(before))
  })

  test('name each field that they change, and no other', async () => {
    await send(salt, harbour)
    const type = { key: 'goods', name: 'Goods' }
    const changed = {
      ...salt,
      title: 'Sea salt',
      type: 'goods',
      aliases: ['white gold'],
      sections: [{ title: 'Use', content: 'In soup.' }],
    }
    const file = { ...glossary(changed, harbour), types: [...types, type] }
    const bytes = Buffer.from(JSON.stringify(file))
    const upload = await ada.upload('import', bytes, 'world.json')
    const preview = { from: 0, fate: null }
    const { previews } = (await ada.post('/transfer/glossary/check', { upload, preview })).json()
    const { sub_entries } = await titled('Salt')
    const differs = (field: string, before: string | null, after: string | null, name = '') => ({
      field,
      name,
      before,
      after,
    })
    expect(previews).toMatchObject([
      { title: 'Sea salt', fate: 'changed', changes: expect.any(Array) },
      { title: 'The harbour', fate: 'same', changes: [] },
    ])
    const { changes } = previews[0]
    expect(changes).toHaveLength(5)
    expect(changes).toEqual(
      expect.arrayContaining([
        differs('title', 'Salt', 'Sea salt'),
        differs('kind', 'Places', 'Goods'),
        differs('aliases', null, 'white gold'),
        differs('section', null, 'In soup.', 'Use'),
        differs('section', sub_entries[0].content, null, 'Trade'),
      ]),
    )
  })

  test('are undone except for rows that were edited, linked or filled since', async () => {
    await send(salt, harbour, { key: 'bare', title: 'Bare' })
    const { id, sub_entries: _sections, ...row } = await titled('Salt')
    const edited = await ada.put(`/glossary-entries/${id}`, {
      title: row.title,
      type_id: row.type_id,
      description: `${row.description} More.`,
    })
    expect(edited.statusCode).toBe(200)
    expect((await undo()).json()).toEqual({
      undone: 2,
      kept: [
        { name: 'Salt', reason: 'edited' },
        { name: 'The harbour', reason: 'linked' },
        { name: 'Places', reason: 'filled' },
      ],
    })
    expect((await entries()).map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Salt',
      'The harbour',
    ])
  })

  test('are undone except for rows that were in something that is deleted since', async () => {
    await send(harbour, { key: 'bare', title: 'Bare' })
    const moved = ['harbour (old)', 'bare', 'pier'].map((key) => ({
      key,
      title: key,
      type: 'ports',
    }))
    const other = { ...glossary(...moved), types: [{ key: 'ports', name: 'Ports' }] }
    expect((await ada.transfer('glossary', other)).json()).toMatchObject({ changed: 2, added: 2 })
    const types = (await ada.get('/glossary-types')).json()
    const { id } = types.find(({ name }: { name: string }) => name === 'Places')
    const [sub] = (await ada.get('/glossary-subtypes')).json()
    await ada.remove(`/glossary-subtypes/${sub.id}`)
    expect((await ada.remove(`/glossary-types/${id}`)).statusCode).toBe(200)
    expect((await undo()).json()).toEqual({
      undone: 1,
      kept: expect.arrayContaining([
        { name: 'harbour (old)', reason: 'orphaned' },
        { name: 'bare', reason: 'orphaned' },
        { name: 'Ports', reason: 'filled' },
      ]),
    })
    expect(await titled('pier')).toBeUndefined()
  })

  test('are undone to what was there, whatever links to it, and leave nothing that only they link to', async () => {
    await send(salt, harbour)
    const news = {
      ...salt,
      description: '[Mill](entry:mill) and [harbour](entry:harbour%20%28old%29)',
    }
    await send({ ...news, sections: [] }, harbour, { key: 'mill', title: 'The mill' })
    expect((await undo()).json()).toEqual({ undone: 2, kept: [] })
    expect((await entries()).map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Salt',
      'The harbour',
    ])
    await send({ ...harbour, description: 'Empty.' }, salt)
    expect((await undo()).json()).toEqual({ undone: 1, kept: [] })
  })

  test('keep what the rows that stay link to', async () => {
    const chain = (key: string, to: string) => ({
      key,
      title: key,
      description: `[x](entry:${to})`,
    })
    await send(salt, harbour, chain('a', 'b'), chain('b', 'c'), { key: 'c', title: 'c' })
    const { id, type_id, description } = await titled('Salt')
    const to = (await titled('a')).id
    const body = {
      title: 'Salt',
      type_id,
      description: `${description} [a](/discordia/world?entry=${to})`,
    }
    expect((await ada.put(`/glossary-entries/${id}`, body)).statusCode).toBe(200)
    const { kept } = (await undo()).json()
    expect(kept).toEqual(
      expect.arrayContaining(['a', 'b', 'c'].map((name) => ({ name, reason: 'linked' }))),
    )
  })

  test('can be undone for a day', async () => {
    await send(salt, harbour)
    const [{ id }] = await listed()
    server.passTime(DAY_MS)
    Object.assign(ada, await server.staff('Ben'))
    expect(await listed()).toEqual([])
    expect((await ada.post(`/imports/${id}/undo`)).json()).toMatchObject({
      errors: [{ code: 'import_kept' }],
    })
  })

  test('use up their upload, which is nobody else’s', async () => {
    const bytes = Buffer.from(JSON.stringify(glossary(harbour)))
    const upload = await ada.upload('import', bytes, 'world.json')
    const ben = await server.staff('Ben')
    const both = ['/transfer/glossary/check', '/transfer/glossary'] as const
    for (const path of both)
      expect((await ben.post(path, { upload })).json()).toMatchObject({
        errors: [{ code: 'unusable_upload' }],
      })
    const [first, second] = await Promise.all(
      [1, 2].map(() => ada.post('/transfer/glossary', { upload })),
    )
    expect([first?.statusCode, second?.statusCode].toSorted()).toEqual([200, 400])
    expect(await listed()).toHaveLength(1)
  })
})
