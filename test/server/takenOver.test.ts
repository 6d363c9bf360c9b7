import type { LightMyRequestResponse } from 'fastify'
import { generate } from 'otplib'
import { collected } from '#server/compose/collect.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { bearer, logIn, member, PASSWORD, post } from '#test/helpers/server/accounts.ts'
import { type Authenticator, makeAuthenticator } from '#test/helpers/server/authenticator.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { codeAt, enableSecondStep } from '#test/helpers/server/secondStep.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const ORIGIN = 'https://play.discordia.example'
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const MARA = 'mara@example.org'
const THIEF = 'thief@example.net'
const HIS = 'Silver-Apple-413'
const HERS = 'Copper-Plum-414'

type Headers = Record<string, string>

const env = { PUBLIC_URL: ORIGIN }

serverTests('a stolen account, on %s', { env }, (server) => {
  let thief: Headers
  beforeEach(async () => {
    await server.empty()
    await member(server)
    server.passTime(DAY)
  })

  const send = (path: string, payload: object, headers: Headers = {}) =>
    post(server, path, payload, headers)
  const press = (url: string) =>
    server.app.inject({
      method: 'POST',
      url,
      payload: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const titleOf = (response: LightMyRequestResponse) => /<h1>(.*)<\/h1>/.exec(response.body)?.[1]
  const DEAD = ['This link no longer works', 'This link isn’t valid']

  async function confirmed(headers: Headers, code?: string, password = PASSWORD): Promise<Headers> {
    const proof = await send('/users/security/step-up/', { password, code }, headers)
    return { ...headers, 'x-step-up': proof.json().token }
  }
  const enter = async () => confirmed(bearer((await logIn(server)).json()))
  /** Waits for the next time step: a code is accepted once. */
  async function enterByCode(): Promise<Headers> {
    const { clock } = server.deps
    const login = { email: MARA, password: PASSWORD, code: await codeAt(clock()) }
    const headers = bearer((await send('/users/login/', login)).json())
    server.passTime(60_000)
    return confirmed(headers, await codeAt(clock()))
  }
  async function mailsTo(email: string, part: string): Promise<string[]> {
    const mails = (await deliveredMail(server)).filter(({ to }) => to === email)
    return mails.flatMap(({ text }) => new RegExp(`${part}/[\\w-]+`).exec(text)?.[0] ?? [])
  }
  const newest = async (email: string, part: string) =>
    (await mailsTo(email, part)).at(-1) ?? 'none'
  const pageTo = (email: string, page: string) => newest(email, `/api/account/${page}`)
  const resetOf = async (email: string) =>
    (await newest(email, 'verified-change-password')).split('/').at(-1) ?? ''
  const askReset = (email: string) => send('/discordia/request-change-password/', { email })
  const isGood = async (request_id: string) =>
    (await send('/discordia/verify-change-password/', { request_id })).json().valid
  const reset = (request_id: string, new_password = HERS) =>
    send('/discordia/verified-change-password/', { request_id, new_password })
  const changeEmail = (new_email: string, headers: Headers) =>
    send('/users/security/email/', { new_email }, headers)
  const changePassword = (new_password: string, headers: Headers) =>
    send('/users/security/password/', { new_password }, headers)
  async function addPasskey(device: Authenticator, name: string, headers: Headers) {
    const start = { method: 'POST', url: '/api/users/security/new-passkey/', headers } as const
    const options = (await server.app.inject(start)).json()
    const response = device.create(options)
    return send('/users/security/passkeys/', { name, response }, headers)
  }
  async function entersWith(device: Authenticator) {
    const start = { method: 'POST', url: '/api/users/passkey-login/start/' } as const
    const options = (await server.app.inject(start)).json()
    return (await send('/users/passkey-login/', { response: device.use(options) })).statusCode
  }
  const account = () =>
    server.deps.db.selectFrom('users').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const count = async (table: 'second_factors' | 'recovery_codes' | 'calendar_feeds') =>
    (await server.deps.db.selectFrom(table).select('user_id').execute()).length
  /** @returns the link to undo it, which is mailed to the address before */
  async function moveTo(email: string, headers: Headers, from = MARA): Promise<string> {
    await changeEmail(email, headers)
    await press(await pageTo(email, 'confirm-email'))
    return pageTo(from, 'undo-email')
  }
  /**
   * Takes the account back as its owner does.
   * @returns the response of the button
   */
  async function takeBack(link: string): Promise<LightMyRequestResponse> {
    const response = await press(link)
    const secret = /([^/]+)#sessions-ended$/.exec(String(response.headers.location))?.[1] ?? ''
    expect((await reset(secret)).statusCode).toBe(200)
    return response
  }

  describe('undoing the change of its e-mail address', () => {
    test('removes everything of the thief: every link, passkey, second step, calendar link and request', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await changePassword(HIS, thief)
      const key = makeAuthenticator(ORIGIN)
      await addPasskey(key, 'His key', thief)
      const { secret } = (
        await server.app.inject({
          method: 'POST',
          url: '/api/users/security/second-factor/start/',
          headers: thief,
        })
      ).json()
      expect(secret).toBeDefined()
      await server.deps.db
        .updateTable('second_factors')
        .set({ enabled_at: server.deps.clock() })
        .execute()
      await send('/users/calendar/', { name: 'His' }, thief)
      await send('/users/name-change-request/-', { new_name: 'Ruprecht', reason: 'x' }, thief)
      await send('/users/my-data/', {}, thief)
      await send('/users/deletion/', {}, thief)
      await askReset(THIEF)
      const hisReset = await resetOf(THIEF)
      const hisNotMe = await mailsTo(THIEF, '/api/account/not-me')
      expect([await isGood(hisReset), hisNotMe.length > 2]).toEqual([true, true])
      expect((await account()).deletion_due_at).not.toBeNull()

      await takeBack(undo)
      expect(await isGood(hisReset)).toBe(false)
      expect((await reset(hisReset, HIS)).statusCode).toBe(400)
      for (const url of hisNotMe) expect(DEAD).toContain(titleOf(await press(url)))
      expect(await entersWith(key)).toBe(401)
      expect(await count('second_factors')).toBe(0)
      expect(await count('calendar_feeds')).toBe(0)
      for (const table of ['name_changes', 'data_exports', 'passkeys'] as const)
        expect(await server.deps.db.selectFrom(table).selectAll().execute()).toEqual([])
      expect(await account()).toMatchObject({ email: MARA, deletion_due_at: null })
      for (const password of [PASSWORD, HIS])
        for (const email of [MARA, THIEF])
          expect((await logIn(server, email, password)).statusCode).toBe(401)
      expect((await logIn(server, MARA, HERS)).statusCode).toBe(200)
    })

    test('mails the list of removals to the owner, and not to the thief', async () => {
      const own = makeAuthenticator(ORIGIN)
      await addPasskey(own, 'Her key', await enter())
      server.passTime(HOUR)
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await addPasskey(makeAuthenticator(ORIGIN), 'His key', thief)
      await send('/users/calendar/', { name: 'His' }, thief)
      const before = (await deliveredMail(server)).length
      await press(undo)
      const mails = (await deliveredMail(server)).slice(before)
      expect(mails.map(({ to }) => to)).toEqual([MARA])
      expect(mails[0]?.text).toContain('We removed these passkeys: “His key”.')
      expect(mails[0]?.text).toContain('We removed calendar links: 1.')
      expect(mails[0]?.text).toContain('These passkeys are older and still work: “Her key”.')
      expect(mails[0]?.text).not.toMatch(/two-step|recovery codes|deletion|archive/i)
      const events = await server.deps.db.selectFrom('security_events').select('event').execute()
      expect(events.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['passkey_removed', 'feed_revoked', 'email_change_undone']),
      )
    })

    test('keeps what the owner had before: passkey, second step and its codes', async () => {
      const own = makeAuthenticator(ORIGIN)
      const sensitive = await enter()
      await addPasskey(own, 'Her key', sensitive)
      const { id } = await account()
      await enableSecondStep(server.deps, [id])
      const user = { user_id: id, created_at: server.deps.clock() }
      await server.deps.db
        .insertInto('recovery_codes')
        .values([{ ...user, hash: 'hers' }])
        .execute()
      server.passTime(HOUR)
      const undo = await moveTo(THIEF, await enterByCode())
      await takeBack(undo)
      expect([await count('second_factors'), await count('recovery_codes')]).toEqual([1, 1])
      expect(await entersWith(own)).toBe(200)
      const late = await logIn(server, MARA, HERS)
      expect(late.json().errors[0].code).toBe('second_factor_required')
    })

    test('removes a second step that replaced that of the owner, and codes that were renewed', async () => {
      const { id } = await account()
      await enableSecondStep(server.deps, [id])
      server.passTime(HOUR)
      const { db, clock } = server.deps
      thief = await enterByCode()
      const undo = await moveTo(THIEF, thief)
      const renew = '/api/users/security/recovery-codes/'
      await server.app.inject({ method: 'POST', url: renew, headers: thief })
      expect(await count('recovery_codes')).toBe(10)
      await db
        .updateTable('second_factors')
        .set({ created_at: clock(), enabled_at: clock() })
        .execute()
      await press(undo)
      expect([await count('second_factors'), await count('recovery_codes')]).toEqual([0, 0])
    })

    test('removes codes that were renewed, and keeps the second step of its owner', async () => {
      const { id } = await account()
      await enableSecondStep(server.deps, [id])
      server.passTime(HOUR)
      thief = await enterByCode()
      const undo = await moveTo(THIEF, thief)
      await send('/users/security/recovery-codes/', {}, thief)
      await press(undo)
      expect([await count('second_factors'), await count('recovery_codes')]).toEqual([1, 0])
    })

    test('reaches back to the login of the requesting session, since a thief may prepare first', async () => {
      server.passTime(HOUR)
      thief = await enter()
      const key = makeAuthenticator(ORIGIN)
      await addPasskey(key, 'His key', thief)
      server.passTime(5 * 60_000)
      await takeBack(await moveTo(THIEF, thief))
      expect(await entersWith(key)).toBe(401)
    })

    test('of a session that is days old reaches back one day', async () => {
      const own = makeAuthenticator(ORIGIN)
      const { refresh, access } = (await logIn(server)).json()
      await addPasskey(own, 'Her key', await confirmed(bearer({ access })))
      server.passTime(2 * DAY)
      const pair = (await send('/users/login/refresh/', { refresh })).json()
      await takeBack(await moveTo(THIEF, await confirmed(bearer(pair))))
      expect(await entersWith(own)).toBe(200)
    })

    test('ends the links "That was not me" that were mailed to its owner before, too', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      const earlier = await mailsTo(MARA, '/api/account/not-me')
      expect(earlier.length).toBeGreaterThan(0)
      await takeBack(undo)
      for (const url of earlier) expect(DEAD).toContain(titleOf(await press(url)))
      expect((await logIn(server, MARA, HERS)).statusCode).toBe(200)
    })

    test('leaves none to the address between when its owner changes back by hand, and frees that address', async () => {
      await moveTo(THIEF, await enter())
      const owner = bearer((await logIn(server, THIEF)).json())
      await moveTo(MARA, await confirmed(owner), THIEF)
      expect((await account()).email).toBe(MARA)
      expect(await pageTo(THIEF, 'undo-email')).toBe('none')
      const other = await server.addUser('Zoe')
      expect((await changeEmail(THIEF, other.sensitive)).statusCode).toBe(200)
    })

    test('works when the thief changed it twice, and has no undo of its own', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await moveTo('second@example.net', thief, THIEF)
      const his = await pageTo(THIEF, 'undo-email')
      expect(his).not.toBe('none')
      await askReset('second@example.net')
      const hisReset = await resetOf('second@example.net')
      await takeBack(undo)
      expect(DEAD).toContain(titleOf(await press(his)))
      expect(await isGood(hisReset)).toBe(false)
      expect((await account()).email).toBe(MARA)
    })

    test('ends a change that the thief has requested and not confirmed', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await changeEmail('second@example.net', thief)
      const confirm = await pageTo('second@example.net', 'confirm-email')
      await takeBack(undo)
      expect(DEAD).toContain(titleOf(await press(confirm)))
      expect((await account()).email).toBe(MARA)
    })

    test('invalidates the password at once, not when the next one is set', async () => {
      thief = await enter()
      await press(await moveTo(THIEF, thief))
      expect((await logIn(server)).statusCode).toBe(401)
      const { db } = server.deps
      expect(await db.selectFrom('known_browsers').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('known_networks').selectAll().execute()).toEqual([])
    })

    test('keeps an account whose deletion is due, until it is erased', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await send('/users/deletion/', {}, thief)
      const { db, clock } = server.deps
      await db
        .updateTable('users')
        .set({ deletion_due_at: clock() - 1 })
        .execute()
      await takeBack(undo)
      expect(await eraseDueAccounts(server.deps, collected.personalData, server.app.log)).toBe(0)
      await db
        .updateTable('users')
        .set({ deletion_due_at: clock() - 1 })
        .execute()
      expect(await eraseDueAccounts(server.deps, collected.personalData, server.app.log)).toBe(1)
      expect((await press(undo)).statusCode).toBe(404)
    })

    test('is done once when it is sent twice at the same time', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      const both = await Promise.all([press(undo), press(undo)])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 303])
      const notices = (await deliveredMail(server)).filter(
        ({ subject }) => subject === 'Your Discordia account is back at this email address',
      )
      expect(notices).toHaveLength(1)
    })
  })

  describe('a pending change of its e-mail address', () => {
    const ends: Record<string, (owner: Headers) => Promise<unknown>> = {
      '"that was not me"': async () => press(await pageTo(MARA, 'not-me')),
      'a password reset': async () => {
        await askReset(MARA)
        return reset(await resetOf(MARA))
      },
      'a new password': (owner) => changePassword(HERS, owner),
      'the end of the other sessions': (owner) =>
        send('/users/security/end-other-sessions/', {}, owner),
      'the end of the session that asked': async (owner) => {
        const list = { url: '/api/users/security/sessions/', headers: owner }
        const sessions: { id: string; is_current: boolean }[] = (
          await server.app.inject(list)
        ).json()
        for (const { id, is_current } of sessions)
          if (!is_current)
            await server.app.inject({
              method: 'DELETE',
              url: `/api/users/security/sessions/${id}`,
              headers: owner,
            })
      },
    }
    test.each(Object.keys(ends))('ends with %s', async (name) => {
      thief = await enter()
      await changeEmail(THIEF, thief)
      const confirm = await pageTo(THIEF, 'confirm-email')
      await ends[name]?.(await enter())
      expect(DEAD).toContain(titleOf(await press(confirm)))
      expect((await account()).email).toBe(MARA)
    })

    test('ends with its session when an old refresh token is used again, and with no other session', async () => {
      const renew = (refresh: string) => send('/users/login/refresh/', { refresh })
      const stolen = (await logIn(server)).json()
      await changeEmail(THIEF, await confirmed(bearer(stolen)))
      const confirm = await pageTo(THIEF, 'confirm-email')
      const other = (await logIn(server)).json()
      for (const [pair, page] of [
        [other, 'Your email address has changed'],
        [stolen, 'This link isn’t valid'],
      ] as const) {
        await server.deps.db.updateTable('email_changes').set({ confirmed_at: null }).execute()
        await server.deps.db.updateTable('users').set({ email: MARA, email_key: MARA }).execute()
        await renew(pair.refresh)
        server.passTime(10_001)
        expect((await renew(pair.refresh)).statusCode).toBe(401)
        expect(titleOf(await press(confirm))).toBe(page)
      }
    })

    test('is mailed to the old address, before it is confirmed', async () => {
      await changeEmail(THIEF, await enter())
      const [mail] = (await deliveredMail(server)).filter(({ text }) => text.includes(THIEF))
      expect([mail?.to, mail?.subject]).toEqual([
        MARA,
        'Your Discordia email address is about to change',
      ])
      expect(mail?.link).toContain('/api/account/not-me/')
    })

    test('stays when another session ends than the requesting one', async () => {
      await enter()
      thief = await enter()
      await changeEmail(THIEF, await enter())
      const confirm = await pageTo(THIEF, 'confirm-email')
      const [, second] = await server.deps.db
        .selectFrom('refresh_tokens')
        .select('family')
        .orderBy('id', 'desc')
        .execute()
      const url = `/api/users/security/sessions/${second?.family}`
      await server.app.inject({ method: 'DELETE', url, headers: await enter() })
      expect(titleOf(await press(confirm))).toBe('Your email address has changed')
    })
  })

  describe('its mailed links', () => {
    test('work only while it has the address that they were mailed to', async () => {
      await askReset(MARA)
      const request = await resetOf(MARA)
      await changePassword(HERS, await enter())
      const notMe = await pageTo(MARA, 'not-me')
      await server.deps.db.updateTable('account_links').set({ used_at: null }).execute()
      const owner = bearer((await logIn(server, MARA, HERS)).json())
      await moveTo('mara@new.example', await confirmed(owner, undefined, HERS))
      expect(await isGood(request)).toBe(false)
      expect((await reset(request)).statusCode).toBe(400)
      expect(DEAD).toContain(titleOf(await press(notMe)))
    })

    test('are not sent to an address that was undone, also when the mail was queued', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await changePassword(HIS, thief)
      await askReset(THIEF)
      await press(undo)
      const mails = (await deliveredMail(server)).filter(({ to }) => to === THIEF)
      expect(mails.map(({ kind }) => kind)).toEqual(['confirm-email'])
    })

    test('do nothing while the account is deactivated', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await changeEmail('second@example.net', thief)
      await askReset(THIEF)
      const request = await resetOf(THIEF)
      const links = [
        undo,
        await pageTo('second@example.net', 'confirm-email'),
        await pageTo(THIEF, 'not-me'),
      ]
      const now = server.deps.clock()
      await server.deps.db.updateTable('users').set({ deactivated_at: now }).execute()
      const before = await account()
      for (const url of links) expect(DEAD).toContain(titleOf(await press(url)))
      expect((await reset(request)).statusCode).toBe(400)
      expect(await account()).toEqual(before)
    })

    test('"that was not me" removes the second step of its mail, not that of staff', async () => {
      for (const role of ['player', 'staff'] as const) {
        const appoint = (to: 'player' | 'staff') =>
          server.deps.db.updateTable('users').set({ role: to }).execute()
        await appoint('player')
        thief = await enter()
        const start = { method: 'POST', url: '/api/users/security/second-factor/start/' } as const
        const { secret } = (await server.app.inject({ ...start, headers: thief })).json()
        const epoch = Math.floor(server.deps.clock() / 1000)
        const code = await generate({ secret, epoch })
        await send('/users/security/second-factor/confirm/', { code }, thief)
        expect(await count('second_factors')).toBe(1)
        await appoint(role)
        await press(await pageTo(MARA, 'not-me'))
        expect(await count('second_factors')).toBe(role === 'player' ? 0 : 1)
        await askReset(MARA)
        await reset(await resetOf(MARA), PASSWORD)
      }
    })
  })
})
