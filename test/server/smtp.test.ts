import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { enqueue, listDead } from '#server/mail/outbox.ts'
import { renderMail } from '#server/mail/renderMail.ts'
import { makeTransport, type Transport } from '#server/mail/transport.ts'
import { type MailWorker, makeMailWorker } from '#server/mail/worker.ts'
import { defaultKit } from '#server/text/kit.ts'
import { reading } from '#server/work/work.ts'
import { readMails } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { type SmtpServer, startSmtp } from '#test/helpers/server/smtp.ts'

const MINUTE = 60_000

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

serverTests('the outbox on %s and a real mail server', (server) => {
  let smtp: SmtpServer
  let worker: MailWorker | undefined
  afterEach(async () => {
    await worker?.stop()
    await smtp.close()
    await server.deps.db.deleteFrom('outbox').execute()
  })

  const owe = (recipient: string, onceKey?: string) =>
    enqueue(reading(server.deps), { kind: 'note', recipient, onceKey })
  const rows = () => server.deps.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  /** Sends due mails through the given server, as a process with these settings does. */
  async function deliver(url = `smtp://${smtp.host}`): Promise<void> {
    const settings = { ...server.deps.settings, smtpUrl: url }
    await worker?.stop()
    worker = makeMailWorker({
      deps: { ...server.deps, settings },
      log: quiet,
      writers: {
        note: async ({ recipient }) => ({ to: recipient, subject: 'Hi', text: 'Hi', html: 'Hi' }),
      },
      transport: makeTransport(settings, quiet),
    })
    await worker.deliverDue()
  }

  test('an accepted mail is done; 550 for a recipient is dead at once and visible to operators', async () => {
    smtp = await startSmtp({
      refuse: (address) =>
        address.startsWith('nobody') ? { status: 550, text: 'no such mailbox' } : undefined,
    })
    await owe('mara@example.org')
    await owe('nobody@example.org')
    await deliver()
    expect(smtp.arrived).toEqual(['mara@example.org'])
    expect(await listDead(server.deps)).toMatchObject([
      { recipient: 'nobody@example.org', attempts: 1, last_error: expect.stringContaining('550') },
    ])
  })

  test('451 is retried later, and then delivered once', async () => {
    let isBusy = true
    smtp = await startSmtp({
      refuse: () => (isBusy ? { status: 451, text: 'try later' } : undefined),
    })
    await owe('mara@example.org', 'once')
    await deliver()
    expect(await rows()).toMatchObject([
      { done_at: null, dead_at: null, last_error: expect.stringContaining('451') },
    ])
    isBusy = false
    await deliver()
    expect(smtp.arrived).toEqual([])
    server.passTime(MINUTE)
    await deliver()
    expect(smtp.arrived).toEqual(['mara@example.org'])
  })

  test('a mail refused after its last byte (554) is dead, one deferred there (450) is not', async () => {
    smtp = await startSmtp({
      onArrival: (address) => {
        const responseCode = address.startsWith('spam') ? 554 : 450
        throw Object.assign(new Error('not this one'), { responseCode })
      },
    })
    await owe('spam@example.org', 'a')
    await owe('grey@example.org', 'b')
    await deliver()
    expect(await rows()).toMatchObject([
      { dead_at: server.deps.clock(), done_at: null },
      { dead_at: null, done_at: null, last_error: expect.stringContaining('450') },
    ])
  })

  test('an unreachable server loses nothing, once-only mail included', async () => {
    smtp = await startSmtp()
    const { host, port } = smtp
    await smtp.close()
    await owe('mara@example.org', 'once')
    await owe('finn@example.org')
    await deliver(`smtp://${host}`)
    expect(await rows()).toMatchObject([{ done_at: null }, { done_at: null, dead_at: null }])
    smtp = await startSmtp({}, port)
    server.passTime(MINUTE)
    await deliver()
    expect(smtp.arrived.toSorted()).toEqual(['finn@example.org', 'mara@example.org'])
  })

  test('a connection that breaks after the last byte: once-only mail is not sent again, other mail is', async () => {
    let breaks = true
    let held = 0
    const both = Promise.withResolvers<void>()
    smtp = await startSmtp({
      onArrival: async () => {
        if (!breaks) return
        held += 1
        if (held === 2) both.resolve()
        await both.promise
        for (const connection of smtp.connections()) connection.destroy()
      },
    })
    await owe('once@example.org', 'once')
    await owe('again@example.org')
    await deliver()
    expect(await rows()).toMatchObject([
      { done_at: server.deps.clock(), last_error: 'outcome unknown' },
      { done_at: null, dead_at: null },
    ])
    breaks = false
    server.passTime(MINUTE)
    await deliver()
    expect(smtp.arrived.filter((address) => address.startsWith('once'))).toHaveLength(1)
    expect(smtp.arrived.filter((address) => address.startsWith('again'))).toHaveLength(2)
  })

  test('user and password of the URL are used; mail waits until wrong ones are corrected', async () => {
    smtp = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'us@site' && password === 'p@ss:word'
          ? done(null, { user: username })
          : done(Object.assign(new Error('wrong'), { responseCode: 535 })),
    })
    await owe('mara@example.org')
    await deliver(`smtp://us%40site:nonsense@${smtp.host}`)
    expect(await rows()).toMatchObject([{ done_at: null, dead_at: null }])
    expect((await rows())[0]?.last_error).toContain('535')
    server.passTime(MINUTE)
    await deliver(`smtp://us%40site:p%40ss%3Aword@${smtp.host}`)
    expect(smtp.arrived).toEqual(['mara@example.org'])
  })

  test.each([
    ['STARTTLS', 'smtp', { disabledCommands: [] }],
    ['TLS from the first byte', 'smtps', { secure: true }],
  ])(
    '%s: a self-signed certificate is refused unless the setting allows it',
    async (_name, scheme, options) => {
      smtp = await startSmtp(options)
      await owe('mara@example.org')
      await deliver(`${scheme}://${smtp.host}`)
      expect(smtp.arrived).toEqual([])
      expect((await rows())[0]?.last_error).toMatch(/self.signed|certificate/i)
      server.passTime(MINUTE)
      await deliver(`${scheme}://${smtp.host}?tls.rejectUnauthorized=false`)
      expect(smtp.arrived).toEqual(['mara@example.org'])
      expect(smtp.secured).toEqual([true])
    },
  )

  test('requireTLS does not send unencrypted', async () => {
    smtp = await startSmtp()
    await owe('mara@example.org')
    await deliver(`smtp://${smtp.host}?requireTLS=true`)
    expect(smtp.arrived).toEqual([])
    expect(await rows()).toMatchObject([{ done_at: null, dead_at: null, attempts: 1 }])
  })
})

