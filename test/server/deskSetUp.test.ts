import { sql } from 'kysely'
import { DEMO_PASSWORD } from '#server/db/seed/accounts.ts'
import { demoStaff, deskSetUp } from '#test/helpers/server/deskSetUp.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { codeAt, enableSecondStep } from '#test/helpers/server/secondStep.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const MINUTE = 60_000

/** A sensitive call of the site, confirmed by the password and perhaps more. */
async function stepUp(server: DeskServer, user: TestUser, proof: object = {}) {
  const response = await server.send('POST', '/api/users/security/step-up/', user.auth, {
    password: 'Golden-Apple-412',
    ...proof,
  })
  return [response.statusCode, response.json().errors?.[0]?.code]
}

deskTests('the first second step of staff, on %s', (server) => {
  beforeEach(() => server.empty())
  const {
    promoted,
    enter,
    codeOf,
    now,
    stepOf,
    codeMails,
    mailedCode,
    check,
    confirmMail,
    appCode,
  } = deskSetUp(() => server)

  describe('the mailed code before the set-up', () => {
    test('is required by every call of the set-up, and is sent to the address of the account', async () => {
      await promoted('Rune')
      const { response, ask } = await enter('rune@example.org')
      expect(response.json().set_up).toBe('send')
      for (const call of ['start', 'confirm']) {
        const refused = await ask('POST', `/second-factor/${call}`, { code: '123456' })
        expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'mail_code_required'])
      }
      expect((await ask('POST', '/second-factor/send-code')).json()).toEqual({})
      expect(await stepOf(ask)).toBe('code')
      const [mail] = await codeMails()
      expect(mail?.to).toBe('rune@example.org')
      const code = await mailedCode()
      const { rows } = await sql<{ mail_code: string }>`select * from desk_sessions`.execute(
        server.deps.db,
      )
      expect(JSON.stringify(rows)).not.toContain(code.replace(' ', ''))
      expect((await check(ask, code)).statusCode).toBe(200)
      expect(await stepOf(ask)).toBe('app')
    })

    test('is not sent to an address that the account has lost since', async () => {
      const rune = await promoted('Rune')
      const { ask } = await enter('rune@example.org')
      await ask('POST', '/second-factor/send-code')
      const [email, email_key] = ['rune@example.net', 'rune@example.net']
      const moved = server.deps.db.updateTable('users').set({ email, email_key })
      await moved.where('id', '=', rune.id).execute()
      expect(await codeMails()).toEqual([])
    })

    test('is bound to its session', async () => {
      await promoted('Rune')
      const first = await enter('rune@example.org')
      const second = await enter('rune@example.org')
      await first.ask('POST', '/second-factor/send-code')
      const code = await mailedCode()
      await second.ask('POST', '/second-factor/send-code')
      expect(codeOf(await check(second.ask, code))).toBe('mail_code_over')
      await deliveredMail(server)
      expect(codeOf(await check(second.ask, code))).toBe('mail_code_wrong')
      expect((await check(first.ask, code)).statusCode).toBe(200)
      expect(await stepOf(second.ask)).toBe('code')
    })

    test('can be tried five times; a text without the form of a code does not count', async () => {
      const rune = await promoted('Rune')
      const { ask } = await enter('rune@example.org')
      await ask('POST', '/second-factor/send-code')
      const right = await mailedCode()
      const wrong = right.startsWith('1') ? '2222 2222' : '1111 1111'
      for (let times = 0; times < 6; times++)
        expect(codeOf(await check(ask, '1234'))).toBe('mail_code_wrong')
      for (let times = 0; times < 5; times++)
        expect(codeOf(await check(ask, wrong))).toBe('mail_code_wrong')
      expect(codeOf(await check(ask, right))).toBe('mail_code_over')
      const events = server.deps.db.selectFrom('security_events').where('user_id', '=', rune.id)
      const failed = events.select('times').where('event', '=', 'code_failed')
      expect(await failed.execute()).toEqual([{ times: 5 }])
      await confirmMail(ask)
    })

    test('expires after a quarter of an hour, by a newer one, and with the session', async () => {
      await promoted('Rune')
      const { ask } = await enter('rune@example.org')
      await ask('POST', '/second-factor/send-code')
      const first = await mailedCode()
      server.passTime(16 * MINUTE)
      expect(await stepOf(ask)).toBe('send')
      expect(codeOf(await check(ask, first))).toBe('mail_code_over')
      await ask('POST', '/second-factor/send-code')
      const second = await mailedCode()
      await ask('POST', '/second-factor/send-code')
      const third = await mailedCode()
      expect(codeOf(await check(ask, second))).toBe('mail_code_wrong')
      await ask('DELETE', '/session')
      expect((await check(ask, third)).statusCode).toBe(401)
    })

    test('and the set-up are reported to the other superusers', async () => {
      await promoted('Root', 'superuser')
      await promoted('Rune', 'superuser')
      await server.addUser('Mara')
      const { ask } = await enter('rune@example.org')
      await confirmMail(ask)
      const { secret } = (await ask('POST', '/second-factor/start')).json()
      await ask('POST', '/second-factor/confirm', { code: await appCode(secret) })
      // The superuser's account has lost this address by an undo since.
      const notice = server.deps.db.updateTable('outbox').set({ recipient: 'thief@example.net' })
      await notice.where('kind', '=', 'staff-second-step').execute()
      const notices = (await deliveredMail(server)).filter(
        ({ kind }) => kind === 'staff-second-step',
      )
      expect(notices.map(({ to, subject }) => [to, subject])).toEqual([
        ['root@example.org', 'Rune set up two-step login for the staff desk'],
      ])
    })
  })

  describe('a password alone at the site', () => {
    test('confirms no sensitive call of staff: it would lead to the desk', async () => {
      const rune = await promoted('Rune')
      expect(await stepUp(server, rune)).toEqual([403, 'set_up_at_desk'])
      const passkey = { credential_id: 'x', public_key: 'x', counter: 0, transports: '[]' }
      await server.insert('passkeys', {
        ...passkey,
        user_id: rune.id,
        name: 'Telephone',
        created_at: now(),
      })
      expect(await stepUp(server, rune)).toEqual([403, 'passkey_required'])
      await enableSecondStep(server.deps, [rune.id])
      expect(await stepUp(server, rune)).toEqual([403, 'second_factor_required'])
      expect(await stepUp(server, rune, { code: await codeAt(now()) })).toEqual([200, undefined])
    })

    test('is enough for players, with a passkey or without one', async () => {
      const mara = await promoted('Mara', 'player')
      expect(await stepUp(server, mara)).toEqual([200, undefined])
    })
  })
})

deskTests('the mailed code with limits, on %s', { env: { RATE_LIMITS: 'on' } }, (server) => {
  const { promoted, enter } = deskSetUp(() => server)

  test('is sent five times an hour for one account, from all its sessions', async () => {
    await promoted('Rune')
    const statuses = []
    for (let times = 0; times < 6; times++) {
      const { ask } = await enter('rune@example.org')
      statuses.push((await ask('POST', '/second-factor/send-code')).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

deskTests('a password alone at the site, on %s', { env: { SEED: 'demo' } }, (server) => {
  test('is enough for the staff of the demonstration, as at the desk', async () => {
    const ada = await demoStaff(server, DEMO_PASSWORD)
    expect(await stepUp(server, ada, { password: DEMO_PASSWORD })).toEqual([200, undefined])
  })
})
