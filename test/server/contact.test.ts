import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import { makeBackground } from '#server/compose/background.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestServer } from '#test/helpers/server/startServer.ts'

/** Form as @emailjs/browser 4 sends it: with its own fields. */
const FORM = {
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'A question',
  message: 'First line\nSecond line & <b>more</b>',
  lib_version: '4.4.1',
  service_id: 'service',
  template_id: 'template',
  user_id: 'public key',
}
const URL = '/api/v1.0/email/send-form'
const MINUTE = 60_000

serverTests(
  'the contact form on %s',
  { env: { CONTACT_TO: 'desk@example.org', LANGUAGES: 'en,de' } },
  (server, engine) => {
    beforeEach(async () => {
      const { db } = server.deps
      for (const table of ['outbox', 'contact_messages', 'blocked_senders'] as const)
        await db.deleteFrom(table).execute()
    })

    type Over = Record<string, string | Blob | undefined>
    const sendTo = ({ app }: TestServer, over: Over = {}, remoteAddress?: string) => {
      const payload = new FormData()
      for (const [name, value] of Object.entries({ ...FORM, ...over }))
        if (value !== undefined) payload.append(name, value)
      return app.inject({ method: 'POST', url: URL, payload, remoteAddress })
    }
    const send = (over: Over = {}) => sendTo(server, over)
    const raw = (payload: string, type = 'multipart/form-data; boundary=x') =>
      server.app.inject({ method: 'POST', url: URL, payload, headers: { 'content-type': type } })
    const messages = ({ deps } = server) =>
      deps.db.selectFrom('contact_messages').selectAll().execute()

    test('a message is stored unread, mailed to the desk and can be answered', async () => {
      const response = await send()
      expect([response.statusCode, response.body]).toEqual([200, 'OK'])
      expect(response.headers['content-type']).toMatch(/^text\/plain/)
      const { name, email, subject, message } = FORM
      expect(await messages()).toEqual([
        {
          id: expect.any(Number),
          name,
          email,
          subject,
          message,
          created_at: server.deps.clock(),
          read_at: null,
          language: 'en',
        },
      ])
      const [mail, ...more] = await deliveredMail(server)
      expect(more).toEqual([])
      expect([mail?.to, mail?.subject]).toEqual(['desk@example.org', 'Contact form: A question'])
      expect(mail?.text).toContain('> First line\n> Second line & <b>more</b>\n\n')
      expect(mail?.text).toContain('Name: Ada\nEmail: ada@example.org\n')
      expect(mail?.html).toMatch(
        /<blockquote [^>]+>First line\nSecond line &amp; &lt;b&gt;more&lt;\/b&gt;<\/blockquote>/,
      )
      expect(mail?.replyTo).toBe('ada@example.org')
    })

    test('nothing is lost while the mail server is down', async () => {
      expect((await send()).statusCode).toBe(200)
      const settings = { ...server.deps.settings, smtpUrl: 'smtp://127.0.0.1:9' }
      const { mail, stop } = makeBackground({ ...server.deps, settings }, server.app.log)
      expect(await mail.deliverDue()).toBe(1)
      await stop()
      expect(await messages()).toHaveLength(1)
      const [owed] = await server.deps.db.selectFrom('outbox').selectAll().execute()
      expect(owed).toMatchObject({ kind: 'contact', done_at: null, dead_at: null, attempts: 1 })
    })

    test.each(['name', 'email', 'subject', 'message'])('%s is required', async (field) => {
      for (const value of [undefined, '', '   ']) {
        const response = await send({ [field]: value })
        expect(response.statusCode).toBe(400)
        expect(response.json().errors).toMatchObject([{ attr: field }])
      }
      expect(await messages()).toEqual([])
    })

    test.each<[string, string, string | Blob]>([
      ['no address', 'email', 'nobody'],
      ['two addresses', 'email', 'a@example.org,b@example.org'],
      ['a name with an address', 'email', 'Ada<ada@example.org>'],
      ['too long an address', 'email', `${'a'.repeat(TEXT_MAX)}@example.org`],
      ['a second header', 'name', 'Ada\r\nBcc: all@example.org'],
      ['a second line', 'subject', 'Hello\nBcc: all@example.org'],
      ['too long a line', 'subject', 'a'.repeat(TEXT_MAX + 1)],
      ['too long a text', 'message', 'a'.repeat(LONG_TEXT_MAX + 1)],
      ['a text beyond all limits', 'message', 'ä'.repeat(200_000)],
      ['a sign that cannot be stored', 'message', 'a \0 b'],
      ['a file for a text', 'message', new Blob(['text'])],
      ['a file', 'attachment', new Blob(['text'])],
    ])('%s in %s is refused and nothing is stored', async (_what, field, value) => {
      const response = await send({ [field]: value })
      expect(response.statusCode).toBe(400)
      expect(response.json().errors[0].code).toMatch(/^[a-z_]+$/)
      expect(await messages()).toEqual([])
      expect(await server.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    })

    test('fields are stored without blanks around them, the text with one kind of line end', async () => {
      const typed = { name: ' Ada ', subject: ' Hello ' }
      expect((await send({ ...typed, message: 'One\r\nTwo\rThree' })).statusCode).toBe(200)
      expect(await messages()).toMatchObject([
        { name: 'Ada', subject: 'Hello', message: 'One\nTwo\nThree' },
      ])
    })

    test('sixty messages an hour are accepted from all callers together, and the refusal has Retry-After', async () => {
      const limited = await startServer(engine, { RATE_LIMITS: 'on' })
      try {
        const { db, clock } = limited.deps
        const words = { name: 'N', email: 'n@example.org', subject: 'S', message: 'M' }
        const stored = Array.from({ length: 59 }, (_, at) => ({
          ...words,
          created_at: clock() - 50 * MINUTE + at * 1000,
        }))
        // An hour old: no longer counted.
        stored.push({ ...words, created_at: clock() - 60 * MINUTE })
        await db.insertInto('contact_messages').values(stored).execute()
        expect((await sendTo(limited, {}, '192.0.2.1')).statusCode).toBe(200)
        const refused = await sendTo(limited, {}, '192.0.2.2')
        expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600'])
        limited.passTime(10 * MINUTE)
        expect((await sendTo(limited, {}, '192.0.2.3')).statusCode).toBe(200)
        expect((await sendTo(limited, {}, '192.0.2.4')).statusCode).toBe(429)
        // The clock was set back by a day: messages from the future do not count.
        limited.passTime(-24 * 60 * MINUTE)
        expect((await sendTo(limited, {}, '192.0.2.5')).statusCode).toBe(200)
      } finally {
        await limited.close()
      }
    })

    test('the longest texts are accepted', async () => {
      const longest = { subject: 'ä'.repeat(TEXT_MAX), message: '🎲'.repeat(LONG_TEXT_MAX / 2) }
      expect((await send(longest)).statusCode).toBe(200)
      expect(await messages()).toMatchObject([longest])
    })

    test.each([
      ['no form', '{"name":"Ada"}', 'application/json'],
      ['an unknown type', 'name=Ada', 'text/csv'],
      ['no boundary', 'x', 'multipart/form-data'],
      ['no end', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda', undefined],
      ['a part without a head', '--x\r\n\r\nAda\r\n--x--\r\n', undefined],
      ['nothing', '', undefined],
      ['noise', '\u0001\u0002--x--x', undefined],
      [
        'a name twice',
        '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA\r\n--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nB\r\n--x--\r\n',
        undefined,
      ],
      [
        'a prototype',
        '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nA\r\n--x--\r\n',
        undefined,
      ],
    ])('%s is a 4xx', async (_what, payload, type) => {
      const response = await raw(payload, type)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.json().errors[0].code).toMatch(/^[a-z_]+$/)
    })

    test('a blocked address or domain gets 403 and stores nothing', async () => {
      await server.insert(
        'blocked_senders',
        { sender: 'ada@example.org', created_at: 0 },
        { sender: '@spam.example', created_at: 0 },
      )
      for (const email of ['ada@example.org', 'ADA@Example.org', 'any.one@spam.example']) {
        const response = await send({ email })
        expect([email, response.statusCode]).toEqual([email, 403])
        expect(response.json().errors[0].code).toBe('sender_blocked')
      }
      expect((await send({ email: 'bea@example.org' })).statusCode).toBe(200)
      expect(await messages()).toHaveLength(1)
    })

    test('one address that continues after its refusals does not close the form for all', async () => {
      const limited = await startServer(engine, { RATE_LIMITS: 'on' })
      try {
        const statuses: number[] = []
        for (let i = 0; i < 70; i++)
          statuses.push((await sendTo(limited, {}, '192.0.2.1')).statusCode)
        expect(statuses.filter((status) => status === 429)).toHaveLength(65)
        expect((await sendTo(limited, {}, '192.0.2.2')).statusCode).toBe(200)
        await limited.insert('blocked_senders', { sender: FORM.email, created_at: 0 })
        for (let i = 3; i < 80; i++)
          expect((await sendTo(limited, {}, `192.0.2.${i}`)).statusCode).toBe(403)
        const other = { email: 'grace@example.org' }
        expect((await sendTo(limited, other, '192.0.2.90')).statusCode).toBe(200)
      } finally {
        await limited.close()
      }
    })

    test('message and mail are stored together, or not at all', async () => {
      const broken = await startServer(engine)
      try {
        await broken.deps.db.schema.dropTable('outbox').execute()
        expect((await sendTo(broken)).statusCode).toBe(500)
        expect(await messages(broken)).toEqual([])
      } finally {
        await broken.close()
      }
    })
  },
)
