import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../http/deps.ts'
import {
  type MailData,
  NOT_NEEDED,
  OUTCOME_UNKNOWN,
  type OutboxRow,
  outboxRepository,
} from './outbox.ts'
import { makePace } from './pace.ts'
import { isPermanent, type Mail, OutcomeUnknown, type Transport } from './transport.ts'

/**
 * Words one kind of mail at the moment of sending; null when none is wanted (any more). It may run more
 * than once for one row.
 */
export type MailWriter = (job: { recipient: string; data: MailData }) => Promise<Mail | null>
export type MailWriters = Readonly<Record<string, MailWriter>>

/** Rows taken at once; also the number of connections in the transport's pool. */
const BATCH = 5
/** Milliseconds between two looks into the outbox. */
const POLL = 1000

export type MailWorker = {
  /** Sends what is due now, as far as the pace allows. @returns how many rows were taken in hand */
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
  const pace = makePace(deps.settings.mailPerMinute, deps.clock)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false

  /**
   * A mail that has left and cannot be marked, the database being away, stays claimed: marked as failed, it
   * would be sent again, also a once-only one.
   * @returns whether a mail has left, as far as anybody knows
   */
  async function deliver(row: OutboxRow): Promise<boolean> {
    let hasLeft = false
    try {
      const mail = await write(row)
      if (mail !== null) await transport.send(mail, row)
      hasLeft = mail !== null
    } catch (error) {
      await settle(row, error)
      return true
    }
    await outbox.markDone(row, deps.clock(), hasLeft ? null : NOT_NEEDED)
    return hasLeft
  }

  async function write({ kind, recipient, data }: OutboxRow): Promise<Mail | null> {
    const writer = writers[kind]
    if (writer === undefined) throw new Error(`nobody writes mails of the kind "${kind}"`)
    return writer({ recipient, data: JSON.parse(data) as MailData })
  }

  async function settle(row: OutboxRow, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error)
    const about = { mail: row.id, kind: row.kind, attempt: row.attempts, reason }
    if (error instanceof OutcomeUnknown && row.once_key !== null) {
      log.warn(about, 'mail perhaps sent; it is not sent again')
      return void (await outbox.markDone(row, deps.clock(), OUTCOME_UNKNOWN))
    }
    const isGivenUp = await outbox.markFailed(row, reason, isPermanent(error), deps.clock())
    if (isGivenUp) log.error(about, 'mail given up')
    else log.warn(about, 'mail not sent')
  }

  async function deliverDue(): Promise<number> {
    const lost = await outbox.settleLost(deps.clock())
    if (lost > 0) log.warn({ lost }, 'mails perhaps sent before a crash; they are not sent again')
    let taken = 0
    while (!stopped) {
      const allowed = pace.take(BATCH)
      if (allowed === 0) break
      const rows = await outbox.claim(allowed, deps.clock())
      if (rows.length === 0) {
        pace.giveBack(allowed)
        break
      }
      taken += rows.length
      // All of them end before one that failed ends the round: `stop` waits for what is in hand.
      const ends = await Promise.allSettled(rows.map(deliver))
      const kept = ends.filter((end) => end.status === 'fulfilled' && !end.value)
      pace.giveBack(allowed - rows.length + kept.length)
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
      // SQLite answers at once: without a pause, nobody else would be served until the last mail.
      await setImmediate()
    }
    return taken
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      running = deliverDue()
        .catch((error: unknown) =>
          log.error({ err: error }, 'the outbox could not be read or written'),
        )
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
