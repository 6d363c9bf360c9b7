import type { AuditRow } from '#contract/audit.ts'
import type { GroupId } from '#contract/ids.ts'
import { addEvent } from '#test/helpers/fixtures/contents.ts'
import { addGroups } from '#test/helpers/fixtures/groups.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

type Row = { readonly id: number; readonly subject: string }

deskTests('pages of lists of the desk on %s', { engines: bothEngines }, (server) => {
  let root: DeskCaller
  beforeEach(async () => {
    await server.empty()
    root = await server.staff('Root', 'superuser')
  })

  const add = (subjects: readonly string[], over: { read_at?: number } = {}) =>
    server.deps.db
      .insertInto('contact_messages')
      .values(
        subjects.map((subject) => ({
          name: 'N',
          email: 'n@example.org',
          subject,
          message: 'M',
          created_at: 1,
          ...over,
        })),
      )
      .execute()
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
    const { db } = server.deps
    await db
      .insertInto('memberships')
      .values({ group_id: his, user_id: zoe.id, joined_at: 2 })
      .execute()
    const content_id = await addEvent(server, { seats: 5 })
    const times = { queued_at: 1, created_at: 1, updated_at: 1 }
    const seat = { content_id, state: 'coming' as const, answers: '[]', told: '', ...times }
    await db
      .insertInto('registrations')
      .values([
        { ...seat, user_id: zoe.id },
        { ...seat, user_id: ben.id },
      ])
      .execute()
    const words = { name: 'N', message: 'M', created_at: 1 }
    await db
      .insertInto('contact_messages')
      .values([
        { ...words, subject: 'Hers', email: ' ZOE@example.org ' },
        { ...words, subject: 'His', email: 'ben@example.org' },
      ])
      .execute()
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
