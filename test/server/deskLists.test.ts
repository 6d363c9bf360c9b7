import type { AuditRow } from '#contract/audit.ts'
import { ID_MAX } from '#contract/fields.ts'
import type { GroupId } from '#contract/ids.ts'
import { addEvent } from '#test/helpers/fixtures/contents.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

type Row = { readonly id: number; readonly subject: string }

deskTests('pages of lists of the desk on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [root] = staffOf(server, ['Root', 'superuser'])

  const add = (subjects: readonly string[], over: { read_at?: number } = {}) =>
    server.insert(
      'contact_messages',
      ...subjects.map((subject) => ({
        name: 'N',
        email: 'n@example.org',
        subject,
        message: 'M',
        created_at: 1,
        ...over,
      })),
    )
  const ask = async (query: Parameters<typeof listOf>[1]) => {
    const response = await root.get(listOf('messages', query))
    const rows: readonly Row[] = response.json()
    return {
      subjects: rows.map(({ subject }) => subject),
      range: response.headers['content-range'],
    }
  }

  test('have 25 rows unless a range is requested, and give the total of the filter', async () => {
    await add(Array.from({ length: 27 }, (_, at) => `S${String(at).padStart(2, '0')}`))
    const first = await ask({})
    expect(first).toMatchObject({ range: 'messages 0-24/27' })
    expect([first.subjects.length, first.subjects[0], first.subjects[24]]).toEqual([
      25,
      'S26',
      'S02',
    ])
    expect(await ask({ range: [25, 49] })).toEqual({
      subjects: ['S01', 'S00'],
      range: 'messages 25-26/27',
    })
    expect(await ask({ range: [1, 1] })).toEqual({ subjects: ['S25'], range: 'messages 1-1/27' })
    expect(await ask({ range: [27, 30] })).toEqual({ subjects: [], range: 'messages */27' })
    expect(await ask({ filter: { q: 's1' }, range: [0, 1] })).toEqual({
      subjects: ['S19', 'S18'],
      range: 'messages 0-1/10',
    })
    await add(['Seats for the lantern road'])
    expect((await ask({ filter: { q: 'ROAD  seats' } })).subjects).toHaveLength(1)
    expect((await ask({ filter: { q: 'road none' } })).subjects).toEqual([])
    expect(await ask({ filter: { q: 'none' } })).toEqual({ subjects: [], range: 'messages */0' })
  })

  test('have a thousand rows at most', async () => {
    await addGroups(server, root.user.id, 1001)
    const response = await root.get(listOf('groups', { range: [0, 5000], sort: ['id', 'ASC'] }))
    expect(response.headers['content-range']).toBe('groups 0-999/1001')
    expect(response.json()).toHaveLength(1000)
  })

  test('of members are sorted by name without regard to capital letters', async () => {
    for (const name of ['sort wren', 'Sort Ada', 'sort abe', 'Sort Zoe']) await server.addUser(name)
    const query = { filter: { q: 'sort ' }, sort: ['username', 'ASC'] as [string, string] }
    const found: { username: string }[] = (await root.get(listOf('members', query))).json()
    expect(found.map(({ username }) => username)).toEqual([
      'sort abe',
      'Sort Ada',
      'sort wren',
      'Sort Zoe',
    ])
  })

  test('accept a hundred values and a search of 400 characters, and no more', async () => {
    const asked = async (filter: object) =>
      (await root.get(listOf('groups', { filter }))).statusCode
    const values = Array.from({ length: 101 }, (_, at) => at)
    expect(await asked({ owner_id: values.slice(1) })).toBe(200)
    expect(await asked({ owner_id: values })).toBe(400)
    expect(await asked({ q: 'x'.repeat(400) })).toBe(200)
    expect(await asked({ q: 'x'.repeat(401) })).toBe(400)
  })

  test('of the log are filtered by actor, resource, action and record, newest first', async () => {
    const ada = await server.staff('Ada')
    const { id } = (await ada.post('/rule-categories', { name: 'Combat' })).json()
    const { id: other } = (await root.post('/rule-categories', { name: 'Travel' })).json()
    await root.put(`/rule-categories/${id}`, { name: 'Battle' })
    const found = async (filter: object) => {
      const kept = { ...filter, resource: 'rule-categories' }
      const rows: AuditRow[] = (await root.get(listOf('audit', { filter: kept }))).json()
      return rows.map(({ action, record, record_name }) => `${action} ${record} ${record_name}`)
    }
    const [made, travel, changed] = [
      `create ${id} Combat`,
      `create ${other} Travel`,
      `update ${id} Battle`,
    ]
    expect(await found({})).toEqual([changed, travel, made])
    expect(await found({ actor_id: ada.user.id })).toEqual([made])
    expect(await found({ action: 'update' })).toEqual([changed])
    expect(await found({ record: `${id}` })).toEqual([changed, made])
    expect(await found({ q: 'ADA' })).toEqual([made])
    expect(await found({ q: 'upd' })).toEqual([changed])
  })

  test('have the rows of one member: groups, seats, messages, and activity by and about the account', async () => {
    const [zoe, ben] = [await server.addUser('Zoe'), await server.addUser('Ben')]
    const [hers] = (await addGroups(server, zoe.id, 1)) as [GroupId]
    const [his] = (await addGroups(server, ben.id, 1)) as [GroupId]
    await server.insert('memberships', { group_id: his, user_id: zoe.id, joined_at: 2 })
    const content_id = await addEvent(server, { seats: 5 })
    const times = { queued_at: 1, created_at: 1, updated_at: 1 }
    const seat = { content_id, state: 'coming' as const, answers: '[]', told: '', ...times }
    await server.insert('registrations', { ...seat, user_id: zoe.id }, { ...seat, user_id: ben.id })
    const words = { name: 'N', message: 'M', created_at: 1 }
    await server.insert(
      'contact_messages',
      { ...words, subject: 'Hers', email: ' ZOE@example.org ' },
      { ...words, subject: 'His', email: 'ben@example.org' },
    )
    const found = async (resource: string, filter: object) => {
      const response = await root.get(listOf(resource, { filter }))
      return response.statusCode === 200 ? response.json() : response.statusCode
    }
    const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
    expect(ids(await found('groups', { member_id: zoe.id }))).toEqual([his, hers])
    expect(ids(await found('groups', { member_id: ben.id }))).toEqual([his])
    expect(await found('registrations', { user_id: zoe.id })).toMatchObject([
      { user: { username: 'Zoe' } },
    ])
    expect(await found('messages', { member_id: zoe.id })).toMatchObject([{ subject: 'Hers' }])
    await root.post(`/members/${zoe.id}/end-sessions`)
    expect(await found('audit', { member_id: zoe.id })).toMatchObject([{ action: 'endSessions' }])
    const own = { member_id: root.user.id, action: 'endSessions' }
    expect(await found('audit', own)).toMatchObject([{ record: `${zoe.id}` }])
    for (const member_id of ['zoe', null, { id: zoe.id }, 0, [zoe.id]])
      expect([member_id, await found('groups', { member_id })]).toEqual([member_id, 400])
  })

  test('with positions: a new row is last in its own order, a new order names all rows of one', async () => {
    const category = async (name: string): Promise<number> =>
      (await root.post('/rule-categories', { name })).json().id
    const [dice, travel] = [await category('Dice'), await category('Travel')]
    const sub = async (name: string, category_id: number) =>
      (await root.post('/rule-subcategories', { name, category_id })).json()
    const [a, x, b] = [await sub('a', dice), await sub('x', travel), await sub('b', dice)]
    expect([a.position, x.position, b.position]).toEqual([0, 0, 1])
    const order = (ids: readonly number[]) => root.post('/rule-subcategories/order', { ids })
    for (const ids of [[a.id], [a.id, b.id, x.id], [a.id, x.id], [x.id, x.id], [a.id, b.id, b.id]])
      expect((await order(ids)).json().errors[0].code).toBe('bad_order')
    expect((await order([b.id, a.id])).json()).toEqual({ ids: [b.id, a.id] })
    const filter = { resource: 'rule-subcategories', action: 'order' }
    expect((await root.get(listOf('audit', { filter }))).json()).toMatchObject([
      { record: null, before: { ids: [a.id, b.id] }, after: { ids: [b.id, a.id] } },
    ])
    const listed = async () =>
      (await root.get(listOf('rule-subcategories', { sort: ['position', 'ASC'] })))
        .json()
        .map(({ name, position }: { name: string; position: number }) => `${name} ${position}`)
    expect(await listed()).toEqual(['b 0', 'a 1', 'x 0'])
    expect((await sub('c', dice)).position).toBe(2)
    expect((await sub('y', travel)).position).toBe(1)
  })
})

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
    await server.update('contents', { id }, { sequence: ID_MAX })
    const changed = await ada.put(`/contents/${id}`, { ...news, title: 'U' })
    expect([changed.statusCode, changed.json().sequence]).toEqual([200, ID_MAX])
  })
})

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
