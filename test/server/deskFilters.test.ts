import { ID_MAX } from '#contract/fields.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'

const NUL = String.fromCharCode(0)
const LONE_SURROGATE = '\ud800'
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const unprintable = '{"toString":1,"valueOf":1}'

deskTests('unusual filters of desk lists, on %s', (server) => {
  let ada: DeskCaller
  beforeAll(async () => {
    ada = await server.staff('Ada', 'superuser')
  })

  const ask = (path: string, part: string, json: string) =>
    ada.get(`${path}?${new URLSearchParams({ [part]: json })}`)

  test.each([
    ['NUL in a name', 'filter', JSON.stringify({ [`kind${NUL}`]: 'news' })],
    ['NUL in one of several texts', 'filter', JSON.stringify({ kind: ['news', NUL] })],
    ['a lone surrogate', 'filter', JSON.stringify({ kind: LONE_SURROGATE })],
    ['an escaped lone surrogate', 'filter', '{"q":"\\ud800"}'],
    ['a number beyond all bounds', 'filter', '{"kind":1e999}'],
    ['an id that is an object', 'filter', `{"id":${unprintable}}`],
    ['a value that is an object', 'filter', `{"kind":${unprintable}}`],
    ['deep nesting', 'filter', `{"kind":${deep(5000)}}`],
    ['more values than an expression may have', 'filter', `{"kind":[${'1,'.repeat(3000)}1]}`],
    [
      'more states than an expression may have',
      'filter',
      `{"state":[${'"draft",'.repeat(1500)}""]}`,
    ],
    ['a prototype', 'filter', '{"__proto__":{"kind":"news"}}'],
    ['a direction that is an object', 'sort', `["title",${unprintable}]`],
    ['a column that is an object', 'sort', `[${unprintable},"ASC"]`],
    ['a range beyond all bounds', 'range', '[0,1e999]'],
  ])('%s is a bad request', async (_what, part, json) => {
    expect((await ask('/contents', part, json)).statusCode).toBe(400)
  })

  test('a last range and many ids are accepted', async () => {
    expect((await ask('/contents', 'range', `[${ID_MAX},${ID_MAX}]`)).statusCode).toBe(200)
    const ids = Array.from({ length: 2000 }, (_, n) => n + 1)
    expect((await ask('/contents', 'filter', JSON.stringify({ id: ids }))).statusCode).toBe(200)
  })

  test('wildcards are searched for literally', async () => {
    for (const title of ['Half', '50% off', 'under_score', 'back\\slash'])
      await ada.post('/download-categories', { title })
    for (const [q, found] of [
      ['%', ['50% off']],
      ['_', ['under_score']],
      ['\\', ['back\\slash']],
    ] as const) {
      const rows = (await ask('/download-categories', 'filter', JSON.stringify({ q }))).json()
      expect(rows.map(({ title }: { title: string }) => title)).toEqual(found)
    }
  })

  test('no position follows the largest one; reordering makes room again', async () => {
    const { id: first } = (await ada.post('/glossary-types', { name: 'A' })).json()
    const full = await ada.post('/glossary-types', { name: 'B', position: ID_MAX })
    expect(full.statusCode).toBe(201)
    const refused = await ada.post('/glossary-types', { name: 'C' })
    expect([refused.statusCode, refused.json().errors[0].attr]).toEqual([400, 'position'])
    const beyond = await ada.post('/glossary-types', { name: 'C', position: ID_MAX + 1 })
    expect(beyond.statusCode).toBe(400)
    await ada.post('/glossary-types/order', { ids: [first, full.json().id] })
    expect((await ada.post('/glossary-types', { name: 'C' })).json().position).toBe(2)
  })

  test('a counter of changes at its maximum stays there', async () => {
    const news = { kind: 'news', title: 'T', short_description: 'S', description: 'D' }
    const { id } = (await ada.post('/contents', news)).json()
    await server.deps.db
      .updateTable('contents')
      .set({ sequence: ID_MAX })
      .where('id', '=', id)
      .execute()
    const changed = await ada.put(`/contents/${id}`, { ...news, title: 'U' })
    expect([changed.statusCode, changed.json().sequence]).toEqual([200, ID_MAX])
  })
})
