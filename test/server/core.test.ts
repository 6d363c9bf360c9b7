import type { InjectOptions } from 'fastify'
import { post } from '#test/helpers/server/accounts.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, startServer, type TestUser } from '#test/helpers/server/startServer.ts'
import about from '../../package.json' with { type: 'json' }

serverTests('the server core on %s', { engines: bothEngines }, (server) => {
  let user: TestUser
  beforeAll(async () => {
    user = await server.addUser('Olwen')
  })

  const ask = (url: string, method: InjectOptions['method'] = 'GET', headers = {}) =>
    server.app.inject({ method, url, headers: { ...user.auth, ...headers } })
  const sendRaw = (url: string, payload: string | Buffer, type = 'application/json') =>
    server.send('POST', `/api${url}`, { ...user.auth, 'content-type': type }, payload)
  const groups = async (): Promise<{ id: number; name: string }[]> =>
    (await ask('/api/rpggroups/list')).json()

  test.each([600, 6000])('a path parameter of %s characters is a 404', async (length) => {
    const response = await ask(`/api/contents/get/${'1'.repeat(length)}`)
    expect([response.statusCode, response.json().errors[0].code]).toEqual([404, 'not_found'])
  })

  describe('a GET that changes data', () => {
    let id: number
    beforeAll(async () => {
      await post(server, '/rpggroups/create/', { name: 'Ravens' }, user.auth)
      id = (await groups())[0]?.id ?? 0
    })

    test.each(['leave', 'disband', 'accept'])('HEAD on %s does nothing', async (verb) => {
      expect((await ask(`/api/rpggroups/${verb}/${id}`, 'HEAD')).statusCode).toBe(404)
      expect(await groups()).toHaveLength(1)
    })

    test.each([
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
    ])('a browser that prefetches (%s) is refused', async (header, value) => {
      const response = await ask(`/api/rpggroups/disband/${id}`, 'GET', { [header]: value })
      expect([response.statusCode, response.json().errors[0].code]).toEqual([
        400,
        'prefetch_refused',
      ])
      expect(response.headers['cache-control']).toBe('no-store')
      expect(await groups()).toHaveLength(1)
    })
  })

  describe('text that cannot be stored', () => {
    test.each([
      ['NUL', '{"name":"a\\u0000b"}'],
      ['a lone high surrogate', '{"name":"a\\ud800b"}'],
      ['a lone low surrogate', '{"name":"\\udc00"}'],
      ['NUL in a key', '{"name":"x","k\\u0000":1}'],
      ['NUL deep inside', '{"name":"x","more":[{"deep":["\\u0000"]}]}'],
    ])('%s in a body is refused', async (_what, body) => {
      const response = await sendRaw('/rpggroups/create/', body)
      expect([response.statusCode, response.json().errors[0].code]).toEqual([400, 'bad_text'])
    })

    test.each([
      '/api/rpggroups/leave/%00',
      '/api/rpggroups/list?x=%00',
      '/api/rpggroups/list?%00=1',
    ])('NUL in a URL is refused: %s', async (url) => {
      expect((await ask(url)).statusCode).toBe(400)
    })
  })

  test.each([
    ['arrays', '['.repeat(300_000) + ']'.repeat(300_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['arrays in a field', `{"name":${'['.repeat(21)}${']'.repeat(21)}}`],
  ])('%s nested without end are refused', async (_what, body) => {
    const response = await sendRaw('/rpggroups/create/', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].code).toMatch(/^(too_deep|invalid_json_body)$/)
  })

  describe('a number that is not an id', () => {
    const numbers = [
      '8.4e296',
      '1e400',
      '-1',
      '0',
      '1.5',
      '2147483648',
      '"1"',
      'null',
      '[1]',
      'true',
    ]
    test.each(numbers)('%s in a body is refused', async (number) => {
      const body = `{"group_id":${number},"member_id":${number}}`
      expect((await sendRaw('/rpggroups/remove/', body)).statusCode).toBe(400)
    })

    test.each(['99999999999999999999', '2147483648', '1e3', '0x1', '-1', '0', '1.5', 'x', '%20'])(
      '%s in a path is refused',
      async (number) => {
        const { statusCode } = await ask(`/api/rpggroups/leave/${number}`)
        // A parameter parser reads 1e3 as a number, and no group has it.
        expect(statusCode).toBe(number === '1e3' ? 404 : 400)
      },
    )
  })

  describe('every refusal has the one shape (ruling 43)', () => {
    const shape = {
      errors: [{ code: expect.any(String), detail: expect.any(String), attr: null }],
      detail: expect.any(String),
    }
    test.each([
      ['an unknown address', '/api/nowhere', 'GET', 404, 'not_found'],
      ['an address outside the API', '/nowhere.txt', 'GET', 404, 'not_found'],
      ['an unknown method', '/api/rpggroups/list', 'DELETE', 404, 'not_found'],
      ['a broken address', '/api/%zz', 'GET', 400, 'bad_url'],
      ['a very long parameter', `/api/rpggroups/leave/${'9'.repeat(501)}`, 'GET', 404, 'not_found'],
    ] as const)('%s', async (_what, url, method, status, code) => {
      const response = await ask(url, method)
      expect([response.statusCode, response.json()]).toEqual([status, shape])
      expect(response.json().errors[0].code).toBe(code)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    })

    test.each([
      ['broken JSON', '{"name":', 'application/json', 400],
      ['no JSON at all', '', 'application/json', 400],
      ['a poisoned prototype', '{"__proto__":{"x":1}}', 'application/json', 400],
      ['a form', 'name=x', 'application/x-www-form-urlencoded', 415],
      ['a multipart form', '--x\r\n', 'multipart/form-data; boundary=x', 415],
      ['a multipart form without a boundary', 'x', 'multipart/form-data', 415],
      ['no type that we know', 'x', 'text/x-other', 415],
      ['a megabyte too much', `{"name":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413],
    ])('%s', async (_what, body, type, status) => {
      const response = await sendRaw('/rpggroups/create/', body, type)
      expect([response.statusCode, response.json()]).toEqual([status, shape])
    })

    test('several wrong fields are named at once, the first one also as detail', async () => {
      const response = await post(server, '/users/register/', { email: 'x', password: 'short' })
      expect(response.statusCode).toBe(400)
      const { errors, detail } = response.json()
      expect(errors.map(({ attr }: { attr: string }) => attr).sort()).toEqual([
        'email',
        'password',
        'username',
      ])
      expect(detail).toBe(errors[0].detail)
    })
  })

  test('the page of the API document runs no inline script either', async () => {
    const { headers, statusCode } = await ask('/api/docs/')
    expect(statusCode).toBe(200)
    const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    expect(scripts).toContain("'self'")
    expect(scripts).not.toContain('unsafe')
  })

  test.each([
    ['without its last slash', '/api/docs', '/api/docs/'],
    ['as YAML, which JSON is, too', '/api/docs/yaml', '/api/openapi.json'],
  ])('the API document %s is a redirect', async (_, url, to) => {
    const { headers, statusCode } = await ask(url)
    expect([statusCode, headers.location]).toEqual([302, to])
  })

  test('a slow client is disconnected after a while', () => {
    expect(server.app.server).toMatchObject({
      headersTimeout: 20_000,
      requestTimeout: 120_000,
      keepAliveTimeout: 10_000,
      timeout: 60_000,
      maxRequestsPerSocket: 1000,
    })
  })

  test('metrics count responses of every scope, and are for this machine only', async () => {
    const read = () => ask('/api/metrics')
    const count = async (labels: string) =>
      Number(
        new RegExp(`^http_requests_total\\{${labels}\\} (\\d+)`, 'm').exec(
          (await read()).body,
        )?.[1],
      )
    const before = await count('method="GET",status="200"')
    await ask('/api/rpggroups/list')
    await server.app.inject('/api/users/whoami')
    expect(await count('method="GET",status="200"')).toBe(before + 2)
    expect(await count('method="GET",status="401"')).toBe(1)
    expect((await read()).body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/rpggroups\/list"\} \d/,
    )
    expect((await read()).body).toMatch(/^nodejs_eventloop_delay_seconds_count \d/m)
    const from = (remoteAddress: string, headers = {}) =>
      server.app.inject({ url: '/api/metrics', remoteAddress, headers })
    expect((await from('10.0.0.1')).statusCode).toBe(404)
    expect((await from('127.0.0.1', { 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(404)
  })
})

describe.each(bothEngines)('a database in trouble on %s', (engine) => {
  test('is a 500 without its message; ready fails, health does not', async () => {
    const server = await startServer(engine)
    await server.deps.db.schema.alterTable('users').renameTo('users_gone').execute()
    const login = await post(server, '/users/login/', { email: 'a@b.c', password: 'x' })
    expect([login.statusCode, login.json()]).toEqual([
      500,
      {
        errors: [{ code: 'server_error', detail: expect.any(String), attr: null }],
        detail: 'Something went wrong on our side. Please try again.',
      },
    ])
    expect((await server.app.inject('/api/ready')).json()).toEqual({ status: 'ready' })
    await server.deps.db.destroy()
    expect((await server.app.inject('/api/ready')).statusCode).toBe(503)
    expect((await server.app.inject('/api/health')).json()).toEqual({
      status: 'live',
      version: about.version,
    })
    await server.close()
  })
})
