import { publish } from '../../server/db/liveEvents.ts'
import { amount, eventually, figure } from '../../test/helpers/server/faults.ts'
import { type LiveStream, listening, openStream } from '../../test/helpers/server/liveStream.ts'
import { engines, startServer, type TestUser } from '../../test/helpers/server/startServer.ts'

const MEMBERS = amount(1000, 100)
const STREAMS_EACH = 2
/** Limit from the transaction to the last stream. Milliseconds. */
const LIMIT = 1000

/* Memory and times of two thousand streams are measured by `npm run lab -- bench live`. */
test.each(engines)(
  `${MEMBERS * STREAMS_EACH} streams on %s hear each change within a second, and none survives the stop`,
  async (engine) => {
    const server = await startServer(engine)
    const { port, stop } = await listening(server)
    const members: TestUser[] = []
    const streams: LiveStream[] = []
    for (let index = 0; index < MEMBERS; index++) {
      const member = await server.addUser(`Member ${index}`)
      members.push(member)
      streams.push(await openStream(port, member), await openStream(port, member))
    }
    const times: number[] = []
    for (let subject = 1; subject <= 5; subject++) {
      const since = performance.now()
      await server.deps.db.transaction().execute((tx) =>
        publish(
          { db: tx, now: server.deps.clock() },
          members.map(({ id }) => id),
          { kind: 'group', subject },
        ),
      )
      await eventually(() => streams.every(({ received }) => received.length === subject), Boolean)
      times.push(performance.now() - since)
    }
    const slowest = Math.max(...times)
    figure(`the last stream hears after ${Math.round(slowest)} ms (limit ${LIMIT} ms)`)
    expect(slowest).toBeLessThan(LIMIT)
    await Promise.all([server.app.close(), ...streams.map(({ ended }) => ended)])
    expect(server.app.liveStreams.size()).toBe(0)
    await stop()
    await server.close()
  },
  300_000,
)
