import { makeListener, publishMessage } from '#server/db/messages.ts'
import type { Message } from '#server/db/sqliteDriver.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { connectTo } from '#test/helpers/server/ownPostgres.ts'
import { bothEngines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'

const MESSAGE: Message = { topic: 'news', data: { a: ['ü', 1] } }
const SILENT = { info: () => undefined, warn: () => undefined }

test('an embedded database has one process and needs no listener', async () => {
  const server = await startServer('sqlite')
  await publishMessage(server.deps.db, MESSAGE)
  await server.close()
})

const whenPostgres = bothEngines.includes('postgres') ? describe : undefined

whenPostgres?.('messages between processes', () => {
  let server: TestServer
  let received: Message[]
  let gaps: number
  beforeAll(async () => {
    server = await startServer('postgres')
  })
  afterAll(() => server.close())
  beforeEach(() => {
    received = []
    gaps = 0
  })

  const someHeard = () =>
    eventually(
      () => received.length,
      (count) => count > 0,
    )
  const url = () => server.deps.settings.databaseUrl ?? ''
  const listen = (change: Partial<Parameters<typeof makeListener>[0]> = {}) => {
    const listener = makeListener({
      urls: [url()],
      db: server.deps.db,
      onMessage: (message) => received.push(message),
      onGap: () => {
        gaps++
      },
      log: SILENT,
      ...change,
    })
    listener.start()
    return listener
  }

  it('arrive when the transaction commits, and not at all when it is rolled back', async () => {
    const listener = listen()
    await eventually(listener.isConnected, Boolean)
    const { db } = server.deps
    const undone = db.transaction().execute(async (tx) => {
      await publishMessage(tx, { topic: 'never', data: null })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await db.transaction().execute(async (tx) => {
      await publishMessage(tx, MESSAGE)
      expect(received).toEqual([])
    })
    await someHeard()
    expect(received).toEqual([MESSAGE])
    await listener.stop()
  })

  it('are received again after the connection was lost, and the gap is reported', async () => {
    const listener = listen()
    await eventually(listener.isConnected, Boolean)
    const operator = await connectTo(url())
    await operator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'discordia messages' and datname = current_database()",
    )
    await operator.end()
    await eventually(
      () => gaps,
      (count) => count === 2,
    )
    await publishMessage(server.deps.db, MESSAGE)
    await someHeard()
    await listener.stop()
  })

  it('are received over the first of several addresses that can listen', async () => {
    const nobody = 'postgres://nobody@127.0.0.1:1/none'
    const warn = jest.fn()
    const listener = listen({ urls: [nobody, url()], log: { ...SILENT, warn } })
    await eventually(listener.isConnected, Boolean)
    expect(warn).not.toHaveBeenCalled()
    await listener.stop()
  })

  it('that do not return to their sender are an error in the log, once', async () => {
    const other = await startServer('postgres')
    const warn = jest.fn()
    // The listener works on another database than the sender, as with a pooler. Connecting has the same patience, and takes
    // half a second on a busy machine.
    const listener = listen({ db: other.deps.db, patienceMs: 3000, log: { ...SILENT, warn } })
    await eventually(
      () => warn.mock.calls.length,
      (count) => count > 0,
    )
    expect(listener.isConnected()).toBe(false)
    expect(warn.mock.calls[0]).toEqual([
      { reason: expect.stringContaining('DATABASE_DIRECT_URL must be PostgreSQL itself') },
      expect.any(String),
    ])
    await listener.stop()
    await other.close()
  })

  it('of other instances in the same database are not received', async () => {
    const other = await startServer('postgres')
    const listener = listen()
    await eventually(listener.isConnected, Boolean)
    await publishMessage(other.deps.db, { topic: 'foreign', data: null })
    await publishMessage(server.deps.db, MESSAGE)
    await someHeard()
    expect(received).toEqual([MESSAGE])
    await listener.stop()
    await other.close()
  })
})
