import { Worker } from 'node:worker_threads'
import { Refusal } from '../../http/errors.ts'
import { BadFile } from './reading.ts'
import type { Outcome, Task } from './task.ts'

/** Far more than the largest file needs. Beyond it the thread ends, not the process. */
const HEAP_MAX_MB = 1024

/**
 * Runs the task in a thread of its own, over a database connection of its own.
 * @param worker the module of the thread, which calls `runTask`
 * @returns JSON text
 * @throws BadFile or another Refusal, as the task did
 */
export async function inThread(worker: URL, task: Task): Promise<Buffer> {
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const thread = new Worker(worker, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    })
    thread.on('message', resolve)
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('the thread ended without an outcome')))
  })
  if ('response' in outcome) return Buffer.from(outcome.response)
  if ('problems' in outcome) throw new BadFile(outcome.problems)
  const { status, code, message, attr, retryAfterSeconds } = outcome.refusal
  throw new Refusal(status, code, message, attr, retryAfterSeconds)
}
