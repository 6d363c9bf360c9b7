import { FEEDS_MAX } from '#contract/calendar.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { bearer, member, PASSWORD, post } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer } from '#test/helpers/server/startServer.ts'

const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests('calendar feeds of a member on %s', { env }, (server) => {
  let calls: ReturnType<typeof calendarsOf>
  beforeAll(async () => {
    calls = calendarsOf(server)
  })
  const registrations = registrationsOf(server)
  beforeEach(() => server.empty())
  const [mira, tam] = playersOf(server, 'Mira', 'Tam')

  const changeAccount = (change: object) => server.update('users', { id: mira.id }, change)

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

  test('remind before what the member comes to, if the link was made so', async () => {
    const path = async (body: object) => {
      const made = await server.send('POST', '/api/users/calendar/', mira.auth, {
        name: 'A',
        ...body,
      })
      expect(made.statusCode).toBe(201)
      return new URL(made.json().url).pathname
    }
    const wrong = { name: 'A', alarm: 7 }
    expect((await server.send('POST', '/api/users/calendar/', mira.auth, wrong)).statusCode).toBe(
      400,
    )
    const kept = await path({ alarm: 120 })
    const event = await registrations.event()
    await registrations.signUp(mira, event)
    expect((await calls.fetch(kept)).body).toMatch(
      /BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT2H\r\n/,
    )
    expect((await calls.fetch(await path({}))).body).not.toContain('VALARM')
    expect(await calls.list(mira)).toEqual([
      expect.objectContaining({ alarm: 120 }),
      expect.not.objectContaining({ alarm: expect.anything() }),
    ])
    await server.update('contents', { id: event }, { cancelled_at: server.deps.clock() })
    server.passTime(HOUR)
    const off = (await calls.fetch(kept)).body
    expect(off).toContain('STATUS:CANCELLED')
    expect(off).not.toContain('VALARM')
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

const MARA = 'mara@example.org'

const OTHER_PASSWORD = 'Silver-Apple-413'

const RESET_PASSWORD = 'Abcdefg1!'

serverTests('calendar links of a member whose password someone else may know, on %s', (server) => {
  let auth: { authorization: string }
  let feeds: string[]
  const calendars = calendarsOf(server)

  beforeEach(async () => {
    await server.empty()
    auth = bearer(await member(server))
    feeds = [await calendars.feedOf({ auth }), await calendars.feedOf({ auth })]
  })

  const send = (path: string, payload: object, headers = {}) => post(server, path, payload, headers)
  const statuses = () =>
    Promise.all(feeds.map(async (url) => (await server.app.inject({ url })).statusCode))
  const announced = async () =>
    (await server.app.inject({ url: '/api/users/profile/', headers: auth })).json().calendar_links
  const logged = async () => {
    const url = '/api/users/security/events/'
    const rows: { event: string }[] = (await server.app.inject({ url, headers: auth })).json()
    return rows.map(({ event }) => event)
  }
  const newest = async () =>
    (await deliveredMail(server)).findLast(({ to }) => to === MARA)?.text ?? ''

  async function changePassword(body: object) {
    const proof = await send('/users/security/step-up/', { password: PASSWORD }, auth)
    const headers = { ...auth, 'x-step-up': proof.json().token }
    return send('/users/security/password/', { new_password: OTHER_PASSWORD, ...body }, headers)
  }
  async function resetSecret() {
    await send('/discordia/request-change-password/', { email: MARA })
    return (await deliveredMail(server)).at(-1)?.secret ?? ''
  }
  const reset = (request_id: string, body: object) =>
    send('/discordia/verified-change-password/', {
      request_id,
      new_password: RESET_PASSWORD,
      ...body,
    })

  test('a change in the settings ends them if someone knew the old one, and says so', async () => {
    expect(await announced()).toBe(2)
    expect((await changePassword({ someone_knew: true })).statusCode).toBe(200)
    expect(await statuses()).toEqual([404, 404])
    expect(await announced()).toBeUndefined()
    expect(await logged()).toContain('feed_revoked')
    expect(await newest()).toContain('We also removed your calendar links (2).')
  })

  test.each([{}, { someone_knew: false }])('a change with %j leaves them', async (body) => {
    expect((await changePassword(body)).statusCode).toBe(200)
    expect(await statuses()).toEqual([200, 200])
    expect(await logged()).not.toContain('feed_revoked')
    expect(await newest()).toContain('was just changed')
    expect(await newest()).not.toContain('calendar links')
  })

  test('the check of a reset link counts them, and its new password ends them if someone knew the old one', async () => {
    const request_id = await resetSecret()
    const verified = await send('/discordia/verify-change-password/', { request_id })
    expect(verified.json()).toEqual({ valid: true, calendar_links: 2 })
    expect((await reset(request_id, { someone_knew: true })).statusCode).toBe(200)
    expect(await statuses()).toEqual([404, 404])
    expect(await newest()).toContain('We also removed your calendar links (2).')
  })

  test('a new password behind a reset link leaves them otherwise', async () => {
    const request_id = await resetSecret()
    expect((await reset(request_id, {})).statusCode).toBe(200)
    expect(await statuses()).toEqual([200, 200])
  })

  test('an unknown reset link counts nothing', async () => {
    const verified = await send('/discordia/verify-change-password/', { request_id: 'unknown' })
    expect(verified.json()).toEqual({ valid: false })
  })

  test('"that was not me" ends them, once its button is pressed', async () => {
    await changePassword({})
    const url = /\/api\/account\/not-me\/[\w-]+/.exec(await newest())?.[0] ?? 'none'
    expect((await server.app.inject({ url })).body).toContain('remove your calendar links')
    expect(await statuses()).toEqual([200, 200])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await server.app.inject({ method: 'POST', url, payload: '', headers })
    expect(await statuses()).toEqual([404, 404])
  })

  test('those of other members stay', async () => {
    const zoe = bearer(await member(server, 'zoe@example.org', 'Zoe'))
    feeds = [await calendars.feedOf({ auth: zoe })]
    await changePassword({ someone_knew: true })
    expect(await statuses()).toEqual([200])
  })
})
