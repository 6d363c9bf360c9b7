import type { LightMyRequestResponse } from 'fastify'
import { cleanUp } from '#server/compose/background.ts'
import { logIn, PASSWORD, post, register } from '#test/helpers/server/accounts.ts'
import { makeAuthenticator } from '#test/helpers/server/authenticator.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { enableSecondStep } from '#test/helpers/server/secondStep.ts'
import { deskTests, playersOf, staffOf } from '#test/helpers/server/serverTests.ts'
import { cheapHash } from '#test/helpers/server/startDesk.ts'

const DAY = 24 * 3_600_000
const OLD = 'mara@example.org'
const NEW = 'mara@new.example'
const env = { DESK_URL: 'https://desk.discordia.example', PUBLIC_URL: 'https://discordia.example' }

deskTests('a member’s address, changed at the desk, on %s', { env }, (server) => {
  beforeEach(() => server.empty())
  const [mara] = playersOf(server, 'Mara')
  const [root] = staffOf(server, ['Root', 'superuser'])
  beforeEach(async () => {
    const password_hash = await cheapHash
    await server.update('users', { id: mara.id }, { password_hash })
  })

  const codeOf = (response: LightMyRequestResponse) => response.json().errors[0].code
  const change = async (body: object = {}, id = mara.id) =>
    root.post(`/members/${id}/email`, {
      ...{ email: NEW, way: 'mailbox', code: await server.code() },
      ...body,
    })
  const wait = () => change({ way: 'delay', reason: 'She showed us her card.' })
  const mailsTo = async (email: string) =>
    (await deliveredMail(server)).filter(({ to }) => to === email)
  async function linkTo(email: string, page: string): Promise<string> {
    const mail = (await mailsTo(email)).findLast(({ text }) => text.includes(page))
    return new RegExp(`/api/account/${page}/[\\w-]+`).exec(mail?.text ?? '')?.[0] ?? 'none'
  }
  const press = (url: string) =>
    server.send('POST', url, { 'content-type': 'application/x-www-form-urlencoded' }, '')
  const titleOf = ({ body }: LightMyRequestResponse) => /<h1>(.*)<\/h1>/.exec(body)?.[1]
  const emailOf = async () => (await server.row('users', { id: mara.id })).email
  const shown = async () => (await root.get(`/members/${mara.id}`)).json().email_change
  const audited = async () =>
    (
      await server.deps.db
        .selectFrom('audit_log')
        .select(['action', 'actor_name'])
        .where('resource', '=', 'members')
        .orderBy('id')
        .execute()
    ).map(({ action, actor_name }) => `${actor_name}: ${action}`)
  const clean = () => cleanUp(server.deps, server.app.log)
  async function comeBack() {
    Object.assign(root, await server.staff(`Root${server.deps.clock()}`, 'superuser'))
  }
  const reset = (request_id: string, new_password = 'Abcdefg1!') =>
    post(server, '/discordia/verified-change-password/', { request_id, new_password })

  test('needs a second step for the call itself, which a refused call does not use up', async () => {
    expect(codeOf(await change({ code: undefined }))).toBe('second_factor_required')
    expect(codeOf(await change({ code: '000000' }))).toBe('second_factor_invalid')
    const code = await server.code()
    expect(codeOf(await change({ code, email: 'root@example.org' }))).toBe('email_exists')
    expect((await change({ code })).statusCode).toBe(200)
    const other = await server.addUser('Other')
    const again = await root.post(`/members/${other.id}/email`, {
      ...{ email: 'other@new.example', way: 'mailbox', code },
    })
    expect(codeOf(again)).toBe('second_factor_invalid')
  })

  test('takes a passkey of the superuser in place of the code, once and for this purpose', async () => {
    const device = makeAuthenticator(env.PUBLIC_URL)
    const { db, clock } = server.deps
    const origin = { origin: env.DESK_URL }
    const row = { ...device.row, user_id: root.user.id, created_at: clock() }
    await db.insertInto('passkeys').values(row).execute()
    await db.deleteFrom('second_factors').where('user_id', '=', root.user.id).execute()
    expect(codeOf(await change())).toBe('passkey_required')
    const login = (await root.post('/session/passkey/start')).json()
    const proof = { code: undefined, response: device.use(login, origin) }
    expect(codeOf(await change(proof))).toBe('passkey_refused')
    const options = (await root.post('/session/step-up/start')).json()
    const response = device.use(options, origin)
    expect((await change({ code: undefined, response })).statusCode).toBe(200)
    await root.post(`/members/${mara.id}/stop-email`)
    expect(codeOf(await change({ code: undefined, response }))).toBe('passkey_refused')
  })

  test('is refused for what cannot be its new address, with nothing changed or mailed', async () => {
    await register(server, { email: 'waiting@example.org', username: 'Waiting' })
    const { length } = await deliveredMail(server)
    const codes = []
    for (const body of [
      { email: 'WAITING@example.org' },
      { email: 'Mara@Example.org' },
      { email: 'no address' },
      { way: 'delay' },
      { way: 'delay', reason: '  ' },
      { way: 'at once' },
    ])
      codes.push(codeOf(await change(body)))
    expect(codes).toEqual([
      ...['email_exists', 'state', 'invalid', 'required', 'required', 'invalid_choice'],
    ])
    expect(codeOf(await change({}, root.user.id))).toBe('own_account')
    expect(await deliveredMail(server)).toHaveLength(length)
    expect(await shown()).toBeNull()
  })

  describe('by a link in the old mailbox', () => {
    test('changes when its button is pressed; nothing from before opens the account', async () => {
      await post(server, '/discordia/request-change-password/', { email: OLD })
      const [before] = await mailsTo(OLD)
      expect((await change()).json().email_change).toMatchObject({ new_email: NEW, due_at: null })
      const url = await linkTo(OLD, 'approve-email')
      expect((await mailsTo(NEW)).map(({ text }) => text.includes('Mara'))).toEqual([false])
      expect(titleOf(await server.app.inject({ url }))).toBe('Use the new email address?')
      expect(await emailOf()).toBe(OLD)

      expect(titleOf(await press(url))).toBe('Your account has its new email address')
      expect(await emailOf()).toBe(NEW)
      expect(titleOf(await press(url))).toBe('This link no longer works')
      expect(await shown()).toBeNull()
      const { refresh } = mara.tokens
      expect((await post(server, '/users/login/refresh/', { refresh })).statusCode).toBe(401)
      for (const email of [OLD, NEW]) expect((await logIn(server, email)).statusCode).toBe(401)
      expect((await reset(before?.secret ?? '')).statusCode).toBe(400)
      const last = (await mailsTo(NEW)).at(-1)
      expect(last?.subject).toBe('Your Discordia account has this email address now')
      expect((await reset(last?.secret ?? '')).statusCode).toBe(200)
      expect((await logIn(server, NEW, 'Abcdefg1!')).statusCode).toBe(200)
      expect((await audited()).slice(-2)).toEqual([
        ...['Root: changeEmail', 'the server: emailChanged'],
      ])
    })

    test('mails no link for a password to an address that the account has lost since', async () => {
      await change()
      await press(await linkTo(OLD, 'approve-email'))
      const back = server.deps.db.updateTable('users').set({ email: OLD, email_key: OLD })
      await back.where('id', '=', mara.id).execute()
      expect((await mailsTo(NEW)).map(({ subject }) => subject)).not.toContain(
        'Your Discordia account has this email address now',
      )
    })

    test('forgets browsers and networks, and leaves passkeys and the second step', async () => {
      const { db, clock } = server.deps
      const [user_id, now] = [mara.id, clock()]
      const used = { user_id, digest: 'hers', last_used_at: now }
      await db.insertInto('known_browsers').values(used).execute()
      await db.insertInto('known_networks').values(used).execute()
      const passkey = { credential_id: 'x', public_key: 'x', counter: 0, transports: '[]' }
      await server.insert('passkeys', { ...passkey, user_id, name: 'Telephone', created_at: now })
      await enableSecondStep(server.deps, [user_id])
      await change()
      await press(await linkTo(OLD, 'approve-email'))
      const tables = ['known_browsers', 'known_networks', 'passkeys', 'second_factors'] as const
      const left = tables.map((table) =>
        db.selectFrom(table).select('user_id').where('user_id', '=', user_id).execute(),
      )
      expect((await Promise.all(left)).map(({ length }) => length)).toEqual([0, 0, 1, 1])
    })

    test('does nothing without the button, and expires after seven days', async () => {
      await change()
      const url = await linkTo(OLD, 'approve-email')
      server.passTime(7 * DAY)
      await clean()
      expect(titleOf(await press(url))).toBe('This link no longer works')
      expect(await emailOf()).toBe(OLD)
      await comeBack()
      expect(await shown()).toBeNull()
      expect((await change()).statusCode).toBe(200)
    })
  })

  describe('by waiting for seven days', () => {
    test('changes on the day, not before; both addresses know the day and the reason', async () => {
      await wait()
      const [old] = await mailsTo(OLD)
      expect(old?.subject).toMatch(/^Your Discordia email address will change on Mon 8 Jun/)
      expect(old?.text).toContain('Reason: She showed us her card.')
      expect((await mailsTo(NEW))[0]?.text).toContain('Mon 8 Jun')
      server.passTime(7 * DAY - 60_000)
      await clean()
      expect(await emailOf()).toBe(OLD)
      server.passTime(60_000)
      await Promise.all([clean(), clean()])
      expect(await emailOf()).toBe(NEW)
      expect((await mailsTo(NEW)).map(({ subject }) => subject).slice(1)).toEqual([
        'Your Discordia account has this email address now',
      ])
      expect((await mailsTo(OLD)).at(-1)?.subject).toBe(
        'The Discordia team changed your email address',
      )
      expect((await audited()).at(-1)).toBe('the server: emailChanged')
      const events = await server.deps.db
        .selectFrom('security_events')
        .select('event')
        .where('user_id', '=', mara.id)
        .orderBy('id')
        .execute()
      expect(events.map(({ event }) => event)).toEqual([
        ...['email_change_by_staff', 'email_changed_by_staff'],
      ])
    })

    test.each(['the old address', 'the new address', 'a superuser', 'a deactivation'])(
      'is stopped by %s, and told to both',
      async (who) => {
        await wait()
        const page =
          who.startsWith('the') && (await linkTo(who.includes('old') ? OLD : NEW, 'stop-email'))
        if (page) {
          expect(titleOf(await server.app.inject({ url: page }))).toBe('Stop the change?')
          expect(titleOf(await press(page))).toBe('The change is stopped')
          expect(titleOf(await press(page))).toBe('This link no longer works')
          expect((await audited()).at(-1)).toBe('the server: stopEmail')
        } else if (who === 'a superuser')
          expect((await root.post(`/members/${mara.id}/stop-email`)).statusCode).toBe(200)
        else await root.post(`/members/${mara.id}/deactivate`)
        expect(await shown()).toBeNull()
        for (const email of [OLD, NEW])
          expect((await mailsTo(email)).at(-1)?.subject).toBe(
            'Stopped: the change of your Discordia email address',
          )
        server.passTime(8 * DAY)
        await clean()
        expect(await emailOf()).toBe(OLD)
      },
    )

    test('is not stopped by whoever has the password or a session, nor overtaken by them', async () => {
      const own = await post(
        server,
        '/users/security/email/',
        { new_email: 'own@x.example' },
        mara.sensitive,
      )
      expect(own.statusCode).toBe(200)
      const confirm = await linkTo('own@x.example', 'confirm-email')
      await wait()
      expect(titleOf(await press(confirm))).toBe('This link isn’t valid')
      const thief = { new_email: 'thief@x.example' }
      expect(codeOf(await post(server, '/users/security/email/', thief, mara.sensitive))).toBe(
        'email_change_waits',
      )
      const cancel = { method: 'DELETE', url: '/api/users/security/email/' } as const
      await server.app.inject({ ...cancel, headers: mara.auth })
      await post(server, '/users/security/password/', { new_password: PASSWORD }, mara.sensitive)
      expect(await shown()).toMatchObject({ new_email: NEW })
      expect(codeOf(await change({ email: 'second@x.example' }))).toBe('email_change_waits')
    })

    test('ends when another account has the address by then, or its own account is gone', async () => {
      await wait()
      await server.addUser('Taker')
      await server.update('users', { username: 'Taker' }, { email: NEW, email_key: NEW })
      server.passTime(7 * DAY)
      await clean()
      expect(await emailOf()).toBe(OLD)
      expect((await mailsTo(OLD)).at(-1)?.subject).toMatch(/^Stopped: /)
      await comeBack()
      await change({ ...{ email: 'x@new.example', way: 'delay', reason: 'r' } })
      await server.deps.db.deleteFrom('users').where('id', '=', mara.id).execute()
      server.passTime(7 * DAY)
      await clean()
      expect(await server.deps.db.selectFrom('email_changes').selectAll().execute()).toEqual([])
    })
  })

  describe('the undo from the old address', () => {
    test('works for seven days: address back, password and sessions ended, everybody told', async () => {
      await change()
      await press(await linkTo(OLD, 'approve-email'))
      await reset((await mailsTo(NEW)).at(-1)?.secret ?? '')
      const pair = (await logIn(server, NEW, 'Abcdefg1!')).json()
      server.passTime(7 * DAY - 60_000)
      const undone = await press(await linkTo(OLD, 'undo-email'))
      expect(undone.headers.location).toMatch(/verified-change-password\/.*#sessions-ended$/)
      expect(await emailOf()).toBe(OLD)
      expect((await logIn(server, OLD, 'Abcdefg1!')).statusCode).toBe(401)
      const refresh = await post(server, '/users/login/refresh/', { refresh: pair.refresh })
      expect(refresh.statusCode).toBe(401)
      expect((await mailsTo(NEW)).at(-1)?.subject).toBe(
        'Undone: your email address for a Discordia account',
      )
      expect((await audited()).at(-1)).toBe('the server: emailTakenBack')
    })

    test('reaches back behind later changes, stops one that waits, and is closed after a way back', async () => {
      await change()
      await press(await linkTo(OLD, 'approve-email'))
      const undo = await linkTo(OLD, 'undo-email')
      await change({ email: 'third@x.example', way: 'delay', reason: 'r' })
      expect((await press(undo)).statusCode).toBe(303)
      expect(await emailOf()).toBe(OLD)
      expect(await shown()).toBeNull()
      expect((await mailsTo('third@x.example')).at(-1)?.subject).toMatch(/^Stopped: /)

      await change()
      await press(await linkTo(OLD, 'approve-email'))
      await change({ email: OLD })
      await press(await linkTo(NEW, 'approve-email'))
      expect(await emailOf()).toBe(OLD)
      expect(await linkTo(NEW, 'undo-email')).toBe('none')
    })

    test('keeps what the member has added before the change', async () => {
      await wait()
      server.passTime(DAY)
      const { db, clock } = server.deps
      const device = makeAuthenticator(server.deps.settings.publicUrl)
      await server.insert('passkeys', { ...device.row, user_id: mara.id, created_at: clock() })
      server.passTime(6 * DAY)
      await clean()
      await press(await linkTo(OLD, 'undo-email'))
      expect(await db.selectFrom('passkeys').select('user_id').execute()).toHaveLength(1)
    })
  })
})
