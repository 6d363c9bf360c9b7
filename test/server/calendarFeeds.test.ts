import { FEEDS_MAX } from '#contract/calendar.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestUser } from '#test/helpers/server/startServer.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests('calendar feeds of a member on %s', { env }, (server) => {
  let calls: ReturnType<typeof calendarsOf>
  let mira: TestUser
  let tam: TestUser
  beforeAll(async () => {
    calls = calendarsOf(server)
  })
  beforeEach(async () => {
    await server.empty()
    mira = await server.addUser('Mira')
    tam = await server.addUser('Tam')
  })

  const changeAccount = (change: object) =>
    server.deps.db.updateTable('users').set(change).where('id', '=', mira.id).execute()

  test('have a secret of 256 bits, which the server sends once and stores as a hash alone', async () => {
    const made = await calls.make(mira, '  Phone ')
    expect(made.statusCode).toBe(201)
    const { url, ...feed } = made.json()
    const [, secret = ''] =
      /^https:\/\/discordia\.example\/api\/calendar\/([\w-]{43})\.ics$/.exec(url) ?? []
    expect(feed).toMatchObject({ name: 'Phone', last_used_at: null })
    expect(await calls.list(mira)).toEqual([feed])
    expect(await calls.list(tam)).toEqual([])
    const rows = await server.deps.db.selectFrom('calendar_feeds').selectAll().execute()
    expect(secret).not.toBe('')
    expect(JSON.stringify(rows)).not.toContain(secret)
    const log = await server.app.inject({ url: '/api/users/security/events/', headers: mira.auth })
    expect(log.json()[0]).toMatchObject({ event: 'feed_added' })
    expect(log.body).not.toContain(secret)
  })

  test('are fetched without a token, with private caching and a tag that gives 304', async () => {
    const path = await calls.feedOf(mira)
    const first = await calls.fetch(path)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    server.passTime(10_000)
    const again = await calls.fetch(path, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([
      304,
      '',
      'private, no-cache',
    ])
    const head = await server.app.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, first.headers.etag, ''])
  })

  test('that are unknown, revoked, or of a deactivated or deleted account: 404', async () => {
    const path = await calls.feedOf(mira)
    const other = await calls.feedOf(tam)
    const status = async (url: string) => (await calls.fetch(url)).statusCode
    for (const unknown of ['x', 'x'.repeat(43), `${'x'.repeat(400)}`, '..%2f..', 'a.b'])
      expect(await status(`/api/calendar/${unknown}.ics`)).toBe(404)
    expect(await status(path.replace('.ics', ''))).toBe(404)

    await changeAccount({ deactivated_at: server.deps.clock() })
    expect(await status(path)).toBe(404)
    await changeAccount({ deactivated_at: null })
    expect(await status(path)).toBe(200)

    const [{ id }] = await calls.list(mira)
    expect((await calls.revoke(tam, id)).statusCode).toBe(404)
    expect(await status(path)).toBe(200)
    expect((await calls.revoke(mira, id)).statusCode).toBe(200)
    expect(await status(path)).toBe(404)
    expect((await calls.revoke(mira, id)).statusCode).toBe(404)
    expect(await calls.list(mira)).toEqual([])

    await server.deps.db.deleteFrom('users').where('id', '=', tam.id).execute()
    expect(await status(other)).toBe(404)
  })

  test('show when they were last used, noted once an hour', async () => {
    const path = await calls.feedOf(mira)
    const used = async () => (await calls.list(await server.renew(mira)))[0].last_used_at
    const first = server.deps.clock()
    await calls.fetch(path)
    server.passTime(HOUR - 1000)
    await calls.fetch(path)
    expect(await used()).toBe(new Date(first).toISOString())
    server.passTime(1000)
    await calls.fetch(path)
    expect(await used()).toBe(new Date(first + HOUR).toISOString())
  })

  test('are ten at most, also when they are created at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: FEEDS_MAX + 3 }, (_, number) => calls.make(mira, `Device ${number}`)),
    )
    expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array.from({ length: FEEDS_MAX }, () => 201),
      ...[400, 400, 400],
    ])
    const refused = await calls.make(mira)
    expect(refused.json().errors[0].code).toBe('too_many_feeds')
    expect((await calls.make(tam)).statusCode).toBe(201)
  })

  test.each([
    ['no name', ''],
    ['a blank one', '   '],
    ['a long one', 'x'.repeat(101)],
  ])('need a short name, not %s', async (_what, name) => {
    expect((await calls.make(mira, name)).statusCode).toBe(400)
  })

  test('accept unusual names', async () => {
    const name = `<b>"Phone"</b> 🎲 '; drop table users`
    await calls.make(mira, name)
    expect(await calls.list(mira)).toMatchObject([{ name }])
  })

  test('of a member whose deletion is due work until the account is deleted', async () => {
    const path = await calls.feedOf(mira)
    await changeAccount({ deletion_due_at: server.deps.clock() + DAY })
    expect((await calls.fetch(path)).statusCode).toBe(200)
  })
})

test('many fetches from one network are refused for a while', async () => {
  const server = await startServer('sqlite', { RATE_LIMITS: 'on' })
  const fetches = Array.from({ length: 601 }, () => server.app.inject('/api/calendar/x.ics'))
  const statuses = (await Promise.all(fetches)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses.slice(0, 600))).toEqual(new Set([404]))
  expect(statuses.at(-1)).toBe(429)
  await server.close()
})

test('many fetches of one feed are refused for a while, those of another one are served', async () => {
  const server = await startServer('sqlite', { RATE_LIMITS: 'on' })
  const calls = calendarsOf(server)
  const mira = await server.addUser('Mira')
  const [path, another] = [await calls.feedOf(mira), await calls.feedOf(mira)]
  const statuses: number[] = []
  for (let sent = 0; sent < 61; sent++)
    statuses.push((await calls.fetch(`${path}?again=${sent}`)).statusCode)
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]))
  expect(statuses.at(-1)).toBe(429)
  expect((await calls.fetch(another)).statusCode).toBe(200)
  await server.close()
})
