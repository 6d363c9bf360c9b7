import { addEvent, HOUR } from '#test/helpers/fixtures/contents.ts'
import { PASSWORD, post } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { calendarsOf } from '#test/helpers/server/memberCalendars.ts'
import { planningOf } from '#test/helpers/server/planning.ts'
import { deskTests, playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestServer, TestUser } from '#test/helpers/server/startServer.ts'

const START = Date.UTC(2027, 6, 3, 17)

const FINN = 'finn@example.org'

const GERDA = 'gerda@example.org'

const GUEST = 'guest@example.net'

const env = { LANGUAGES: 'en,de', CONTACT_TO: 'team@example.org' }

deskTests('mails and calendars in the language of their reader, on %s', { env }, (server) => {
  beforeEach(() => server.empty())
  const [olwen, finn, gerda] = playersOf(server, 'Olwen', 'Finn', 'Gerda')
  beforeEach(async () => {
    await speak('de', gerda)
  })

  const speak = (language: string | null, ...users: readonly Pick<TestUser, 'id'>[]) =>
    server.deps.db
      .updateTable('users')
      .set({ language })
      .where(
        'id',
        'in',
        users.map(({ id }) => id),
      )
      .execute()
  const lastTo = async (address: string) =>
    (await deliveredMail(server)).findLast(({ to }) => to === address)
  const call = (
    { auth }: TestUser,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ) => server.app.inject({ method, url: `/api${url}`, headers: auth, ...(payload && { payload }) })

  test('each member of a group gets a session in their own one, with its times, answers and file', async () => {
    const calls = planningOf(server)
    const group = await calls.group(olwen, finn, gerda)
    await calls.plan(olwen, group, START, { title: 'The mine' })
    const [english, german] = [await lastTo(FINN), await lastTo(GERDA)]
    expect(english?.subject).toBe('New session for “Ravens”: The mine')
    expect(english?.text).toContain('When: Sat 3 Jul 2027, 19:00–22:00 Vienna time\n')
    expect(english?.text).toMatch(/^Coming:$/m)
    expect(english?.html).toContain('<html lang="en">')
    expect(english?.attachments[0]?.text).toContain('//EN')
    expect(german?.subject).toBe('Neuer Termin für „Ravens“: The mine')
    expect(german?.text).toContain('Wann: Sa., 3. Juli 2027, 19:00–22:00 Ortszeit Wien\n')
    expect(german?.text).toMatch(/^Dabei:$/m)
    expect(german?.html).toContain('<html lang="de">')
    expect(german?.html).toContain('<span style="white-space:nowrap">Sa., 3. Juli 2027,</span>')
    expect(german?.attachments[0]?.text).toContain('//DE')
  })

  test('the host of a session is named in that of the calendar, by feed and by mail', async () => {
    const calls = planningOf(server)
    const group = await calls.group(olwen, finn, gerda)
    const start = server.deps.clock() + 24 * HOUR
    await calls.plan(olwen, group, start, { title: 'The mine' })
    const [date] = (await calls.read(olwen, group)).dates
    await calls.call(olwen, 'PUT', `dates/${date?.id}/host/`, { member_id: finn.id })
    const calendars = calendarsOf(server)
    const feedOf = async (who: TestUser) =>
      (await calendars.fetch(await calendars.feedOf(who))).body
    const [english, german] = [await feedOf(olwen), await feedOf(gerda)]
    expect(english).toContain('X-WR-CALNAME:Discordia: my calendar\r\n')
    expect(english).toContain('DESCRIPTION:Hosted by Finn\r\n')
    expect(german).toContain('X-WR-CALNAME:Discordia: mein Kalender\r\n')
    expect(german).toContain('DESCRIPTION:Bei Finn\r\n')
    await calls.change(olwen, date?.id, start + HOUR, { title: 'The mine' })
    expect((await lastTo(GERDA))?.attachments[0]?.text).toContain('DESCRIPTION:Bei Finn\n')
  })

  test('an invite by mail is in that of its sender, unless the address has an account', async () => {
    const group = await planningOf(server).group(gerda)
    const invite = (email: string) =>
      call(gerda, 'POST', `/rpggroups/links/${group}/mail/`, { email })
    await invite(GUEST)
    expect((await lastTo(GUEST))?.subject).toBe('Gerda lädt dich in die Gruppe „Ravens“ ein')
    await speak(null, finn)
    await invite(FINN)
    expect((await lastTo(FINN))?.subject).toBe('Gerda invites you to the group “Ravens”')
  })

  test('an invite of the team is in that of its sender', async () => {
    const root = await server.staff('Root', 'superuser')
    await speak('de', root.user)
    await root.post('/member-invites', { list: GUEST })
    expect((await lastTo(GUEST))?.subject).toBe('Einladung zu Discordia')
  })

  test('the team is written to in the main one, and an answer is in that of the message', async () => {
    const form = { name: 'Ada', email: GUEST, subject: 'A lantern', message: 'Where?' }
    const payload = new FormData()
    for (const [name, value] of Object.entries(form)) payload.append(name, value)
    const url = '/api/v1.0/email/send-form'
    await server.app.inject({ method: 'POST', url, payload, headers: { 'accept-language': 'de' } })
    expect((await lastTo('team@example.org'))?.subject).toBe('Contact form: A lantern')
    const { id } = await server.row('contact_messages')
    const root = await server.staff('Root')
    await root.post(`/messages/${id}/answer`, { text: 'In the hall.', seen: 0 })
    expect((await lastTo(GUEST))?.text).toContain(
      '\nDeine Nachricht (Mo., 1. Juni, 14:00 Ortszeit Wien):\n',
    )
  })
})

