import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../db/open.ts'
import { errors, Refusal } from '../../http/errors.ts'
import { assertGoodText } from '../../http/plugins/textGuard.ts'
import { BadFile } from './reading.ts'
import type { Outcome, Task } from './task.ts'
import { checkArea, exportArea, importArea } from './transfer.ts'

/*
 * Runs in a thread of its own, started by thread.ts: reading, checking and folding a large file takes seconds
 * of computing, and so does the full-text index of what is written.
 */

/** One statement may write a few hundred long texts and their index. Milliseconds. */
const STATEMENT_PATIENCE = 60_000

async function run(task: Task): Promise<unknown> {
  const deps = {
    ...openDatabase(task.settings, STATEMENT_PATIENCE),
    clock: () => task.now,
  }
  try {
    if (task.verb === 'export') return await exportArea(deps, task.area)
    const job = { ...task, file: parsed(task.bytes) }
    return await (task.verb === 'check' ? checkArea(deps, job) : importArea(deps, job))
  } finally {
    await deps.db.destroy()
  }
}

function parsed(bytes: Uint8Array): unknown {
  let file: unknown
  try {
    file = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw errors.badJson()
  }
  assertGoodText(file, 'file')
  return file
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof BadFile) return { problems: error.problems }
  if (!(error instanceof Refusal)) throw error
  const { status, code, message, attr, retryAfterSeconds } = error
  return { refusal: { status, code, message, attr, retryAfterSeconds } }
}

const outcome = await run(workerData as Task).then(
  (answer): Outcome => ({ answer: Buffer.from(JSON.stringify(answer)) }),
  outcomeOf,
)
parentPort?.postMessage(outcome)
