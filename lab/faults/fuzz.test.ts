import fc from 'fast-check'
import { calls as siteCalls } from '../../contract/calls.ts'
import { CSRF_HEADER, DESK_API_BASE } from '../../contract/desk.ts'
import type { App } from '../../server/http/deps.ts'
import { reading } from '../../server/work/work.ts'
import { deskCalls } from '../../test/helpers/fixtures/deskActs.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'
import { amount, figure, SEED } from '../../test/helpers/server/faults.ts'
import { leakIn } from '../../test/helpers/server/leaks.ts'
import { type DeskServer, startDesk } from '../../test/helpers/server/startDesk.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { type MalformedRequest, malformedRequest } from './malformed.ts'

const REQUESTS = amount(10_000, 300)
const AT_ONCE = 20

describe.each(engines)('malformed requests over full tables on %s', (engine) => {
  let server: DeskServer
  beforeAll(async () => {
    server = await startDesk(engine)
    await deskWorld(server)
  })
  afterAll(() => server.close())

  async function problemWith(app: App, request: MalformedRequest): Promise<string[]> {
    const { statusCode, body } = await app.inject(request)
    const isWorded = statusCode < 400 || request.method === 'HEAD' || hasShape(body)
    if (statusCode < 500 && isWorded && leakIn(body) === null) return []
    return [`${statusCode} ${body.slice(0, 200)} to ${JSON.stringify(request).slice(0, 2000)}`]
  }

  async function send(
    app: App,
    near: fc.Arbitrary<MalformedRequest>[],
    numRuns = REQUESTS,
  ): Promise<void> {
    const requests = fc.sample(fc.oneof(...near), { numRuns, seed: SEED })
    const problems: string[] = []
    for (let i = 0; i < requests.length; i += AT_ONCE) {
      const batch = requests.slice(i, i + AT_ONCE).map((request) => problemWith(app, request))
      problems.push(...(await Promise.all(batch)).flat())
    }
    figure(`${numRuns} requests, ${problems.length} answered with a 5xx, a leak or no error body`)
    expect(problems.slice(0, 5)).toEqual([])
    expect((await server.app.inject('/api/ready')).statusCode).toBe(200)
  }

  test(`${REQUESTS} of them to the site get no 5xx, and refusals have the one shape (seed ${SEED})`, async () => {
    const people = await Promise.all(['Olwen', 'Finn'].map((name) => server.addUser(name)))
    const owner = await server.deps.db
      .selectFrom('users')
      .select(['id', 'username', 'token_version'])
      .where('username', '=', 'Ann')
      .executeTakeFirstOrThrow()
    const { access } = await server.app.siteTokens.issue(reading(server.deps), owner)
    const sessions = [...people.map(({ auth }) => auth), { authorization: `Bearer ${access}` }]
    await send(
      server.app,
      // A stream has an end of its own; test/server/live.test.ts has its malformed requests.
      siteCalls
        .filter(({ name }) => name !== 'followChanges')
        .map((call) => malformedRequest(call, call, '/api', sessions)),
    )
  }, 600_000)

  test(`${REQUESTS} of them to the desk get no 5xx, and refusals have the one shape (seed ${SEED})`, async () => {
    const seats = [await server.staff('Ada'), await server.staff('Root', 'superuser')]
    const sessions = seats.map(({ cookie, csrf }) => ({ cookie, [CSRF_HEADER]: csrf }))
    // Files are read by a thread that is slow to start.
    const calls = deskCalls.filter(({ path }) => !path.includes(':area'))
    const near = (some: typeof calls) =>
      some.map((call) => malformedRequest(call, call, DESK_API_BASE, sessions))
    /** Whether a call can end sessions; mutated requests may have another method. */
    const isAboutSessions = ({ name }: { name: string }) => /^(session|members)\./.test(name)
    await send(server.desk, near(calls.filter((call) => !isAboutSessions(call))))
    const still = await Promise.all(seats.map((seat) => seat.get('/overview')))
    expect(still.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await send(server.desk, near(calls.filter(isAboutSessions)), REQUESTS / 10)
  }, 600_000)
})

function hasShape(body: string): boolean {
  try {
    const { errors, detail } = JSON.parse(body)
    return typeof errors[0].code === 'string' && typeof detail === 'string'
  } catch {
    return false
  }
}
