import { addPending } from '#test/helpers/fixtures/deskRows.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

deskTests('the glossary at the desk on %s', (server) => {
  let ada: DeskCaller
  beforeEach(async () => {
    await server.empty()
    ada = await server.staff('Ada')
  })

  const site = async (path: string) => (await server.app.inject(`/api/glossary/${path}`)).json()
  const made = async (resource: string, body: object): Promise<number> =>
    (await ada.post(`/${resource}`, body)).json().id
  const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title)

  test('an entry of the staff is approved at once; a later change keeps author and times', async () => {
    const type_id = await made('glossary-types', { name: 'Places' })
    const subtype_id = await made('glossary-subtypes', { name: 'Cities', type_id })
    const now = new Date(server.deps.clock()).toISOString()
    const body = { title: ' Halm ', description: 'Of towers.', type_id, subtype_id }
    const entry = (await ada.post('/glossary-entries', body)).json()
    expect(entry).toMatchObject({
      title: 'Halm',
      state: 'approved',
      approved_at: now,
      created_at: now,
      created_by: { id: ada.user.id, username: 'Ada', is_staff: true },
    })
    server.passTime(1000)
    const ben = await server.staff('Ben')
    const changed = await ben.put(`/glossary-entries/${entry.id}`, { title: 'Holm', type_id })
    expect(changed.json()).toEqual({
      ...entry,
      title: 'Holm',
      subtype_id: null,
      updated_at: new Date(server.deps.clock()).toISOString(),
    })
    expect(await site('entries/?search=of%20towers')).toMatchObject([{ title: 'Holm' }])
    const elsewhere = await made('glossary-types', { name: 'Foods' })
    const foreign = { title: 'Holm', type_id: elsewhere, subtype_id }
    expect((await ben.put(`/glossary-entries/${entry.id}`, foreign)).statusCode).toBe(409)
  })

  test('sections that change places are in their new order, the first one in the list', async () => {
    const type_id = await made('glossary-types', { name: 'Places' })
    const body = { title: 'Halm', type_id }
    const sub_entries = ['One', 'Two', 'Three'].map((title) => ({ title, content: `${title}.` }))
    const id = await made('glossary-entries', { ...body, sub_entries })
    const [one, , three] = (await ada.get(`/glossary-entries/${id}`)).json().sub_entries
    await ada.put(`/glossary-entries/${id}`, { ...body, sub_entries: [three, one] })
    expect(titles(await site(`entries/${id}/sub-entries/`))).toEqual(['Three', 'One'])
    expect(await site('entries/')).toMatchObject([{ excerpt: 'Three.' }])
    expect(await site('entries/?search=two')).toEqual([])
  })

  test('an edit of a pending entry at the desk is what the search finds', async () => {
    const id = await addPending(server, 'A wish')
    const own = { pending_text: 'a wish for ropes' }
    await server.deps.db.updateTable('glossary_entries').set(own).execute()
    const { type_id } = (await ada.get(`/review/${id}`)).json()
    const entry = { title: 'A wish', description: 'For chains.', type_id }
    expect((await ada.put(`/glossary-entries/${id}`, entry)).json().state).toBe('pending')
    expect((await ada.post(`/review/${id}/approve`)).statusCode).toBe(200)
    expect(await site('entries/?search=chains')).toMatchObject([{ id }])
    expect(await site('entries/?search=ropes')).toEqual([])
  })

  test('types without an icon have none, and lists are narrowed by type, sub-type and author', async () => {
    const places = (await ada.post('/glossary-types', { name: ' Places ', icon: '' })).json()
    expect(places).toMatchObject({ name: 'Places', icon: null })
    const foods = await made('glossary-types', { name: 'Foods', icon: 'eel' })
    const cities = await made('glossary-subtypes', { name: 'Cities', type_id: places.id })
    await made('glossary-subtypes', { name: 'Drinks', type_id: foods })
    const ofPlaces = listOf('glossary-subtypes', { filter: { type_id: places.id } })
    expect((await ada.get(ofPlaces)).json()).toMatchObject([{ id: cities }])
    await made('glossary-entries', { title: 'Halm', type_id: places.id, subtype_id: cities })
    await made('glossary-entries', { title: 'Marsh', type_id: places.id })
    const ben = await server.staff('Ben')
    await ben.post('/glossary-entries', { title: 'Soup', type_id: foods })
    for (const [filter, expected] of [
      [{ type_id: places.id }, ['Halm', 'Marsh']],
      [{ subtype_id: cities }, ['Halm']],
      [{ created_by: ben.user.id }, ['Soup']],
      [{ q: 'SOU' }, ['Soup']],
      [{ q: 'Sóup' }, ['Soup']],
    ] as const)
      expect(titles((await ada.get(listOf('glossary-entries', { filter }))).json())).toEqual(
        expected,
      )
  })
})
