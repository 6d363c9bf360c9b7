import Type from 'typebox'
import type { GroupId, RegistrationId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import { NOT_NEEDED } from '#server/mail/outbox.ts'
import { addressMail, enqueueMail, type MemberMail, mail, mailTable } from '#server/mail/table.ts'
import type { Mail } from '#server/mail/transport.ts'
import { MAIL_KINDS } from '#server/mail/unsubscribeToken.ts'
import { makeMailWorker } from '#server/mail/worker.ts'
import { groupClosedMails } from '#server/modules/groups/mails.ts'
import { registrationMails } from '#server/modules/registration/mails.ts'
import { changing, reading } from '#server/work/work.ts'
import { DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { ALL_MAILS } from '#test/helpers/fixtures/preferences.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { registrationsOf } from '#test/helpers/server/registrations.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'
import { newTokens } from '#test/helpers/server/testServer.ts'

const SITE = 'https://discordia.example'

const FILE = { filename: 'a.ics', contentType: 'text/calendar', content: 'BEGIN' }

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

const env = { PUBLIC_URL: SITE, LANGUAGES: 'en,de' }

let due: boolean

const table = mailTable('event_mails', {
  note: mail({
    data: { title: Type.String() },
    find: async (_w, data, { username }) => (due ? { ...data, username } : null),
    text: 'group_closed',
    values: ({ title }) => ({ name: title, reason: '' }),
    page: () => '/page',
    files: ({ username }) => [{ ...FILE, content: username }],
  }),
  needed: mail({ data: {}, isNeeded: true, text: 'name_changed' }),
  letter: addressMail({
    data: { language: Type.Optional(Type.String()) },
    find: async (_w, _data, address) => (due ? { address } : null),
    text: 'contact',
    values: ({ address }) => ({ email: address }),
    to: ({ address }) => address.toLowerCase(),
    link: () => 'https://elsewhere.example/secret',
    replyTo: ({ address }) => address,
    unsubscribe: () => `${SITE}/stop`,
    headers: { 'Auto-Submitted': 'no' },
  }),
})

const news = mailTable('content', { news: mail({ data: {}, text: 'content_news' }) })

serverTests('a row of a mail table, on %s', { engines: bothEngines, env }, (server) => {
  beforeEach(() => server.empty())
  const [ann, bob] = playersOf(server, 'Ann', 'Bob')
  beforeEach(async () => {
    due = true
  })

  const set = (columns: object) => server.update('users', { id: ann.id }, columns)
  const prefer = (columns: object) => server.insert('preferences', { user_id: ann.id, ...columns })
  const send = (post: MemberMail, ...to: readonly TestUser[]) =>
    changing(server.deps, async (w) =>
      w.mail(
        to.map(({ id }) => id),
        post,
      ),
    )
  const waiting = () =>
    server.deps.db
      .selectFrom('outbox')
      .select(['recipient', 'once_key', 'data'])
      .orderBy('id')
      .execute()
  async function delivered() {
    const sent: Mail[] = []
    const transport = { send: async (one: Mail) => void sent.push(one), close: () => undefined }
    const writers = { ...table.writers, ...news.writers }
    await makeMailWorker({ deps: server.deps, log: quiet, writers, transport }).deliverDue()
    return sent
  }
  const note = table.of('note', { title: 'Ravens' })

  test('goes to each member once, with data and key of its own', async () => {
    await send(table.of('note', { title: 'Ravens' }, { onceKey: 'key' }), bob, ann, ann)
    expect(await waiting()).toEqual(
      [ann, bob].map(({ id }, n) => ({
        recipient: ['ann@example.org', 'bob@example.org'][n],
        once_key: `key:${id}`,
        data: JSON.stringify({ user: id, title: 'Ravens' }),
      })),
    )
  })

  test('has the present address and name of its reader, the link that stops it, page and files', async () => {
    await send(note, ann)
    await set({ email: 'new@example.org', email_key: 'new@example.org', username: 'Anna' })
    const [mail, ...more] = await delivered()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'new@example.org', link: `${SITE}/page` })
    expect(mail?.text).toContain('Hello Anna,')
    expect(mail?.attachments).toEqual([{ ...FILE, content: 'Anna' }])
    const stop = /<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(stop).toContain(`${SITE}/api/notifications/unsubscribe-seats/`)
    const pressed = { method: 'POST', url: new URL(stop).pathname } as const
    expect((await server.app.inject(pressed)).statusCode).toBe(200)
    await send(note, ann)
    expect(await delivered()).toEqual([])
  })

  test('has the language of its reader', async () => {
    await set({ language: 'de' })
    await send(note, ann, bob)
    const texts = (await delivered()).map(({ text }) => text.split('\n')[0])
    expect(texts.toSorted()).toEqual(['Hallo Ann,', 'Hello Bob,'])
  })

  const lose = async () => {
    due = false
  }
  const ends: readonly (readonly [string, () => Promise<unknown> | undefined])[] = [
    ['the member has stopped it', () => prefer({ event_mails_off_at: 1 })],
    ['the account is deactivated', () => set({ deactivated_at: 1 })],
    ['the account is not active yet', () => set({ activated_at: null })],
    ['nothing is found that it is about', lose],
  ]
  test.each(ends)('is not sent when, in the meantime, %s', async (_title, end) => {
    await send(note, ann)
    expect(await waiting()).toHaveLength(1)
    await end()
    expect(await delivered()).toEqual([])
    const rows = await server.deps.db.selectFrom('outbox').select('last_error').execute()
    expect(rows).toEqual([{ last_error: NOT_NEEDED }])
  })
  test.each(ends.slice(0, 3))('is not enqueued when %s', async (_title, end) => {
    await end()
    await send(note, ann)
    expect(await waiting()).toEqual([])
  })

  test('that members need goes to one who has stopped the others, without a link', async () => {
    await prefer({ event_mails_off_at: 1 })
    await send(table.of('needed', {}), ann)
    const [mail] = await delivered()
    expect(mail).toMatchObject({ to: 'ann@example.org', headers: {} })
  })

  test('about articles goes to members alone who have switched them on', async () => {
    await prefer({ notify_since: 1 })
    await send(news.of('news', {}), ann, bob)
    const mails = await delivered()
    expect(mails.map(({ to }) => to)).toEqual(['ann@example.org'])
    expect(mails[0]?.headers?.['List-Unsubscribe']).toContain('/api/notifications/unsubscribe/')
  })

  test('to an address goes to whom it finds, in the language of its data, with its own link and headers', async () => {
    const letter = table.of('letter', { language: 'de' })
    await changing(server.deps, async (w) => w.mail('Guest@example.net', letter))
    const [mail] = await delivered()
    expect(mail).toMatchObject({
      to: 'guest@example.net',
      link: 'https://elsewhere.example/secret',
      headers: {
        'Auto-Submitted': 'no',
        'Reply-To': 'Guest@example.net',
        'List-Unsubscribe': `<${SITE}/stop>`,
      },
    })
    expect(mail?.html).toContain('<html lang="de">')
    await enqueueMail(reading(server.deps), { to: 'guest@example.net', mail: letter })
    due = false
    expect(await delivered()).toEqual([])
  })
})

