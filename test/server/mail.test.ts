import { cleanUp } from '#server/compose/background.ts'
import {
  ATTEMPTS_MAX,
  claimDue,
  enqueue,
  listDead,
  markFailed,
  reviveDead,
} from '#server/mail/outbox.ts'
import type { Mail, MailOrigin, Transport } from '#server/mail/transport.ts'
import { type MailWorker, type MailWriter, makeMailWorker } from '#server/mail/worker.ts'
import { reading } from '#server/work/work.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const written = (to: string): Mail => ({ to, subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' })
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

serverTests('the outbox on %s', (server) => {
  let sent: { mail: Mail; origin: MailOrigin }[]
  let fail: (mail: Mail) => void
  beforeEach(async () => {
    await server.empty()
    sent = []
    fail = () => undefined
  })

  const transport: Transport = {
    async send(mail, origin) {
      fail(mail)
      sent.push({ mail, origin })
    },
    close: () => undefined,
  }
  const worker = (writer: MailWriter = async ({ recipient }) => written(recipient)): MailWorker =>
    makeMailWorker({ deps: server.deps, log: quiet, writers: { note: writer }, transport })
  const owe = (recipient = 'mara@example.org', onceKey?: string) =>
    enqueue(reading(server.deps), { kind: 'note', recipient, ...(onceKey && { onceKey }) })
  const rows = () => server.deps.db.selectFrom('outbox').selectAll().orderBy('id').execute()

  test('a mail is sent once and marked as done', async () => {
    await owe()
    expect(await worker().deliverDue()).toBe(1)
    expect(await worker().deliverDue()).toBe(0)
    expect(sent.map(({ mail }) => mail.to)).toEqual(['mara@example.org'])
    expect(await rows()).toMatchObject([{ attempts: 1, done_at: server.deps.clock() }])
  })

  test('nothing is enqueued when the cause is rolled back', async () => {
    const cause = server.deps.db.transaction().execute(async (tx) => {
      await enqueue(
        { db: tx, now: server.deps.clock() },
        { kind: 'note', recipient: 'mara@example.org' },
      )
      throw new Error('the cause failed')
    })
    await expect(cause).rejects.toThrow('the cause failed')
    expect(await rows()).toEqual([])
  })

  test('the same once-only mail is enqueued once', async () => {
    await Promise.all([owe('a@b.c', 'event 1'), owe('a@b.c', 'event 1'), owe('a@b.c', 'event 2')])
    await owe('a@b.c', 'event 1')
    expect(await worker().deliverDue()).toBe(2)
  })

  test('three workers share forty mails without sending one twice', async () => {
    for (let i = 0; i < 40; i++) await owe(`reader${i}@example.org`)
    await Promise.all([worker(), worker(), worker()].map((one) => one.deliverDue()))
    expect(new Set(sent.map(({ mail }) => mail.to)).size).toBe(40)
    expect(sent).toHaveLength(40)
  })

  test('a failed mail waits longer each time and is dead after the last attempt', async () => {
    fail = () => {
      throw new Error('451 try later')
    }
    await owe()
    const waits: number[] = []
    for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
      expect(await worker().deliverDue()).toBe(1)
      const [row] = await rows()
      waits.push(((row?.next_attempt_at ?? 0) - server.deps.clock()) / MINUTE)
      server.passTime((waits.at(-1) ?? 0) * MINUTE - 1)
      expect(await worker().deliverDue()).toBe(0)
      server.passTime(1)
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 720, 1440])
    expect(await worker().deliverDue()).toBe(1)
    server.passTime(30 * DAY)
    expect(await worker().deliverDue()).toBe(0)
    const dead = await listDead(server.deps)
    expect(dead).toMatchObject([{ attempts: ATTEMPTS_MAX, last_error: '451 try later' }])

    fail = () => undefined
    expect(await reviveDead(reading(server.deps), dead[0]?.id)).toBe(1)
    expect(await worker().deliverDue()).toBe(1)
    expect(sent).toHaveLength(1)
  })

  test('a recipient that is refused for good makes the mail dead at once', async () => {
    fail = () => {
      throw Object.assign(new Error('550 no such mailbox'), {
        code: 'EENVELOPE',
        responseCode: 550,
      })
    }
    await owe()
    await worker().deliverDue()
    expect(await listDead(server.deps)).toHaveLength(1)
  })

  test('one bad mail does not delay the others', async () => {
    fail = (mail) => {
      if (mail.to.startsWith('bad')) throw new Error('no')
    }
    for (const name of ['bad', 'a', 'b', 'bad2', 'c', 'd', 'e']) await owe(`${name}@example.org`)
    await worker().deliverDue()
    expect(sent.map(({ mail }) => mail.to[0]).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('a mail that a killed worker had claimed is sent by another one, under the same Message-ID', async () => {
    await owe()
    const [claimed] = await claimDue(reading(server.deps), 1)
    expect(await worker().deliverDue()).toBe(0)
    server.passTime(5 * MINUTE)
    expect(await worker().deliverDue()).toBe(1)
    expect(sent[0]?.origin).toMatchObject({ id: claimed?.id, created_at: claimed?.created_at })
  })

  test('a once-only mail that a killed worker had claimed is not sent again', async () => {
    await owe('mara@example.org', 'once')
    const [claimed] = await claimDue(reading(server.deps), 1)
    server.passTime(5 * MINUTE)
    await worker().deliverDue()
    expect(sent).toEqual([])
    const done = { done_at: server.deps.clock(), last_error: 'outcome unknown' }
    expect(await rows()).toMatchObject([done])
    // The worker was only slow: its report comes too late.
    if (claimed) await markFailed(reading(server.deps), claimed, new Error('late'))
    expect(await rows()).toMatchObject([done])
  })

  test.each([undefined, 'once'])(
    'a mail that was sent during an outage of the database is not marked as failed (once-only key: %s)',
    async (onceKey) => {
      await owe('mara@example.org', onceKey)
      await owe('tomas@example.org')
      const { db } = server.deps
      const lost = jest.spyOn(db, 'updateTable')
      fail = (mail) => {
        if (mail.to.startsWith('mara'))
          lost.mockImplementationOnce(() => {
            throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
          })
      }
      await expect(worker().deliverDue()).rejects.toThrow('ECONNREFUSED')
      // Each other mail of the round has ended, too.
      expect((await rows()).filter(({ done_at }) => done_at !== null)).toHaveLength(1)
      expect(await worker().deliverDue()).toBe(0)
      server.passTime(5 * MINUTE)
      fail = () => undefined
      await worker().deliverDue()
      const toMara = sent.filter(({ mail }) => mail.to.startsWith('mara'))
      expect(toMara).toHaveLength(onceKey === undefined ? 2 : 1)
      expect(await rows()).toEqual([
        expect.objectContaining({ done_at: expect.any(Number), dead_at: null }),
        expect.objectContaining({ done_at: expect.any(Number), dead_at: null }),
      ])
    },
  )

  test('a clock that is set back delays no mail', async () => {
    const started = worker()
    await owe('before@example.org')
    server.passTime(-60 * MINUTE)
    await owe('after@example.org')
    expect(await started.deliverDue()).toBe(2)
    for (let i = 0; i < 60; i++) await owe(`reader${i}@example.org`)
    await started.deliverDue()
    server.passTime(-60 * MINUTE)
    await owe('last@example.org')
    await started.deliverDue()
    server.passTime(1000)
    await started.deliverDue()
    expect(sent.map(({ mail }) => mail.to)).toContain('last@example.org')
  })

  test('mails are sent at the set rate, not all at once', async () => {
    const settings = { ...server.deps.settings, mailPerMinute: 60 }
    const slow = makeMailWorker({
      deps: { ...server.deps, settings },
      log: quiet,
      writers: { note: async ({ recipient }) => written(recipient) },
      transport,
    })
    for (let i = 0; i < 20; i++) await owe(`reader${i}@example.org`)
    expect(await slow.deliverDue()).toBe(6)
    expect(await slow.deliverDue()).toBe(0)
    server.passTime(3000)
    expect(await slow.deliverDue()).toBe(3)
    server.passTime(60 * MINUTE)
    expect(await slow.deliverDue()).toBe(6)
  })

  test('a mail that its writer no longer wants is done without being sent', async () => {
    await owe()
    await worker(async () => null).deliverDue()
    expect(sent).toEqual([])
    expect(await rows()).toMatchObject([
      { done_at: server.deps.clock(), last_error: 'not needed any more' },
    ])
  })

  test('a mail without a writer stays for an operator to see', async () => {
    await enqueue(reading(server.deps), { kind: 'unknown', recipient: 'a@b.c' })
    await worker().deliverDue()
    expect((await rows())[0]?.last_error).toContain('"unknown"')
  })

  test('sent mails are swept after thirty days, the keys of once-only ones are kept', async () => {
    await owe('a@b.c')
    await owe('a@b.c', 'event 1')
    await worker().deliverDue()
    await owe('later@b.c')
    server.passTime(30 * DAY + 1)
    await cleanUp(server.deps, server.app.log)
    expect(await rows()).toMatchObject([{ once_key: 'event 1' }, { recipient: 'later@b.c' }])
  })

  test('a started worker polls for mail and finishes the current one before it stops', async () => {
    const reached = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const slow: Transport = {
      async send(mail, origin) {
        await transport.send(mail, origin)
        reached.resolve()
        await held.promise
      },
      close: () => undefined,
    }
    const writers = { note: async () => written('mara@example.org') }
    const started = makeMailWorker({ deps: server.deps, log: quiet, writers, transport: slow })
    await owe()
    started.start()
    await reached.promise
    const stopped = started.stop()
    held.resolve()
    await stopped
    expect(await rows()).toMatchObject([{ done_at: server.deps.clock() }])
  })
})