const settings = {
  smtpUrl: undefined,
  mailFrom: { name: 'Graz, Club', address: 'us@discordia.example' },
  publicUrl: 'https://discordia.example',
  dataDir: '',
  isProduction: false,
}

const mail = (to: string) => ({ to, subject: 'Hällo', text: 'Hi', html: '<p>Hi</p>' })

describe('mail files', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-mail-'))
  const folder = join(dataDir, 'mail')
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('sort by time, have no text of users in their names, are complete, and only readable by the owner', async () => {
    const lines: object[] = []
    const log = { info: (line: object) => void lines.push(line) }
    const transport = makeTransport({ ...settings, dataDir }, log)
    const link = 'https://discordia.example/auth/activate-account/x'
    const later = { id: 12, kind: '../note', created_at: Date.UTC(2026, 0, 2) }
    await transport.send({ ...mail('../../mara@b.c'), link }, later)
    const earlier = { id: 3, kind: 'note', created_at: Date.UTC(2025, 0, 2) }
    await transport.send(mail('finn@b.c'), earlier)

    const files = readdirSync(folder).sort()
    expect(files).toEqual([
      '20250102T000000000Z-000003-note.eml',
      '20260102T000000000Z-000012-note.eml',
    ])
    expect(statSync(join(folder, files[0] ?? '')).mode & 0o077).toBe(0)
    expect((await readMails(folder)).map(({ to }) => to)).toEqual(['finn@b.c', '"../../mara"@b.c'])
    expect(lines[0]).toMatchObject({ link, file: join(folder, files[1] ?? '') })
    expect(readFileSync(join(folder, files[1] ?? ''), 'utf8')).toContain(
      'Message-ID: <1767312000000.12@discordia.example>',
    )
  })

  test('log their links outside production only; the file has them', async () => {
    const lines: object[] = []
    const log = { info: (line: object) => void lines.push(line) }
    const transport = makeTransport({ ...settings, dataDir, isProduction: true }, log)
    const link = 'https://discordia.example/auth/activate-account/secret'
    const origin = { id: 20, kind: 'activation', created_at: Date.UTC(2026, 0, 3) }
    await transport.send({ ...mail('mara@example.org'), text: link, link }, origin)
    const file = join(folder, '20260103T000000000Z-000020-activation.eml')
    expect(lines).toEqual([{ kind: 'activation', file }])
    expect(readFileSync(file, 'utf8')).toContain('/auth/activate-account/secret')
  })
})

