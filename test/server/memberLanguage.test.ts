import { PASSWORD, post } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestServer, TestUser } from '#test/helpers/server/startServer.ts'

const MARA = 'mara@example.org'
const FINN = 'finn@example.org'
const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
const PREFERENCES = '/api/users/preferences/'

const settingsOf = (server: TestServer, headers: Record<string, string>) => ({
  read: async () => (await server.app.inject({ url: PREFERENCES, headers })).json(),
  save: (payload: object) =>
    server.app.inject({
      method: 'PUT',
      url: PREFERENCES,
      headers,
      payload: { email_notifications: false, ...payload },
    }),
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
    let finn: TestUser
    beforeEach(async () => {
      await server.empty()
      finn = await server.addUser('Finn')
    })

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
      await server.deps.db.updateTable('users').set({ language: 'is' }).execute()
      expect(await settingsOf(server, finn.auth).read()).toMatchObject({ language: 'en' })
      await askForReset({})
      expect((await lastTo(server, FINN))?.subject).toBe('Set a new Discordia password')
    })

    test('is that of the request for a link where the account has none', async () => {
      await askForReset(GERMAN)
      expect((await lastTo(server, FINN))?.subject).toBe('Neues Passwort für Discordia setzen')
      await server.deps.db.updateTable('users').set({ language: 'en' }).execute()
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
      await server.deps.db.updateTable('users').set({ language: 'en' }).execute()
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
