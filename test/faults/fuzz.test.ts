import fc from 'fast-check'
import { describedCalls } from '#contract/schemas/tables.ts'
import { type MalformedRequest, malformedRequest } from '#test/helpers/fixtures/malformed.ts'
import { amount, figure, SEED } from '#test/helpers/server/faults.ts'
import { engines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'

const REQUESTS = amount(10_000, 1500)
const AT_ONCE = 20

describe.each(engines)('malformed requests on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server.close())

  async function problemWith(request: MalformedRequest): Promise<string[]> {
    const answer = await server.app.inject(request)
    const isWorded = answer.statusCode < 400 || request.method === 'HEAD' || hasShape(answer.body)
    if (answer.statusCode < 500 && isWorded) return []
    return [
      `${answer.statusCode} ${answer.body.slice(0, 200)} to ${JSON.stringify(request).slice(0, 2000)}`,
    ]
  }

  test(`${REQUESTS} of them are answered without a 5xx, refusals in the one shape (seed ${SEED})`, async () => {
    const people = await Promise.all(['Olwen', 'Finn'].map((name) => server.addUser(name)))
    const tokens = people.map(({ auth }) => auth.authorization)
    const served = describedCalls.filter(({ method, path }) =>
      [path, path.replace(/\/$/, '')].some((url) =>
        server.app.hasRoute({ method, url: `/api${url}` }),
      ),
    )
    expect(served.length).toBeGreaterThan(20)
    const requests = fc.sample(
      fc.oneof(...served.map((call) => malformedRequest(call, call.schema, tokens))),
      { numRuns: REQUESTS, seed: SEED },
    )

    const problems: string[] = []
    for (let i = 0; i < requests.length; i += AT_ONCE) {
      const answers = await Promise.all(requests.slice(i, i + AT_ONCE).map(problemWith))
      problems.push(...answers.flat())
    }
    figure(`${REQUESTS} requests, ${problems.length} answered badly`)
    expect(problems.slice(0, 5)).toEqual([])
    expect((await server.app.inject('/api/ready')).statusCode).toBe(200)
  }, 300_000)
})

function hasShape(body: string): boolean {
  try {
    const { errors, detail } = JSON.parse(body)
    return typeof errors[0].code === 'string' && typeof detail === 'string'
  } catch {
    return false
  }
}
