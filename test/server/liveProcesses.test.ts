import { setTimeout } from 'node:timers/promises'
import { publish } from '#server/db/liveEvents.ts'
import { makeStreams, type Outlet, STREAM_LIMITS } from '#server/modules/live/streams.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { type LiveStream, listening, openStream } from '#test/helpers/server/liveStream.ts'
import {
  bothEngines,
  startServer,
  type TestServer,
  type TestUser,
} from '#test/helpers/server/startServer.ts'

const subjects = ({ received }: LiveStream) => received.map(({ subject }) => subject)
const receives = (stream: LiveStream, subject: number) =>
  eventually(
    () => subjects(stream),
    (received) => received.includes(subject),
  )
const publishTo = ({ deps }: TestServer, users: readonly TestUser[], subject: number) =>
  deps.db.transaction().execute((tx) =>
    publish(
      { db: tx, now: deps.clock() },
      users.map(({ id }) => id),
      { kind: 'group', subject },
    ),
  )

describe.each(bothEngines)('the streams of a process on %s', (engine) => {
  test('end at once when it stops, and it opens no more', async () => {
    const server = await startServer(engine)
    const mara = await server.addUser('Mara')
    const { port, stop } = await listening(server)
    const open = await Promise.all([openStream(port, mara), openStream(port, mara)])
    const since = performance.now()
    await Promise.all([server.app.close(), ...open.map(({ ended }) => ended)])
    expect(performance.now() - since).toBeLessThan(3000)
    expect(server.app.liveStreams.isFull()).toBe(true)
    expect(server.app.liveStreams.size()).toBe(0)
    await stop()
    await server.close()
  })
})

describe('the limits of a process', () => {
  let server: TestServer
  let mara: TestUser
  beforeAll(async () => {
    server = await startServer(bothEngines[0] ?? 'sqlite')
    mara = await server.addUser('Mara')
  })
  afterAll(() => server.close())

  const outlet = () => {
    const written: string[] = []
    let isDestroyed = false
    return {
      written,
      isDestroyed: () => isDestroyed,
      behind: 0,
      write(text: string) {
        written.push(text)
      },
      end: () => undefined,
      destroy() {
        isDestroyed = true
      },
      get writableLength() {
        return this.behind
      },
    }
  }
  const caller = (own: Outlet) => ({
    member: mara.id,
    session: 'any',
    endsAt: server.deps.clock() + 1000,
    outlet: own,
  })
  const change = (row: number) => ({ kind: 'group', subject: 1, at: 5, rows: [[row, mara.id]] })

  test('a full process refuses further streams for a while', () => {
    const streams = makeStreams(server.deps, server.app.log, { ...STREAM_LIMITS, streams: 1 })
    expect(streams.isFull()).toBe(false)
    const { forget } = streams.open(caller(outlet()))
    expect(streams.isFull()).toBe(true)
    forget()
    forget()
    expect(streams.isFull()).toBe(false)
    streams.close()
  })

  test('a client that does not read is disconnected, and the others are not', () => {
    const streams = makeStreams(server.deps, server.app.log)
    const [slow, quick] = [outlet(), outlet()]
    streams.open(caller(slow))
    streams.open(caller(quick))
    slow.behind = STREAM_LIMITS.behind + 1
    streams.receive(change(1))
    streams.receive(change(2))
    expect([slow.isDestroyed(), quick.isDestroyed()]).toEqual([true, false])
    expect([slow.written.length, quick.written.length]).toEqual([1, 2])
    streams.close()
  })

  test('a message of another version is ignored', () => {
    const streams = makeStreams(server.deps, server.app.log)
    for (const data of [null, 1, {}, { rows: 'x' }])
      expect(() => streams.receive(data)).not.toThrow()
    streams.close()
  })

  test('a stream that has missed too many changes gets a reset', async () => {
    const streams = makeStreams(server.deps, server.app.log, { ...STREAM_LIMITS, replayed: 1 })
    const [few, many] = [outlet(), outlet()]
    await publishTo(server, [mara], 1)
    const lastEventId = `${server.deps.clock()}-0`
    await streams.open(caller(few)).begin(lastEventId)
    await publishTo(server, [mara], 2)
    await streams.open(caller(many)).begin(lastEventId)
    expect(few.written.join('')).toContain('event: group')
    expect(many.written.join('')).toContain('event: reset')
    streams.close()
  })
})

const whenPostgres = bothEngines.includes('postgres') ? describe : undefined

whenPostgres?.('two processes that share a database', () => {
  let one: TestServer
  let other: TestServer
  let here: Awaited<ReturnType<typeof listening>>
  let there: Awaited<ReturnType<typeof listening>>
  let mara: TestUser
  const streams: LiveStream[] = []
  beforeAll(async () => {
    one = await startServer('postgres')
    other = await startServer('postgres', { DATABASE_URL: one.deps.settings.databaseUrl ?? '' })
    here = await listening(one)
    there = await listening(other)
    mara = await one.addUser('Mara')
  })
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })
  afterAll(async () => {
    await Promise.all([here.stop(), there.stop()])
    await other.close()
    await one.close()
  })
  const open = async (port: number, lastEventId?: string) => {
    const stream = await openStream(port, mara, { lastEventId })
    streams.push(stream)
    return stream
  }

  test('send the changes of both to the clients of both', async () => {
    const [near, far] = [await open(here.port), await open(there.port)]
    await publishTo(one, [mara], 1)
    await Promise.all([receives(near, 1), receives(far, 1)])
    await publishTo(other, [mara], 2)
    await Promise.all([receives(near, 2), receives(far, 2)])
    far.close()
    await publishTo(one, [mara], 3)
    await receives(await open(here.port, far.lastId()), 3)
  })

  test('lose no change that has an earlier row and is committed later', async () => {
    const isWritten = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const slow = one.deps.db.transaction().execute(async (tx) => {
      await publish({ db: tx, now: one.deps.clock() }, [mara.id], { kind: 'group', subject: 10 })
      isWritten.resolve()
      await mayCommit.promise
    })
    await isWritten.promise
    const stays = await open(here.port)
    const leaves = await open(there.port)
    await publishTo(other, [mara], 11)
    await Promise.all([receives(stays, 11), receives(leaves, 11)])
    leaves.close()
    mayCommit.resolve()
    await slow
    await receives(stays, 10)
    await receives(await open(there.port, leaves.lastId()), 10)
  })

  test('replay a gap', async () => {
    const stream = await open(here.port)
    await one.insert('live_events', {
      user_id: mara.id,
      kind: 'invites',
      subject_id: 20,
      created_at: one.deps.clock(),
    })
    await setTimeout(0)
    expect(subjects(stream)).not.toContain(20)
    one.app.liveStreams.replayGap()
    await receives(stream, 20)
  })

  test('publish to many members in several messages', async () => {
    const names = Array.from({ length: 700 }, (_, index) => index)
    const now = one.deps.clock()
    const rows = await one.deps.db
      .insertInto('users')
      .values(
        names.map((name) => ({
          email: `m${name}@example.org`,
          email_key: `m${name}@example.org`,
          username: `Many ${name}`,
          username_key: `many ${name}`,
          password_hash: 'none',
          role: 'player' as const,
          created_at: now,
          activated_at: now,
        })),
      )
      .returning('id')
      .execute()
    const stream = await open(there.port)
    const members = [...rows.map(({ id }) => id), mara.id]
    await one.deps.db
      .transaction()
      .execute((tx) => publish({ db: tx, now }, members, { kind: 'group', subject: 30 }))
    await receives(stream, 30)
  })
})
