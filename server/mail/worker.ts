import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import { type MailData, type OutboxRow, outboxRepository } from './outbox.ts'
import { isPermanent, type Mail, type Transport } from './transport.ts'

/**
 * Words one kind of mail at the moment of sending; null when none is wanted (any more). It may run more
 * than once for one row, as sending is at least once.
 */
export type MailWriter = (job: { recipient: string; data: MailData }) => Promise<Mail | null>
export type MailWriters = Readonly<Record<string, MailWriter>>

/** Rows taken at once; also the number of connections in the transport's pool. */
const BATCH = 5
/** Milliseconds between two looks into the outbox. */
const POLL = 1000

export type MailWorker = {
  /** Sends everything that is due now. @returns how many rows were taken in hand */
  readonly deliverDue: () => Promise<number>
  /** Looks for due mail from now on. */
  readonly start: () => void
  /** Finishes the mail in hand, then closes the transport. */
  readonly stop: () => Promise<void>
}

type Parts = {
  readonly deps: Deps
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly writers: MailWriters
  readonly transport: Transport
}

/** Any number of workers, also in other processes, may share one outbox: a row is in one hand at a time. */
export function makeMailWorker({ deps, log, writers, transport }: Parts): MailWorker {
  const outbox = outboxRepository(deps)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false

  async function deliver(row: OutboxRow): Promise<void> {
    try {
      const writer = writers[row.kind]
      if (writer === undefined) throw new Error(`nobody writes mails of the kind "${row.kind}"`)
      const mail = await writer({ recipient: row.recipient, data: JSON.parse(row.data) })
      if (mail !== null) await transport.send(mail, row)
      await outbox.markDone(row.id, deps.clock())
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ mail: row.id, kind: row.kind, attempt: row.attempts, reason }, 'mail not sent')
      await outbox.markFailed(row, reason, isPermanent(error), deps.clock())
    }
  }

  async function deliverDue(): Promise<number> {
    let taken = 0
    while (!stopped) {
      const rows = await outbox.claim(BATCH, deps.clock())
      if (rows.length === 0) break
      taken += rows.length
      await Promise.all(rows.map(deliver))
    }
    return taken
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      running = deliverDue()
        .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'))
        .finally(() => {
          if (!stopped) lookLater()
        })
    }, POLL)
    timer.unref()
  }

  return {
    deliverDue,
    start: lookLater,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      transport.close()
    },
  }
}
