import { sql } from 'kysely'
import { lockTable } from '../../server/db/dialect.ts'
import type { Db } from '../../server/db/rows.ts'
import { addNameChange } from '../../test/helpers/fixtures/deskRows.ts'
import { entryForm, glossaryCalls } from '../../test/helpers/fixtures/glossary.ts'
import { beside } from '../../test/helpers/server/held.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'
import { bothEngines } from '../../test/helpers/server/startServer.ts'

const ROUNDS = 15

deskTests('two people at the desk at once on %s', { engines: bothEngines }, (server, engine) => {
  let ada: DeskCaller
  let ben: DeskCaller
  beforeAll(async () => {
    ada = await server.staff('Ada', 'superuser')
    ben = await server.staff('Ben', 'superuser')
  })

  const statusOf = async (call: ReturnType<DeskCaller['post']>) => (await call).statusCode
  const activeSuperusers = async () => {
    const { db } = server.deps
    const rows = await db
      .selectFrom('users')
      .select('username')
      .where('role', '=', 'superuser')
      .where('deactivated_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ username }) => username)
  }

  test('order one list: both orders are accepted and the later one stands', async () => {
    const { id: category_id } = (await ada.post('/rule-categories', { name: 'Combat' })).json()
    const ids: number[] = []
    for (let n = 0; n < 12; n++)
      ids.push(
        (await ada.post('/rule-subcategories', { name: `Part ${n}`, category_id })).json().id,
      )
    for (let round = 0; round < ROUNDS; round++) {
      const at = (round % (ids.length - 1)) + 1
      const turned = [...ids.slice(at), ...ids.slice(0, at)]
      const orders = [turned, turned.toReversed()]
      const statuses = await Promise.all(
        [ada, ben].map((who, at) =>
          statusOf(who.post('/rule-subcategories/order', { ids: orders[at] })),
        ),
      )
      expect(statuses).toEqual([200, 200])
      const filter = JSON.stringify({ category_id })
      const rows = (await ada.get(`/rule-subcategories?filter=${filter}`)).json()
      expect(orders).toContainEqual(rows.map(({ id }: { id: number }) => id))
    }
  })

  test('add to the end of one list: each row gets a position of its own', async () => {
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ada.post('/glossary-types', { name: `Type ${n}` })),
    )
    const positions = added.map((answer) => answer.json().position)
    expect(positions.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('import files that name the same rows in opposite orders: both succeed', async () => {
    const entries = (content: string) =>
      Array.from({ length: 40 }, (_, n) => ({
        key: `rule-${n}`,
        kind: 'quick',
        title: `Rule ${n} ${content}`,
        sections: [{ title: 'A', content }],
      }))
    const file = (rows: object[]) => ({ format: 'discordia-rules', version: 1, entries: rows })
    await ada.transfer('rules', file(entries('first')))
    // SQLite has one writer, so the order of locked rows does not matter.
    const rounds = engine === 'postgres' ? 3 : 1
    for (let round = 0; round < rounds; round++) {
      const statuses = await Promise.all([
        statusOf(ada.transfer('rules', file(entries(`a${round}`)))),
        statusOf(ben.transfer('rules', file(entries(`b${round}`).toReversed()))),
      ])
      expect(statuses).toEqual([200, 200])
    }
  })

  test('approve one name for two members: one gets it, the other approval is a conflict', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const name = `Wanted${round}`
      const one = await addNameChange(server, `One${round}`, name)
      const other = await addNameChange(server, `Other${round}`, name.toUpperCase())
      const answers = await Promise.all([
        ada.post(`/name-changes/${one.id}/approve`),
        ben.post(`/name-changes/${other.id}/approve`),
      ])
      expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
      const refused = answers.find((answer) => answer.statusCode === 409)
      expect(refused?.json().errors[0].code).toBe('username_exists')
    }
  })

  test('set the hook of the news: both are accepted, and the later one stands, with its audit row; removed, once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const hosts = [`ada${round}.example`, `ben${round}.example`]
      const statuses = await Promise.all(
        [ada, ben].map((who, at) =>
          statusOf(
            who.post('/hooks', {
              ...{ name: 'news', kind: 'discord', token: '', room: '' },
              url: `https://${hosts[at]}/hook`,
            }),
          ),
        ),
      )
      expect(statuses).toEqual([200, 200])
      const { news } = (await ada.get('/hooks')).json()
      expect(hosts).toContain(news.host)
      const { before, after } = await server.deps.db
        .selectFrom('audit_log')
        .select(['before', 'after'])
        .where('resource', '=', 'hooks')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const [other] = hosts.filter((host) => host !== news.host)
      expect([JSON.parse(before ?? '{}').host, JSON.parse(after ?? '{}').host]).toEqual([
        other,
        news.host,
      ])
      const removals = await Promise.all(
        [ada, ben].map((who) => statusOf(who.post('/hooks/remove', { name: 'news' }))),
      )
      expect(removals.toSorted()).toEqual([200, 404])
    }
  })

  test.each([
    ['demote', 'role', { role: 'player' }],
    ['deactivate', 'deactivate', {}],
  ])('two superusers %s each other: one of them is left', async (_what, call, body) => {
    for (let round = 0; round < 5; round++) {
      const one = await server.staff(`One${call}${round}`, 'superuser')
      const other = await server.staff(`Two${call}${round}`, 'superuser')
      await server.deps.db
        .updateTable('users')
        .set({ role: 'staff' })
        .where('role', '=', 'superuser')
        .where('id', 'not in', [one.user.id, other.user.id])
        .execute()
      const statuses = await Promise.all([
        statusOf(one.post(`/members/${other.user.id}/${call}`, body)),
        statusOf(other.post(`/members/${one.user.id}/${call}`, body)),
      ])
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(Math.max(...statuses)).toBeLessThan(500)
      expect(await activeSuperusers()).toHaveLength(1)
    }
  })

  // SQLite serializes write transactions.
  if (engine === 'postgres')
    test.each([
      ['role', { role: 'player' }],
      ['deactivate', {}],
    ])('whoever is being demoted has no say in the %s of another one', async (call, body) => {
      const one = await server.staff(`Late${call}`, 'superuser')
      const other = await server.staff(`Last${call}`, 'superuser')
      const demote = (tx: Db) =>
        tx.updateTable('users').set({ role: 'staff' }).where('id', '=', one.user.id).execute()
      const answer = await beside(server, demote, () =>
        one.post(`/members/${other.user.id}/${call}`, body),
      )
      expect(answer.statusCode).toBe(403)
      expect(await activeSuperusers()).toContain(other.user.username)
    })

  if (engine === 'postgres') {
    const typeWithEntry = async (username: string) => {
      const { id: type } = (await ada.post('/glossary-types', { name: 'Places' })).json()
      const author = await server.addUser(username)
      const { create } = glossaryCalls(server, author)
      const first = () => create(entryForm({ title: 'Harbour', entry_type: type }))
      return { type, author, first }
    }

    test('a first step that is repeated while its entry is approved is a new entry', async () => {
      const { first, author } = await typeWithEntry('Repeater')
      const { id } = (await first()).json()
      const approval = (tx: Db) =>
        tx
          .updateTable('glossary_entries')
          .set({ approved_at: 1, title: 'Approved' })
          .where('created_by', '=', author.id)
          .execute()
      const answer = await beside(server, approval, first)
      expect(answer.statusCode).toBe(201)
      expect(answer.json().id).not.toBe(id)
      expect((await ada.get(`/glossary-entries/${id}`)).json().title).toBe('Approved')
    })

    test('an entry whose type is deleted meanwhile is refused, as after the deletion', async () => {
      const { first, type } = await typeWithEntry('Typeless')
      const deletion = (tx: Db) => tx.deleteFrom('glossary_types').where('id', '=', type).execute()
      const answer = await beside(server, deletion, first)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors[0].attr).toBe('entry_type')
    })

    test('a change of a row waits for who orders the list before it locks the row', async () => {
      const { id: category_id } = (await ada.post('/rule-categories', { name: 'Travel' })).json()
      const row = { name: 'On foot', category_id }
      const { id } = (await ada.post('/rule-subcategories', row)).json()
      const answer = await beside(
        server,
        (tx) => lockTable(tx, 'rule_subcategories'),
        () => ben.put(`/rule-subcategories/${id}`, { ...row, name: 'On horseback' }),
        (tx) =>
          sql`select id from rule_subcategories where id = ${id} for update nowait`.execute(tx),
      )
      expect(answer.statusCode).toBe(200)
    })
  }
})
