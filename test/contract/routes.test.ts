import type { InjectOptions } from 'fastify'
import {
  accountRoutes,
  contentRoutes,
  glossaryRoutes,
  groupRoutes,
  profileRoutes,
  type Route,
  rulesRoutes,
} from '#contract/routes.ts'
import { startTestServer, type TestServer } from '#test/helpers/testServer.ts'

const tables = {
  ...accountRoutes,
  ...profileRoutes,
  ...groupRoutes,
  ...contentRoutes,
  ...rulesRoutes,
  ...glossaryRoutes,
}
type Call = keyof typeof tables

/** Calls that nobody serves yet. This list may only shrink: a served call in it fails the test. */
const NOT_SERVED_YET: readonly Call[] = []

const all = (Object.entries(tables) as [Call, Route][]).map(([call, route]) => ({ call, ...route }))
const served = all.filter(({ call }) => !NOT_SERVED_YET.includes(call))
const later = all.filter(({ call }) => NOT_SERVED_YET.includes(call))

/** Both forms of a path: as the table writes it, and with or without its end slash (ruling 46). */
const spellings = (path: string) => {
  const filled = `/api${path.replace(/:\w+/g, '1')}`
  return [filled, filled.endsWith('/') ? filled.slice(0, -1) : `${filled}/`]
}

describe('the contract', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer('sqlite')
  })
  afterAll(() => server.close())

  const ask = (method: InjectOptions['method'], url: string, authorization?: string) =>
    server.app.inject({ method, url, ...(authorization && { headers: { authorization } }) })
  const isServed = ({ method, path }: Route) =>
    [path, path.replace(/\/$/, '')].some((url) =>
      server.app.hasRoute({ method, url: `/api${url}` }),
    )

  test.each(served)('$call is served: $method $path', (row) => {
    expect(isServed(row)).toBe(true)
  })

  if (later.length > 0)
    test.each(later)('$call is still on the list of calls to come', (row) => {
      expect(isServed(row)).toBe(false)
    })

  test.each(served.filter(({ access }) => access === 'member'))(
    '$call answers 401, `not_authenticated` without a token and `token_not_valid` to a bad one, under both spellings (ruling 46, 66)',
    async ({ method, path }) => {
      for (const url of spellings(path))
        for (const [authorization, code] of [
          [undefined, 'not_authenticated'],
          ['Bearer made-up', 'token_not_valid'],
        ]) {
          const answer = await ask(method, url, authorization)
          expect([url, answer.statusCode]).toEqual([url, 401])
          expect(answer.json().errors[0].code).toBe(code)
        }
    },
  )

  test.each(served.filter(({ access }) => access !== 'member'))(
    '$call does not ask a stranger for a token and treats both spellings alike',
    async ({ method, path, access }) => {
      const answers = await Promise.all(spellings(path).map((url) => ask(method, url)))
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses[0]).toBe(statuses[1])
      expect([301, 302, 303, 307, 308]).not.toContain(statuses[0])
      for (const { body } of answers) expect(body).not.toMatch(/token_not_valid|not_authenticated/)
      if (access !== 'optional') return
      for (const url of spellings(path))
        expect((await ask(method, url, 'Bearer bad')).body).toContain('token_not_valid')
    },
  )

  test.each(served)('$call answers its own method only', async ({ method, path }) => {
    const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (other) =>
        other !== method && !all.some((row) => row.method === other && samePath(row.path, path)),
    )
    for (const other of methods)
      for (const url of spellings(path)) {
        const answer = await ask(other, url)
        expect([other, url, answer.statusCode]).toEqual([other, url, 404])
        expect(answer.json().errors[0].code).toBe('not_found')
      }
  })

  describe('the OpenAPI document', () => {
    type Operation = {
      operationId?: string
      responses: Record<string, { content?: object }>
      security?: object[]
    }
    let paths: Record<string, Record<string, Operation>>
    beforeAll(async () => {
      paths = (await ask('GET', '/api/openapi.json')).json().paths
    })

    test('holds every served call under its name, with its responses and its access', () => {
      for (const { method, path, call, access } of served) {
        const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`
        const operation = paths[address]?.[method.toLowerCase()]
        expect([call, operation?.operationId]).toEqual([call, call])
        if (access !== 'open')
          expect([call, operation?.responses[401]]).not.toEqual([call, undefined])
        expect([call, operation?.security]).toEqual([
          call,
          { member: [{ member: [] }], optional: [{}, { member: [] }], open: [] }[access],
        ])
      }
    })

    test('names every operation once and says how it succeeds, how it is refused and who may call it', () => {
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
      )
      const names = operations.map(({ operationId }) => operationId)
      expect(new Set(names).size).toBe(operations.length)
      for (const { path, method, operationId, security, responses } of operations) {
        const where = `${method} ${path}`
        expect([where, operationId, security]).toEqual([
          where,
          expect.any(String),
          expect.any(Array),
        ])
        const statuses = Object.keys(responses).join(' ')
        expect(`${where}: ${statuses}`).toMatch(/: .*\b2\d\d\b/)
        expect(`${where}: ${statuses}`).toMatch(/: .*\b4\d\d\b/)
      }
    })

    test('says of each file what kind of file it is', () => {
      const typesOf = (path: string) => Object.keys(paths[path]?.get?.responses[200]?.content ?? {})
      expect(typesOf('/api/contents/events.ics')).toEqual(['text/calendar'])
      expect(typesOf('/api/contents/news.atom')).toEqual(['application/atom+xml'])
      expect(typesOf('/api/files/{name}')).toEqual(['image/*', 'video/mp4', 'text/vtt'])
      expect(typesOf('/api/downloads/download/{id}')).toEqual(['*/*'])
    })
  })
})

/** Do two patterns answer one address when every parameter is 1? A literal beats a parameter. */
function samePath(one: string, other: string): boolean {
  const plain = (path: string) => path.replace(/\/$/, '').replace(/:\w+/g, '1')
  return plain(one) === plain(other)
}
