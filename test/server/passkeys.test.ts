import type { LightMyRequestResponse } from 'fastify'
import { PASSKEYS_MAX } from '#contract/security.ts'
import {
  type Authenticator,
  makeAuthenticator,
  type Spoiled,
} from '#test/helpers/server/authenticator.ts'
import { describedSite } from '#test/helpers/server/describedSite.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { startDesk } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const ORIGIN = 'https://play.discordia.example'
const MINUTE = 60_000

test.each([
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.7', false],
  ['http://[::1]:3000', false],
  ['http://localhost:3000', true],
  ['https://play.discordia.example', true],
])('at %s passkeys are offered: %s', async (PUBLIC_URL, isOffered) => {
  const server = await startDesk('sqlite', { PUBLIC_URL, DESK_URL: PUBLIC_URL })
  try {
    const { auth } = await server.addUser('Mara')
    const { features } = (
      await server.app.inject({ url: '/api/users/profile/', headers: auth })
    ).json()
    expect(features.includes('passkeys')).toBe(isOffered)
    expect(
      describedSite(server.deps).everyPage(server.deps.kit.current()).includes('passkey_login'),
    ).toBe(isOffered)
    const desk = await server.desk.inject({ url: '/desk/api/session' })
    expect(desk.json().passkeys).toBe(isOffered)
    expect(desk.json().passkey_origin).toBe(isOffered ? PUBLIC_URL : undefined)
  } finally {
    await server.close()
  }
})