serverTests(
  'feeds for everybody, on a site in German before English, on %s',
  { env: { LANGUAGES: 'de,en' } },
  (server) => {
    test('are in the main language, whatever their reader prefers', async () => {
      const times = { starts_at: START, ends_at: START + HOUR }
      await addEvent(server, { ...times, publish_at: server.deps.clock() })
      server.passTime(HOUR)
      const get = async (file: string) => {
        const url = `/api/contents/${file}`
        return (await server.app.inject({ url, headers: { 'accept-language': 'en' } })).body
      }
      const atom = await get('events.atom')
      expect(atom).toContain('xml:lang="de"')
      expect(atom).toContain('<title>Discordia: Veranstaltungen</title>')
      const calendar = await get('events.ics')
      expect(calendar).toContain('X-WR-CALNAME:Discordia: Veranstaltungen\r\n')
      expect(calendar).toContain('PRODID:-//Discordia//Events//DE\r\n')
    })
  },
)

const MARA = 'mara@example.org'

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

const PREFERENCES = '/api/users/preferences/'

const settingsOf = (server: TestServer, headers: Record<string, string>) => ({
  read: async () => (await server.app.inject({ url: PREFERENCES, headers })).json(),
  save: (payload: object) =>
    server.send('PUT', PREFERENCES, headers, { email_notifications: false, ...payload }),
})

const lastTo = async (server: TestServer, address = MARA) =>
  (await deliveredMail(server)).findLast(({ to }) => to === address)

const languageOf = async ({ deps }: TestServer, email: string) =>
  (
    await deps.db
      .selectFrom('users')
      .select('language')
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow()
  ).language

const registerIn = (server: TestServer, headers: Record<string, string>) =>
  post(server, '/users/register/', { email: MARA, username: 'Mara', password: PASSWORD }, headers)