describe('mail over SMTP', () => {
  let server: SMTPServer
  let transport: Transport
  let received: { email: Email; recipients: string[] }[]

  beforeEach(async () => {
    received = []
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('nobody')
            ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
            : address.startsWith('full')
              ? Object.assign(new Error('mailbox full'), { responseCode: 452 })
              : null,
        ),
      onData: async (stream, session, done) => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        received.push({
          email: await PostalMime.parse(Buffer.concat(chunks)),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
        })
        done()
      },
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.server.address() as AddressInfo
    transport = makeTransport(
      { ...settings, smtpUrl: `smtp://127.0.0.1:${port}` },
      { info: () => undefined },
    )
  })
  afterEach(async () => {
    transport.close()
    await new Promise<void>((closed) => server.close(closed))
  })

  test('text, HTML, sender, Message-ID and headers are received', async () => {
    await transport.send(
      { ...mail('mara@example.org'), headers: { 'List-Unsubscribe': '<https://x.example>' } },
      { id: 7, kind: 'note', created_at: 1000 },
    )
    const [{ email, recipients } = {}] = received
    expect(recipients).toEqual(['mara@example.org'])
    expect(email).toMatchObject({
      subject: 'Hällo',
      text: 'Hi\n',
      html: '<p>Hi</p>\n',
      from: { name: 'Graz, Club', address: 'us@discordia.example' },
      messageId: '<1000.7@discordia.example>',
    })
    const headers = new Map(email?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe')).toBe('<https://x.example>')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
  })

  test('five mails at once go through one pool', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    await Promise.all(
      names.map((name, id) =>
        transport.send(mail(`${name}@example.org`), { id, kind: 'note', created_at: 1 }),
      ),
    )
    expect(received.flatMap(({ recipients }) => recipients).sort()).toEqual(
      names.map((name) => `${name}@example.org`),
    )
  })

  test('an address with a comma is one recipient', async () => {
    await transport.send(mail('a,b@example.org'), { id: 1, kind: 'note', created_at: 1 })
    expect(received[0]?.recipients).toHaveLength(1)
  })
})

describe('the texts of a mail', () => {
  test('are in both parts; values are text in HTML and are not filled twice', () => {
    const username = '<b>{{username}}</b> & "co"'
    const { text, html } = renderMail(defaultKit(), 'notice_password_changed', {
      to: 'a@b.c',
      values: { username },
    })
    expect(text).toContain(`Hello ${username},`)
    expect(html).toContain('Hello &lt;b&gt;{{username}}&lt;/b&gt; &amp; &quot;co&quot;,')
  })

  test('have the link as a button and as a URL', () => {
    const link = 'https://discordia.example/auth/activate-account/abc'
    const { text, html, subject } = renderMail(defaultKit(), 'activation', { to: 'a@b.c', link })
    expect(subject).toBe('Activate your Discordia account')
    expect(text).toContain(`Activate your account:\n${link}\n`)
    expect(html.match(new RegExp(`href="${link}"`, 'g'))).toHaveLength(2)
    expect(`${text}${html}`).not.toMatch(/{{|undefined/)
  })
})
