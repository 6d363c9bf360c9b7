import { sql } from 'kysely'
import { ID_MAX } from '#contract/fields.ts'
import { filterOf, type ListQuery, type ListSpec, listRows } from '#server/desk/listQuery.ts'
import { Refusal } from '#server/http/errors.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const spec: ListSpec<'contact_messages'> = {
  sortable: ['subject', 'read_at'],
  filterable: ['subject', 'read_at'],
  searched: ['subject', 'message'],
  states: (now) => ({ read: sql`read_at <= ${now}`, unread: sql`read_at is null` }),
}

serverTests('a list of the desk on %s', { engines: bothEngines }, (server) => {
  beforeAll(async () => {
    await server.insert(
      'contact_messages',
      ...[
        { subject: 'Apple', message: 'Ten%', read_at: 5 },
        { subject: 'apple', message: 'Pie', read_at: null },
        { subject: 'Pear', message: 'Apple tree', read_at: 7 },
        { subject: '7', message: 'x', read_at: null },
      ].map((row) => ({ name: 'N', email: 'n@example.org', created_at: 1, ...row })),
    )
  })

  const page = (query: ListQuery, over: Partial<ListSpec<'contact_messages'>> = {}) =>
    listRows(
      { ...server.deps, now: 5 },
      { table: 'contact_messages', list: { ...spec, ...over } },
      query,
    )
  const ids = async (...args: Parameters<typeof page>) =>
    (await page(...args)).rows.map(({ id }) => Number(id))
  const refusal = async (...args: Parameters<typeof page>) => {
    const error = await page(...args).catch((thrown: unknown) => thrown)
    return error instanceof Refusal ? [error.status, error.code, error.attr] : error
  }
  const filtered = (filter: object, over: Partial<ListSpec<'contact_messages'>> = {}) =>
    ids({ filter: JSON.stringify(filter) }, over)

  test.each([
    ['range', ['7', 'x', '{"0":0,"1":1}', '[]', '[0]', '[1,0]', '[-1,3]', '[0,1.5]']],
    ['range', ['[0.5,2]', '["0",2]', '[0,"2"]', `[0,${ID_MAX + 1}]`]],
    ['sort', ['x', '"id"', '{"0":"id","1":"asc"}', '["id"]', '["id",1]', '["id","xasc"]']],
    ['sort', ['["id","ascx"]', '["message","asc"]', '["other","asc"]']],
    ['filter', ['x', '7', '"subject"', 'null', '[]', '{"message":"Pie"}', '{"subject":true}']],
    ['filter', [`{"subject":${ID_MAX + 1}}`, `{"subject":-${ID_MAX + 1}}`, '{"id":0}']],
    ['filter', ['{"id":"x"}', '{"id":true}', '{"q":7}', '{"state":"other"}', '{"state":7}']],
    ['filter', ['{"state":"constructor"}']],
  ])('refuses the %s of %j by its name', async (part, texts) => {
    for (const text of texts)
      expect([text, await refusal({ [part]: text })]).toEqual([text, [400, 'bad_list', part]])
  })

  test('refuses a search and a state for a list without them', async () => {
    const list = { sortable: ['subject'] } as const
    for (const filter of ['{"q":"a"}', '{"state":"read"}', '{"subject":"7"}'])
      await expect(
        listRows({ ...server.deps, now: 5 }, { table: 'contact_messages', list }, { filter }),
      ).rejects.toMatchObject({ attr: 'filter' })
  })

  test('reads the values of each part, and names the part with a text that cannot be stored', async () => {
    expect(filterOf(undefined)).toEqual({})
    expect(filterOf('{"a":1}')).toEqual({ a: 1 })
    for (const part of ['range', 'sort', 'filter'])
      expect(await refusal({ [part]: '"a\\u0000"' })).toEqual([400, 'bad_text', part])
  })

  test('has the rows of its range, and the index of the first one', async () => {
    expect(await page({ range: '[1,2]' })).toMatchObject({
      first: 1,
      total: 4,
      rows: [{ id: 2 }, { id: 3 }],
    })
    expect(await ids({ range: '[3,3]' })).toEqual([4])
    expect(await ids({ range: `[0,${ID_MAX}]` })).toEqual([1, 2, 3, 4])
    expect(await page({})).toMatchObject({ first: 0, total: 4 })
  })

  test('is ordered by id unless it has its own order or one is requested', async () => {
    expect(await ids({})).toEqual([1, 2, 3, 4])
    expect(await ids({}, { sort: ['id', 'desc'] })).toEqual([4, 3, 2, 1])
    expect(await ids({ sort: '["read_at","asc"]' }, { sort: ['id', 'desc'] })).toEqual([1, 3, 2, 4])
    expect(await ids({ sort: '["read_at","DESC"]' })).toEqual([3, 1, 4, 2])
  })

  test('is filtered by ids, values, null, text and state', async () => {
    expect(await filtered({ id: ['2', 3, 99] })).toEqual([2, 3])
    expect(await filtered({ subject: 'apple' })).toEqual([2])
    expect(await filtered({ subject: ['apple', 'Pear'] })).toEqual([2, 3])
    expect(await filtered({ subject: 7 })).toEqual([4])
    expect(await filtered({ subject: [ID_MAX, -ID_MAX] })).toEqual([])
    expect(await filtered({ subject: [] })).toEqual([])
    expect(await filtered({ read_at: null })).toEqual([2, 4])
    expect(await filtered({ read_at: [null, 7] })).toEqual([2, 3, 4])
    expect(await filtered({ read_at: null, subject: '7' })).toEqual([4])
    expect(await filtered({ q: ' APPLE ' })).toEqual([1, 2, 3])
    expect(await filtered({ q: '%' })).toEqual([1])
    expect(await filtered({ q: '' })).toEqual([1, 2, 3, 4])
    expect(await filtered({ state: 'read' })).toEqual([1])
    expect(await filtered({ state: ['read', 'unread'] })).toEqual([1, 2, 4])
  })

  test('has its default state, unless another one or ids are requested', async () => {
    const over = { defaultState: 'unread' }
    expect(await filtered({}, over)).toEqual([2, 4])
    expect(await ids({}, over)).toEqual([2, 4])
    expect(await filtered({ state: 'read' }, over)).toEqual([1])
    expect(await filtered({ id: [1] }, over)).toEqual([1])
    expect(await filtered({ q: 'pie' }, over)).toEqual([2])
  })

  test('is in the order of the alphabet by titles and names, in the letters of its language', async () => {
    const { db } = server.deps
    const names = ['zoe', 'Öl', 'Zebra', 'apfel', 'Ähre', 'Apfel', 'Ball']
    const rows = names.map((name, position) => ({ name, position }))
    await db.insertInto('glossary_types').values(rows).execute()
    const listed = async (direction: string, language: string, range?: string) => {
      const list = { sortable: ['name'] } as const
      const query = { sort: JSON.stringify(['name', direction]), ...(range && { range }) }
      const w = { db, now: 0, settings: { languages: [language] } }
      const page = await listRows(w, { table: 'glossary_types', list }, query)
      return page.rows.map(({ name }) => name)
    }
    const german = ['Ähre', 'apfel', 'Apfel', 'Ball', 'Öl', 'Zebra', 'zoe']
    expect(await listed('asc', 'de')).toEqual(german)
    expect(await listed('desc', 'de')).toEqual(german.toReversed())
    expect(await listed('asc', 'de', '[2,4]')).toEqual(german.slice(2, 5))
    const swedish = ['apfel', 'Apfel', 'Ball', 'Zebra', 'zoe', 'Ähre', 'Öl']
    expect(await listed('asc', 'sv')).toEqual(swedish)
  })

  test('is ordered by the positions of the parents, then by its own; a kind is its own parent', async () => {
    const category = (name: string, position: number) =>
      server.insert('rule_categories', { name, position })
    const [last, first] = [await category('Last', 2), await category('First', 1)]
    const sub = (name: string, { id }: typeof last, position: number) =>
      server.insert('rule_subcategories', { name, category_id: id, position })
    await sub('d', last, 1)
    await sub('c', last, 0)
    await sub('b', first, 1)
    await sub('a', first, 0)
    const names = async (direction: string, orderWithin: object) => {
      const list = { sortable: ['position', 'name'], orderWithin } as const
      const sort = JSON.stringify(['position', direction])
      const { rows } = await listRows(
        { ...server.deps, now: 0 },
        { table: 'rule_subcategories', list },
        { sort },
      )
      return rows.map(({ name }) => name).join('')
    }
    const parent = { category_id: 'rule_categories' }
    expect(await names('asc', parent)).toBe('abcd')
    expect(await names('desc', parent)).toBe('dcba')
    expect(await names('asc', { name: null })).toBe('abcd')
    expect(await names('asc', {})).toBe('cadb')
    await server.update('rule_categories', {}, { position: 1 })
    // Parents at one position stay apart.
    expect(await names('asc', parent)).toBe('cdab')
  })
})