serverTests(
  'the language of a member, on %s',
  { env: { LANGUAGES: 'en,de', PUBLIC_URL: 'https://discordia.example' } },
  (server) => {
    beforeEach(() => server.empty())
    const [finn] = playersOf(server, 'Finn')

    test('is that of the browser at the registration, and of the mails from the first one on', async () => {
      await registerIn(server, GERMAN)
      expect(await languageOf(server, MARA)).toBe('de')
      const mail = await lastTo(server)
      expect(mail?.subject).toBe('Aktiviere dein Konto bei Discordia')
      expect(mail?.html).toContain('<html lang="de">')
    })

    const askForReset = (headers: Record<string, string>) =>
      post(server, '/discordia/request-change-password/', { email: FINN }, headers)

    test('is the main one for a browser with no language of the site', async () => {
      await registerIn(server, { 'accept-language': 'fr' })
      expect((await lastTo(server))?.subject).toBe('Activate your Discordia account')
    })

    test('is the main one until the member chooses another, and stays while other settings change', async () => {
      const { read, save } = settingsOf(server, finn.auth)
      expect(await read()).toMatchObject({ language: 'en', time_zone: null })
      expect((await save({ language: 'de', time_zone: 'Asia/Tokyo' })).statusCode).toBe(200)
      await save({ planning_mails: false })
      expect(await read()).toMatchObject({ language: 'de', time_zone: 'Asia/Tokyo' })
    })

    test('is chosen of those that are served: another one is refused, and nothing of the request is saved', async () => {
      const { read, save } = settingsOf(server, finn.auth)
      const before = await read()
      const refused = await save({ language: 'is', event_mails: false })
      expect([refused.statusCode, refused.json().errors]).toEqual([
        400,
        [{ attr: 'language', code: 'invalid_choice', detail: expect.any(String) }],
      ])
      for (const language of ['d', 'deutsch', 7, null])
        expect((await save({ language })).statusCode).toBe(400)
      expect(await read()).toEqual(before)
    })

    test('which is not served any more counts as the main one', async () => {
      await server.update('users', {}, { language: 'is' })
      expect(await settingsOf(server, finn.auth).read()).toMatchObject({ language: 'en' })
      await askForReset({})
      expect((await lastTo(server, FINN))?.subject).toBe('Set a new Discordia password')
    })

    test('is that of the request for a link where the account has none', async () => {
      await askForReset(GERMAN)
      expect((await lastTo(server, FINN))?.subject).toBe('Neues Passwort für Discordia setzen')
      await server.update('users', {}, { language: 'en' })
      await askForReset(GERMAN)
      expect((await lastTo(server, FINN))?.subject).toBe('Set a new Discordia password')
    })

    test('is that of the mails about a new address, to the old one and to the new one', async () => {
      await settingsOf(server, finn.auth).save({ language: 'de' })
      const new_email = 'finn@new.example'
      await post(server, '/users/security/email/', { new_email }, finn.sensitive)
      expect((await lastTo(server, new_email))?.subject).toBe('Bestätige deine neue E-Mail-Adresse')
      const [old] = (await deliveredMail(server)).filter(({ to }) => to === FINN)
      expect(old?.subject).toBe('Deine E-Mail-Adresse bei Discordia soll sich ändern')
    })

    test('applies to mails that wait', async () => {
      await registerIn(server, GERMAN)
      await server.update('users', {}, { language: 'en' })
      expect((await lastTo(server))?.subject).toBe('Activate your Discordia account')
    })
  },
)

serverTests('on a site in one language, on %s', { env: { LANGUAGES: 'de' } }, (server) => {
  test('members have none of their own, and get all mails in that of the site', async () => {
    await registerIn(server, { 'accept-language': 'en' })
    expect(await languageOf(server, MARA)).toBeNull()
    expect((await lastTo(server))?.subject).toBe('Aktiviere dein Konto bei Discordia')
    const { auth } = await server.addUser('Finn')
    expect(await settingsOf(server, auth).read()).not.toHaveProperty('language')
    expect((await settingsOf(server, auth).save({ language: 'en' })).statusCode).toBe(400)
  })
})
