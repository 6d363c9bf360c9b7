import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { codeOf, messageOf } from '../config/thrown.ts'
import type { Outcome, SentCall, ThreadedRead } from './readThreads.ts'
import type { DB } from './rows.ts'
import { readerDialect } from './sqlite.ts'

/* A worker thread, the other end of readThreads.ts. */

const db = new Kysely<DB>({ dialect: readerDialect(workerData as string) })

type Reads = Readonly<Record<string, ThreadedRead<unknown, unknown> | undefined>>
const modules = new Map<string, Reads>()

/** Outcomes go together: waking the other thread takes as long as a short search. */
const TOGETHER_MS = 2

const calls: SentCall[] = []
let isRunning = false

parentPort?.on('message', async (call: SentCall) => {
  calls.push(call)
  if (isRunning) return
  isRunning = true
  while (calls.length > 0) {
    const outcomes: Outcome[] = []
    const end = performance.now() + TOGETHER_MS
    for (let next = calls.shift(); next !== undefined; next = nextCall(end))
      outcomes.push(await outcomeOf(next))
    parentPort?.postMessage(outcomes)
  }
  isRunning = false
})

function nextCall(end: number): SentCall | undefined {
  if (performance.now() > end) return undefined
  const known = calls.shift()
  if (known !== undefined || parentPort === null) return known
  return receiveMessageOnPort(parentPort)?.message as SentCall | undefined
}

async function outcomeOf({ id, module, name, args }: SentCall): Promise<Outcome> {
  try {
    const reads = modules.get(module) ?? ((await import(module)) as Reads)
    modules.set(module, reads)
    return { id, value: await reads[name]?.here({ db }, args) }
  } catch (error) {
    return { id, message: messageOf(error), code: codeOf(error) }
  }
}
