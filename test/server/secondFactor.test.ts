import type { LightMyRequestResponse } from 'fastify'
import { generate } from 'otplib'
import { calls } from '#contract/calls.ts'
import { STEP_UP_MINUTES } from '#contract/security.ts'
import { RECOVERY_CODES } from '#server/modules/account/second-factor/secondStep.ts'
import { makeStepUp } from '#server/modules/account/tokens.ts'
import { member, PASSWORD } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { rowsOf } from '#test/helpers/server/rowsOf.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'
import { newTokens } from '#test/helpers/server/testServer.ts'

const STEP = 30_000

const DAY = 2880 * STEP

const MARA = 'mara@example.org'

serverTests('two-step login on %s', { env: { RATE_LIMITS: 'on' } }, (server) => {
  let days = 0
  let sensitive: Record<string, string>
  let auth: { authorization: string }
  let secret: string
  let codes: string[]
  beforeEach(async () => {
    await server.empty()
    // The limits of the test before are over.
    server.passTime(++days * DAY)
    const { access } = await member(server)
    auth = { authorization: `Bearer ${access}` }
    const proof = await stepUp({ password: PASSWORD })
    if (proof.statusCode !== 200) throw new Error(proof.body)
    sensitive = { ...auth, 'x-step-up': proof.json().token }
    secret = (await call('start')).json().secret
    codes = (await call('confirm', { code: await shown() })).json().codes
    // Skips the code that confirmed it, and the one after it.
    server.passTime(2 * STEP)
  })

  const send = (url: string, payload: object | undefined, headers = {}, from = '127.0.0.1') =>
    server.app.inject({
      method: 'POST',
      url: `/api/users${url}`,
      remoteAddress: from,
      headers,
      ...(payload && { payload }),
    })
  const call = (name: string, payload?: object) =>
    send(`/security/second-factor/${name}/`, payload, sensitive)
  const stepUp = (payload: object) => send('/security/step-up/', payload, auth)
  const enter = (code?: string, from?: string) =>
    send('/login/', { email: MARA, password: PASSWORD, code }, {}, from)
  const shown = (after = 0) =>
    generate({ secret, epoch: Math.floor((server.deps.clock() + after) / 1000) })
  const outcome = (response: LightMyRequestResponse) => [
    response.statusCode,
    response.json().errors?.[0].code,
  ]
  const state = async () =>
    (await server.app.inject({ url: '/api/users/security/second-factor/', headers: auth })).json()

  test('is set up with the first code, which yields ten recovery codes, and sends a mail', async () => {
    expect(codes).toHaveLength(RECOVERY_CODES)
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    expect(await state()).toEqual({
      enabled_at: expect.any(String),
      codes_left: RECOVERY_CODES,
      is_required: false,
    })
    const { subject, text } = (await deliveredMail(server)).at(-1) ?? {}
    expect(subject).toBe('Two-step login is on')
    expect(text).toContain('That was not me')
    expect(outcome(await call('start'))).toEqual([400, 'second_factor_on'])
  })

  test('a login needs the code after the right password, in the same call', async () => {
    expect(outcome(await enter())).toEqual([401, 'second_factor_required'])
    const wrong = await enter('000000')
    expect(outcome(wrong)).toEqual([401, 'second_factor_invalid'])
    expect(
      (await enter(`${(await shown()).slice(0, 3)} ${(await shown()).slice(3)}`)).statusCode,
    ).toBe(200)
  })

  test.each([
    ['full width', 0xff10],
    ['Arabic', 0x660],
    ['Devanagari', 0x966],
    ['Myanmar', 0x1040],
  ])('a code in digits of %s is the same code', async (_script, zero) => {
    const wide = (await shown()).replace(/\d/g, (digit) =>
      String.fromCodePoint(zero + Number(digit)),
    )
    expect((await enter(` ${wide.slice(0, 3)}\u3000${wide.slice(3)}`)).statusCode).toBe(200)
  })

  test('a recovery code is accepted from a Japanese keyboard', async () => {
    const [first = ''] = codes
    const wide = [...first].map((one) =>
      one === '-' ? 'ー' : String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0),
    )
    expect((await enter(wide.join(''))).statusCode).toBe(200)
  })

  test('a text without the form of a code is refused, and is not counted as a guess', async () => {
    const malformed = ['12345', '1234567', 'code', 'x3k9-72mq-0vdh-5tg', '1234 56 7', '①②']
    for (const [at, typed] of [...malformed, ...malformed].entries())
      expect(outcome(await enter(typed, `198.51.100.${at}`))).toEqual([
        401,
        'second_factor_invalid',
      ])
    expect((await enter(await shown())).statusCode).toBe(200)
    const { security_events: log = [] } = await rowsOf(server.deps)
    expect(log.filter(({ event }) => event === 'code_failed')).toEqual([])
  })

  test('codes of a clock that is half a minute off are right, older ones are not', async () => {
    expect(outcome(await enter(await shown(-3 * STEP)))).toEqual([401, 'second_factor_invalid'])
    expect((await enter(await shown(-STEP))).statusCode).toBe(200)
    expect((await enter(await shown(STEP))).statusCode).toBe(200)
  })

  test('a recovery code works in capitals and without hyphens; its use is mailed', async () => {
    const [first = ''] = codes
    expect((await enter(first.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200)
    expect((await state()).codes_left).toBe(RECOVERY_CODES - 1)
    const mail = (await deliveredMail(server)).at(-1)
    expect(mail?.subject).toBe('A recovery code was used')
    expect(mail?.text).toContain(`Recovery codes left: ${RECOVERY_CODES - 1}`)
  })

  test('new recovery codes replace the old ones', async () => {
    const renewed = await send('/security/recovery-codes/', undefined, sensitive)
    const { codes: fresh } = renewed.json()
    expect(outcome(await enter(codes[0]))).toEqual([401, 'second_factor_invalid'])
    expect((await enter(fresh[0])).statusCode).toBe(200)
    const { security_events: log = [] } = await rowsOf(server.deps)
    expect(JSON.stringify(log)).toContain('recovery_codes_renewed')
  })

  test('is turned off, and sends a mail', async () => {
    expect((await call('remove')).statusCode).toBe(200)
    expect(await state()).toEqual({ enabled_at: null, codes_left: 0, is_required: false })
    expect((await enter()).statusCode).toBe(200)
    expect((await deliveredMail(server)).at(-1)?.subject).toBe('Two-step login is off')
  })

  test('an unconfirmed set-up needs no code', async () => {
    await call('remove')
    await call('start')
    expect((await enter()).statusCode).toBe(200)
    expect(outcome(await call('confirm', { code: '000000' }))).toEqual([
      400,
      'second_factor_invalid',
    ])
    expect((await enter()).statusCode).toBe(200)
  })

  describe('attacks', () => {
    test('a code logs in once, also from two places at the same time', async () => {
      const code = await shown()
      const both = await Promise.all([enter(code), enter(code)])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
      expect(outcome(await enter(code))).toEqual([401, 'second_factor_invalid'])
      expect(outcome(await stepUp({ password: PASSWORD, code }))).toEqual([
        403,
        'second_factor_invalid',
      ])
    })

    test('a recovery code is used once, also from two places at the same time', async () => {
      const [code] = codes
      const both = await Promise.all([enter(code), enter(code)])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
      expect(outcome(await enter(code))).toEqual([401, 'second_factor_invalid'])
    })

    test('guessing codes is blocked after ten, from one network and from many; the owner’s network stays open', async () => {
      const wrong = async (from: string) => outcome(await enter('000000', from))
      for (let i = 0; i < 10; i++)
        expect(await wrong(`198.51.100.${i}`)).toEqual([401, 'second_factor_invalid'])
      expect(await wrong('203.0.113.5')).toEqual([429, 'throttled'])
      // The right code is refused, too: the guesser learns nothing.
      expect((await enter(await shown(), '203.0.113.5')).statusCode).toBe(429)
      // The member has logged in from here before.
      expect((await enter(await shown())).statusCode).toBe(200)
      const events = await server.deps.db
        .selectFrom('security_events')
        .select(['event', 'times'])
        .where('event', '=', 'code_failed')
        .execute()
      expect(events.reduce((sum, { times }) => sum + times, 0)).toBe(10)
    })

    test('nothing reveals the second step without the password', async () => {
      await member(server, 'plain@example.org', 'Plain')
      const responses = await Promise.all(
        [MARA, 'plain@example.org', 'nobody@example.org'].map((email) =>
          send('/login/', { email, password: 'Wrong-Apple-1', code: '000000' }),
        ),
      )
      const bodies = responses.map(({ statusCode, body }) => `${statusCode} ${body}`)
      expect(new Set(bodies).size).toBe(1)
      expect(bodies[0]).toContain('401')
    })

    test('a stolen database has neither the secret nor a recovery code', async () => {
      const everything = JSON.stringify(await rowsOf(server.deps))
      expect(everything).toContain(MARA)
      for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
        expect(everything).not.toContain(hidden)
    })

    test('the codes of the app are invalid without the signing key, recovery codes still work', async () => {
      await server.update('second_factors', {}, { secret: 'AAAA' })
      expect(outcome(await enter(await shown()))).toEqual([401, 'second_factor_invalid'])
      expect((await enter(codes[0])).statusCode).toBe(200)
    })

    test('a new login within the session of a thief needs the code of the owner', async () => {
      expect(outcome(await stepUp({ password: PASSWORD }))).toEqual([403, 'second_factor_required'])
      expect(outcome(await stepUp({ password: 'Wrong-Apple-1' }))).toEqual([403, 'wrong_password'])
      expect((await stepUp({ password: PASSWORD, code: await shown() })).statusCode).toBe(200)
    })

    test('guessing the password within a session is blocked after ten', async () => {
      for (let i = 0; i < 10; i++)
        expect(outcome(await stepUp({ password: `Wrong-Apple-${i}` }))).toEqual([
          403,
          'wrong_password',
        ])
      expect((await stepUp({ password: PASSWORD, code: await shown() })).statusCode).toBe(429)
      expect((await enter(await shown())).statusCode).toBe(200)
    })
  })
})

const sensitiveCalls = calls.filter(({ stepUp }) => stepUp === true)

serverTests('a sensitive call on %s', (server) => {
  let mara: TestUser
  let zoe: TestUser
  beforeAll(async () => {
    mara = await server.addUser('Mara')
    zoe = await server.addUser('Zoe')
  })

  test('some calls are sensitive', () => expect(sensitiveCalls.length).toBeGreaterThan(8))

  describe.each(sensitiveCalls)('$name', ({ method, path }) => {
    const ask = (headers: Record<string, string>) =>
      server.app.inject({
        method,
        url: `/api${path.replace(/:\w+/, '1')}`,
        headers,
        ...(method !== 'DELETE' && { payload: {} }),
      })
    const refusal = async (token: string | undefined) => {
      const response = await ask({
        ...mara.auth,
        ...(token !== undefined && { 'x-step-up': token }),
      })
      return [response.statusCode, response.json().errors[0].code]
    }
    const REFUSED = [403, 'step_up_required']

    test('is refused with only a stolen access token, and with any token of another session', async () => {
      expect(await refusal(undefined)).toEqual(REFUSED)
      expect(await refusal('made-up')).toEqual(REFUSED)
      expect(await refusal(mara.tokens.access)).toEqual(REFUSED)
      expect(await refusal(zoe.sensitive['x-step-up'])).toEqual(REFUSED)
      const elsewhere = await newTokens(server.app, server.deps, { ...mara, token_version: 0 })
      expect(await refusal(elsewhere.sensitive['x-step-up'])).toEqual(REFUSED)
    })

    test('is refused when the token has expired', async () => {
      const before = { clock: () => server.deps.clock() - (STEP_UP_MINUTES * 60 + 1) * 1000 }
      const { fam: family } = server.app.jwt.verify<{ fam: string }>(mara.tokens.access)
      const { token } = makeStepUp(server.app, before).issue({ id: mara.id, family })
      expect(await refusal(token)).toEqual(REFUSED)
    })

    test('requires a step-up token only after the access token is accepted', async () => {
      const response = await ask({ authorization: 'Bearer made-up' })
      expect([response.statusCode, response.json().errors[0].code]).toEqual([
        401,
        'token_not_valid',
      ])
    })
  })

  test('the password that was changed while it was compared confirms nothing', async () => {
    const { passwords } = server.deps
    const compare = jest.spyOn(passwords, 'verify').mockImplementation(async () => {
      await server.update('users', {}, { password_hash: 'another' })
      return true
    })
    const response = await server.send('POST', '/api/users/security/step-up/', mara.auth, {
      password: 'the former one',
    })
    compare.mockRestore()
    expect(response.json().errors[0].code).toBe('wrong_password')
  })
})
