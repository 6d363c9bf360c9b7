import { TOKEN_DAYS_MAX, TOKENS_MAX } from '#contract/tokens.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { bearer } from '#test/helpers/server/accounts.ts'
import { codeOf } from '#test/helpers/server/groupCalls.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('read-only tokens on %s (behaviour 12.36)', (server) => {
  beforeEach(() => server.empty())
  const [mira, tam] = playersOf(server, 'Mira', 'Tam')

  const make = (body: object = {}, by = mira.sensitive) =>
    server.send('POST', '/api/users/tokens/', by, { name: ' Kitchen ', days: 30, ...body })
  const listed = async (by = mira.auth) =>
    (await server.send('GET', '/api/users/tokens/', by)).json()
  const read = (token: string, url = '/api/rpggroups/list') =>
    server.send('GET', url, { authorization: `Bearer ${token}` })
  const made = async (): Promise<string> => (await make()).json().token

  test('a token is sent once, stored as a hash alone, and noted in the security log', async () => {
    const response = await make()
    expect(response.statusCode).toBe(201)
    const { token, ...shown } = response.json()
    expect(token).toMatch(/^read_[\w-]{43}$/)
    expect(shown).toMatchObject({ name: 'Kitchen', last_used_at: null })
    expect(await listed()).toEqual([shown])
    expect(await listed(tam.auth)).toEqual([])
    const rows = await server.deps.db.selectFrom('access_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice(5))
    const log = await server.send('GET', '/api/users/security/events/', mira.auth)
    expect(log.json()[0]).toMatchObject({ event: 'token_added' })
  })

  test('it needs the owner, a name, at most a year, and a place among ten', async () => {
    expect(codeOf(await make({}, mira.auth))).toBe('step_up_required')
    for (const body of [{ days: TOKEN_DAYS_MAX + 1 }, { days: 0 }, { name: ' ' }])
      expect((await make(body)).statusCode).toBe(400)
    const all = await Promise.all(Array.from({ length: TOKENS_MAX + 2 }, () => make()))
    expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(TOKENS_MAX)
    expect(await listed()).toHaveLength(TOKENS_MAX)
    expect(codeOf(await make())).toBe('too_many_tokens')
  })

  test('it reads until it expires, and its use is shown', async () => {
    const token = await made()
    expect((await read(token)).json()).toEqual([])
    expect((await read(token, '/api/users/next/')).statusCode).toBe(200)
    expect((await listed())[0].last_used_at).toBe(new Date(server.deps.clock()).toISOString())
    const used = (await listed())[0].last_used_at
    server.passTime(HOUR - 1)
    await read(token)
    expect((await listed((await server.renew(mira)).auth))[0].last_used_at).toBe(used)
    server.passTime(30 * DAY)
    expect(codeOf(await read(token))).toBe('token_not_valid')
    expect(await listed((await server.renew(mira)).auth)).toEqual([])
  })

  test('it changes nothing and is refused where secrets are', async () => {
    const token = await made()
    const auth = { authorization: `Bearer ${token}` }
    for (const url of ['sessions', 'events'].map((one) => `/api/users/security/${one}/`))
      expect([codeOf(await read(token, url)), url]).toEqual(['read_only_token', url])
    expect(codeOf(await read(token, '/api/users/order-details'))).toBe('read_only_token')
    expect(codeOf(await read(token, '/api/rpggroups/leave/1'))).toBe('read_only_token')
    const save = await server.send('PUT', '/api/users/preferences/', auth, {})
    expect(codeOf(save)).toBe('read_only_token')
    expect(codeOf(await make({}, auth as typeof mira.sensitive))).toBe('read_only_token')
  })

  test.each([
    ['another password', { token_version: 1 }],
    ['the end of the account', { deactivated_at: 1 }],
  ])('it ends with %s', async (_, change) => {
    const token = await made()
    expect((await read(token)).statusCode).toBe(200)
    await server.update('users', { id: mira.id }, change)
    expect(codeOf(await read(token))).toBe('token_not_valid')
  })

  test('its owner alone ends it', async () => {
    const token = await made()
    const [{ id }] = await listed()
    const path = `/api/users/tokens/${id}`
    expect((await server.send('DELETE', path, tam.auth)).statusCode).toBe(404)
    expect((await server.send('DELETE', path, bearer({ access: token }))).statusCode).toBe(403)
    expect((await server.send('DELETE', path, mira.auth)).statusCode).toBe(200)
    expect(codeOf(await read(token))).toBe('token_not_valid')
    expect((await server.send('DELETE', path, mira.auth)).statusCode).toBe(404)
  })
})
