import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

deskTests('ordered resources at the desk on %s', (server) => {
  let ada: DeskCaller
  beforeAll(async () => {
    ada = await server.staff('Ada')
  })

  test('an ordered list has one category after the other, each in its own order', async () => {
    const add = async (path: string, body: object): Promise<number> =>
      (await ada.post(path, body)).json().id
    const late = await add('/download-categories', { title: 'Late', position: 2 })
    const early = await add('/download-categories', { title: 'Early', position: 1 })
    for (const [display_name, category_id] of [
      ['c', late],
      ['a', early],
      ['d', late],
      ['b', early],
    ]) {
      const file_upload = await ada.upload('file', Buffer.from('text'), 'a.txt')
      await add('/download-files', { display_name, category_id, file_upload })
    }
    const names = async (direction: string) =>
      (await ada.get(listOf('download-files', { sort: ['position', direction] })))
        .json()
        .map((file: { display_name: string }) => file.display_name)
    expect(await names('ASC')).toEqual(['a', 'b', 'c', 'd'])
    expect(await names('DESC')).toEqual(['d', 'c', 'b', 'a'])
  })

  test('quick rules have no sub-category of the basic ones, and are grouped all the same', async () => {
    const name = (text: string) => ({ name: text })
    const quick = (await ada.post('/quick-subcategories', name('Start here'))).json().id
    const category_id = (await ada.post('/rule-categories', name('Dice'))).json().id
    const subcategory_id = (
      await ada.post('/rule-subcategories', { ...name('Tests'), category_id })
    ).json().id
    const sub_entries = [{ title: 'T', content: 'C', level: 1 }]
    for (const [title, place] of [
      ['q1', { kind: 'quick', quick_subcategory_id: quick }],
      ['b1', { kind: 'basic', category_id, subcategory_id }],
      ['q2', { kind: 'quick', quick_subcategory_id: quick }],
      ['b2', { kind: 'basic', category_id, subcategory_id }],
    ] as const)
      expect((await ada.post('/rule-entries', { title, ...place, sub_entries })).statusCode).toBe(
        201,
      )
    const entries = (await ada.get(listOf('rule-entries', { sort: ['position', 'ASC'] }))).json()
    expect(entries.map((entry: { title: string }) => entry.title)).toEqual(['b1', 'b2', 'q1', 'q2'])
  })

  test('a rule that is saved without its sections keeps them and is still found by them', async () => {
    const rule = { kind: 'basic', title: 'Falling', position: 0 }
    const sub_entries = [{ title: 'Landing', content: 'On feathers.', level: 0 }]
    const { id } = (await ada.post('/rule-entries', { ...rule, sub_entries })).json()
    const saved = await ada.put(`/rule-entries/${id}`, { ...rule, title: 'Falling far' })
    expect(saved.json()).toMatchObject({ title: 'Falling far', sub_entries })
    const found = await server.app.inject('/api/rules/entries/?search=feathers')
    expect(found.json()).toMatchObject([{ id }])
  })
})
