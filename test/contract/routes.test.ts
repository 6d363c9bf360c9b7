import type { InjectOptions } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Route } from '#contract/route.ts'
import { startServer, type TestServer } from '#test/helpers/server/startServer.ts'

/** Both forms of a path: as the table writes it, and with or without its end slash (ruling 46). */
const spellings = (path: string) => {
  const filled = `/api${path.replace(/:\w+/g, '1')}`
  return [filled, filled.endsWith('/') ? filled.slice(0, -1) : `${filled}/`]
}

describe('the contract', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer('sqlite')
  })
  afterAll(() => server.close())

  const ask = (method: InjectOptions['method'], url: string, authorization?: string) =>
    server.app.inject({ method, url, ...(authorization && { headers: { authorization } }) })
  const isServed = ({ method, path }: Route) =>
    [path, path.replace(/\/$/, '')].some((url) =>
      server.app.hasRoute({ method, url: `/api${url}` }),
    )

  test.each(calls)('$name is served: $method $path', (row) => {
    expect(isServed(row)).toBe(true)
  })

  test.each(calls.filter(({ access }) => access === 'member'))(
    '$name responds 401, `not_authenticated` without a token and `token_not_valid` to a bad one, under both spellings (ruling 46, 66)',
    async ({ method, path }) => {
      for (const url of spellings(path))
        for (const [authorization, code] of [
          [undefined, 'not_authenticated'],
          ['Bearer made-up', 'token_not_valid'],
        ]) {
          const response = await ask(method, url, authorization)
          expect([url, response.statusCode]).toEqual([url, 401])
          expect(response.json().errors[0].code).toBe(code)
        }
    },
  )

  test.each(calls.filter(({ access }) => access !== 'member'))(
    '$name needs no token and treats both spellings alike',
    async ({ method, path, access }) => {
      const responses = await Promise.all(spellings(path).map((url) => ask(method, url)))
      const statuses = responses.map(({ statusCode }) => statusCode)
      expect(statuses[0]).toBe(statuses[1])
      expect([301, 302, 303, 307, 308]).not.toContain(statuses[0])
      for (const { body } of responses)
        expect(body).not.toMatch(/token_not_valid|not_authenticated/)
      if (access !== 'optional') return
      for (const url of spellings(path))
        expect((await ask(method, url, 'Bearer bad')).body).toContain('token_not_valid')
    },
  )

  test.each(calls)('$name responds to its own method only', async ({ method, path }) => {
    const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (other) =>
        other !== method && !calls.some((row) => row.method === other && samePath(row.path, path)),
    )
    for (const other of methods)
      for (const url of spellings(path)) {
        const response = await ask(other, url)
        expect([other, url, response.statusCode]).toEqual([other, url, 404])
        expect(response.json().errors[0].code).toBe('not_found')
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
      for (const { method, path, name, access } of calls) {
        const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`
        const operation = paths[address]?.[method.toLowerCase()]
        expect([name, operation?.operationId]).toEqual([name, name])
        if (access !== 'open')
          expect([name, operation?.responses[401]]).not.toEqual([name, undefined])
        expect([name, operation?.security]).toEqual([
          name,
          { member: [{ member: [] }], optional: [{}, { member: [] }], open: [] }[access],
        ])
      }
    })

    test('names every operation once, with its success, its refusals and its access', () => {
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

    test('gives the media type of each file', () => {
      const typesOf = (path: string) => Object.keys(paths[path]?.get?.responses[200]?.content ?? {})
      expect(typesOf('/api/contents/events.ics')).toEqual(['text/calendar'])
      expect(typesOf('/api/contents/news.atom')).toEqual(['application/atom+xml'])
      expect(typesOf('/api/files/{name}')).toEqual(['image/*', 'video/mp4', 'text/vtt'])
      expect(typesOf('/api/downloads/download/{id}')).toEqual(['*/*'])
    })
  })
})

/** True if two patterns match one address when every parameter is 1. A literal beats a parameter. */
function samePath(one: string, other: string): boolean {
  const plain = (path: string) => path.replace(/\/$/, '').replace(/:\w+/g, '1')
  return plain(one) === plain(other)
}
