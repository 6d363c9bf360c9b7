import { collected } from '#server/compose/collect.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

serverTests('mails after the deletion of an account, on %s', (server) => {
  beforeEach(() => server.empty())

  async function erase({ id }: TestUser) {
    const due = server.deps.db.updateTable('users').set({ deletion_due_at: server.deps.clock() })
    await due.where('id', '=', id).execute()
    await eraseDueAccounts(server.deps, collected.personalData, server.app.log)
  }
  const mail = (recipient: string, data: object, more: object = {}) => ({
    ...{ kind: 'k', recipient, data: JSON.stringify(data), created_at: 1, next_attempt_at: 1 },
    ...more,
  })

  test('are those to others: neither address nor number of the member is in the outbox', async () => {
    const mara = await server.addUser('Mara')
    const { db } = server.deps
    const [own, similar] = [{ user: mara.id }, { user: mara.id * 10 }]
    const others = [similar, { ...similar, name: 'Zoe' }].map((data) => mail('zoe@x.example', data))
    await db
      .insertInto('outbox')
      .values([
        mail(' Mara@Example.org', {}),
        mail('former@x.example', own),
        mail('former@x.example', { ...own, name: 'Mara' }),
        ...others,
      ])
      .execute()
    await erase(mara)
    const left = await db.selectFrom('outbox').select('data').orderBy('id').execute()
    expect(left).toEqual(others.map(({ data }) => ({ data })))
  })

  test('with a key keep it alone, and are not sent any more', async () => {
    const mara = await server.addUser('Mara')
    const { db, clock } = server.deps
    const words = { once_key: 'once', last_error: 'mara@example.org is unknown' }
    const data = { user: mara.id, name: 'Mara' }
    await db
      .insertInto('outbox')
      .values(mail('mara@example.org', data, words))
      .execute()
    await erase(mara)
    const blank = { recipient: '', data: '{}', last_error: null, done_at: clock() }
    expect(await db.selectFrom('outbox').selectAll().execute()).toMatchObject([
      { once_key: 'once', ...blank },
    ])
  })
})
