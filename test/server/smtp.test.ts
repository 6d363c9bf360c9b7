import { enqueue, listDead } from '#server/mail/outbox.ts'
import { makeTransport } from '#server/mail/transport.ts'
import { type MailWorker, makeMailWorker } from '#server/mail/worker.ts'
import { reading } from '#server/work/work.ts'
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
