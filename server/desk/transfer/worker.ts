import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../db/open.ts'
import { Refusal } from '../../http/errors.ts'
import { loadFormat } from './importer.ts'
import { BadFile } from './reading.ts'
import type { Outcome, Task } from './thread.ts'
import { checkArea, exportArea, importArea } from './transfer.ts'

/* A worker thread: reading and writing a large file takes seconds of computing, its full-text index included. */

/** One statement may write a few hundred long texts and their index. */
const STATEMENT_TIMEOUT_MS = 60_000

const outcome = await run(workerData as Task).then(
  (response): Outcome => ({ response: Buffer.from(JSON.stringify(response)) }),
  outcomeOf,
)
parentPort?.postMessage(outcome)

async function run(task: Task): Promise<unknown> {
  const format = await loadFormat(task.format)
  const { db } = openDatabase(task.settings, STATEMENT_TIMEOUT_MS)
  const deps = { db, clock: () => task.now }
  try {
    if (task.verb === 'export') return await exportArea(deps, format)
    return await (task.verb === 'check' ? checkArea : importArea)(deps, format, task)
  } finally {
    await db.destroy()
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof BadFile) return { problems: error.problems }
  if (!(error instanceof Refusal)) throw error
  const { status, code, message, attr, retryAfterSeconds } = error
  return { refusal: { status, code, message, attr, retryAfterSeconds } }
}
