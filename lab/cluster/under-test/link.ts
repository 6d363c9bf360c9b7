import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { publishMessage } from '../../../server/db/messages.ts'
import type { Db } from '../../../server/db/schema.ts'
import { CONFIRMED, type TestClock, TOPIC } from './testClock.ts'

type Time = Omit<TestClock, 'token'>
export type Link = {
  /** Sets the clock from the next `sync` on. */
  readonly setTime: (time: Time) => void
  /** Every process has handled all messages of transactions that are committed now, and has the time. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Milliseconds after which a message is sent again: a process that has just started may not listen yet. */
const REPEAT_EVERY = 500
const CONFIRMED_WITHIN = 20_000

/**
 * A connection to the processes of a cluster that run `inProcess.ts`.
 * @param url URL of the primary that bypasses the pooler
 * @param db database of the primary
 * @param count number of the processes
 */
export async function linkTo(url: string, db: Db, count: number): Promise<Link> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`listen ${pg.escapeIdentifier(CONFIRMED)}`)
  const waiting = new Map<string, { readonly pids: Set<number>; readonly confirm: () => void }>()
  client.on('notification', ({ payload = '' }) => {
    const { pid, token } = JSON.parse(payload) as { pid: number; token: string }
    const one = waiting.get(token)
    if (one?.pids.add(pid).size === count) one.confirm()
  })
  let time: Time = { passed: 0 }

  async function sync(): Promise<void> {
    const token = randomUUID()
    const send = () => publishMessage(db, { topic: TOPIC, data: { ...time, token } })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.set(token, { pids: new Set(), confirm: resolve })
    const repeated = setInterval(() => void send().catch(reject), REPEAT_EVERY)
    const late = setTimeout(
      () => reject(new Error('a process of the cluster is silent')),
      CONFIRMED_WITHIN,
    )
    try {
      await send()
      await promise
    } finally {
      clearInterval(repeated)
      clearTimeout(late)
      waiting.delete(token)
    }
  }

  return {
    setTime: (next) => {
      time = next
    },
    sync,
    close: () => client.end(),
  }
}
