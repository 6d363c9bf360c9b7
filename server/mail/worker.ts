import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../config/env.ts'
import type { Clock } from '../config/time.ts'
import type { Db } from '../db/schema.ts'
import {
  abandonLost,
  claimDue,
  type MailData,
  markDone,
  markFailed,
  NOT_NEEDED,
  OUTCOME_UNKNOWN,
  type OutboxRow,
} from './outbox.ts'
import { makePace } from './pace.ts'
import { isPermanent, type Mail, OutcomeUnknown, type Transport } from './transport.ts'

/** Makes a mail when it is due; null when it is not wanted any more. It may run several times for one row. */
export type MailWriter = (job: { recipient: string; data: MailData }) => Promise<Mail | null>
export type MailWriters = Readonly<Record<string, MailWriter>>

/** Rows claimed at once; also the number of connections in the transport's pool. */
const BATCH = 5
const POLL_MS = 1000

export type MailWorker = {
  /** Sends what is due, as far as the pace allows. @returns how many rows were claimed */
  readonly deliverDue: () => Promise<number>
  readonly start: () => void
  /** Waits for the mails that are being sent, then closes the transport. */
  readonly stop: () => Promise<void>
}

type Parts = {
  readonly deps: {
    readonly db: Db
    readonly clock: Clock
    readonly settings: Pick<Settings, 'mailPerMinute'>
  }
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly writers: MailWriters
  readonly transport: Transport
}

/** Several workers, also in other processes, may share one outbox: each row is claimed by one of them. */
export function makeMailWorker({ deps, log, writers, transport }: Parts): MailWorker {
  const { db } = deps
  const pace = makePace(deps.settings.mailPerMinute, deps.clock)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false

  /**
   * A sent mail that cannot be marked as done, because the database is away, stays claimed: marked as failed, it
   * would be sent again.
   * @returns whether a mail was sent, perhaps
   */
  async function deliver(row: OutboxRow): Promise<boolean> {
    let isSent = false
    try {
      const mail = await write(row)
      if (mail !== null) await transport.send(mail, row)
      isSent = mail !== null
    } catch (error) {
      await recordFailure(row, error)
      return true
    }
    await markDone(db, row, deps.clock(), isSent ? null : NOT_NEEDED)
    return isSent
  }

  async function write({ kind, recipient, data }: OutboxRow): Promise<Mail | null> {
    const writer = writers[kind]
    if (writer === undefined) throw new Error(`no writer for mails of the kind "${kind}"`)
    return writer({ recipient, data: JSON.parse(data) as MailData })
  }

  async function recordFailure(row: OutboxRow, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error)
    const about = { mail: row.id, kind: row.kind, attempt: row.attempts, reason }
    if (error instanceof OutcomeUnknown && row.once_key !== null) {
      log.warn(about, 'mail perhaps sent; it is not sent again')
      return void (await markDone(db, row, deps.clock(), OUTCOME_UNKNOWN))
    }
    const isGivenUp = await markFailed(db, row, reason, isPermanent(error), deps.clock())
    if (isGivenUp) log.error(about, 'mail given up')
    else log.warn(about, 'mail not sent')
  }

  async function deliverDue(): Promise<number> {
    const lost = await abandonLost(db, deps.clock())
    if (lost > 0) log.warn({ lost }, 'mails perhaps sent before a crash; they are not sent again')
    let taken = 0
    while (!stopped) {
      const allowed = pace.take(BATCH)
      if (allowed === 0) break
      const rows = await claimDue(db, allowed, deps.clock())
      if (rows.length === 0) {
        pace.giveBack(allowed)
        break
      }
      taken += rows.length
      // Not `Promise.all`: `stop` waits for every mail of the batch.
      const outcomes = await Promise.allSettled(rows.map(deliver))
      const unsent = outcomes.filter((end) => end.status === 'fulfilled' && !end.value)
      pace.giveBack(allowed - rows.length + unsent.length)
      const failed = outcomes.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
      // SQLite is synchronous: without a pause, no request would be served until the last mail.
      await setImmediate()
    }
    return taken
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = deliverDue()
        .catch((error: unknown) =>
          log.error({ err: error }, 'the outbox could not be read or written'),
        )
        .finally(() => {
          if (!stopped) schedule()
        })
    }, POLL_MS)
    timer.unref()
  }

  return {
    deliverDue,
    start: schedule,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      transport.close()
    },
  }
}
