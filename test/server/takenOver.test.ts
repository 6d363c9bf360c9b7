import { cleanUp } from '#server/compose/background.ts'
import { collected } from '#server/compose/collect.ts'
import type { FileKey } from '#server/files/fileStore.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { addArchive } from '#test/helpers/fixtures/personalDataActs.ts'
import { bearer, logIn, member, PASSWORD } from '#test/helpers/server/accounts.ts'
import { makeAuthenticator } from '#test/helpers/server/authenticator.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { enableSecondStep } from '#test/helpers/server/secondStep.ts'
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

const HOUR = 60 * 60_000
const DAY = 24 * 60 * 60_000
const env = { PUBLIC_URL: ORIGIN }

serverTests('a stolen account, on %s', { env }, (server) => {
  let thief: Headers
  const {
    send,
    press,
    titleOf,
    DEAD,
    confirmed,
    enter,
    enterByCode,
    mailsTo,
    pageTo,
    resetOf,
    askReset,
    isGood,
    reset,
    changeEmail,
    changePassword,
    addPasskey,
    entersWith,
    account,
    count,
    moveTo,
    takeBack,
  } = stolenAccount(server)
  beforeEach(async () => {
    await server.empty()
    await member(server)
    server.passTime(DAY)
  })

  describe('undoing the change of its e-mail address', () => {
    test('removes everything of the thief: every link, passkey, second step, calendar link and request', async () => {
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await changePassword(HIS, thief)
      const key = makeAuthenticator(ORIGIN)
      await addPasskey(key, 'His key', thief)
      const { secret } = (
        await server.send('POST', '/api/users/security/second-factor/start/', thief)
      ).json()
      expect(secret).toBeDefined()
      await server.update('second_factors', {}, { enabled_at: server.deps.clock() })
      await send('/users/calendar/', { name: 'His' }, thief)
      await send('/users/name-change-request/-', { new_name: 'Ruprecht', reason: 'x' }, thief)
      await send('/users/my-data/', {}, thief)
      await send('/users/deletion/', {}, thief)
      const { token } = (await send('/users/tokens/', { name: 'Bot', days: 30 }, thief)).json()
      expect(token).toMatch(/^read_/)
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
      const reader = { authorization: `Bearer ${token}` }
      const read = { url: '/api/users/profile/', headers: reader }
      expect((await server.app.inject(read)).statusCode).toBe(401)
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

    test('deletes the archive that the thief has requested, with its file', async () => {
      const { files } = server.deps
      thief = await enter()
      const undo = await moveTo(THIEF, thief)
      await addArchive(server, (await account()).id)
      const { file_key } = await server.row('data_exports')
      expect(await files.size(file_key as FileKey)).not.toBeNull()
      await takeBack(undo)
      await cleanUp(server.deps, server.app.log)
      expect(await files.size(file_key as FileKey)).toBeNull()
    })

    test('keeps what the owner had before: passkey, second step and its codes', async () => {
      const own = makeAuthenticator(ORIGIN)
      const sensitive = await enter()
      await addPasskey(own, 'Her key', sensitive)
      const { id } = await account()
      await enableSecondStep(server.deps, [id])
      const user = { user_id: id, created_at: server.deps.clock() }
      await server.insert('recovery_codes', { ...user, hash: 'hers' })
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
      const { clock } = server.deps
      thief = await enterByCode()
      const undo = await moveTo(THIEF, thief)
      const renew = '/api/users/security/recovery-codes/'
      await server.app.inject({ method: 'POST', url: renew, headers: thief })
      expect(await count('recovery_codes')).toBe(10)
      await server.update('second_factors', {}, { created_at: clock(), enabled_at: clock() })
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
      // The address between the two changes is not kept.
      const other = await server.addUser('Zoe')
      expect((await changeEmail(THIEF, other.sensitive)).statusCode).toBe(200)
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
      const { clock } = server.deps
      await server.update('users', {}, { deletion_due_at: clock() - 1 })
      await takeBack(undo)
      expect(await eraseDueAccounts(server.deps, collected.personalData, server.app.log)).toBe(0)
      await server.update('users', {}, { deletion_due_at: clock() - 1 })
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
})
