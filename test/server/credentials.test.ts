import type { LightMyRequestResponse } from 'fastify'
import { cleanUp } from '#server/compose/background.ts'
import { notify } from '#server/modules/account/mails.ts'
import { changing } from '#server/work/work.ts'
import { logIn, member, PASSWORD, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { enableSecondStep } from '#test/helpers/server/secondStep.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const MARA = 'mara@example.org'
const NEW = 'mara@new.example'
const OTHER_PASSWORD = 'Silver-Apple-413'

serverTests('changing password and e-mail address while logged in, on %s', (server) => {
  let auth: { authorization: string }
  let sensitive: Record<string, string>
  beforeEach(async () => {
    await server.empty()
    auth = bearer((await member(server)).access)
    sensitive = await proven(auth)
  })

  const bearer = (access: string) => ({ authorization: `Bearer ${access}` })
  const send = (url: string, payload: object, headers = {}) =>
    server.app.inject({ method: 'POST', url: `/api${url}`, payload, headers })
  async function proven(headers: { authorization: string }, password = PASSWORD) {
    const proof = await send('/users/security/step-up/', { password }, headers)
    return { ...headers, 'x-step-up': proof.json().token }
  }
  const code = (response: LightMyRequestResponse) => response.json().errors[0].code
  const status = async (headers: Record<string, string>) =>
    (await server.app.inject({ url: '/api/users/whoami', headers })).statusCode
  /** The path behind the newest mail to this address. */
  async function linkTo(email: string, page: string): Promise<string> {
    const mail = (await deliveredMail(server)).findLast(
      ({ to, text }) => to === email && text.includes(page),
    )
    return new RegExp(`/api/account/${page}/[\\w-]+`).exec(mail?.text ?? '')?.[0] ?? 'none'
  }
  const press = (url: string) =>
    server.send('POST', url, { 'content-type': 'application/x-www-form-urlencoded' }, '')
  const look = (url: string) => server.app.inject({ url })
  const changeEmail = (new_email: string, headers = sensitive) =>
    send('/users/security/email/', { new_email }, headers)
  const emailOf = async () =>
    (
      await server.deps.db
        .selectFrom('users')
        .select('email')
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).email
  const titleOf = (response: LightMyRequestResponse) => /<h1>(.*)<\/h1>/.exec(response.body)?.[1]

  describe('the password', () => {
    const change = (new_password: string) =>
      send('/users/security/password/', { new_password }, sensitive)

    test('is changed; this session continues and every other one ends', async () => {
      const elsewhere = (await logIn(server)).json()
      expect((await change(OTHER_PASSWORD)).statusCode).toBe(200)
      expect(await status(auth)).toBe(200)
      expect(await status(bearer(elsewhere.access))).toBe(401)
      const { refresh } = elsewhere
      expect((await send('/users/login/refresh/', { refresh })).statusCode).toBe(401)
      expect((await logIn(server)).statusCode).toBe(401)
      expect((await logIn(server, MARA, OTHER_PASSWORD)).statusCode).toBe(200)
    })

    test('a weak one is refused, and reset links expire', async () => {
      await send('/discordia/request-change-password/', { email: MARA })
      const mail = (await deliveredMail(server)).at(-1)
      expect(code(await change('alllowercase'))).toBe('weak_password')
      await change(OTHER_PASSWORD)
      const stale = { request_id: mail?.secret, new_password: 'Abcdefg1!' }
      expect(code(await send('/discordia/verified-change-password/', stale))).toBe('invalid_link')
    })
  })

  describe('"that was not me"', () => {
    test.each([
      ['player', 0],
      ['staff', 1],
    ] as const)(
      'removes the second step of a %s that the mail was about: left %i',
      async (role, left) => {
        const { db, clock } = server.deps
        const account = db.updateTable('users').set({ role }).returning(['id', 'email'])
        const user = await account.executeTakeFirstOrThrow()
        await enableSecondStep(server.deps, [user.id])
        const undo = JSON.stringify({ second_step: clock() })
        const notice = 'second_step_on'
        await changing(server.deps, async (w) => notify(w, user, { notice, undo }))
        expect((await press(await linkTo(MARA, 'not-me'))).statusCode).toBe(303)
        const factors = await db.selectFrom('second_factors').select('user_id').execute()
        expect(factors).toHaveLength(left)
      },
    )

    test('shows a button; the button ends all sessions and leads to a new password, once', async () => {
      await send('/users/security/password/', { new_password: OTHER_PASSWORD }, sensitive)
      const url = await linkTo(MARA, 'not-me')
      // Mail scanners open links several times.
      for (let i = 0; i < 3; i++) expect(titleOf(await look(url))).toBe('Wasn’t that you?')
      expect(await status(auth)).toBe(200)
      const response = await press(url)
      expect(response.statusCode).toBe(303)
      expect(await status(auth)).toBe(401)
      const request_id = /([^/]+)#sessions-ended$/.exec(String(response.headers.location))?.[1]
      const reset = await send('/discordia/verified-change-password/', {
        request_id,
        new_password: 'Abcdefg1!',
      })
      expect(reset.statusCode).toBe(200)
      expect((await logIn(server, MARA, 'Abcdefg1!')).statusCode).toBe(200)
      expect(titleOf(await press(url))).toBe('This link no longer works')
    })

    test('an expired or forged link does nothing', async () => {
      await send('/users/security/password/', { new_password: OTHER_PASSWORD }, sensitive)
      const url = await linkTo(MARA, 'not-me')
      const unknown = await press('/api/account/not-me/made-up')
      expect([unknown.statusCode, titleOf(unknown)]).toEqual([404, 'This link isn’t valid'])
      server.passTime(31 * DAY)
      expect(titleOf(await press(url))).toBe('This link no longer works')
      server.passTime(DAY)
      await cleanUp(server.deps, server.app.log)
      expect((await press(url)).statusCode).toBe(404)
    })
  })

  describe('the e-mail address', () => {
    test('changes when the new one is confirmed; the old one gets a mail', async () => {
      const asked = await changeEmail(NEW)
      expect(asked.json()).toEqual({ new_email: NEW, expires_at: expect.any(String) })
      expect(await emailOf()).toBe(MARA)
      const url = await linkTo(NEW, 'confirm-email')
      const [mail] = (await deliveredMail(server)).filter(({ to }) => to === NEW)
      expect(mail?.text).not.toContain('Mara')
      expect(titleOf(await look(url))).toBe('Use this email address?')
      expect(await emailOf()).toBe(MARA)
      expect(titleOf(await press(url))).toBe('Your email address has changed')
      expect(titleOf(await press(url))).toBe('This link no longer works')
      expect((await logIn(server, NEW)).statusCode).toBe(200)
      expect((await logIn(server)).statusCode).toBe(401)
      expect(await linkTo(MARA, 'undo-email')).not.toBe('none')
      const pending = await server.app.inject({ url: '/api/users/security/email/', headers: auth })
      expect(pending.json()).toEqual({ new_email: null, expires_at: null })
    })

    test('a change can be cancelled; its link is invalid then, and after a day', async () => {
      await changeEmail(NEW)
      const url = await linkTo(NEW, 'confirm-email')
      await server.send('DELETE', '/api/users/security/email/', auth)
      expect((await press(url)).statusCode).toBe(404)
      await changeEmail(NEW)
      const second = await linkTo(NEW, 'confirm-email')
      server.passTime(24 * HOUR + 1)
      expect((await press(second)).statusCode).toBe(404)
      expect(await emailOf()).toBe(MARA)
    })

    test('of another account is refused, and so is a former one that can still be taken back', async () => {
      await member(server, 'zoe@example.org', 'Zoe')
      expect(code(await changeEmail('ZOE@example.org'))).toBe('email_exists')
      expect(code(await changeEmail(MARA))).toBe('email_exists')
      await changeEmail(NEW)
      await press(await linkTo(NEW, 'confirm-email'))
      const taken = await register(server, { email: MARA, username: 'Thief' })
      expect(code(taken)).toBe('email_exists')
      server.passTime(7 * DAY + 1)
      expect((await register(server, { email: MARA, username: 'Newcomer' })).statusCode).toBe(201)
    })

    test('two members who request one address: the first confirmation gets it', async () => {
      const zoe = await member(server, 'zoe@example.org', 'Zoe')
      await changeEmail(NEW)
      const first = await linkTo(NEW, 'confirm-email')
      await changeEmail(NEW, await proven(bearer(zoe.access)))
      const second = await linkTo(NEW, 'confirm-email')
      expect(second).not.toBe(first)
      const both = await Promise.all([press(first), press(second)])
      expect(both.map(titleOf).sort()).toEqual([
        'This address belongs to another account',
        'Your email address has changed',
      ])
      for (const { body } of both)
        expect(body).toContain('?section=email&amp;tab=settings#section-email"')
    })

    test('the old one takes the account back within seven days, once, despite later changes', async () => {
      await changeEmail(NEW)
      await press(await linkTo(NEW, 'confirm-email'))
      const url = await linkTo(MARA, 'undo-email')
      await changeEmail('third@example.org')
      await press(await linkTo('third@example.org', 'confirm-email'))
      await changeEmail('fourth@example.org')
      const late = await linkTo('fourth@example.org', 'confirm-email')
      expect(titleOf(await look(url))).toBe('Go back to your former email address?')
      const both = await Promise.all([press(url), press(url)])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 303])
      expect(await emailOf()).toBe(MARA)
      expect(await status(auth)).toBe(401)
      expect((await press(late)).statusCode).toBe(404)
      // The link of the second change would give the account to the thief.
      expect(titleOf(await press(await linkTo(NEW, 'undo-email')))).toBe(
        'This link no longer works',
      )
      expect(await emailOf()).toBe(MARA)
    })

    test('an owner who changes back by hand leaves no undo for the address in between', async () => {
      await changeEmail(NEW)
      await press(await linkTo(NEW, 'confirm-email'))
      await changeEmail(MARA)
      await press(await linkTo(MARA, 'confirm-email'))
      expect([await emailOf(), await linkTo(NEW, 'undo-email')]).toEqual([MARA, 'none'])
      // The undo of the first change also takes back everything that came with it.
      expect((await press(await linkTo(MARA, 'undo-email'))).statusCode).toBe(303)
      expect([await emailOf(), await status(auth)]).toEqual([MARA, 401])
      expect((await register(server, { email: NEW, username: 'Other' })).statusCode).toBe(201)
    })

    test('an undo reaches back to an earlier login with a new browser, and no further', async () => {
      const createFeed = (name: string, headers: object) =>
        send('/users/calendar/', { name }, headers)
      const enter = async () => {
        const login = { email: MARA, password: PASSWORD }
        const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
        return proven(bearer((await send('/users/login/', login, agent)).json().access))
      }
      await createFeed('Hers', sensitive)
      server.passTime(HOUR)
      await createFeed('His', await enter())
      server.passTime(HOUR)
      await changeEmail(NEW, await enter())
      await press(await linkTo(NEW, 'confirm-email'))
      await press(await linkTo(MARA, 'undo-email'))
      const feeds = await server.deps.db.selectFrom('calendar_feeds').select('name').execute()
      expect(feeds).toEqual([{ name: 'Hers' }])
    })

    test('after seven days the change is final', async () => {
      await changeEmail(NEW)
      await press(await linkTo(NEW, 'confirm-email'))
      const url = await linkTo(MARA, 'undo-email')
      server.passTime(8 * DAY)
      expect((await press(url)).statusCode).toBe(404)
      expect(await emailOf()).toBe(NEW)
    })

    test('mails to strangers are limited: five changes a day', async () => {
      const statuses: number[] = []
      for (let i = 0; i < 6; i++)
        statuses.push((await changeEmail(`new${i}@example.org`)).statusCode)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    })
  })
})
