import { generate } from 'otplib'
import { bearer, logIn, member, PASSWORD } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import {
  HERS,
  type Headers,
  HIS,
  MARA,
  ORIGIN,
  stolenAccount,
  THIEF,
} from '#test/helpers/server/stolenAccount.ts'

const DAY = 24 * 60 * 60_000
const env = { PUBLIC_URL: ORIGIN }

serverTests('a stolen account and its links, on %s', { env }, (server) => {
  let thief: Headers
  const {
    send,
    press,
    titleOf,
    DEAD,
    confirmed,
    enter,
    pageTo,
    resetOf,
    askReset,
    isGood,
    reset,
    changeEmail,
    changePassword,
    account,
    count,
    moveTo,
  } = stolenAccount(server)
  beforeEach(async () => {
    await server.empty()
    await member(server)
    server.passTime(DAY)
  })

  describe('a pending change of its e-mail address', () => {
    const ends: Record<string, (owner: Headers) => Promise<unknown>> = {
      '"that was not me"': async () => press(await pageTo(MARA, 'not-me')),
      'a password reset': async () => {
        await askReset(MARA)
        return reset(await resetOf(MARA))
      },
      'a new password': (owner) => changePassword(HERS, owner),
      'a request for another address': (owner) => changeEmail('mara.new@example.org', owner),
      'the end of the other sessions': (owner) =>
        send('/users/security/end-other-sessions/', {}, owner),
      'the end of the session that asked': async (owner) => {
        const list = { url: '/api/users/security/sessions/', headers: owner }
        const sessions: { id: string; is_current: boolean }[] = (
          await server.app.inject(list)
        ).json()
        for (const { id, is_current } of sessions)
          if (!is_current) await server.send('DELETE', `/api/users/security/sessions/${id}`, owner)
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
        await server.update('email_changes', {}, { confirmed_at: null })
        await server.update('users', {}, { email: MARA, email_key: MARA })
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
      await server.update('account_links', {}, { used_at: null })
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
      await server.update('users', {}, { deactivated_at: now })
      const before = await account()
      for (const url of links) expect(DEAD).toContain(titleOf(await press(url)))
      expect((await reset(request)).statusCode).toBe(400)
      expect(await account()).toEqual(before)
    })

    test('"that was not me" removes the second step of its mail, not that of staff', async () => {
      for (const role of ['player', 'staff'] as const) {
        const appoint = (to: 'player' | 'staff') => server.update('users', {}, { role: to })
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