type Kind = Parameters<typeof registrationMails.of>[0]

const NONE = { registration: 1 as RegistrationId, sequence: 1, message: 1 }

serverTests(
  'the switches of mails on %s',
  { engines: bothEngines, env: { PUBLIC_URL: SITE } },
  (server) => {
    let planning: ReturnType<typeof planningOf>
    let registrations: ReturnType<typeof registrationsOf>
    let group: GroupId
    beforeEach(() => server.empty())
    const [olwen, finn] = playersOf(server, 'Olwen', 'Finn')
    beforeEach(async () => {
      planning = planningOf(server)
      registrations = registrationsOf(server)
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
      server.send('PUT', '/api/users/preferences/', await authOf(finn), payload)
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
          const response = await server.send(
            'POST',
            url,
            { 'content-type': 'application/x-www-form-urlencoded' },
            'List-Unsubscribe=One-Click',
          )
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
      await server.update('contents', { id: event }, { cancelled_at: server.deps.clock() })
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
        ...['added', 'called-off', 'led-accepted', 'led-called-off', 'led-declined', 'led-moved'],
        ...['message', 'moved', 'offer-over', 'offered', 'offered-called-off', 'offered-moved'],
        ...['removed', 'struck-off', 'table-called-off', 'waiting-called-off'],
      ])
    })
  },
)
