import { Worker } from 'node:worker_threads'
import { Refusal } from '../../http/errors.ts'
import { BadFile } from './reading.ts'
import type { Outcome, Task } from './task.ts'

/** Megabytes of heap: far more than the largest file needs. Beyond it the thread ends, not the process. */
const HEAP_MAX_MB = 1024

/**
 * Runs the task beside the thread that serves requests, over a database connection of its own.
 * @returns JSON text
 * @throws BadFile or another Refusal, as the task did
 */
export async function inThread(task: Task): Promise<Buffer> {
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    })
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the thread ended without an outcome')))
  })
  if ('answer' in outcome) return Buffer.from(outcome.answer)
  if ('problems' in outcome) throw new BadFile(outcome.problems)
  const { status, code, message, attr, retryAfterSeconds } = outcome.refusal
  throw new Refusal(status, code, message, attr, retryAfterSeconds)
}
