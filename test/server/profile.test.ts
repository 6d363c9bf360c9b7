import { OLD_NAME_DAYS } from '#contract/desk.ts'
import { readSettings } from '#server/config/env.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { register } from '#test/helpers/server/accounts.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const DETAILS = {
  first_name: 'Mira',
  last_name: 'Falkner',
  email: 'mira@example.org',
  phone_number: '',
  country_key: 'AT',
  city: 'Vienna',
  zipcode: '1070',
  address: 'Apfelgasse 12',
}
const NAME_CHANGES = '/users/name-change-request/-'

serverTests('profile calls on %s', { env: { LANGUAGES: 'en' } }, (server) => {
  beforeEach(() => server.empty())
  const [mira, tomas] = playersOf(server, 'Mira', 'Tomas')

  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    { auth }: TestUser = mira,
  ) => {
    const response = await server.send(method, `/api${path}`, auth, payload)
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }
  const refusals = ({ body }: { body: { errors: { code: string; attr: string }[] } }) =>
    body.errors.map(({ code, attr }) => [attr, code])

  describe('name changes', () => {
    const DAY = 24 * 3_600_000

    /** Gives up a name, as an approved request does. */
    async function giveUp(username: string, who: TestUser): Promise<void> {
      const given_up_at = server.deps.clock()
      const free_at = given_up_at + OLD_NAME_DAYS * DAY
      const old = { user_id: who.id, username, username_key: username.toLowerCase() }
      await server.insert('old_usernames', { ...old, given_up_at, free_at })
    }

    test('a former name counts as taken for 90 days, except for its former holder', async () => {
      await giveUp('Eelspotter', tomas)
      for (const new_name of ['Eelspotter', ' EELSPOTTER '])
        expect(refusals(await request({ new_name }))).toEqual([['new_name', 'username_exists']])
      const registering = await register(server, { username: 'eelSpotter' })
      expect(registering.json()).toMatchObject({
        errors: [{ code: 'username_exists', attr: 'username' }],
        detail: 'A user with this username exists.',
      })
      expect((await request({ new_name: 'Eelspotter' }, tomas)).status).toBe(201)

      server.passTime(OLD_NAME_DAYS * DAY - 1)
      Object.assign(mira, await server.renew(mira))
      expect((await request({ new_name: 'Eelspotter' })).status).toBe(400)
      server.passTime(1)
      expect((await request({ new_name: 'Eelspotter' })).status).toBe(201)
      expect((await register(server, { username: 'eelSpotter' })).statusCode).toBe(201)
      await server.deps.db.deleteFrom('old_usernames').execute()
      Object.assign(tomas, await server.renew(tomas))
    })

    const request = (over: object = {}, who = mira, path = NAME_CHANGES) =>
      ask('POST', path, { new_name: 'Miranda', reason: 'Longer', ...over }, who)

    test('are requested, listed and withdrawn by their owner, with and without an end slash', async () => {
      expect((await ask('GET', NAME_CHANGES)).body).toEqual([])
      const { status, body } = await request({ new_name: '  Miranda ' }, mira, `${NAME_CHANGES}/`)
      expect(status).toBe(201)
      expect(body).toEqual({ id: expect.any(Number), new_name: 'Miranda', reason: 'Longer' })
      for (const path of [NAME_CHANGES, `${NAME_CHANGES}/`])
        expect((await ask('GET', path)).body).toEqual([body])
      expect((await ask('GET', NAME_CHANGES, undefined, tomas)).body).toEqual([])

      const one = `/users/name-change-request/${body.id}`
      expect((await ask('DELETE', one, undefined, tomas)).status).toBe(404)
      expect((await ask('GET', NAME_CHANGES)).body).toEqual([body])
      expect(await ask('DELETE', `${one}/`)).toMatchObject({ status: 200, body: [] })
      expect((await ask('DELETE', one)).status).toBe(404)
    })

    test('are pending one at a time, also when requested at the same moment (ruling 45)', async () => {
      const responses = await Promise.all(['A', 'B', 'C'].map((new_name) => request({ new_name })))
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400])
      const again = await request({ new_name: 'Another' })
      expect(again.status).toBe(400)
      expect(refusals(again)).toEqual([[null, 'name_change_pending']])
      expect((await ask('GET', NAME_CHANGES)).body).toHaveLength(1)
      expect((await request({}, tomas)).status).toBe(201)
    })

    test('are no longer listed once decided, cannot be withdrawn, and make room for the next', async () => {
      const { body } = await request()
      await server.update('name_changes', {}, { refused_at: server.deps.clock(), answer: 'No' })
      expect((await ask('GET', NAME_CHANGES)).body).toEqual([])
      expect((await ask('DELETE', `/users/name-change-request/${body.id}`)).status).toBe(404)
      expect((await request()).status).toBe(201)
    })

    test.each([
      ['tomas', 'username_exists'],
      [' TOMAS', 'username_exists'],
      ['Mira', 'username_exists'],
      ['', 'blank'],
      ['  ', 'blank'],
      ['\u200b', 'blank'],
      ['a\nb', 'invalid'],
      ['x'.repeat(401), 'too_long'],
      ['\u0000', 'bad_text'],
      ['\ud800', 'bad_text'],
    ])('%j is refused with %s', async (new_name, code) => {
      const response = await request({ new_name })
      expect(response.status).toBe(400)
      expect(refusals(response)).toEqual([['new_name', code]])
      expect((await ask('GET', NAME_CHANGES)).body).toEqual([])
    })

    test('may be for the own name in another spelling, with a blank reason', async () => {
      expect((await request({ new_name: 'MIRA', reason: ' ' })).body).toMatchObject({
        new_name: 'MIRA',
        reason: '',
      })
    })

    test('the dash is no id, and neither is what no number can be (ruling 45)', async () => {
      await request()
      expect((await ask('DELETE', NAME_CHANGES)).status).toBe(404)
      expect((await ask('DELETE', `${NAME_CHANGES}/`)).status).toBe(404)
      expect((await ask('DELETE', '/users/name-change-request/999')).status).toBe(404)
      expect((await ask('DELETE', '/users/name-change-request/8.4e296')).status).toBe(400)
      expect((await ask('GET', NAME_CHANGES)).body).toHaveLength(1)
    })
  })

  test('preferences are off at first and stay as they were saved', async () => {
    const paths = ['/users/preferences', '/users/preferences/']
    for (const [saved, path] of [true, false, true].map((wish, i) => [wish, i % 2] as const)) {
      expect((await ask('GET', paths[path] ?? '')).body).toMatchObject({
        email_notifications: !saved,
      })
      const body = { email_notifications: saved }
      expect(await ask('PUT', paths[1 - path] ?? '', body)).toMatchObject({ status: 200, body: {} })
    }
    // Mails about invites are on at first: they have a switch of their own.
    expect((await ask('GET', '/users/preferences', undefined, tomas)).body).toEqual({
      email_notifications: false,
      ...ALL_MAILS,
      weekly_mails: [],
      time_zone: null,
    })
    expect((await ask('PUT', '/users/preferences/', { email_notifications: 'yes' })).status).toBe(
      400,
    )
    expect((await ask('PUT', '/users/preferences/', {})).status).toBe(400)
    expect((await ask('GET', '/users/preferences')).body).toMatchObject({
      email_notifications: true,
    })
  })

  test('saving "on" again keeps its start time', async () => {
    const save = (email_notifications: boolean) =>
      ask('PUT', '/users/preferences/', { email_notifications })
    const since = async () =>
      (await server.deps.db.selectFrom('preferences').select('notify_since').execute())[0]
    await save(true)
    const first = server.deps.clock()
    server.passTime(60_000)
    await save(true)
    expect(await since()).toEqual({ notify_since: first })
    await save(false)
    expect(await since()).toEqual({ notify_since: null })
    await save(true)
    expect(await since()).toEqual({ notify_since: first + 60_000 })
  })

  describe('order details', () => {
    const save = (over: object = {}, path = '/users/order-details/') =>
      ask('POST', path, { ...DETAILS, ...over })

    test('are none or one, replaced by every save', async () => {
      expect((await ask('GET', '/users/order-details')).body).toEqual([])
      expect(await save({ city: ' Graz ' })).toMatchObject({
        status: 200,
        body: { ...DETAILS, city: 'Graz' },
      })
      expect((await save({}, '/users/order-details')).body).toEqual(DETAILS)
      expect((await ask('GET', '/users/order-details/')).body).toEqual([DETAILS])
      expect((await ask('GET', '/users/order-details', undefined, tomas)).body).toEqual([])
    })

    test('are trimmed, and stored for each member separately', async () => {
      await ask('POST', '/users/order-details', { ...DETAILS, city: 'Linz' }, tomas)
      const { country_key, email, ...texts } = { ...DETAILS, phone_number: '+43 1' }
      const blanks = Object.entries(texts).map(([name, text]) => [name, ` ${text} `])
      const saved = await save(Object.fromEntries(blanks))
      expect(saved).toMatchObject({ status: 200, body: { ...texts, country_key, email } })
      expect((await ask('GET', '/users/order-details')).body).toEqual([
        { ...texts, country_key, email },
      ])
      await save({ city: 'Graz' })
      expect((await ask('GET', '/users/order-details', undefined, tomas)).body).toEqual([
        { ...DETAILS, city: 'Linz' },
      ])
    })
  })

  test('countries are the list of ISO 3166, by name, and a second request is cached', async () => {
    const { body, headers } = await ask('GET', '/settings/countries/')
    const names: string[] = body.map(({ name }: { name: string }) => name)
    expect(body).toContainEqual({ key: 'AT', name: 'Austria' })
    expect(body.length).toBeGreaterThanOrEqual(249)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'))
    expect(new Set(body.map(({ key }: { key: string }) => key)).size).toBe(body.length)
    for (const { key } of body) expect(key).toMatch(/^[A-Z]{2}$/)
    const again = await server.app.inject({
      url: '/api/settings/countries',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })
})

test.each(['0', '1.5', '-1', 'many', '1000001'])(
  'MAIL_PER_MINUTE=%s is refused by name',
  (wrong) => {
    expect(() => readSettings({ MAIL_PER_MINUTE: wrong })).toThrow(
      'MAIL_PER_MINUTE must be a whole number from 1 to 1000000',
    )
  },
)
