import { cleanUp } from '#server/compose/background.ts'
import { publish } from '#server/db/liveEvents.ts'
import { LIVE_STREAMS_MAX } from '#server/modules/live/streams.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { type LiveStream, listening, openStream } from '#test/helpers/server/liveStream.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

const MINUTE = 60_000

serverTests('the stream of changes on %s', { engines: bothEngines }, (server) => {
  let own: Awaited<ReturnType<typeof listening>>
  let mara: TestUser
  let olwen: TestUser
  let count = 0
  const streams: LiveStream[] = []

  beforeAll(async () => {
    own = await listening(server)
  })
  beforeEach(async () => {
    count++
    mara = await server.addUser(`Mara ${count}`)
    olwen = await server.addUser(`Olwen ${count}`)
  })
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })
  afterAll(async () => {
    await own.stop()
  })

  const open = async (user: TestUser, options: Parameters<typeof openStream>[2] = {}) => {
    const stream = await openStream(own.port, user, options)
    streams.push(stream)
    return stream
  }
  const publishTo = (users: readonly TestUser[], subject: number) =>
    server.deps.db.transaction().execute((tx) =>
      publish(
        { db: tx, now: server.deps.clock() },
        users.map(({ id }) => id),
        { kind: 'group', subject },
      ),
    )
  const subjects = ({ received }: LiveStream) => received.map(({ subject }) => subject)
  const receives = (stream: LiveStream, subject: number) =>
    eventually(
      () => subjects(stream),
      (received) => received.includes(subject),
    )

  test('cannot be stored or collected', async () => {
    const stream = await open(mara)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers).not.toHaveProperty('content-encoding')
    expect(await server.app.metrics.metrics()).toMatch(/^live_streams 1$/m)
  })

  test('is for members only, and HEAD opens none', async () => {
    const call = { url: '/api/users/live/' }
    expect((await server.app.inject(call)).statusCode).toBe(401)
    const head = await server.app.inject({ ...call, method: 'HEAD', headers: mara.auth })
    expect(head.headers['content-type']).toMatch('text/event-stream')
  })

  test('has the changes of its member, in order, and of no other member', async () => {
    const [hers, second, theirs] = [await open(mara), await open(mara), await open(olwen)]
    await publishTo([mara], 1)
    await publishTo([olwen], 2)
    await publishTo([mara, olwen], 3)
    await receives(hers, 3)
    await receives(second, 3)
    await receives(theirs, 3)
    expect(subjects(hers)).toEqual([1, 3])
    expect(subjects(theirs)).toEqual([2, 3])
    expect(hers.kinds()).toEqual(['group', 'group'])
  })

  test('has no change that was rolled back', async () => {
    const stream = await open(mara)
    const failing = server.deps.db.transaction().execute(async (tx) => {
      await publish({ db: tx, now: server.deps.clock() }, [mara.id], { kind: 'group', subject: 1 })
      throw new Error('given up')
    })
    await expect(failing).rejects.toThrow('given up')
    await publishTo([mara], 2)
    await receives(stream, 2)
    expect(subjects(stream)).toEqual([2])
  })

  test('continues where it was lost, without changes of other members', async () => {
    const first = await open(mara)
    await publishTo([mara], 1)
    await receives(first, 1)
    const lastEventId = first.lastId()
    first.close()
    server.passTime(3 * MINUTE)
    const theirs = await open(olwen)
    await publishTo([mara, olwen], 2)
    await publishTo([olwen], 3)
    // A stream that is opened before the process receives a change gets it twice: replayed, and new.
    await receives(theirs, 3)
    const next = await open(mara, { lastEventId })
    await receives(next, 2)
    expect(subjects(next)).toEqual([2])
  })

  test('can be limited to the missed changes', async () => {
    const first = await open(mara)
    const lastEventId = first.lastId()
    await publishTo([mara], 1)
    await receives(first, 1)
    const replayed = await open(mara, { lastEventId, wait: 0 })
    await replayed.ended
    expect(subjects(replayed)).toEqual([1])
    await eventually(
      () => server.app.liveStreams.size(),
      (size) => size === 1,
    )
  })

  test.each(['7', 'x-y', '99999999999999-1', '0-0', '1-1-1'])(
    'sends a reset to a client that returns with %s',
    async (lastEventId) => {
      const stream = await open(mara, { lastEventId })
      expect(stream.kinds()).toEqual(['reset'])
      expect(stream.received[0]?.id).toMatch(/^\d+-0$/)
    },
  )

  test('sends a reset after a quarter of an hour, too, when the rows are deleted', async () => {
    await publishTo([mara], 1)
    const lastEventId = `${server.deps.clock()}-0`
    server.passTime(16 * MINUTE)
    Object.assign(mara, await server.renew(mara))
    expect((await open(mara, { lastEventId })).kinds()).toEqual(['reset'])
    await cleanUp(server.deps, server.app.log)
    const rows = await server.deps.db.selectFrom('live_events').select('id').execute()
    expect(rows).toEqual([])
  })

  test('keeps the position of an idle stream', async () => {
    const stream = await open(mara)
    const before = stream.lastId()
    server.passTime(MINUTE)
    for (let turn = 0; turn < 5; turn++) await server.app.liveStreams.tick()
    await eventually(stream.beats, (beats) => beats === 2)
    expect(stream.lastId()).not.toBe(before)
  })

  test('ends with the access token, with an event', async () => {
    const stream = await open(mara)
    server.passTime(60 * MINUTE)
    await server.app.liveStreams.tick()
    await stream.ended
    expect(stream.kinds()).toEqual(['expired'])
  })

  test('ends within a beat when the session or the account has ended', async () => {
    const [hers, theirs] = [await open(mara), await open(olwen)]
    await server.app.siteTokens.end(mara.tokens.refresh)
    await server.update('users', { id: olwen.id }, { deactivated_at: server.deps.clock() })
    for (let turn = 0; turn < 5; turn++) await server.app.liveStreams.tick()
    await hers.ended
    await theirs.ended
    expect(hers.kinds()).toEqual([])
  })

  test(`is one of at most ${LIVE_STREAMS_MAX} of a member; the oldest ends`, async () => {
    const oldest = await open(mara)
    for (let more = 1; more < LIVE_STREAMS_MAX; more++) await open(mara)
    expect(oldest.hasEnded()).toBe(false)
    const newest = await open(mara)
    await oldest.ended
    await publishTo([mara], 1)
    await receives(newest, 1)
  })
})