serverTests('passkeys on %s', { env: { PUBLIC_URL: ORIGIN } }, (server) => {
  let phone: Authenticator
  beforeEach(() => server.empty())
  const [mara] = playersOf(server, 'Mara')
  beforeEach(async () => {
    phone = makeAuthenticator(ORIGIN)
  })

  const send = (
    path: string,
    payload: object | undefined,
    headers = {},
  ): Promise<LightMyRequestResponse> => server.send('POST', `/api/users${path}`, headers, payload)
  const code = (response: LightMyRequestResponse) => [
    response.statusCode,
    response.json().errors?.[0].code,
  ]
  const list = async (user: TestUser) =>
    (await server.app.inject({ url: '/api/users/security/passkeys/', headers: user.auth })).json()

  async function add(
    user: TestUser,
    device: Authenticator,
    name = 'Telephone',
    spoiled: Spoiled = {},
  ) {
    const options = (await send('/security/new-passkey/', undefined, user.sensitive)).json()
    return send(
      '/security/passkeys/',
      { name, response: device.create(options, spoiled) },
      user.sensitive,
    )
  }
  async function logIn(device: Authenticator, spoiled: Spoiled = {}) {
    const options = (await send('/passkey-login/start/', undefined)).json()
    return send('/passkey-login/', { response: device.use(options, spoiled) })
  }
  async function stepUp(user: TestUser, device: Authenticator) {
    const options = (await send('/security/step-up/start/', undefined, user.auth)).json()
    return send('/security/step-up/', { response: device.use(options) }, user.auth)
  }

  test('a passkey is added, named and listed, and logs in without e-mail address and password', async () => {
    const added = await add(mara, phone)
    expect(added.statusCode).toBe(201)
    expect(added.json()).toMatchObject({ name: 'Telephone', last_used_at: null, is_synced: false })
    const renamed = await server.send(
      'PUT',
      `/api/users/security/passkeys/${added.json().id}`,
      mara.auth,
      { name: ' My telephone ' },
    )
    expect(renamed.json().name).toBe('My telephone')
    const entered = await logIn(phone)
    expect(entered.statusCode).toBe(200)
    const profile = await server.app.inject({
      url: '/api/users/profile/',
      headers: { authorization: `Bearer ${entered.json().access}` },
    })
    expect(profile.json().username).toBe('Mara')
    expect((await list(mara))[0].last_used_at).not.toBeNull()
  })

  test('adding and removing are mailed and in the security log', async () => {
    const { id } = (await add(mara, phone)).json()
    const removed = await server.send(
      'DELETE',
      `/api/users/security/passkeys/${id}`,
      mara.sensitive,
    )
    expect(removed.statusCode).toBe(200)
    expect(await list(mara)).toEqual([])
    expect(code(await logIn(phone))).toEqual([401, 'passkey_refused'])
    const subjects = (await deliveredMail(server)).map(({ subject }) => subject)
    expect(subjects).toEqual([
      'A passkey was added to your account',
      'A passkey was removed from your account',
    ])
    const events = await server.deps.db
      .selectFrom('security_events')
      .select('event')
      .orderBy('id')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['passkey_added', 'passkey_removed']),
    )
  })

  test('a passkey confirms a sensitive call', async () => {
    await add(mara, phone)
    const response = await stepUp(mara, phone)
    expect(response.statusCode).toBe(200)
    const headers = { ...mara.auth, 'x-step-up': response.json().token }
    expect((await send('/security/new-passkey/', undefined, headers)).statusCode).toBe(200)
  })

  test('an account has a limited number of passkeys', async () => {
    for (let i = 0; i < PASSKEYS_MAX; i++)
      expect((await add(mara, makeAuthenticator(ORIGIN), `Key ${i}`)).statusCode).toBe(201)
    expect(code(await send('/security/new-passkey/', undefined, mara.sensitive))).toEqual([
      400,
      'too_many_passkeys',
    ])
  })

  describe('attacks', () => {
    const REFUSED = [401, 'passkey_refused']

    test.each<[string, Spoiled]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['the site of another host', { rpId: 'evil.example' }],
      ['no finger, face or PIN', { isVerified: false }],
      ['a signature of something else', { isForged: true }],
      [
        'the handle of another account',
        { userHandle: Buffer.from('member 999').toString('base64url') },
      ],
    ])('a response with %s is refused', async (_, spoiled) => {
      await add(mara, phone)
      expect(code(await logIn(phone, spoiled))).toEqual(REFUSED)
      expect((await logIn(phone)).statusCode).toBe(200)
    })

    test('a counter that goes back, as that of a copied device does, is refused', async () => {
      await add(mara, phone)
      expect((await logIn(phone, { counter: 50 })).statusCode).toBe(200)
      expect(code(await logIn(phone, { counter: 50 }))).toEqual(REFUSED)
      expect(code(await logIn(phone, { counter: 7 }))).toEqual(REFUSED)
    })

    test('one response logs in once, also when it is sent twice at the same time', async () => {
      await add(mara, phone)
      const options = (await send('/passkey-login/start/', undefined)).json()
      const response = phone.use(options)
      const both = await Promise.all([
        send('/passkey-login/', { response }),
        send('/passkey-login/', { response }),
      ])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
      expect(code(await send('/passkey-login/', { response }))).toEqual(REFUSED)
    })

    test('a challenge is for one purpose, one member and five minutes', async () => {
      const zoe = await server.addUser('Zoe')
      await add(mara, phone)
      const forLogin = (await send('/passkey-login/start/', undefined)).json()
      expect(
        code(await send('/security/step-up/', { response: phone.use(forLogin) }, mara.auth)),
      ).toEqual([403, 'passkey_refused'])
      const forZoe = (await send('/security/new-passkey/', undefined, zoe.sensitive)).json()
      const response = makeAuthenticator(ORIGIN).create(forZoe)
      expect(
        code(await send('/security/passkeys/', { name: 'x', response }, mara.sensitive)),
      ).toEqual([400, 'passkey_refused'])
      const late = phone.use((await send('/passkey-login/start/', undefined)).json())
      server.passTime(5 * MINUTE + 1)
      expect(code(await send('/passkey-login/', { response: late }))).toEqual(REFUSED)
      const made = phone.use({ challenge: Buffer.alloc(52, 7).toString('base64url') })
      expect(code(await send('/passkey-login/', { response: made }))).toEqual(REFUSED)
    })

    test('the passkey of another account confirms nothing, and cannot be added a second time', async () => {
      const zoe = await server.addUser('Zoe')
      await add(mara, phone)
      expect(code(await stepUp(zoe, phone))).toEqual([403, 'passkey_refused'])
      expect(code(await add(zoe, phone))).toEqual([400, 'passkey_refused'])
      expect(await list(zoe)).toEqual([])
      const [{ id }] = await list(mara)
      const url = `/api/users/security/passkeys/${id}`
      expect(
        (await server.app.inject({ method: 'DELETE', url, headers: zoe.sensitive })).statusCode,
      ).toBe(404)
      expect(
        (await server.app.inject({ method: 'PUT', url, payload: { name: 'x' }, headers: zoe.auth }))
          .statusCode,
      ).toBe(404)
      expect(await list(mara)).toHaveLength(1)
    })

    test('a deactivated account cannot be entered', async () => {
      await add(mara, phone)
      const { clock } = server.deps
      await server.update('users', { id: mara.id }, { deactivated_at: clock() })
      expect(code(await logIn(phone))).toEqual(REFUSED)
    })

    test.each([
      {},
      { id: 5 },
      { id: 'x', response: 7 },
      { id: 'x'.repeat(2000), response: { clientDataJSON: '💥' } },
    ])('a malformed response is refused (%#)', async (response) => {
      expect(code(await send('/passkey-login/', { response }))).toEqual(REFUSED)
      expect(
        code(await send('/security/passkeys/', { name: 'x', response }, mara.sensitive)),
      ).toEqual([400, 'passkey_refused'])
    })
  })
})
