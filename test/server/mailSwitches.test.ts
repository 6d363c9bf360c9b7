import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { GroupId, RegistrationId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import { enqueueMail } from '#server/mail/table.ts'
import { MAIL_KINDS } from '#server/mail/unsubscribeToken.ts'
import { groupClosedMails } from '#server/modules/groups/mails.ts'
import { registrationMails } from '#server/modules/registration/mails.ts'
import { reading } from '#server/work/work.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'
import { newTokens } from '#test/helpers/server/testServer.ts'

const SITE = 'https://discordia.example'
type Kind = Parameters<typeof registrationMails.of>[0]
const NONE = { registration: 1 as RegistrationId, sequence: 1, message: 1 }

serverTests(
  'the switches of mails on %s',
  { engines: bothEngines, env: { PUBLIC_URL: SITE } },
  (server) => {
    let planning: ReturnType<typeof planningOf>
    let registrations: ReturnType<typeof registrationsOf>
    let olwen: TestUser
    let finn: TestUser
    let group: GroupId
    beforeEach(async () => {
      await server.empty()
      rmSync(join(server.dataDir, 'mail'), { recursive: true, force: true })
      planning = planningOf(server)
      registrations = registrationsOf(server)
      olwen = await server.addUser('Olwen')
      finn = await server.addUser('Finn')
      group = await planning.group(olwen, finn)
    })

    const kinds = async () => (await deliveredMail(server)).map(({ kind }) => kind)
    const waiting = async () =>
      (await server.deps.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
    /** Header of a new session, because some tests pass days. */
    const authOf = async (of: TestUser) =>
      (await newTokens(server.app, server.deps, { ...of, username: '', token_version: 0 })).auth
    const preferences = async (of = finn): Promise<object> =>
      (await server.app.inject({ url: '/api/users/preferences', headers: await authOf(of) })).json()
    const save = async (payload: object) =>
      server.app.inject({
        method: 'PUT',
        url: '/api/users/preferences/',
        headers: await authOf(finn),
        payload,
      })
    const stop = (name: MailSwitch) => save({ email_notifications: false, [name]: false })
    const pathOf = (address: string | undefined) => new URL(address ?? 'none:').pathname
    const close = async () => {
      const mail = groupClosedMails.of('group-closed', { name: 'Ravens', reason: 'Silence' })
      await enqueueMail(reading(server.deps), { to: [finn.id], mail })
    }
    /** A mail of each switch but the first, which has a test of its own. */
    const causes: Readonly<Record<Exclude<MailSwitch, 'invite_mails'>, () => Promise<unknown>>> = {
      planning_mails: () => planning.plan(olwen, group, planning.at(9)),
      reminder_mails: async () => {
        await planning.plan(olwen, group, planning.at(3))
        const { dates } = await planning.read(olwen, group)
        await planning.answer(olwen, dates.at(-1), 'not_coming')
        await server.deps.db.deleteFrom('outbox').execute()
        server.passTime(2.5 * DAY)
        await planning.remind()
      },
      group_log_mails: close,
      event_mails: async () => registrations.signUp(finn, await registrations.event()),
    }

    describe.each(Object.entries(causes))('%s', (name, cause) => {
      test('end by one click without a login, and no others with them', async () => {
        await cause()
        const [mail] = await deliveredMail(server)
        expect(mail?.to).toBe('finn@example.org')
        expect(mail?.text).toContain(`Stop these emails:\n${mail?.stop}\n`)
        const url = pathOf(mail?.stop)
        const asked = await server.app.inject(url)
        expect(asked.body).toContain('<button>Stop these emails</button>')
        const token = url.split('/').at(-1)
        for (const { path } of Object.values(MAIL_KINDS)) {
          const other = { method: 'POST', url: `/api${path}/${token}`, payload: {} } as const
          if (other.url !== url) expect((await server.app.inject(other)).statusCode).toBe(404)
        }
        expect(await preferences()).toMatchObject({ email_notifications: false, ...ALL_MAILS })
        for (const _time of [1, 2]) {
          const response = await server.app.inject({
            method: 'POST',
            url,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: 'List-Unsubscribe=One-Click',
          })
          expect(response.statusCode).toBe(200)
          expect(response.body).toMatch(/ (is|are) off<\/h1>/)
        }
        expect(await preferences()).toMatchObject({
          email_notifications: false,
          ...ALL_MAILS,
          [name]: false,
        })
        expect(await preferences(olwen)).toMatchObject(ALL_MAILS)
        await cause()
        expect(await kinds()).toEqual([mail?.kind])
      })
    })

    test('stay as they are while a request names no others', async () => {
      await save({ email_notifications: true, planning_mails: false, event_mails: false })
      await save({ email_notifications: false })
      await save({ email_notifications: false, event_mails: true, unknown_mails: false })
      expect(await preferences()).toMatchObject({
        email_notifications: false,
        ...ALL_MAILS,
        planning_mails: false,
      })
      expect((await save({ email_notifications: true, planning_mails: 'no' })).statusCode).toBe(400)
      expect(await preferences()).toMatchObject({ email_notifications: false })
    })

    test('stop every mail about sessions, and leave the reminder', async () => {
      await stop('planning_mails')
      await planning.plan(olwen, group, planning.at(3))
      const [date] = (await planning.read(olwen, group)).dates
      await planning.change(olwen, date?.id, planning.at(3) + HOUR)
      const [moved] = (await planning.read(olwen, group)).dates
      await planning.answer(olwen, moved, 'not_coming')
      server.passTime(2.5 * DAY)
      await planning.remind()
      await planning.call(olwen, 'DELETE', `dates/${date?.id}`)
      await planning.plan(olwen, group, planning.at(3))
      await planning.call(finn, 'GET', `leave/${group}`)
      expect(await waiting()).toEqual(['session-reminder'])
    })

    test('stop no mail without which a member loses a seat or comes in vain', async () => {
      await stop('event_mails')
      const event = await registrations.event()
      await registrations.signUp(olwen, event)
      await registrations.signUp(finn, event)
      await registrations.cancel(olwen, event)
      await deliveredMail(server)
      await registrations.confirm(finn, event)
      await server.deps.db
        .updateTable('contents')
        .set({ cancelled_at: server.deps.clock() })
        .where('id', '=', event)
        .execute()
      await registrations.update()
      const mails = (await deliveredMail(server)).filter(({ to }) => to === 'finn@example.org')
      expect(mails.map(({ kind, stop: link }) => [kind, link])).toEqual([
        ['registration-offered', undefined],
        ['registration-called-off', undefined],
      ])
    })

    test('stop all mails about events but those, and what the organisers write', () => {
      const kinds = Object.keys(registrationMails.writers) as Kind[]
      const needed = kinds.filter((kind) => registrationMails.of(kind, NONE).stoppedBy === null)
      expect(needed.map((kind) => kind.replace('registration-', '')).toSorted()).toEqual([
        ...['called-off', 'message', 'offer-over', 'offered', 'offered-called-off'],
        ...['offered-moved', 'removed', 'struck-off', 'waiting-called-off'],
      ])
    })
  },
)
