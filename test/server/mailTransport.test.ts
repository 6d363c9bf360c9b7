import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { renderMail } from '#server/mail/renderMail.ts'
import { makeTransport, type Transport } from '#server/mail/transport.ts'
import { defaultKit } from '#server/text/kit.ts'
import { readMails } from '#test/helpers/server/mailbox.ts'

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
