import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import type { Settings } from '../config/env.ts'
import { messageOf } from '../config/thrown.ts'
import { type Clock, MINUTE_MS } from '../config/time.ts'
import type { Db } from '../db/rows.ts'
import { emailKey } from '../text/keys.ts'
import type { Kit, KitSource } from '../text/kit.ts'
import { DIGEST, endDigest } from './digest.ts'
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
import { makePoller } from './poller.ts'
import { type Mail, OutcomeUnknown, type Transport } from './transport.ts'

/** Share of a minute's mails that may be sent at once after a pause. */
const BURST = 0.1

type Pace = ReturnType<typeof makePace>

/** A token bucket: receiving servers block bursts. */
function makePace(perMinute: number, clock: Clock) {
  const most = Math.max(1, perMinute * BURST)
  let left = most
  let since = clock()
  return {
    /** @returns how many of `wanted` may be sent now; they are counted as sent */
    take(wanted: number): number {
      const now = clock()
      // A clock that is set back must not stop the mail.
      const passed = Math.max(0, now - since)
      left = Math.min(most, left + (passed * perMinute) / MINUTE_MS)
      since = now
      const taken = Math.max(0, Math.min(wanted, Math.floor(left)))
      left -= taken
      return taken
    },
    /** Counts `unused` of them as not sent. */
    giveBack(unused: number): void {
      left = Math.min(most, left + unused)
    },
  }
}

export type MailDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Settings
  readonly jwtSecret: string
  /** A writer gets the kit in the language of the recipient. */
  readonly kit: Pick<KitSource, 'current'>
}
/** Makes a mail when it is due; null when it is not wanted any more. It may run several times for one row. */
export type MailWriter = (
  job: { readonly recipient: string; readonly data: MailData },
  deps: MailDeps,
) => Promise<Mail | null>
export type MailWriters = Readonly<Record<string, MailWriter>>

/** Rows claimed at once; also the number of connections in the transport's pool. */
const BATCH = 5
const POLL_MS = 1000

type Parts = {
  readonly deps: MailDeps
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly writers: MailWriters
  readonly transport: Transport
}

export type MailWorker = ReturnType<typeof makeMailWorker>

/** Several workers, also in other processes, may share one outbox: each row is claimed by one of them. */
export function makeMailWorker(parts: Parts) {
  const { deps, log, transport } = parts
  const pace = makePace(deps.settings.mailPerMinute, deps.clock)
  /** Sends what is due, as far as the pace allows. @returns how many rows were claimed */
  const deliverDue = (isStopped = () => false): Promise<number> =>
    deliverAll(parts, pace, isStopped)
  const poller = makePoller(log, 'the outbox could not be read or written', POLL_MS, deliverDue)
  return {
    deliverDue,
    start: poller.start,
    /** Waits for the mails that are being sent, then closes the transport. */
    async stop(): Promise<void> {
      await poller.stop()
      transport.close()
    },
  }
}

async function deliverAll(parts: Parts, pace: Pace, isStopped: () => boolean): Promise<number> {
  const { db, clock } = parts.deps
  const lost = await abandonLost({ db, now: clock() })
  if (lost > 0)
    parts.log.warn({ lost }, 'mails perhaps sent before a crash; they are not sent again')
  let taken = 0
  while (!isStopped()) {
    const allowed = pace.take(BATCH)
    if (allowed === 0) break
    const rows = await claimDue({ db, now: clock() }, allowed)
    if (rows.length === 0) {
      pace.giveBack(allowed)
      break
    }
    taken += rows.length
    // Not `Promise.all`: `stop` waits for every mail of the batch.
    const outcomes = await Promise.allSettled(rows.map((row) => deliver(parts, row)))
    const unsent = outcomes.filter((end) => end.status === 'fulfilled' && !end.value)
    pace.giveBack(allowed - rows.length + unsent.length)
    const failed = outcomes.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    // SQLite is synchronous: without a pause, no request would be served until the last mail.
    await setImmediate()
  }
  return taken
}

/**
 * A sent mail that cannot be marked as done, because the database is away, stays claimed: marked as failed, it would
 * be sent again.
 * @returns whether a mail was sent, perhaps
 */
async function deliver(parts: Parts, row: OutboxRow): Promise<boolean> {
  const { deps, writers, transport } = parts
  const { kind, recipient, data } = row
  let mail: Mail | null
  try {
    const write = writers[kind]
    if (write === undefined) throw new Error(`no writer for mails of the kind "${kind}"`)
    const job = { recipient, data: JSON.parse(data) as MailData }
    const kit = await recipientKit(deps, job)
    mail = await write(job, { ...deps, kit: { current: () => kit } })
    if (mail !== null) await transport.send(mail, row)
  } catch (error) {
    await recordFailure(parts, row, error)
    return true
  }
  const w = { db: deps.db, now: deps.clock() }
  if (kind === DIGEST) await endDigest(w, JSON.parse(data) as MailData, mail !== null)
  await markDone(w, row, mail === null ? NOT_NEEDED : null)
  return mail !== null
}

async function recordFailure({ deps, log }: Parts, row: OutboxRow, error: unknown): Promise<void> {
  const reason = messageOf(error)
  const about = { mail: row.id, kind: row.kind, attempt: row.attempts, reason }
  if (error instanceof OutcomeUnknown && row.once_key !== null) {
    log.warn(about, 'mail perhaps sent; it is not sent again')
    await markDone({ db: deps.db, now: deps.clock() }, row, OUTCOME_UNKNOWN)
    return
  }
  const isGivenUp = await markFailed({ db: deps.db, now: deps.clock() }, row, error)
  if (isGivenUp) log.error(about, 'mail given up')
  else log.warn(about, 'mail not sent')
}

/**
 * The kit in the language of the reader of a mail: that of the account which the mail is about (`user` of its data) or
 * which has the address, else the `language` of its data. For an address without an account, it is then that of the
 * account which caused the mail (`by`), and else the main one.
 */
export async function recipientKit(
  { db, kit }: { readonly db: Db; readonly kit: Pick<KitSource, 'current'> },
  { recipient, data = {} }: { readonly recipient: string; readonly data?: MailData },
): Promise<Kit> {
  const main = kit.current()
  if (main.languages.length < 2) return main
  const idOf = (name: 'user' | 'by') => Number(data[name] ?? 0) as MemberId
  const [user, by, key] = [idOf('user'), idOf('by'), emailKey(recipient)]
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email_key', 'language'])
    .where((is) => is.or([is('id', 'in', [user, by]), is('email_key', '=', key)]))
    .execute()
  const own =
    accounts.find(({ id }) => id === user) ?? accounts.find(({ email_key }) => email_key === key)
  const cause = own ?? accounts.find(({ id }) => id === by)
  const language = own?.language ?? data['language'] ?? cause?.language
  return main.in(String(language ?? ''))
}
